"""The sampler finds each possible deal equally often and never an impossible one."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

pytest.importorskip("numba", reason="the sampler needs numba")

from tests.ai.positions import exposing, playing
from texas42.ai.inference.knowledge import know
from texas42.ai.kernels import deal_sampling
from texas42.ai.kernels.bits import IntArray
from texas42.ai.kernels.deal_sampling import HOLDERS, MAY_HOLD, TO_HOLD
from texas42.ai.rollouts.evidence import unseen_in_play
from texas42.engine import parse_tile


def sample_deals(unseen: IntArray, number: int) -> list[tuple[int, ...]]:
    """Sample this many deals, each as the tiles of every holder."""
    state = np.zeros(deal_sampling.STATE_SIZE + HOLDERS, np.int64)
    rng = np.array([12345], np.int64)
    order = np.zeros(64, np.int64)
    found = []
    for _ in range(number):
        assert deal_sampling.sample_deal(state, unseen, rng, order) == 1
        found.append(tuple(int(each) for each in state[deal_sampling.STATE_SIZE :]))
    return found


def small_unseen(may: list[int], sizes: list[int], tiles: int) -> IntArray:
    unseen = np.zeros(deal_sampling.UNSEEN_SIZE, np.int64)
    unseen[deal_sampling.TILES] = tiles
    for seat, (able, size) in enumerate(zip(may, sizes, strict=True)):
        unseen[TO_HOLD + seat] = size
        unseen[MAY_HOLD + seat] = able
    return unseen


def all_deals(may: list[int], sizes: list[int], tiles: int) -> set[tuple[int, ...]]:
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
def test_every_deal_is_equally_likely(may: list[int]) -> None:
    sizes = [2, 2, 2]
    tiles = 0b111111
    number = 12_000
    possible = all_deals(may, sizes, tiles)
    seen = Counter(hands[:3] for hands in sample_deals(small_unseen(may, sizes, tiles), number))
    assert set(seen) == possible
    even = number / len(possible)
    chi_square = sum((times - even) ** 2 / even for times in seen.values())
    degrees = len(possible) - 1
    assert chi_square < degrees + 4 * (2 * degrees) ** 0.5


def test_sampler_finds_a_deal_that_rarely_fits() -> None:
    size = 7
    whole = (1 << 3 * size) - 1
    first = (1 << size + 1) - 1
    second = ((1 << size + 1) - 1) << size
    third = whole & ~((1 << 2 * size - 1) - 1)
    unseen = small_unseen([first, second, third], [size] * 3, whole)
    for hands in sample_deals(unseen, 50):
        assert hands[0] & ~first == hands[1] & ~second == hands[2] & ~third == 0
        assert hands[0] | hands[1] | hands[2] == whole


def test_samples_agree_with_what_was_seen() -> None:
    view = playing("53 66 61 44 10", "55 20 51 21 | 65 30 52 31", contract="5")
    assert view.contract is not None
    known = know(view)
    last_trumps = known.order.mask([parse_tile("54"), parse_tile("50")])
    for hands in sample_deals(unseen_in_play(known), 200):
        assert hands[2] & last_trumps == last_trumps
        assert sum(each.bit_count() for each in hands[:4]) == 15
        assert not (hands[1] | hands[2] | hands[3]) & known.hand


def test_samples_keep_face_up_hands_in_place() -> None:
    view = playing("53 66 61 44 10 00", "55 20 51 21", contract="5")
    view = exposing(view, {1: "54 62 11 33 32 31"})
    assert view.contract is not None
    known = know(view)
    laid_down = known.order.mask(view.exposed[1])
    for hands in sample_deals(unseen_in_play(known), 200):
        assert hands[1] == laid_down
