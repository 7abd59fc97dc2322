"""Tells people, at their next press, which of their messages Discord refused for good."""

from __future__ import annotations

import logging

from bot.presenter.discord.undelivered import undelivered_screen
from bot.runtime.loops import Loop
from bot.store.errors import StoreFailure
from bot.store.sent.undelivered import UndeliveredStore
from bot.values.clock import Clock

from .calls.discord_errors import DISCORD_ERRORS, failure_of
from .keeper.answers import Answer, AnswerLost
from .publisher import DiscordPublisher

_LOG = logging.getLogger(__name__)
LOOK_SECONDS = 30.0
"""How long what another process noted may stay unknown here."""


class Untold:
    """The people who have something to be told, cached so that a press reads nothing for it."""

    def __init__(self, store: UndeliveredStore, publisher: DiscordPublisher, clock: Clock) -> None:
        self._store = store
        self._publisher = publisher
        self._people = set[int]()
        self.loop = Loop("reading refusals", self._read, clock, expected=(StoreFailure,))

    def start(self) -> None:
        """Read in the background what earlier runs and other processes noted."""
        self.loop.start()

    async def stop(self) -> None:
        """Stop reading."""
        await self.loop.stop()

    def add(self, user_id: int) -> None:
        """Tell a person at their next press."""
        self._people.add(user_id)

    async def tell(self, answer: Answer) -> None:
        """Tell the user of a press, after its answer, if there is something to tell.

        They are marked as told once Discord has taken the message.
        """
        user_id = answer.user_id
        if user_id not in self._people:
            return
        self._people.discard(user_id)
        try:
            found = await self._store.untold(user_id)
            if found:
                context = await self._publisher.context_of(answer)
                await answer.fill(undelivered_screen(found, context), in_place=False)
                await self._store.mark_told_undelivered(user_id)
        except (*DISCORD_ERRORS, AnswerLost, StoreFailure) as error:
            self._people.add(user_id)
            _LOG.info("could not tell a person of a refused message yet: %s", _said(error))

    async def _read(self) -> float:
        self._people = set(await self._store.people_to_tell())
        return LOOK_SECONDS


def _said(error: Exception) -> object:
    return failure_of(error) if isinstance(error, DISCORD_ERRORS) else type(error).__name__
