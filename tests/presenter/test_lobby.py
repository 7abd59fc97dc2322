"""The lobby."""

from dataclasses import replace

import pytest

from bot.presenter.hand.outcome import score_line
from bot.presenter.hand.result import result
from bot.presenter.layout.phone import fits_phone
from bot.presenter.panel.screen import hand_panel
from bot.presenter.rules.help import LEVELS
from bot.presenter.rules.screen import rules_screen
from bot.presenter.table.drawings import scoreboard
from bot.presenter.table.lobby import lobby
from bot.presenter.table.menu import players_page, table_menu
from bot.presenter.table.pictures import table_part
from bot.presenter.table.scene import Scene
from bot.presenter.words.ids import Verb, format_id, parse_id
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import Picture, Row
from bot.publisher.calls.convert import check
from bot.tables.model import Occupant, Status
from bot.tables.views import NextGameView, PanelView
from bot.values.pace import Pace
from tests.presenter.tabling import LONG
from texas42.library import games

from .tabling import (
    NAMES,
    buttons_of,
    ids_of,
    panel_at,
    parts_of,
    rules_of,
    sample,
    seat_lines,
    selects_of,
    table_of,
    text_of,
    whole_text,
)

CONTEXT = RenderContext()
HOST = 1000


def _lines(rules, **occupants):
    """Build seat lines with some seats open or held by computer players."""
    lines = list(seat_lines(rules))
    for seat, occupant in occupants.items():
        at = int(seat.removeprefix("s"))
        lines[at] = replace(lines[at], occupant=occupant, user_id=None, name="")
    return tuple(lines)


def test_the_lobby_is_the_picture_of_the_table_one_line_and_two_rows():
    rules = rules_of("42")
    seats = _lines(rules, s1=Occupant.OPEN, s3=Occupant.COMPUTER)
    message = lobby(table_of(rules, seats=seats), CONTEXT)
    assert text_of(message) == (
        "<table-3.webp>\n"
        "**Ana's table** · Texas 42 · Straight marks · first to 7 marks. 1 open seat.\n"
        "-# Hints are on, but they make a game unrated.\n"
        "-# Your dominoes come by DM. No table talk!\n"
        "[Sit with Computer 4] [Leave]\n"
        "[Start with 1 computer] [Table…]"
    )
    (picture,) = [part for part in parts_of(message) if isinstance(part, Picture)]
    assert picture.alt == (
        "Ana's table. Side 1: Ana (host) and Cy. Side 2: open seat and Computer 4 (computer)."
    )
    assert picture.drawing.open_seats == {1}
    assert [seat.side for seat in picture.drawing.seats] == [0, 1, 0, 1]


def test_in_words_the_lobby_lists_partners_together():
    seats = _lines(rules_of("88"), s1=Occupant.OPEN, s4=Occupant.COMPUTER)
    table = table_of(rules_of("88"), seats=seats)
    first, second, *_ = text_of(lobby(table, replace(CONTEXT, pictures=False))).split("\n")
    assert first == "Side 1: Ana (host), Cy and Computer 5 (computer)"
    assert second == "Side 2: open seat, Di and Fay"


def test_lobby_and_rules_do_not_show_the_commitment():
    table = table_of(rules_of("42"))
    assert table.commitment
    assert table.commitment not in text_of(lobby(table, CONTEXT))
    assert table.commitment not in whole_text(rules_screen, table, CONTEXT)


def test_where_everybody_plays_alone_the_lobby_names_no_side():
    table = table_of(rules_of("moon"), seats=_lines(rules_of("moon"), s2=Occupant.OPEN))
    text = text_of(lobby(table, replace(CONTEXT, pictures=False)))
    assert "Side" not in text
    assert text.startswith("Ana (host), Bo and open seat\n")
    assert _ways_to_sit(table) == [("Sit", "2")]


def _ways_to_sit(table):
    buttons = buttons_of(lobby(table, CONTEXT))
    return [(b.label, b.component_id.arg) for b in buttons if b.component_id.verb is Verb.SIT]


@pytest.mark.parametrize(
    ("taken", "ways"),
    [
        ([], [("Sit against", "1"), ("Sit with Ana", "2")]),
        ([1], [("Sit with Ana", "2"), ("Sit with Bo", "3")]),
        ([2], [("Sit against", "1")]),
        ([1, 2], [("Sit with Bo", "3")]),
        ([1, 2, 3], []),
    ],
)
def test_seat_button_names_the_partner(taken, ways):
    rules = rules_of("42")
    open_seats = {f"s{seat}": Occupant.OPEN for seat in (1, 2, 3) if seat not in taken}
    assert _ways_to_sit(table_of(rules, seats=_lines(rules, **open_seats))) == ways


