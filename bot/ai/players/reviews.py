"""The queue of requests about finished hands: one at a time, deduplicated, with timeouts.

A review says what was possible in a hand; decisions (see `decisions`) judge one seat's choices.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar, TypeVarTuple

from bot.ai.solver.loading import load_reviewer, load_solver
from bot.engine import MakeCall, PlayTile
from bot.records.moments import moments
from bot.records.record import parse_record
from bot.runtime.worker_threads import WorkerThreads
from bot.tables.errors import ReviewNotReady
from bot.values.findings import JudgedCall, JudgedPlay, Review

if TYPE_CHECKING:
    from bot.ai.rollouts.judge import Judge
    from bot.ai.solver.review import Reviewer

PATIENCE_SECONDS = 60.0
"""How long a request waits; after that the review goes on, for the next request."""
MOST_WAITING = 8
MOST_KEPT = 512

T = TypeVar("T")
Key = TypeVarTuple("Key")


class ReviewQueue(Generic[T, *Key]):
    """Makes reviews in one thread, caches the newest, and refuses when the queue is full.

    `Key` identifies a request: a game record that ends with the hand, the number of that hand, and
    what else `make` needs. Equal requests share one review.
    """

    def __init__(self, worker: WorkerThreads, make: Callable[[*Key], T]) -> None:
        self._worker = worker
        self._make = make
        self._kept: OrderedDict[tuple[*Key], T] = OrderedDict()
        self._under_way: dict[tuple[*Key], asyncio.Task[T]] = {}

    async def review(self, *key: *Key) -> T:
        """Return the result of a request; raises ReviewNotReady and the errors of making it."""
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        making = self._under_way.get(key)
        if making is None:
            if len(self._under_way) >= MOST_WAITING:
                raise ReviewNotReady(begun=False)
            making = self._under_way[key] = asyncio.create_task(
                self._make_review(key), name="review"
            )
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                # A request that gives up must not cancel the review that others wait for.
                return await asyncio.shield(making)
        except TimeoutError:
            raise ReviewNotReady(begun=True) from None

    async def close(self) -> None:
        """Drop all pending reviews."""
        tasks = list(self._under_way.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _make_review(self, key: tuple[*Key]) -> T:
        try:
            found = await asyncio.wrap_future(self._worker.submit(partial(self._make, *key)))
        finally:
            del self._under_way[key]
        self._kept[key] = found
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return found


class SolverReviews:
    """Makes reviews; loads the solver on first use; for one thread."""

    def __init__(self, cache: Path | None) -> None:
        self._cache = cache
        self._reviewer: Reviewer | None = None
        self._judge: Judge | None = None

    def __call__(self, record: str, hand: int) -> Review:
        """Review a hand of a record; raises SolverMissing."""
        found = self._load_reviewer().review(record, hand)
        if self._judge is None:
            self._judge = import_module("bot.ai.rollouts.judge").Judge(load_solver(self._cache))
        judged, calls = _judge_hand(self._judge, record, hand)
        return replace(found, judged=judged, calls=calls)

    def _load_reviewer(self) -> Reviewer:
        if self._reviewer is None:
            self._reviewer = load_reviewer(self._cache)
        return self._reviewer


def _judge_hand(
    judge: Judge, record: str, hand: int
) -> tuple[tuple[JudgedPlay, ...], tuple[JudgedCall | None, ...]]:
    """Judge the plays that were real choices, and the calls, of a hand."""
    plays: list[JudgedPlay] = []
    calls: list[JudgedCall | None] = []
    for before, step in pairwise(moments(parse_record(record), hand)):
        if isinstance(step.action, MakeCall):
            calls.append(judge.judge_call(before.game, step.action))
        elif isinstance(step.action, PlayTile):
            play = judge.judge_play(before.game, step.action)
            if play is not None:
                plays.append(play)
    return tuple(plays), tuple(calls)
