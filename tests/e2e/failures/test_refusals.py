"""Requests that Discord refuses or delays are retried while that can help, and reported."""

from __future__ import annotations

import asyncio
import logging

import pytest

from bot.render import render_tile_emoji
from bot.tables.model import Status
from discord_sandbox.api.rest import Fault
from discord_sandbox.checks.components import walk
from discord_sandbox.client.simulated_user import SimulatedUser
from tests.support.patience import PATIENCE
from tests.support.stage import Json, Stage, press, text
from texas42.engine import Tile

PICTURE = 12
ALWAYS = 10**6
UNHEARD_OF = {"status": 400, "code": 987654, "message": "No dominoes\nafter midnight"}
AS_LOGGED = r"Discord says 400, 987654: 'No dominoes\nafter midnight'"
CALLBACK = "POST /interactions/*/*/callback"
THREADS = "POST /channels/*/threads"
EDITS = "PATCH /channels/*/messages/*"
EMOJIS = "POST /applications/*/emojis"
LONG = {"status": 429, "retry_after": 600.0}
SLOW_DOWN = "Discord wants me to slow down. Try again in 10 minutes."


@pytest.fixture
def settings() -> dict[str, float]:
    """Disable all timers, so that every request is a retry."""
    return {"nudge_seconds": 1e6, "takeover_seconds": 1e6}


async def _bid(stage: Stage, table: str, call: str) -> SimulatedUser:
    person = await stage.in_turn_now(table)
    assert (await person.command("bid", stage.channel, call=call)).ok
    return person


async def _wait_tries(stage: Stage, fault: Fault, times: int) -> None:
    """Let the bot retry, pause after pause, until it has tried this often."""
    async with asyncio.timeout(PATIENCE):
        while fault.hits < times:
            stage.clock.move(6.0)
            await asyncio.sleep(0.005)
    await stage.wait_until_quiet()


