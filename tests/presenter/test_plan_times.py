"""Times of plans: what people type, and what is offered."""

from __future__ import annotations

from datetime import datetime

import pytest

from bot.presenter.plans.times import (
    format_time,
    read_time,
    time_choices,
    time_label,
    times_meant,
)
from bot.presenter.words.language import words_for

WORDS = words_for(None)


def at(*parts: int) -> datetime:
    """Build a time of a planner's own zone, which it does not name."""
    return datetime(*parts)  # noqa: DTZ001


NOW = at(2026, 11, 28, 13, 5)  # a Saturday


def first(typed: str, now: datetime = NOW) -> str:
    found = times_meant(typed, now, WORDS)
    return format_time(found[0]) if found else ""


def test_friday_eight_is_the_next_friday_evening() -> None:
    choices = time_choices("fri 8", NOW, WORDS)
    assert choices[0].name == "Friday, December 4, 8:00 PM"
    assert choices[0].value == "2026-12-04T20:00"
    assert [each.value for each in choices[:3]] == [
        *("2026-12-04T20:00", "2026-12-04T08:00", "2026-12-11T20:00")
    ]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("8", "2026-11-28T20:00"),
        ("tonight 9", "2026-11-28T21:00"),
        ("today 1:30", "2026-11-28T13:30"),
        ("today 1", ""),  # it has just been
        ("Tomorrow 7pm", "2026-11-29T19:00"),
        ("tom 7:15 am", "2026-11-29T07:15"),
        ("sat 8", "2026-11-28T20:00"),
        ("sat 1", "2026-12-05T13:00"),
        ("sunday at noon", "2026-11-29T12:00"),
        ("sunday noon", "2026-11-29T12:00"),
        ("midnight", "2026-11-29T00:00"),
        ("12:30 am", "2026-11-29T00:30"),
        ("dec 4 8", "2026-12-04T20:00"),
        ("4 dec 19:45", "2026-12-04T19:45"),
        ("12/4 8 p.m.", "2026-12-04T20:00"),
        ("dec 4", "2026-12-04T20:00"),
        ("wed", "2026-12-02T20:00"),
        ("friday, 8", "2026-12-04T20:00"),
        ("", "2026-11-28T20:00"),
    ],
)
def test_typed_time_is_the_likeliest_one_ahead(typed: str, meant: str) -> None:
    assert first(typed) == meant


@pytest.mark.parametrize(
    "typed",
    ["x", "someday", "fri 25", "fri 8:75", "feb 30 8", "jan 5 8", "nov 27 8", "13/13 8", "8 8 8"],
)
def test_what_is_no_time_within_a_month_offers_nothing(typed: str) -> None:
    assert times_meant(typed, NOW, WORDS) == []


def test_all_offered_times_are_ahead_and_at_most_a_month() -> None:
    for typed in ("", "8", "sat", "sun 8", "dec 28 1:04 pm", "dec 28 1:06 pm"):
        found = times_meant(typed, NOW, WORDS)
        assert len(found) == len(set(found))
        assert all(0 < (at - NOW).total_seconds() <= 30 * 86_400 for at in found)
    assert first("dec 28 1:04 pm") == "2026-12-28T13:04"
    assert first("dec 28 1:06 pm") == ""


def test_chosen_value_is_read_as_it_is_and_typed_text_as_its_first_meaning() -> None:
    assert read_time("2026-12-04T20:00", NOW, WORDS) == at(2026, 12, 4, 20)
    assert read_time("fri 8", NOW, WORDS) == at(2026, 12, 4, 20)
    assert read_time("whenever", NOW, WORDS) is None


def test_year_turns_in_january() -> None:
    assert first("jan 3 8", at(2026, 12, 20, 9)) == "2027-01-03T20:00"


@pytest.mark.parametrize(
    ("hour", "shown"), [(0, "12:30 AM"), (9, "9:30 AM"), (12, "12:30 PM"), (23, "11:30 PM")]
)
def test_label_is_on_a_twelve_hour_clock(hour: int, shown: str) -> None:
    label = time_label(at(2026, 12, 4, hour, 30), WORDS)
    assert label == f"Friday, December 4, {shown}"
