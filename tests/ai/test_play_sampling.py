"""The last tricks are weighted over every possible deal, using past calls and plays."""

from itertools import combinations
from random import Random

import numpy as np
import pytest

pytest.importorskip("numba", reason="the sampler needs numba")

from tests.ai.positions import playing, shaken
from texas42.ai.inference.knowledge import Knowledge, know
from texas42.ai.kernels import deal_sampling, play_sampling
from texas42.ai.kernels.bits import IntArray
from texas42.ai.kernels.deal_sampling import HOLDERS, MAY_HOLD, TO_HOLD
from texas42.ai.rollouts.evidence import evidence_of, known_state, unseen_in_play
from texas42.ai.rules.player import RulesPlayer
from texas42.ai.solver.problem import Problem, SearchGoal
from texas42.engine import Phase, SeatView, apply, new_game, parse_tile, view_for
from texas42.library import load_rules

Hands = tuple[int, ...]


def late(game: str, seed: int, tiles: int) -> SeatView:
    """Play a random hand until a seat has this many tiles left and a choice; return its view."""
    rules = load_rules(game, None)
    player = RulesPlayer()
    rng = Random(seed)
    while True:
        state = apply(new_game(rules), shaken(rules, 0, rng)).game
        while state.deal is not None and state.deal.phase is not Phase.OVER:
            view = view_for(state, state.deal.to_act)
            if view.phase is Phase.PLAY and len(view.hand) == tiles and len(view.legal) > 1:
                return view
            state = apply(state, player.choose(view, 1.0)).game


def find_deals(
    view: SeatView,
    number: int,
    tries: int,
    *,
    without_calls: bool = False,
    without_plays: bool = False,
) -> tuple[Knowledge, IntArray]:
    """Find deals with their weights, one per row.

    `without_calls` and `without_plays` ignore that evidence.
    """
    assert view.contract is not None
    assert view.bidder is not None
    known = know(view)
    problem = Problem(view.rules, view.contract, view.bidder, SearchGoal.POINTS)
    position = problem.load_view(known)
    rows = np.zeros(max(tries, 1) * number * deal_sampling.ROW_SIZE, np.int64)
    seen = evidence_of(known, by_calls=not without_calls)
    if without_plays:
        seen[play_sampling.PLAYS] = 0
    count = play_sampling.sample_deals(
        known.me,
        number,
        tries,
        known_state(known, position.on_table),
        problem.table,
        unseen_in_play(known),
        seen,
        np.array([1], np.int64),
        np.zeros(deal_sampling.STATE_SIZE + HOLDERS, np.int64),
        rows,
        np.zeros(deal_sampling.SCRATCH_SIZE, np.int64),
    )
    return known, rows.reshape(-1, deal_sampling.ROW_SIZE)[: max(count, 0)]


def possible(unseen: IntArray) -> set[Hands]:
    """List every possible deal by brute force, holder by holder."""
    sizes = [int(each) for each in unseen[TO_HOLD : TO_HOLD + HOLDERS]]
    may = [int(each) for each in unseen[MAY_HOLD : MAY_HOLD + HOLDERS]]
    listed: set[Hands] = set()

    def deal(holder: int, rest: tuple[int, ...], so_far: Hands) -> None:
        if holder == HOLDERS:
            listed.add(so_far)
            return
        for chosen in combinations(rest, sizes[holder]):
            tiles = sum(1 << place for place in chosen)
            if not tiles & ~may[holder]:
                left = tuple(place for place in rest if place not in chosen)
                deal(holder + 1, left, (*so_far, tiles))

    unseen = int(unseen[deal_sampling.TILES])
    deal(0, tuple(place for place in range(64) if unseen >> place & 1), ())
    return listed


