"""The shipped games and presets, a host's own presets, and table rules built from them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from texas42.engine import DoublesRule, GameSpec, Rules, Suit
from texas42.library.errors import DataFileError, UnknownGame, UnknownRule
from texas42.library.files import (
    GameFile,
    HostPreset,
    OptionsFile,
    games_folder,
    option_faults,
    read_file,
)
from texas42.library.option_text import check_text
from texas42.library.options import Option, written
from texas42.library.toggles import Toggle, read_toggle

PRESET = "preset"
TARGET = "target"
OPTIONS_FILE = "options.toml"

_SUITS = "trumps"
_DOUBLES = ("nt_doubles", "nello_doubles", "plunge_doubles")


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of options of one game, with its description for players."""

    name: str
    title: str
    summary: str
    story: str = ""
    """Its character, in a sentence after the summary; empty if the host gives none."""
    options: Mapping[str, object] = field(default_factory=dict, repr=False)
    """Every option of the game by its name, the target only if the preset sets one."""
    best_of: int | None = None
    """The number of games in a match; None for the game's own number."""
    base: str | None = None
    """The shipped preset that records name in its place; None for one that they may name."""


@dataclass(frozen=True, slots=True)
class Variant:
    """The spec that replaces the game's own for one value of an option."""

    option: str
    value: object
    spec: GameSpec


@dataclass(frozen=True, slots=True)
class CatalogEntry:
    """A game with all its options, presets and variants."""

    spec: GameSpec
    order: int
    options: Mapping[str, Option]
    presets: Mapping[str, Preset]
    default_preset: str
    variants: tuple[Variant, ...]
    toggles: Mapping[str, Toggle]
    lengths: Mapping[str, tuple[int, ...]]

    def spec_for(self, options: Mapping[str, object]) -> GameSpec:
        """Return the spec for these options."""
        for variant in self.variants:
            if options[variant.option] == variant.value:
                return variant.spec
        return self.spec

    def check(self, name: str, value: object) -> object:
        """Check an option's value and convert it for the rules; raises UnknownRule."""
        option = self.options.get(name)
        if option is None:
            raise UnknownRule(name, f"is not an option of {self.spec.name}")
        return option.check(value)


HostPresets = Mapping[str, Mapping[str, Preset]]
"""A host's own presets by game and name."""

NO_PRESETS: HostPresets = MappingProxyType({})


# Reading the files


def read_options(file: str, text: str) -> Mapping[str, Option]:
    """Load the table of options; raises DataFileError."""
    entries = read_file(file, text, OptionsFile, root="options").options
    options = {name: entry.option(name) for name, entry in entries.items()}
    for option in options.values():
        check_text(file, option)
    return options


def read_game(file: str, text: str, known: Mapping[str, Option]) -> CatalogEntry:
    """Load a game's file, given the known options; raises DataFileError."""
    model = read_file(file, text, GameFile)
    options = {TARGET: known[TARGET]}
    defaults: dict[str, object] = {}
    for name, value in model.options.items():
        if name not in known:
            raise DataFileError(file, f"options.{name}", f"is none of {OPTIONS_FILE}")
        option = known[name]
        if option.kind == "list" and not option.values and isinstance(value, list):
            option = replace(option, values=tuple(value))
        options[name] = option
        with option_faults(file, "options"):
            defaults[name] = option.check(value)
    entry = CatalogEntry(
        spec=model.spec(),
        order=model.order,
        options=MappingProxyType(options),
        presets=MappingProxyType({}),
        default_preset=model.default_preset,
        variants=tuple(Variant(v.option, v.value, model.spec_of(v)) for v in model.variants),
        toggles=MappingProxyType(_read_toggles(file, model.toggles, options)),
        lengths=MappingProxyType(
            {"points": tuple(model.lengths.points), "marks": tuple(model.lengths.marks)}
        ),
    )
    presets = {}
    for name, preset in model.presets.items():
        with option_faults(file, "presets", name, "rules"):
            own = {key: entry.check(key, value) for key, value in preset.rules.items()}
        presets[name] = Preset(
            name,
            preset.title,
            preset.summary,
            preset.story,
            MappingProxyType({**defaults, **own}),
            preset.best_of,
        )
    return replace(entry, presets=MappingProxyType(presets))


