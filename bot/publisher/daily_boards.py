"""The messages of each server's boards of the daily hand."""

from __future__ import annotations

import asyncio
from functools import partial

from bot.daily.model import StoredBoard
from bot.daily.views import DayBoard, WeekBoard
from bot.presenter.daily.board import day_board, week_board
from bot.presenter.words.spec import Message
from bot.publisher.keeper.background import Background
from bot.publisher.keeper.wanted import Wanted
from bot.publisher.publisher import DiscordPublisher
from bot.values.posted import PostedKey, PostedKind
from bot.values.undelivered import Delivery, Undelivered, UndeliveredKind


class DailyBoardMessages:
    """Shows boards. Implements the daily hand's `BoardMessages`.

    Raises discord.py's errors if a retry may succeed.
    """

    def __init__(self, publisher: DiscordPublisher, background: Background) -> None:
        self._publisher = publisher
        self._background = background

    async def show(self, board: StoredBoard, view: DayBoard | WeekBoard, digest: str) -> Delivery:
        """Post a board, or update it if it still exists. `digest`: of the view."""
        kind = PostedKind.WEEK_BOARD if board.week else PostedKind.DAY_BOARD
        key = PostedKey(kind, board.date.isoformat(), board.guild_id)
        message = self._publisher.message(key)
        words = await asyncio.to_thread(self._message, view)  # a large server lists thousands
        wanted = Wanted(
            write=lambda: words,
            channel_id=board.channel_id,
            guild_id=board.guild_id,
            digest=digest,
        )
        await message.restore()
        posts = message.live is None
        return await self._background.send(
            _about(board), partial(message.show, wanted), posts=posts
        )

    def _message(self, view: DayBoard | WeekBoard) -> Message:
        context = self._publisher.context(view.guild_id)
        return day_board(view, context) if isinstance(view, DayBoard) else week_board(view, context)


def _about(board: StoredBoard) -> Undelivered:
    """Name a channel's boards: whatever is refused for one of them is refused for all."""
    kind = UndeliveredKind.DAILY_BOARD
    key = f"{board.guild_id}/{board.channel_id}"
    return Undelivered(kind, key, board.guild_id, board.channel_id)
