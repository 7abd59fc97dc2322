"""Marks chalked as the strokes of a word."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.render import Scoreboard
from bot.render.chalk import words_for
from bot.render.chalk_letters import LETTERS, word_strokes
from bot.render.picture import render_pixels
from bot.values.score_words import (
    ALL,
    STROKES,
    STROKES_OF_LETTER,
    read_score_words,
    strokes_of,
)
from tests.render.samples import Look, moments, table_of

TABLE = table_of(dict(moments("42"))["call"], Look(viewer=None))


def test_the_words_of_the_source_have_seven_strokes() -> None:
    assert [strokes_of(letter) for letter in "ALL"] == [3, 2, 2]
    assert strokes_of("sex") == STROKES == len(word_strokes(ALL)) == 7


def test_every_letter_is_painted_in_as_many_strokes_as_it_counts() -> None:
    assert {letter: len(strokes) for letter, (_, strokes) in LETTERS.items()} == STROKES_OF_LETTER


def test_all_comes_first_and_no_word_twice() -> None:
    assert read_score_words("") == (ALL,)
    assert read_score_words("sex, All,SEX,") == (ALL, "SEX")


@pytest.mark.parametrize(
    ("text", "reason"),
    [("ALL,MARK", "MARK has 13 strokes"), ("A-LL", "letters A to Z"), ("ALLÉ", "letters A to Z")],
)
def test_a_word_of_another_length_or_of_other_signs_is_refused(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        read_score_words(text)


def _board(totals: tuple[int, int], target: int = 7, word: str = ALL) -> Scoreboard:
    board = TABLE.scoreboard
    sides = tuple(
        replace(side, total=total) for side, total in zip(board.sides, totals, strict=True)
    )
    return replace(board, sides=sides, target=target, word=word)


def _pixels(board: Scoreboard) -> bytes:
    return render_pixels(replace(TABLE, scoreboard=board), {}).tobytes()


def test_strokes_go_on_in_a_second_word_and_end_as_a_number() -> None:
    found = [words_for(_board(totals)) for totals in ((6, 7), (8, 7), (14, 13), (15, 13))]
    assert found == [1, 2, 2, 0]
    assert words_for(_board((0, 0), target=10)) == 2
    assert words_for(_board((0, 0), target=21)) == 0
    assert words_for(replace(_board((0, 0)), in_marks=False)) == 0


def test_every_mark_up_to_fourteen_looks_different() -> None:
    assert len({_pixels(_board((total, 7))) for total in range(15)}) == 15


def test_another_word_is_painted_in_its_own_letters() -> None:
    words = (ALL, "SEX", "LAP", "CODES", "IIIIIII")
    assert len({_pixels(_board((7, 3), word=word)) for word in words}) == len(words)
