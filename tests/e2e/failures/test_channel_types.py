"""Tables and events in every channel type, and the host's messages if Discord refuses."""

from __future__ import annotations

from bot.events.model import EventStatus
from discord_sandbox.client.simulated_user import SimulatedUser
from discord_sandbox.state.channel_types import (
    FORUM,
    MEDIA,
    NEWS,
    NEWS_THREAD,
    PUBLIC_THREAD,
    STAGE,
    TEXT,
    VOICE,
)
from discord_sandbox.state.permissions import Permission
from tests.support.stage import Json, Stage, press, text

ARCHIVE_MINUTES = 1_440
THREAD_RIGHTS = Permission.CREATE_PUBLIC_THREADS | Permission.SEND_MESSAGES_IN_THREADS


def _threads(stage: Stage, channel: str) -> list[Json]:
    """List the channel's unarchived threads."""
    threads = stage.sandbox.state.threads_of(channel)
    return [thread for thread in threads if not thread["thread_metadata"]["archived"]]


def _place(stage: Stage, ana: SimulatedUser, kind: int) -> str:
    """Return a channel with a chat; for a forum, a post in it."""
    channel = stage.sandbox.add_channel("Lounge", kind=kind)
    if kind in (FORUM, MEDIA):
        return stage.sandbox.add_post(channel, ana, "Tonight", "Who plays?")
    return channel


async def _tables(stage: Stage, channel: str) -> int:
    return len(await stage.tables.live_tables(channel_id=int(channel)))


# Tables ------------------------------------------------------------------------------------------


async def test_tables_can_be_played_in_any_chat(stage: Stage) -> None:
    kinds = (NEWS, VOICE, STAGE, FORUM, MEDIA)
    for host, kind in zip(stage.people, kinds, strict=True):
        place = _place(stage, host, kind)
        assert (await host.command("table open", place)).ok
        assert (await host.command("table start", place)).ok
        await stage.wait_until_quiet()
        (live,) = await stage.tables.live_tables(channel_id=int(place))
        assert (await stage.board(live.table_id))["channel_id"] == place
        assert (await stage.panel(host, place))["channel_id"] == place
    assert not stage.sandbox.refusals


async def test_table_thread_has_its_channels_type_and_stays_listed_for_a_day(
    stage: Stage,
) -> None:
    for host, kind, thread in zip(
        stage.people, (TEXT, NEWS), (PUBLIC_THREAD, NEWS_THREAD), strict=False
    ):
        place = _place(stage, host, kind)
        assert (await host.command("table open", place, where="thread")).ok
        (opened,) = _threads(stage, place)
        assert opened["type"] == thread
        assert opened["thread_metadata"]["auto_archive_duration"] == ARCHIVE_MINUTES
        assert await _tables(stage, opened["id"]) == 1


async def test_user_is_told_if_a_channel_has_no_threads(
    stage: Stage, ana: SimulatedUser, eve: SimulatedUser
) -> None:
    place = _place(stage, ana, VOICE)
    first = await ana.command("table open", place, where="thread")
    assert "#Lounge can't have threads. We'll play right here." in text(first.message)
    second = await eve.command("table open", place)
    assert text(second.message) == (
        "Table 1 is playing here. #Lounge can't have threads. "
        "Try another channel, or wait for the game to end."
    )
    assert await _tables(stage, place) == 1
    assert not stage.sandbox.refusals


async def test_table_in_a_voice_chat_without_connect_is_refused_with_the_permission(
    stage: Stage, ana: SimulatedUser
) -> None:
    for kind in (VOICE, STAGE):
        place = _place(stage, ana, kind)
        stage.sandbox.deny(place, Permission.CONNECT)
        told = text((await ana.command("table open", place)).message)
        assert "I can't post in #Lounge. Ask a moderator to give me **Connect** there" in told
        assert await _tables(stage, place) == 0


async def test_table_is_played_in_the_channel_if_the_server_is_full_of_threads(
    stage: Stage, ana: SimulatedUser, eve: SimulatedUser
) -> None:
    stage.sandbox.state.most_threads = 0
    first = await ana.command("table open", stage.channel, where="thread")
    full = "This server has as many open threads as Discord allows."
    assert f"{full} We'll play right here." in text(first.message)
    second = await eve.command("table open", stage.channel)
    assert text(second.message).startswith(f"Table 1 is playing here. {full}")
    assert await _tables(stage, stage.channel) == 1