@pytest.mark.parametrize("game", [game.id for game in games()])
@pytest.mark.parametrize("names", [("Guest", *NAMES[1:]), LONG])
def test_a_phone_shows_the_buttons_of_any_lobby_in_two_rows(game, names):
    rules = rules_of(game)
    for taken in range(1, rules.game.seats + 1):
        seats = list(seat_lines(rules, names))
        seats[taken:] = [
            replace(line, occupant=Occupant.OPEN, user_id=None, name="") for line in seats[taken:]
        ]
        message = lobby(table_of(rules, seats=tuple(seats)), CONTEXT)
        rows = [part for part in parts_of(message) if isinstance(part, Row)]
        assert len(rows) <= 2
        assert all(fits_phone(row.items) for row in rows), text_of(message)


def test_leave_without_room_in_the_lobby_is_in_the_menu():
    rules = rules_of("42")
    one, two = (
        table_of(rules, seats=_lines(rules, **dict.fromkeys(seats, Occupant.OPEN)))
        for seats in (("s1", "s2", "s3"), ("s2", "s3"))
    )
    assert Verb.LEAVE not in _menu_verbs(lobby(two, CONTEXT))
    assert Verb.LEAVE in _menu_verbs(table_menu(two, HOST, CONTEXT))
    assert Verb.LEAVE in _menu_verbs(table_menu(two, HOST + 1, CONTEXT))
    alone = _menu_verbs(lobby(one, CONTEXT)) | _menu_verbs(table_menu(one, HOST, CONTEXT))
    assert Verb.LEAVE not in alone
    assert Verb.CLOSE in alone


def test_start_says_how_many_computers_join():
    rules = rules_of("42")
    labels = [b.label for b in buttons_of(lobby(table_of(rules), CONTEXT))]
    assert labels == ["Leave", "Start", "Table…"]
    seats = _lines(rules, s1=Occupant.OPEN, s2=Occupant.OPEN)
    labels = [b.label for b in buttons_of(lobby(table_of(rules, seats=seats), CONTEXT))]
    assert "Start with 2 computers" in labels


def test_lobby_names_what_differs_from_the_preset():
    table = table_of(rules_of("42", renege="forfeit"))
    assert "-# House rules: a renege loses the hand.\n" in text_of(lobby(table, CONTEXT))
    many = rules_of("42", all_pass="forced30", nello="any", plunge=True, target=5)
    shown = text_of(lobby(table_of(many), CONTEXT))
    assert "-# House rules: forced bid, nel-o, plunge.\n" in shown
    assert "first to 5 marks" in shown
    harper = text_of(lobby(table_of(rules_of("42", preset="harper", plunge=True)), CONTEXT))
    assert "-# Harper: forced bid, nel-o.\n-# House rules: plunge.\n" in harper
    assert "A renege loses the hand." in text_of(table_menu(table, HOST, CONTEXT))


# The menu


def test_switch_of_new_partners_names_what_they_change_with():
    table = replace(table_of(rules_of("42")), changes_partners=False)
    match = replace(table_of(rules_of("42", "timpson")), changes_partners=True)
    said = [[b.label for b in buttons_of(table_menu(t, HOST, CONTEXT))] for t in (table, match)]
    assert "New partners each game: no" in said[0]
    assert "New partners each match: yes" in said[1]


def _after_game(**changes):
    rules = rules_of("42")
    game = sample(5 + 28)
    table = replace(table_of(rules, game), status=Status.FINISHED, winner=0)
    table = replace(table, draws_partners=False, changes_partners=False)
    return replace(table, **changes)


def test_after_a_game_the_host_sets_up_the_next_one():
    menu = table_menu(_after_game(), HOST, CONTEXT)
    wanted = {Verb.GAME, Verb.PLAYERS, Verb.HOUSE}
    assert wanted <= _menu_verbs(menu)
    page = players_page(_after_game(), HOST, CONTEXT)
    chosen = {Verb.REMOVE, Verb.TRADE_SEATS, Verb.DRAW_PARTNERS, Verb.CHANGE_PARTNERS}
    assert _menu_verbs(page) == {*chosen, Verb.MENU}
    others = table_menu(_after_game(), HOST + 1, CONTEXT)
    assert not (wanted | {Verb.LEVEL}) & _menu_verbs(others)
    event = table_menu(_after_game(event_id="e"), HOST, CONTEXT)
    assert not (wanted | {Verb.LEVEL}) & _menu_verbs(event)
    (trade,) = [s for s in selects_of(page) if s.component_id.verb is Verb.TRADE_SEATS]
    assert [option.value for option in trade.options] == ["0-1", "0-3", "1-2", "2-3"]
    assert trade.options[0].label == "Ana and Bo trade seats"
    check(page)
    check(table_menu(_after_game(event_id=None), HOST, CONTEXT, manager=True))


