"""Positions with a clear choice for any good human player.

Each is dealt several times: hidden tiles must not change the choice.
"""

import pytest

from tests.ai.positions import (
    OPTIONS,
    calling,
    exchanging,
    naming,
    naming_for_partner,
    position,
    text_of,
)
from tests.ai.sound_positions import (
    CALLS,
    EVEN_NAMES,
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
from texas42.ai.rules.player import RulesPlayer
from texas42.engine import MakeCall, NameContract, SeatView, format_action

HIDDEN_DEALS = 3


def chosen(view: SeatView) -> str:
    action = RulesPlayer().choose(view, 1.0)
    assert action in view.legal
    return format_action(action, view.rules)


@pytest.mark.parametrize("case", [*FOLLOWING, *LEADING, *SPECIAL], ids=lambda case: case.name)
def test_plays_what_a_good_player_plays(case: Play) -> None:
    choices = set()
    for seed in range(HIDDEN_DEALS):
        view = position(case, seed)
        choices.add(chosen(view))
    assert len(choices) == 1
    assert choices <= set(case.right.split())


@pytest.mark.parametrize("case", MORE, ids=lambda case: case.name)
def test_plays_by_the_strategy_of_the_sources(case: Play) -> None:
    assert chosen(position(case, seed=0)) in case.right.split(), case.why


def test_every_position_has_a_choice_and_an_explanation() -> None:
    for case in MORE:
        legal = {text_of(each) for each in position(case, seed=0).legal}
        assert set(case.right.split()) < legal, case.name
        assert case.why.endswith("."), case.name
    positions = [*FOLLOWING, *LEADING, *SPECIAL, *MORE, *CALLS, *NAMES, *PARTNER_NAMES, *SWAPS]
    assert len(positions) >= 200
    assert len({case.name for case in positions}) == len(positions)


@pytest.mark.parametrize("case", CALLS, ids=lambda case: case.name)
def test_calls_what_a_good_player_calls(case: Bid) -> None:
    view = calling(case.hand, case.calls, game=case.game, **OPTIONS[case.options])
    assert isinstance(view.legal[0], MakeCall)
    assert chosen(view) in (case.right, *case.right.split())


@pytest.mark.parametrize("case", [*NAMES, *EVEN_NAMES], ids=lambda case: case.name)
def test_names_what_a_good_player_names(case: Bid) -> None:
    view = naming(case.hand, case.calls, **OPTIONS[case.options])
    assert isinstance(view.legal[0], NameContract)
    assert chosen(view).split()[0] in case.right.split()


@pytest.mark.parametrize("case", PARTNER_NAMES, ids=lambda case: case.name)
def test_names_for_the_partner_what_a_good_player_names(case: Bid) -> None:
    view = naming_for_partner(case.hand, case.calls, doubles=4, **OPTIONS[case.options])
    assert chosen(view) == case.right


@pytest.mark.parametrize("case", SWAPS, ids=lambda case: case.name)
def test_exchanges_what_a_good_player_exchanges(case: Swap) -> None:
    view = exchanging(case.hand, case.kitty, case.bid, game=case.game, contract=case.contract)
    assert chosen(view) in case.right.split()
