"""A server's board of the daily hand in its channel."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy import insert

from bot.daily.days import Calendar
from bot.daily.model import DayOutcome, StoredDay, StoredHand
from bot.stats.views import GameKind, Span
from bot.store.stats.schema_totals import standings
from discord_sandbox.client.simulated_user import SimulatedUser
from discord_sandbox.state.permissions import Permission
from tests.support.stage import Stage, text

from .test_server_settings import choose, open_posts

OUTCOME = DayOutcome(30, 36, "31", ours=True, made=True, tricks="wwwwwwl", lead="55")


async def _finish(stage: Stage, person: SimulatedUser, name: str) -> StoredDay:
    """Save a finished hand of today for a person on the leaderboards."""
    here = int(stage.sandbox.guild_id)
    user_id = int(person.id)
    place = {"guild_id": here, "board": GameKind.ALL.value, "span": Span.ALL.value, "game": ""}
    keys = {column.name for column in standings.primary_key}
    counts = {column.name: 1 for column in standings.c if column.name not in keys}
    row = {**place, **counts, "user_id": user_id}
    database = stage.store._store.database
    await database.write(lambda c: c.execute(insert(standings), row))
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


async def test_board_names_finishers_and_shows_the_results_later(
    stage: Stage, ana: SimulatedUser, eve: SimulatedUser
) -> None:
    channel = stage.sandbox.add_channel("daily")
    screen = await choose(ana, await open_posts(stage, ana), "server-daily", channel)
    day = await _finish(stage, eve, "*Eve* https://example.com")
    board = await eve.wait_for(lambda m: "has finished it" in text(m), timeout=30)
    assert board["channel_id"] == channel
    assert r"\*Eve\*" in text(board)
    assert "31" not in text(board)
    await stage.store.days.close_day(day.date, stage.clock.now())
    stage.bot.services.daily_boards.look_soon()
    await eve.wait_for(lambda m: m["id"] == board["id"] and "+30 · made 31" in text(m), timeout=30)
    assert len(eve.messages(channel)) == 1
    await choose(ana, screen, "server-daily")  # choose no channel
    found = await stage.store.servers.server_settings(int(stage.sandbox.guild_id))
    assert found.daily_channel is None


async def test_channel_where_the_bot_may_not_write_is_refused(
    stage: Stage, ana: SimulatedUser
) -> None:
    channel = stage.sandbox.add_channel("quiet")
    stage.sandbox.deny(channel, Permission.SEND_MESSAGES)
    screen = await open_posts(stage, ana)
    refused = await choose(ana, screen, "server-daily", channel)
    assert "quiet" in text(refused)
    found = await stage.store.servers.server_settings(int(stage.sandbox.guild_id))
    assert found.daily_channel is None
