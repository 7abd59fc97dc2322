"""The lobby."""

from dataclasses import replace

from bot.presenter import RenderContext, Verb, format_id, lobby, parse_id, table_screen
from bot.tables.model import Occupant, Pace

from .tabling import buttons_of, rules_of, seat_lines, selects_of, table_of, text_of

CONTEXT = RenderContext()


def _lines(rules, **occupants):
    """Seat lines with some seats open or with computer players."""
    lines = list(seat_lines(rules))
    for seat, occupant in occupants.items():
        at = int(seat.removeprefix("s"))
        lines[at] = replace(lines[at], occupant=occupant, user_id=None, name="")
    return tuple(lines)


def test_the_lobby_of_four():
    rules = rules_of("42")
    seats = _lines(rules, s1=Occupant.OPEN, s3=Occupant.COMPUTER)
    table = replace(table_of(rules, seats=seats), commitment=None)
    assert text_of(lobby(table, CONTEXT)) == (
        "## Table 3 · Texas 42\n"
        "Straight marks · to 7 marks · everyone passes: shake again\n"
        "-# Partners sit across: North and South play East and West.\n"
        "----\n"
        "**North** · Ana · host\n"
        "**East** · open seat [Sit]\n"
        "**South** · Cy\n"
        "**West** · Computer 4 (computer) [Remove]\n"
        "----\n"
        "1 seat is open. This table closes <t:2000:R>.\n"
        "-# By sitting down you agree to get your dominoes by DM; they're also under My hand. "
        "No table talk!\n"
        "(Start) [Fill with computers] [Pace: normal]\n"
        "[Leave] [Rules] [House rules] [Close table]"
    )


def test_start_can_be_pressed_when_every_seat_is_taken():
    labels = {b.label: b for b in buttons_of(lobby(table_of(rules_of("42")), CONTEXT))}
    assert not labels["Start"].disabled
    assert labels["Fill with computers"].disabled


def test_the_pace_button_names_the_pace_and_changes_it_to_the_next_one():
    for pace, following in zip(Pace, (Pace.NORMAL, Pace.FAST, Pace.RELAXED), strict=True):
        message = lobby(replace(table_of(rules_of("42")), pace=pace), CONTEXT)
        button = next(b for b in buttons_of(message) if b.label == f"Pace: {pace.value}")
        assert button.custom_id == f"42:pace:k3f9q2:31:{following.value}"


def test_a_seat_button_names_its_seat():
    rules = rules_of("42")
    table = table_of(rules, seats=_lines(rules, s1=Occupant.OPEN))
    sit = next(b for b in buttons_of(lobby(table, CONTEXT)) if b.label == "Sit")
    assert sit.custom_id == "42:sit:k3f9q2:31:1"


def test_other_tables_list_their_seats_and_let_people_choose():
    rules = rules_of("88")
    table = table_of(rules, seats=_lines(rules, s1=Occupant.OPEN, s4=Occupant.COMPUTER))
    message = table_screen(table, CONTEXT)
    sit, remove = selects_of(message)
    assert "**Seat 3** · Cy · side A" in text_of(message)
    assert (sit.custom_id, [o.value for o in sit.options]) == ("42:sit:k3f9q2:31", ["1"])
    assert [o.label for o in remove.options] == ["Seat 5 · Computer 5"]


def test_every_button_of_the_lobby_can_be_read():
    texts = [b.custom_id for b in buttons_of(lobby(table_of(rules_of("moon")), CONTEXT))]
    read = [parse_id(text) for text in texts]
    assert {Verb.LEAVE, Verb.START} <= {each.verb for each in read}
    assert [format_id(each.verb, each.table_id, each.seq, each.arg) for each in read] == texts
