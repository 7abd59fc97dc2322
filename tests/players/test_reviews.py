"""Reviews run one after another, each only once, and nobody waits forever."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator

import pytest

from bot.players import reviews
from bot.players.reviews import ReviewQueue
from bot.runtime.worker_threads import WorkerThreads
from bot.tables.errors import ReviewNotReady
from texas42.ai.findings.judgments import Review


class Maker:
    """Makes reviews that a test can block; each review names its hand number."""

    def __init__(self) -> None:
        self.made: list[tuple[str, int]] = []
        self.go_on = threading.Event()
        self.go_on.set()
        self.fails = False

    def __call__(self, record: str, hand: int) -> Review:
        self.go_on.wait(60)
        self.made.append((record, hand))
        if self.fails:
            raise ValueError("no tile was played in this hand")
        return Review(hand, None, None, ())


@pytest.fixture
def maker() -> Maker:
    return Maker()


@pytest.fixture
def queue(maker: Maker) -> Iterator[ReviewQueue]:
    with WorkerThreads(1) as worker:
        yield ReviewQueue(worker, maker)
        maker.go_on.set()


async def test_same_hand_is_reviewed_once(queue: ReviewQueue, maker: Maker) -> None:
    together = await asyncio.gather(*(queue.review("a", 1) for _ in range(5)))
    later = await queue.review("a", 1)
    assert maker.made == [("a", 1)]
    assert {id(review) for review in (*together, later)} == {id(later)}


async def test_other_hands_and_games_get_their_own_reviews(
    queue: ReviewQueue, maker: Maker
) -> None:
    found = [await queue.review(*key) for key in (("a", 1), ("a", 2), ("b", 1))]
    assert [review.bidders for review in found] == [1, 2, 1]
    assert len(maker.made) == 3


async def test_full_queue_refuses_reviews(queue: ReviewQueue, maker: Maker) -> None:
    maker.go_on.clear()
    waiting = [asyncio.create_task(queue.review("a", hand)) for hand in range(reviews.MOST_WAITING)]
    await asyncio.sleep(0)
    with pytest.raises(ReviewNotReady) as refused:
        await queue.review("a", 99)
    assert not refused.value.begun
    again = asyncio.create_task(queue.review("a", 0))
    maker.go_on.set()
    assert len(await asyncio.gather(*waiting, again)) == reviews.MOST_WAITING + 1
    assert (await queue.review("a", 99)).bidders == 99


async def test_slow_review_is_ready_for_the_next_request(
    queue: ReviewQueue, maker: Maker, monkeypatch: pytest.MonkeyPatch
) -> None:
    maker.go_on.clear()
    monkeypatch.setattr(reviews, "PATIENCE_SECONDS", 0.01)
    with pytest.raises(ReviewNotReady) as refused:
        await queue.review("a", 1)
    assert refused.value.begun
    monkeypatch.setattr(reviews, "PATIENCE_SECONDS", 60.0)
    maker.go_on.set()
    assert (await queue.review("a", 1)).bidders == 1
    assert maker.made == [("a", 1)]


async def test_only_the_newest_reviews_are_cached(
    queue: ReviewQueue, maker: Maker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "MOST_CACHED", 2)
    for hand in (1, 2, 1, 3, 1, 2):
        await queue.review("a", hand)
    assert [hand for _, hand in maker.made] == [1, 2, 3, 2]


async def test_failed_review_is_retried(queue: ReviewQueue, maker: Maker) -> None:
    maker.fails = True
    with pytest.raises(ValueError, match="no tile"):
        await queue.review("a", 1)
    maker.fails = False
    assert (await queue.review("a", 1)).bidders == 1
