"""A server's board of the daily hand in its channel."""

from __future__ import annotations

from discord_sandbox.client.simulated_user import SimulatedUser
from discord_sandbox.state.permissions import Permission
from tests.e2e.failures.days import finish_today
from tests.e2e.failures.server_page import choose, open_posts
from tests.support.stage import Stage, text


async def test_board_names_finishers_and_shows_the_results_later(
    stage: Stage, ana: SimulatedUser, eve: SimulatedUser
) -> None:
    channel = stage.sandbox.add_channel("daily")
    screen = await choose(ana, await open_posts(stage, ana), "server-daily", channel)
    day = await finish_today(stage, eve, "*Eve* https://example.com")
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