async def test_board_refused_for_an_unknown_reason_is_tried_three_times_and_reported(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    table = await stage.start_game(*stage.people[1:4])
    board = await stage.board(table)
    edit = f"PATCH /channels/{stage.channel}/messages/{board['id']}"
    fault = stage.sandbox.add_fault(edit, times=ALWAYS, **UNHEARD_OF)
    first = await _bid(stage, table, "31")
    await _wait_tries(stage, fault, 3)
    await stage.later(600.0)
    assert fault.hits == 3
    panel = await stage.panel(await stage.in_turn(table))
    assert "Discord won't let me show the board right now." in text(panel)
    assert AS_LOGGED in caplog.text
    stage.sandbox.faults.clear()
    await _bid(stage, table, "32")
    await stage.wait_until_quiet()
    assert "32" in text(await stage.board(table))
    assert "Discord won't" not in text(await stage.panel(first))


async def test_user_is_told_of_an_answer_refused_for_an_unknown_reason(
    stage: Stage, ana: SimulatedUser, caplog: pytest.LogCaptureFixture
) -> None:
    stage.sandbox.add_fault(CALLBACK, **UNHEARD_OF)
    said = text((await ana.command("profile", stage.channel)).message)
    assert "Discord refused that (error 987654)." in said
    assert "Something broke" not in said
    assert AS_LOGGED in caplog.text
    assert stage.bot.router.failed == 0


async def test_play_with_a_refused_answer_counts_and_answers_are_tried_three_times(
    stage: Stage,
) -> None:
    table = await stage.start_game(*stage.people[1:4])
    first = await stage.in_turn(table)
    fault = stage.sandbox.add_fault(CALLBACK, **UNHEARD_OF)
    outcome = await first.command("bid", stage.channel, call="31")
    assert "What you did counts, but Discord refused to show it (error 987654)" in text(
        outcome.message
    )
    assert (await stage.view(table)).seq == 2
    fault = stage.sandbox.add_fault(CALLBACK, times=ALWAYS, **UNHEARD_OF)
    second = await stage.in_turn(table)
    bidding = asyncio.create_task(second.command("bid", stage.channel, call="32"))
    await stage.wait_for_fault(fault, times=2)
    stage.sandbox.clock.work.move(3.1)
    assert not (await bidding).ok
    assert fault.hits <= 3
    assert (await stage.view(table)).seq == 3
    assert stage.bot.router.failed == 0


async def test_refused_dm_of_a_hand_is_announced_at_the_table(
    stage: Stage, bo: SimulatedUser
) -> None:
    await stage.lobby(*stage.people[1:4])
    await stage.later(15 * 60)  # every click is too old to show a panel unprompted
    dm = bo.open_dm()
    fault = stage.sandbox.add_fault(f"POST /channels/{dm}/messages", times=ALWAYS, **UNHEARD_OF)
    starting = asyncio.create_task(stage.people[0].command("table start", stage.channel))
    await _wait_tries(stage, fault, 1)
    assert (await starting).ok
    await stage.wait_until_quiet()
    assert fault.hits == 1  # the next deal retries
    (called,) = [words for words in stage.channel_texts() if "your dominoes are ready" in words]
    assert bo.mention in called


# Long rate limits -----------------------------------------------------------------------------


async def test_user_is_told_how_long_a_rate_limited_thread_must_wait(
    stage: Stage, ana: SimulatedUser
) -> None:
    stage.sandbox.add_fault(THREADS, **LONG)
    outcome = await ana.command("table open", stage.channel, where="thread")
    assert SLOW_DOWN in text(outcome.message)
    assert await stage.tables.live_tables(guild_id=int(stage.sandbox.guild_id)) == []
    assert stage.bot.router.failed == 0


async def _open_event(stage: Stage, ana: SimulatedUser) -> None:
    """Open an event as Ana that three others join."""
    assert (await ana.command("event open", stage.channel)).ok
    for person in stage.people[1:4]:
        assert (await person.command("event join", stage.channel)).ok


async def test_host_is_told_how_long_an_event_with_rate_limited_threads_must_wait(
    stage: Stage, ana: SimulatedUser
) -> None:
    await _open_event(stage, ana)
    stage.sandbox.add_fault(THREADS, **LONG)
    outcome = await ana.command("event start", stage.channel)
    assert SLOW_DOWN in text(outcome.message)
    assert (await ana.command("event start", stage.channel)).ok
    assert await stage.tables.live_tables(guild_id=int(stage.sandbox.guild_id))


async def test_deleted_thread_pauses_its_game_if_no_other_can_be_opened(
    stage: Stage, ana: SimulatedUser
) -> None:
    await _open_event(stage, ana)
    assert (await ana.command("event start", stage.channel)).ok
    opened = (await stage.tables.live_tables(guild_id=int(stage.sandbox.guild_id)))[0]
    stage.sandbox.add_fault(THREADS, **LONG)
    stage.sandbox.delete_channel(str(opened.known_place.channel_id))
    await stage.until(opened.table_id, lambda view: view.status is Status.PAUSED)


async def test_undeliverable_report_is_saved(stage: Stage, eve: SimulatedUser) -> None:
    object.__setattr__(stage.bot.services.host, "contact", stage.people[1].id)
    stage.sandbox.add_fault("POST /users/@me/channels", **LONG, times=9)  # a loop tries too
    said = (await eve.command("report", stage.channel, text="Rude.")).message
    assert "will read your report" in text(said)
    await stage.bot.services.reports.deliver()
    assert await stage.store.reports.waiting_reports() == [1]
    assert stage.bot.router.failed == 0


async def test_rate_limited_greeting_is_only_logged(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    fault = stage.sandbox.add_fault("POST /channels/*/messages", **LONG)
    stage.sandbox.invite("Oklahoma", ("porch",), system="porch")
    await stage.wait_for_fault(fault)
    async with asyncio.timeout(PATIENCE):
        while "the greeting failed: too many requests" not in caplog.text:  # noqa: ASYNC110
            await asyncio.sleep(0)
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def test_emoji_uploads_respect_retry_after_and_continue_after_failures(
    unlit: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a first start Discord asks for a ten-minute wait halfway through, and then fails."""
    drawn = render_tile_emoji(Tile(6, 4), 10)
    monkeypatch.setattr("bot.publisher.pictures.emojis.render_tile_emoji", lambda *_: drawn)
    monkeypatch.setattr("bot.publisher.pictures.emojis.PAUSE_SECONDS", 0)
    unlit.sandbox.state.emojis.clear()
    unlit.sandbox.add_fault(EMOJIS, times=5)  # these succeed
    limited = unlit.sandbox.add_fault(EMOJIS, **LONG)
    unlit.sandbox.add_fault(EMOJIS, times=5)
    broken = unlit.sandbox.add_fault(EMOJIS, reset=True, times=3)
    async with unlit.running():
        known = unlit.bot.services.publisher.context(None).tile_emoji
        await unlit.wait_for_fault(limited)
        assert len(known) == 5
        async with asyncio.timeout(PATIENCE):
            while len(known) < 50:
                unlit.clock.move(61.0)
                await asyncio.sleep(0.005)
    assert broken.hits == 3
    uploads = [r for r in unlit.sandbox.log if r.route == "POST /applications/{}/emojis"]
    assert len([r for r in uploads if r.status == 201]) == len(unlit.sandbox.state.emojis) == 50


# Edits in announcement channels ----------------------------------------------------------------


@pytest.mark.parametrize("status", [429, 400], ids=["as a limit", "as a refusal"])
async def test_board_that_may_not_be_edited_waits_and_then_shows_the_newest_state(
    stage: Stage, status: int
) -> None:
    table = await stage.start_game(*stage.people[1:4])
    await stage.in_turn(table)
    fault = stage.sandbox.add_fault(EDITS, status=status, code=20022, retry_after=1_163.0)
    before = await stage.board(table)

    def shown() -> str:
        return text(stage.sandbox.state.message(stage.channel, before["id"]))

    for call in ("31", "32"):
        person = await stage.in_turn_now(table)
        assert (await person.command("bid", stage.channel, call=call)).ok
    async with asyncio.timeout(PATIENCE):
        while not fault.hits:  # noqa: ASYNC110 - no event to await
            await asyncio.sleep(0.005)
    assert shown() == text(before)
    path = f"/channels/{stage.channel}/messages/{before['id']}"
    asked = len([r for r in stage.sandbox.log if r.path == path])
    stage.clock.move(1_000.0)
    await asyncio.sleep(0)
    assert len([r for r in stage.sandbox.log if r.path == path]) == asked
    stage.clock.move(300.0)
    await stage.wait_for_screens()
    board = await stage.board(table)
    assert board["id"] == before["id"]
    assert "32" in text(board)
    assert len([r for r in stage.sandbox.log if r.path == path]) == asked + 1


# Uploads --------------------------------------------------------------------------------------


def _pictures(message: Json) -> list[Json]:
    return [part for part in walk(message["components"]) if part["type"] == PICTURE]


@pytest.mark.usefixtures("draftsman")
class TestWithPictures:
    """A server in which Discord accepts no more files."""

    async def test_server_with_limited_uploads_falls_back_to_text_and_is_told_once(
        self, stage: Stage, ana: SimulatedUser
    ) -> None:
        table = await stage.start_game()
        assert _pictures(await stage.board(table))
        stage.sandbox.limit_uploads(stage.sandbox.guild_id)
        panel = await stage.panel(ana)
        assert "Your dominoes" in text(panel)
        await stage.wait_until_quiet()
        board = await stage.board(table)
        assert not _pictures(board)
        before = len(stage.sandbox.log)
        assert (await ana.command("bid", stage.channel, call="31")).ok
        await stage.wait_until_quiet()
        refused = [r for r in list(stage.sandbox.log)[before:] if r.code == 400001]
        assert refused == []  # no further picture is tried
        told = [words for words in stage.channel_texts() if "Discord has limited uploads" in words]
        assert len(told) == 1
        assert ana.dm is not None
        assert _pictures(ana.messages(ana.dm)[-1])  # a DM takes files

    async def test_refused_picture_of_a_board_is_shown_in_words_once(
        self, stage: Stage, ana: SimulatedUser, caplog: pytest.LogCaptureFixture
    ) -> None:
        table = await stage.start_game(*stage.people[1:4])
        first = await stage.in_turn(table)
        assert _pictures(await stage.board(table))
        fault = stage.sandbox.add_fault(EDITS, code=50046, with_file=True, times=ALWAYS)
        before = len(stage.sandbox.log)
        assert (await first.command("bid", stage.channel, call="31")).ok
        await stage.wait_until_quiet()
        board = await stage.board(table)
        assert not _pictures(board)
        assert "31" in text(board)
        path = f"/channels/{stage.channel}/messages/{board['id']}"
        edits = [r.status for r in list(stage.sandbox.log)[before:] if r.path == path]
        assert edits == [400, 200]
        assert "Discord refused a picture, which is shown in words" in caplog.text
        assert "400, 50046" in caplog.text
        stage.sandbox.faults.armed.remove(fault)
        second = await stage.in_turn(table)
        assert (await second.command("bid", stage.channel, call="32")).ok
        await stage.wait_until_quiet()
        assert _pictures(await stage.board(table))

    @pytest.mark.parametrize("code", [50035, 50045])
    async def test_refused_picture_of_an_answer_or_a_post_is_shown_in_words(
        self, stage: Stage, ana: SimulatedUser, code: int
    ) -> None:
        for route in ("POST /channels/*/messages", EDITS, CALLBACK):
            stage.sandbox.add_fault(route, code=code, with_file=True, times=ALWAYS)
        table = await stage.start_game()
        assert not _pictures(await stage.board(table))
        panel = await stage.panel(ana)
        assert not _pictures(panel)
        assert "dominoes" in text(panel)
        assert ana.dm is not None
        hand = ana.messages(ana.dm)[-1]
        assert not _pictures(hand)
        assert "dominoes" in text(hand)

    async def test_table_opened_with_limited_uploads_says_that_it_uses_text(
        self, stage: Stage, ana: SimulatedUser, eve: SimulatedUser
    ) -> None:
        stage.sandbox.limit_uploads(stage.sandbox.guild_id)
        await stage.start_game()
        general = stage.sandbox.channels["general"]
        outcome = await eve.command("table open", general)
        assert "Discord has limited uploads in this server" in text(outcome.message)

    async def test_user_is_told_to_request_a_file_by_dm_if_uploads_are_limited(
        self, stage: Stage, ana: SimulatedUser
    ) -> None:
        await stage.start_game()
        stage.sandbox.limit_uploads(stage.sandbox.guild_id)
        page = (await ana.command("privacy", stage.channel)).message
        outcome = await press(ana, page, "privacy", "export")
        assert "Discord isn't taking files in this server right now." in text(outcome.message)
