from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import BytesIO
from itertools import pairwise
from random import Random

import pytest
from PIL import Image

from bot.render import (
    DayPicture,
    FieldBar,
    HandTile,
    LaidDownHand,
    SeatPicture,
    Size,
    Stance,
    StripPicture,
    TablePicture,
    rail,
    render_picture,
    render_portrait,
    result,
    shrink_avatar,
)
from bot.render import table as table_module
from bot.render.ground import felt_area
from bot.render.ivory import COIN, REACH, Glow, count_badge, domino
from bot.render.picture import render_pixels
from bot.render.places import places
from bot.render.surface import Area, Canvas
from tests.render.gallery import sample_avatars
from tests.render.samples import (
    GAMES,
    NAMES,
    Look,
    a_panel,
    a_table,
    gray,
    hand_of,
    moments,
    panel_of,
    result_of,
    rules_of,
    score_of,
    table_of,
)
from tests.support.matrix import mostly_long
from tests.support.random_games import deal_of
from texas42.engine import (
    Phase,
    Shake,
    ShowKitty,
    Tile,
    apply,
    apply_out_of_turn,
    new_game,
    view_for,
)

EVERY_GAME = pytest.mark.parametrize("sample", GAMES)
MOST_BYTES = 60 * 1024
WITH_TABLE = [size for size in Size if size is not Size.STRIP]


def open_picture(file: bytes) -> Image.Image:
    return Image.open(BytesIO(file))


@pytest.mark.slow
@pytest.mark.parametrize("sample", mostly_long(GAMES, "42", "88", "84x8", "moon"))
def test_every_picture_has_its_size_and_a_small_file(sample):
    end = hand_of(sample)[-1]
    ends = [hand_of(sample, seed)[-1] for seed in range(3)]
    pictures = [(result_of(one, Look(), size), size) for size in WITH_TABLE for one in ends]
    pictures += [(score_of(end, Look(), size), size) for size in WITH_TABLE]
    for _, game in moments(sample):
        pictures.append((table_of(game, Look(viewer=None)), Size.BOARD))
        for viewer in range(game.rules.game.seats):
            pictures.append((panel_of(game, Look(viewer=viewer)), Size.PANEL))
    for picture, size in pictures:
        file = render_picture(picture, sample_avatars())
        image = open_picture(file)
        assert (image.format, image.size) == ("WEBP", size.pixels)
        assert not any(image.info.get(key) for key in ("exif", "xmp", "icc_profile"))
        assert len(file) <= MOST_BYTES


def test_pictures_of_the_daily_hand_have_their_sizes_and_small_files():
    bars = tuple(FieldBar(label=str(bid), made=bid - 29, set=1, own=bid == 31) for bid in (30, 31))
    day = DayPicture(
        title="Wednesday's hand",
        detail="You two bid 31 and made it",
        score="+26",
        score_words="your score",
        beside=("8 ahead of the expert", "Level with par", "#2 of 14"),
        tricks="wwlwl--",
        bids_title="How everyone bid",
        bids=bars,
        leads_title="First leads",
        leads=bars,
        you="you",
        streak=12,
        streak_words="12-day streak",
    )
    waiting = replace(day, bids=(), leads=(), words="All results show once the day is over.")
    strip = StripPicture(title="Wednesday's hand", result="made 31", tricks="wwlwl--")
    for picture, size in ((day, Size.BOARD), (waiting, Size.BOARD), (strip, Size.STRIP)):
        file = render_picture(picture)
        assert open_picture(file).size == size.pixels
        assert len(file) <= MOST_BYTES


def test_day_picture_needs_a_field_or_words():
    with pytest.raises(ValueError, match="field"):
        DayPicture(title="", detail="", score="0", score_words="", beside=(), tricks="")


@pytest.mark.slow
def test_same_view_gives_the_same_bytes_in_every_thread():
    pictures = [panel_of(game, Look()) for _, game in moments("42")] * 4
    alone = [render_picture(picture) for picture in pictures]
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(render_picture, pictures)) == alone


@pytest.mark.parametrize("sample", ["42", "88", "moon"])
def test_hidden_dominoes_do_not_affect_the_picture(sample):
    """Board and panels of a deal stay the same if the others' dominoes are shuffled."""
    rules = rules_of(sample)
    random = Random(7)
    shake = deal_of(rules, rules.game.seats - 1, random)
    mine = shake.hands[0]
    hidden = [tile for hand in shake.hands[1:] for tile in hand] + list(shake.kitty)
    seen = set()
    for _ in range(5):
        random.shuffle(hidden)
        size = rules.game.hand_size
        others = [
            tuple(hidden[at : at + size]) for at in range(0, size * (rules.game.seats - 1), size)
        ]
        kitty = tuple(hidden[size * (rules.game.seats - 1) :])
        game = apply(new_game(rules), Shake(shake.shaker, (mine, *others), kitty)).game
        game = apply(game, view_for(game, game.deal.to_act).legal[0]).game
        assert game.deal.phase is Phase.CALL
        seen.add(
            (
                render_picture(table_of(game, Look(viewer=None))),
                render_picture(panel_of(game, Look(viewer=0))),
            )
        )
    assert len(seen) == 1


