"""Late, repeated, missing or failed answers: the play counts and is shown."""

from __future__ import annotations

import asyncio
import logging
from contextlib import nullcontext
from typing import Any

import pytest

from bot.presenter.words.ids import ComponentId, Verb, format_id
from bot.publisher.component_router import PATIENCE_SECONDS
from bot.runtime.log_setup import Redaction, set_up_log
from bot.store.errors import StoreFailure
from discord_sandbox.api.interactions import ANSWER_SECONDS
from discord_sandbox.client.simulated_user import SimulatedUser
from tests.support.patience import EPHEMERAL, PATIENCE
from tests.support.stage import Stage, button, buttons, press, text

CALLBACK = "POST /interactions/*/*/callback"
ORIGINAL = "PATCH /webhooks/*/*/messages/@original"
SLOW = "Discord was slow, but what you did counts."


async def _first_bidder(stage: Stage) -> tuple[str, SimulatedUser]:
    table = await stage.start_game(*stage.people[1:4])
    return table, await stage.in_turn(table)


@pytest.mark.parametrize(("status", "code"), [(404, 10062), (403, 50013)])
async def test_play_with_a_rejected_answer_counts_and_the_next_click_says_so(
    stage: Stage, status: int, code: int
) -> None:
    table, first = await _first_bidder(stage)
    panel = await stage.panel(first)
    fault = stage.sandbox.add_fault(CALLBACK, status=status, code=code)
    click = asyncio.create_task(first.click(panel, button(panel, "call", "pass")))
    await _until_seq(stage, table, 2)
    await stage.wait_for_fault(fault)
    stage.sandbox.clock.work.move(3.1)
    assert not (await click).ok  # "This interaction failed"
    await stage.wait_until_quiet()
    assert "pass" in text(await stage.board(table))
    shown = first.message(panel)
    assert buttons(shown, "call") == []  # updated with the token of an earlier click
    again = await stage.panel(first)
    assert SLOW in text(again)
    assert SLOW not in text(await stage.panel(first))


async def test_command_with_a_rejected_answer_counts_and_the_next_one_says_so(stage: Stage) -> None:
    table, first = await _first_bidder(stage)
    fault = stage.sandbox.add_fault(CALLBACK, status=404, code=10062)
    command = asyncio.create_task(first.command("bid", stage.channel, call="31"))
    await _until_seq(stage, table, 2)
    await stage.wait_for_fault(fault)
    stage.sandbox.clock.work.move(3.1)
    assert not (await command).ok
    await stage.wait_until_quiet()
    assert SLOW in text(await stage.panel(first))
    assert "31" in text(await stage.board(table))
    assert stage.bot.router.failed == 0


async def test_act_whose_interaction_cannot_be_deferred_is_saved(stage: Stage) -> None:
    table, first = await _first_bidder(stage)
    panel = await stage.panel(first)
    stage.store.delays["commit"] = 0.1
    fault = stage.sandbox.add_fault(CALLBACK, status=404, code=10062, times=2)
    with stage.watch.late():
        click = asyncio.create_task(first.click(panel, button(panel, "call", "pass")))
        await _until_seq(stage, table, 2)
        await stage.wait_for_fault(fault, times=2)
        await stage.wait_until_quiet()
    stage.sandbox.clock.work.move(3.1)
    assert not (await click).ok
    assert SLOW in text(await stage.panel(first))
    assert stage.bot.router.failed == 0


@pytest.mark.parametrize("late", [False, True])
async def test_answer_to_a_deleted_panel_is_a_new_panel(stage: Stage, late: bool) -> None:
    table, first = await _first_bidder(stage)
    panel = await stage.panel(first)
    stage.store.delays["commit"] = 0.1 if late else 0.0
    with stage.watch.late() if late else nullcontext():
        click = asyncio.create_task(first.click(panel, button(panel, "call", "pass")))
        await asyncio.sleep(0)  # already on its way
        del stage.sandbox.state.messages[panel["channel_id"]][panel["id"]]
        assert (await click).ok
        await stage.wait_until_quiet()
    assert (await stage.view(table)).seq == 2
    newest = [m for m in first.messages(stage.channel) if m["flags"] & EPHEMERAL][-1]
    assert " to bid\n" in text(newest)
    assert SLOW not in text(await stage.panel(first))


