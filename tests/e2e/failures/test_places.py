"""Threads and channels that cannot be opened, or are locked, archived or deleted; servers left."""

from __future__ import annotations

import pytest

from bot.tables.model import Status
from bot.tables.views import TableView
from discord_sandbox.client.simulated_user import SimulatedUser
from discord_sandbox.state.permissions import Permission
from tests.support.stage import Json, Stage, buttons, press, text

V2 = 1 << 15
THREAD_RIGHTS = Permission.CREATE_PUBLIC_THREADS | Permission.SEND_MESSAGES_IN_THREADS
ACTS = ("play", "contract", "call")


async def _in_thread(stage: Stage) -> tuple[str, str]:
    """Seat four people at a table in its own thread; return the ids of both."""
    ana = stage.people[0]
    assert (await ana.command("table open", stage.channel, where="thread")).ok
    opened = (await stage.tables.live_tables(guild_id=int(stage.sandbox.guild_id)))[-1]
    thread = str(opened.known_place.channel_id)
    assert thread != stage.channel
    for guest in stage.people[1:4]:
        assert (await guest.command("table join", thread)).ok
    assert (await ana.command("table start", thread)).ok
    await stage.wait_until_quiet()
    return opened.table_id, thread


def _boards(stage: Stage, table: str, channel: str) -> list[Json]:
    return [m for m in stage.public(table) if m["flags"] & V2 and m["channel_id"] == channel]


def _is_paused(view: TableView) -> bool:
    return view.status is Status.PAUSED


def _dm(stage: Stage, person: SimulatedUser) -> Json:
    """Return the bot's newest DM to a person."""
    assert person.dm is not None
    return person.messages(person.dm)[-1]


async def test_second_table_without_thread_permission_is_refused_with_a_link_to_the_first(
    stage: Stage, eve: SimulatedUser
) -> None:
    stage.sandbox.deny(stage.channel, THREAD_RIGHTS)
    await stage.lobby()
    outcome = await eve.command("table open", stage.channel)
    said = text(outcome.message)
    assert "Table 1 is playing here. I can't open threads in #dominoes." in said
    help_screen = (await eve.command("help", stage.channel)).message
    await press(eve, help_screen, "now")
    assert "I can't open threads in #dominoes." in stage.ephemeral_texts(eve)[-1]
    assert len(await stage.tables.live_tables(guild_id=int(stage.sandbox.guild_id))) == 1


async def test_table_is_played_in_the_channel_without_thread_permission(
    stage: Stage, ana: SimulatedUser
) -> None:
    stage.sandbox.deny(stage.channel, Permission.CREATE_PUBLIC_THREADS)
    outcome = await ana.command("table open", stage.channel, where="thread")
    said = text(outcome.message)
    assert "give me **Create Public Threads** there, in the channel's settings." in said
    assert said.endswith("We'll play right here.")
    assert await stage.tables.live_tables(channel_id=int(stage.channel))


async def test_archived_thread_is_unarchived_by_the_next_act(stage: Stage) -> None:
    table, thread = await _in_thread(stage)
    first = await stage.in_turn(table)
    stage.sandbox.archive(thread)
    await press(first, _dm(stage, first), "call", "31")
    await stage.wait_until_quiet()
    boards = _boards(stage, table, thread)
    assert "31" in text(boards[-1])
    assert not stage.sandbox.state.channel(thread)["thread_metadata"]["archived"]


@pytest.mark.parametrize("archived", [True, False])
async def test_players_are_told_of_a_locked_thread_and_can_move_the_table(
    stage: Stage, archived: bool
) -> None:
    table, thread = await _in_thread(stage)
    first = await stage.in_turn(table)
    stage.sandbox.archive(thread, locked=True)
    if not archived:
        changes = {"thread_metadata": {"archived": False}}
        stage.sandbox.state.change_channel(stage.sandbox.state.channel(thread), changes)
        stage.sandbox.delete_message(_boards(stage, table, thread)[0])
    await press(first, _dm(stage, first), "call", "31")
    await stage.wait_until_quiet()
    second = await stage.in_turn(table)
    told = text((await second.command("hand", second.dm or "")).message)
    assert (
        "A moderator locked the table's thread. The game is saved. "
        "The host or a manager can move the table: use /table move in another text channel."
    ) in told
    outcome = await stage.people[0].command("table move", stage.channel)
    assert "Table 1" in text(outcome.message)
    await stage.wait_until_quiet()
    assert "31" in text(_boards(stage, table, stage.channel)[-1])
    await press(second, _dm(stage, second), "call", "32")
    assert (await stage.view(table)).seq == 3
    assert "locked" not in text(await stage.panel(second))


@pytest.mark.parametrize("parent", [False, True])
async def test_deleted_channel_pauses_the_game_and_move_continues_it(
    stage: Stage, parent: bool
) -> None:
    table, thread = await _in_thread(stage)
    first = await stage.in_turn(table)
    await press(first, _dm(stage, first), "call", "31")
    await stage.wait_until_quiet()
    stage.sandbox.delete_channel(stage.channel if parent else thread)
    before = await stage.until(table, _is_paused)
    for person in stage.people[:4]:
        told = text(_dm(stage, person))
        assert (
            "Somebody deleted the table's channel. Nothing is lost. "
            "Any of its players can move the table: use /table move in another text channel."
        ) in told
    general = stage.sandbox.channels["general"]
    mover = stage.people[2]
    assert (await mover.command("table move", general)).ok
    await stage.wait_until_quiet()
    after = await stage.view(table)
    assert (after.status, after.seq, after.hand_no) == (Status.PLAYING, before.seq, 1)
    assert "31" in text(_boards(stage, table, general)[-1])
    acting = await stage.in_turn(table)
    await press(acting, await stage.panel(acting, general), "call", "32")
    assert (await stage.view(table)).seq == before.seq + 1


