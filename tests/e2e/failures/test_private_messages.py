"""Private messages: no answer waits for another message, and no failure denies an act."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.publisher.screens.pings import TurnPing
from bot.publisher.screens.reader import Reader
from discord_sandbox.api.interactions import MODAL
from discord_sandbox.client.simulated_user import SimulatedUser
from discord_sandbox.state.permissions import Permission
from tests.support.patience import EPHEMERAL, PATIENCE
from tests.support.refusals import refused
from tests.support.stage import Json, Stage, button, buttons, press, text

OPEN_DM = "POST /users/@me/channels"
CALLBACK = "POST /interactions/*/*/callback"
PANEL = "PATCH /webhooks/*/*/messages/*"
BROKE = "Something broke"


async def _wait_hit(stage: Stage, fault: object) -> None:
    """Wait until a fault has hit a request, whatever the result."""
    async with asyncio.timeout(PATIENCE):
        while not fault.hits:  # type: ignore[attr-defined]  # noqa: ASYNC110
            await asyncio.sleep(0.005)


def _old_panel(stage: Stage, person: SimulatedUser, custom_id: str) -> Json:
    """Return a private message of an earlier hand that still exists."""
    component = {"type": 2, "style": 2, "label": "old", "custom_id": custom_id}
    return stage.sandbox.message_writer.create(
        stage.sandbox.state.channel(stage.channel),
        stage.sandbox.state.bot_id,
        {
            "flags": 64 | 1 << 15,
            "components": [{"type": 1, "components": [component]}],
        },
        (),
        owner=person.id,
    )


async def test_my_hand_does_not_wait_for_a_dm_channel(stage: Stage, ana: SimulatedUser) -> None:
    table = await stage.lobby(*stage.people[1:4])
    opened = asyncio.Event()
    fault = stage.sandbox.add_fault(OPEN_DM, until=opened, times=4)
    assert (await ana.command("table start", stage.channel)).ok
    await _wait_hit(stage, fault)
    for person in stage.people[:4]:
        assert "dominoes" in text(await stage.panel(person))
    assert [person.dm for person in stage.people[:4]] == [None] * 4
    opened.set()
    await stage.wait_until_quiet()
    assert all(person.dm is not None for person in stage.people[:4])
    assert (await stage.view(table)).seq == 1


async def test_my_hand_does_not_wait_for_an_edit_of_the_same_panel(stage: Stage) -> None:
    table = await stage.start_game(*stage.people[1:4])
    for person in stage.people[:4]:
        await stage.panel(person)
    first = await stage.in_turn(table)
    edited = asyncio.Event()
    fault = stage.sandbox.add_fault(PANEL, until=edited)
    assert (await first.command("bid", stage.channel, call="31")).ok
    await _wait_hit(stage, fault)
    second = await stage.in_turn_now(table)
    board = stage.public(table)[-1]
    outcome = await second.click(board, button(board, "hand"))
    assert buttons(outcome.message, "call")
    assert any(screens.tasks for screens in stage.screens.all())
    edited.set()
    await stage.wait_until_quiet()
    assert len([words for words in stage.ephemeral_texts(second) if "Your bid" in words]) == 1


async def test_edit_that_lands_after_a_newer_answer_is_corrected(stage: Stage) -> None:
    table = await stage.start_game(*stage.people[1:4])
    first = await stage.in_turn(table)
    panels = {person.id: await stage.panel(person) for person in stage.people[:4]}
    edited = asyncio.Event()
    fault = stage.sandbox.add_fault(PANEL, until=edited)  # the edit arrives after the answer
    assert (await first.command("bid", stage.channel, call="31")).ok
    await _wait_hit(stage, fault)
    second = await stage.in_turn_now(table)
    assert (await stage.forge(second, f"42:hand:{table}:0")).ok
    panel = stage.ephemeral_texts(second)[-1]
    assert "Your bid" in panel
    current = next(m for m in second.messages(stage.channel) if buttons(m, "call"))
    await press(second, current, "call", "pass")
    edited.set()
    await stage.wait_until_quiet()
    assert all(not buttons(m, "call") for m in second.messages(stage.channel))
    assert panels


async def test_late_answer_on_a_replaced_panel_updates_the_panel_that_replaced_it(
    stage: Stage,
) -> None:
    table = await stage.start_game(*stage.people[1:4])
    first = await stage.in_turn(table)
    clicked = await stage.panel(first)
    sent = asyncio.Event()
    fault = stage.sandbox.add_fault(CALLBACK, until=sent)
    late = asyncio.create_task(first.click(clicked, button(clicked, "call", "pass")))
    await _wait_hit(stage, fault)
    newer = await stage.panel(first)
    async with asyncio.timeout(PATIENCE):
        while first.message(clicked) is not None:  # noqa: ASYNC110
            await asyncio.sleep(0.005)
    sent.set()
    assert (await late).ok
    await stage.wait_until_quiet()
    [panel] = [m for m in first.messages(stage.channel) if m["flags"] & EPHEMERAL]
    assert panel["id"] == newer["id"]
    assert " to bid\n" in text(panel)
    assert "slow" not in text(panel)


async def test_ready_on_an_earlier_hands_panel_shows_the_current_state(
    stage: Stage,
) -> None:
    table = await stage.start_game(*stage.people[1:4])
    first = await stage.in_turn(table)
    old = _old_panel(stage, first, f"42:ready:{table}:0")
    outcome = await first.click(old, f"42:ready:{table}:0")
    assert (outcome.ok, outcome.type) == (True, 7)
    assert buttons(first.message(old), "call")
    assert buttons(first.message(old), "ready") == []


@pytest.mark.parametrize("after", [False, True])
async def test_connection_reset_while_deleting_an_old_panel_does_not_deny_an_act(
    stage: Stage, after: bool
) -> None:
    table = await stage.start_game(*stage.people[1:4])
    first = await stage.in_turn(table)
    await stage.panel(first)
    fault = stage.sandbox.add_fault("DELETE /webhooks/*/*/messages/*", reset=True, after=after)
    outcome = await first.command("bid", stage.channel, call="31")
    assert outcome.ok
    assert fault.hits == 1
    await stage.wait_until_quiet()
    assert (await stage.view(table)).seq == 2
    assert stage.bot.router.failed == 0
    assert not [words for words in stage.ephemeral_texts(first) if BROKE in words]


async def test_connection_reset_while_editing_a_panel_is_corrected(stage: Stage) -> None:
    table = await stage.start_game(*stage.people[1:4])
    for person in stage.people[:4]:
        await stage.panel(person)
    first = await stage.in_turn(table)
    fault = stage.sandbox.add_fault(PANEL, reset=True)
    assert (await first.command("bid", stage.channel, call="31")).ok
    await stage.wait_for_fault(fault)
    second = await stage.in_turn(table)
    assert [m for m in second.messages(stage.channel) if buttons(m, "call")]
    assert stage.bot.router.failed == 0


async def test_my_hand_works_after_a_connection_reset_while_sending_a_panel(
    stage: Stage, ana: SimulatedUser
) -> None:
    table = await stage.lobby()
    for guest in stage.people[1:4]:
        assert (await stage.forge(guest, f"42:sit:{table}:0")).ok
    fault = stage.sandbox.add_fault("POST /webhooks/*/*", reset=True)
    assert (await ana.command("table start", stage.channel)).ok
    await stage.wait_for_fault(fault)
    for person in stage.people[:4]:
        assert "dominoes" in text(await stage.panel(person))
    assert stage.bot.router.failed == 0
    assert (await stage.view(table)).seq == 1


async def test_modal_of_another_version_is_answered(stage: Stage, ana: SimulatedUser) -> None:
    states: list[str] = []

    def report(frame: Json) -> None:
        states.append(frame["d"].get("state", ""))

    stage.sandbox.interactions.start(
        MODAL,
        ana.id,
        stage.sandbox.state.channel(stage.channel),
        {"custom_id": "42:options:k3f9q2:0", "components": []},
        nonce=1,
        send_frame=report,
    )
    async with asyncio.timeout(PATIENCE):
        while states[-1] == "pending":  # noqa: ASYNC110 - no event to await
            await asyncio.sleep(0.005)
    assert states[-1] == "ok"
    assert stage.bot.router.failed == 0
    assert stage.ephemeral_texts(ana)


async def test_unlisted_choice_is_answered(stage: Stage, ana: SimulatedUser) -> None:
    await stage.start_game()
    given = {"claim": "answer", "leaderboard": "by", "event open": "partners"}
    for command, option in given.items():
        for offered in _options(stage, command):
            offered.pop("choices", None)  # as with an outdated client
        outcome = await ana.command(command, stage.channel, **{option: "nonsense"})
        assert outcome.ok, command
        assert BROKE not in text(outcome.message), command
    assert stage.bot.router.failed == 0


def _options(stage: Stage, command: str) -> list[Json]:
    """Return the sandbox's stored options of a command."""
    first, *rest = command.split()
    level = next(c for c in stage.sandbox.commands.all() if c["name"] == first)
    for word in rest:
        level = next(o for o in level["options"] if o["name"] == word)
    return list(level["options"])


