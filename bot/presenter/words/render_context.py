"""The words and tile pictures a screen is written with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from bot.engine import (
    GameSpec,
    Tile,
)
from bot.render import Colors

from .language import Words


def tile_text(tile: Tile) -> str:
    """Format a tile: `6-4`."""
    return f"{tile.high}-{tile.low}"


Counted = tuple[Tile, int]
"""A tile and what it counts in a game."""
TILES_IN_ROW = 4
"""Seven tiles stand in rows of four and three (N42PA rule 8), which a phone has room for."""


@dataclass(frozen=True, slots=True)
class RenderContext:
    """What every screen takes beside its view.

    `tile_emoji`: Discord's text for the emoji of each tile with what it counts, where the bot has
    them; a tile without one is written in numbers. `command_ids`: Discord's ids of the slash
    commands by their first word, once it has given them. `pictures`: whether the reader sees
    pictures of the table, or words in their place; `may_switch`: whether that is theirs to choose.
    `avatars`: the names of the avatars that are at hand, by the ids of their users.
    `colors`: those of the pictures.
    """

    words: Words = field(default_factory=Words)
    tile_emoji: Mapping[Counted, str] = field(default_factory=lambda: MappingProxyType({}))
    command_ids: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    pictures: bool = True
    may_switch: bool = True
    avatars: Mapping[int, str] = field(default_factory=lambda: MappingProxyType({}))
    colors: Colors = Colors.STANDARD

    def say(self, text: str, /, **values: object) -> str:
        """Return a sentence in the reader's language; see `Words.say`."""
        return self.words.say(text, **values)

    def plural(self, one: str, many: str, number: int, /, **values: object) -> str:
        """Return a sentence's form for a number; see `Words.plural`."""
        return self.words.plural(one, many, number, **values)

    def both(self, items: Iterable[str]) -> str:
        """Return "a, b and c"."""
        return self.words.both(items)

    def command(self, name: str) -> str:
        """Return a slash command as a mention that can be pressed; in words without an id."""
        command_id = self.command_ids.get(name.partition(" ")[0])
        return f"`/{name}`" if command_id is None else f"</{name}:{command_id}>"

    def heading(self, tiles: Iterable[Tile], game: GameSpec, empty: int = 0) -> str:
        """Return tiles in heading size, then so many empty places; as emojis in rows of four."""
        shown, places = list(tiles), ["▢"] * empty
        emojis = [self.tile_emoji.get((tile, game.tile_count(tile))) for tile in shown]
        if None in emojis:
            return "### " + " · ".join([*map(tile_text, shown), *places])
        row = [*filter(None, emojis), *places]
        fours = (row[at : at + TILES_IN_ROW] for at in range(0, len(row), TILES_IN_ROW))
        return "\n".join("# " + " ".join(four) for four in fours)

    def tile(self, tile: Tile, game: GameSpec) -> str:
        """Return a tile in words, its count marked: `6-4 ★10`."""
        count = game.tile_count(tile)
        return f"{tile_text(tile)} ★{count}" if count else tile_text(tile)

    def tiles(self, tiles: Iterable[Tile], game: GameSpec) -> str:
        """Return tiles in words, with commas."""
        return ", ".join(self.tile(tile, game) for tile in tiles)