def test_a_finished_hand_marks_the_trumps_that_were_played(monkeypatch):
    marked = []

    def note(tile, side, colors, *, lying, trump, glow):
        marked.append((tile, trump, glow))
        return domino(tile, side, colors, lying=lying, trump=trump, glow=glow)

    monkeypatch.setattr(result, "domino", note)
    sheet = result_of(dict(moments("42"))["over"], Look())
    render_pixels(sheet, {})
    assert sheet.trumps
    for tile, trump, glow in marked:
        assert trump == (tile in sheet.trumps and glow is not Glow.DIMMED)


@pytest.mark.parametrize("viewer", [None, 0])
def test_a_shown_kitty_lies_large_enough_to_read_its_count(monkeypatch, viewer):
    exchange = next(game for game in hand_of("88") if game.deal.phase is Phase.EXCHANGE)
    game = apply_out_of_turn(exchange, ShowKitty(exchange.deal.bidder)).game
    assert any(game.rules.game.tile_count(tile) for tile in game.deal.undealt)
    badges = []
    monkeypatch.setattr(
        table_module,
        "count_badge",
        lambda *args: badges.append(args[2]) or count_badge(*args),
    )
    render_pixels(table_of(game, Look(viewer=viewer)), {})
    assert badges == [COIN]


@pytest.mark.parametrize("sample", ["42", "moon", "84x6", "84x8"])
def test_the_deciding_trick_lies_under_the_sides_at_a_games_end(monkeypatch, sample):
    spots = []
    lay_in = Canvas.lay_in

    def note(surface, sprite, middle):
        spots.append((sprite.size, middle))
        lay_in(surface, sprite, middle)

    monkeypatch.setattr(Canvas, "lay_in", note)
    over = score_of(hand_of(sample)[-1], Look())
    assert over.deciding
    render_pixels(over, {})
    row = [(size, (x, y)) for size, (x, y) in spots if y > over.size.pixels[1] - 90]
    assert len(row) == 2 * len(over.deciding)  # a face and a domino each
    row.sort(key=lambda each: each[1])
    for (size, (x, _)), (after, (beside, _)) in pairwise(row):
        assert x + size[0] // 2 - REACH <= beside - after[0] // 2 + REACH
    assert row[0][1][0] > row[0][0][0] // 2
    assert row[-1][1][0] + row[-1][0][0] // 2 - REACH < over.size.pixels[0]


def test_shown_doubles_have_their_count_beside_them():
    def doubles(count: int) -> TablePicture:
        tiles = (HandTile(tile=Tile(5, 5), count=count), HandTile(tile=Tile(4, 4)))
        return replace(a_table(), laid_down=LaidDownHand(seat=1, tiles=tiles))

    assert render_picture(doubles(10)) != render_picture(doubles(5))


def test_points_are_level_with_the_marks_beside_them(monkeypatch):
    written = {}
    real = Canvas.write

    def write(self, text, area, *args, **look):
        written[text] = area.middle[1]
        return real(self, text, area, *args, **look)

    monkeypatch.setattr(Canvas, "write", write)
    panel = a_panel(sample="88")
    board = panel.table.scoreboard
    us, them = (
        replace(side, points=points, asks="")
        for side, points in zip(board.sides, (51, 2), strict=True)
    )
    board = replace(board, sides=(us, them))
    render_pixels(replace(panel, table=replace(panel.table, scoreboard=board)), {})
    assert written[str(us.points)] == written[str(us.total)]


def test_both_sides_bars_have_the_same_length(monkeypatch):
    bars = []
    monkeypatch.setattr(rail, "_paint_bar", lambda _surface, _board, _side, bar: bars.append(bar))
    result = result_of(dict(moments("42"))["over"], Look())
    few, many = result.scoreboard.sides
    sides = (replace(few, points=7, goal=4), replace(many, points=35, goal=39))
    render_pixels(replace(result, scoreboard=replace(result.scoreboard, sides=sides)), {})
    first, second = bars
    assert (first.left, first.right) == (second.left, second.right)


def test_sheet_marks_the_leader_of_each_trick():
    result = result_of(dict(moments("42"))["over"], Look())
    first, *others = result.tricks
    moved = replace(first, leader=(first.leader + 1) % 4)
    assert gray(result) != gray(replace(result, tricks=(moved, *others)))


def test_sides_differ_in_shape():
    table = a_table()
    other = replace(table.seats[0], side=1)
    assert gray(table) != gray(replace(table, seats=(other, *table.seats[1:])))


