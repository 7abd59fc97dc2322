"""The daily experts make the same choices on every machine, whatever the clock and threads do."""

from __future__ import annotations

import asyncio
import json
from importlib.util import find_spec
from itertools import count
from types import SimpleNamespace

import pytest

from bot.daily.hand import dealt, first_lead, par_score
from bot.daily.views import EndView
from bot.players.fixed import FixedExperts
from bot.runtime.worker_threads import WorkerThreads
from bot.store import open_store
from bot.values.experts import ExpertState
from tests.players import golden_choices
from tests.store.databases import FILE, newest_postgres, postgres, url
from tests.support.compiled import SHARED
from tests.support.daily_house import ANA, BO, CY, MONDAY, DailyHouse
from texas42.ai.players.warm_up import WarmUpState

__all__ = ["newest_postgres", "postgres", "url"]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(find_spec("numba") is None, reason="needs numba"),
]


def ready() -> SimpleNamespace:
    async def wait(_seconds: float) -> bool:
        return True

    async def solver(_seconds: float) -> WarmUpState:
        return WarmUpState.READY

    return SimpleNamespace(state=WarmUpState.READY, wait_until_ready=wait, solver_state=solver)


Day = tuple[bytes, tuple[str, ...], EndView]


async def day_of(url: str, threads: int, people: tuple[int, ...]) -> Day:
    """Have people play a day with these experts concurrently; return all the experts' choices."""
    with WorkerThreads(threads) as workers:
        house = DailyHouse(await open_store(url))
        house.experts = FixedExperts(ready(), workers, SHARED)  # type: ignore[assignment]
        await house.restart()
        try:
            ends = await asyncio.gather(*(house.play_day(user) for user in people))
            hands = [await house.store.days.load_hand(MONDAY, user) for user in people]
            day = await house.day()
        finally:
            await house.stop()
            await house.store.close()
    (acts,) = {hand.acts for hand in hands if hand is not None}
    (end,) = {end.ended for end in ends}
    assert end is not None
    return day.secret, acts, end


@pytest.fixture(scope="module")
def quick_day(tmp_path_factory: pytest.TempPathFactory) -> Day:
    """A day of one person on SQLite, with one thread and the machine's own clock."""
    return asyncio.run(day_of(f"sqlite:///{tmp_path_factory.mktemp('day') / FILE}", 1, (ANA,)))


@pytest.mark.parametrize(
    "url",
    ["sqlite", pytest.param("postgres", marks=[pytest.mark.postgres, pytest.mark.long])],
    indirect=True,
)
async def test_day_is_the_same_in_each_database_with_more_threads_and_a_slowed_clock(
    url: str, quick_day: Day, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = count(0.0, 1e6)  # each reading of the clock is a million seconds later
    for module in ("plays", "bids", "hands"):
        monkeypatch.setattr(f"texas42.ai.rollouts.{module}.monotonic", lambda: next(slow))
    assert await day_of(url, 3, (ANA, BO, CY)) == quick_day


async def test_par_is_the_double_dummy_result_of_the_contract_played(
    quick_day: Day,
) -> None:
    secret, acts, end = quick_day
    start = dealt(MONDAY, secret)
    lead = first_lead(start, acts)
    assert lead is not None
    with WorkerThreads(1) as workers:
        taken = await FixedExperts(ready(), workers, SHARED).par(lead)
    assert taken is not None
    assert 0 <= taken <= 42
    assert par_score(lead, taken) == end.outcome.par
    ours = lead.declaring == 0
    made = lead.bid is not None and taken >= min(lead.bid.number, 42)
    assert (par_score(lead, taken) > 0) is (ours == made) or par_score(lead, taken) == 0


def test_choices_keep_their_name_while_none_of_them_changes() -> None:
    """Hands of another name are void: a new one for the same choices would end hands under way."""
    golden = json.loads(golden_choices.FILE.read_text(encoding="utf-8"))
    found = golden_choices.found()
    assert len(golden["choices"]) == golden_choices.CHOICES
    assert found == golden, "give PLAYERS_VERSION a new name, then run tests.players.golden_choices"


def test_experts_are_missing_without_strong_players() -> None:
    with WorkerThreads(1) as workers:
        assert FixedExperts(None, workers, SHARED).state is ExpertState.MISSING