def test_changes_for_the_next_game_are_above_the_button_that_starts_it():
    ahead = NextGameView(
        rules=rules_of("42", all_pass="forced30", nello="any", target=5),
        level="easy",
        draws_partners=True,
        changes_partners=True,
    )
    shown = text_of(result(_after_game(next_game=ahead), CONTEXT))
    line = (
        "**Changed for the next game:** forced bid, nel-o, to 5 marks. Computers: easy. "
        "We'll draw dominoes for partners. Partners change after each game.\n[Rematch"
    )
    assert line in shown
    in_words = text_of(result(_after_game(next_game=ahead), replace(CONTEXT, pictures=False)))
    assert line in in_words
    assert "**Changed for the next game:**" in text_of(
        hand_panel(PanelView(_after_game(next_game=ahead), HOST, 0, _after_game().view), CONTEXT)
    )
    assert "Changed" not in text_of(result(_after_game(), CONTEXT))


def test_people_seated_anew_are_named_with_their_partners_on_the_card():
    table = _after_game(next_game=NextGameView(rules_of("42")), next_sides=((0, 2), (1, 3)))
    shown = text_of(result(table, CONTEXT))
    assert "Next game: Ana and Cy against Bo and Di." in shown
    assert "Changed" not in shown


def _menu_verbs(message):
    controls = [*buttons_of(message), *selects_of(message)]
    return {each.component_id.verb for each in controls}


def test_host_can_change_the_game_the_computers_and_the_players():
    table = table_of(rules_of("42"), seats=_lines(rules_of("42"), s1=Occupant.OPEN))
    message = table_menu(table, HOST, CONTEXT)
    assert _menu_verbs(message) == {
        Verb.GAME,
        Verb.LEVEL,
        Verb.REMOVE,
        Verb.INVITE,
        Verb.HOUSE,
        Verb.RULES,
        Verb.PACE,
        Verb.HINTS,
        Verb.MAKE_PRIVATE,
        Verb.KEEP_HANDS,
        Verb.LEAVE,
        Verb.CLOSE,
    }
    game, _, remove = selects_of(message)
    assert [option.label for option in game.options if option.default] == ["Texas 42"]
    assert len(game.options) == len(games())
    assert [(o.label, o.value) for o in remove.options] == [("Cy", "2"), ("Di", "3")]


def test_others_at_the_table_remove_only_computers_and_do_not_change_its_game():
    table = table_of(rules_of("42"), seats=_lines(rules_of("42"), s3=Occupant.COMPUTER))
    message = table_menu(table, HOST + 1, CONTEXT)
    assert _menu_verbs(message) == {
        *(Verb.LEVEL, Verb.REMOVE, Verb.INVITE, Verb.HOUSE, Verb.RULES, Verb.LEAVE)
    }
    _, remove = selects_of(message)
    assert [option.label for option in remove.options] == ["Computer 4"]


def test_manager_without_a_seat_can_only_read_the_rules_and_close_the_table():
    table = table_of(rules_of("42"))
    assert _menu_verbs(table_menu(table, 1, CONTEXT, manager=True)) == {Verb.RULES, Verb.CLOSE}


def test_the_game_can_be_changed_after_the_last_game_of_a_match_only():
    table = replace(table_of(rules_of("42"), status=Status.BETWEEN), winner=0)
    assert Verb.GAME not in _menu_verbs(table_menu(table, HOST, CONTEXT))
    over = replace(table, status=Status.FINISHED)
    assert Verb.GAME in _menu_verbs(table_menu(over, HOST, CONTEXT))


def test_during_a_game_the_menu_changes_only_pace_hints_and_who_sees_finished_hands():
    table = table_of(rules_of("42"), status=Status.PLAYING)
    verbs = {Verb.RULES, Verb.PACE, Verb.HINTS, Verb.KEEP_HANDS, Verb.CLOSE}
    assert _menu_verbs(table_menu(table, HOST, CONTEXT)) == verbs
    assert Verb.HINTS not in _menu_verbs(table_menu(table, HOST + 1, CONTEXT))


