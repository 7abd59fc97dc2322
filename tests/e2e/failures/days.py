"""The passing of days on a stage."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from bot.daily.days import Calendar
from bot.daily.model import DayOutcome, StoredDay, StoredHand
from bot.upkeep.views import BEAT_SECONDS, Heartbeat
from discord_sandbox.client.simulated_user import SimulatedUser
from tests.store.samples import put_on_boards
from tests.support.day_player import DayPlayer
from tests.support.patience import PATIENCE
from tests.support.screens import Json, text_of
from tests.support.stage import Stage


def go_to(stage: Stage, at: float) -> None:
    """Move the clocks to a later time."""
    seconds = at - stage.clock.now()
    stage.sandbox.clock.date.move(seconds)
    stage.clock.move(seconds)


async def run_until(stage: Stage, at: float) -> None:
    """Record that the bot ran all the time, since a jump of its clock looks like an outage."""
    beat = Heartbeat("steady", 1, "here", "1.0", stage.clock.now(), stage.clock.now(), {})
    while beat.at < at:
        beat = replace(beat, at=beat.at + BEAT_SECONDS)
        await stage.store.heartbeats.beat(beat)
    await stage.store.heartbeats.drop_heartbeat(beat.process)


def daily_of(stage: Stage, *people: int) -> list[DayPlayer]:
    return [DayPlayer(stage.people[each], stage.channel) for each in people]


async def turn_on(stage: Stage, daily: DayPlayer) -> Json:
    await daily.open()
    return await daily.press("daily", "remind")


def received(daily: DayPlayer) -> list[Json]:
    person = daily.person
    return [] if person.dm is None else person.messages(person.dm)


REMINDERS_ENDED = "your daily reminders are off"


async def is_told_that_reminders_ended(stage: Stage, daily: DayPlayer) -> bool:
    """Open a day and return True if it says that a refusal ended the reminders.

    Waits until the bot has saved that it is told, which follows the answer.
    """
    user_id = int(daily.person.id)
    told = REMINDERS_ENDED in text_of(await daily.open())
    async with asyncio.timeout(PATIENCE):
        while told and await stage.store.reminders.daily_reminder(user_id) is False:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    return told


OUTCOME = DayOutcome(30, 36, "31", ours=True, made=True, tricks="wwwwwwl", lead="55")


async def finish_today(stage: Stage, person: SimulatedUser, name: str) -> StoredDay:
    """Save a finished hand of today for a person on the leaderboards."""
    here = int(stage.sandbox.guild_id)
    user_id = int(person.id)
    await put_on_boards(stage.store.real.database, here, user_id)
    now = stage.clock.now()
    today = Calendar(9).day_at(now)
    day = await stage.store.days.open_day(
        StoredDay(today, "", now, secret=b"s" * 32, key=b"k" * 32)
    )
    hand = StoredHand(today, user_id, name, "one", now, guild_id=here)
    await stage.store.days.begin_hand(hand)
    done = replace(hand, acts=("30",), finished_at=now, outcome=OUTCOME)
    await stage.store.days.save_acts(done, 1)
    stage.bot.services.daily_boards.look_soon()
    return day
