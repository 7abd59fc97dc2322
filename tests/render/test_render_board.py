from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import BytesIO
from itertools import combinations

import pytest
from PIL import Image
from render_boards import HANDS, board, tiles

from bot.engine import Tile
from bot.render import BoardPicture, Fact, Line, Mode, PlayedTile, Scoring, TakenTrick, draw_board
from bot.render.dominoes import MARGIN, TAG
from bot.render.layout import HEIGHT, WIDTH, Box, layout
from bot.render.palette import Colour
from bot.render.score import STROKES

EVERY_SEATS_AND_SIDES = [(3, 3), (3, 2), (4, 2), (6, 2), (6, 3), (8, 2)]
ODD_NAMES = [
    "",
    "   ",
    "W" * 300,
    "𝓐𝓷𝓪 of 𝕮𝖍𝖆𝖔𝖘",
    "雪の女王",
    "مرحبا بالعالم",
    "שלום",
    "🎲🀄👩‍👩‍👧‍👦",
    "\u202eevil\u202c",
    "a\nb\tc\x00d",
    "Z" + "\u0301\u0300\u0303" * 60,
    "\u0301",
    "Łukasz Żółć-Čapek ß",
    "¿¡Ñandú!?",
    "{name}{0}%s",
    "@everyone **`",
    "ﷺ",
    "\ud800",
]


def _opened(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png))


def _pixels(png: bytes, box: Box) -> bytes:
    return _opened(png).convert("RGB").crop(box).tobytes()


@pytest.mark.parametrize("seats", HANDS)
@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("scoring", Scoring)
def test_board_is_a_small_png_of_960_by_640(seats: int, mode: Mode, scoring: Scoring) -> None:
    png = draw_board(board(seats, mode, scoring))
    picture = _opened(png)
    assert (picture.format, picture.size, picture.mode) == ("PNG", (960, 640), "P")
    assert len(png) < 64 * 1024


@pytest.mark.parametrize("seats", HANDS)
def test_same_board_gives_the_same_bytes(seats: int) -> None:
    assert draw_board(board(seats)) == draw_board(board(seats))


def test_boards_drawn_in_threads_equal_those_drawn_alone() -> None:
    specs = [board(seats, mode) for seats in HANDS for mode in Mode] * 4
    with ThreadPoolExecutor(8) as pool:
        drawn = list(pool.map(draw_board, specs))
    assert drawn == [draw_board(spec) for spec in specs]


@pytest.mark.parametrize(("seats", "sides"), EVERY_SEATS_AND_SIDES)
def test_no_two_boxes_of_a_layout_meet_and_all_lie_in_the_picture(seats: int, sides: int) -> None:
    boxes = layout(seats, sides).boxes()
    assert not [pair for pair in combinations(boxes, 2) if pair[0].meets(pair[1])]
    assert all(0 <= b.left < b.right <= WIDTH and 0 <= b.top < b.bottom <= HEIGHT for b in boxes)


@pytest.mark.parametrize("seats", HANDS)
def test_a_tagged_domino_fits_its_spot(seats: int) -> None:
    places = layout(seats, 2)
    for boxes in places.seats:
        assert boxes.spot.height == places.tile_height + 2 * MARGIN
        assert boxes.spot.width >= 2 * places.tile_height + TAG + 2 * MARGIN


def test_four_seats_sit_clockwise_from_the_top() -> None:
    north, east, south, west = (seat.plate for seat in layout(4, 2).seats)
    assert north.top < west.top == east.top < south.top
    assert west.left < north.left == south.left < east.left


@pytest.mark.parametrize("name", ODD_NAMES)
@pytest.mark.parametrize("seats", HANDS)
def test_an_odd_name_stays_on_its_own_plate(name: str, seats: int) -> None:
    plain = board(seats, Mode.BIDDING)
    plain = replace(plain, headline=Line("x"), facts=())
    one, *others = plain.seats
    odd = replace(plain, seats=(replace(one, name=name), *others))
    before, after = (_opened(draw_board(spec)).convert("RGB") for spec in (plain, odd))
    plate = layout(seats, len(plain.sides)).seats[0].plate
    for picture in (before, after):
        picture.paste((0, 0, 0), plate)
    assert before.tobytes() == after.tobytes()


@pytest.mark.parametrize("name", ["雪の女王", "🎲", "", "שלום"])
def test_a_name_that_cannot_be_written_gives_way_to_the_position(name: str) -> None:
    spec = board(4, Mode.BIDDING)
    one, *others = spec.seats
    unwritable = replace(spec, seats=(replace(one, name=name), *others))
    position = replace(spec, seats=(replace(one, name=one.position), *others))
    assert draw_board(unwritable) == draw_board(position)


def test_a_line_names_its_seat_as_the_plate_does() -> None:
    spec = board(4, Mode.TRICK_END)
    seats = tuple(replace(seat, name="雪") for seat in spec.seats)
    named = replace(spec, seats=seats, headline=Line("{name} wins", 1))
    written = replace(spec, seats=seats, headline=Line("East wins"))
    banner = layout(4, 2).banner
    assert _pixels(draw_board(named), banner) == _pixels(draw_board(written), banner)


@pytest.mark.parametrize("seats", HANDS)
def test_very_long_words_change_nothing_outside_their_boxes(seats: int) -> None:
    spec = replace(board(seats), detail=Line(""), facts=())
    long = replace(
        spec,
        title="W" * 200,
        headline=Line("W" * 200),
        facts=(Fact("W" * 200, Line("W" * 200)),) * 3,
    )
    before, after = (_opened(draw_board(one)).convert("RGB") for one in (spec, long))
    places = layout(seats, len(spec.sides))
    bar = [box for fact in places.facts for box in fact]
    for box in (places.title, places.banner, *bar):
        before.paste((0, 0, 0), box)
        after.paste((0, 0, 0), box)
    assert before.tobytes() == after.tobytes()


