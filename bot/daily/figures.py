"""What is counted for finished hands in the background: par, and the expert's own score."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from datetime import date
from functools import partial

from bot.runtime.loops import Loop, Pauses
from bot.store.daily.days import DayStore
from bot.store.daily.scores import DayScoreStore
from bot.store.errors import StoreFailure
from bot.tables.clocks.computer_turns import WARM_UP_SECONDS
from bot.tables.errors import NoSuchTable, TryAgain
from bot.values.clock import Clock
from bot.values.experts import ExpertState
from texas42.engine import apply, view_for

from .book import OpenHand
from .errors import DailyError
from .hand import SEAT, deal_of, dealt, first_lead, par_score, score_of, seat_in_turn
from .model import StoredDay
from .ports import Experts

_LOG = logging.getLogger(__name__)
PAUSES = Pauses(first=5.0, longest=600.0)
Key = tuple[date, int, str]
"""A day, a person (0 for nobody), and the kind of work."""
Work = Callable[[], Coroutine[object, object, None]]


class Background:
    """Runs work once each in the background; retries it with back-off while the store is down."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._tasks: dict[Key, asyncio.Task[None]] = {}
        self._stopped = False

    def start(self, key: Key, work: Work) -> None:
        """Run work unless the same is running, or all work has been stopped."""
        if self._stopped or key in self._tasks:
            return
        loop = Loop(
            "daily hand",
            partial(_once, work),
            self._clock,
            pauses=PAUSES,
            expected=(StoreFailure, TryAgain),
        )
        task = asyncio.create_task(loop.run(), name="daily hand")
        self._tasks[key] = task
        task.add_done_callback(lambda _: self._tasks.pop(key, None))

    async def idle(self) -> None:
        """Wait until all work is done."""
        while self._tasks:
            await asyncio.wait(set(self._tasks.values()))

    async def stop(self) -> None:
        """Cancel all work, and begin no more; nothing that was saved is lost."""
        self._stopped = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


class Figures:
    """Counts par for each finished hand, and once a day the score of an expert in their seat."""

    def __init__(
        self, days: DayStore, scores: DayScoreStore, experts: Experts, background: Background
    ) -> None:
        self._days = days
        self._scores = scores
        self._experts = experts
        self._background = background
        self._scored: set[tuple[date, str]] = set()

    def follow(self, found: OpenHand, show: Callable[[], Coroutine[object, object, None]]) -> None:
        """Start what is missing for a hand. `show`: shows its person a new par."""
        hand = found.hand
        day = found.day
        if hand.outcome is not None and hand.outcome.par is None:
            key = (day.date, hand.user_id, "par")
            self._background.start(key, lambda: self._add_par(found, show))
        version = self._experts.version
        if hand.version == version and (day.date, version) not in self._scored:
            key = (day.date, 0, version)
            self._background.start(key, lambda: self._add_expert_score(day, version))

    async def _add_par(
        self, found: OpenHand, show: Callable[[], Coroutine[object, object, None]]
    ) -> None:
        """Count par, save it, and show it."""
        day = found.day
        hand = found.hand
        lead = first_lead(dealt(day.date, day.secret), hand.acts)
        taken = None if lead is None else await self._experts.par(lead)
        if lead is None or taken is None:
            return
        await self._days.save_par(day.date, hand.user_id, par_score(lead, taken))
        await show()

    async def _add_expert_score(self, day: StoredDay, version: str) -> None:
        """Play the hand with an expert in every seat and save the score, once a day."""
        if version in await self._scores.expert_scores(day.date):
            self._scored.add((day.date, version))
            return
        if await self._experts.ready(WARM_UP_SECONDS) is not ExpertState.READY:
            return
        game = dealt(day.date, day.secret)
        while (seat := seat_in_turn(game)) is not None:
            game = apply(game, await self._experts.choose(view_for(game, seat))).game
        deal = deal_of(game)
        score = score_of(deal, game.rules.game.side_of(SEAT))
        await self._scores.save_expert_score(day.date, version, score)
        self._scored.add((day.date, version))


async def _once(work: Work) -> None:
    """Run work once; drop it if the hand cannot go on."""
    try:
        await work()
    except (DailyError, NoSuchTable) as error:
        _LOG.info("work for a daily hand was dropped: %s", type(error).__name__)
