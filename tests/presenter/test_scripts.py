"""Names in every script, wherever a screen shows them."""

from dataclasses import replace

import pytest

from bot.engine import Phase
from bot.presenter import (
    RenderContext,
    board,
    hand_panel,
    lobby,
    more_screen,
    plain_name,
    shown_name,
    thread_title,
)
from bot.publisher.convert import check
from tests.render.samples import LONG, SCRIPTS

from .tabling import panel_of, rules_of, seat_lines, states, table_of, text_of

CONTEXT = RenderContext()
MARKS = ("Z" + "\u0301\u0322" * 20, "हिन्दी नाम", "ไทยแลนด์", "👨\u200d👩\u200d👧\u200d👦" * 9)
NAMES = {"scripts": SCRIPTS, "long": LONG, "marks": MARKS, "right to left": SCRIPTS[:2] * 2}
ISOLATE, POP = "\u2068", "\u2069"


def tables(names):
    """The telling states of a hand among people of these names."""
    rules, seen = rules_of("42"), set()
    for game in states(rules, 4, hands=1):
        if game.deal.phase not in seen or game.deal.phase is Phase.PLAY:
            seen.add(game.deal.phase)
            table = table_of(rules, game, seats=seat_lines(rules, names))
            yield table, [panel_of(table, game, seat) for seat in (*range(4), None)]


@pytest.mark.parametrize("names", NAMES.values(), ids=NAMES)
def test_every_screen_can_be_sent_and_keeps_directions_apart(names):
    for _, panels in tables(names):
        messages = [hand_panel(panel, CONTEXT) for panel in panels]
        messages += [hand_panel(panel, replace(CONTEXT, pictures=False)) for panel in panels]
        messages += [more_screen(panel, CONTEXT) for panel in panels]
        for message in messages:
            check(message)
            for line in text_of(message).splitlines():
                assert line.count(ISOLATE) == line.count(POP), line


@pytest.mark.parametrize("names", NAMES.values(), ids=NAMES)
def test_a_table_is_told_with_the_names_of_its_people(names):
    for table, _ in tables(names):
        if table.view.phase is Phase.CALL:
            assert shown_name(names[table.view.to_act]) in text_of(board(table, CONTEXT))


@pytest.mark.parametrize("names", NAMES.values(), ids=NAMES)
def test_in_the_lobby_and_its_lists_every_name_stands_in_full(names):
    lines = seat_lines(rules_of("42"), names)
    text = text_of(lobby(table_of(rules_of("42"), seats=lines), CONTEXT))
    for name in names[:4]:
        assert f"**{shown_name(name)}**" in text
    for name in names:
        assert plain_name(name) in thread_title(name, CONTEXT)
