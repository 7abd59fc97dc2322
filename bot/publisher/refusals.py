"""What users are told that does not work: one message a user, the newest."""

from __future__ import annotations

import logging

from bot.presenter.words.spec import Message

from .answers import Answer, AnswerLost
from .messages.live_message import LiveMessage
from .ports import Clock

_LOG = logging.getLogger(__name__)


class Refusals:
    """Shows refusals, each in the place of the one before; forgets those that cannot be deleted."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._shown: dict[int, LiveMessage] = {}

    async def show(self, answer: Answer, message: Message) -> None:
        """Tell a user what does not work, and delete what they were told before."""
        user_id, now = answer.user_id, self._clock.now()
        older = self._shown.pop(user_id, None)
        try:
            shown = await answer.fill(message, in_place=False)
        except AnswerLost:
            _LOG.info("an answer was lost")
            return
        standing = {user: told for user, told in self._shown.items() if told.expires >= now}
        self._shown = standing if shown is None else {**standing, user_id: shown}
        if older is not None:
            await older.delete(now)
