"""Presses reach only tables of their own server, and confirmations only those allowed."""

from __future__ import annotations

import asyncio

import pytest

from bot.tables.model import Status
from bot.tables.views import TableView
from bot.upkeep.host_jobs import EVERY_SECONDS
from bot.upkeep.views import BEAT_SECONDS
from discord_sandbox.client.simulated_user import SimulatedUser
from tests.e2e.failures.blocks import heard
from tests.support.stage import Json, Stage, buttons, press, text

NO_TABLE = "There's no table here."
NO_EVENT = "There's no event here."
VERBS = ("hand", "sit:1", "leave", "menu", "start", "close", "table", "rules", "record:1", "last")


@pytest.fixture
async def abroad(stage: Stage, eve: SimulatedUser) -> str:
    """A channel of another server that Eve and the bot are in."""
    guild = stage.sandbox.add_guild("Abroad", [eve])
    async with asyncio.timeout(10):
        while stage.bot.get_guild(int(guild)) is None:  # noqa: ASYNC110 - no event to await
            await asyncio.sleep(0.005)
    return stage.sandbox.add_channel("dominoes", guild)


def _state(view: TableView) -> object:
    return view.seats, view.status, view.seq, view.rules


async def _forged(stage: Stage, person: SimulatedUser, custom_id: str, channel: str) -> Json:
    outcome = await stage.forge(person, custom_id, channel=channel)
    assert outcome.ok
    assert outcome.message is not None
    return outcome.message


async def test_press_in_another_server_reaches_no_table_and_reveals_nothing(
    stage: Stage, eve: SimulatedUser, abroad: str
) -> None:
    table = await stage.lobby(stage.people[1])
    before = _state(await stage.view(table))
    for verb in VERBS:
        name, _, arg = verb.partition(":")
        custom_id = f"42:{name}:{table}:0" + (f":{arg}" if arg else "")
        said = await _forged(stage, eve, custom_id, abroad)
        assert text(said) == NO_TABLE, verb
        assert not any(table in str(each) for each in buttons(said, "table")), verb
        assert _state(await stage.view(table)) == before, verb


async def test_manager_of_another_server_cannot_close_a_table(
    stage: Stage, eve: SimulatedUser, abroad: str
) -> None:
    table = await stage.start_game(*stage.people[1:3])
    for arg in ("", ":yes"):
        assert text(await _forged(stage, eve, f"42:close:{table}:0{arg}", abroad)) == NO_TABLE
    assert (await stage.view(table)).status is Status.PLAYING


async def test_press_in_another_server_reaches_no_event(
    stage: Stage, ana: SimulatedUser, eve: SimulatedUser, abroad: str
) -> None:
    assert (await ana.command("event open", stage.channel)).ok
    (event_id,) = await stage.bot.services.events._events.live()
    for verb in ("event", "event-join", "event-start", "event-close"):
        said = await _forged(stage, eve, f"42:{verb}:{event_id}:0", abroad)
        assert text(said).startswith(NO_EVENT), verb
    assert (await stage.bot.services.events.view(event_id)).players[1:] == ()


async def test_press_in_a_dm_is_refused_for_a_table_without_a_message_there(
    stage: Stage, ana: SimulatedUser, eve: SimulatedUser
) -> None:
    table = await stage.start_game(*stage.people[1:4])
    for verb in ("hand", "last", "table", "rules"):
        said = await _forged(stage, eve, f"42:{verb}:{table}:0", eve.open_dm())
        assert text(said) == NO_TABLE, verb
    said = await _forged(stage, ana, f"42:rules:{table}:0", ana.open_dm())
    assert "to 7 marks" in text(said)


