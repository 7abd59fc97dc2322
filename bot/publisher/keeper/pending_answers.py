"""Presses that Discord has not received an answer to: what they show goes first."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

from .answers import Answer


class PendingAnswers:
    """The answers that are on their way, by user."""

    def __init__(self) -> None:
        self._answers: defaultdict[int, set[Answer]] = defaultdict(set)
        self._changed = asyncio.Event()

    @contextmanager
    def pending(self, answer: Answer) -> Iterator[None]:
        """Count an answer as pending within the block, at most until it is settled."""
        self._answers[answer.user_id].add(answer)
        try:
            yield
        finally:
            self.settle(answer)

    def settle(self, answer: Answer) -> None:
        """Note that Discord has received an answer, or never will."""
        answers = self._answers.get(answer.user_id, set())
        answers.discard(answer)
        if not answers:
            self._answers.pop(answer.user_id, None)
        self._changed.set()
        self._changed = asyncio.Event()

    async def settled(self, table_id: str, user_id: int | None) -> None:
        """Wait until no answer to a user at a table is pending: it is sent or deferred by then."""
        while any(
            answer.table_id == table_id and answer.is_open
            for answer in self._answers.get(user_id or 0, ())
        ):
            await self._changed.wait()
