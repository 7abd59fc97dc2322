"""`/admin diagnose` tries what the bot needs, says what to change, and leaves nothing behind."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.publisher.diagnosis import TRIAL_SECONDS
from bot.publisher.keeper.leaving import LOOK_SECONDS
from bot.publisher.keeper.posted_message import PostedMessage
from bot.store.errors import StoreFailure
from bot.values.posted import PostedKind, PostedState
from discord_sandbox.client.simulated_user import SimulatedUser
from discord_sandbox.state.channel_types import FORUM, NEWS, VOICE
from discord_sandbox.state.permissions import Permission
from tests.e2e.failures.server_page import choose, open_posts, open_setup
from tests.support.stage import Json, Stage, press, text

THREADS = Permission.CREATE_PUBLIC_THREADS | Permission.SEND_MESSAGES_IN_THREADS


def allow_deleting_threads(stage: Stage) -> None:
    """Give the bot Manage Threads, which its invitation does not ask for."""
    state = stage.sandbox.state
    guild = state.guilds[stage.sandbox.guild_id]
    role = guild.roles[guild.members[state.bot_id]["roles"][0]]
    role["permissions"] = str(int(role["permissions"]) | int(Permission.MANAGE_THREADS))


async def diagnose(stage: Stage, manager: SimulatedUser, channel: str | None = None) -> Json:
    outcome = await manager.command("admin diagnose", channel or stage.channel)
    assert outcome.ok  # it is deferred at once
    assert outcome.message is not None
    await stage.wait_until_quiet()
    return manager.message(outcome.message) or outcome.message


async def assert_nothing_left(stage: Stage, manager: SimulatedUser) -> None:
    state = stage.sandbox.state
    assert all(state.visible(channel, None, 100) == [] for channel in _channels(stage))
    assert list(state.threads_of(stage.channel)) == []
    if manager.dm is not None:
        assert manager.messages(manager.dm) == []
    assert await stage.store.messages.leaving_posted() == []
    assert await stage.store.messages.posted_about("", PostedKind.TRIAL) == []


def _channels(stage: Stage) -> list[str]:
    return list(stage.sandbox.state.guilds[stage.sandbox.guild_id].channels)


async def test_all_that_works_is_tried_and_leaves_nothing_behind(
    stage: Stage, ana: SimulatedUser
) -> None:
    allow_deleting_threads(stage)
    shown = await diagnose(stage, ana)
    assert text(shown) == (
        "## What works here\n**Everything works.**\n"
        f"- ✅ I have every permission I need in <#{stage.channel}>.\n"
        "- ✅ Pictures and files: tried, and it works.\n"
        "- ✅ Threads: tried, and it works.\n"
        "- ✅ Domino emojis: tried, and it works.\n"
        "- ✅ DMs to you: tried, and it works."
    )
    await assert_nothing_left(stage, ana)
    tried = [request.route for request in stage.sandbox.log]
    assert tried.count("POST /channels/{}/messages/{}/threads") == 1
    assert tried.count("DELETE /channels/{}") == 1
    await press(ana, shown, "diagnose")
    await stage.wait_until_quiet()
    assert "**Everything works.**" in text(ana.message(shown))
    await assert_nothing_left(stage, ana)
    assert not stage.sandbox.refusals


async def test_thread_is_not_tried_where_it_could_not_be_deleted(
    stage: Stage, ana: SimulatedUser
) -> None:
    shown = await diagnose(stage, ana)
    assert "**Everything works.**" in text(shown)
    assert "I didn't try a thread: without Manage Threads" in text(shown)
    await assert_nothing_left(stage, ana)
    assert not stage.sandbox.refusals


async def test_each_missing_right_is_named_and_not_tried(stage: Stage, ana: SimulatedUser) -> None:
    allow_deleting_threads(stage)
    here = f"<#{stage.channel}>"
    for right, said in {
        Permission.SEND_MESSAGES: f"Give me **Send Messages** in {here}.",
        Permission.CREATE_PUBLIC_THREADS: f"Give me **Create Public Threads** in {here}.",
        Permission.SEND_MESSAGES_IN_THREADS: f"Give me **Send Messages in Threads** in {here}.",
        Permission.CREATE_PRIVATE_THREADS: f"Give me **Create Private Threads** in {here}.",
        Permission.ATTACH_FILES: f"Give me **Attach Files** in {here}.",
        Permission.READ_MESSAGE_HISTORY: f"Give me **Read Message History** in {here}.",
    }.items():
        stage.sandbox.deny(stage.channel, right)
        await stage.later(120)
        shown = text(await diagnose(stage, ana))
        assert f"**1 thing to change:**\n- ⚠️ {said}" in shown
        await assert_nothing_left(stage, ana)
    assert not stage.sandbox.refusals


async def test_channels_that_managers_chose_are_looked_at_too(
    stage: Stage, ana: SimulatedUser
) -> None:
    games = stage.sandbox.add_channel("games")
    forum = stage.sandbox.add_channel("forum", kind=FORUM)
    voice = stage.sandbox.add_channel("lounge", kind=VOICE)
    news = stage.sandbox.add_channel("news", kind=NEWS)
    page = await open_setup(stage, ana)
    await choose(ana, page, "server-channels", games, forum, voice)
    await choose(ana, await open_posts(stage, ana), "server-welcome", news)
    await stage.wait_until_quiet()
    for channel in (games, news):
        stage.sandbox.deny(channel, THREADS)
    stage.sandbox.deny(voice, Permission.CONNECT)
    stage.sandbox.deny(forum, Permission.SEND_MESSAGES_IN_THREADS)
    shown = text(await diagnose(stage, ana))
    assert "**3 things to change:**" in shown
    assert f"Give me **Send Messages in Threads** in <#{forum}>." in shown
    assert f"Give me **Connect** in <#{voice}>." in shown
    both = "Give me **Create Public Threads** and **Send Messages in Threads** in"
    assert f"{both} <#{games}> and <#{news}>. Without that tables and events get" in shown
    assert f"I have every permission I need in <#{stage.channel}>." in shown


async def test_deleted_roles_and_channels_of_the_settings_are_named(
    stage: Stage, ana: SimulatedUser
) -> None:
    guild = int(stage.sandbox.guild_id)
    await stage.store.servers.save_server_settings(
        guild, channels=(11,), host_role=12, daily_channel=13, welcome_channel=14
    )
    shown = text(await diagnose(stage, ana))
    for said in (
        "A channel for tables was deleted.",
        "The role that opens tables was deleted, so only managers can.",
        "The channel for boards of the daily hand was deleted.",
        "The channel for my welcome was deleted.",
    ):
        assert f"- ⚠️ {said} Choose again in /admin settings." in shown


async def test_closed_dms_say_how_to_open_them(stage: Stage, ana: SimulatedUser) -> None:
    ana.dms_open = False
    shown = text(await diagnose(stage, ana))
    assert "I can't send you DMs. To get them: server name → Privacy Settings" in shown
    await assert_nothing_left(stage, ana)


@pytest.mark.parametrize(
    ("request_", "fault", "said"),
    [
        ("POST /channels/*/messages", {"status": 400, "code": 200000}, "AutoMod blocked"),
        ("POST /channels/*/messages", {"status": 400, "code": 400001}, "limited uploads"),
        ("POST /channels/*/messages/*/threads", {"status": 400, "code": 160006}, "as many open"),
        ("GET /applications/*/emojis", {"status": 403, "code": 50001}, "Domino emojis: "),
        ("DELETE /channels/*/messages/*", {"status": 403, "code": 50013}, "Everything works"),
    ],
)
async def test_what_discord_refuses_is_explained(
    stage: Stage, ana: SimulatedUser, request_: str, fault: dict[str, Any], said: str
) -> None:
    allow_deleting_threads(stage)
    stage.sandbox.add_fault(request_, times=9, **fault)
    shown = text(await diagnose(stage, ana))
    assert said in shown
    assert stage.bot.router.failed == 0


async def test_answer_comes_even_if_discord_never_answers(
    stage: Stage, ana: SimulatedUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(*_: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr("bot.publisher.diagnosis.TRIAL_SECONDS", 0.05)
    monkeypatch.setattr("bot.publisher.diagnosis.missing_emojis", never)
    assert TRIAL_SECONDS > 3
    shown = text(await diagnose(stage, ana))
    assert "Domino emojis: Discord didn't answer in time. Try again in a minute." in shown


async def test_failing_database_leaves_nothing_on_discord(stage: Stage, ana: SimulatedUser) -> None:
    stage.store.failing.add("put_posted")
    shown = text(await diagnose(stage, ana))
    assert "Pictures and files: " in shown
    stage.store.failing.clear()
    await assert_nothing_left(stage, ana)


async def test_trial_is_deleted_by_the_next_start_if_the_program_is_killed(
    unlit: Stage, ana: SimulatedUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = unlit

    async def killed(_: PostedMessage) -> None:
        raise StoreFailure

    async with stage.running():
        with monkeypatch.context() as patched:
            patched.setattr(PostedMessage, "remove", killed)
            await diagnose(stage, ana)
        left = await stage.store.messages.leaving_posted()
        assert {each.state for each in left} == {PostedState.DELETING}
        assert len(left) == 2
    async with stage.running():
        for _ in range(2):
            await stage.bot.services.publisher.leftovers._look()
        await assert_nothing_left(stage, ana)
    assert LOOK_SECONDS < 3_600


async def test_thread_of_a_killed_diagnosis_is_deleted_by_the_next_one(
    stage: Stage, ana: SimulatedUser
) -> None:
    allow_deleting_threads(stage)
    fault = stage.sandbox.add_fault("DELETE /channels/*", times=1, status=403, code=50013)
    await diagnose(stage, ana)
    assert fault.hits == 1
    assert len(list(stage.sandbox.state.threads_of(stage.channel))) == 1
    await diagnose(stage, ana)
    await assert_nothing_left(stage, ana)


@pytest.mark.parametrize("unlimited", [False])
async def test_only_managers_may_diagnose_and_not_too_often(
    stage: Stage, ana: SimulatedUser, eve: SimulatedUser
) -> None:
    refused = await stage.forge(eve, "42:diagnose:-:0")
    assert "Only people with **Manage Server**" in text(refused.message)
    assert not [r for r in stage.sandbox.log if r.route == "POST /users/@me/channels"]
    for _ in range(4):
        shown = await diagnose(stage, ana)
    assert "Not so fast" in text(shown) or "Try again in" in text(shown)


async def test_two_managers_at_once_and_a_double_press_get_their_answers(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    allow_deleting_threads(stage)
    state = stage.sandbox.state
    guild = state.guilds[stage.sandbox.guild_id]
    everybody = guild.roles[guild.id]
    everybody["permissions"] = str(int(everybody["permissions"]) | int(Permission.MANAGE_GUILD))
    asking = (diagnose(stage, person) for person in (ana, bo, ana))
    first, other, second = await asyncio.gather(*asking)
    for shown in (first, other):
        assert "**Everything works.**" in text(shown)
    assert text(second) == "One at a time: I'm still working on your last one."
    for person in (ana, bo):
        await assert_nothing_left(stage, person)
