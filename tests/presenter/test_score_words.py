"""Marks chalked as the strokes of a word."""

import pytest

from bot.presenter.words.score_words import Chalked, chalked, is_score_word, strokes_of


def test_the_words_of_the_sources_have_seven_strokes():
    assert [strokes_of(letter) for letter in "ALL"] == [3, 2, 2]
    assert is_score_word("ALL")
    assert is_score_word("sex")
    assert not is_score_word("ALLS")
    assert not is_score_word("AL")
    assert not is_score_word("")
    assert not is_score_word("A-LL")


@pytest.mark.parametrize(
    ("marks", "found"),
    [
        (0, Chalked(0, "", 0)),
        (1, Chalked(0, "", 1)),
        (3, Chalked(0, "A", 0)),
        (4, Chalked(0, "A", 1)),
        (6, Chalked(0, "AL", 1)),
        (7, Chalked(1, "", 0)),
        (8, Chalked(1, "", 1)),
        (19, Chalked(2, "AL", 0)),
    ],
)
def test_strokes_are_counted_letter_by_letter_and_go_on_above_seven(marks, found):
    assert chalked(marks) == found


def test_a_word_of_another_length_is_refused():
    with pytest.raises(ValueError, match="7 strokes"):
        chalked(1, "MARK")
