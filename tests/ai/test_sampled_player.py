"""The sampling players: legal, deterministic, sound, and better than the plain player."""

from math import inf
from random import Random

import pytest

pytest.importorskip("numba", reason="the sampling players need numba")

from tests.ai.hands import ODD_TABLES, play_hand
from tests.ai.positions import (
    OPTIONS,
    calling,
    exchanging,
    naming,
    naming_for_partner,
    playing,
    position,
    shaken,
)
from tests.ai.sound_positions import (
    CALLS,
    EXPERT_SWAPS,
    FOLLOWING,
    LEADING,
    MORE,
    NAMES,
    PARTNER_NAMES,
    SPECIAL,
    SWAPS,
    Bid,
    Play,
    Swap,
)
from tests.support.matrix import long
from texas42.ai.findings.judgments import Reason
from texas42.ai.inference.knowledge import know
from texas42.ai.inference.trick_order import trick_order
from texas42.ai.players.sampled_player import SampledPlayer
from texas42.ai.rollouts.level_config import LEVEL_CONFIGS, Level, LevelConfig
from texas42.ai.rollouts.plays import Candidate, PlaySampler
from texas42.ai.rules.player import RulesPlayer
from texas42.ai.solver.problem import SearchGoal
from texas42.engine import (
    Action,
    Call,
    CallKind,
    MakeCall,
    Phase,
    PlayTile,
    SeatView,
    apply,
    format_action,
    new_game,
    view_for,
)
from texas42.library import games, load_rules

LONG = 60.0
"""A time limit that never runs out, so that only the number of samples matters."""


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(
        LEVEL_CONFIGS, Level.EXPERT, LevelConfig(play_deals=24, bid_deals=64, plain_bonus=0.01)
    )


@pytest.mark.slow
@pytest.mark.parametrize("level", [Level.EASY, long(Level.STEADY)])
@pytest.mark.parametrize("game", [game.id for game in games()])
def test_plays_every_game_to_its_end(game: str, level: Level) -> None:
    rules = load_rules(game, None)
    rng = Random(1)
    player = SampledPlayer(level)
    for hand in range(2):
        play_hand(rules, shaken(rules, hand, rng), [player] * rules.game.seats)


@pytest.mark.slow
@pytest.mark.usefixtures("few")
@pytest.mark.parametrize(("game", "options"), ODD_TABLES)
def test_plays_under_every_house_rule(game: str, options: dict[str, object]) -> None:
    rules = load_rules(game, options)
    rng = Random(2)
    player = SampledPlayer(Level.EXPERT)
    for hand in range(3):
        play_hand(rules, shaken(rules, hand % 3, rng), [player] * rules.game.seats)


def test_same_view_gets_the_same_answer() -> None:
    rules = load_rules("42", None)
    state = apply(new_game(rules), shaken(rules, 0, Random(3))).game
    while state.deal is not None and state.deal.phase is not Phase.OVER:
        view = view_for(state, state.deal.to_act)
        action = SampledPlayer(Level.STEADY).choose(view, LONG)
        assert SampledPlayer(Level.STEADY).choose(view, LONG) == action
        state = apply(state, action).game


