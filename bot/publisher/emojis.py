"""The dominoes as emojis of the application; what is missing is uploaded once."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection

import discord

from bot.presenter import Counted
from bot.render import draw_tile_emoji, emoji_name

_LOG = logging.getLogger(__name__)
PAUSE_SECONDS = 0.1  # all uploads at once would eat up the requests that tables need


async def load_tile_emojis(
    bot: discord.Client, tiles: Collection[Counted], found: dict[Counted, str]
) -> None:
    """Fill `found` with Discord's text for each tile, uploading those that are not there yet.

    A tile comes with what it counts. Until it is there, screens show it in figures; so a failure
    here costs only looks.
    """
    try:
        there = {emoji.name: str(emoji) for emoji in await bot.fetch_application_emojis()}
        for tile, count in tiles:
            name = emoji_name(tile, count)
            if name in there:
                found[tile, count] = there[name]
        for tile, count in tiles:
            if (tile, count) not in found:
                name = emoji_name(tile, count)
                image = await asyncio.to_thread(draw_tile_emoji, tile, count)
                emoji = await bot.create_application_emoji(name=name, image=image)
                found[tile, count] = str(emoji)
                await asyncio.sleep(PAUSE_SECONDS)
    except discord.HTTPException as error:
        _LOG.warning("the dominoes could not be uploaded as emojis: %s", error.code)
