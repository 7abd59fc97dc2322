"""What the daily hand's screens say to the ear, and who sees the four hands when."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bot.daily.hand import daily_rules
from bot.daily.model import DayOutcome
from bot.daily.views import Comparison, Stage
from bot.presenter.daily.screen import daily_screen
from bot.presenter.daily.share import compared, shared_day, tricks_words
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import Picture
from tests.support.a_day import BASE, DAY, daily_screens, hands

from .tabling import parts_of, text_of

IN_PICTURES = RenderContext()
IN_WORDS = RenderContext(pictures=False)
SQUARES = re.compile("[\u25a0-\u25ff\u2b1b\u2b1c\U0001f532-\U0001f535\U0001f7e0-\U0001f7eb]")
OUTCOME = DayOutcome(26, 34, "31", ours=True, made=True, tricks="wwlwl--", lead="55")


@pytest.mark.parametrize("context", [IN_PICTURES, IN_WORDS])
def test_no_screen_of_the_day_tells_the_ear_squares_instead_of_words(
    context: RenderContext,
) -> None:
    for name, message in daily_screens(context):
        for part in parts_of(message):
            if isinstance(part, Picture):
                assert not SQUARES.search(part.alt), name
        for line in text_of(message).splitlines():
            beside = SQUARES.sub("", line).strip()
            assert beside or not SQUARES.search(line), (name, line)


def test_tricks_are_told_by_their_numbers() -> None:
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


def test_invitation_says_that_whoever_finishes_sees_all_four_hands() -> None:
    said = text_of(daily_screen(replace(BASE, stage=Stage.NEW), IN_WORDS))
    assert "When you finish, you see all four hands" in said
    assert "and all four hands." not in said
