"""A bidder's lead is valued by the best lead that can follow it."""

from collections.abc import Sequence
from math import inf
from random import Random

import numpy as np
import pytest

pytest.importorskip("numba", reason="the sampler needs numba")

from tests.ai.positions import open_position, playing, position, shaken
from tests.ai.sound_positions import MORE, Play
from texas42.ai.inference.knowledge import Knowledge, know
from texas42.ai.inference.trick_order import places_of
from texas42.ai.kernels.deal_sampling import HANDS
from texas42.ai.kernels.policy import FREELY, roll_out
from texas42.ai.rollouts.evidence import known_state
from texas42.ai.rollouts.level_config import LevelConfig
from texas42.ai.rollouts.next_leads import looks_ahead, results_of, worth
from texas42.ai.rollouts.play_choice import choose_play_by_sampling, overclaim, search_goal
from texas42.ai.rollouts.plays import Candidate, PlayResult, PlaySampler
from texas42.ai.rules.player import RulesPlayer
from texas42.ai.solver.problem import Problem, SearchGoal
from texas42.engine import Game, Phase, PlayTile, SeatView, apply, new_game, parse_tile, view_for
from texas42.library import games, load_rules

DEALS = 600


def case(name: str) -> Play:
    return next(each for each in MORE if each.name == name)


ONES = case("ones_before_the_six_five")
BOSS = case("lead_the_boss_for_every_trick")


def knowing(view: SeatView) -> Knowledge:
    assert view.contract is not None
    return know(view)


def tile_plays(view: SeatView) -> list[PlayTile]:
    return [each for each in view.legal if isinstance(each, PlayTile)]


def of_tile(view: SeatView, text: str) -> PlayTile:
    return next(each for each in tile_plays(view) if each.tile == parse_tile(text))


class Telling(PlaySampler):
    """Returns a fixed chance for each given play, and 0 for the others."""

    def __init__(self, chances: dict[PlayTile, float]) -> None:
        super().__init__()
        self._chances = chances

    def evaluate(
        self, known: Knowledge, lines: Sequence[Candidate], *limits: object, **options: object
    ) -> list[PlayResult]:
        return [PlayResult(each.play, self._chances.get(each.play, 0.0), 0.0) for each in lines]


def test_bidder_lead_is_valued_with_the_best_next_lead() -> None:
    known = knowing(position(ONES, seed=0))
    goal, need = search_goal(known)
    assert goal is not None
    double = of_tile(known.view, "11")
    [found] = results_of(PlaySampler(), known, [double], goal, need, DEALS, inf)
    others = [None, *(tile for tile in known.view.hand if tile != double.tile)]
    lines = [Candidate(double, then) for then in others]
    tried = PlaySampler().evaluate(known, lines, goal, need, DEALS, inf)
    best = max(tried, key=lambda each: worth(known, each))
    assert found.chance == pytest.approx(best.chance, abs=0.05)
    # The policy alone would throw the hand away after the double.
    assert found.chance > tried[0].chance + 0.1


def test_only_the_bidder_looks_ahead() -> None:
    view = playing("54 44 33", "55 50 51 10 | 66 60 61 62 | 63 64 65 20", contract="5")
    known = knowing(view)
    assert known.me != view.bidder
    assert known.led is None
    goal, need = search_goal(known)
    assert goal is not None
    plays = tile_plays(view)
    alone = PlaySampler().evaluate(
        known, [Candidate(each) for each in plays], goal, need, DEALS, inf
    )
    assert results_of(PlaySampler(), known, plays, goal, need, DEALS, inf) == alone


def roll_out_with(game: Game, first: PlayTile, then: int) -> int:
    """Roll out this deal, leading the tile at place `then` next; return what the bidder takes."""
    assert game.deal is not None
    view = view_for(game, first.seat)
    known = knowing(view)
    goal, _ = search_goal(known)
    assert view.contract is not None
    assert view.bidder is not None
    assert goal is not None
    problem = Problem(view.rules, view.contract, view.bidder, goal)
    start = problem.load_view(known)
    state = np.zeros(64, np.int64)
    told = known_state(known, start.on_table)
    state[: len(told)] = told
    for seat, hand in enumerate(game.deal.hands):
        state[HANDS + seat] = known.order.mask(hand)
    place = problem.place_in_hand(first.seat, first)
    return int(roll_out(start.trick, place, then, state, problem.table))


