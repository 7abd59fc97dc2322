"""Sampling players signal by discards that cost them next to nothing (ruling 8.25)."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

pytest.importorskip("numba", reason="the sampling players need numba")

from tests.ai.positions import playing
from texas42.ai.findings.judgments import Reason, ReasonKind
from texas42.ai.rollouts import play_choice
from texas42.ai.rollouts.level_config import LEVEL_CONFIGS, Level, LevelConfig
from texas42.ai.rollouts.play_choice import choose_play_by_sampling
from texas42.ai.rollouts.plays import PlayResult, PlaySampler
from texas42.engine import PlayTile, SeatView, format_tile

EXPERT = replace(LEVEL_CONFIGS[Level.EXPERT], plain_bonus=0.0)


def choice(
    monkeypatch: pytest.MonkeyPatch,
    view: SeatView,
    chances: dict[str, float],
    config: LevelConfig = EXPERT,
    points: dict[str, float] | None = None,
) -> str:
    """Return the choice if the plays have these chances, and the others none."""

    def results(_sampler: object, _known: object, plays: Sequence[PlayTile], *_: object) -> object:
        return [
            PlayResult(
                play,
                chances.get(format_tile(play.tile), 0.0),
                (points or {}).get(format_tile(play.tile), 10.0),
            )
            for play in plays
        ]

    monkeypatch.setattr(play_choice, "results_of", results)
    plain = view.legal[0]
    assert isinstance(plain, PlayTile)
    reason = Reason(ReasonKind.TRASH)
    play, _ = choose_play_by_sampling(PlaySampler(), view, config, plain, reason, 0.0)
    return format_tile(play.tile)


@pytest.fixture
def view() -> SeatView:
    return playing("66 65 60 53 31 30 10", "22", contract="4")


def test_discard_within_two_points_of_the_best_chance_signals(
    monkeypatch: pytest.MonkeyPatch, view: SeatView
) -> None:
    assert choice(monkeypatch, view, {"31": 0.5, "60": 0.481}) == "60"
    assert choice(monkeypatch, view, {"31": 0.5, "60": 0.479}) == "31"
    assert choice(monkeypatch, view, {"31": 0.5, "60": 0.47, "65": 0.49}) == "65"


def test_signal_is_no_worse_than_the_best_chance_either(
    monkeypatch: pytest.MonkeyPatch, view: SeatView
) -> None:
    """The plain choice may be preferred to a better chance; signals don't add to that."""
    plainer = replace(EXPERT, plain_bonus=0.05)
    assert format_tile(view.legal[0].tile) == "10"  # type: ignore[union-attr]
    assert choice(monkeypatch, view, {"10": 0.47, "31": 0.5, "60": 0.455}, plainer) == "10"
    assert choice(monkeypatch, view, {"10": 0.47, "31": 0.5, "60": 0.485}, plainer) == "60"


def test_table_without_signals_takes_the_best(
    monkeypatch: pytest.MonkeyPatch, view: SeatView
) -> None:
    without = replace(view, rules=replace(view.rules, indicating=False))
    assert choice(monkeypatch, without, {"31": 0.5, "60": 0.49}) == "31"


def test_beginners_slip_is_not_a_signal(monkeypatch: pytest.MonkeyPatch, view: SeatView) -> None:
    """`easy` slips freely: its next best play stands, also if it says nothing true."""
    chances = {"31": 0.5, "60": 0.49, "30": 0.45}
    slips = replace(LEVEL_CONFIGS[Level.EASY], slip_every=1)
    assert choice(monkeypatch, view, chances, slips, {"30": 20.0}) == "30"
    never = replace(slips, slip_every=0)
    assert choice(monkeypatch, view, chances, never, {"30": 20.0}) == "60"


def test_signal_never_costs_points_that_score(monkeypatch: pytest.MonkeyPatch) -> None:
    """By points, each side scores what it takes besides making or setting the bid."""
    by_points = {"preset": "puremco"}
    view = playing("66 65 60 53 31 30 10", "22", contract="4", **by_points)  # type: ignore[arg-type]
    chances = {"31": 0.5, "60": 0.5}
    assert choice(monkeypatch, view, chances, points={"31": 15.0, "60": 10.0}) == "31"
    assert choice(monkeypatch, view, chances, points={"31": 10.2, "60": 10.0}) == "60"
