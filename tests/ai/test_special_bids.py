"""A special contract is planned only at bids after which it may be named (ruling 8.5)."""

from __future__ import annotations

from math import inf

import pytest

pytest.importorskip("numba", reason="the stronger players need numba")

from random import Random

from tests.ai.positions import calling, shaken, tiles
from texas42.ai.findings.bid_chances import BidQuestion
from texas42.ai.findings.judgments import Reason, ReasonKind
from texas42.ai.rollouts.bid_chances import bid_chances
from texas42.ai.rollouts.bids import choose_call_by_sampling
from texas42.ai.rollouts.hands import HandSampler
from texas42.ai.rollouts.judge import Judge
from texas42.ai.rules.player import RulesPlayer
from texas42.ai.rules.strategies import special_contracts
from texas42.ai.solver.solver import Solver
from texas42.engine import (
    PASS,
    Call,
    CallKind,
    Contract,
    ContractKind,
    Game,
    MakeCall,
    Rules,
    SeatView,
    apply,
    contracts_at_bid,
    legal_contracts,
    new_game,
    parse_call,
    view_for,
)
from texas42.library import load_rules, presets

DEALS = 512
PASSES = "pass, pass, pass"
LOW = "10 20 21 30 31 32 40"
"""Nearly certain to take no trick."""
FORCED_HANDS = (
    "21 20 42 31 60 50 43",
    "10 41 21 52 30 60 63",
    "61 50 42 30 21 10 53",
    "66 61 50 33 42 21 20",
    "55 54 53 62 41 00 60",
    "11 10 20 63 54 42 65",
)
TABLES: list[dict[str, object]] = [
    *[dict[str, object](preset=preset.name) for preset in presets("42")],
    {"low_no": True},
    {"nello": "forced_only", "sevens": True, "plunge": True, "splash": True},
]


def low_no() -> SeatView:
    """Build the view of a shaker to whom all others passed."""
    return calling(LOW, PASSES, low_no=True, all_pass="forced30")


def chosen(view: SeatView, *only: MakeCall) -> tuple[Call, Reason]:
    """Let the expert choose, of all legal calls or of these."""
    legal = only or tuple(each for each in view.legal if isinstance(each, MakeCall))
    action, reason = choose_call_by_sampling(HandSampler(), view, legal, DEALS, inf)
    return action.call, reason


def at_one_mark(call: Call) -> bool:
    return call == Call(CallKind.MULTIPLE, 1)


def test_expert_bids_low_no_at_exactly_one_mark() -> None:
    call, reason = chosen(low_no())
    assert reason.contract is not None
    assert reason.contract.kind is ContractKind.NELLO
    assert at_one_mark(call)


def test_plain_player_bids_low_no_at_exactly_one_mark() -> None:
    action, reason = RulesPlayer().choose_with_reason(low_no())
    assert isinstance(action, MakeCall)
    assert reason.contract is not None
    assert reason.contract.kind is ContractKind.NELLO
    assert at_one_mark(action.call)


def test_chances_of_a_bid_above_one_mark_leave_low_no_out() -> None:
    rules = low_no().rules
    calls = [parse_call(text, rules) for text in PASSES.split(", ")]
    found = bid_chances(HandSampler(), BidQuestion.of(rules, tiles(LOW), calls), DEALS)
    assert {contract.kind for contract in found.special} == {ContractKind.NELLO}
    assert isinstance(found.advice.action, MakeCall)
    assert at_one_mark(found.advice.action.call)


@pytest.mark.parametrize("call", ["2m", "34"])
def test_bid_at_which_low_no_may_not_be_named_plans_a_trump(call: str) -> None:
    view = low_no()
    _, reason = chosen(view, MakeCall(3, parse_call(call, view.rules)))
    assert reason.contract is not None
    assert reason.contract.kind is ContractKind.SUIT
    assert reason.chance is not None
    assert reason.chance < 0.5


