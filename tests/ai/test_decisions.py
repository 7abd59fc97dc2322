"""The coach never criticizes a choice that was the best on the player's information.

Its verdicts are verified by other means: in the last tricks over every possible deal, listed
without the kernels, and earlier over four times as many samples.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest

pytest.importorskip("numba", reason="the solver needs numba")

from tests.ai.hands import every_deal, record_hand, works
from texas42.ai.findings.judgments import Mistake, ReasonKind
from texas42.ai.players.decisions import SeatDecisions
from texas42.ai.players.judges import Judges
from texas42.ai.rollouts import judge
from texas42.ai.rollouts.weighed_calls import POOR_BID
from texas42.ai.solver.solver import Solver
from texas42.engine import Game, MakeCall, PlayTile
from texas42.records.moments import moments
from texas42.records.record import parse_record

LONG_HANDS = 200
DEALS = 4 * judge.DEALS
CLOSE = 0.1
"""Smallest gap over more deals behind a gap of 0.15: more than three standard errors."""


def mistakes_of(record: str, seat: int, decide: SeatDecisions) -> Iterator[tuple[Game, Mistake]]:
    """List every mistake the coach finds for a seat, with the game before it."""
    steps = moments(parse_record(record), 1)
    for each in decide(record, 1, seat):
        if each.mistake is not None:
            assert steps[each.step].action == each.mistake.action
            yield steps[each.step - 1].game, each.mistake


def check_play(
    game: Game, mistake: Mistake, play: PlayTile, solver: Solver, more: judge.Judge
) -> None:
    best = mistake.advice.action
    assert isinstance(best, PlayTile)
    assert game.deal is not None
    if mistake.sure:
        deals = list(every_deal(game.deal, play.seat))
        good = sum(works(solver, deal, best) for deal in deals)
        assert good > sum(works(solver, deal, play) for deal in deals)
        return
    again = more.judge_play(mistake.view, play)
    assert again is not None
    assert again.best_chance - again.chance > CLOSE


def check_call(mistake: Mistake, made: MakeCall, more: judge.Judge) -> None:
    best = mistake.advice.action
    assert isinstance(best, MakeCall)
    again = more.weigh_call(mistake.view, made)
    assert again is not None
    assert again.best.call.is_bid is best.call.is_bid
    if best.call.is_bid and made.call.is_bid:
        assert again.own < POOR_BID + CLOSE
        assert again.chance - again.own > CLOSE
        return
    assert best.call.is_bid is not made.call.is_bid
    assert again.own > 0.5 if best.call.is_bid else again.own < 0.5


def check_hands(hands: Iterable[tuple[int, int]]) -> tuple[int, int]:
    """Check every mistake in these hands, each a seed and a seat; return the play and call
    counts."""
    decide = SeatDecisions(Judges(None))
    solver = Solver()
    more = judge.Judge(solver, DEALS)
    plays = calls = 0
    for seed, seat in hands:
        for game, mistake in mistakes_of(record_hand(seed), seat, decide):
            assert 0 < mistake.lost <= 1
            if isinstance(mistake.action, PlayTile):
                check_play(game, mistake, mistake.action, solver, more)
                plays += 1
            else:
                check_call(mistake, mistake.action, more)
                calls += 1
    return plays, calls


@pytest.mark.slow
def test_mistakes_were_worse_on_the_players_information() -> None:
    plays, calls = check_hands(((10, 0), (24, 0), (11, 1), (26, 1)))
    assert plays
    assert calls


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_mistakes_in_two_hundred_hands_were_worse_on_the_players_information() -> None:
    plays, calls = check_hands((seed, seed // 4 % 4) for seed in range(LONG_HANDS))
    assert plays >= LONG_HANDS / 10
    assert calls >= LONG_HANDS / 40


def test_decision_belongs_to_its_seat_and_links_to_its_position() -> None:
    decide = SeatDecisions(Judges(None))
    record = record_hand(10)
    steps = moments(parse_record(record), 1)
    for seat in range(4):
        for each in decide(record, 1, seat):
            action = steps[each.step].action
            assert isinstance(action, (MakeCall, PlayTile))
            assert action.seat == seat
            assert set(each.followed) <= set(each.offered)
            assert each.shown is None or each.shown in each.followed
            if each.mistake is not None:
                assert each.mistake.view.seat == seat
                assert each.mistake.advice.action in each.mistake.view.legal
                assert each.mistake.advice.reason.kind in set(ReasonKind)
