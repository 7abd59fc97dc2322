"""The dominoes as application emojis; missing ones are uploaded once, old ones renamed once."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Collection

import discord

from bot.presenter.words.render_context import Counted
from bot.publisher.calls.discord_errors import (
    DISCORD_ERRORS,
    MOST_TRIES,
    RETRY_SECONDS,
    Failure,
    Recovery,
    failure_of,
)
from bot.render import emoji_name, former_emoji_name, render_tile_emoji
from bot.runtime.loops import Loop, Pauses
from bot.values.clock import Clock

_LOG = logging.getLogger(__name__)
LOOK_SECONDS = 30.0
PAUSE_SECONDS = 0.1  # a burst of changes would use up the rate limit that tables need
MOST_REST_SECONDS = 3600.0


async def missing_emojis(bot: discord.Client, tiles: Collection[Counted]) -> int:
    """Count the tiles without an emoji on Discord. Raises discord.py's errors."""
    there = {each.name for each in await bot.fetch_application_emojis()}
    return sum(emoji_name(*each) not in there for each in tiles)


class TileEmojis:
    """Fills `found` with the emoji of each tile, and uploads missing ones.

    A tile is paired with its count. Until its emoji exists, screens show the tile in digits.
    Uploaded emojis stay, and failed ones are retried after a pause. An emoji under its former name
    is renamed in place: it keeps its id, so messages that show it keep it.
    """

    def __init__(
        self,
        bot: discord.Client,
        tiles: Collection[Counted],
        found: dict[Counted, str],
        clock: Clock,
    ) -> None:
        self._bot = bot
        self._tiles = tiles
        self._found = found
        self._is_first: Callable[[], bool] = lambda: True
        pauses = Pauses(RETRY_SECONDS, MOST_REST_SECONDS)
        self.loop = Loop("emojis", self._look, clock, grace=MOST_REST_SECONDS, pauses=pauses)
        self._rest = RETRY_SECONDS
        self._refused = Counter[Counted | None]()  # refusals by emoji; None: of the list

    async def keep(self, ready: asyncio.Event, is_first: Callable[[], bool]) -> None:
        """Load the emojis in the background; the bot works without them.

        `is_first`: True if this process uploads and renames them.
        """
        self._is_first = is_first
        await ready.wait()
        await self.loop.run()

    async def _look(self) -> float | None:
        return await self.look(changes=self._is_first())

    async def look(self, *, changes: bool) -> float | None:
        """List the emojis, upload missing ones, and rename old ones.

        Return the seconds until the next look, None once nothing is left to do. Without `changes`
        another process does that.
        """
        try:
            there = {each.name: each for each in await self._bot.fetch_application_emojis()}
        except DISCORD_ERRORS as error:
            failure = failure_of(error)
            return self._back_off(failure) if self._tries_again(None, failure) else None
        unnamed = [each for each in self._tiles if emoji_name(*each) not in there]
        old = {each: there.get(former_emoji_name(*each)) for each in unnamed}
        for each in self._tiles:
            emoji = old.get(each) or there.get(emoji_name(*each))
            if emoji is not None:
                self._found[each] = str(emoji)
        if unnamed and not changes:
            return LOOK_SECONDS
        again: Failure | None = None
        for each in [each for each in unnamed if self._refused[each] < MOST_TRIES]:
            try:
                emoji = await self._rename_or_upload(each, old[each])
            except DISCORD_ERRORS as error:
                failure = failure_of(error)
                if failure.is_temporary:
                    return self._back_off(failure)
                again = failure if self._tries_again(each, failure) else again
            else:
                self._found[each] = str(emoji)
                self._rest = RETRY_SECONDS
            await asyncio.sleep(PAUSE_SECONDS)
        return None if again is None else self._back_off(again)

    async def _rename_or_upload(self, each: Counted, old: discord.Emoji | None) -> discord.Emoji:
        """Rename a tile's old emoji, or upload one."""
        name = emoji_name(*each)
        if old is not None:
            return await old.edit(name=name)
        image = await asyncio.to_thread(render_tile_emoji, *each)
        return await self._bot.create_application_emoji(name=name, image=image)

    def _tries_again(self, what: Counted | None, failure: Failure) -> bool:
        """Count a refusal; return True if a retry may succeed."""
        if failure.is_temporary:
            return True
        self._refused[what] += 1
        if self._refused[what] < MOST_TRIES:
            return True
        _LOG.warning("giving up on a domino emoji: %s", failure)
        return False

    def _back_off(self, failure: Failure) -> float:
        """Return the seconds until the next look: as Discord says, else doubled."""
        rest = failure.wait
        if failure.recovery is not Recovery.LATER:
            rest = self._rest
            self._rest = min(2 * self._rest, MOST_REST_SECONDS)
        _LOG.warning("retrying the domino emojis in %.0f s: %s", rest, failure)
        return rest
