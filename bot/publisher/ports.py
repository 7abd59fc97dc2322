"""What the publisher needs of screens that are built on it."""

from __future__ import annotations

from typing import Protocol

from bot.publisher.keeper.answers import Answer
from bot.tables.views import Progress


class HandScreens(Protocol):
    """Shows people their hands of deals that many share: private messages alone."""

    async def answer_at(self, answer: Answer, progress: Progress, chosen: str) -> None:
        """Answer with the newest state of the user's hand; see `DiscordPublisher.answer`."""

    def release(self, user_id: int, message_id: int | None) -> None:
        """Stop updating a message that is about to show something else."""
