"""In which language and with which tile pictures a screen is written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from bot.engine import GameSpec, Tile

from .words import Words, tile_text


@dataclass(frozen=True, slots=True)
class Look:
    """What every screen takes beside its view.

    `tile_emoji`: Discord's text for the emoji of each tile, where the bot has them; a tile
    without one is written in numbers.
    """

    words: Words = field(default_factory=Words)
    tile_emoji: Mapping[Tile, str] = field(default_factory=lambda: MappingProxyType({}))

    def heading(self, tiles: Iterable[Tile], empty: int = 0) -> str:
        """Return tiles in heading size, then so many empty places."""
        row = list(tiles)
        if all(tile in self.tile_emoji for tile in row):
            return " ".join(["#", *(self.tile_emoji[tile] for tile in row), *["▢"] * empty])
        return "### " + " · ".join([*map(tile_text, row), *["▢"] * empty])

    def tile(self, tile: Tile, game: GameSpec) -> str:
        """Return a tile in words, its count marked: `6-4 ★10`."""
        count = game.tile_count(tile)
        return f"{tile_text(tile)} ★{count}" if count else tile_text(tile)

    def tiles(self, tiles: Iterable[Tile], game: GameSpec) -> str:
        """Return tiles in words, with commas."""
        return ", ".join(self.tile(tile, game) for tile in tiles)
