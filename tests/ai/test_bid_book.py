"""The bid book: its chances, and which files it accepts."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from texas42.ai.findings.bid_chances import BIDS
from texas42.ai.valuation import bid_book_model
from texas42.ai.valuation.bid_book import (
    HANDS,
    MODEL,
    NAME,
    STORED,
    BidBook,
    open_book,
)
from texas42.ai.valuation.bid_book_model import Model, every_hand, make_book
from texas42.ai.valuation.tile_weights import plain_contracts
from texas42.engine import FOLLOW_ME, Tile
from texas42.library import load_rules
from tools.support.bid_books import book_place

pytestmark = pytest.mark.slow

RULES = load_rules("42", {})
TILES = RULES.game.tiles
CONTRACTS = plain_contracts(RULES)
SUITS = {contract.named: contract for contract in CONTRACTS}
Hand = tuple[Tile, ...]


def mask_of(hand: Hand) -> int:
    return sum(1 << TILES.index(tile) for tile in hand)


def random_hands(count: int) -> list[Hand]:
    random = Random(3)
    return [tuple(sorted(random.sample(TILES, 7))) for _ in range(count)]


def exchanged(hand: Hand) -> Hand:
    pips = {2: 3, 3: 2}
    swapped = (sorted(pips.get(end, end) for end in (tile.low, tile.high)) for tile in hand)
    return tuple(sorted(Tile(high, low) for low, high in swapped))


SEVENS: list[tuple[int, Hand]] = [
    *((suit, tuple(tile for tile in TILES if suit in (tile.high, tile.low))) for suit in range(7)),
    (7, tuple(tile for tile in TILES if tile.is_double)),
    (8, tuple(tile for tile in TILES if tile.is_double)),
    (8, tuple(tile for tile in TILES if tile.high == 6)),
]
SOME = random_hands(120)
LISTED = [*SOME, *map(exchanged, SOME), *(hand for _, hand in SEVENS)]


@pytest.fixture(scope="module")
def model() -> Model:
    return Model.load()


@pytest.fixture(scope="module")
def folder(model: Model, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write a book with only some hands, since all of them take half a minute."""
    masks = np.array([mask_of(exchanged(hand)) for hand in LISTED] + list(map(mask_of, LISTED)))

    def some(_: Model) -> Iterator[bytes]:
        rows: npt.NDArray[Any] = np.zeros((HANDS, 2 * len(STORED)), np.uint8)
        columns = [model.entries(column, masks) for column in range(len(STORED))]
        rows[book_place(masks)] = np.hstack(columns)
        yield rows.tobytes()

    made = tmp_path_factory.mktemp("book")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bid_book_model, "table", some)
        assert list(make_book(made)) == [1.0]
    return made


@pytest.fixture
def book(folder: Path) -> BidBook:
    found = open_book(folder)
    assert found is not None
    return found


def test_file_has_the_models_chances(book: BidBook, model: Model) -> None:
    for contract in CONTRACTS:
        for hand in SOME:
            chances = model.chances_of(hand, contract)
            found = [book.chance(hand, contract, bid) for bid in BIDS]
            assert found == pytest.approx([*chances, chances[-1]])


def test_chance_never_rises_with_the_bid(model: Model) -> None:
    masks = np.array([mask_of(hand) for hand in random_hands(3_000)])
    for column in range(len(STORED)):
        chances = model.book_chances(column, masks)
        assert (np.diff(chances, axis=1) <= 0).all()
        assert (chances >= 0).all()
        assert (chances <= 1).all()


@pytest.mark.parametrize(("number", "hand"), SEVENS)
def test_seven_of_a_suit_make_everything_in_it(book: BidBook, number: int, hand: Hand) -> None:
    assert [book.chance(hand, CONTRACTS[number], bid) for bid in BIDS] == [1.0] * len(BIDS)


def test_swapping_twos_and_threes_swaps_their_chances(book: BidBook) -> None:
    twos = CONTRACTS[2]
    threes = CONTRACTS[3]
    for hand in SOME:
        for bid in BIDS:
            assert book.chance(hand, twos, bid) == book.chance(exchanged(hand), threes, bid)


def test_sixes_make_everything_in_follow_me_and_little_in_blanks(book: BidBook) -> None:
    sixes = SEVENS[6][1]
    assert book.chances(sixes, BIDS)[BIDS[-1]][SUITS[FOLLOW_ME]] == 1.0
    assert book.chance(sixes, CONTRACTS[0], BIDS[0]) < 0.2


def test_hands_are_in_the_order_of_their_places() -> None:
    masks = every_hand()
    assert len(masks) == HANDS
    assert (book_place(masks) == np.arange(HANDS)).all()


def test_book_has_the_same_bytes_on_every_machine(model: Model) -> None:
    masks = every_hand()[::1_009]
    parts = [model.entries(column, masks).tobytes() for column in range(len(STORED))]
    assert sha256(b"".join(parts)).hexdigest()[:16] == "c904dc03795841a4"
    halves = [model.entries(0, half).tobytes() for half in np.array_split(masks, 2)]
    assert b"".join(halves) == parts[0]


def test_model_file_has_at_most_two_megabytes() -> None:
    assert MODEL.stat().st_size <= 2_000_000


def test_book_has_at_most_twenty_megabytes(folder: Path) -> None:
    assert (folder / NAME).stat().st_size <= 20_000_000


@pytest.mark.parametrize("place", [0, 40, -1])
def test_old_or_damaged_book_is_not_used(folder: Path, tmp_path: Path, place: int) -> None:
    data = bytearray((folder / NAME).read_bytes())
    data[place] ^= 1
    (tmp_path / NAME).write_bytes(data)
    assert open_book(tmp_path) is None


@pytest.mark.parametrize("size", [0, 20, 1_000_000])
def test_truncated_book_is_not_used(folder: Path, tmp_path: Path, size: int) -> None:
    (tmp_path / NAME).write_bytes((folder / NAME).read_bytes()[:size])
    assert open_book(tmp_path) is None


def test_missing_book_is_none(tmp_path: Path) -> None:
    assert open_book(tmp_path) is None


def test_interrupted_book_leaves_no_file(tmp_path: Path) -> None:
    making = make_book(tmp_path)
    assert 0 < next(making) < 1
    making.close()
    assert list(tmp_path.iterdir()) == []


def test_book_has_no_bid_below_thirty(book: BidBook) -> None:
    low = type(BIDS[0])(BIDS[0].kind, 29)
    with pytest.raises(ValueError, match="no bid 29"):
        book.chance(SOME[0], CONTRACTS[0], low)
