"""The score bar and the cards: names and figures never meet, and every player is named."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

import pytest

from bot.render import Scoreboard, Side, Size, Still, rail
from bot.render.ground import RAIL
from bot.render.picture import render_pixels
from bot.render.surface import Area, Canvas
from bot.render.text import text_width
from tests.render.samples import LONG, NAMES, Look, hand_of, result_of, score_of
from tests.support.matrix import mostly_long

Written = Callable[[Still], dict[str, Area]]
APART = 8
LINE = 24
"""The least distance of two texts side by side, and the height of one."""


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Written:
    """Render a picture and return the place of each text on it; of equal ones the last."""
    places: dict[str, Area] = {}
    real = Canvas.write

    def write(self, text, area, sizes, *args, align="left", **look):  # type: ignore[no-untyped-def]
        wide = real(self, text, area, sizes, *args, align=align, **look)
        spare = area.width - wide
        left = area.left + {"left": 0, "center": spare // 2, "right": spare}[align]
        if wide:
            places[text] = Area.around((left + wide // 2, area.middle[1]), wide, LINE)
        return wide

    def texts(picture: Still) -> dict[str, Area]:
        places.clear()
        render_pixels(picture, {})
        return dict(places)

    monkeypatch.setattr(Canvas, "write", write)
    return texts


Text = tuple[str, Area]


def meet(first: Text, second: Text) -> bool:
    """Return True if two texts are too near each other; a figure and its "/7" are one."""
    (text, one), (after, other) = first, second
    if text.startswith("/") != after.startswith("/"):
        return one.left < other.right and other.left < one.right and one.top == other.top
    beside = one.left - APART < other.right and other.left - APART < one.right
    return beside and one.top < other.bottom and other.top < one.bottom


@pytest.mark.parametrize("names", NAMES)
@pytest.mark.parametrize(
    "sample",
    mostly_long(["42", "moon", "42-points", "42-nello", "84x6", "84x8", "88", "big-game"], "42"),
)
@pytest.mark.parametrize("totals", [(7, 8, 7), (0, 0, 0), (-21, 219, 500)])
def test_names_and_figures_never_meet_on_the_score_bar(written, names, sample, totals):
    drawing = result_of(hand_of(sample)[-1], Look(names=NAMES[names], viewer=None))
    board = drawing.scoreboard
    for title in (board.title, "2 marks", ""):
        sides = tuple(
            replace(side, total=total) for side, total in zip(board.sides, totals, strict=False)
        )
        shown = replace(drawing, scoreboard=replace(board, sides=sides, title=title))
        texts = [each for each in written(shown).items() if each[1].bottom < RAIL]
        assert len(texts) > sum(bool(side.name) for side in sides)
        assert not [pair for pair in combinations(texts, 2) if meet(*pair)]


def test_usual_names_fit_on_the_score_bar(written):
    names = ("Ana", "Opal", "Hoyt", "Pearl")
    drawing = result_of(hand_of("42")[-1], Look(names=names, viewer=None))
    (bar,) = [place for text, place in written(drawing).items() if text == "Opal & Pearl"]
    assert bar.width >= text_width("Opal & Pearl", 30, heavy=True)


def test_strokes_of_eight_marks_stay_right_of_the_points(monkeypatch):
    spots = []
    real = Canvas.lay

    def lay(self, sprite, left, top):  # type: ignore[no-untyped-def]
        spots.append((left, sprite.width))
        real(self, sprite, left, top)

    monkeypatch.setattr(Canvas, "lay", lay)
    sides = (Side(name=LONG[0], total=8, points=42, goal=42), Side(name=LONG[1], total=7, points=0))
    board = Scoreboard(sides=sides, target=7, bar=42)
    drawing = result_of(hand_of("42")[-1], Look(viewer=None))
    render_pixels(replace(drawing, scoreboard=board), {})
    marks = [left for left, wide in spots if wide == rail._MARKS[2]]
    assert marks
    assert min(marks) + rail._MARKS[2] < drawing.size.pixels[0]


@pytest.mark.parametrize("sample", ["moon", "big-game", "42"])
@pytest.mark.parametrize("size", [Size.BOARD, Size.PANEL])
def test_the_sheet_of_a_hand_names_its_players(written, sample, size):
    names = ("Ana", "Opal", "Hoyt", "Pearl")
    drawing = result_of(hand_of(sample)[-1], Look(names=names, viewer=None), size)
    below = {text for text, place in written(drawing).items() if place.top > RAIL}
    assert set(names[: len(drawing.seats)]) <= below


def test_a_score_of_the_lobby_size_has_no_rail(written):
    over = replace(score_of(hand_of("42")[-1], Look()), size=Size.LOBBY)
    texts = written(replace(over, deciding=(), deciding_words=""))
    assert over.headline in texts
    assert over.scoreboard.title not in texts


def test_games_of_a_match_are_large_and_the_last_games_marks_are_on_the_rail(written):
    over = score_of(hand_of("42-points")[-1], Look())
    marks = str(over.scoreboard.sides[0].total)
    match = written(replace(over, totals=("2 games", "1 game")))
    assert match["2 games"].top > RAIL
    assert match[marks].bottom < RAIL
    assert written(over)[marks].top > RAIL


@pytest.mark.parametrize("sample", ["42", "moon", "84x6", "84x8"])
@pytest.mark.parametrize("size", [Size.LOBBY, Size.BOARD, Size.PANEL])
def test_names_and_totals_of_a_score_never_meet(written, sample, size):
    over = score_of(hand_of(sample)[-1], Look(names=LONG), size)
    texts = [each for each in written(over).items() if each[1].top > RAIL // 2]
    assert not [pair for pair in combinations(texts, 2) if meet(*pair)]
