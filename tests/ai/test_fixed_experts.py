"""The experts of the daily hand choose alike on every machine: no clock, no threads, no luck."""

from __future__ import annotations

import asyncio
from datetime import date
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest

from bot.ai.players import fixed
from bot.ai.players.fixed import FixedExperts, players_version
from bot.ai.players.warm_up import WarmUpState
from bot.daily.hand import after, dealt, first_lead, own_view, par_score, seat_in_turn, text_of
from bot.engine import apply, view_for
from bot.runtime.worker_threads import WorkerThreads
from bot.values.experts import ExpertState
from tests.support.compiled import SHARED

pytestmark = pytest.mark.skipif(find_spec("numba") is None, reason="needs numba")
DAY, SECRET = date(2026, 11, 25), bytes(range(32))


def ready() -> SimpleNamespace:
    async def wait(_seconds: float) -> bool:
        return True

    async def solver(_seconds: float) -> WarmUpState:
        return WarmUpState.READY

    return SimpleNamespace(state=WarmUpState.READY, ready=wait, solver_state=solver)


async def whole_hand(threads: int, folder: Path = SHARED) -> list[str]:
    """Play the hand with an expert in every seat."""
    with WorkerThreads(threads) as workers:
        experts = FixedExperts(ready(), workers, folder)
        game, acts = dealt(DAY, SECRET), list[str]()
        while (seat := seat_in_turn(game)) is not None:
            asked = [experts.choose(view_for(game, seat)) for _ in range(threads)]
            actions = await asyncio.gather(*asked)
            assert len(set(actions)) == 1
            acts.append(text_of(game, actions[0]))
            game = apply(game, actions[0]).game
    return acts


async def test_one_thread_and_three_choose_alike() -> None:
    assert await whole_hand(1) == await whole_hand(3)


async def test_no_clock_is_in_any_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    acts = await whole_hand(1)
    slow = count(0.0, 1e6)  # a million seconds go by between two looks at the clock
    for module in ("plays", "bids", "hands"):
        monkeypatch.setattr(f"bot.ai.rollouts.{module}.monotonic", lambda: next(slow))
    assert await whole_hand(1) == acts


async def test_par_is_the_double_dummy_result_of_the_contract_played() -> None:
    acts = await whole_hand(1)
    start = dealt(DAY, SECRET)
    lead = first_lead(start, acts)
    assert lead is not None
    with WorkerThreads(1) as workers:
        taken = await FixedExperts(ready(), workers, SHARED).par(lead)
    assert taken is not None
    assert 0 <= taken <= 42
    played = own_view(after(start, acts))
    assert played.result is not None
    ours = lead.declaring == 0
    made = lead.bid is not None and taken >= min(lead.bid.number, 42)
    assert (par_score(lead, taken) > 0) is (ours == made) or par_score(lead, taken) == 0


def test_version_follows_the_sources(monkeypatch: pytest.MonkeyPatch) -> None:
    real = list(fixed._sources())
    assert {"engine/game.py", "ai/rollouts/plays.py", "games/42.toml"} <= {name for name, _ in real}
    before = players_version()
    monkeypatch.setattr(fixed, "_sources", lambda: iter([*real, ("more.py", b"x")]))
    players_version.cache_clear()
    try:
        assert players_version() != before
    finally:
        players_version.cache_clear()


def test_experts_are_missing_without_strong_players() -> None:
    with WorkerThreads(1) as workers:
        assert FixedExperts(None, workers, SHARED).state is ExpertState.MISSING
