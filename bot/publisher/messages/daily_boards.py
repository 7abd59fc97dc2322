"""The messages of each server's boards of the daily hand."""

from __future__ import annotations

import discord

from bot.daily.model import NO_MESSAGE, StoredBoard
from bot.daily.views import DayBoard, WeekBoard
from bot.presenter.daily.board import day_board, week_board
from bot.presenter.words.spec import Message
from bot.publisher.calls.convert import to_edit, to_send
from bot.publisher.calls.nonces import create
from bot.publisher.messages.background import Background
from bot.publisher.publisher import DiscordPublisher
from bot.values.undelivered import Delivery, Undelivered, UndeliveredKind


class DailyBoardMessages:
    """Posts and edits boards. Implements the daily hand's `BoardMessages`.

    Raises discord.py's errors if a retry may succeed.
    """

    def __init__(
        self, bot: discord.Client, publisher: DiscordPublisher, background: Background
    ) -> None:
        self._bot = bot
        self._publisher = publisher
        self._background = background

    async def post(self, board: StoredBoard, view: DayBoard | WeekBoard) -> int | None:
        """Post a board and return the message's id; None if it is refused for good."""
        message = self._message(view)
        kind = "week" if board.week else "day"
        posted = NO_MESSAGE

        async def send() -> None:
            nonlocal posted
            sent, _ = await create(
                self._bot.get_partial_messageable(board.channel_id),
                ("daily", kind, board.date.isoformat(), board.guild_id),
                1,
                lambda: to_send(message, {}),
            )
            posted = sent.id

        delivery = await self._background.send(_about(board), send, posts=True)
        return posted if delivery is Delivery.SENT else None

    async def edit(self, board: StoredBoard, view: DayBoard | WeekBoard) -> Delivery:
        """Update the message if it still exists."""
        channel = self._bot.get_partial_messageable(board.channel_id)
        posted = channel.get_partial_message(board.message_id)

        async def send() -> None:
            await posted.edit(**to_edit(self._message(view), {}))

        return await self._background.send(_about(board), send, posts=False)

    def _message(self, view: DayBoard | WeekBoard) -> Message:
        context = self._publisher.context(view.guild_id)
        return day_board(view, context) if isinstance(view, DayBoard) else week_board(view, context)


def _about(board: StoredBoard) -> Undelivered:
    """Name a channel's boards: whatever is refused for one of them is refused for all."""
    kind = UndeliveredKind.DAILY_BOARD
    key = f"{board.guild_id}/{board.channel_id}"
    return Undelivered(kind, key, board.guild_id, board.channel_id)
