"""Register the slash commands; the bot serves even if Discord refuses."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import aiohttp
import discord
from discord import app_commands

from bot.link.patience import growing_pauses
from bot.link.troubles import said_by_discord, told_pause
from bot.runtime.clock import SystemClock

_LOG = logging.getLogger(__name__)
REFUSALS = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)
FIRST_PAUSE_SECONDS = 60.0
LONGEST_PAUSE_SECONDS = 3600.0


class CommandSync:
    """Registers the slash commands and reports their ids, by name, to `note`.

    A refusal (usually the daily limit of new commands) is retried later.
    """

    def __init__(
        self,
        tree: app_commands.CommandTree[Any],
        clock: SystemClock,
        note: Callable[[Mapping[str, int]], None],
    ) -> None:
        self._tree = tree
        self._clock = clock
        self._note = note
        self._known = 0
        self._retrying: asyncio.Task[None] | None = None

    async def start(self, *, register: bool) -> None:
        """Register the commands, or use the registered ones; schedule a retry if refused."""
        try:
            await self._sync(register=register)
        except REFUSALS as error:
            await self._use_known()
            retrying = self._retry(error, register=register)
            self._retrying = asyncio.create_task(retrying, name="slash commands")

    async def stop(self) -> None:
        """Stop retrying."""
        if self._retrying is not None:
            self._retrying.cancel()
            await asyncio.wait({self._retrying})

    async def _sync(self, *, register: bool) -> None:
        known = [] if register else await self._tree.fetch_commands()
        self._note_ids(known or await self._tree.sync())

    async def _use_known(self) -> None:
        """Use the commands registered by an earlier start."""
        try:
            self._note_ids(await self._tree.fetch_commands())
        except REFUSALS as error:
            _LOG.warning("the slash commands cannot be read either: %s", said_by_discord(error))

    async def _retry(self, refused: Exception, *, register: bool) -> None:
        pauses = growing_pauses(FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS)
        while True:
            pause = max(next(pauses), told_pause(refused) or 0.0)
            _LOG.warning(
                "Discord does not take the slash commands: %s; trying again in %.0f min, and until "
                "then people have %s",
                said_by_discord(refused),
                pause / 60,
                f"the {self._known} that it knows" if self._known else "none",
            )
            await self._clock.sleep(pause)
            try:
                await self._sync(register=register)
            except REFUSALS as error:
                refused = error
            else:
                _LOG.warning("Discord has taken the slash commands now")
                return

    def _note_ids(self, commands: Sequence[app_commands.AppCommand]) -> None:
        self._known = len(commands)
        self._note({each.name: each.id for each in commands})
