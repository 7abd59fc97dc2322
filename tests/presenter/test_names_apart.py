"""People whose names look alike are told apart on every screen, and nobody else is renamed."""

from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.presenter.hand.outcome import rated_line
from bot.presenter.panel.screen import hand_panel
from bot.presenter.people.history import history_screen
from bot.presenter.people.leaderboard import leaderboard
from bot.presenter.people.profile import profile
from bot.presenter.table.board import board
from bot.presenter.table.drawings import table_picture
from bot.presenter.table.lobby import lobby
from bot.presenter.table.scene import Scene
from bot.presenter.table.seats import seat_label, seat_name, side_label
from bot.presenter.words.render_context import RenderContext
from bot.publisher.calls.convert import picture_of
from bot.render.text import short_name, text_width
from bot.stats.views import (
    Details,
    LeaderboardQuery,
    LeaderboardView,
    ProfileView,
    Standing,
)
from bot.tables.model import Occupant
from bot.tables.past import PastGame
from bot.tables.rated import RatingChange, RatingOutcome
from bot.tables.views import names_at
from bot.values.names import LONGEST, is_visible, looks_like, names_of, plain_name
from texas42.engine import Phase

from .tabling import panel_of, rules_of, seat_lines, states, table_of, text_of, whole_text

CONTEXT = RenderContext()
WORDS = RenderContext(pictures=False)
RULES = rules_of("42")
ALIKE = ("Alex", "Bo", "Alex", "Cy")
BLANK = ["", " ", "\u3164", "\u2800", "\u115f\u1160", "\uffa0", "\u200b", "\u0301", "\u200d\u3164"]
TAKEN = ["You", "partner", "FORMER PLAYER", "Computer", "Computer 2", "North", "Pearl (computer)"]
ODD = [
    *("Alex", "ALEX", "A\u200blex", "Аlex", "Ａｌｅｘ", "AIex", "Alex #1", "Alex #2", "Alex #2 #3"),
    *("Alex 🎲", "Alex 🎸", "x" * 30, "x" * 31, "Pearl", "🎲", "#2", "مرحبا", *BLANK, *TAKEN),
]
NAME = st.sampled_from(ODD) | st.text(max_size=34)


def lines_of(names):
    return seat_lines(RULES, names)


def shown(names, **changes):
    """The names of a table's seats, in Markdown and without it."""
    lines = [replace(line, **changes.get(str(line.seat), {})) for line in lines_of(names)]
    scene = Scene.of(table_of(RULES, seats=tuple(lines)), CONTEXT)
    return [seat_name(scene, n) for n in range(4)], [seat_label(scene, n) for n in range(4)]


@given(st.tuples(NAME, NAME, NAME, NAME))
@example(("Alex", "Alex #1", "Alex #1 #2", "Alex"))
@example(("x" * 30, "x" * 23 + "y", "x" * 40, "Bo"))
def test_names_at_a_table_are_visible_short_and_no_two_look_alike(names):
    for told in shown(names):
        assert len(set(told)) == 4
    for number, name in enumerate(told):
        assert is_visible(name)
        assert len(name) <= LONGEST
        others = [each for n, each in enumerate(told) if n != number]
        assert not looks_like(name, others)


@given(st.lists(NAME, min_size=2, max_size=12), st.data())
def test_peoples_names_are_distinguished_wherever_they_play(names, data):
    ids = data.draw(
        st.lists(st.integers(1, 2**63), min_size=len(names), max_size=len(names), unique=True)
    )
    told = [name for name in names_of(list(zip(ids, names, strict=True))) if name]
    assert len({plain_name(name).casefold() for name in told}) == len(told)


@given(st.tuples(NAME, NAME, NAME, NAME))
def test_a_name_like_no_other_stays_as_it_is(names):
    told = names_at(lines_of(names))[:4]
    for number, name in enumerate(names):
        among_others = ["Quill", "Rhett", "Sable", "Tuck"]
        among_others[number] = name
        others = [each for n, each in enumerate((*names, *told)) if n % 4 != number]
        if not looks_like(name, others):
            assert told[number] == names_at(lines_of(among_others))[number]
    usual = ("Ana", "Bo", "Señor Cy", "李 Di")
    assert names_at(lines_of(usual))[:4] == usual


def test_people_with_one_name_are_distinguished_by_their_seats():
    assert shown(ALIKE)[1] == ["Alex #1", "Bo", "Alex #3", "Cy"]
    assert shown(ALIKE)[0][0] == r"Alex \#1"


@pytest.mark.parametrize("word", TAKEN)
def test_a_word_of_the_table_is_never_a_name_alone(word):
    assert shown((word, "Bo", "Cy", "Di"))[1][0] == f"{word} #1"


@pytest.mark.parametrize("name", ["Nora", "Youssef", "Easton", "Hosta", "Weston", "Playa", "Bott"])
def test_a_name_that_only_begins_with_a_word_of_the_table_is_a_name(name):
    assert shown((name, "Bo", "Cy", "Di"))[1][0] == name


