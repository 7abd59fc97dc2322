"""The lesson hand in words: reasons, questions, and answers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.presenter.panel.screen import hand_panel
from bot.presenter.words.ids import ACTS, Verb
from bot.presenter.words.render_context import RenderContext, tile_text
from bot.presenter.words.spec import Message, Picture
from bot.publisher.calls.convert import check
from bot.render import PanelPicture, Stance
from bot.tables.deals.lesson import SEAT
from bot.tables.views import QuestionKind
from tests.presenter.heights import MOST, height_of
from tests.screens.states.lesson import lesson_panel, moments, played, questions
from tests.support.lesson_hand import deal_of
from texas42.ai.findings.judgments import Advice, Reason, ReasonKind
from texas42.engine import Phase, apply, parse_action

from .tabling import buttons_of, panel_at, parts_of, sample, selects_of, text_of

CONTEXT = RenderContext()
IN_WORDS = RenderContext(pictures=False)
WRONG = {
    QuestionKind.TRUMP: ("5", "Fives: only 3. Name the suit you hold most of."),
    QuestionKind.FOLLOW: (
        "31",
        "You may, but the 3-1 is a three, so it's trump: it would take the trick from Cy. "
        "Pick another.",
    ),
    QuestionKind.GIVE: (
        "53",
        "The 5-3 is trump: it would take the trick from Cy, your partner.",
    ),
}


def said_in(message: Message) -> list[str]:
    """List the lines above the buttons of a panel."""
    lines = text_of(message).splitlines()
    return [line for line in lines if not line.startswith(("[", "<", "("))]


def test_each_moment_of_the_lesson_has_its_reason() -> None:
    told = [
        said_in(hand_panel(lesson_panel(game), CONTEXT))
        for game in moments()
        if deal_of(game).to_act in (SEAT, None)
    ]
    assert told == [
        [
            "### Bid 30",
            "It says: Cy and I will take 30 of 42 points. The best of four takes a trick. Seven "
            "tricks count 1 each, gold dominoes 10 or 5.",
        ],
        ["### What's trump?", "The number is how many you hold. Trump beats all others."],
        [
            "### Right: threes. Lead the 3-3",
            "Your longest suit. The double is the highest of its suit.",
        ],
        ["### Lead the 6-3", "It pulls their threes. We need 30; they need 13 to set us."],
        ["### Lead the 2-1", "The other threes are gone. Only higher twos can take it."],
        ["### Ones are led. Which may you play?"],
        [
            "### Cy has the trick. What do you give?",
            "Right: you hold no ones, so any may go. The 3-1 is a three.",
        ],
        [
            "### You made it! 30 bid, 30 taken.",
            "Right: the trick is Cy's, so your 10 points count for us.",
            "That's one mark, and seven win. Next: a short game, to three.",
        ],
    ]


@pytest.mark.parametrize("context", [CONTEXT, IN_WORDS])
def test_question_marks_and_dims_no_answer(context: RenderContext) -> None:
    asked = questions()
    assert len(asked) == len(WRONG)
    for game in asked:
        message = hand_panel(lesson_panel(game), context)
        check(message)
        answers = [button for button in buttons_of(message) if button.component_id.verb in ACTS]
        assert answers
        assert len({(button.style, button.disabled) for button in answers}) == 1
        assert not any(button.disabled for button in answers)
        assert not any("★" in each.label for list_ in selects_of(message) for each in list_.options)
        shown = text_of(message) + "".join(
            part.alt for part in parts_of(message) if isinstance(part, Picture)
        )
        assert "You can play" not in shown
        for part in parts_of(message):
            if isinstance(part, Picture) and isinstance(part.drawing, PanelPicture):
                tiles = part.drawing.hand.tiles
                assert {(tile.stance, tile.trump) for tile in tiles} == {(Stance.RESTING, False)}


def test_question_in_words_lists_the_dominoes_to_decide_with() -> None:
    for game in questions():
        panel = lesson_panel(game)
        assert panel.view is not None
        (told,) = [
            line
            for line in said_in(hand_panel(panel, IN_WORDS))
            if line.startswith("**Your dominoes:**")
        ]
        assert all(tile_text(tile) in told for tile in panel.view.hand)


def test_lesson_in_words_speaks_of_numbers_not_of_gold() -> None:
    told = [text_of(hand_panel(lesson_panel(game), IN_WORDS)) for game in moments()]
    assert any("dominoes marked (10) or (5) that much." in text for text in told)
    asked = questions()[-1]
    told.append(text_of(hand_panel(lesson_panel(asked), IN_WORDS, chosen="50")))
    assert "Dominoes marked (10) or (5) count." in told[-1]
    assert not any("gold" in text.lower() for text in told)


def test_every_domino_of_the_hand_can_be_pressed_at_a_question() -> None:
    for game in questions()[1:]:
        panel = lesson_panel(game)
        assert panel.view is not None
        buttons = buttons_of(hand_panel(panel, CONTEXT))
        plays = [b for b in buttons if b.component_id.verb is Verb.PLAY]
        assert len(plays) == len(panel.view.hand)


def test_wrong_answer_is_explained_in_one_sentence() -> None:
    for game in questions():
        panel = lesson_panel(game)
        assert panel.question is not None
        pressed, said = WRONG[panel.question.kind]
        shown = hand_panel(panel, CONTEXT, chosen=pressed)
        assert said_in(shown)[1:] == [said]
        assert buttons_of(shown) == buttons_of(hand_panel(panel, CONTEXT))


def test_a_legal_trump_is_never_refused_as_if_it_were_not() -> None:
    asked = questions()[1]
    shown = hand_panel(lesson_panel(asked), CONTEXT, chosen="53")
    assert said_in(shown)[1:] == [
        "You may, but threes are trump: it would take the trick from Cy. Pick another."
    ]


def test_lesson_in_words_gives_the_reason_right_below_the_task() -> None:
    (lead,) = [
        text_of(hand_panel(lesson_panel(game), IN_WORDS)).splitlines()
        for game in moments()
        if deal_of(game).to_act == SEAT
        and deal_of(game).phase is Phase.PLAY
        and not deal_of(game).tricks
    ]
    at = lead.index("### Right: threes. Lead the 3-3")
    assert lead[at + 1] == "Your longest suit. The double is the highest of its suit."
    assert not any("Lead any domino" in line for line in lead)


def test_one_who_holds_the_suit_led_is_told_to_follow() -> None:
    game = played("33 43 41 30 63 32 40 42 50 00 65 51 11 10")
    panel = lesson_panel(game)
    shown = hand_panel(panel, CONTEXT, chosen="55")
    assert said_in(shown)[1:] == ["You hold a one, so you must follow suit."]
    right = apply(game, parse_action("21", Phase.PLAY, SEAT, game.rules)).game
    waits = said_in(hand_panel(lesson_panel(right), CONTEXT))
    assert waits[1:] == ["Right: you must follow suit. The 3-1 is a three, not a one."]


def test_the_only_domino_that_follows_gets_the_rule_and_no_advice() -> None:
    game = played("33 43 41 30 63 32 40 42 50 00 65 51 22 52")
    advice = Advice(parse_action("21", Phase.PLAY, SEAT, game.rules), Reason(ReasonKind.ONLY_LEGAL))
    shown = said_in(hand_panel(replace(lesson_panel(game), better=advice), CONTEXT))
    assert shown == [
        "### Your turn: play a two",
        "Twos are led, and the 2-1 is your only one: you must follow suit.",
    ]


def test_the_lesson_fits_a_phone_at_every_moment() -> None:
    for game in moments():
        panel = lesson_panel(game)
        waits = deal_of(game).to_act not in (SEAT, None)
        shown = [hand_panel(replace(panel, can_skip=waits), CONTEXT)]
        if panel.question is not None:
            shown.append(hand_panel(panel, CONTEXT, chosen=WRONG[panel.question.kind][0]))
        for message in shown:
            assert height_of(message) <= MOST, text_of(message)


def test_the_lesson_offers_its_way_out_but_no_lay_down() -> None:
    for game in moments():
        labels = [button.label for button in buttons_of(hand_panel(lesson_panel(game), CONTEXT))]
        assert ("Skip the lesson" in labels) is (deal_of(game).phase is not Phase.OVER)
        assert not {"Lay down", "I know 42", "Hint"} & set(labels)


# The first game ------------------------------------------------------------------------------


@pytest.mark.parametrize("context", [CONTEXT, IN_WORDS])
def test_end_of_the_first_game_asks_once_how_strong_the_next_opponents_shall_be(
    context: RenderContext,
) -> None:
    over = panel_at(sample(99, target=1), 0)
    seats = tuple(replace(line, level="easy") for line in over.table.seats)
    table = replace(over.table, first_game=True, seats=seats)
    asked = hand_panel(replace(over, table=table, asks_level=True), context)
    levels = [b.label for b in buttons_of(asked) if b.component_id.verb is Verb.HARDER]
    assert levels == ["Easy", "Steady", "Expert"]
    lost = replace(over, table=replace(table, winner=1 - over.table.winner), asks_level=True)
    assert "Who do you want to play?" in text_of(hand_panel(lost, context))
    assert "You played easy opponents. Want it harder?" in text_of(asked)
    seats = tuple(replace(line, level="steady") for line in table.seats)
    answered = hand_panel(replace(over, table=replace(table, seats=seats)), context)
    assert "Want it harder?" not in text_of(answered)
    assert "Next game: steady opponents." in text_of(answered)
    if context is CONTEXT:
        assert height_of(asked) <= MOST


def test_end_of_another_game_asks_nothing() -> None:
    over = panel_at(sample(99, target=1), 0)
    assert "harder" not in text_of(hand_panel(replace(over, asks_level=True), CONTEXT))
