from itertools import combinations

import pytest

from bot.render.ground import felt_area
from bot.render.lobby import chairs
from bot.render.open_places import open_places
from bot.render.places import LIFT, hand_places, places
from bot.render.values import Size

TABLES = [(3, 3), (3, 2), (4, 2), (6, 2), (6, 3), (8, 2)]
EVERY_TABLE = pytest.mark.parametrize(("seats", "sides"), TABLES)
HELD = range(15)
EVERY_SHELF = pytest.mark.parametrize("with_shelf", [False, True])


def _areas(where):
    shelf = [] if where.shelf is None else [where.shelf]
    seats = [area for seat in where.seats for area in (seat.plate, seat.tile)]
    return [*seats, where.middle, *where.piles, *shelf]


def _meets(one, other):
    across = one.left < other.right and other.left < one.right
    return across and one.top < other.bottom and other.top < one.bottom


def _apart(areas, felt):
    assert not [pair for pair in combinations(areas, 2) if _meets(*pair)]
    assert all(area.left >= felt.left and area.right <= felt.right for area in areas)
    assert all(area.top >= felt.top and area.bottom <= felt.bottom for area in areas)
    assert all(area.width > 0 and area.height > 0 for area in areas)


@EVERY_TABLE
@EVERY_SHELF
def test_nothing_on_the_board_overlaps(seats, sides, with_shelf):
    where = places(seats, sides, Size.BOARD, 0, with_shelf=with_shelf)
    _apart(_areas(where), felt_area(Size.BOARD))


@EVERY_TABLE
@EVERY_SHELF
def test_nothing_on_a_panel_overlaps(seats, sides, with_shelf):
    for held in HELD:
        hand = hand_places(held, with_shelf=with_shelf)
        where = places(seats, sides, Size.PANEL, hand.tray, with_shelf=with_shelf)
        raised = [area._replace(top=area.top - LIFT) for area in hand.tiles]
        _apart([*_areas(where), *raised], felt_area(Size.PANEL))


@pytest.mark.parametrize("seats", sorted({seats for seats, _ in TABLES}))
def test_no_chairs_of_a_lobby_overlap(seats):
    found = chairs(seats)
    assert len(found) == seats
    _apart(found, felt_area(Size.LOBBY))


@EVERY_TABLE
def test_dominoes_of_hands_and_tricks_are_large_enough(seats, sides):
    for held in HELD:
        hand = hand_places(held, with_shelf=False)
        assert hand.side >= 46
        assert places(seats, sides, Size.PANEL, hand.tray, with_shelf=False).tile_side >= 30
        shelved = hand_places(held, with_shelf=True)
        assert places(seats, sides, Size.PANEL, shelved.tray, with_shelf=True).tile_side >= 30


@EVERY_TABLE
@pytest.mark.parametrize("held", range(15))
@pytest.mark.parametrize("size", [Size.OPEN, Size.PANEL])
def test_nothing_overlaps_with_open_hands(seats, sides, held, size):
    if size is Size.OPEN and (seats > 4 or held > 9):
        return  # painted higher
    where = open_places(seats, sides, max(held, 7), size)
    areas = [area for seat in range(seats) for area in where.hand(seat, held)]
    for seat in where.seats:
        areas += [seat.place.plate, seat.place.tile, seat.words]
    notes = where.corners if seats == 4 and held <= 7 else ()  # only 42 has any
    _apart([*areas, *where.piles, where.middle, *notes], felt_area(size))
    for seat in where.seats:
        mine = (seat.place.tile, seat.words, where.middle)  # not beside a call
        others = [area for area in areas if area not in mine]
        assert not any(_meets(seat.said, area) for area in others)


@pytest.mark.parametrize(
    ("seats", "sides", "dealt", "size", "least"),
    [
        (3, 3, 7, Size.OPEN, 40),
        (4, 2, 7, Size.OPEN, 40),
        (4, 2, 11, Size.PANEL, 35),
        (6, 2, 9, Size.PANEL, 32),
        (8, 2, 7, Size.PANEL, 40),
    ],
)
def test_dominoes_of_open_hands_are_large_enough(seats, sides, dealt, size, least):
    assert open_places(seats, sides, dealt, size).hand_side >= least


def test_four_seats_go_clockwise_from_the_bottom():
    bottom, left, top, right = (
        seat.plate for seat in places(4, 2, Size.BOARD, 0, with_shelf=False).seats
    )
    assert top.top < left.top == right.top < bottom.top
    assert left.left < bottom.left == top.left < right.left


@pytest.mark.parametrize("seats", [6, 8])
def test_left_column_goes_up_and_right_column_down(seats):
    found = places(seats, 2, Size.BOARD, 0, with_shelf=False).seats
    half = seats // 2
    left = [p.plate.top for p in found[1:half]]
    right = [p.plate.top for p in found[half + 1 :]]
    assert left == sorted(left, reverse=True)
    assert right == sorted(right)


@pytest.mark.parametrize(("held", "rows"), [(1, 1), (7, 1), (11, 1), (12, 2), (14, 2)])
def test_hand_is_one_row_up_to_eleven_dominoes(held, rows):
    tops = {area.top for area in hand_places(held, with_shelf=False).tiles}
    assert len(tops) == rows


@pytest.mark.parametrize("dealt", [7, 9, 11, 14])
def test_dominoes_keep_their_size_during_play(dealt):
    laid = [hand_places(held, dealt=dealt, with_shelf=False) for held in range(dealt + 1)]
    assert len({(hand.side, hand.tray) for hand in laid}) == 1
