"""The connection to Discord: patient at the start, and within Discord's limits ever after."""

from __future__ import annotations

import asyncio
import sys
from functools import partial
from typing import Any

import discord
import yarl
from discord.ext import commands

from bot.link.channel_finder import ChannelFinder
from bot.link.patience import Patience
from bot.link.session_starts import SessionStarts
from bot.link.shards import keep_session


class Connection(commands.AutoShardedBot):
    """A client that waits for Discord, for its turn to identify, and for the day's limit.

    `patience` waits for Discord at the start, `session_starts` for the right to identify.
    """

    def __init__(self, patience: Patience, session_starts: SessionStarts, **options: Any) -> None:
        # a shard waits for its turn before it opens a socket, which may take as long as it has to
        super().__init__(shard_connect_timeout=None, **options)
        self.patience = patience
        self.session_starts = session_starts
        self._channels = ChannelFinder(super().get_channel, self.get_guild)
        self._starting: asyncio.Task[object] | None = None

    def get_channel(self, id: int, /) -> Any:  # noqa: A002 - discord.py's name
        """Return a channel or thread by its id, however many servers there are."""
        return self._channels.find(id)

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """Pass an event on, once the channels that it brings can be found."""
        self._channels.note(event, *args)
        super().dispatch(event, *args, **kwargs)

    async def start(self, token: str, *, reconnect: bool = True) -> None:
        """Connect and stay connected until `stop`; wait while Discord is unreachable.

        Raises StartError with a sentence for the host if Discord rejects the bot.
        """
        self._starting = asyncio.current_task()
        await self.patience.reach(partial(self._log_in, token))
        await self.patience.reach(self._wait_to_start)
        await self.set_up()
        await self.patience.reach(partial(self.connect, reconnect=reconnect))

    async def set_up(self) -> None:
        """Get ready for events, after the login and before the gateway connects."""

    async def stop(self) -> None:
        """Cancel `start`, whatever it is waiting for."""
        if self._starting is not None:
            self._starting.cancel()

    async def _log_in(self, token: str) -> None:
        try:
            await self.login(token)
        except BaseException:
            # the next login opens a new session, and closing this one has closed its connector
            await self.http.close()
            self.http.connector = discord.utils.MISSING
            raise

    async def _wait_to_start(self) -> None:
        await self.session_starts.wait_to_start(self.http.get_bot_gateway)

    async def before_identify_hook(
        self,
        shard_id: int | None,
        *,
        initial: bool = False,  # noqa: ARG002 - discord.py passes it
    ) -> None:
        """Identify at once: the shard has waited for its turn before it connected."""
        self.session_starts.note_identify(shard_id or 0)

    async def launch_shard(
        self, gateway: yarl.URL, shard_id: int, *, initial: bool = False
    ) -> None:
        """Connect a shard; discord.py calls this again while it handles the failure."""
        failure = sys.exception()
        if isinstance(failure, Exception) and not self.shards:
            await self.patience.wait_after(failure)
        await self.session_starts.wait_for_turn(shard_id)
        await super().launch_shard(gateway, shard_id, initial=initial)
        keep_session(self.shards[shard_id], self.session_starts.wait_for_turn)
        self.patience.note_success()
