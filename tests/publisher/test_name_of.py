"""A user whose display name shows nothing is called by their user name."""

from types import SimpleNamespace

import pytest

from bot.publisher.keeper.answers import name_of


@pytest.mark.parametrize("blank", ["\u3164", " \u2800 ", "\u200b\u2060", "\u0301", "\uffa0"])
def test_a_display_name_that_shows_nothing_is_left_for_the_user_name(blank):
    assert name_of(SimpleNamespace(display_name=blank, name="alexb")) == "alexb"


@pytest.mark.parametrize("name", ["Alex", "李", "🎲", "?", "हिन्दी"])
def test_any_other_display_name_is_the_name(name):
    assert name_of(SimpleNamespace(display_name=name, name="alexb")) == name
