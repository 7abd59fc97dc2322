"""The presets that people in a server can choose from, and those that its managers save."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from bot.store.settings.presets import PresetStore
from bot.values.clock import Clock
from bot.values.names import NOTHING, clean_text
from bot.values.server_presets import (
    LONGEST_PRESET_NAME,
    MOST_PRESETS,
    ChosenRules,
    ServerPreset,
)
from texas42.engine import Rules
from texas42.library import (
    NO_PRESETS,
    HostPresets,
    Preset,
    change_rule,
    load_rules,
    portable_rules,
    preset_of,
    presets,
    rules_json,
)

from .errors import NameTaken, NoPresetName, NoSuchPreset, PresetsFull
from .house_rules import table_rules
from .ports import Randomness

PRESET = "preset"


@dataclass(frozen=True, slots=True)
class OfferedPresets:
    """The presets that people can choose: their server's, then the shipped ones and the host's."""

    of_server: tuple[ServerPreset, ...] = ()
    of_host: HostPresets = field(default_factory=lambda: NO_PRESETS)

    def of_game(self, game: str) -> tuple[Preset, ...]:
        """List the presets of a game, in the order of every list; raises UnknownGame."""
        own = (_as_preset(each) for each in self.of_server if each.game == game)
        return (*own, *presets(game, self.of_host))

    def named(self, text: str | None) -> ServerPreset | None:
        """Find the server's preset with this key, or with this name as somebody typed it."""
        if not text:
            return None
        by_key = (each for each in self.of_server if each.key == text)
        by_name = (each for each in self.of_server if _is_named(each, text))
        return next(by_key, None) or next(by_name, None)

    def choose(self, game: str, rules: Mapping[str, object]) -> ChosenRules:
        """Return rules that may name any of these presets as a table and a record have them.

        Raises UnknownGame and UnknownRule.
        """
        own = {each.key: each for each in self.of_server if each.game == game}
        chosen = own.get(str(rules.get(PRESET)))
        if chosen is None:
            return ChosenRules(game, portable_rules(game, rules, self.of_host))
        preset = _as_preset(chosen)
        built = load_rules(game, rules, {game: {preset.name: preset}})
        return ChosenRules(game, rules_json(built), chosen.best_of)


class ServerPresets:
    """Saves the presets of servers and lists what can be chosen. May raise StoreFailure.

    Who calls it has checked that the person manages the server.
    """

    def __init__(
        self, store: PresetStore, of_host: HostPresets, randomness: Randomness, clock: Clock
    ) -> None:
        self._store = store
        self._of_host = of_host
        self._randomness = randomness
        self._clock = clock

    async def offered(self, guild_id: int | None) -> OfferedPresets:
        """List what people in a server, or in a direct message, can choose."""
        own = () if guild_id is None else tuple(await self._store.presets_of(guild_id))
        return OfferedPresets(own, self._of_host)

    async def find(self, guild_id: int, preset_id: str) -> ServerPreset:
        """Return a server's preset. Raises NoSuchPreset if it was deleted."""
        for each in await self._store.presets_of(guild_id):
            if each.preset_id == preset_id:
                return each
        raise NoSuchPreset

    async def save(self, guild_id: int, typed: str, rules: Rules) -> tuple[ServerPreset, bool]:
        """Save rules under a name; a preset with that name gets them instead.

        Returns the preset, and whether it is new. Raises NoPresetName and PresetsFull.
        """
        preset = ServerPreset(
            self._randomness.table_id(),
            guild_id,
            _name_from(typed),
            rules.game.id,
            rules_json(rules),
            _own_match(rules),
            self._clock.now(),
        )
        for each in await self._store.presets_of(guild_id):
            if _is_named(each, preset.name):
                preset = replace(preset, preset_id=each.preset_id)
                if await self._store.change_preset(preset):
                    return preset, False
        if not await self._store.add_preset(preset, MOST_PRESETS):
            raise PresetsFull(MOST_PRESETS)
        return preset, True

    async def rename(self, guild_id: int, preset_id: str, typed: str) -> ServerPreset:
        """Give a preset another name. Raises NoSuchPreset, NoPresetName and NameTaken."""
        renamed = replace(await self.find(guild_id, preset_id), name=_name_from(typed))
        for each in await self._store.presets_of(guild_id):
            if each.preset_id != preset_id and _is_named(each, renamed.name):
                raise NameTaken(each.name)
        return await self._change(renamed)

    async def change(
        self, guild_id: int, preset_id: str, changes: Mapping[str, object]
    ) -> ServerPreset:
        """Change some house rules of a preset; tables keep theirs.

        Raises NoSuchPreset, RuleTooHigh, and the library's UnknownRule.
        """
        found = await self.find(guild_id, preset_id)
        rules = found.rules
        for option, value in changes.items():
            rules = change_rule(load_rules(found.game, rules), option, value)
        table_rules(found.game, rules)
        return await self._change(replace(found, rules=rules, saved_at=self._clock.now()))

    async def remove(self, guild_id: int, preset_id: str) -> None:
        """Delete a preset; tables keep its rules."""
        await self._store.delete_preset(guild_id, preset_id)

    async def _change(self, preset: ServerPreset) -> ServerPreset:
        if not await self._store.change_preset(preset):
            raise NoSuchPreset
        return preset


def _as_preset(saved: ServerPreset) -> Preset:
    return preset_of(saved.game, saved.key, saved.name, saved.rules, saved.best_of)


def _is_named(preset: ServerPreset, typed: str) -> bool:
    """Return True if a preset has this name, in whatever case."""
    return preset.name.casefold() == clean_text(typed, LONGEST_PRESET_NAME).casefold()


def _name_from(typed: str) -> str:
    """Clean a typed name. Raises NoPresetName if nothing of it can be seen."""
    name = clean_text(typed, LONGEST_PRESET_NAME)
    if name == NOTHING:
        raise NoPresetName
    return name


def _own_match(rules: Rules) -> int | None:
    """Return how many games a match is, None if the preset of the rules has it so."""
    usual = load_rules(rules.game.id, rules_json(rules)).game.best_of
    return None if usual == rules.game.best_of else rules.game.best_of
