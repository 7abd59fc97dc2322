"""The messages of each server's boards of the daily hand."""

from __future__ import annotations

import logging

import discord

from bot.daily.model import StoredBoard
from bot.daily.views import DayBoard, WeekBoard
from bot.presenter.daily.board import day_board, week_board
from bot.presenter.words.spec import Message
from bot.publisher.calls.convert import to_edit, to_send
from bot.publisher.calls.discord_errors import DISCORD_ERRORS, failure_of
from bot.publisher.calls.nonces import create
from bot.publisher.publisher import DiscordPublisher

_LOG = logging.getLogger(__name__)


class DailyBoardMessages:
    """Posts and edits boards. Implements the daily hand's `BoardMessages`.

    Raises discord.py's errors if a retry may succeed.
    """

    def __init__(self, bot: discord.Client, publisher: DiscordPublisher) -> None:
        self._bot = bot
        self._publisher = publisher

    async def post(self, board: StoredBoard, view: DayBoard | WeekBoard) -> int | None:
        """Post a board and return the message's id; None if the channel can't be used."""
        message, kind = self._message(view), "week" if board.week else "day"
        try:
            sent, _ = await create(
                self._bot.get_partial_messageable(board.channel_id),
                ("daily", kind, board.date.isoformat(), board.guild_id),
                1,
                lambda: to_send(message, {}),
            )
        except DISCORD_ERRORS as error:
            failure = failure_of(error)
            if failure.is_temporary:
                raise
            _LOG.info("a board of the daily hand can't be posted: %s", failure)
            return None
        return sent.id

    async def edit(self, board: StoredBoard, view: DayBoard | WeekBoard) -> None:
        """Update the message if it still exists."""
        channel = self._bot.get_partial_messageable(board.channel_id)
        posted = channel.get_partial_message(board.message_id)
        try:
            await posted.edit(**to_edit(self._message(view), {}))
        except DISCORD_ERRORS as error:
            failure = failure_of(error)
            if failure.is_temporary:
                raise
            _LOG.info("a board of the daily hand can't be edited: %s", failure)

    def _message(self, view: DayBoard | WeekBoard) -> Message:
        context = self._publisher.context(view.guild_id)
        return day_board(view, context) if isinstance(view, DayBoard) else week_board(view, context)