async def test_undeletable_ping_does_not_block_later_pings(stage: Stage) -> None:
    table = await stage.start_game(*stage.people[1:4])
    first = await stage.in_turn(table)
    await stage.later(21)
    called = [m for m in stage.sandbox.state.visible(stage.channel, None, 100) if m["content"]]
    assert first.mention in called[-1]["content"]
    path = f"DELETE /channels/{stage.channel}/messages/{called[-1]['id']}"
    fault = stage.sandbox.add_fault(path, status=403, code=50013, times=9)
    assert (await first.command("bid", stage.channel, call="31")).ok
    await stage.wait_for_fault(fault)
    second = await stage.in_turn(table)
    await stage.later(21)
    assert [words for words in stage.channel_texts() if second.mention in words]
    assert fault.hits == 1


async def test_screen_of_an_ended_event_is_released(stage: Stage, ana: SimulatedUser) -> None:
    assert (await ana.command("event open", stage.channel)).ok
    publisher = stage.bot.services.event_publisher
    await _wait_idle(publisher)
    assert len(publisher._updaters) == 1
    assert (await ana.command("event close", stage.channel)).ok
    await _wait_idle(publisher)
    assert publisher._updaters == {}
    assert publisher._messages == {}


async def _wait_idle(publisher: object) -> None:
    """Wait until no event screen is being updated."""
    while tasks := publisher.tasks:  # type: ignore[attr-defined]
        await asyncio.wait(tasks)