@pytest.mark.parametrize(("call", "mistake"), [("1m", False), ("2m", True)])
def test_coach_calls_two_marks_for_low_no_a_mistake(call: str, mistake: bool) -> None:
    view = low_no()
    judge = Judge(Solver(), deals=DEALS)
    found = judge.weigh_call(view, MakeCall(3, parse_call(call, view.rules)))
    assert found is not None
    assert found.mistake is mistake


def after_auction(rules: Rules, first: int, call: MakeCall, seed: int) -> Game:
    """Shake, pass up to the seat, make its call, and let the others pass."""
    game = apply(new_game(rules), shaken(rules, 3, Random(seed))).game
    for seat in range(rules.game.seats):
        game = apply(game, call if seat == first else MakeCall(seat, PASS)).game
    return game


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_planned_contracts_are_those_that_the_engine_accepts_after_the_bid(
    options: dict[str, object],
) -> None:
    rules = load_rules("42", {**options, "all_pass": "reshake", "first_bidder": "left"})
    compared = 0
    for seed in range(12):
        game = apply(new_game(rules), shaken(rules, 3, Random(seed))).game
        for seat in range(rules.game.seats):
            view = view_for(game, seat)
            for made in view.legal:
                if not isinstance(made, MakeCall) or not made.call.is_bid:
                    continue
                deal = after_auction(rules, seat, made, seed).deal
                assert deal is not None
                compared += agree(view, made.call, legal_contracts(deal))
            game = apply(game, MakeCall(seat, PASS)).game
    assert compared


def agree(view: SeatView, call: Call, named: tuple[Contract, ...]) -> bool:
    """Compare what may be planned at a bid with what may be named after it; plunges apart."""
    if call.kind is CallKind.PLUNGE:
        return False
    planned = contracts_at_bid(view.rules, view.calls, call, view.hand)
    assert planned == named
    assert set(special_contracts(view, call)) <= set(named)
    return True


@pytest.mark.parametrize("preset", ["house", "harper"])
@pytest.mark.parametrize("hand", FORCED_HANDS)
def test_forced_bid_that_risks_the_least_does(hand: str, preset: str) -> None:
    """Of a mark each, or of the marks bid: no other bid fails more cheaply, as told."""
    view = calling(hand, PASSES, preset=preset, all_pass="forced30")
    call, reason = chosen(view)
    if reason.kind is not ReasonKind.FORCED:
        return
    bids = [each for each in view.legal if isinstance(each, MakeCall)]
    risks = {each.call: risk(each.call, chosen(view, each)[1]) for each in bids}
    assert risks[call] <= min(risks.values()) + 0.02


def risk(call: Call, reason: Reason) -> float:
    assert reason.chance is not None
    return (1 - reason.chance) * max(1, call.multiple)


@pytest.mark.parametrize("hand", FORCED_HANDS)
def test_forced_bid_at_low_odds_costs_one_mark(hand: str) -> None:
    """Two marks at less than even chances, as told, are never bid (000:181)."""
    call, reason = chosen(calling(hand, PASSES, preset="house", all_pass="forced30"))
    assert reason.chance is not None
    assert call.multiple < 2 or reason.chance > 0.5


@pytest.mark.parametrize(
    "calls", [("plunge 4m",), ("pass", "plunge 4m"), ("30", "pass", "plunge 4m")]
)
def test_hand_can_be_asked_about_after_somebody_plunged(calls):
    """The bidder can't see the plunger's hand, which must hold the doubles for it."""
    rules = load_rules("42", {"preset": "house"})
    made = [parse_call(text, rules) for text in calls]
    view = BidQuestion.of(rules, tiles(LOW), made).view()
    assert [each.call for each in view.calls] == made
    assert sorted(view.hand) == sorted(tiles(LOW))
    found = bid_chances(HandSampler(), BidQuestion.of(rules, tiles(LOW), made), DEALS)
    assert found.advice.action in view.legal
