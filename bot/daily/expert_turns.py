"""Background work for daily hands: the experts' turns, par, and the expert's own score."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from weakref import WeakValueDictionary

from bot.runtime.loops import Loop, Pauses
from bot.store.daily.days import DayStore
from bot.store.daily.scores import DayScoreStore
from bot.store.errors import Conflict, StoreFailure
from bot.values.clock import Clock
from bot.values.experts import ExpertState
from texas42.engine import Action, Game, apply, view_for

from .boards import DailyBoards
from .book import DayBook, OpenHand
from .errors import DailyError, DayOver
from .hand import (
    SEAT,
    deal_of,
    dealt,
    first_lead,
    is_over,
    outcome_of,
    par_score,
    score_of,
    seat_in_turn,
    text_of,
)
from .model import StoredDay, StoredHand
from .ports import DailyScreens, Experts
from .views import Stage

_LOG = logging.getLogger(__name__)
WARM_UP_SECONDS = 600.0
PAUSES = Pauses(first=5.0, longest=600.0)
Key = tuple[date, int, str]
"""A day, a person (0 for nobody), and the kind of work."""


@dataclass(frozen=True, slots=True)
class ExpertPauses:
    """The shortest pause, in seconds, before an expert's act, and after a finished trick.

    The expert thinks during the pause, so that its length gives nothing away.
    """

    act: float
    trick: float

    @classmethod
    def of(cls, seconds: float) -> ExpertPauses:
        """Derive the pace from the program's pause between two plays."""
        return cls(0.5 * seconds, 1.2 * seconds)


def with_act(found: OpenHand, action: Action, now: float) -> OpenHand:
    """Return a hand after one more act. Raises IllegalAction."""
    game = apply(found.game, action).game
    hand = replace(found.hand, acts=(*found.hand.acts, text_of(found.game, action)))
    if is_over(game):
        hand = replace(hand, finished_at=now, outcome=outcome_of(game))
    return OpenHand(found.day, hand, game)