async def test_failed_panel_is_sent_again_though_the_channel_is_closed_to_the_bot(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await stage.start_game(*stage.people[1:4])
    first = await stage.in_turn(table)
    panels = {person.id: await stage.panel(person) for person in await stage.others(table)}
    stage.sandbox.deny(stage.channel, Permission.VIEW_CHANNEL | Permission.SEND_MESSAGES)
    assert (await first.command("bid", stage.channel, call="31")).ok
    await stage.wait_until_quiet()  # the board's trouble is known
    second = await stage.in_turn(table)
    last = next(each for each in await stage.others(table) if each is not first)
    edit = Reader.edit_panel
    failed = list[int]()

    async def fail_once(screens: Reader, *drawn: Any) -> bool:
        if screens.user_id == int(last.id) and len(failed) < 3:
            failed.append(screens.user_id)
            raise ConnectionResetError
        return await edit(screens, *drawn)

    async def refuse(*_: Any) -> None:
        raise refused(403, 50001)

    monkeypatch.setattr(Reader, "edit_panel", fail_once)
    monkeypatch.setattr(TurnPing, "show", refuse)
    assert (await second.command("bid", stage.channel, call="32")).ok
    await stage.wait_until_quiet()
    await stage.later(10)
    assert failed
    assert "32" in text(last.message(panels[last.id]))
