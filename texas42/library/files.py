"""The TOML files of games, options and presets: location, schema and errors."""

import re
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Self, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    model_validator,
)

from texas42.engine import NUMBER_SUITS, GameSpec, Tile, parse_tile
from texas42.engine.rules import AuctionForm, BidUnit, ExchangeForm
from texas42.engine.tiles import HIGHEST_PIP
from texas42.library.errors import DataFileError, UnknownRule
from texas42.library.options import Option, OptionGroup, OptionKind, OptionText


def games_folder() -> Traversable:
    """Return the folder of the shipped games.

    A wheel keeps it inside `texas42`; in a source tree or an editable install it is `data/games`
    beside it.
    """
    packaged = files("texas42") / "data" / "games"
    if packaged.is_dir():
        return packaged
    return Path(__file__).resolve().parents[2] / "data" / "games"


_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")

UNLIMITED = "unlimited"
"""The value of an option without a limit in a file, since TOML has no null."""


def _tile(value: object) -> object:
    return parse_tile(value) if isinstance(value, str) else value


def _null(value: object) -> object:
    return None if value == UNLIMITED else value


def _not_blank(text: str) -> str:
    if not text.strip():
        raise ValueError("must not be blank")
    return text


def _name(text: str) -> str:
    if not _NAME.fullmatch(text):
        raise ValueError(f"{text!r} is not written in small letters, digits and hyphens")
    return text


TileText = Annotated[Tile, BeforeValidator(_tile)]
OptionValue = Annotated[object, AfterValidator(_null)]
"""Any value; the option itself checks it."""
Name = Annotated[str, AfterValidator(_name)]
Text = Annotated[str, AfterValidator(_not_blank)]
Pip = Annotated[int, Field(ge=0, le=HIGHEST_PIP)]
AtLeastOne = Annotated[int, Field(ge=1)]
AtLeastTwo = Annotated[int, Field(ge=2)]


