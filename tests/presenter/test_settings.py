"""The personal settings screen."""

from __future__ import annotations

from zoneinfo import available_timezones

import pytest

from bot.presenter.people.settings import (
    COLORS,
    CONFIRM,
    DMS,
    FORCED,
    LEADERBOARDS,
    NOTICES,
    OFF,
    ON,
    OPPONENTS,
    PACE,
    PICTURES,
    PINGS,
    PLAY,
    QUIET_FROM,
    QUIET_UNTIL,
    ZONE,
    settings_screen,
)
from bot.presenter.people.time_zones import zone_choices, zone_meant
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import Message
from bot.publisher.calls.convert import check

from .tabling import buttons_of, selects_of

CONTEXT = RenderContext()
USUAL = {
    DMS: ON,
    PICTURES: ON,
    CONFIRM: OFF,
    FORCED: OFF,
    PINGS: "late",
    QUIET_FROM: OFF,
    QUIET_UNTIL: "7",
    ZONE: "America/Chicago",
    LEADERBOARDS: ON,
    COLORS: ON,
    PACE: OFF,
    OPPONENTS: OFF,
}


def _now(message: Message) -> list[str]:
    """List the current value of each select."""
    return [o.label for select in selects_of(message) for o in select.options if o.default]


def test_each_select_shows_the_current_value() -> None:
    pages = {page: settings_screen(USUAL, CONTEXT, page) for page in (PLAY, NOTICES)}
    for shown in pages.values():
        check(shown)
    assert _now(pages[PLAY]) == [
        "Dominoes by DM, too",
        "The table as a picture",
        "A press plays the domino",
        "I play every domino myself",
        "Colors for the color-blind",
        "My tables: the usual pace",
        "Play now: the usual opponents",
    ]
    assert _now(pages[NOTICES]) == [
        "Ping me if the table waits",
        "No quiet hours",
        "On the leaderboards",
    ]


def test_each_page_of_the_settings_leads_to_the_other() -> None:
    for page in (PLAY, NOTICES):
        turns = buttons_of(settings_screen(USUAL, CONTEXT, page))
        assert [button.disabled for button in turns] == [page == PLAY, page == NOTICES]


def test_quiet_hours_add_selects_for_end_and_time_zone() -> None:
    shown = settings_screen(USUAL | {QUIET_FROM: "22", ZONE: "Asia/Ho_Chi_Minh"}, CONTEXT, NOTICES)
    check(shown)
    assert _now(shown)[1:4] == [
        "Quiet (no pings) from 10 PM",
        "Quiet until 7 AM",
        "Time: Ho Chi Minh",
    ]


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("America/Chicago", "America/Chicago"),
        ("chicago", "America/Chicago"),
        ("Central time", "America/Chicago"),
        ("central", "America/Chicago"),  # though Canada has one, too
        ("Dallas", "America/Chicago"),
        ("TEXAS", "America/Chicago"),
        ("El  Paso", "America/Denver"),
        ("est", "America/New_York"),
        (" paris ", "Europe/Paris"),
        ("san", None),  # San Antonio, San Diego, San Juan
        ("us", None),
        ("Atlantis", None),
        ("", None),
    ],
)
def test_time_zone_is_known_by_what_people_call_it(typed: str, zone: str | None) -> None:
    assert zone_meant(available_timezones(), typed, CONTEXT.words) == zone


def test_time_zones_are_found_by_city_with_common_ones_first() -> None:
    found = zone_choices(available_timezones(), "chica", CONTEXT.words)
    assert [choice.value for choice in found] == ["America/Chicago"]
    assert zone_choices(available_timezones(), "", CONTEXT.words)[0].value == "America/New_York"
    assert [c.value for c in zone_choices(available_timezones(), "new york", CONTEXT.words)] == [
        "America/New_York"
    ]