class ExpertTurns:
    """Plays the experts' turns in the background, and computes par and the expert's score."""

    def __init__(
        self,
        days: DayStore,
        scores: DayScoreStore,
        book: DayBook,
        experts: Experts,
        screens: DailyScreens,
        clock: Clock,
        pace: ExpertPauses,
        boards: DailyBoards,
    ) -> None:
        self._days = days
        self._scores = scores
        self._book = book
        self._experts = experts
        self._screens = screens
        self._clock = clock
        self._pace = pace
        self._boards = boards
        self._scored: set[tuple[date, str]] = set()  # the expert's score is saved
        self._tasks: dict[Key, asyncio.Task[None]] = {}
        self._locks: WeakValueDictionary[tuple[date, int], asyncio.Lock] = WeakValueDictionary()

    def lock(self, day: date, user_id: int) -> asyncio.Lock:
        """Return the lock of a person's hand."""
        return self._locks.setdefault((day, user_id), asyncio.Lock())

    async def stop(self) -> None:
        """Stop all background work; the next start or press resumes it."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def idle(self) -> None:
        """Wait until all background work is done."""
        while self._tasks:
            await asyncio.wait(set(self._tasks.values()))

    def follow(self, found: OpenHand) -> None:
        """Start what is due for a hand: the experts' turns, or par once it is over.

        A hand with experts of another version only gets par, which needs no experts.
        """
        day = found.day
        user_id = found.hand.user_id
        version = self._experts.version
        is_theirs = found.hand.version == version
        if found.hand.outcome is None:
            if is_theirs and seat_in_turn(found.game) != SEAT:
                work = partial(self._play_on, day, user_id, found.hand.seq)
                self._start((day.date, user_id, "turns"), work)
        elif found.hand.outcome.par is None:
            self._boards.finished()
            self._start((day.date, user_id, "par"), lambda: self._add_par(found))
        if is_theirs and (day.date, version) not in self._scored:
            self._start((day.date, 0, version), lambda: self._add_expert_score(day, version))

    def begin_later(self, day: StoredDay, hand: StoredHand) -> None:
        """Begin a hand as soon as the experts can play."""
        key = (day.date, hand.user_id, "begin")
        self._start(key, lambda: self._begin_when_ready(day, hand))

    def _start(self, key: Key, work: Callable[[], Coroutine[object, object, None]]) -> None:
        """Run work in the background unless it is already running; retry with back-off."""
        if key in self._tasks:
            return
        loop = Loop(
            "daily hand",
            partial(_once, work),
            self._clock,
            pauses=PAUSES,
            expected=(StoreFailure,),
        )
        task = asyncio.create_task(loop.run(), name="daily hand")
        self._tasks[key] = task
        task.add_done_callback(lambda _: self._tasks.pop(key, None))

    async def _are_ready(self) -> bool:
        return await self._experts.ready(WARM_UP_SECONDS) is ExpertState.READY

    async def _begin_when_ready(self, day: StoredDay, hand: StoredHand) -> None:
        if not await self._are_ready():
            view = self._book.waiting_view(day, hand.user_id, Stage.MISSING)
            self._screens.publish(view)
            return
        if self._book.calendar.day_at(self._clock.now()) != day.date:
            raise DayOver
        await self.begin(day, hand)
        self._screens.publish(await self._book.view(day, hand.user_id))

    async def begin(self, day: StoredDay, hand: StoredHand) -> None:
        """Save a new hand unless the person already has one, and play on from the saved hand."""
        async with self.lock(day.date, hand.user_id):
            try:
                await self._days.begin_hand(replace(hand, begun_at=self._clock.now()))
            except Conflict:
                _LOG.info("a daily hand was begun already")
            found = await self._book.load(day.date, hand.user_id)
        if found is not None:
            self.follow(found)

    async def _play_on(self, day: StoredDay, user_id: int, shown: int) -> None:
        """Play the experts' turns until it is the person's turn or the hand is over.

        `shown`: the seq of the person's screen, which is stale if another process has played on.
        """
        while (found := await self._book.load(day.date, user_id)) is not None:
            if found.hand.seq != shown:
                shown = found.hand.seq
                self._screens.publish(await self._book.view_of(found.day, user_id, found))
            seat = await self._expert_in_turn(found)
            if seat is None:
                if found.hand.is_finished:
                    self.follow(found)
                return
            await self._play_turn(found, seat)

    async def _play_turn(self, found: OpenHand, seat: int) -> None:
        """Choose an expert's act and save it, unless another process won the race."""
        began = self._clock.elapsed()
        action = await self._experts.choose(view_for(found.game, seat))
        spent = self._clock.elapsed() - began
        await self._clock.sleep(max(0.0, self._pause(found.game) - spent))
        async with self.lock(found.day.date, found.hand.user_id):
            try:
                await self._days.save_acts(with_act(found, action, self._clock.now()).hand, 1)
            except Conflict:
                _LOG.info("another process has played an expert's turn")

    async def _expert_in_turn(self, found: OpenHand) -> int | None:
        """Return the seat of the expert in turn; None if these experts have no turn to play."""
        seat = seat_in_turn(found.game)
        if seat is None or seat == SEAT or found.hand.version != self._experts.version:
            return None
        if not self._book.takes_acts(found.day) or not await self._are_ready():
            return None
        return seat

    def _pause(self, game: Game) -> float:
        deal = deal_of(game)
        new_trick = bool(deal.tricks) and (deal.trick is None or not deal.trick.plays)
        return self._pace.trick if new_trick else self._pace.act

    async def _add_par(self, found: OpenHand) -> None:
        """Compute par, save it, and show it."""
        day = found.day
        hand = found.hand
        lead = first_lead(dealt(day.date, day.secret), hand.acts)
        taken = None if lead is None else await self._experts.par(lead)
        if lead is None or taken is None:
            return
        await self._days.save_par(day.date, hand.user_id, par_score(lead, taken))
        self._screens.publish(await self._book.view(day, hand.user_id))

    async def _add_expert_score(self, day: StoredDay, version: str) -> None:
        """Play the hand with an expert in every seat and save the score, once a day."""
        if version in await self._scores.expert_scores(day.date):
            self._scored.add((day.date, version))
            return
        if not await self._are_ready():
            return
        game = dealt(day.date, day.secret)
        while (seat := seat_in_turn(game)) is not None:
            game = apply(game, await self._experts.choose(view_for(game, seat))).game
        deal = deal_of(game)
        score = score_of(deal, game.rules.game.side_of(SEAT))
        await self._scores.save_expert_score(day.date, version, score)
        self._scored.add((day.date, version))


async def _once(work: Callable[[], Coroutine[object, object, None]]) -> None:
    """Run work once; drop it if the hand cannot go on."""
    try:
        await work()
    except DailyError as error:
        _LOG.info("work for a daily hand was dropped: %s", type(error).__name__)