@pytest.mark.parametrize("total", [-21, 0, 7, 12, 9_999])
@pytest.mark.parametrize("target", [1, 7, 9, 10_000])
@pytest.mark.parametrize("in_marks", [True, False])
def test_any_score_fits_on_the_rail(total, target, in_marks):
    for sample in ("42", "moon"):
        table = a_table(sample=sample)
        first, *others = table.scoreboard.sides
        odd = replace(first, total=total, points=total, goal=total, name="W" * 40)
        board = replace(
            table.scoreboard,
            sides=(odd, *others),
            target=target,
            in_marks=in_marks,
            title="W" * 40,
            detail="W" * 40,
        )
        felt = felt_area(Size.BOARD)
        before, after = (
            render_pixels(one, {}).crop(felt).tobytes()
            for one in (table, replace(table, scoreboard=board))
        )
        assert before == after


@pytest.mark.parametrize(
    "name", [name for names in NAMES.values() for name in names] + ["", "W" * 300]
)
@pytest.mark.parametrize("sample", mostly_long(["42", "moon", "79", "84x8"], "84x8"))
def test_any_name_fits_on_its_plate(name, sample):
    table = replace(a_table("call", sample), trick=())
    seats = len(table.seats)
    sides = len(table.scoreboard.sides)
    where = places(seats, sides, Size.BOARD, 0, with_shelf=False)
    for seat in {0, 1, seats // 2, seats - 1}:
        board = replace(table.scoreboard, bidder=None)
        names = [replace(held, words="", waiting=False) for held in table.seats]
        plain = replace(table, scoreboard=board, seats=tuple(names))
        names[seat] = replace(names[seat], name=name)
        before, after = (
            render_pixels(one, {}) for one in (plain, replace(plain, seats=tuple(names)))
        )
        plate = where.seats[seat].plate
        grown = Area(plate.left, plate.top - 4, plate.right, plate.bottom + 4)
        for image in (before, after):
            image.paste((0, 0, 0), grown)
        assert before.tobytes() == after.tobytes()


def test_name_without_glyphs_shows_only_the_avatar():
    avatars = sample_avatars()
    table = a_table(names=NAMES["usual"], avatars=True)
    seats = [tuple(replace(seat, name=name) for seat in table.seats) for name in ("雪", "שלום")]
    one, other = (render_picture(replace(table, seats=named), avatars) for named in seats)
    assert one == other
    assert one != render_picture(table, avatars)


def test_plate_can_show_another_word_than_the_name():
    table = a_table()
    first, *others = table.seats
    called = replace(first, shown="You")
    assert render_picture(table) != render_picture(replace(table, seats=(called, *others)))


def test_missing_avatar_shows_the_initial():
    table = a_table(avatars=True)
    bare = replace(table, seats=tuple(replace(seat, avatar="") for seat in table.seats))
    assert render_picture(table) == render_picture(bare)
    assert render_picture(table, sample_avatars()) != render_picture(bare)


def test_computer_player_has_its_own_symbol():
    table = a_table(computers=frozenset())
    first, *others = table.seats
    assert render_picture(table) != render_picture(
        replace(table, seats=(replace(first, computer=True), *others))
    )


@pytest.mark.parametrize("image", [b"", b"GIF89a", b"\x89PNG\r\n\x1a\n" + b"\0" * 40, b"<svg/>"])
def test_avatar_must_be_an_image(image):
    with pytest.raises(ValueError, match="no image"):
        shrink_avatar(image)


def test_huge_avatar_is_refused():
    file = BytesIO()
    Image.new("1", (5000, 5000)).save(file, "PNG")
    with pytest.raises(ValueError, match="5000"):
        shrink_avatar(file.getvalue())


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "L", "P", "1"])
def test_any_avatar_becomes_a_small_square(mode):
    file = BytesIO()
    Image.new(mode, (300, 200)).save(file, "PNG")
    assert len(shrink_avatar(file.getvalue())) == 96 * 96 * 3


def test_each_name_has_its_own_stable_portrait():
    faces = [render_portrait(name) for name in ("Guest", "Nancy", "Steve", "Will")]
    assert len(set(faces)) == 4
    assert render_portrait("Guest") == faces[0]
    assert all(len(shrink_avatar(face)) == 96 * 96 * 3 for face in faces)


def test_exchanged_dominoes_are_painted_in_their_new_place():
    """During an exchange a moved domino is painted in its new place, with a ring."""
    panel = a_panel("exchange", "88")
    assert [held.stance for held in panel.hand.left_over].count(Stance.MOVED) == 1
    still = replace(
        panel.hand,
        left_over=tuple(replace(held, stance=Stance.READY) for held in panel.hand.left_over),
    )
    assert gray(panel) != gray(replace(panel, hand=still))


def test_seats_without_captions_leave_the_felt_bare():
    table = replace(a_table("call"), bidding=False)
    silent = tuple(SeatPicture(name=seat.name, side=seat.side) for seat in table.seats)
    said = tuple(replace(seat, words="pass") for seat in silent)
    assert render_picture(replace(table, seats=silent)) != render_picture(
        replace(table, seats=said)
    )
