"""Names in every script, on every screen."""

from dataclasses import replace

import pytest

from bot.presenter.panel.screen import hand_panel
from bot.presenter.table.board import board
from bot.presenter.table.drawings import result_picture
from bot.presenter.table.lobby import lobby
from bot.presenter.table.menu import table_menu
from bot.presenter.table.more import more_screen
from bot.presenter.table.notices import thread_title
from bot.presenter.table.scene import Scene
from bot.presenter.table.score_picture import score_picture
from bot.presenter.table.seats import side_label
from bot.presenter.words.names import shown_name
from bot.presenter.words.render_context import RenderContext
from bot.publisher.calls.convert import check
from bot.tables.model import Occupant
from bot.values.names import plain_name
from tests.render.samples import LONG, SCRIPTS, USUAL
from texas42.engine import Phase

from .tabling import (
    panel_of,
    rules_of,
    sample,
    seat_lines,
    selects_of,
    states,
    table_of,
    text_of,
)

CONTEXT = RenderContext()
MARKS = ("Z" + "\u0301\u0322" * 20, "हिन्दी नाम", "ไทยแลนด์", "👨\u200d👩\u200d👧\u200d👦" * 9)
RIGHT_TO_LEFT = (*SCRIPTS[:2], "سلام", "לילה טוב")
NAMES = {"scripts": SCRIPTS, "long": LONG, "marks": MARKS, "right to left": RIGHT_TO_LEFT}
ISOLATE = "\u2068"
POP = "\u2069"


def tables(names):
    """Yield the main states of a hand between people with these names."""
    rules = rules_of("42")
    seen = set()
    for game in states(rules, 4, hands=1):
        if game.deal.phase not in seen or game.deal.phase is Phase.PLAY:
            seen.add(game.deal.phase)
            table = table_of(rules, game, seats=seat_lines(rules, names))
            yield table, [panel_of(table, game, seat) for seat in (*range(4), None)]


@pytest.mark.parametrize("names", NAMES.values(), ids=NAMES)
def test_screens_keep_the_limits_and_isolate_text_directions(names):
    for _, panels in tables(names):
        messages = [hand_panel(panel, CONTEXT) for panel in panels]
        messages += [hand_panel(panel, replace(CONTEXT, pictures=False)) for panel in panels]
        messages += [more_screen(panel, CONTEXT) for panel in panels]
        for message in messages:
            check(message)
            for line in text_of(message).splitlines():
                assert line.count(ISOLATE) == line.count(POP), line


@pytest.mark.parametrize("names", NAMES.values(), ids=NAMES)
def test_board_shows_the_name_of_the_player_to_act(names):
    for table, _ in tables(names):
        if table.view.phase is Phase.CALL:
            assert shown_name(names[table.view.to_act]) in text_of(board(table, CONTEXT))


@pytest.mark.parametrize("names", NAMES.values(), ids=NAMES)
def test_lobby_and_thread_titles_show_full_names(names):
    lines = seat_lines(rules_of("42"), names)
    text = text_of(lobby(table_of(rules_of("42"), seats=lines), replace(CONTEXT, pictures=False)))
    for name in names[:4]:
        assert shown_name(name) in text
    for name in names:
        assert plain_name(name) in thread_title(name, CONTEXT)


def test_right_to_left_name_is_isolated_in_a_select():
    lines = list(seat_lines(rules_of("84x8"), SCRIPTS))
    lines[0] = replace(lines[0], occupant=Occupant.COMPUTER)
    message = table_menu(table_of(rules_of("84x8"), seats=tuple(lines)), 1001, CONTEXT)
    (option,) = selects_of(message)[1].options
    assert option.label == f"{ISOLATE}{SCRIPTS[0]}{POP}"


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (USUAL, "Ana & Hoyt"),
        (("Ana", "Bo", *LONG), "Ana & Maximiliana"),
        (("Ana", "Bo", "The Honorable Judge Roy Bean"), "Ana & The Honorab…"),
        (("Ana", "Bo", "Maximilianethe First"), "Ana & Maximiliane…"),
        (("Ana", "Bo", SCRIPTS[0]), ""),
    ],
)
def test_side_label_in_a_picture_uses_shortened_names(names, said):
    table = table_of(rules_of("42"), seats=seat_lines(rules_of("42"), (*names, "Di")))
    assert side_label(Scene.of(table, CONTEXT), 0) == said


def test_side_without_drawable_names_is_shown_by_avatars():
    game = sample(5 + 28)
    table = table_of(game.rules, game, seats=seat_lines(game.rules, SCRIPTS))
    shown = result_picture(Scene.of(table, CONTEXT))
    assert (shown.headline, shown.detail, shown.about) == ("made 32", "", (0, 2))
    over = score_picture(Scene.of(replace(table, winner=0), CONTEXT))
    assert (over.headline, over.about) == ("win", (0, 2))
    named = table_of(game.rules, game)
    shown = result_picture(Scene.of(named, CONTEXT))
    assert (shown.headline, shown.detail, shown.about) == (
        "Ana & Cy made 32",
        "Ana & Cy +1 · Ana shook",
        (),
    )


def test_side_of_more_than_two_is_named_by_one_player():
    rules = rules_of("84x6")
    game = list(states(rules, 1, hands=1))[-1]
    table = replace(table_of(rules, game), winner=0)
    assert score_picture(Scene.of(table, CONTEXT)).headline == "Ana's side wins"