async def test_paused_game_without_a_channel_continues_from_the_dm(
    stage: Stage,
) -> None:
    table, thread = await _in_thread(stage)
    first = await stage.in_turn(table)
    stage.sandbox.delete_channel(thread)
    await stage.until(table, _is_paused)
    outcome = await first.command("hand", first.dm or "")
    assert outcome.ok
    assert (await stage.view(table)).status is Status.PLAYING
    assert "The host or a manager can move the table" in text(outcome.message)
    await press(first, outcome.message, "call", "31")
    assert (await stage.view(table)).seq == 2


async def test_table_cannot_move_to_the_channel_of_another(
    stage: Stage, eve: SimulatedUser
) -> None:
    await stage.start_game(*stage.people[1:4])
    general = stage.sandbox.channels["general"]
    assert (await eve.command("table open", general)).ok
    outcome = await stage.people[0].command("table move", general)
    assert "Table 2 is playing here" in text(outcome.message)


async def test_only_a_seated_player_can_move_a_table(stage: Stage, eve: SimulatedUser) -> None:
    table = await stage.start_game(*stage.people[1:4])
    outcome = await eve.command("table move", stage.sandbox.channels["general"])
    assert "There's no table here." in text(outcome.message)
    assert (await stage.view(table)).known_place.channel_id == int(stage.channel)


async def test_only_a_seated_host_or_manager_can_move_a_table(
    stage: Stage, bo: SimulatedUser, cy: SimulatedUser
) -> None:
    table = await stage.start_game(*stage.people[1:4])
    general = stage.sandbox.channels["general"]
    outcome = await bo.command("table move", general)
    assert "Only the host, Ana, can do that." in text(outcome.message)
    assert (await stage.view(table)).known_place.channel_id == int(stage.channel)
    _make_manager(stage, cy)
    assert "Table 1" in text((await cy.command("table move", general)).message)
    assert (await stage.view(table)).known_place.channel_id == int(general)


async def test_moved_table_leaves_no_board_behind(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    table = await stage.start_game(*stage.people[1:4])
    general = stage.sandbox.channels["general"]
    assert (await ana.command("table move", general)).ok
    await stage.wait_until_quiet()
    assert _boards(stage, table, stage.channel) == []
    assert len(_boards(stage, table, general)) == 1
    stage.sandbox.delete_message(_boards(stage, table, general)[0])
    await stage.later(0)
    assert (await bo.command("table show", general)).ok
    await stage.wait_until_quiet()
    assert len(_boards(stage, table, general)) == 1


async def test_game_is_unchanged_after_the_bot_is_kicked_and_invited_back(
    stage: Stage,
) -> None:
    table = await stage.start_game(*stage.people[1:4])
    first = await stage.in_turn(table)
    assert (await first.command("bid", stage.channel, call="31")).ok
    await stage.wait_until_quiet()
    before = await stage.view(table)
    stage.sandbox.state.notify("GUILD_DELETE", None, {"id": stage.sandbox.guild_id})
    await stage.until(table, _is_paused)
    await stage.later(600)
    assert (await stage.view(table)).seq == before.seq  # nobody is played for in the meantime
    guild = stage.sandbox.state.guilds[stage.sandbox.guild_id]
    stage.sandbox.state.notify("GUILD_CREATE", None, stage.sandbox.state.guild_json(guild))
    second = stage.people[(stage.people.index(first) + 1) % 4]
    panel = await stage.panel(second)
    assert (await stage.view(table)).status is Status.PLAYING
    await press(second, panel, "call", "32")
    assert (await stage.view(table)).seq == before.seq + 1


async def test_unavailable_server_is_not_paused(stage: Stage) -> None:
    table = await stage.start_game(*stage.people[1:4])
    gone = {"id": stage.sandbox.guild_id, "unavailable": True}
    stage.sandbox.state.notify("GUILD_DELETE", None, gone)
    assert (await stage.people[0].command("help", stage.people[0].dm or "")).ok
    await stage.wait_until_quiet()
    assert (await stage.view(table)).status is Status.PLAYING


async def test_spectators_hand_button_does_not_resume_a_paused_game(
    stage: Stage, eve: SimulatedUser
) -> None:
    table, thread = await _in_thread(stage)
    stage.sandbox.delete_channel(thread)
    await stage.until(table, _is_paused)
    assert (await stage.forge(eve, f"42:hand:{table}:0")).ok
    assert (await stage.view(table)).status is Status.PAUSED
    panel = [m for m in eve.messages(stage.channel) if m["flags"] & 64][-1]
    assert not any(buttons(panel, verb) for verb in ACTS)


def _make_manager(stage: Stage, person: SimulatedUser) -> None:
    """Give a person a role that manages the server."""
    guild = stage.sandbox.state.guilds[stage.sandbox.guild_id]
    (bots_role, *_) = guild.members[stage.sandbox.state.bot_id]["roles"]
    guild.roles["77"] = {
        **guild.roles[bots_role],
        "id": "77",
        "permissions": str(int(Permission.MANAGE_GUILD)),
    }
    guild.members[person.id]["roles"].append("77")