async def test_duplicate_answer_is_only_logged(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    table, first = await _first_bidder(stage)
    panel = await stage.panel(first)
    stage.sandbox.add_fault(CALLBACK, status=400, code=40060, after=True)
    assert (await first.click(panel, button(panel, "call", "pass"))).ok
    await stage.wait_until_quiet()
    assert (await stage.view(table)).seq == 2
    assert "was already answered" in caplog.text
    assert stage.bot.router.failed == 0


@pytest.mark.parametrize("lost", [{"status": 500}, {"reset": True}])
async def test_answer_whose_response_was_lost_does_not_suggest_a_second_process(
    stage: Stage, lost: dict[str, Any]
) -> None:
    _, first = await _first_bidder(stage)
    panel = await stage.panel(first)
    stage.sandbox.add_fault(CALLBACK, after=True, **lost)
    assert (await first.click(panel, button(panel, "call", "pass"))).ok
    await stage.wait_until_quiet()
    answers = [each for each in stage.sandbox.log if each.path.endswith("/callback")]
    assert answers[-1].status == 400  # discord.py has sent it again: "already acknowledged"
    assert await stage.bot.second_process.lack() is None


@pytest.mark.parametrize("after", [False, True])
async def test_connection_reset_during_the_answer_goes_unnoticed(stage: Stage, after: bool) -> None:
    table, first = await _first_bidder(stage)
    panel = await stage.panel(first)
    stage.sandbox.add_fault(CALLBACK, reset=True, after=after)
    assert (await first.click(panel, button(panel, "call", "pass"))).ok
    assert buttons(first.message(panel), "call") == []
    await stage.wait_until_quiet()
    (shown,) = [m for m in first.messages(stage.channel) if m["flags"] & EPHEMERAL]
    assert shown["id"] == panel["id"]
    assert SLOW not in text(await stage.panel(first))
    assert (await stage.view(table)).seq == 2


async def test_repeated_connection_resets_during_the_answer_lose_no_play(stage: Stage) -> None:
    table, first = await _first_bidder(stage)
    panel = await stage.panel(first)
    fault = stage.sandbox.add_fault(CALLBACK, reset=True, times=2)
    click = asyncio.create_task(first.click(panel, button(panel, "call", "pass")))
    await _until_seq(stage, table, 2)
    await stage.wait_for_fault(fault, times=2)
    await stage.wait_until_quiet()
    stage.sandbox.clock.work.move(3.1)
    assert not (await click).ok
    assert buttons(first.message(panel), "call") == []
    assert SLOW in text(await stage.panel(first))
    second = await stage.in_turn(table)
    await press(second, await stage.panel(second), "call", "pass")
    assert stage.bot.router.failed == 0


async def test_server_error_during_the_answer_loses_no_play(stage: Stage) -> None:
    table, first = await _first_bidder(stage)
    panel = await stage.panel(first)
    stage.sandbox.add_fault(CALLBACK, status=502)
    assert (await first.click(panel, button(panel, "call", "pass"))).ok
    assert (await stage.view(table)).seq == 2


async def test_button_on_a_slow_store_is_deferred_and_answered(stage: Stage) -> None:
    table, first = await _first_bidder(stage)
    panel = await stage.panel(first)
    assert PATIENCE_SECONDS < ANSWER_SECONDS - 1  # deferred before Discord gives up
    stage.store.delays["commit"] = 0.1
    with stage.watch.late():
        outcome = await first.click(panel, button(panel, "call", "pass"))
    assert (outcome.ok, outcome.type) == (True, 6)
    await _until_seq(stage, table, 2)
    await stage.wait_until_quiet()
    assert buttons(first.message(panel), "call") == []


async def test_command_on_a_slow_store_is_deferred_and_answered(stage: Stage) -> None:
    table, first = await _first_bidder(stage)
    stage.store.delays["commit"] = 0.1
    with stage.watch.late():
        outcome = await first.command("bid", stage.channel, call="31")
    assert (outcome.ok, outcome.type) == (True, 5)
    assert outcome.message is not None
    await _until_seq(stage, table, 2)
    final = await first.wait_for(
        lambda m: m["id"] == outcome.message["id"] and m["components"],
        stage.channel,
        timeout=PATIENCE,
    )
    assert "31" in text(final)


async def test_refusal_after_a_long_wait_reaches_the_user(stage: Stage) -> None:
    table, first = await _first_bidder(stage)
    other = (await stage.others(table))[0]
    stage.store.delays["load"] = 0.1
    with stage.watch.late():
        outcome = await stage.forge(other, f"42:call:{table}:1:31")
    assert (outcome.ok, outcome.type) == (True, 6)
    told = await other.wait_for(
        lambda m: "turn. I'll call you." in text(m), stage.channel, timeout=PATIENCE
    )
    assert first.name in text(told)


async def test_refusal_is_answered_even_if_the_table_cannot_be_read(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def unread(*args: object) -> None:
        raise StoreFailure("database is locked")

    table, _ = await _first_bidder(stage)
    other = (await stage.others(table))[0]
    monkeypatch.setattr(stage.bot.router, "_table_panel", unread)
    outcome = await stage.forge(other, f"42:call:{table}:1:31")
    assert outcome.ok
    assert "turn" in text(outcome.message)


async def test_refusal_that_cannot_be_explained_is_answered_as_our_error(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, _ = await _first_bidder(stage)
    other = (await stage.others(table))[0]

    def broken(*args: object, **kwargs: object) -> None:
        raise RuntimeError("kaput")

    monkeypatch.setattr("bot.publisher.component_router.explain", broken)
    outcome = await stage.forge(other, f"42:call:{table}:1:31")
    assert outcome.ok
    assert "Something broke on my side" in text(outcome.message)


async def test_shutdown_first_answers_pending_presses(
    unlit: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.publisher.component_router.FINISH_SECONDS", PATIENCE)
    async with unlit.running():
        table = await unlit.start_game(*unlit.people[1:4])
        first = await unlit.in_turn(table)
        panel = await unlit.panel(first)
        await unlit.wait_for_screens()
        unlit.store.delays["commit"] = 0.1
        click = asyncio.create_task(first.click(panel, button(panel, "call", "pass")))
        while not unlit.bot.router.under_way:  # noqa: ASYNC110 - no event to await
            await asyncio.sleep(0)
        await unlit.bot.router.finish()
        assert unlit.bot.router.under_way == 0
        assert (await click).ok


async def test_look_that_the_shutdown_cuts_short_is_left_without_an_error(
    unlit: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    async with unlit.starting():
        await unlit.bot.ready.wait()
        ana, bo = unlit.people[:2]
        table = await unlit.start_game(bo)
        await unlit.play_hand(table)
        outcome = await unlit.forge(ana, format_id(ComponentId(Verb.HABITS)))
        assert "Looking through your hand" in text(outcome.message)
        caplog.clear()
    assert "error" not in caplog.text.lower()
    assert [each for each in caplog.records if each.levelno >= logging.WARNING] == []


async def test_autocomplete_without_choices_is_empty(stage: Stage, eve: SimulatedUser) -> None:
    assert await eve.autocomplete("play", stage.channel, "tile", "6") == []
    await stage.start_game(*stage.people[1:4])
    assert await eve.autocomplete("play", stage.channel, "tile", "6") == []
    assert await eve.autocomplete("bid", stage.channel, "call", "x" * 90) == []
    stage.store.failing.add("live_tables")
    assert await eve.autocomplete("bid", stage.channel, "call", "3") == []


def _as_logged(records: list[logging.LogRecord]) -> str:
    """Format log records as the program's own log does."""
    root = logging.getLogger()
    handlers = root.handlers[:]
    level = root.level
    set_up_log("INFO", "text")
    form = root.handlers[0].format
    root.handlers[:] = handlers
    root.setLevel(level)
    return "\n".join(map(form, records))


async def test_our_own_error_shows_a_code_from_the_log_and_no_secret(
    stage: Stage, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, first = await _first_bidder(stage)
    panel = await stage.panel(first)
    secret = "https://x/api/v10/interactions/123456/aVerySecretToken/callback"

    async def broken(*args: object, **kwargs: object) -> None:
        raise RuntimeError(f"kaput at {secret}")

    monkeypatch.setattr(stage.tables, "act", broken)
    outcome = await first.click(panel, button(panel, "call", "pass"))
    assert outcome.ok
    said = stage.ephemeral_texts(first)[-1]
    assert "Something broke on my side, and nothing changed. Please try again. Error " in said
    assert "kaput" not in said
    code = said.split("Error ")[1].split(".")[0]
    logged = _as_logged(caplog.records)
    assert f"error {code} while" in logged
    assert "kaput" in logged
    assert "aVerySecretToken" not in logged
    assert Redaction()(secret) in logged
    monkeypatch.undo()
    await press(first, first.message(panel), "call", "pass")
    assert (await stage.view(table)).seq == 2


async def test_error_after_a_saved_play_says_that_the_play_counts(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, first = await _first_bidder(stage)
    panel = await stage.panel(first)

    def broken(*args: object, **kwargs: object) -> None:
        raise RuntimeError("kaput")

    with monkeypatch.context() as patched:  # the panel's later updates go on
        patched.setattr("bot.publisher.screens.contents.hand_panel", broken)
        outcome = await first.click(panel, button(panel, "call", "pass"))
    assert outcome.ok
    assert (
        "What you did counts. Press My hand, or use /hand. Error "
        in stage.ephemeral_texts(first)[-1]
    )
    assert (await stage.view(table)).seq == 2


async def test_store_failure_while_rendering_the_answer_does_not_deny_the_play(
    stage: Stage, bo: SimulatedUser
) -> None:
    table = await stage.lobby()
    await stage.bot.services.publisher.drop(lambda _guild: True)
    stage.store.failing.add("posted_about")
    outcome = await bo.command("table join", stage.channel)
    assert outcome.ok
    assert "What you did counts" in text(outcome.message)
    assert (await stage.view(table)).seat_of(int(bo.id)) is not None
    stage.store.failing.clear()


async def test_error_in_a_command_is_reported_to_the_user(
    stage: Stage, ana: SimulatedUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*args: object, **kwargs: object) -> None:
        raise RuntimeError("kaput")

    monkeypatch.setattr(stage.bot.services.stats, "profile", broken)
    outcome = await ana.command("profile", stage.channel)
    assert "Something broke on my side, and" in text(outcome.message)


async def test_unreadable_leaderboard_asks_the_user_to_try_again(
    stage: Stage, ana: SimulatedUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*args: object, **kwargs: object) -> None:
        raise StoreFailure("disk full")

    monkeypatch.setattr(stage.bot.services.stats, "leaderboard", broken)
    outcome = await ana.command("leaderboard", stage.channel)
    assert "I couldn't save that, so nothing changed. Please try again." in text(outcome.message)


async def _until_seq(stage: Stage, table: str, seq: int) -> None:
    """Wait until this many acts are saved."""
    while (await stage.view(table)).seq < seq:  # noqa: ASYNC110 - no event to await
        await asyncio.sleep(0.005)


async def test_page_turned_too_late_is_not_an_error(stage: Stage, ana: SimulatedUser) -> None:
    page = (await ana.command("leaderboard", stage.channel)).message
    assert page is not None
    change = next(found for found in buttons(page, "leaders") if found["label"] == "Change…")
    fault = stage.sandbox.add_fault(CALLBACK, status=404, code=10062)
    turn = asyncio.create_task(ana.click(page, change["custom_id"]))
    await stage.wait_for_fault(fault)
    stage.sandbox.clock.work.move(3.1)
    assert not (await turn).ok
    assert stage.bot.router.failed == 0