@pytest.mark.slow
@pytest.mark.parametrize("level", [Level.STEADY, Level.EXPERT])
@pytest.mark.parametrize("case", [*FOLLOWING, *LEADING, *SPECIAL], ids=lambda case: case.name)
def test_plays_what_a_good_player_plays(
    case: Play, level: Level, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(
        LEVEL_CONFIGS, Level.EXPERT, LevelConfig(play_deals=2000, bid_deals=500, plain_bonus=0.012)
    )
    choices = set()
    for seed in range(2):
        view = position(case, seed)
        choices.add(format_action(SampledPlayer(level).choose(view, LONG), view.rules))
    assert len(choices) == 1
    assert choices <= set(case.right.split())


@pytest.mark.parametrize("level", [Level.STEADY, Level.EXPERT])
@pytest.mark.parametrize("case", MORE, ids=lambda case: case.name)
def test_plays_by_the_strategy_of_the_sources(
    case: Play, level: Level, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(
        LEVEL_CONFIGS, Level.EXPERT, LevelConfig(play_deals=1000, bid_deals=96, plain_bonus=0.012)
    )
    view = position(case, seed=0)
    choice = SampledPlayer(level).choose(view, LONG)
    assert format_action(choice, view.rules) in case.right.split(), case.why


def test_bidder_with_the_double_of_trumps_leads_a_trump_first() -> None:
    rules = load_rules("42", None)
    plain = RulesPlayer()
    openings = 0
    for number in range(30):
        state = apply(new_game(rules), shaken(rules, number % 4, Random(f"opening {number}"))).game
        while state.deal is not None and state.deal.phase in (Phase.CALL, Phase.CONTRACT):
            view = view_for(state, state.deal.to_act)
            state = apply(state, plain.choose(view, LONG)).game
        if state.deal is None or state.deal.phase is not Phase.PLAY:
            continue
        view = view_for(state, state.deal.to_act)
        assert view.contract is not None
        order = trick_order(rules.game, view.contract)
        trumps = order.trump & order.mask(view.hand)
        if trumps.bit_length() == order.trump.bit_length() > 0:
            lead = SampledPlayer(Level.STEADY).choose(view, LONG)
            assert isinstance(lead, PlayTile)
            assert trumps >> order.places[lead.tile] & 1, lead
            openings += 1
    assert openings > 10


@pytest.fixture
def enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(
        LEVEL_CONFIGS, Level.EXPERT, LevelConfig(play_deals=500, bid_deals=768, plain_bonus=0.012)
    )


def expert_chose(view: SeatView) -> str:
    return format_action(SampledPlayer(Level.EXPERT).choose(view, LONG), view.rules)


@pytest.mark.usefixtures("enough")
@pytest.mark.parametrize("case", CALLS, ids=lambda case: case.name)
def test_calls_what_a_good_player_calls(case: Bid) -> None:
    view = calling(case.hand, case.calls, game=case.game, **OPTIONS[case.options])
    assert expert_chose(view) in (case.right, *case.right.split())


@pytest.mark.usefixtures("enough")
@pytest.mark.parametrize("case", NAMES, ids=lambda case: case.name)
def test_names_what_a_good_player_names(case: Bid) -> None:
    view = naming(case.hand, case.calls, **OPTIONS[case.options])
    assert expert_chose(view).split()[0] in case.right.split()


@pytest.mark.usefixtures("enough")
@pytest.mark.parametrize("case", PARTNER_NAMES, ids=lambda case: case.name)
def test_names_for_the_partner_what_a_good_player_names(case: Bid) -> None:
    view = naming_for_partner(case.hand, case.calls, doubles=4, **OPTIONS[case.options])
    assert expert_chose(view) == case.right


@pytest.mark.usefixtures("enough")
@pytest.mark.parametrize("case", [*SWAPS, *EXPERT_SWAPS], ids=lambda case: case.name)
def test_exchanges_what_a_good_player_exchanges(case: Swap) -> None:
    view = exchanging(case.hand, case.kitty, case.bid, game=case.game, contract=case.contract)
    assert expert_chose(view) in case.right.split()


def test_stated_chance_takes_the_bid_into_account() -> None:
    view = playing("43 41 10 30 31 42 00", "55 51", contract="5", bid="31")
    assert view.seat == 2  # the bidder's partner
    player = SampledPlayer(Level.EXPERT)
    _, reason = player.choose_with_reason(view, LONG)
    known = know(view)
    plays = tuple(each for each in view.legal if isinstance(each, PlayTile))
    lines = [Candidate(each) for each in plays]
    deaf = PlaySampler().evaluate(known, lines, SearchGoal.POINTS, 31, 2000, inf)
    assert reason.chance is not None
    assert reason.chance > max(each.chance for each in deaf) + 0.1


def reason_of(view: SeatView) -> tuple[Action, Reason]:
    return SampledPlayer(Level.EXPERT).choose_with_reason(view, LONG)


@pytest.mark.usefixtures("enough")
def test_bid_is_compared_with_the_result_of_passing() -> None:
    bid, reason = reason_of(calling("55 54 53 66 64 10 20", "30"))
    assert isinstance(bid, MakeCall)
    assert bid.call.is_bid
    assert (reason.left_to, reason.left_bid) == (0, Call(CallKind.POINTS, 30))
    assert reason.chance is not None
    assert reason.left_chance is not None
    assert 0.4 < reason.left_chance < reason.chance < 0.9


@pytest.mark.usefixtures("enough")
def test_pass_names_the_best_bid_and_the_likely_bidder() -> None:
    passing, reason = reason_of(calling("65 54 32 21 30 10 41"))
    assert isinstance(passing, MakeCall)
    assert not passing.call.is_bid
    assert isinstance(reason.next_best, MakeCall)
    assert reason.next_best.call.kind is CallKind.POINTS
    assert reason.next_best.call.number in (30, 31)  # made as often, and worth the same
    assert reason.left_to in (1, 3)
    left, reason = reason_of(calling("55 54 53 66 64 10 20", "30,pass"))
    assert left == MakeCall(2, Call(CallKind.PASS))
    assert reason.left_to == 0


@pytest.mark.usefixtures("enough")
def test_last_seat_to_call_knows_its_pass_ends_the_bidding() -> None:
    _, reason = reason_of(calling("65 54 32 21 30 10 41", "pass,pass,pass"))
    assert (reason.left_to, reason.left_bid) == (None, Call(CallKind.PASS))


@pytest.mark.usefixtures("enough")
@pytest.mark.parametrize(
    "view",
    [
        naming("55 54 63 61 44 20 10", "30"),
        exchanging("55 55 54 53 52 66 41 20 11", "64 10", "60 5", game="88"),
        playing("55 65 51 66 63 32 10", contract="5"),
        playing("43 41 10 30 31 42 00", "55 51", contract="5", bid="31"),
    ],
    ids=["contract", "exchange", "lead", "play"],
)
def test_reason_of_other_choices_includes_the_next_best_chance(view: SeatView) -> None:
    action, reason = reason_of(view)
    assert reason.tried
    assert reason.next_best in set(view.legal) - {action}
    assert reason.chance is not None
    assert reason.next_chance is not None
    assert 0 <= reason.next_chance <= 1


@pytest.mark.slow
def test_steady_level_beats_the_plain_player_from_both_sides() -> None:
    rules = load_rules("42", None)
    rng = Random(4)
    steady = SampledPlayer(Level.STEADY)
    plain = RulesPlayer()
    difference = 0
    for hand in range(40):
        shake = shaken(rules, hand % 4, rng)
        for side in (0, 1):
            seats = [steady if seat % 2 == side else plain for seat in range(4)]
            result = play_hand(rules, shake, seats).deal.result  # type: ignore[union-attr]
            assert result is not None
            difference += result.score[side] - result.score[1 - side]
    assert difference > 0
