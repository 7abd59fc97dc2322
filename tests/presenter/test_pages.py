"""Every page leads on: Back in one place, a way into a game at the end, and it fits a phone."""

from dataclasses import replace

import pytest

from bot.presenter.panel.screen import hand_panel
from bot.presenter.table.more import more_screen
from bot.presenter.table.pages import paged
from bot.presenter.words.ids import Verb, format_id
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import Message, Row
from bot.publisher.calls.convert import check
from tests.screens.pages import Ends, pages
from tests.screens.registry import Look

from .tabling import (
    pages_of,
    panel_of,
    parts_of,
    rules_of,
    seat_lines,
    states,
    table_of,
    text_of,
    whole_text,
)

CONTEXT = RenderContext()
OWN = "Xerxes"
NAMES = ("Yolanda", "Zebulon", "Quentin")


def last_row(message: Message) -> list[str]:
    rows = [part for part in parts_of(message) if isinstance(part, Row)]
    return [item.label for item in rows[-1].items]


def test_back_opens_the_last_row_of_every_page_that_came_from_another() -> None:
    for name, message in pages(Look(), "42", Ends.BACK):
        check(message)
        assert last_row(message)[0].startswith("Back"), name


def test_the_ways_into_a_game_end_every_closed_table_help_page_profile_and_result() -> None:
    for name, message in pages(Look(), "42", Ends.DOORS):
        check(message)
        assert last_row(message)[-3:] == ["Play now", "Open a table", "Today's hand"], name


@pytest.mark.parametrize("pictures", [True, False])
def test_a_private_screen_never_says_its_readers_own_name(pictures: bool) -> None:
    context = RenderContext(pictures=pictures)
    rules = rules_of("42")
    for game in states(rules, 3, hands=1):
        for seat in range(rules.game.seats):
            names = (*NAMES[:seat], OWN, *NAMES[seat:])
            table = table_of(rules, game, seats=seat_lines(rules, names))
            panel = panel_of(table, game, seat)
            assert OWN not in text_of(hand_panel(panel, context))
            assert OWN not in text_of(more_screen(panel, context))


def test_pages_hold_the_whole_text_once_and_repeat_its_heading() -> None:
    lines = [f"Line {number} of a text that is much too long for a phone" for number in range(60)]
    text = "\n".join(["## Title", *lines])

    def screen(page: int) -> Message:
        parts = paged(text, page, lambda number: format_id(Verb.HELP, arg=f"x/{number}"), CONTEXT)
        return replace(Message(), body=parts)

    pages = pages_of(screen)
    assert len(pages) > 2
    assert all(text_of(page).startswith("## Title\n") for page in pages)
    shown = [line for line in whole_text(screen).splitlines() if line.startswith("Line")]
    assert shown == lines
    assert text_of(screen(page=99)) == text_of(pages[-1])
    assert text_of(screen(page=0)) == text_of(pages[0])
