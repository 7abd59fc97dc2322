"""Fakes for the ports of questions: computer players, messages, and the daily hand."""

from __future__ import annotations

import asyncio

from bot.asked.hands import HandQuestions
from bot.asked.model import AskedBidding, Vote
from bot.asked.votes import REDRAW_SECONDS, Votes
from bot.store import Store
from bot.tables.errors import ReviewNotReady
from bot.values.day_hands import DayHand
from bot.values.posted import Posted, PostedKey, PostedKind
from bot.values.undelivered import Delivery
from tests.support.house import House
from texas42.ai.findings.bid_chances import BIDS, BidChances, BidQuestion
from texas42.ai.findings.judgments import Advice, Reason, ReasonKind
from texas42.ai.findings.play_chances import PlayChances
from texas42.engine import PASS, MakeCall, SeatView, Tile, parse_contract

RULES = {"preset": "straight-marks"}
SIXES = AskedBidding(RULES, ("66", "65", "64", "63", "62", "61", "60"))


def passing(question: BidQuestion) -> BidChances:
    """Answer every question with a pass."""
    view = question.view()
    sixes = parse_contract("6", question.rules)
    call = MakeCall(view.seat or 0, PASS)
    advice = Advice(call, Reason(ReasonKind.WEAK_HAND))
    return BidChances(view, {bid: {sixes: 0.25} for bid in BIDS}, {}, advice, None, None)


class FixedOracle:
    """Computer players that always give the same answer, unless a test makes them unready."""

    def __init__(self) -> None:
        self.ready = True

    async def bid_chances(self, question: BidQuestion) -> BidChances | None:
        if not self.ready:
            raise ReviewNotReady(begun=False)
        return passing(question)

    async def play_chances(self, view: SeatView) -> PlayChances | None:
        plays = dict.fromkeys(view.legal, 0.5)
        advice = Advice(view.legal[0], Reason(ReasonKind.SAMPLED))
        return PlayChances(view, plays, advice)  # type: ignore[arg-type]


class Wall:
    """Records the posted votes and their updates; fails while `broken`.

    `refused` and `gone`: ids of votes that Discord refuses for good, or whose messages are deleted.
    `showing`: the updates under way. They wait while `answering` is not set.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self.posted: list[str] = []
        self.shown: list[tuple[Vote, BidChances | PlayChances | None]] = []
        self.broken = False
        self.refused: set[str] = set()
        self.gone: set[str] = set()
        self.forgotten: list[str] = []
        self.showing = 0
        self.most_at_once = 0
        self.answering = asyncio.Event()
        self.answering.set()

    async def post(self, vote: Vote, view: SeatView) -> int:
        del view
        if self.broken:
            raise ConnectionError
        if vote.vote_id not in self.posted:
            self.posted.append(vote.vote_id)
        message_id = 1 + self.posted.index(vote.vote_id)
        key = PostedKey(PostedKind.VOTE, vote.vote_id)
        await self._store.messages.put_posted(
            Posted(key, 1, vote.guild_id, vote.channel_id, message_id)
        )
        return message_id

    async def post_later(self, vote: Vote, view: SeatView) -> int | None:
        return None if vote.vote_id in self.refused else await self.post(vote, view)

    async def show(
        self, vote: Vote, view: SeatView, answer: BidChances | PlayChances | None
    ) -> Delivery:
        del view
        self.showing += 1
        self.most_at_once = max(self.most_at_once, self.showing)
        try:
            await self.answering.wait()
        finally:
            self.showing -= 1
        if self.broken:
            raise ConnectionError
        if vote.vote_id in self.gone:
            return Delivery.GONE
        if vote.vote_id in self.refused:
            return Delivery.REFUSED
        self.shown.append((vote, answer))
        return Delivery.SENT

    async def forget(self, vote: Vote) -> None:
        self.forgotten.append(vote.vote_id)


class NoDaily:
    """No daily hand, unless a test sets `tiles`; nobody has begun it but `playing` and `seen`."""

    def __init__(self) -> None:
        self.tiles: tuple[Tile, ...] = ()
        self.playing: set[int] = set()
        self.seen: set[int] = set()
        self.finished: set[int] = set()

    async def is_in_play(self, user_id: int) -> bool:
        return user_id in self.playing

    async def open_hands(self, user_id: int) -> list[DayHand]:
        finished = user_id in self.finished
        seen = finished or user_id in self.seen
        return [DayHand(self.tiles, is_seen=seen, is_finished=finished)] if self.tiles else []


class Asking:
    """Votes on a table service's store; `restarted` simulates a new process on the same store."""

    def __init__(self, house: House, wall: Wall | None = None) -> None:
        self.house = house
        self.wall = wall or Wall(house.store)
        self.oracle = FixedOracle()
        self.daily = NoDaily()
        self.hands = HandQuestions(self.oracle, house.tables, self.daily)
        self.votes = Votes(house.store.votes, self.wall, self.hands, house.clock)

    def restarted(self) -> Asking:
        return Asking(self.house, self.wall)


async def step(asking: Asking) -> float:
    """Run one step of the loop, with its pauses; return the seconds until the next one."""
    task = asyncio.create_task(asking.votes._step())
    while not task.done():
        await asyncio.sleep(0)
        if asking.house.clock.sleepers:
            asking.house.clock.move(REDRAW_SECONDS)
    return await task
