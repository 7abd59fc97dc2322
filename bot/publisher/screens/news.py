"""The newest state of a table, as its screens wait for it."""

from __future__ import annotations

import asyncio
import logging
import time

from bot.tables.views import Note, Progress

from .board import SLOW_SECONDS, Board, BoardTrouble

_LOG = logging.getLogger(__name__)
BOARD_WAIT_SECONDS = 3.0


class TableNews:
    """The newest progress of a table, and what became of its board.

    `overtaken` is set, and replaced, once `newest` is newer.
    """

    def __init__(self, progress: Progress) -> None:
        self.newest = progress
        self.trouble = BoardTrouble()
        self.overtaken = asyncio.Event()
        self._board_tried = asyncio.Event()

    @property
    def table_id(self) -> str:
        """The table."""
        return self.newest.after.table_id

    def take(self, progress: Progress) -> None:
        """Store the progress of the table unless a newer one is known."""
        if progress.version > self.newest.version:
            self.overtaken.set()
            self.overtaken = asyncio.Event()
        if progress.version >= self.newest.version:
            self.newest = progress

    @property
    def lateness(self) -> Note | None:
        """Why the board is stale, or that it takes long; None if it is up to date."""
        since = self.trouble.since
        if self.trouble.note is None and since is not None:
            return Note.BOARD_SLOW if time.monotonic() - since > SLOW_SECONDS else None
        return self.trouble.note

    def board_tried(self) -> None:
        """Note that the board was sent, or that Discord has refused it."""
        self._board_tried.set()
        self._board_tried = asyncio.Event()

    async def wait_for_board(self, board: Board) -> None:
        """Wait for the board of the newest hand, with a timeout, unless none can come.

        What is sent to its players stands below it, so that both are visible.
        """
        hand_no = self.newest.after.hand_no
        try:
            async with asyncio.timeout(BOARD_WAIT_SECONDS):
                while self.trouble.note is None and board.is_awaited(hand_no):
                    await self._board_tried.wait()
        except TimeoutError:
            _LOG.info("the board of table %s is overdue", self.table_id)
