"""One game of the library: its spec, its options and its presets, read from a TOML file."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from bot.engine import NUMBER_SUITS, GameSpec, Tile, parse_tile
from bot.library.options import Option, read_value

PRESET = "preset"
TARGET = "target"


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of options of one game, with the words a player reads."""

    name: str
    title: str
    summary: str
    options: Mapping[str, object] = field(default_factory=dict, repr=False)
    """Every option of the game by its name, the target only where the preset sets one."""


@dataclass(frozen=True, slots=True)
class Variant:
    """The spec that an option's value puts in place of the game's own."""

    option: str
    value: object
    spec: GameSpec


@dataclass(frozen=True, slots=True)
class Entry:
    """A game with everything a table of it may choose."""

    spec: GameSpec
    order: int
    options: Mapping[str, Option]
    presets: Mapping[str, Preset]
    default_preset: str
    variants: tuple[Variant, ...]

    def spec_for(self, options: Mapping[str, object]) -> GameSpec:
        """Return the spec that these options play with."""
        for variant in self.variants:
            if options[variant.option] == variant.value:
                return variant.spec
        return self.spec


def _tiles(table: Mapping[str, Any]) -> tuple[Tile, ...]:
    pips = range(table["lowest_pip"], table["highest_pip"] + 1)
    once = [Tile(high, low) for high in pips for low in pips if low <= high]
    tiles = once * table["copies"] + [parse_tile(text) for text in table["extra"]]
    return tuple(sorted(tiles))


def _read_spec(table: Mapping[str, Any]) -> GameSpec:
    tiles = _tiles(table["tiles"])
    tricks = table["hand_size"] * table["trick_points"]
    spec = GameSpec(
        id=table["id"],
        name=table["name"],
        seats=table["seats"],
        sides=table["sides"],
        tiles=tiles,
        number_suits=tuple(
            suit for suit in NUMBER_SUITS if any(tile.has(suit.pip) for tile in tiles)
        ),
        copies=table["tiles"]["copies"],
        max_pip=table["tiles"]["highest_pip"],
        hand_size=table["hand_size"],
        kitty_size=table["kitty_size"],
        trick_points=table["trick_points"],
        counts=table["counts"],
        total=tricks + (sum(tile.count for tile in tiles) if table["counts"] else 0),
        min_bid=table["min_bid"],
        bid_step=table["bid_step"],
        bid_unit=table["bid_unit"],
        auction=table["auction"],
        exchange=table["exchange"],
        contract_before_exchange=table["contract_before_exchange"],
        low_end_leads=tuple(parse_tile(text) for text in table["low_end_leads"]),
        target_points=table["targets"]["points"],
        target_marks=table["targets"].get("marks", 0),
        best_of=table.get("best_of", 1),
    )
    if len(tiles) != spec.seats * spec.hand_size + spec.kitty_size:
        raise ValueError(f"{spec.id}: {len(tiles)} tiles do not fit its hands")
    return spec


def _read_variant(table: Mapping[str, Any], variant: Mapping[str, Any]) -> Variant:
    tiles = {**table["tiles"], "extra": variant["extra"]}
    spec = _read_spec({**table, "tiles": tiles, "kitty_size": variant["kitty_size"]})
    return Variant(variant["option"], variant["value"], spec)


def read_entry(table: Mapping[str, Any], known: Mapping[str, Option]) -> Entry:
    """Read a game's file; raises ValueError or KeyError where it is damaged."""
    defaults = {name: read_value(value) for name, value in table["options"].items()}
    options = {TARGET: known[TARGET]}
    for name, value in table["options"].items():
        option = known[name]
        if option.kind == "list" and not option.values:
            option = Option(name, option.kind, tuple(value))
        options[name] = option
    defaults = {name: options[name].check(value) for name, value in defaults.items()}
    presets = {}
    for name, preset in table["presets"].items():
        own = {
            key: options[key].check(read_value(value))
            for key, value in preset.get("rules", {}).items()
        }
        presets[name] = Preset(
            name, preset["title"], preset["summary"], MappingProxyType({**defaults, **own})
        )
    return Entry(
        spec=_read_spec(table),
        order=table["order"],
        options=MappingProxyType(options),
        presets=MappingProxyType(presets),
        default_preset=table["default_preset"],
        variants=tuple(_read_variant(table, variant) for variant in table.get("variants", ())),
    )
