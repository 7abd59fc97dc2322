"""What the daily hand's screens say to the ear, and who sees the four hands when."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bot.daily.hand import daily_rules
from bot.daily.model import DayOutcome
from bot.daily.views import Comparison, Stage
from bot.presenter.daily.screen import about_day, daily_screen
from bot.presenter.daily.share import (
    compared,
    result_of,
    share_preview,
    shared_day,
    tricks_words,
)
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import Picture
from bot.publisher.calls.convert import picture_of
from bot.render import DayPicture
from tests.screens.registry import Look, of_room
from tests.screens.states.daily import BASE, DAY, hands

from .tabling import parts_of, text_of

IN_PICTURES = RenderContext()
IN_WORDS = RenderContext(pictures=False)
SQUARES = re.compile("[\u25a0-\u25ff\u2b1b\u2b1c\U0001f532-\U0001f535\U0001f7e0-\U0001f7eb]")
OUTCOME = DayOutcome(26, 34, "31", ours=True, made=True, tricks="wwlwl--", lead="55")


@pytest.mark.parametrize("context", [IN_PICTURES, IN_WORDS])
def test_no_screen_of_the_day_tells_the_ear_squares_instead_of_words(
    context: RenderContext,
) -> None:
    for name, message in of_room("daily", Look(context)):
        for part in parts_of(message):
            if isinstance(part, Picture):
                assert not SQUARES.search(part.alt), name
        for line in text_of(message).splitlines():
            beside = SQUARES.sub("", line).strip()
            assert beside or not SQUARES.search(line), (name, line)


def test_tricks_are_listed_by_number() -> None:
    words = {
        "wwlwl--": "Took tricks 1, 2 and 4. Tricks 6 and 7 weren't played.",
        "lllwlll": "Took trick 4.",
        "llllll-": "Took no tricks. Trick 7 wasn't played.",
    }
    for tricks, said in words.items():
        assert tricks_words(replace(OUTCOME, tricks=tricks), IN_WORDS) == said


def test_shared_day_says_in_its_alt_text_which_tricks_were_taken() -> None:
    *_, view = hands()
    assert view.ended is not None
    view = replace(view, ended=replace(view.ended, outcome=OUTCOME))
    (picture,) = [
        part for part in parts_of(shared_day(view, "Ana", IN_PICTURES)) if isinstance(part, Picture)
    ]
    assert picture.alt == ("made 31. Took tricks 1, 2 and 4. Tricks 6 and 7 weren't played.")
    assert "Took tricks 1, 2 and 4." in text_of(shared_day(view, "Ana", IN_WORDS))


@pytest.mark.parametrize("context", [IN_PICTURES, IN_WORDS])
def test_comparison_tells_both_peoples_tricks_in_words(context: RenderContext) -> None:
    theirs = replace(OUTCOME, tricks="wlwlwlw")
    said = text_of(
        compared(Comparison(DAY, OUTCOME, theirs), daily_rules(), ("Ana", "Bo"), context)
    )
    assert "Took tricks 1, 2 and 4. Tricks 6 and 7 weren't played." in said
    assert "Took tricks 1, 3, 5 and 7." in said


def test_invitation_has_two_lines_and_a_page_says_that_finishers_see_all_four_hands() -> None:
    said = text_of(daily_screen(replace(BASE, stage=Stage.NEW), IN_WORDS))
    title, *told, first, second = said.splitlines()
    assert title.startswith("## ")
    assert len(told) == 2, told
    assert "[How it works]" in f"{first} {second}"
    about = text_of(about_day(BASE, IN_WORDS))
    assert "When you finish, you see all four hands" in about
    assert "and all four hands." not in about


@pytest.mark.parametrize(
    ("expert", "par", "said"),
    [
        (26, 28, "Level with the expert, 2 off par."),
        (20, 26, "6 ahead of the expert, level with par."),
        (27, 16, "1 behind the expert, 10 above par."),
        (None, None, "The expert is still playing, par is still to come."),
    ],
)
def test_end_compares_the_result_with_par_and_the_expert_in_words(expert, par, said) -> None:
    *_, view, _ = hands()
    assert view.ended is not None
    ended = replace(view.ended, outcome=replace(OUTCOME, par=par), expert=expert)
    view = replace(view, ended=ended)
    assert said in text_of(daily_screen(view, IN_WORDS)).splitlines()
    picture = picture_of(daily_screen(view, IN_PICTURES))
    assert picture is not None
    assert isinstance(picture.drawing, DayPicture)
    assert said == f"{picture.drawing.beside[0]}, {picture.drawing.beside[1].lower()}."
    assert said in picture.alt
    assert said not in text_of(daily_screen(view, IN_PICTURES)).replace(picture.alt, "")


def test_end_of_an_open_day_says_the_streak_and_when_the_next_hand_comes() -> None:
    *_, view, _ = hands()
    said = text_of(daily_screen(view, IN_WORDS))
    assert "Your streak: 8 days in a row." in said
    assert f"The next hand comes <t:{int(view.turns_at)}:R>" in said
    picture = picture_of(daily_screen(view, IN_PICTURES))
    assert picture is not None
    assert isinstance(picture.drawing, DayPicture)
    assert (picture.drawing.streak, picture.drawing.streak_words) == (8, "8-day streak")


def test_daily_hand_calls_bids_of_a_whole_hand_in_marks() -> None:
    outcome = replace(OUTCOME, bid="84", made=False)
    assert result_of(outcome, daily_rules(), IN_WORDS) == "got set on 2 marks"
    bids = next(view for view in hands() if view.panel and view.panel.view.legal)
    shown = text_of(daily_screen(bids, IN_WORDS))
    assert "33 to 2 marks" in shown
    assert "84" not in shown


def test_preview_shows_exactly_what_will_be_posted() -> None:
    *_, view, _ = hands()
    for context in (IN_PICTURES, IN_WORDS):
        posted = shared_day(view, "Ana", context)
        assert posted.body[0] in share_preview(posted, DAY, IN_WORDS).body
