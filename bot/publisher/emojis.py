"""The dominoes as emojis of the application; what is missing is uploaded once."""

from __future__ import annotations

import asyncio
import logging

import discord

from bot.engine import Tile
from bot.render import draw_tile_emoji, emoji_name

_LOG = logging.getLogger(__name__)
PAUSE_SECONDS = 0.1  # all uploads at once would eat up the requests that tables need


async def load_tile_emojis(
    bot: discord.Client, tiles: tuple[Tile, ...], found: dict[Tile, str]
) -> None:
    """Fill `found` with Discord's text for each tile, uploading those that are not there yet.

    Until a tile is there, screens show it in figures; so a failure here costs only looks.
    """
    try:
        there = {emoji.name: str(emoji) for emoji in await bot.fetch_application_emojis()}
        found.update({t: there[n] for t in tiles if (n := emoji_name(t)) in there})
        for tile in tiles:
            if tile not in found:
                name = emoji_name(tile)
                emoji = await bot.create_application_emoji(name=name, image=draw_tile_emoji(tile))
                found[tile] = str(emoji)
                await asyncio.sleep(PAUSE_SECONDS)
    except discord.HTTPException as error:
        _LOG.warning("the dominoes could not be uploaded as emojis: %s", error.code)
