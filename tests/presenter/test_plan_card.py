"""The card of a plan fits a phone, however many people answer, and counts those it doesn't name."""

import re

import pytest

from bot.plans.model import Said
from bot.presenter.plans.card import plan_card
from tests.presenter.heights import MOST, height_in_words
from tests.presenter.tabling import LONG_NAMES, NAMES, text_of
from tests.screens.registry import Look
from tests.screens.samples.plans import plan_of


@pytest.mark.parametrize("names", [NAMES, LONG_NAMES], ids=["short", "long"])
@pytest.mark.parametrize("many", [1, 4, 9, 30, 200])
def test_card_fits_a_phone_and_names_or_counts_everybody(names, many):
    look = Look(names=names)
    plan = plan_of(look, *[Said.IN] * many, *[Said.OUT] * many, *[Said.NOTHING] * 7)
    card = plan_card(plan, look.context)
    assert height_in_words(card) <= MOST
    counted = {}
    for line in text_of(card).splitlines():
        if found := re.match(r"\*\*(.+):\*\* (.+)", line):
            shown = re.split(", | and ", found[2])
            more = re.match(r"(\d+) more", shown[-1])
            counted[found[1]] = len(shown) if more is None else len(shown) - 1 + int(more[1])
    assert counted.get("In", 0) + counted.get("Next in line", 0) == many
    assert counted["Can't"] == many
    assert counted["No answer yet"] == 7