@pytest.mark.parametrize("at", [ONES, BOSS], ids=lambda each: each.name)
def test_next_leads_tried_include_the_policys_choice(at: Play) -> None:
    differed = 0
    for seed in range(30):
        game = open_position(at, seed)
        assert game.deal is not None
        assert game.deal.to_act is not None
        view = view_for(game, game.deal.to_act)
        known = knowing(view)
        for first in tile_plays(view):
            later = known.hand & ~(1 << known.order.places[first.tile])
            tried = {roll_out_with(game, first, place) for place in places_of(later)}
            assert roll_out_with(game, first, FREELY) in tried
            # If the next tile is already gone, the policy chooses freely.
            gone = known.order.places[first.tile]
            assert roll_out_with(game, first, gone) == roll_out_with(game, first, FREELY)
            differed += len(tried) > 1
    assert differed > 50


def test_equivalent_lower_trump_counts_as_the_same_lead() -> None:
    view = position(BOSS, seed=0)
    plain, why = RulesPlayer().choose_with_reason(view)
    known = knowing(view)
    assert isinstance(plain, PlayTile)
    off = of_tile(view, "66")
    lower = of_tile(view, "54")
    assert 0 < overclaim(known, off, why, ahead=True) < overclaim(known, off, why, ahead=False)
    assert overclaim(known, lower, why, ahead=True) == 1.0
    # On its own, the policy follows the double with a losing off lead, but not its equivalents.
    results = {"55": 0.4, "65": 0.7, "54": 0.6, "66": 0.55}
    sampler = Telling({of_tile(view, text): chance for text, chance in results.items()})
    expert = LevelConfig(play_deals=DEALS, bid_deals=0, plain_bonus=0.0)
    assert choose_play_by_sampling(sampler, view, expert, plain, why, inf)[0] == plain


@pytest.mark.parametrize("game", [each.id for each in games()])
def test_bidder_looks_ahead_only_if_short_hands_use_all_tiles(game: str) -> None:
    rules = load_rules(game, None)
    plain = RulesPlayer()
    looked = 0
    for number in range(12):
        state = apply(new_game(rules), shaken(rules, 0, Random(number))).game
        while state.deal is not None and state.deal.phase not in (Phase.PLAY, Phase.OVER):
            state = apply(state, plain.choose(view_for(state, state.deal.to_act), 1.0)).game
        if state.deal is None or state.deal.phase is Phase.OVER or state.deal.contract is None:
            continue
        if state.deal.contract.named is not None and state.deal.to_act == state.deal.bidder:
            known = knowing(view_for(state, state.deal.to_act))
            goal, _ = search_goal(known)
            assert goal is not None
            assert looks_ahead(known, goal, DEALS) is (game in {"42", "84x8", "moon4"})
            assert not looks_ahead(known, goal, 480)
            looked += 1
    assert looked


@pytest.mark.parametrize(
    ("plays", "hand", "chance"),
    [
        ("66 43 65 64 | 30 31 33", "44 42 41 40 55 32", 0.0),
        ("66 43 65 64 | 30 31", "33 32 21 20 10 11", 1.0),
    ],
)
def test_no_play_makes_a_bid_for_every_trick_that_is_set_but_played_out(
    plays: str, hand: str, chance: float
) -> None:
    """The points still count where such a bid isn't exact (rulings 8.10 and 8.11)."""
    view = playing(hand, plays, contract="4", bid="84", preset="celko-points")
    known = knowing(view)
    assert not known.every_trick
    goal, need = search_goal(known)
    assert goal is SearchGoal.POINTS
    results = PlaySampler().evaluate(
        known, [Candidate(each) for each in tile_plays(view)], goal, need, DEALS, inf
    )
    assert {each.chance for each in results} == {chance}
