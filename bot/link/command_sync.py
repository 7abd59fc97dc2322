"""Register the slash commands; the bot serves even if Discord refuses."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import aiohttp
import discord
from discord import app_commands

from bot.link.patience import growing_pauses
from bot.link.troubles import describe_error, requested_pause
from bot.runtime.loops import Loop, Pauses
from bot.values.clock import Clock

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
        clock: Clock,
        note: Callable[[Mapping[str, int]], None],
    ) -> None:
        self._tree = tree
        self._note = note
        self._known = 0
        self._register = True
        self._pauses: Iterator[float] = iter(())
        pauses = Pauses(FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS)
        self.loop = Loop("slash commands", self._retry, clock, pauses=pauses)

    async def start(self, *, register: bool) -> None:
        """Register the commands, or use the registered ones; schedule a retry if refused."""
        self._register = register
        self._pauses = growing_pauses(FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS)
        try:
            await self._sync()
        except REFUSALS as error:
            await self._use_registered()
            self.loop.start(self._pause_after(error))

    async def stop(self) -> None:
        """Stop retrying."""
        await self.loop.stop()

    async def _sync(self) -> None:
        known = [] if self._register else await self._tree.fetch_commands()
        self._note_ids(known or await self._tree.sync())

    async def _use_registered(self) -> None:
        """Use the commands registered by an earlier start."""
        try:
            self._note_ids(await self._tree.fetch_commands())
        except REFUSALS as error:
            _LOG.warning(
                "could not fetch the registered slash commands either: %s", describe_error(error)
            )

    async def _retry(self) -> float | None:
        """Offer the commands again; return the pause before the next try, None after success."""
        try:
            await self._sync()
        except REFUSALS as error:
            return self._pause_after(error)
        _LOG.warning("Discord accepted the slash commands")
        return None

    def _pause_after(self, refused: Exception) -> float:
        pause = max(next(self._pauses), requested_pause(refused) or 0.0)
        _LOG.warning(
            "Discord refused the slash commands: %s; retrying in %.0f min, and until then people "
            "have %s",
            describe_error(refused),
            pause / 60,
            f"the {self._known} registered earlier" if self._known else "none",
        )
        return pause

    def _note_ids(self, commands: Sequence[app_commands.AppCommand]) -> None:
        self._known = len(commands)
        self._note({each.name: each.id for each in commands})