def test_the_host_switches_hints_only_where_they_are_a_choice():
    table = table_of(rules_of("42"))
    for hints, arg, label in ((True, "off", "Hints: on"), (False, "on", "Hints: off")):
        menu = table_menu(replace(table, hints=hints), HOST, CONTEXT)
        assert list(ids_of(menu, Verb.HINTS)) == [arg]
        assert label in [button.label for button in buttons_of(menu)]
        terms = text_of(lobby(replace(table, hints=hints), CONTEXT))
        assert ("Hints are on" if hints else "Hints are off.") in terms
    computers = {f"s{seat}": Occupant.COMPUTER for seat in (1, 3)}
    one_side = replace(table, seats=_lines(rules_of("42"), **computers))
    match = replace(table, rules=rules_of("42", "timpson"))
    for without in (one_side, match, replace(table, event_id="e")):
        assert Verb.HINTS not in _menu_verbs(table_menu(without, HOST, CONTEXT))
    assert "Hints" not in text_of(lobby(one_side, CONTEXT))
    assert "Hints are off." in text_of(lobby(match, replace(CONTEXT, pictures=False)))


def test_the_host_chooses_a_score_word_where_there_is_more_than_one():
    table = table_of(rules_of("42"), status=Status.PLAYING)
    assert not selects_of(table_menu(table, HOST, CONTEXT, score_words=("ALL",)))
    words = ("ALL", "SEX")
    (select,) = selects_of(table_menu(table, HOST, CONTEXT, score_words=words))
    assert format_id(select.component_id) == "42:score-word:k3f9q2:31"
    assert [(o.label, o.value, o.default) for o in select.options] == [
        ("Marks in ALL", "ALL", True),
        ("Marks in SEX", "SEX", False),
    ]
    assert not selects_of(table_menu(table, HOST + 1, CONTEXT, score_words=words))
    moon = table_of(rules_of("moon"), status=Status.PLAYING)
    assert not selects_of(table_menu(moon, HOST, CONTEXT, score_words=words))


def test_a_score_word_that_the_host_of_the_bot_took_away_stays_chosen_at_its_table():
    table = replace(table_of(rules_of("42"), status=Status.PLAYING), score_word="LAP")
    (select,) = selects_of(table_menu(table, HOST, CONTEXT, score_words=("ALL",)))
    assert [o.value for o in select.options if o.default] == ["LAP"]


def test_score_word_is_named_in_the_score_and_drawn():
    scene = Scene.of(replace(table_of(rules_of("42")), score_word="SEX"), CONTEXT)
    assert score_line(scene).startswith("Marks in SEX: ")
    scene = Scene.of(replace(scene.table, view=panel_at(sample(5)).view), CONTEXT)
    assert scoreboard(scene, None).word == "SEX"
    assert "Marks in SEX" in table_part(scene).alt


def test_pace_button_shows_the_pace_and_selects_the_next_one():
    for pace, following in zip(Pace, (Pace.NORMAL, Pace.FAST, Pace.RELAXED), strict=True):
        message = table_menu(replace(table_of(rules_of("42")), pace=pace), HOST, CONTEXT)
        button = next(b for b in buttons_of(message) if b.label == f"Pace: {pace.value}")
        assert format_id(button.component_id) == f"42:pace:k3f9q2:31:{following.value}"


def test_the_menu_offers_every_level_and_shows_the_chosen_one():
    lines = list(_lines(rules_of("42"), s1=Occupant.OPEN))
    lines[1] = replace(lines[1], level="steady")
    message = table_menu(table_of(rules_of("42"), seats=tuple(lines)), HOST, CONTEXT)
    select = next(
        s for s in selects_of(message) if format_id(s.component_id) == "42:level:k3f9q2:31"
    )
    assert [option.value for option in select.options if option.default] == ["steady"]
    assert {option.value for option in select.options} == set(LEVELS)
    easy = select.options[6]
    assert (easy.label, easy.description) == ("Computers: easy", "Slips now and then")


def test_lobby_button_ids_round_trip():
    texts = [
        format_id(b.component_id) for b in buttons_of(lobby(table_of(rules_of("moon")), CONTEXT))
    ]
    read = [parse_id(text) for text in texts]
    assert {Verb.LEAVE, Verb.START} <= {each.verb for each in read}
    assert [format_id(each) for each in read] == texts


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
    text = text_of(lobby(table_of(rules, seats=tuple(lines)), replace(CONTEXT, pictures=False)))
    assert f"Side 2: {shown} and Di" in text
