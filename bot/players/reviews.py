"""The queue of requests about finished hands: one at a time, deduplicated, with timeouts.

A review says what was possible in a hand; decisions (see `decisions`) judge one seat's choices.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar, TypeVarTuple

from bot.runtime.worker_threads import WorkerThreads
from bot.tables.errors import ReviewNotReady
from texas42.ai.findings.judgments import Advised, JudgedCall, JudgedPlay, PlayCost, Review
from texas42.ai.players.judges import Act, Judges, acts_of
from texas42.ai.solver.loading import load_reviewer
from texas42.engine import MakeCall, PlayTile

if TYPE_CHECKING:
    from texas42.ai.rollouts.judge import Judge
    from texas42.ai.solver.review import Reviewer

PATIENCE_SECONDS = 60.0
"""How long a request waits; after that the review goes on, for the next request."""
MOST_WAITING = 8
MOST_CACHED = 512

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
        self._cached: OrderedDict[tuple[*Key], T] = OrderedDict()
        self._under_way: dict[tuple[*Key], asyncio.Task[T]] = {}

    async def review(self, *key: *Key) -> T:
        """Return the result of a request; raises ReviewNotReady and the errors of making it."""
        if key in self._cached:
            self._cached.move_to_end(key)
            return self._cached[key]
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
        self._cached[key] = found
        if len(self._cached) > MOST_CACHED:
            self._cached.popitem(last=False)
        return found


class SolverReviews:
    """Makes reviews; loads the solver on first use; for one thread."""

    def __init__(self, cache: Path | None, judges: Judges) -> None:
        self._cache = cache
        self._judges = judges
        self._reviewer: Reviewer | None = None

    def __call__(self, record: str, hand: int, advised: tuple[Advised, ...] = ()) -> Review:
        """Review a hand of a record; raises SolverMissing."""
        found = self._load_reviewer().review(record, hand)
        acts = list(acts_of(record, hand, advised))
        judged, calls = _judge_hand(self._judges.mine(), acts)
        followed = _followed(acts)
        costs = tuple(each for each in found.costs if _place(each) not in followed)
        left_out = [each for each in found.costs if _place(each) in followed]
        excused = sum(each.decisive or bool(each.points) for each in left_out)
        return replace(found, costs=costs, judged=judged, calls=calls, excused=excused)

    def _load_reviewer(self) -> Reviewer:
        if self._reviewer is None:
            self._reviewer = load_reviewer(self._cache)
        return self._reviewer


def _judge_hand(
    judge: Judge, acts: Iterable[Act]
) -> tuple[tuple[JudgedPlay, ...], tuple[JudgedCall | None, ...]]:
    """Judge the plays that were real choices, and the calls, of a hand."""
    plays: list[JudgedPlay] = []
    calls: list[JudgedCall | None] = []
    for act in acts:
        if isinstance(act.action, MakeCall):
            call = judge.judge_call(act.view, act.action)
            if call is not None and not act.may_name(MakeCall(call.seat, call.best)):
                call = replace(call, best=call.call, mistake=False)
            calls.append(call)
        elif isinstance(act.action, PlayTile):
            play = judge.judge_play(act.view, act.action)
            if play is not None and not act.may_name(play.best):
                play = replace(play, best=play.play, best_chance=play.chance, mistake=False)
            if play is not None:
                plays.append(play)
    return tuple(plays), tuple(calls)


def _followed(acts: Iterable[Act]) -> frozenset[tuple[int, int]]:
    """List the plays that were advised, by trick and seat."""
    return frozenset(
        (len(act.view.tricks) + 1, act.action.seat)
        for act in acts
        if act.followed_advice and isinstance(act.action, PlayTile)
    )


def _place(cost: PlayCost) -> tuple[int, int]:
    return cost.trick, cost.play.seat