async def test_retry_reuses_the_thread_of_an_unsaved_table(
    stage: Stage, ana: SimulatedUser
) -> None:
    stage.store.failing.add("create")
    refused = await ana.command("table open", stage.channel, where="thread")
    assert "I couldn't save that" in text(refused.message)
    (left,) = _threads(stage, stage.channel)
    stage.store.failing.clear()
    assert (await ana.command("table open", stage.channel, where="thread")).ok
    assert await _tables(stage, left["id"]) == 1
    assert (await ana.command("table leave", left["id"])).ok
    await stage.wait_until_quiet()
    assert (await ana.command("table open", stage.channel, where="thread")).ok
    assert len(_threads(stage, stage.channel)) == 2  # a thread that had a table is never reused


# Events ------------------------------------------------------------------------------------------


async def _event(stage: Stage, ana: SimulatedUser, place: str) -> Json:
    """Open an event as Ana that three others join; return its message."""
    assert (await ana.command("event open", place)).ok
    for person in stage.people[1:4]:
        assert (await person.command("event join", place)).ok
    return await _shown(stage, ana, place)


async def _shown(stage: Stage, ana: SimulatedUser, place: str) -> Json:
    """Return the event's newest public message in a channel."""
    await stage.wait_for_events()
    shown = [m for m in ana.messages(place) if text(m).startswith("## Event")]
    return shown[-1]


async def _start(ana: SimulatedUser, message: Json) -> None:
    """Start an event as its host, from the page behind Manage."""
    page = (await press(ana, message, "event-manage")).message
    await press(ana, page, "event-start")


async def _status(stage: Stage, place: str) -> EventStatus:
    events = stage.bot.services.events
    return (await events.view(await events.here(int(place)))).status


async def test_event_requires_a_channel_with_threads(stage: Stage, ana: SimulatedUser) -> None:
    for kind, name in ((VOICE, "Lounge"), (STAGE, "Lounge"), (FORUM, "Tonight")):
        outcome = await ana.command("event open", _place(stage, ana, kind))
        assert text(outcome.message) == (
            "Each table of an event gets a thread of its own, and "
            f"#{name} can't have any. Pick a text channel."
        )


async def test_next_start_reuses_threads_opened_before_a_refusal(
    stage: Stage, ana: SimulatedUser
) -> None:
    news = _place(stage, ana, NEWS)
    message = await _event(stage, ana, news)
    stage.sandbox.state.most_threads = 1
    await _start(ana, message)
    refused = [m for m in ana.messages(news) if m["flags"] & 64][-1]
    assert text(refused) == (
        "This server has as many open threads as Discord allows. "
        "Close some threads, then start the event again."
    )
    assert await _status(stage, news) is EventStatus.OPEN
    (first,) = _threads(stage, news)
    stage.sandbox.state.most_threads = 2
    await _start(ana, message)
    assert await _status(stage, news) is EventStatus.PLAYING
    threads = _threads(stage, news)
    assert first in threads
    assert [thread["type"] for thread in threads] == [NEWS_THREAD] * 2


async def test_event_moves_to_a_channel_that_allows_threads(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    news = _place(stage, ana, NEWS)
    general = stage.sandbox.channels["general"]
    message = await _event(stage, ana, news)
    stage.sandbox.state.most_news_threads = 1
    await _start(ana, message)
    refused = [m for m in ana.messages(news) if m["flags"] & 64][-1]
    assert text(refused) == (
        "This server's announcement channels have as many open threads as Discord allows. "
        "Use /event move in a text channel, and start the event there."
    )
    moved = await ana.command("event move", general)
    assert text(moved.message) == f"The event moved to <#{general}>."
    there = await _shown(stage, bo, general)
    assert text(bo.message(message)) == f"The event moved to <#{general}>."
    assert _threads(stage, news) == []
    await _start(ana, there)
    assert await _status(stage, general) is EventStatus.PLAYING
    assert [thread["type"] for thread in _threads(stage, general)] == [PUBLIC_THREAD] * 2


async def test_event_does_not_start_without_thread_permissions(
    stage: Stage, ana: SimulatedUser
) -> None:
    message = await _event(stage, ana, stage.channel)
    general = stage.sandbox.channels["general"]
    reason = (
        "I can't open threads in #{}. Ask a moderator to give me **Create Public Threads** "
        "and **Send Messages in Threads** there, in the channel's settings."
    )
    stage.sandbox.deny(general, THREAD_RIGHTS)
    assert text((await ana.command("event open", general)).message) == reason.format("general")
    stage.sandbox.deny(stage.channel, THREAD_RIGHTS)
    await _start(ana, message)
    way_out = "Or use /event move in another channel."
    assert stage.ephemeral_texts(ana)[-1] == f"{reason.format('dominoes')} {way_out}"
    assert _threads(stage, stage.channel) == []
    assert await _status(stage, stage.channel) is EventStatus.OPEN
