"""A failing store: an acknowledged act is always saved, and none is lost."""

from __future__ import annotations

import pytest

from bot.publisher.keeper import updater
from bot.runtime.loops import Pauses
from bot.tables.stored import Change
from discord_sandbox.client.simulated_user import SimulatedUser
from tests.support.stage import Stage, button, buttons, press, text

AGAIN = "I couldn't save that, so nothing changed. Please try again."


async def test_unsaved_play_is_refused_and_can_be_retried(
    stage: Stage,
) -> None:
    table = await stage.start_game(*stage.people[1:4])
    first = await stage.in_turn(table)
    panel = await stage.panel(first)
    stage.store.failing.add("commit")
    assert (await first.click(panel, button(panel, "call", "31"))).ok
    assert stage.ephemeral_texts(first)[-1] == AGAIN
    assert "31" not in text(await stage.board(table)).split("\n")[1]
    assert (await stage.view(table)).seq == 1
    outcome = await first.command("bid", stage.channel, call="31")
    assert text(outcome.message) == AGAIN
    stage.store.failing.clear()
    await press(first, first.message(panel), "call", "31")
    await stage.wait_until_quiet()
    assert (await stage.view(table)).seq == 2
    assert "31" in text(await stage.board(table))
    assert stage.bot.router.failed == 0


@pytest.mark.parametrize("verb", ["sit:1", "start", "leave", "close"])
async def test_unsaved_lobby_change_is_reported(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser, verb: str
) -> None:
    table = await stage.lobby()
    before = await stage.view(table)
    stage.store.failing.add("commit")
    name, _, arg = verb.partition(":")
    person = bo if name == "sit" else ana
    custom_id = f"42:{name}:{table}:1" + (f":{arg}" if arg else "")
    assert (await stage.forge(person, custom_id)).ok
    assert stage.ephemeral_texts(person)[-1] == AGAIN
    stage.store.failing.clear()
    after = await stage.view(table)
    assert (after.seats, after.status) == (before.seats, before.status)
    assert (await stage.forge(person, custom_id)).ok
    assert (await stage.view(table)) != before


async def test_unsaved_table_is_not_opened(stage: Stage, ana: SimulatedUser) -> None:
    stage.store.failing.add("create")
    outcome = await ana.command("table open", stage.channel)
    assert text(outcome.message) == AGAIN
    stage.store.failing.clear()
    assert "is open in" in text((await ana.command("table open", stage.channel)).message)


async def test_user_is_told_if_the_store_cannot_be_read(stage: Stage, ana: SimulatedUser) -> None:
    await stage.start_game()
    stage.store.failing |= {"live_tables", "load", "tables_of", "hands"}
    for name in ("hand", "table status", "table show", "last", "table join"):
        outcome = await ana.command(name, stage.channel)
        assert text(outcome.message) == AGAIN, name
    stage.store.failing.clear()
    assert (await ana.command("hand", stage.channel)).ok
    assert stage.bot.router.failed == 0


async def test_unsaved_message_id_does_not_stop_the_game(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(updater, "PAUSES", Pauses(0.01, 0.05))  # the screens retry meanwhile
    table = await stage.lobby(*stage.people[1:4])
    stage.store.failing |= {"put_posted", "drop_posted", "save_choices"}
    stage.people[1].dms_open = False
    assert (await stage.people[0].command("table start", stage.channel)).ok
    for call in ("31", "32", "pass"):
        person = await stage.in_turn_now(table)
        assert (await person.command("bid", stage.channel, call=call)).ok
    assert (await stage.view(table)).seq == 4
    stage.store.failing.clear()
    person = await stage.in_turn(table)
    await press(person, await stage.panel(person), "call", "pass")
    await stage.wait_until_quiet()
    assert "32" in text(await stage.board(table))


async def test_unsaved_computer_turn_is_retried_later(stage: Stage, ana: SimulatedUser) -> None:
    table = await stage.start_game()
    await stage.in_turn(table)
    tried: list[Change] = []

    def by_computer(change: Change) -> bool:
        if any(act.user_id is None for act in change.acts):
            tried.append(change)
            return True
        return False

    stage.store.failing_if["commit"] = by_computer
    while not tried:
        panel = await stage.panel(ana)
        await press(ana, panel, next(v for v in ("play", "contract", "call") if buttons(panel, v)))
        await stage.wait_until_quiet()
    before = await stage.view(table)
    await stage.later(11)
    assert (await stage.view(table)).seq == before.seq
    stage.store.failing_if.clear()
    await stage.later(11)
    assert (await stage.view(table)).seq > before.seq
    assert await stage.in_turn(table) is ana


async def test_simultaneous_acts_on_a_slow_store_stay_separate(stage: Stage) -> None:
    table = await stage.start_game(*stage.people[1:4])
    first = await stage.in_turn(table)
    second = stage.people[(stage.people.index(first) + 1) % 4]
    stage.store.delays["commit"] = 0.05
    await press(first, await stage.panel(first), "call", "31")
    outcome = await second.command("bid", stage.channel, call="31")
    assert "The high bid is 31." in text(outcome.message)
    assert (await stage.view(table)).seq == 2