def _with_trick(*trick: PlayedTile) -> bytes:
    return draw_board(replace(board(4), trick=trick))


def test_trump_winner_count_and_called_end_are_told_by_shape() -> None:
    tile = Tile(6, 1)
    marks = ({}, {"trump": True}, {"winning": True}, {"count": 5}, {"called": 6}, {"called": 1})
    pictures = [
        _opened(_with_trick(PlayedTile(0, tile, **mark))).convert("1", dither=Image.Dither.NONE)
        for mark in marks
    ]
    assert len({picture.tobytes() for picture in pictures}) == len(marks)


def test_every_tile_looks_different_on_the_board() -> None:
    every = [Tile(high, low) for high in range(9) for low in range(high + 1)]
    spot = layout(4, 2).seats[0].spot
    seen = {_pixels(_with_trick(PlayedTile(0, tile)), spot) for tile in every}
    assert len(seen) == len(every) == 45


def test_marks_are_the_seven_strokes_of_all() -> None:
    assert len(STROKES) == 7
    strip = layout(4, 2).sides[0]

    def marked(total: int) -> bytes:
        spec = board(4, Mode.BIDDING)
        side, other = spec.sides
        return _pixels(draw_board(replace(spec, sides=(replace(side, total=total), other))), strip)

    assert len({marked(total) for total in range(8)}) == 8


def test_points_that_do_not_count_leave_their_place_to_the_total() -> None:
    spec = replace(board(4, Mode.BIDDING), scoring=Scoring.POINTS, target=250)
    side, other = spec.sides
    strip = layout(4, 2).sides[0]
    edge = Box(strip.right - 12, strip.top + 20, strip.right - 4, strip.top + 28)

    def corner(points: int | None) -> bytes:
        quiet = replace(side, points=points, needed=None)
        return _pixels(draw_board(replace(spec, sides=(quiet, other))), edge)

    paper = bytes(Colour.PAPER.value) * (edge.width * edge.height)
    assert corner(None) == paper
    assert corner(0) != paper


@pytest.mark.parametrize("target", [1, 3, 7, 9, 21, 250, 10_000])
@pytest.mark.parametrize("scoring", Scoring)
@pytest.mark.parametrize("total", [-21, 0, 7, 12, 9_999])
def test_any_target_and_total_stay_in_their_strip(
    target: int, scoring: Scoring, total: int
) -> None:
    for seats in (3, 4):
        spec = replace(board(seats, scoring=scoring), target=target)
        side, *others = spec.sides
        odd = replace(spec, sides=(replace(side, total=total, name="W" * 40), *others))
        before, after = (_opened(draw_board(one)).convert("RGB") for one in (spec, odd))
        for picture in (before, after):
            picture.paste((0, 0, 0), layout(seats, len(spec.sides)).sides[0])
        assert before.tobytes() == after.tobytes()


@pytest.mark.parametrize(("size", "tricks"), [(3, 7), (4, 7), (4, 10), (4, 11), (6, 9), (8, 7)])
def test_one_side_can_take_every_trick_of_every_game(size: int, tricks: int) -> None:
    spec = replace(board(8 if size == 8 else 4, Mode.RESULT), tricks_in_hand=tricks)
    side, other = spec.sides
    taken = tuple(TakenTrick(size, 12, tiles(size, number, 8)) for number in range(tricks))
    full = replace(spec, sides=(side, replace(other, tricks=taken)))
    before, after = (_opened(draw_board(one)).convert("RGB") for one in (spec, full))
    for picture in (before, after):
        picture.paste((0, 0, 0), layout(len(spec.seats), 2).sides[1])
    assert before.tobytes() == after.tobytes()


def test_hands_are_refused_before_the_hand_is_over() -> None:
    spec = board(4, Mode.RESULT)
    for mode in (Mode.BIDDING, Mode.PLAY, Mode.TRICK_END):
        with pytest.raises(ValueError, match="over"):
            replace(spec, mode=mode)


def _wrong(spec: BoardPicture) -> list[dict[str, object]]:
    tile = PlayedTile(1, Tile(1, 1))
    return [
        {"seats": spec.seats[:2]},
        {"sides": spec.sides[:1]},
        {"seats": (*spec.seats[:3], replace(spec.seats[3], side=2))},
        {"trick": (tile, tile)},
        {"trick": (replace(tile, seat=4),)},
        {"headline": Line("{name}", 4)},
        {"facts": spec.facts * 2},
        {"tricks_in_hand": 0},
    ]


@pytest.mark.parametrize("number", range(8))
def test_a_board_that_cannot_be_is_refused(number: int) -> None:
    spec = board(4)
    with pytest.raises(ValueError, match=r"seat|sides|facts|trick"):
        replace(spec, **_wrong(spec)[number])


@pytest.mark.parametrize("number", [7, 9, 10, 11])
def test_shown_hands_stay_in_their_spots(number: int) -> None:
    for seats in HANDS:
        spec = board(seats, Mode.RESULT)
        bare = replace(spec, seats=tuple(replace(seat, revealed=()) for seat in spec.seats))
        shown = replace(
            spec, seats=tuple(replace(seat, revealed=tiles(number, top=8)) for seat in spec.seats)
        )
        before, after = (_opened(draw_board(one)).convert("RGB") for one in (bare, shown))
        assert before.tobytes() != after.tobytes()
        for boxes in layout(seats, len(spec.sides)).seats:
            before.paste((0, 0, 0), boxes.spot)
            after.paste((0, 0, 0), boxes.spot)
        assert before.tobytes() == after.tobytes()