def _read_toggles(
    file: str, listed: Sequence[str], options: Mapping[str, Option]
) -> dict[str, Toggle]:
    """Read the toggles of a game by their keys, in the order of its page of house rules."""
    found = {}
    for text in listed:
        try:
            toggle = read_toggle(text, options)
        except UnknownRule as error:
            raise DataFileError(file, "toggles", f"{text}: {error.reason}") from error
        if written(toggle.on) not in toggle.option.text.toggles:
            key = f"{toggle.option.name}.toggle.{written(toggle.on)}"
            raise DataFileError(file, "toggles", f"{text}: {OPTIONS_FILE} lacks {key}")
        found[toggle.key] = toggle
    return found


@lru_cache(maxsize=1)
def all_options() -> Mapping[str, Option]:
    """Return every option of the family by name, in the order of lists of house rules.

    What can be trump differs by game; see `options_of`.
    """
    text = (games_folder() / OPTIONS_FILE).read_text(encoding="utf-8")
    return MappingProxyType(read_options(OPTIONS_FILE, text))


@lru_cache(maxsize=1)
def catalog() -> Mapping[str, CatalogEntry]:
    """Return every shipped game by its id, in display order.

    The files ship with the program and never change while it runs, so they are read once.
    """
    entries = [
        read_game(file.name, file.read_text(encoding="utf-8"), all_options())
        for file in games_folder().iterdir()
        if file.name.endswith(".toml") and file.name != OPTIONS_FILE
    ]
    return MappingProxyType(
        {entry.spec.id: entry for entry in sorted(entries, key=lambda entry: entry.order)}
    )


def entry_of(game_id: str) -> CatalogEntry:
    """Look up a shipped game; raises UnknownGame."""
    try:
        return catalog()[game_id]
    except (KeyError, TypeError) as error:
        raise UnknownGame(game_id) from error


def _read_preset(file: Path) -> tuple[str, Preset]:
    """Load a host's preset and the id of its game."""
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DataFileError(file.name, "", f"cannot be read: {error}") from error
    model = read_file(file.name, text, HostPreset)
    try:
        entry = entry_of(model.game)
    except UnknownGame as error:
        raise DataFileError(file.name, "game", str(error)) from error
    base = entry.presets.get(model.base or entry.default_preset)
    if base is None:
        raise DataFileError(
            file.name, "base", f"{model.base!r} is not a preset of {entry.spec.name}"
        )
    with option_faults(file.name, "rules"):
        own = {name: entry.check(name, value) for name, value in model.rules.items()}
    options = MappingProxyType({**base.options, **own})
    return entry.spec.id, Preset(model.name, model.title, model.summary, model.story, options)


def read_host_presets(folder: Path) -> HostPresets:
    """Load a host's own presets, one TOML file each, from this folder, which may be missing.

    Raises DataFileError if a file is invalid or its name is already used.
    """
    found: dict[str, dict[str, Preset]] = {}
    for file in sorted(folder.glob("*.toml")):
        game_id, preset = _read_preset(file)
        own = found.setdefault(game_id, {})
        if preset.name in own or preset.name in entry_of(game_id).presets:
            raise DataFileError(file.name, "name", f"there is a preset {preset.name!r} already")
        own[preset.name] = preset
    return MappingProxyType(found)


def preset_of(
    game_id: str,
    name: str,
    title: str,
    rules: Mapping[str, object],
    best_of: int | None = None,
) -> Preset:
    """Build a preset from saved rules, written as in a record.

    Records name the shipped preset of those rules, never this one. `best_of`: the number of games
    in a match, None for that preset's own. Raises UnknownGame and UnknownRule.
    """
    entry = entry_of(game_id)
    own = dict(rules)
    base = _find_preset(game_id, own.pop(PRESET, entry.default_preset), NO_PRESETS)
    options = {**base.options, **{key: entry.check(key, value) for key, value in own.items()}}
    return Preset(
        name,
        title,
        "",
        options=MappingProxyType(options),
        best_of=base.best_of if best_of is None else best_of,
        base=base.name,
    )


