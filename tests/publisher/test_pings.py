"""When a user can be pinged: by their setting, and never in quiet hours."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from bot.values.preferences import Pings, Preferences

NIGHT = Preferences(11, quiet_from=22, quiet_until=7)


def _at(hour: int, zone: str = "America/Chicago") -> float:
    return datetime(2026, 7, 1, hour, 30, tzinfo=ZoneInfo(zone)).timestamp()


@pytest.mark.parametrize(
    ("pings", "at_once", "late"),
    [(Pings.ALWAYS, True, True), (Pings.LATE, False, True), (Pings.NEVER, False, False)],
)
def test_turn_pings_at_once_or_late_or_never(pings: Pings, at_once: bool, late: bool) -> None:
    chosen = Preferences(11, pings=pings)
    assert chosen.is_pinged(_at(12), late=False) is at_once
    assert chosen.is_pinged(_at(12), late=True) is late
    assert chosen.may_be_pinged(_at(12)) is late


def test_quiet_hours_can_span_midnight() -> None:
    heard = [hour for hour in range(24) if NIGHT.may_be_pinged(_at(hour))]
    assert heard == list(range(7, 22))
    noon = replace(NIGHT, quiet_from=12, quiet_until=14, pings=Pings.ALWAYS)
    assert [h for h in range(24) if not noon.is_pinged(_at(h), late=False)] == [12, 13]


def test_quiet_hours_use_the_users_time_zone() -> None:
    assert not NIGHT.may_be_pinged(_at(23))
    assert replace(NIGHT, time_zone="Asia/Tokyo").may_be_pinged(_at(23))
    assert not replace(NIGHT, time_zone="Asia/Tokyo").may_be_pinged(_at(23, "Asia/Tokyo"))


def test_unknown_time_zone_is_read_as_utc() -> None:
    odd = replace(NIGHT, time_zone="Moon/Base")
    assert not odd.may_be_pinged(_at(23, "UTC"))
    assert odd.may_be_pinged(_at(12, "UTC"))


def test_nothing_is_quiet_without_quiet_hours() -> None:
    assert all(Preferences(11).may_be_pinged(_at(hour)) for hour in range(24))
