"""The sampler: every possible holding equally often, never an impossible one."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

pytest.importorskip("numba", reason="the sampler needs numba")

from bot.ai.inference.knowledge import know
from bot.ai.inference.trick_order import trick_order
from bot.ai.kernels import deal_sampling, layout
from bot.ai.kernels.bits import IntArray
from bot.ai.rollouts.evidence import unseen_in_play
from bot.engine import parse_tile
from tests.ai.positions import playing


def sampled(belief: IntArray, number: int) -> list[tuple[int, ...]]:
    """Return so many holdings, each as the tiles of every holder."""
    world = np.zeros(layout.STATE_SIZE + layout.HOLDERS, np.int64)
    chance = np.array([12345], np.int64)
    order = np.zeros(64, np.int64)
    found = []
    for _ in range(number):
        assert deal_sampling.sample_deal(world, belief, chance, order) == 1
        found.append(tuple(int(each) for each in world[layout.STATE_SIZE :]))
    return found


def small_belief(may: list[int], sizes: list[int], tiles: int) -> IntArray:
    belief = np.zeros(layout.UNSEEN_SIZE, np.int64)
    belief[layout.TILES] = tiles
    for seat, (able, size) in enumerate(zip(may, sizes, strict=True)):
        belief[layout.TO_HOLD + seat] = size
        belief[layout.MAY_HOLD + seat] = able
    return belief


def all_holdings(may: list[int], sizes: list[int], tiles: int) -> set[tuple[int, ...]]:
    places = [place for place in range(64) if tiles >> place & 1]
    found: set[tuple[int, ...]] = set()

    def deal(seat: int, rest: list[int], so_far: tuple[int, ...]) -> None:
        if seat == len(sizes):
            found.add(so_far)
            return
        for chosen in combinations(rest, sizes[seat]):
            mask = sum(1 << place for place in chosen)
            if mask & ~may[seat] == 0:
                left = [place for place in rest if place not in chosen]
                deal(seat + 1, left, (*so_far, mask))

    deal(0, places, ())
    return found


@pytest.mark.parametrize(
    "may",
    [
        [0b111111, 0b111111, 0b111111],
        [0b111100, 0b111111, 0b011011],
        [0b000011, 0b111110, 0b111111],
    ],
)
def test_every_holding_is_equally_likely(may: list[int]) -> None:
    sizes, tiles, number = [2, 2, 2], 0b111111, 12_000
    possible = all_holdings(may, sizes, tiles)
    seen = Counter(hands[:3] for hands in sampled(small_belief(may, sizes, tiles), number))
    assert set(seen) == possible
    even = number / len(possible)
    chi_square = sum((times - even) ** 2 / even for times in seen.values())
    degrees = len(possible) - 1
    assert chi_square < degrees + 4 * (2 * degrees) ** 0.5


def test_a_holding_that_hardly_ever_fits_is_found() -> None:
    size = 7
    whole = (1 << 3 * size) - 1
    first = (1 << size + 1) - 1
    second = ((1 << size + 1) - 1) << size
    third = whole & ~((1 << 2 * size - 1) - 1)
    belief = small_belief([first, second, third], [size] * 3, whole)
    for hands in sampled(belief, 50):
        assert hands[0] & ~first == hands[1] & ~second == hands[2] & ~third == 0
        assert hands[0] | hands[1] | hands[2] == whole


def test_no_holding_contradicts_what_was_seen() -> None:
    view = playing("53 66 61 44 10", "55 20 51 21 | 65 30 52 31", contract="5")
    assert view.contract is not None
    known = know(view, trick_order(view.rules.game, view.contract))
    last_trumps = known.order.mask([parse_tile("54"), parse_tile("50")])
    for hands in sampled(unseen_in_play(known), 200):
        assert hands[2] & last_trumps == last_trumps
        assert sum(each.bit_count() for each in hands[:4]) == 15
        assert not (hands[1] | hands[2] | hands[3]) & known.hand