# Games, presets and rules for the rest of the program


def games() -> tuple[GameSpec, ...]:
    """List every game of the family, in display order."""
    return tuple(entry.spec for entry in catalog().values())


def game(game_id: str) -> GameSpec:
    """Look up a game by its id; raises UnknownGame."""
    return entry_of(game_id).spec


def presets(game_id: str, own: HostPresets = NO_PRESETS) -> tuple[Preset, ...]:
    """List the presets of a game, a host's own after the shipped ones; raises UnknownGame."""
    return (*entry_of(game_id).presets.values(), *own.get(game_id, {}).values())


def options_of(game_id: str) -> Mapping[str, Option]:
    """Return the options of a game by name; raises UnknownGame."""
    return entry_of(game_id).options


def toggles_of(game_id: str) -> Mapping[str, Toggle]:
    """Return the toggles of a game's page of house rules by key; raises UnknownGame."""
    return entry_of(game_id).toggles


def lengths_of(rules: Rules) -> tuple[int, ...]:
    """Return the targets that the page of house rules offers for the scoring of a table."""
    return entry_of(rules.game.id).lengths[rules.scoring]


def load_rules(
    game_id: str, rules: Mapping[str, object] | None = None, own: HostPresets = NO_PRESETS
) -> Rules:
    """Check the options of a record and build the rules of the table.

    `rules` may name a preset, one of a host's `own` included, and any options of the game; the rest
    comes from the preset, and the target follows the scoring. Raises UnknownGame and UnknownRule.
    """
    entry = entry_of(game_id)
    given = dict(rules or {})
    preset = _find_preset(game_id, given.pop(PRESET, entry.default_preset), own)
    options: dict[str, Any] = dict(preset.options)
    for option, value in given.items():
        options[option] = entry.check(str(option), value)
    spec = entry.spec_for(options)
    if options.get(TARGET) is None:
        options[TARGET] = _default_target(spec, options.get("scoring"))
    options[_SUITS] = tuple(Suit(word) for word in options[_SUITS])
    for option in _DOUBLES:
        if option in options:
            options[option] = tuple(DoublesRule(word) for word in options[option])
    if preset.best_of is not None:
        spec = replace(spec, best_of=preset.best_of)
    built = Rules(game=spec, preset=preset.base or preset.name, **options)
    if not built.nameable:
        raise UnknownRule(_SUITS, "nothing is left to be named")
    return built


def _find_preset(game_id: str, name: object, own: HostPresets) -> Preset:
    """Look up a preset by its name; raises UnknownRule with the names of all."""
    known = presets(game_id, own)
    found = next((preset for preset in known if preset.name == name), None)
    if found is None:
        names = tuple(preset.name for preset in known)
        raise UnknownRule(PRESET, f"{name!r} is not a preset of {game(game_id).name}", names)
    return found


def _default_target(spec: GameSpec, scoring: object) -> int:
    return spec.target_marks if scoring == "marks" else spec.target_points


def rules_json(rules: Rules) -> dict[str, object]:
    """Format rules as in a record: the preset and the options that differ from it.

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


def change_rule(rules: Rules, option: str, value: object) -> dict[str, object]:
    """Set one option in rules as a record writes them.

    The target follows the scoring. Raises UnknownRule.
    """
    given = rules_json(rules) | {option: value}
    if option == "scoring":
        given.pop(TARGET, None)
    return rules_json(load_rules(rules.game.id, given))


def portable_rules(
    game_id: str, rules: Mapping[str, object], own: HostPresets
) -> Mapping[str, object]:
    """Expand a preset of `own`, so that the rules mean the same anywhere.

    Other rules come back unchanged. Raises UnknownGame and UnknownRule.
    """
    names_own = rules.get(PRESET) in own.get(game_id, {})
    return rules_json(load_rules(game_id, rules, own)) if names_own else rules
