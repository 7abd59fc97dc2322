"""A temper changes how often a computer player bids, and nothing else."""

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

import pytest

from tests.ai.positions import calling, shaken
from texas42.ai.players.sampled_player import SampledPlayer
from texas42.ai.rollouts.level_config import BOLD, CAREFUL, LEVEL_CONFIGS, Level
from texas42.ai.rules.player import RulesPlayer
from texas42.engine import Action, Call, MakeCall, Phase, SeatView, apply, new_game, view_for
from texas42.library import load_rules

pytestmark = pytest.mark.slow

DEALS = 30 * int(os.environ.get("FORTYTWO_LAWS", "1"))
LONG = 60.0
"""A time limit that never runs out, so that only the number of samples matters."""
EXPERTS = (Level.EXPERT_CAREFUL, Level.EXPERT, Level.EXPERT_BOLD)
Choose = Callable[[SeatView, float], Action]


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limit the experts to few sampled deals."""
    for level in EXPERTS:
        fewer = replace(LEVEL_CONFIGS[level], play_deals=24, bid_deals=192)
        monkeypatch.setitem(LEVEL_CONFIGS, level, fewer)


def plain_players() -> tuple[Choose, Choose, Choose]:
    return RulesPlayer(CAREFUL).choose, RulesPlayer().choose, RulesPlayer(BOLD).choose


def experts() -> tuple[Choose, Choose, Choose]:
    careful, plain, bold = (SampledPlayer(level).choose for level in EXPERTS)
    return careful, plain, bold


def auctions(game: str, deals: int) -> Iterator[SeatView]:
    """Yield the seats' views at every call that an eager plain player could reach."""
    rules = load_rules(game, None)
    rng = Random(11)
    bold = RulesPlayer(BOLD)
    for number in range(deals):
        state = apply(new_game(rules), shaken(rules, number % rules.game.seats, rng)).game
        while state.deal is not None and state.deal.phase is Phase.CALL:
            view = view_for(state, state.deal.to_act)
            yield view
            state = apply(state, bold.choose(view, LONG)).game


def call_of(choose: Choose, view: SeatView) -> Call:
    action = choose(view, LONG)
    assert isinstance(action, MakeCall)
    return action.call


def partner_stands(view: SeatView) -> bool:
    bids = [made.seat for made in view.calls if made.call.is_bid]
    side_of = view.rules.game.side_of
    return bool(bids) and side_of(bids[-1]) == side_of(view.seat or 0)


@pytest.mark.parametrize("game", ["42", "88", "big-game", "moon"])
def test_bold_player_bids_whenever_a_plain_one_does_and_more(game: str) -> None:
    careful, plain, bold = plain_players()
    counts = [0, 0, 0]
    for view in auctions(game, DEALS):
        calls = [call_of(choose, view) for choose in (careful, plain, bold)]
        bids = [call.is_bid for call in calls]
        assert bids == sorted(bids)
        assert len({call for call in calls if call.is_bid}) <= 1  # the bid itself is the same
        counts = [count + bid for count, bid in zip(counts, bids, strict=True)]
    assert counts[0] < counts[1] < counts[2]


@pytest.mark.usefixtures("few")
def test_bold_expert_bids_more_and_careful_expert_less() -> None:
    players = experts()
    counts = [0, 0, 0]
    for view in auctions("42", 12):
        if len(view.legal) > 1:
            bids = [call_of(choose, view).is_bid for choose in players]
            assert bids == sorted(bids)
            counts = [count + bid for count, bid in zip(counts, bids, strict=True)]
    assert counts[0] < counts[1] < counts[2]


def test_tempers_agree_on_bidding_over_their_partner() -> None:
    careful, plain, bold = plain_players()
    seen = 0
    for view in auctions("42", 100):
        if partner_stands(view):
            assert len({call_of(choose, view) for choose in (careful, plain, bold)}) == 1
            seen += 1
    assert seen >= 10


@pytest.mark.usefixtures("few")
def test_no_temper_bids_a_worthless_hand() -> None:
    view = calling("61 50 42 30 21 10 53", "35")
    assert not any(call_of(choose, view).is_bid for choose in (*plain_players(), *experts()))


@pytest.mark.usefixtures("few")
def test_every_temper_bids_seven_trumps() -> None:
    view = calling("66 65 64 63 62 61 60")
    assert all(call_of(choose, view).is_bid for choose in (*plain_players(), *experts()))


@pytest.mark.usefixtures("few")
def test_temper_does_not_change_plays() -> None:
    rules = load_rules("42", None)
    careful, _, bold = experts()
    state = apply(new_game(rules), shaken(rules, 0, Random(3))).game
    while state.deal is not None and state.deal.phase is not Phase.OVER:
        view = view_for(state, state.deal.to_act)
        action = bold(view, LONG)
        if state.deal.phase is not Phase.CALL:
            assert careful(view, LONG) == action
        state = apply(state, action).game