class _FileModel(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class OptionEntry(_FileModel):
    """An option: its values and its words; `check_text` compares the two."""

    group: OptionGroup
    kind: OptionKind
    values: list[str | int] = []
    least: int = 0
    unlimited: bool = False
    title: Text
    about: Text
    sentence: dict[str, Text] = {}
    short: dict[str, Text] = {}
    toggle: dict[str, Text] = {}

    def option(self, name: str) -> Option:
        """Build the option."""
        text = OptionText(
            self.title,
            self.about,
            MappingProxyType(self.sentence),
            MappingProxyType(self.short),
            MappingProxyType(self.toggle),
        )
        values = tuple(self.values)
        return Option(name, self.kind, self.group, text, values, self.least, self.unlimited)


class TileSet(_FileModel):
    """The dominoes of a game: all between two pips, plus extra ones."""

    lowest_pip: Pip
    highest_pip: Pip
    copies: AtLeastOne
    extra: list[TileText]

    def tiles(self) -> tuple[Tile, ...]:
        """List the set, ascending."""
        pips = range(self.lowest_pip, self.highest_pip + 1)
        once = [Tile(high, low) for high in pips for low in pips if low <= high]
        return tuple(sorted(once * self.copies + self.extra))


class Targets(_FileModel):
    """The target of a game for each scoring."""

    points: AtLeastOne
    marks: AtLeastOne | None = None


class Lengths(_FileModel):
    """The targets that the page of house rules offers for each scoring, the usual one first."""

    points: list[AtLeastOne] = []
    marks: list[AtLeastOne] = []


class PresetEntry(_FileModel):
    """A shipped preset: its description, and its differences from the game's defaults."""

    title: Text
    summary: Text
    story: str = ""
    best_of: AtLeastOne | None = None
    """The number of games in a match at its tables; if absent, the game's own number."""
    rules: dict[str, OptionValue] = {}


class VariantEntry(_FileModel):
    """A value of an option that changes the set of dominoes."""

    option: str
    value: OptionValue
    kitty_size: Annotated[int, Field(ge=0)]
    extra: list[TileText]


class GameFile(_FileModel):
    """A game's file."""

    id: Name
    name: Text
    order: int
    seats: AtLeastTwo
    sides: AtLeastTwo
    hand_size: AtLeastOne
    kitty_size: Annotated[int, Field(ge=0)]
    trick_points: AtLeastOne
    counts: bool
    min_bid: AtLeastOne
    bid_step: AtLeastOne
    bid_unit: BidUnit
    auction: AuctionForm
    exchange: ExchangeForm
    contract_before_exchange: bool
    low_end_leads: list[TileText]
    shows_kitty: bool = False
    inventor: str = ""
    best_of: AtLeastOne = 1
    default_preset: str
    toggles: list[str] = []
    """The house rules that people change most, as options are typed; `Toggle` reads them."""
    tiles: TileSet
    targets: Targets
    lengths: Lengths = Lengths()
    options: dict[str, OptionValue]
    variants: list[VariantEntry] = []
    presets: dict[Name, PresetEntry]

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        if self.seats % self.sides:
            raise ValueError(f"{self.seats} seats do not divide into {self.sides} sides")
        if self.default_preset not in self.presets:
            raise ValueError(f"default_preset {self.default_preset!r} is not one of the presets")
        if "trumps" not in self.options:
            raise ValueError("options must list the trumps")
        if "scoring" in self.options and self.targets.marks is None:
            raise ValueError("a game with scoring by marks needs targets.marks")
        if "game_bid" in self.options and self.sides != 2:
            raise ValueError("the game can only be bid between two sides")
        for variant in self.variants:
            if variant.option not in self.options:
                raise ValueError(f"variants: {variant.option!r} is not one of the options")
        for spec in (self.spec(), *(self.spec_of(variant) for variant in self.variants)):
            dealt = spec.seats * spec.hand_size + spec.kitty_size
            if len(spec.tiles) != dealt:
                raise ValueError(f"the set has {len(spec.tiles)} dominoes and {dealt} are dealt")
        return self

    def spec(self) -> GameSpec:
        """Build the engine's spec of the game."""
        tiles = self.tiles.tiles()
        count = sum(tile.count for tile in tiles) if self.counts else 0
        same = {name: getattr(self, name) for name in _SAME}
        return GameSpec(
            **same,
            tiles=tiles,
            number_suits=tuple(
                suit for suit in NUMBER_SUITS if any(tile.has(suit.pip) for tile in tiles)
            ),
            copies=self.tiles.copies,
            max_pip=self.tiles.highest_pip,
            total=self.hand_size * self.trick_points + count,
            low_end_leads=tuple(self.low_end_leads),
            target_points=self.targets.points,
            target_marks=self.targets.marks or 0,
        )

    def spec_of(self, variant: VariantEntry) -> GameSpec:
        """Build the game's spec with another set of dominoes."""
        tiles = self.tiles.model_copy(update={"extra": variant.extra})
        changed = {"tiles": tiles, "kitty_size": variant.kitty_size}
        return self.model_copy(update=changed).spec()


_SAME = ({each.name for each in fields(GameSpec)} & GameFile.model_fields.keys()) - {
    "tiles",
    "low_end_leads",
}
"""The fields of a spec that a game's file has as they are."""


class HostPreset(_FileModel):
    """A host's own preset: one file in the host's data folder."""

    game: str
    name: Name
    title: Text
    summary: Text
    story: str = ""
    base: str | None = None
    """The preset that it starts from; if absent, the game's default."""
    rules: dict[str, OptionValue] = {}


class OptionsFile(_FileModel):
    """The table of all options, under the one key that `read_file` gives it."""

    options: dict[str, OptionEntry]


FileModel = TypeVar("FileModel", bound=_FileModel)


def read_file(name: str, text: str, model: type[FileModel], root: str | None = None) -> FileModel:
    """Read a TOML file; raises DataFileError with the file's name and the key's path.

    With `root` the whole file becomes the value of that key.
    """
    try:
        table: object = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DataFileError(name, "", f"cannot be read: {error}") from error
    try:
        return model.model_validate(table if root is None else {root: table})
    except ValidationError as error:
        faults = error.errors()
        # A misspelt key is both unknown and missing; report the unknown one, which was written.
        fault = next((each for each in faults if each["type"] == "extra_forbidden"), faults[0])
        path = [str(part) for part in fault["loc"] if part != "[key]"]
        key = ".".join(path[1:] if path and path[0] == root else path)
        raise DataFileError(name, key, _reason(fault["type"], fault["msg"])) from error


def _reason(kind: str, message: str) -> str:
    if kind == "extra_forbidden":
        return "unknown key"
    return message.removeprefix("Value error, ")


@contextmanager
def option_faults(file: str, *path: str) -> Iterator[None]:
    """Convert an option's refusal to a DataFileError at this key path."""
    try:
        yield
    except UnknownRule as error:
        raise DataFileError(file, ".".join((*path, error.name)), error.reason) from error
