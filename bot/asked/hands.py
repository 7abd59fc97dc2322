"""Answer questions about a hand, but never help with a hand in play."""

from __future__ import annotations

from collections.abc import Collection

from bot.tables.errors import NoSuchHand
from bot.tables.model import Occupant, Table
from bot.tables.service import TableService
from texas42.ai.findings.bid_chances import BidChances, BidQuestion
from texas42.ai.findings.play_chances import PlayChances
from texas42.engine import Phase, SeatView, Tile, parse_call, parse_tile, view_for
from texas42.library import load_rules

from .errors import HandInPlay, HandOfToday, UnplayedHandOfToday
from .model import AskedBidding, PlayQuestion, Question
from .ports import DailyHands, Oracle

GAME = "42"
MOST_SHARED = 4
"""The most tiles that a question may share with a hand that the asker holds."""


class HandQuestions:
    """Answers questions about a hand. Raises HandInPlay if the answer could help a hand in play."""

    def __init__(self, oracle: Oracle, tables: TableService, daily: DailyHands) -> None:
        self._oracle = oracle
        self._tables = tables
        self._daily = daily

    async def view(self, question: Question, user_id: int | None = None) -> SeatView:
        """Build the view of the question's seat, for a person or for everybody.

        Raises NoSuchHand, and HandKept.
        """
        if isinstance(question, AskedBidding):
            return bid_question(question).view()
        found = self._tables.archive.hand_seen_by(question.table_id, question.hand_no, user_id)
        replay = await found
        if question.step >= len(replay.moments):
            raise NoSuchHand
        game = replay.moments[question.step].game
        if game.deal is None or game.deal.phase is not Phase.PLAY:
            raise NoSuchHand
        return view_for(game, game.deal.to_act)

    async def answer(
        self, question: Question, user_id: int | None = None
    ) -> BidChances | PlayChances | None:
        """Answer a question, for a person or for everybody; None without the strong players.

        Raises ReviewNotReady, and what `view` raises.
        """
        if isinstance(question, PlayQuestion):
            return await self._oracle.play_chances(await self.view(question, user_id))
        return await self._oracle.bid_chances(bid_question(question))

    async def require_not_in_play(self, user_id: int, hand: Collection[Tile]) -> None:
        """Refuse a hand that could help the asker, now or when they play the daily hand.

        Raises HandInPlay, and UnplayedHandOfToday for exactly the daily hand, before the asker has
        finished it.
        """
        await self._require_idle(user_id, hand)
        for day in await self._daily.open_hands(user_id):
            if not day.is_finished and set(day.tiles) == set(hand):
                raise UnplayedHandOfToday

    async def require_public(self, user_id: int, hand: Collection[Tile]) -> None:
        """Refuse a hand that may not be put to a vote now. Raises HandInPlay and HandOfToday.

        Nobody may show exactly the daily hand before its day closes. Whoever has seen it may not
        show a hand that shares five or more tiles with it either.
        """
        await self._require_idle(user_id, hand)
        for day in await self._daily.open_hands(user_id):
            if set(day.tiles) == set(hand) or (day.is_seen and _share_most(day.tiles, hand)):
                raise HandOfToday

    async def _require_idle(self, user_id: int, hand: Collection[Tile]) -> None:
        """Refuse a hand that could help the asker now, always with HandInPlay.

        During a rated, event or daily hand, that is every hand. During another hand, it is one that
        shares five or more tiles with theirs.
        """
        if await self._daily.is_in_play(user_id):
            raise HandInPlay
        for table in await self._tables.tables_of(user_id):
            panel = await self._tables.panel(table.table_id, user_id)
            view = panel.view
            if view is None or panel.seat is None or view.phase is Phase.OVER:
                continue
            if _counts(table) or _share_most(view.hand, hand):
                raise HandInPlay


def _share_most(hand: Collection[Tile], other: Collection[Tile]) -> bool:
    return len(set(hand) & set(other)) > MOST_SHARED


def _counts(table: Table) -> bool:
    """Return True if a table's hand may count for ratings or belongs to an event."""
    people = all(seat.occupant is Occupant.PERSON for seat in table.seats)
    return people or table.event_id is not None


def bid_question(asked: AskedBidding) -> BidQuestion:
    """Parse a stored question. Raises BadQuestion, and errors of the engine and the library."""
    rules = load_rules(GAME, asked.rules)
    tiles = [parse_tile(text) for text in asked.hand]
    calls = [parse_call(text, rules) for text in asked.calls]
    return BidQuestion.of(rules, tiles, calls, asked.total)
