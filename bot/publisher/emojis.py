"""The dominoes as emojis of the application; what is missing is uploaded once."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection

import discord

from bot.presenter.words.render_context import Counted
from bot.render import draw_tile_emoji, emoji_name

_LOG = logging.getLogger(__name__)
LOOK_SECONDS = 30.0
PAUSE_SECONDS = 0.1  # all uploads at once would eat up the requests that tables need


async def load_tile_emojis(
    bot: discord.Client, tiles: Collection[Counted], found: dict[Counted, str], *, upload: bool
) -> bool:
    """Fill `found` with Discord's text for each tile, uploading those that are not there yet.

    A tile comes with what it counts. Until it is there, screens show it in figures; so a failure
    here costs only looks. Without `upload` another process uploads; False where it has yet to.
    """
    try:
        there = {emoji.name: str(emoji) for emoji in await bot.fetch_application_emojis()}
        for tile, count in tiles:
            name = emoji_name(tile, count)
            if name in there:
                found[tile, count] = there[name]
        missing = [each for each in tiles if each not in found]
        if missing and not upload:
            return False
        for tile, count in missing:
            name = emoji_name(tile, count)
            image = await asyncio.to_thread(draw_tile_emoji, tile, count)
            emoji = await bot.create_application_emoji(name=name, image=image)
            found[tile, count] = str(emoji)
            await asyncio.sleep(PAUSE_SECONDS)
    except discord.HTTPException as error:
        _LOG.warning("the dominoes could not be uploaded as emojis: %s", error.code)
    return True


async def keep_tile_emojis(
    bot: discord.Client,
    ready: asyncio.Event,
    tiles: Collection[Counted],
    found: dict[Counted, str],
    is_first: Callable[[], bool],
) -> None:
    """Load the dominoes in the background: the bot works without them.

    `is_first`: whether this process, of several, uploads what is not there.
    """
    await ready.wait()
    try:
        while True:
            if await load_tile_emojis(bot, tiles, found, upload=is_first()):
                return
            await asyncio.sleep(LOOK_SECONDS)
    except (OSError, discord.DiscordException) as error:
        _LOG.warning("the dominoes could not be uploaded as emojis: %s", error)
