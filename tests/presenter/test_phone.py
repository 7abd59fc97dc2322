"""How high a text stands on a phone."""

from textwrap import wrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.presenter.layout.phone import LETTERS, LINE, height_of_text

WORDS = st.lists(st.text("abm6", min_size=1, max_size=LETTERS), min_size=1, max_size=30)


@given(WORDS)
def test_line_wraps_between_words(words):
    text = " ".join(words)

    assert height_of_text(text) == LINE * len(wrap(text, LETTERS))


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("m" * LETTERS, 1),
        ("m" * (LETTERS + 1), 2),
        ("at " + "m" * LETTERS, 2),
        ("m" * (LETTERS - 5) + " nel-" + "o" * (LETTERS - 1), 2),
        # a domino stays whole, and a name with its dash
        ("m" * (LETTERS - 3) + " 6-4 " + "m" * (LETTERS - 2), 3),
        ("m" * (LETTERS - 5) + " Opal\u00a0— " + "m" * (LETTERS - 3), 3),
    ],
)
def test_line_is_as_high_as_its_words_need(text, lines):
    assert height_of_text(text) == LINE * lines
