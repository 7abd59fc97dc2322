"""The lobby."""

from dataclasses import replace

import pytest

from bot.presenter.rules.help import LEVELS
from bot.presenter.rules.screen import rules_screen
from bot.presenter.table.board import table_screen
from bot.presenter.table.lobby import lobby
from bot.presenter.words.ids import Verb, format_id, parse_id
from bot.presenter.words.render_context import RenderContext
from bot.tables.model import Occupant
from bot.values.pace import Pace

from .tabling import buttons_of, rules_of, seat_lines, selects_of, table_of, text_of

CONTEXT = RenderContext()


def _lines(rules, **occupants):
    """Build seat lines with some seats open or held by computer players."""
    lines = list(seat_lines(rules))
    for seat, occupant in occupants.items():
        at = int(seat.removeprefix("s"))
        lines[at] = replace(lines[at], occupant=occupant, user_id=None, name="")
    return tuple(lines)


def test_lobby_of_four():
    rules = rules_of("42")
    seats = _lines(rules, s1=Occupant.OPEN, s3=Occupant.COMPUTER)
    assert text_of(lobby(table_of(rules, seats=seats), CONTEXT)) == (
        "## Table 3 · Texas 42\n"
        "Straight marks · to 7 marks · everyone passes: shake again\n"
        "----\n"
        "**One side**\n"
        "Seat 1 · **Ana** · host\n"
        "Seat 3 · **Cy**\n"
        "**The other side**\n"
        "Seat 2 · **open seat** [Sit]\n"
        "Seat 4 · **Computer 4 (computer)** [Remove]\n"
        "----\n"
        "1 seat is open. This table closes <t:2000:R>.\n"
        "-# By sitting down you agree to get your dominoes by DM; they're also under My hand. "
        "No table talk!\n"
        "(Start) [Fill with computers]\n"
        "[Leave] [Rules] [House rules]\n"
        "[Pace: normal] [Close table]\n"
        "[How strong the computer players are ▾ Computers: expert | Computers: expert, careful | "
        "Computers: expert, bold | Computers: steady | Computers: steady, careful | "
        "Computers: steady, bold | Computers: easy | Computers: rules]"
    )


def test_lobby_and_rules_do_not_show_the_commitment():
    table = table_of(rules_of("42"))
    assert table.commitment
    assert table.commitment not in text_of(lobby(table, CONTEXT))
    assert table.commitment not in text_of(rules_screen(table, CONTEXT))


def test_lobby_of_a_game_without_partners_names_no_sides():
    text = text_of(lobby(table_of(rules_of("moon")), CONTEXT))
    assert "side" not in text.lower()
    assert "Seat 1 · **Ana** · host\nSeat 2" in text


def test_start_is_enabled_when_every_seat_is_taken():
    labels = {b.label: b for b in buttons_of(lobby(table_of(rules_of("42")), CONTEXT))}
    assert not labels["Start"].disabled
    assert labels["Fill with computers"].disabled


def test_pace_button_shows_the_pace_and_selects_the_next_one():
    for pace, following in zip(Pace, (Pace.NORMAL, Pace.FAST, Pace.RELAXED), strict=True):
        message = lobby(replace(table_of(rules_of("42")), pace=pace), CONTEXT)
        button = next(b for b in buttons_of(message) if b.label == f"Pace: {pace.value}")
        assert button.custom_id == f"42:pace:k3f9q2:31:{following.value}"


def test_level_select_is_shown_only_with_a_computer():
    rules = rules_of("42")
    assert not selects_of(lobby(table_of(rules), CONTEXT))
    lines = list(_lines(rules, s1=Occupant.COMPUTER, s3=Occupant.OPEN))
    lines[1] = replace(lines[1], level="steady")
    (select,) = selects_of(lobby(table_of(rules, seats=tuple(lines)), CONTEXT))
    assert select.custom_id == "42:level:k3f9q2:31"
    assert [(o.value, o.default) for o in select.options] == [
        ("expert", False),
        ("expert-careful", False),
        ("expert-bold", False),
        ("steady", True),
        ("steady-careful", False),
        ("steady-bold", False),
        ("easy", False),
        ("rules", False),
    ]
    easy = select.options[6]
    assert (easy.label, easy.description) == ("Computers: easy", "A beginner you can beat")
    assert {o.value for o in select.options} == set(LEVELS)


def test_sit_button_has_its_seat():
    rules = rules_of("42")
    table = table_of(rules, seats=_lines(rules, s1=Occupant.OPEN))
    sit = next(b for b in buttons_of(lobby(table, CONTEXT)) if b.label == "Sit")
    assert sit.custom_id == "42:sit:k3f9q2:31:1"


def test_larger_tables_use_selects_for_seats():
    rules = rules_of("88")
    table = table_of(rules, seats=_lines(rules, s1=Occupant.OPEN, s4=Occupant.COMPUTER))
    message = table_screen(table, CONTEXT)
    sit, remove, _ = selects_of(message)
    assert "Seat 3 · **Cy**\nSeat 5" in text_of(message).partition("**The other side**")[0]
    assert (sit.custom_id, [o.value for o in sit.options]) == ("42:sit:k3f9q2:31", ["1"])
    assert [o.label for o in remove.options] == ["Seat 5 · Computer 5"]


def test_lobby_button_ids_round_trip():
    texts = [b.custom_id for b in buttons_of(lobby(table_of(rules_of("moon")), CONTEXT))]
    read = [parse_id(text) for text in texts]
    assert {Verb.LEAVE, Verb.START} <= {each.verb for each in read}
    assert [format_id(each.verb, each.table_id, each.seq, each.arg) for each in read] == texts


@pytest.mark.parametrize(
    ("level", "shown"),
    [
        ("expert", "Lou (computer)"),
        ("expert-careful", "Lou (computer, careful)"),
        ("expert-bold", "Lou (computer, bold)"),
        ("steady", "Lou (computer, steady)"),
        ("steady-careful", "Lou (computer, steady, careful)"),
        ("steady-bold", "Lou (computer, steady, bold)"),
        ("easy", "Lou (computer, easy)"),
        ("rules", "Lou (computer)"),
    ],
)
def test_computers_name_shows_its_level_and_style(level, shown):
    rules = rules_of("42")
    lines = list(_lines(rules, s1=Occupant.COMPUTER))
    lines[1] = replace(lines[1], level=level, name="Lou")
    assert f"Seat 2 · **{shown}**" in text_of(lobby(table_of(rules, seats=tuple(lines)), CONTEXT))
