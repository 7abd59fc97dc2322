"""Refusals: one message per user, the newest."""

from __future__ import annotations

import logging

from bot.presenter.words.spec import Message
from bot.values.clock import Clock

from .keeper.answers import Answer, AnswerLost
from .keeper.live_message import LiveMessage

_LOG = logging.getLogger(__name__)


class Refusals:
    """Shows refusals and deletes older ones, while their tokens are valid."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._shown: dict[int, LiveMessage] = {}

    async def show(self, answer: Answer, message: Message) -> None:
        """Explain a refusal to a user, and delete the last one."""
        user_id = answer.user_id
        now = self._clock.now()
        older = self._shown.pop(user_id, None)
        try:
            shown = await answer.fill(message, in_place=False)
        except AnswerLost:
            _LOG.info("an answer was lost")
            return
        deletable = {user: old for user, old in self._shown.items() if old.expires >= now}
        self._shown = deletable if shown is None else {**deletable, user_id: shown}
        if older is not None:
            await older.delete(now)