@pytest.mark.parametrize(
    ("game", "seed", "tiles"),
    [("42", 1, 3), ("42", 2, 3), ("42", 3, 2), ("moon", 1, 3), ("big-game", 1, 2)],
)
def test_every_possible_deal_is_weighted_once(game: str, seed: int, tiles: int) -> None:
    known, rows = find_deals(late(game, seed, tiles), 4000, 0)
    listed = [tuple(int(each) for each in row[:HOLDERS]) for row in rows]
    assert len(listed) == len(set(listed))
    assert set(listed) == possible(unseen_in_play(known))
    assert listed
    assert (rows[:, play_sampling.WEIGHT] > 0).all()


def test_more_deals_than_fit_yield_none() -> None:
    _, rows = find_deals(late("42", 1, 3), 20, 0)
    assert len(rows) == 0


def share_of(known: Knowledge, rows: IntArray, seat: int, tile: str) -> float:
    """Return the weighted share of deals in which a seat has a tile."""
    has = rows[:, seat] >> known.order.places[parse_tile(tile)] & 1
    weights = rows[:, play_sampling.WEIGHT]
    return float((has * weights).sum() / weights.sum())


def test_ten_given_to_the_opponents_suggests_a_void() -> None:
    view = playing("43 41 10 30 31 42", "55 20 51 21 | 66 64 62", contract="5")
    shares = []
    for without_plays in (True, False):
        known, rows = find_deals(view, 2000, 1, without_plays=without_plays)
        sixes = known.order.mask([parse_tile("61"), parse_tile("60"), parse_tile("63")])
        weights = rows[:, play_sampling.WEIGHT]
        shares.append(float(weights[rows[:, 1] & sixes == 0].sum() / weights.sum()))
    assert shares[1] > 1.5 * shares[0] > 0


def test_discard_suggests_its_double() -> None:
    view = playing("53 60 64 41 32", "11 21 10 31 | 61 51 54 30", contract="1")
    known, rows = find_deals(view, 2000, 4)
    assert share_of(known, rows, 2, "55") > 0.5


def test_seat_that_names_a_suit_probably_holds_it() -> None:
    view = playing("43 41 10 30 31 42 00", "55", contract="5")
    fives = [f"5{end}" for end in "43210"] + ["65"]
    shares = [
        sum(
            share_of(*find_deals(view, 2000, 1, without_calls=without_calls), 0, tile)
            for tile in fives
        )
        for without_calls in (True, False)
    ]
    assert shares[0] < 1.9
    assert shares[1] > 2.3


def test_seat_that_passes_is_probably_weak() -> None:
    view = playing("43 41 10 30 31 42 20", "55", contract="5", bid="30")
    strong = ["66", "65", "64", "63"]
    shares = [
        sum(
            share_of(*find_deals(view, 4000, 1, without_calls=without_calls), 3, tile)
            for tile in strong
        )
        for without_calls in (True, False)
    ]
    assert shares[1] < 0.95 * shares[0]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_sampling_and_listing_weight_the_calls_alike(seed: int) -> None:
    view = late("42", seed, 3)
    known, listed = find_deals(view, 4000, 0, without_plays=True)
    _, sampled = find_deals(view, 4000, 1, without_plays=True)
    unseen = known.unseen
    while unseen:
        place = unseen.bit_length() - 1
        unseen ^= 1 << place
        for seat in known.others():
            likely = [
                float(((rows[:, seat] >> place & 1) * rows[:, play_sampling.WEIGHT]).sum())
                / float(rows[:, play_sampling.WEIGHT].sum())
                for rows in (listed, sampled)
            ]
            assert likely[0] == pytest.approx(likely[1], abs=0.05)


def test_inexplicable_calls_still_leave_possible_deals() -> None:
    # Bo sees every five but the one that was led, and every six.
    view = playing("50 51 52 53 54 66 65", "55", contract="5", bid="41")
    _, rows = find_deals(view, 64, 4)
    assert int(rows[:, play_sampling.WEIGHT].sum()) == 64


def test_sampler_returns_the_requested_number_of_deals() -> None:
    _, rows = find_deals(late("42", 1, 3), 64, 4)
    assert int(rows[:, play_sampling.WEIGHT].sum()) == 64
