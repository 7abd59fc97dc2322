"""The board of a table: one message per hand, edited in place until it is the result."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import partial

from bot.presenter.words.spec import Message
from bot.publisher.calls.discord_errors import Failure
from bot.publisher.keeper.means import Means
from bot.publisher.keeper.posted_message import PostedMessage
from bot.publisher.keeper.results import in_the_past
from bot.publisher.keeper.wanted import Wanted
from bot.tables.model import Status
from bot.tables.views import Note, TableView
from bot.values.posted import Posted, PostedKey, PostedKind

from .contents import Contents
from .old_cards import OldCards

SLOW_SECONDS = 2.0


class BoardTrouble:
    """Why a board is stale. `note`: the text for players while Discord refuses the board."""

    def __init__(self) -> None:
        self.note: Note | None = None
        self.since: float | None = None  # when the pending send began

    def sending(self) -> None:
        """Record that a send has begun."""
        if self.since is None:
            self.since = time.monotonic()

    def sent(self, failure: Failure | None) -> bool:
        """Record the outcome of a send; return True if the note changed."""
        before = self.note
        self.since = None
        self.note = None
        if failure is not None:
            self.note = failure.note or Note.REFUSED
        return self.note is not before


class Board:
    """What the board of one table is to show.

    A board that is deleted twice within a minute isn't wanted: a note says how to see it again, and
    stands in its place until then, until the next hand, or until the table closes.
    """

    def __init__(self, means: Means, contents: Contents, table_id: str) -> None:
        self.message = PostedMessage(means, PostedKey(PostedKind.BOARD, table_id), is_ours=True)
        self.again = False
        self.final: TableView | None = None  # how the last hand ended
        self._contents = contents
        self._old = OldCards(means, self.message, contents.line_of)

    async def show(self, table: TableView, *, is_behind: bool = False) -> None:
        """Edit the board to show the table, or post one if there is none.

        `is_behind`: it has waited long for its turn, which it says.
        """
        final = self._final_of(table.hand_no)
        if table.status is Status.CLOSED and final is not None:
            table = replace(table, seats=final.seats)  # the players may have left
        wanted = Wanted(
            write=partial(self._contents.board, table, is_behind=is_behind),
            channel_id=table.known_place.channel_id,
            guild_id=table.guild_id,
            part=table.hand_no,
            again=self.again,
            may_move=_is_between_tricks(table),
            silent=table.hand_no > 1,
            last=table.status is Status.CLOSED,
            retired=self._result_of,
            stand_in=partial(self._contents.board_deleted, table),
        )
        self.again = False
        try:
            await self.message.show(wanted)
        except BaseException:
            self.again = self.again or wanted.again
            raise

    def is_awaited(self, hand_no: int) -> bool:
        """Return True if the board of a hand is still to be posted."""
        return self.again or self.message.is_awaited(hand_no)

    async def shrink_old_card(self) -> None:
        """Turn the oldest card of a finished hand into one line if there are too many."""
        await self._old.shrink_oldest()

    def _final_of(self, hand_no: int) -> TableView | None:
        """Return the table at the end of a hand, if that was the last one to end."""
        return self.final if self.final is not None and self.final.hand_no == hand_no else None

    def _result_of(self, old: Posted, shown: Message | None) -> Message | None:
        """Build the result that the board of a hand becomes, since the next hand has begun."""
        final = self._final_of(old.key.part)
        if final is not None:
            shown = self._contents.board(final)  # the next hand may have begun at once
        return None if shown is None else in_the_past(shown)


def _is_between_tricks(table: TableView) -> bool:
    trick = table.view.trick if table.view is not None else None
    return table.status is not Status.PLAYING or trick is None or not trick.plays