def test_person_named_like_a_computer_is_distinguished_only_beside_it():
    computer = {"occupant": Occupant.COMPUTER, "user_id": None}
    assert shown(("Pearl", "Bo", "Cy", "Pearl"), **{"3": computer})[1][0] == "Pearl #1"
    assert shown(("Pearl", "Bo", "Cy", "Pearl"), **{"3": computer})[1][3] == "Pearl"
    assert shown(("Pearl", "Bo", "Cy", "Di"))[1][0] == "Pearl"


def test_deleted_players_are_distinguished_too():
    gone = {"user_id": None, "name": ""}
    assert shown(ALIKE, **{"0": gone})[1] == ["Former player", "Bo", "Alex", "Cy"]
    both = shown(ALIKE, **{"0": gone, "1": gone})[1]
    assert both == ["Former player #1", "Former player #2", "Alex", "Cy"]


def test_next_owner_of_a_computers_seat_is_distinguished_from_seated_people():
    lines = list(lines_of(ALIKE))
    taken = {"occupant": Occupant.COMPUTER, "user_id": None, "name": "Opal", "level": "expert"}
    lines[2] = replace(lines[2], **taken, reserved_by=7, reserved_name="Alex")
    text = text_of(lobby(table_of(RULES, seats=tuple(lines)), replace(CONTEXT, pictures=False)))
    assert r"Opal (computer; next hand: Alex \#3)" in text
    assert r"Alex \#1" in text


def test_every_screen_of_a_hand_distinguishes_them():
    for game in states(RULES, 4, hands=1):
        table = table_of(RULES, game, seats=lines_of(ALIKE))
        panels = [panel_of(table, game, seat) for seat in range(4)]
        messages = [board(table, WORDS), *(hand_panel(panel, WORDS) for panel in panels)]
        for message in messages:
            text = text_of(message)
            assert text.count("Alex") == text.count(r"Alex \#1") + text.count(r"Alex \#3"), text
        if game.deal.phase is Phase.PLAY:
            scene = Scene.of(table, CONTEXT)
            names = [seat.name for seat in table_picture(scene).seats]
            assert names == ["Alex #1", "Bo", "Alex #3", "Cy"]


def test_a_side_of_two_people_of_one_long_name_fits_the_picture():
    names = ("Christopher Robin", "Bo", "Christopher Robin", "Cy")
    scene = Scene.of(table_of(RULES, seats=lines_of(names)), CONTEXT)
    assert side_label(scene, 0) == "Christop… #1 & Christop… #3"


def test_picture_truncates_the_name_but_keeps_its_mark():
    cut = short_name("Maximilian Alexander #2", 30, 200)
    assert cut.endswith(" #2")
    assert text_width(cut, 30, heavy=True) <= 200


def standing(user_id, name, **more):
    return Standing(user_id, name, games=10, wins=7, **more)


def test_leaderboard_distinguishes_people_with_one_name_by_their_ids():
    rows = (
        (1, standing(123451111, "Alex")),
        (2, standing(123452222, "alex")),
        (3, standing(123453333, "Bo", partner=123452222, partner_name="alex")),
    )
    me = (9, standing(123454444, "Álex"))
    view = LeaderboardView(LeaderboardQuery(), 1, 2, rows, me)
    text = text_of(leaderboard(view, WORDS))
    assert r"1\. Alex \#1111 ·" in text
    assert r"2\. alex \#2222 ·" in text
    assert r"3\. Bo and alex \#2222 ·" in text
    assert r"9\. **Álex** ·" in text
    picture = picture_of(leaderboard(view, CONTEXT))
    assert [row.name for row in picture.drawing.rows][:3] == [
        *("Alex #1111", "alex #2222", "Bo & alex #2222")
    ]


def test_profile_distinguishes_partner_and_opponents_with_one_name():
    details = Details(partner=standing(123451111, "Alex"), rivals=(standing(123452222, "Alex"),))
    total = standing(5, "Ana")
    text = whole_text(profile, ProfileView(5, "Ana", total, None, total, details), "Ana", WORDS)
    assert r"**Best partner** Alex \#1111:" in text
    assert r"**Opponents** Alex \#2222:" in text


def test_list_of_games_distinguishes_the_players_by_their_seats():
    game = PastGame("k3f9q2", 3, 1, "42", {}, 2, 1, (3, 7), 1, ("Alex", "Bo", "Alex", ""), 1000.0)
    text = text_of(history_screen([game], 1, None, CONTEXT))
    assert r"against Alex \#1 and Alex \#3" in text


def test_rating_changes_name_people_as_the_table_does():
    changes = tuple(
        RatingChange(user_id, "Alex", 1000, 1012, False, left)
        for user_id, left in ((1000, False), (1002, False), (77, True))
    )
    table = replace(table_of(RULES, seats=lines_of(ALIKE)), rated=RatingOutcome(None, changes))
    line = rated_line(Scene.of(table, CONTEXT))
    assert line == (r"Ratings: Alex \#1 1012 (+12) · Alex \#3 1012 (+12) · Alex \#77 1012 (+12)")
