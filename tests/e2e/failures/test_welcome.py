"""The welcome that a server keeps at the end of a channel."""

from __future__ import annotations

import pytest

from bot.publisher.welcomes import BURIED_BY, REST_SECONDS
from bot.store.errors import StoreFailure
from bot.values.posted import PostedKind
from discord_sandbox.client.simulated_user import SimulatedUser
from discord_sandbox.state.permissions import Permission
from tests.e2e.failures.server_page import choose, open_posts
from tests.support.stage import Json, Stage, button, text


async def choose_channel(stage: Stage, manager: SimulatedUser, *channels: str) -> Json:
    """Choose the channel, and look at the welcome as the loop would."""
    await stage.bot.services.welcomes.stop()
    screen = await open_posts(stage, manager)
    screen = await choose(manager, screen, "server-welcome", *channels)
    await look(stage)
    return screen


async def look(stage: Stage) -> None:
    await stage.bot.services.welcomes._step()


def chat(stage: Stage, channel: str) -> list[Json]:
    return stage.sandbox.state.visible(channel, None, 100)


def bury(person: SimulatedUser, channel: str, messages: int) -> None:
    for number in range(messages):
        person.say(channel, f"hello {number}")


async def test_buried_welcome_moves_to_the_end_at_most_once_an_hour(
    stage: Stage, ana: SimulatedUser, eve: SimulatedUser
) -> None:
    channel = stage.sandbox.add_channel("lounge")
    assert not await stage.store.servers.welcome_channels()
    await choose_channel(stage, ana, channel)
    (first,) = chat(stage, channel)
    assert first["flags"] & (1 << 12)  # it notifies nobody
    ids = [button(first, verb) for verb in ("now", "open", "daily", "help")]
    assert ids == ["42:now:-:0", "42:open:-:0", "42:daily:-:0", "42:help:-:0"]
    bury(eve, channel, BURIED_BY)
    await look(stage)
    assert chat(stage, channel)[0] == first  # the hour isn't over
    await stage.later(REST_SECONDS)
    await look(stage)
    *talk, second = chat(stage, channel)
    assert first not in talk
    assert len(talk) == BURIED_BY
    assert button(second, "now")
    bury(eve, channel, BURIED_BY - 1)
    await stage.later(REST_SECONDS)
    await look(stage)
    assert second in chat(stage, channel)
    await choose_channel(stage, ana)  # no channel
    assert second not in chat(stage, channel)
    assert not await stage.store.messages.posted_about("", PostedKind.WELCOME)


async def test_messages_below_a_welcome_count_across_a_restart(
    stage: Stage, ana: SimulatedUser, eve: SimulatedUser
) -> None:
    channel = stage.sandbox.add_channel("lounge")
    await choose_channel(stage, ana, channel)
    (first,) = chat(stage, channel)
    bury(eve, channel, BURIED_BY - 1)
    await stage.later(REST_SECONDS)
    stage.bot.services.welcomes._below.clear()  # as after a restart
    await look(stage)
    assert first in chat(stage, channel)
    bury(eve, channel, 1)
    stage.bot.services.welcomes._below.clear()
    await look(stage)
    assert first not in chat(stage, channel)
    assert len(chat(stage, channel)) == BURIED_BY + 1


async def test_welcome_in_another_channel_leaves_none_behind(
    stage: Stage, ana: SimulatedUser
) -> None:
    lounge = stage.sandbox.add_channel("lounge")
    games = stage.sandbox.add_channel("games")
    await choose_channel(stage, ana, lounge)
    stage.store.failing_if["put_posted"] = lambda posted: posted.occasion > 1
    with pytest.raises(StoreFailure):  # it is posted, but not saved: the nonce finds it again
        await choose_channel(stage, ana, games)
    assert len(chat(stage, games)) == 1
    stage.store.failing_if.clear()
    await look(stage)
    assert chat(stage, lounge) == []
    assert len(chat(stage, games)) == 1


async def test_managers_are_told_of_a_refused_welcome(stage: Stage, ana: SimulatedUser) -> None:
    channel = stage.sandbox.add_channel("lounge")
    stage.sandbox.deny(channel, Permission.SEND_MESSAGES)
    refused = await choose_channel(stage, ana, channel)
    assert "I can't post in #lounge" in text(refused)
    guild_id = int(stage.sandbox.guild_id)
    await stage.store.servers.save_server_settings(guild_id, welcome_channel=int(channel))
    await look(stage)
    assert chat(stage, channel) == []
    screen = await open_posts(stage, ana)
    assert "I couldn't post my welcome in" in text(screen)
