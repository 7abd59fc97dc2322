"""Sampled choices depend only on the view, and repeat exactly."""

import os
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

pytest.importorskip("numba", reason="the sampling players need numba")

from tests.ai.positions import shaken
from texas42.ai.players.sampled_player import SampledPlayer
from texas42.ai.rollouts.level_config import LEVEL_CONFIGS, Level, LevelConfig
from texas42.engine import Game, Phase, Rules, Shake, apply, new_game, view_for
from texas42.library import games, load_rules

pytestmark = pytest.mark.slow

MORE = int(os.environ.get("FORTYTWO_LAWS", "1"))
LONG = 60.0
TABLES: list[tuple[str, dict[str, object]]] = [
    *((game.id, {}) for game in games()),
    ("42", {"preset": "house"}),
    ("42", {"preset": "puremco"}),
    ("moon", {"moon_widow": "blind_swap"}),
]


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(
        LEVEL_CONFIGS, Level.EXPERT, LevelConfig(play_deals=8, bid_deals=96, plain_bonus=0.01)
    )


def before_play(rules: Rules, shake: Shake, player: SampledPlayer) -> Iterator[Game]:
    """Yield every moment of a hand before its first lead."""
    state = apply(new_game(rules), shake).game
    while state.deal is not None and state.deal.phase not in (Phase.PLAY, Phase.OVER):
        yield state
        view = view_for(state, state.deal.to_act)
        state = apply(state, player.choose(view, LONG)).game


def redealt(state: Game, rng: Random) -> Game:
    """Deal again the tiles that the seat whose turn it is cannot see."""
    deal = state.deal
    assert deal is not None
    seat = deal.to_act
    assert seat is not None
    seen = view_for(state, seat).kitty is not None
    hidden = [tile for other, hand in enumerate(deal.hands) if other != seat for tile in hand]
    hidden += () if seen else deal.kitty
    rng.shuffle(hidden)
    hands = []
    for other, hand in enumerate(deal.hands):
        hands.append(hand if other == seat else tuple(sorted(hidden.pop() for _ in hand)))
    kitty = deal.kitty if seen else tuple(sorted(hidden))
    as_dealt = deal.exchange is not None or deal.phase is Phase.PLAY
    return replace(
        state,
        deal=replace(
            deal,
            hands=tuple(hands),
            dealt=deal.dealt if as_dealt else tuple(hands),
            kitty=kitty,
            undealt=deal.undealt if as_dealt else kitty,
        ),
    )


@pytest.mark.parametrize(("game", "options"), TABLES)
def test_choices_before_play_depend_only_on_the_view(game: str, options: dict[str, object]) -> None:
    rules = load_rules(game, options)
    rng = Random(7)
    player = SampledPlayer(Level.EXPERT)
    asked = set()
    for hand in range(2 * MORE if rules.has_exchange else MORE):
        for state in before_play(rules, shaken(rules, hand, rng), player):
            assert state.deal is not None
            view = view_for(state, state.deal.to_act)
            asked.add(view.phase)
            other = view_for(redealt(state, rng), view.seat)
            chosen = player.choose_with_reason(view, LONG)
            assert SampledPlayer(Level.EXPERT).choose_with_reason(other, LONG) == chosen
    assert Phase.CALL in asked
    if rules.has_exchange:
        assert Phase.EXCHANGE in asked


def test_choice_before_play_stays_within_its_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(
        LEVEL_CONFIGS, Level.EXPERT, LevelConfig(play_deals=8, bid_deals=1 << 40, plain_bonus=0.01)
    )
    rules = load_rules("88", None)
    for state in before_play(rules, shaken(rules, 0, Random(1)), SampledPlayer(Level.EASY)):
        assert state.deal is not None
        view = view_for(state, state.deal.to_act)
        assert SampledPlayer(Level.EXPERT).choose(view, 0.05) in view.legal


@pytest.mark.parametrize(("game", "options"), TABLES)
def test_plays_depend_only_on_the_view(game: str, options: dict[str, object]) -> None:
    rules = load_rules(game, options)
    rng = Random(11)
    player = SampledPlayer(Level.EXPERT)
    asked = 0
    state = apply(new_game(rules), shaken(rules, 0, rng)).game
    while asked < 8 and state.deal is not None and state.deal.phase is not Phase.OVER:
        view = view_for(state, state.deal.to_act)
        action = player.choose(view, LONG)
        if state.deal.phase is Phase.PLAY and len(view.legal) > 1:
            asked += 1
            other = view_for(redealt(state, rng), state.deal.to_act)
            assert other == view
            assert SampledPlayer(Level.EXPERT).choose(other, LONG) == action
        state = apply(state, action).game
    assert asked
