"""Deals that many tables share: their names, and where their secrets are."""

from __future__ import annotations

from datetime import date

import pytest

from bot.tables.deals.deals import (
    LESSON,
    LESSON_DEAL,
    SHAKEN,
    deals_named,
    deals_of_day,
    shared_deal,
)

DAY = deals_of_day(date(2026, 11, 23))


@pytest.mark.parametrize("deals", [SHAKEN, LESSON])
def test_row_of_a_table_names_its_deals(deals) -> None:
    assert deals_named(deals.of) == deals


def test_unknown_name_is_refused() -> None:
    with pytest.raises(ValueError, match="Not a shared deal"):
        deals_named("lesson:2")


def test_lesson_has_the_deal_of_the_lesson() -> None:
    assert shared_deal(LESSON) is LESSON_DEAL


@pytest.mark.parametrize("deals", [SHAKEN, DAY])
def test_no_table_gets_the_deal_of_the_lesson_in_place_of_its_own(deals) -> None:
    with pytest.raises(ValueError, match="Not stored with the program"):
        shared_deal(deals)