async def test_player_who_left_can_still_use_the_dm_of_their_last_hand(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    table = await stage.start_game(bo)
    await stage.wait_until_quiet()
    sent = bo.messages(bo.open_dm())[-1]
    assert (await bo.command("table leave", stage.channel)).ok
    confirm = [m for m in bo.messages(stage.channel) if m["flags"] & 64][-1]
    await press(bo, confirm, "leave", "yes")
    assert (await stage.view(table)).held_by(int(bo.id)) is None
    await stage.wait_until_quiet()
    now = bo.message(sent)
    assert now is not None
    for verb in ("hand", "table", "rules", "last"):
        for each in buttons(now, verb):
            outcome = await bo.click(now, str(each["custom_id"]))
            assert NO_TABLE not in text(outcome.message), verb


async def test_close_confirmation_is_shown_only_to_those_who_may_close(
    stage: Stage, bo: SimulatedUser, eve: SimulatedUser, ana: SimulatedUser
) -> None:
    table = await stage.start_game(*stage.people[1:4])
    for person in (bo, eve):
        said = await _forged(stage, person, f"42:close:{table}:0", stage.channel)
        assert text(said) == "Only the host, Ana, can do that."
        outcome = await person.command("table close", stage.channel)
        assert text(outcome.message) == "Only the host, Ana, can do that."
    assert buttons((await ana.command("table close", stage.channel)).message, "close")


async def test_rule_number_modal_is_shown_only_to_those_who_may_set_it(
    stage: Stage, ana: SimulatedUser, eve: SimulatedUser
) -> None:
    table = await stage.lobby()
    outcome = await stage.forge(eve, f"42:ask-number:{table}:0:target")
    assert outcome.modal is None
    assert "only its players can do that" in text(outcome.message)
    assert (await stage.forge(ana, f"42:ask-number:{table}:0:target")).modal is not None


async def test_leave_button_is_offered_only_in_the_seats_server(
    stage: Stage, eve: SimulatedUser, abroad: str
) -> None:
    assert (await eve.command("table open", abroad)).ok
    outcome = await eve.command("table open", stage.channel)
    assert "You still sit at Table 1" in text(outcome.message)
    assert buttons(outcome.message, "leave") == []
    second = stage.sandbox.add_channel("second", stage.sandbox.state.channel(abroad)["guild_id"])
    assert buttons((await eve.command("table open", second)).message, "leave")


async def test_blocked_user_is_told_so_and_can_only_manage_their_data(
    stage: Stage, ana: SimulatedUser
) -> None:
    table = await stage.lobby()
    await stage.store.host.block(int(ana.id), stage.clock.now())
    await heard(stage, ana, blocked=True)
    said = await ana.command("table start", stage.channel)
    assert said.message is not None
    assert "have blocked you" in text(said.message)
    pressed = (await press(ana, await stage.board(table), "menu")).message
    assert "have blocked you" in text(pressed)
    assert (await stage.view(table)).status is Status.LOBBY
    shown = (await ana.command("privacy", stage.channel)).message
    assert "What I keep about you" in text(shown)
    copy = (await press(ana, shown, "privacy", "export")).message
    assert copy["attachments"]
    await stage.store.host.unblock(int(ana.id))
    await heard(stage, ana, blocked=False)
    assert (await ana.command("table start", stage.channel)).ok
    await stage.until(table, lambda view: view.status is Status.PLAYING)


async def test_blocked_server_closes_its_tables_and_cannot_open_new_ones(
    stage: Stage, ana: SimulatedUser
) -> None:
    table = await stage.start_game()
    await stage.store.host.block(int(stage.sandbox.guild_id), stage.clock.now())
    await heard(stage, ana, blocked=True)
    await stage.until(table, lambda view: view.status is Status.CLOSED)
    said = (await ana.command("table open", stage.channel)).message
    assert "have blocked this server" in text(said)


async def test_table_closed_by_the_host_says_so_on_its_board(stage: Stage) -> None:
    table = await stage.start_game()
    await stage.store.host.order_close(table, stage.clock.now())
    await stage.later(EVERY_SECONDS)
    await stage.until(table, lambda view: view.status is Status.CLOSED)
    assert not buttons(await stage.board(table), "hand")
    assert await stage.store.host.close_orders() == []


async def test_running_bot_writes_heartbeats_to_its_database(stage: Stage) -> None:
    await stage.later(BEAT_SECONDS)
    async with asyncio.timeout(10):
        while not (beats := await stage.store.heartbeats.load_heartbeats()) or beats[0].wrong:
            await stage.later(BEAT_SECONDS)
    assert beats[0].version == stage.bot.services.host.version


async def test_blocked_user_is_offered_no_choices_while_typing(
    stage: Stage, ana: SimulatedUser
) -> None:
    table = await stage.start_game(*stage.people[1:4])
    await stage.play_hand(table)
    assert await ana.autocomplete("replay", stage.channel, "hand", "")
    assert await ana.autocomplete("history", stage.channel, "game", "")
    await stage.store.host.block(int(ana.id), stage.clock.now())
    await heard(stage, ana, blocked=True)
    assert await ana.autocomplete("replay", stage.channel, "hand", "") == []
    assert await ana.autocomplete("history", stage.channel, "game", "") == []
