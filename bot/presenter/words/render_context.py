"""The language and tile pictures of a screen's reader."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from bot.render import Colors
from texas42.engine import GameSpec, PlayTile, Tile

from .language import Words


def tile_text(tile: Tile) -> str:
    """Format a tile: `6-4`."""
    return f"{tile.high}-{tile.low}"


def play_text(play: PlayTile, context: RenderContext) -> str:
    """Name a play, with the declared suit of a lead: "6-1 as aces"."""
    if play.declared is None:
        return tile_text(play.tile)
    suit = context.words.suit(play.declared)
    return context.say("{tile} as {suit}", tile=tile_text(play.tile), suit=suit)


Counted = tuple[Tile, int]
"""A tile and its count in a game."""
TILES_IN_ROW = 4
"""Seven tiles are shown in rows of four and three (N42PA rule 8), which fit a phone."""


@dataclass(frozen=True, slots=True)
class RenderContext:
    """The input of every screen besides its view.

    `tile_emoji`: each tile's emoji with its count, as Discord text; a tile without one is written
    in numbers. `command_ids`: Discord's ids of the slash commands by first word, once known.
    `pictures`: the reader sees pictures of the table, not words; `may_switch`: they may choose.
    `avatars`: names of available avatars by user id. `colors`: the pictures' palette. `newcomer`:
    the reader is learning the words of the game. `is_behind`: what is shown comes late, as more is
    played than Discord lets show at once.
    """

    words: Words = field(default_factory=Words)
    tile_emoji: Mapping[Counted, str] = field(default_factory=lambda: MappingProxyType({}))
    command_ids: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    pictures: bool = True
    may_switch: bool = True
    avatars: Mapping[int, str] = field(default_factory=lambda: MappingProxyType({}))
    colors: Colors = Colors.STANDARD
    newcomer: bool = False
    is_behind: bool = False

    def say(self, text: str, /, **values: object) -> str:
        """Translate a sentence for the reader; see `Words.say`."""
        return self.words.say(text, **values)

    def plural(self, one: str, many: str, number: int, /, **values: object) -> str:
        """Translate a sentence for a number; see `Words.plural`."""
        return self.words.plural(one, many, number, **values)

    def both(self, items: Iterable[str]) -> str:
        """Write "a, b and c"."""
        return self.words.both(items)

    def command(self, name: str) -> str:
        """Mention a slash command as a link; in plain text without an id."""
        command_id = self.command_ids.get(name.partition(" ")[0])
        return f"`/{name}`" if command_id is None else f"</{name}:{command_id}>"

    def tile(self, tile: Tile, game: GameSpec) -> str:
        """Write a tile, its count behind it: `6-4 (10)`."""
        count = game.tile_count(tile)
        return f"{tile_text(tile)} ({count})" if count else tile_text(tile)

    def tiles(self, tiles: Iterable[Tile], game: GameSpec) -> str:
        """List tiles with commas."""
        return ", ".join(self.tile(tile, game) for tile in tiles)

    def seen_tile(self, tile: Tile, game: GameSpec) -> str:
        """Write a tile, its emoji beside it for a reader without pictures: `6-4 🁫 (10)`."""
        emoji = None if self.pictures else self.tile_emoji.get((tile, game.tile_count(tile)))
        if emoji is None:
            return self.tile(tile, game)
        return self.tile(tile, game).replace(tile_text(tile), f"{tile_text(tile)} {emoji}")

    def seen_tiles(self, tiles: Iterable[Tile], game: GameSpec) -> str:
        """List tiles with commas, their emojis beside them for a reader without pictures."""
        return ", ".join(self.seen_tile(tile, game) for tile in tiles)
