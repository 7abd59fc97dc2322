"""Daily reminders: their DM is opened by a press, and no failure loses or doubles one."""

from __future__ import annotations

from typing import Any

import pytest

import bot.runtime.composition.foundation
from bot.daily.days import Calendar
from tests.e2e.failures.blocks import heard
from tests.e2e.failures.days import (
    REMINDERS_ENDED,
    go_to,
    is_told_that_reminders_ended,
    received,
    turn_on,
)
from tests.support.daily_house import PlainExperts
from tests.support.day_player import DayPlayer
from tests.support.screens import text_of
from tests.support.stage import Stage

HOUR = 9
CALENDAR = Calendar(HOUR)
MORNING = 9 * 3600.0  # after the day begins: past noon, UTC, and in Texas the morning


@pytest.fixture
def settings() -> dict[str, Any]:
    return {"daily_hour_utc": HOUR}


@pytest.fixture(autouse=True)
def experts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the experts, which are not compiled here, by the rules player."""
    plain = PlainExperts()
    monkeypatch.setattr(bot.runtime.composition.foundation, "FixedExperts", lambda *_: plain)


async def next_morning(stage: Stage) -> None:
    """Go to the next morning in Texas, and send what is due.

    The bot's own loop doesn't: what it had begun would be sent on the morning after that.
    """
    await stage.bot.services.daily.reminding.stop()
    tomorrow = CALENDAR.ends(CALENDAR.day_at(stage.clock.now()))
    go_to(stage, tomorrow + MORNING - 3 * 3600.0)
    await stage.bot.services.daily._remind()


async def refuse_a_reminder(stage: Stage) -> DayPlayer:
    """Have a person turn reminders on and close their DMs; the next morning's is refused."""
    daily = DayPlayer(stage.people[4], stage.channel)
    await turn_on(stage, daily)
    daily.person.dms_open = False
    stage.refusals_expected = {50007}
    await next_morning(stage)
    return daily


async def test_press_opens_the_dm_and_reminders_open_none(stage: Stage) -> None:
    daily = DayPlayer(stage.people[4], stage.channel)
    assert "starting tomorrow" in text_of(await turn_on(stage, daily))
    (confirmed,) = received(daily)
    assert "starting tomorrow" in text_of(confirmed)
    opened = stage.sandbox.add_fault("POST /users/@me/channels", status=403, times=9)
    await next_morning(stage)
    assert not opened.hits
    assert "is here" in text_of(received(daily)[-1])


async def test_reminder_survives_a_discord_failure_and_is_sent_once(stage: Stage) -> None:
    daily = DayPlayer(stage.people[4], stage.channel)
    await turn_on(stage, daily)
    stage.sandbox.add_fault("POST /channels/*/messages", status=503, times=9)
    await next_morning(stage)
    assert len(received(daily)) == 1
    stage.sandbox.faults.clear()
    for _ in range(3):
        await stage.bot.services.daily._remind()
    assert [text_of(message).count("is here") for message in received(daily)] == [0, 1]


async def test_reminders_stay_off_where_the_dm_cannot_be_opened(stage: Stage) -> None:
    daily = DayPlayer(stage.people[4], stage.channel)
    daily.person.dms_open = False
    stage.refusals_expected = {50007}
    assert "I can't DM you right now" in text_of(await turn_on(stage, daily))
    assert await stage.store.reminders.daily_reminder(int(daily.person.id)) is None


async def test_person_who_closed_their_dms_is_told_once_that_reminders_are_off(
    stage: Stage,
) -> None:
    daily = await refuse_a_reminder(stage)
    assert await is_told_that_reminders_ended(stage, daily)
    assert not await is_told_that_reminders_ended(stage, daily)


async def test_failing_store_shows_no_error_beside_the_day_and_tells_the_end_again(
    stage: Stage,
) -> None:
    daily = await refuse_a_reminder(stage)
    stage.store.failing.add("set_daily_reminder")
    assert REMINDERS_ENDED in text_of(await daily.open())
    await stage.wait_until_quiet()
    assert REMINDERS_ENDED in stage.ephemeral_texts(daily.person)[-1]
    stage.store.failing.clear()
    assert await is_told_that_reminders_ended(stage, daily)
    assert not await is_told_that_reminders_ended(stage, daily)


async def test_blocked_person_gets_no_reminder_and_can_stop_them(stage: Stage) -> None:
    daily = DayPlayer(stage.people[4], stage.channel)
    await turn_on(stage, daily)
    await next_morning(stage)
    reminder = received(daily)[-1]
    await stage.store.host.block(int(daily.person.id), stage.clock.now())
    await heard(stage, daily.person, blocked=True)
    await next_morning(stage)
    assert len(received(daily)) == 2
    daily.message = reminder
    assert "I won't remind you anymore" in text_of(await daily.press("daily", "stop"))
    assert await stage.store.reminders.daily_reminder(int(daily.person.id)) is None


async def test_reminder_keeps_the_servers_time_zone_for_people_without_one(stage: Stage) -> None:
    guild = int(stage.sandbox.guild_id)
    await stage.store.servers.save_server_settings(guild, time_zone="Asia/Tokyo")
    daily = DayPlayer(stage.people[4], stage.channel)
    await turn_on(stage, daily)
    mine = await stage.bot.services.preferences.preferences(int(stage.people[4].id))
    assert mine.time_zone == "Asia/Tokyo"
