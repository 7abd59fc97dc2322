"""Judged mistakes are mistakes on the player's information, verified by listing the deals."""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import Random

import pytest

pytest.importorskip("numba", reason="the solver needs numba")

from dataclasses import replace

from tests.ai.hands import every_deal, works
from tests.ai.positions import calling
from texas42.ai.findings.judgments import JudgedPlay
from texas42.ai.rollouts.judge import LAST_TRICKS, Judge
from texas42.ai.rollouts.play_choice import ODD_LEAD
from texas42.ai.rules.player import RulesPlayer
from texas42.ai.solver.solver import Solver
from texas42.engine import (
    Deal,
    Game,
    MakeCall,
    Phase,
    PlayTile,
    Shake,
    apply,
    legal_plays,
    new_game,
    parse_call,
    view_for,
)
from texas42.library import load_rules

LAWS = int(os.environ.get("FORTYTWO_LAWS", "1"))
SEEDS = range(30 * LAWS) if LAWS > 1 else range(26, 31)
"""A few hands in every run, one of them with a late mistake."""
CALLS = range(40 * LAWS) if LAWS > 1 else (2, 7, 32, 36)
"""Hands with a wrong bid, with a wrong pass, and with passes of bids that are nearly good."""
RULES = load_rules("42", {})


@pytest.fixture(scope="module")
def judge() -> Judge:
    return Judge(Solver())


def shaken(seed: int) -> Game:
    pool = list(RULES.game.tiles)
    Random(seed).shuffle(pool)
    hands = tuple(tuple(pool[seat * 7 : seat * 7 + 7]) for seat in range(4))
    return apply(new_game(RULES), Shake(seed % 4, hands)).game


def plays_of(seed: int) -> Iterator[tuple[Game, PlayTile]]:
    """Yield every play of a hand, with the game before it; one play in three is random."""
    rng = Random(seed)
    plain = RulesPlayer()
    game = shaken(seed)
    while game.deal is not None and game.deal.to_act is not None:
        view = view_for(game, game.deal.to_act)
        action = plain.choose(view, 1.0)
        if isinstance(action, PlayTile):
            if rng.random() < 0.33:
                action = rng.choice(view.legal)  # type: ignore[assignment]
            yield game, action  # type: ignore[misc]
        game = apply(game, action).game


@pytest.mark.slow
def test_late_mistake_wins_less_often_over_every_possible_deal(judge: Judge) -> None:
    solver = Solver()
    named = 0
    for seed in SEEDS:
        for game, play in plays_of(seed):
            deal = game.deal
            assert deal is not None
            if len(deal.hands[play.seat]) > LAST_TRICKS - 1:
                continue
            found = judge.judge_play(view_for(game, play.seat), play)
            assert found is not None or len(legal_plays(deal)) == 1 or is_already_lost(deal)
            if found is None or not found.mistake:
                continue
            assert found.sure
            deals = list(every_deal(deal, play.seat))
            assert deal.hands in [each.hands for each in deals]
            with_best = sum(works(solver, each, found.best) for each in deals)
            assert with_best > sum(works(solver, each, play) for each in deals)
            named += 1
    assert named


def is_already_lost(deal: Deal) -> bool:
    """Return True if a bid of every trick has already lost one."""
    return any(
        trick.winner is not None and deal.rules.game.side_of(trick.winner) != deal.declaring
        for trick in deal.tricks
    )


@pytest.mark.slow
def test_verdict_does_not_depend_on_hidden_tiles(judge: Judge) -> None:
    rng = Random(5)
    compared = 0
    for seed in range(3, 5):
        for game, play in plays_of(seed):
            deal = game.deal
            assert deal is not None
            if len(deal.hands[play.seat]) != LAST_TRICKS - 1:
                continue
            another = rng.choice(list(every_deal(deal, play.seat)))
            found = judge.judge_play(view_for(game, play.seat), play)
            assert found == judge.judge_play(view_for(replace(game, deal=another), play.seat), play)
            compared += found is not None
    assert compared


def test_early_mistake_is_named_only_if_the_gap_is_wide(judge: Judge) -> None:
    found: list[JudgedPlay] = []
    for game, play in plays_of(3):
        assert game.deal is not None
        if len(game.deal.hands[play.seat]) > LAST_TRICKS and (
            each := judge.judge_play(view_for(game, play.seat), play)
        ):
            found.append(each)
    assert found
    for each in found:
        assert not each.sure
        gap = each.best_chance - each.chance
        assert not each.mistake or gap >= 0.15
        assert each.mistake or gap < 0.15 + ODD_LEAD


@pytest.mark.slow
def test_call_is_a_mistake_only_if_its_bid_is_clearly_good_or_poor(judge: Judge) -> None:
    named = set()
    for seed in CALLS:
        game = shaken(seed)
        plain = RulesPlayer()
        while game.deal is not None and game.deal.phase is Phase.CALL:
            assert game.deal.to_act is not None
            made = plain.choose(view_for(game, game.deal.to_act), 1.0)
            assert isinstance(made, MakeCall)
            found = judge.judge_call(view_for(game, made.seat), made)
            if found is not None and found.mistake:
                named.add(made.call.is_bid)
                assert found.best != found.call == made.call
                assert found.chance >= 0.6 if not made.call.is_bid else found.chance <= 0.4
            game = apply(game, made).game
    assert named == {True, False}


@pytest.mark.parametrize(
    ("bid", "mistake"),
    [("2m", True), ("41", True), ("30", False)],
)
def test_bid_is_too_high_if_a_lower_one_is_best(judge: Judge, bid: str, *, mistake: bool) -> None:
    view = calling("65 62 10 64 31 41 20")
    assert view.seat is not None
    found = judge.weigh_call(view, MakeCall(view.seat, parse_call(bid, view.rules)))
    assert found is not None
    assert found.best.call.is_bid
    assert found.mistake is mistake
    assert (found.own < found.chance - 0.2) is mistake


def test_hand_that_takes_every_trick_cannot_be_overbid(judge: Judge) -> None:
    view = calling("66 65 64 63 62 11 10")
    assert view.seat is not None
    for bid in ("30", "1m", "2m"):
        found = judge.weigh_call(view, MakeCall(view.seat, parse_call(bid, view.rules)))
        assert found is not None
        assert not found.mistake
