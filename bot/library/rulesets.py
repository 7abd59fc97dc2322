"""From a game's id and the options of a record to checked rules, and back."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bot.engine import DoublesRule, GameSpec, Rules, Suit
from bot.library.catalog import entry_of, presets_of, shelf
from bot.library.errors import UnknownRule
from bot.library.game_entry import PRESET, TARGET, Entry, Preset

_SUITS = "trumps"
_DOUBLES = ("nt_doubles", "nello_doubles")


def games() -> tuple[GameSpec, ...]:
    """Return every game of the family, in the order players are shown them."""
    return tuple(entry.spec for entry in shelf().values())


def game(game_id: str) -> GameSpec:
    """Return a game by its id; raises UnknownGame."""
    return entry_of(game_id).spec


def presets(game_id: str, folder: Path | None = None) -> tuple[Preset, ...]:
    """Return the presets of a game, a host's own from a folder after the shipped ones.

    Raises UnknownGame, and PresetError where a file of the folder cannot be used.
    """
    return tuple(presets_of(entry_of(game_id), folder).values())


def load_rules(
    game_id: str, rules: Mapping[str, object] | None = None, folder: Path | None = None
) -> Rules:
    """Check the options of a record and return the rules of the table.

    `rules` holds a preset's name and any option of rules.md section 2a; what is absent is the
    preset's, and the target follows the scoring. `folder` may hold a host's own presets.
    Raises UnknownGame, UnknownRule and PresetError.
    """
    entry = entry_of(game_id)
    given = dict(rules or {})
    preset = _preset(entry, given.pop(PRESET, entry.default_preset), folder)
    options: dict[str, Any] = dict(preset.options)
    for name, value in given.items():
        option = entry.options.get(name)
        if option is None:
            raise UnknownRule(str(name), f"is no option of {entry.spec.name}")
        options[name] = option.check(value)
    return _build(entry, preset.name, options)


def _preset(entry: Entry, name: object, folder: Path | None) -> Preset:
    known = presets_of(entry, folder)
    if not isinstance(name, str) or name not in known:
        raise UnknownRule(PRESET, f"{name!r} is no preset of {entry.spec.name}", tuple(known))
    return known[name]


def _default_target(spec: GameSpec, scoring: object) -> int:
    return spec.target_marks if scoring == "marks" else spec.target_points


def _build(entry: Entry, preset: str, options: dict[str, Any]) -> Rules:
    spec = entry.spec_for(options)
    if options.get(TARGET) is None:
        options[TARGET] = _default_target(spec, options.get("scoring"))
    options[_SUITS] = tuple(Suit(word) for word in options[_SUITS])
    for name in _DOUBLES:
        if name in options:
            options[name] = tuple(DoublesRule(word) for word in options[name])
    rules = Rules(game=spec, preset=preset, **options)
    if not rules.nameable:
        raise UnknownRule(_SUITS, "nothing is left to be named")
    return rules


def rules_json(rules: Rules) -> dict[str, object]:
    """Write rules as a record does: the preset's name and the options that differ from it.

    A host's own preset is written as the game's default preset and the differences, so that the
    record can be read anywhere.
    """
    entry = entry_of(rules.game.id)
    name = rules.preset if rules.preset in entry.presets else entry.default_preset
    known = {
        TARGET: _default_target(rules.game, rules.scoring),
        **entry.presets[name].options,
    }
    written: dict[str, object] = {PRESET: name}
    for option in entry.options:
        value = getattr(rules, option)
        if value != known[option]:
            written[option] = [str(item) for item in value] if isinstance(value, tuple) else value
    return written
