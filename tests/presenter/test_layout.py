"""Facts in the ways to show them: in words, beside a picture, and in its alt text."""

from dataclasses import replace

from bot.presenter.layout.fact import Fact, Look, drawn, written
from bot.presenter.layout.ways import ALT_LIMIT, alt_text, in_full, in_words
from bot.presenter.table.scene import Scene
from bot.presenter.table.seats import in_brief, seat_name
from bot.presenter.words.render_context import RenderContext

from .tabling import LONG_NAMES, sample, seat_lines, table_of

TURN = Fact(words=("Cy to play",), beside=("Cy is thinking",), spoken="Cy to play", kept=True)
FACTS = (
    TURN,
    drawn("**Trump: ones**"),
    written("Hints are on.", look=Look.SMALL),
    drawn("Marks: We 1 · They 0", spoken="Marks: we 1, they 0"),
)


def test_words_have_every_fact_in_order():
    assert in_full(FACTS) == ("Cy to play\n**Trump: ones**\n-# Hints are on.\nMarks: We 1 · They 0")


def test_words_leave_out_last_facts_first_where_a_phone_has_no_room():
    many = tuple(drawn(f"{number} {'x' * 50}", f"{number}") for number in range(40))
    said = in_words((*many, TURN), ()).splitlines()
    assert said[-1] == "Cy to play"
    assert 20 < len(said) < 30
    assert said[:-1] == [str(number) for number in range(len(said) - 1)]


def test_shorter_forms_are_tried_before_facts_are_left_out():
    long = drawn("long " * 200, "short")
    assert in_words((long, *FACTS), ()).startswith("short\nCy to play")


def test_alt_text_has_what_the_picture_shows_without_markdown():
    assert alt_text(FACTS) == "Cy to play. Trump: ones. Marks: we 1, they 0."


def test_alt_text_leaves_out_last_facts_first_and_never_whose_turn_it_is():
    many = [drawn(f"{number} {'x' * 90}") for number in range(20)]
    said = alt_text((*many, TURN))
    assert said.endswith(" Cy to play.")
    assert len(said) <= ALT_LIMIT < len(said) + 93
    assert [f"{number} x" in said for number in (0, 9, 10)] == [True, True, False]


def test_names_are_cut_only_where_one_of_them_is_too_long():
    game = sample(6)
    fitting = Scene.of(table_of(game.rules, game), RenderContext())
    assert in_brief(fitting) is fitting
    cut = replace(fitting, brief=True)
    assert all(seat_name(cut, seat) == seat_name(fitting, seat) for seat in range(4))
    seats = seat_lines(game.rules, ("Ana", "Bo", LONG_NAMES[2], "Di"))
    long = Scene.of(table_of(game.rules, game, seats=seats), RenderContext())
    shown = [seat_name(in_brief(long), seat) for seat in range(4)]
    assert shown == ["Ana", "Bo", "Cy Throckmo…", "Di"]
    assert seat_name(long, 2) not in shown
