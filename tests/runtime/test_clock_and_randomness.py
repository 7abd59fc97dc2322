"""The clock, which may run fast, and the sources of randomness."""

from __future__ import annotations

import pytest

from bot.runtime.clock import SystemClock
from bot.runtime.randomness import SeededRandomness, SystemRandomness


def test_seeded_random_source_repeats_at_every_start() -> None:
    first = SeededRandomness("a")
    second = SeededRandomness("a")
    other = SeededRandomness("b")
    drawn = [(c.secret(), c.table_id(), c.choose(4)) for c in (first, second, other)]
    assert drawn[0] == drawn[1]
    assert drawn[0][0] != drawn[2][0]


@pytest.mark.parametrize(
    "randomness", [SystemRandomness(), SeededRandomness("a")], ids=["system", "seeded"]
)
def test_random_source_provides_what_tables_need(
    randomness: SystemRandomness | SeededRandomness,
) -> None:
    assert len({randomness.secret() for _ in range(50)}) == 50
    assert all(len(randomness.secret()) == 32 for _ in range(3))
    names = {randomness.table_id() for _ in range(50)}
    assert len(names) == 50
    assert all(len(name) == 6 and name.isalnum() and name == name.lower() for name in names)
    assert {randomness.choose(4) for _ in range(200)} == {0, 1, 2, 3}


async def test_fast_clock_sleeps_for_less_real_time(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr("bot.runtime.clock.asyncio.sleep", sleep)
    clock = SystemClock(rate=20)
    await clock.sleep(10)
    await clock.sleep(-1)
    assert slept == [0.5, 0.0]


def test_fast_clock_runs_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    passed = [0.0]
    monkeypatch.setattr("bot.runtime.clock.time.time", lambda: 1000.0 + passed[0])
    monkeypatch.setattr("bot.runtime.clock.time.monotonic", lambda: passed[0])
    clock = SystemClock(rate=20)
    passed[0] = 3.0
    assert clock.now() == 1060.0


def test_fast_clocks_with_the_same_start_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    passed = [0.0]
    monkeypatch.setattr("bot.runtime.clock.time.time", lambda: 1000.0 + passed[0])
    monkeypatch.setattr("bot.runtime.clock.time.monotonic", lambda: passed[0])
    first = SystemClock(rate=20, since=1000.0)
    passed[0] = 3.0
    second = SystemClock(rate=20, since=1000.0)
    passed[0] = 5.0
    assert first.now() == second.now() == 1100.0
