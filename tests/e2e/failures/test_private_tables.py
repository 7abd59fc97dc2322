"""Private tables on Discord: their thread, who is let in, and what becomes of it."""

from __future__ import annotations

import pytest

from bot.tables.model import Status
from discord_sandbox.client.simulated_user import ActionResult, SimulatedUser
from discord_sandbox.state.channel_types import NEWS, PRIVATE_THREAD, VOICE
from discord_sandbox.state.permissions import Permission
from tests.support.stage import Json, Stage, buttons, press, text

pytestmark = pytest.mark.slow

NO_SEAT = "You can't sit here without an invitation."


async def open_private(stage: Stage, person: SimulatedUser) -> str:
    """Open a private table and return its id."""
    assert (await person.command("table open", stage.channel, private=True)).ok
    await stage.wait_until_quiet()
    (table,) = await stage.tables.tables_of(int(person.id))
    assert table.private
    return table.table_id


async def invite(stage: Stage, table: str, *people: SimulatedUser) -> None:
    """Invite people, who then see the thread."""
    users = [int(person.id) for person in people]
    await stage.store.invitations.invite(table, users, int(stage.people[0].id), 0.0)
    progress = await stage.tables.look(table)
    await stage.bot.services.publisher.admit(progress, users)


async def thread_of(stage: Stage, table: str) -> str:
    place = (await stage.view(table)).place
    assert place is not None
    return str(place.channel_id)


def sees(stage: Stage, person: SimulatedUser, thread: str) -> bool:
    return stage.sandbox.hub.can_see(stage.sandbox.state.channel(thread), person.id)


def kind_of(stage: Stage, channel: str) -> int:
    return int(stage.sandbox.state.channel(channel)["type"])


async def sit(stage: Stage, person: SimulatedUser, table: str) -> ActionResult:
    """Press Sit on the lobby in the thread."""
    thread = await thread_of(stage, table)
    lobby = [m for m in person.messages(thread) if buttons(m, "sit")][-1]
    outcome = await press(person, lobby, "sit")
    await stage.wait_until_quiet()
    return outcome


async def test_private_table_is_in_a_private_thread_which_its_people_see(stage: Stage) -> None:
    ana, bo, cy, di = stage.people[:4]
    table = await open_private(stage, ana)
    thread = await thread_of(stage, table)
    assert kind_of(stage, thread) == PRIVATE_THREAD
    lobby = text(ana.messages(thread)[-1])
    assert "Private: you need an invitation or the code to sit here." in lobby
    assert "Whoever has Manage Threads can read this thread." in lobby
    code = (await stage.tables.row(table)).code
    assert code is not None
    assert code not in lobby  # moderators read it
    assert code in text(await stage.panel(ana, thread))
    assert [sees(stage, each, thread) for each in (bo, cy, di)] == [False, False, False]
    await invite(stage, table, bo)
    assert code not in text(await stage.panel(bo, thread))
    await sit(stage, bo, table)
    await stage.tables.sit(table, int(cy.id), cy.name, with_code=True)
    await stage.wait_until_quiet()
    assert [sees(stage, each, thread) for each in (bo, cy, di)] == [True, True, False]
    listed = await di.command("table status", stage.channel)
    assert "No tables here yet." in text(listed.message)
    assert thread in text((await bo.command("table status", stage.channel)).message)


async def test_people_come_to_a_private_table_also_after_a_restart(unlit: Stage) -> None:
    stage = unlit
    ana, bo, cy = stage.people[:3]
    async with stage.running():
        table = await open_private(stage, ana)
        await invite(stage, table, bo)
    async with stage.running():
        thread = await thread_of(stage, table)
        await sit(stage, bo, table)
        pressed = await stage.forge(cy, f"42:sit:{table}:0")
        assert text(pressed.message) == NO_SEAT
        assert (await ana.command("table start", thread)).ok
        await stage.wait_until_quiet()
        await stage.play_hand(table)
    async with stage.running():
        await stage.tables.sit(table, int(cy.id), cy.name, with_code=True)
        await stage.wait_until_quiet()
        assert sees(stage, cy, thread)
        assert (await stage.view(table)).held_by(int(cy.id)) is not None


async def test_blocked_person_is_told_what_a_stranger_is(stage: Stage) -> None:
    ana, bo, cy = stage.people[:3]
    table = await open_private(stage, ana)
    await invite(stage, table, bo)
    stranger = (await stage.forge(cy, f"42:sit:{table}:0")).message
    await stage.tables.blocks.block(int(ana.id), int(bo.id))
    blocked = (await stage.forge(bo, f"42:sit:{table}:0")).message
    assert text(blocked) == NO_SEAT
    assert _shown(blocked) == _shown(stranger)


async def test_blocked_person_no_longer_sees_the_thread(stage: Stage) -> None:
    ana, bo, cy, di = stage.people[:4]
    table = await open_private(stage, ana)
    await invite(stage, table, bo, cy, di)
    thread = await thread_of(stage, table)
    for person in (cy, di):
        await sit(stage, person, table)
    assert (await ana.command("table start", thread)).ok
    await stage.wait_until_quiet()
    for person in (bo, cy):  # Cy may play the game to its end
        assert (await ana.command("block", stage.channel, person=person.id)).ok
    await stage.wait_until_quiet()
    assert [sees(stage, each, thread) for each in (ana, bo, cy, di)] == [True, False, True, True]
    for person in (cy, di):
        await stage.tables.leave(table, int(person.id))
    await stage.wait_until_quiet()
    assert [sees(stage, each, thread) for each in (ana, bo, cy, di)] == [True, False, False, True]


def _shown(message: Json | None) -> object:
    assert message is not None
    said = [each.get("content") for each in message["components"]]
    return message["content"], message["flags"], text(message), message["embeds"], said


async def test_without_a_private_thread_a_private_table_has_no_board(stage: Stage) -> None:
    ana, bo = stage.people[:2]
    stage.sandbox.deny(stage.channel, Permission.CREATE_PRIVATE_THREADS)
    opened = await ana.command("table open", stage.channel, private=True)
    assert "give me **Create Private Threads**" in text(opened.message)
    await stage.wait_until_quiet()
    (row,) = await stage.tables.tables_of(int(ana.id))
    assert (row.place, row.private, row.guild_id) == (None, True, int(stage.sandbox.guild_id))
    assert row.code is not None
    assert [m for m in ana.messages(stage.channel) if not m["flags"] & 64] == []
    assert text((await stage.forge(bo, f"42:sit:{row.table_id}:0")).message) == NO_SEAT
    await stage.tables.sit(row.table_id, int(bo.id), bo.name, with_code=True)
    await stage.tables.computers.begin(row.table_id, int(ana.id))
    await stage.wait_until_quiet()
    await stage.play_hand(row.table_id)
    assert (await stage.view(row.table_id)).status is Status.BETWEEN
    assert [m for m in bo.messages(stage.channel) if buttons(m, "ready")] == []


@pytest.mark.parametrize("kind", [NEWS, VOICE])
async def test_other_kinds_of_channels_have_private_tables_without_a_board(
    stage: Stage, ana: SimulatedUser, kind: int
) -> None:
    place = stage.sandbox.state.add_channel(stage.sandbox.guild_id, "other", kind)["id"]
    opened = await ana.command("table open", place, private=True)
    assert "can't have private threads" in text(opened.message)
    (row,) = await stage.tables.tables_of(int(ana.id))
    assert row.place is None


async def test_private_table_whose_thread_is_deleted_moves_to_a_new_private_one(
    stage: Stage,
) -> None:
    ana, bo, cy = stage.people[:3]
    table = await open_private(stage, ana)
    await invite(stage, table, bo)
    await sit(stage, bo, table)
    thread = await thread_of(stage, table)
    assert (await ana.command("table start", thread)).ok
    await stage.wait_until_quiet()
    stage.sandbox.delete_channel(thread)
    await stage.until(table, lambda view: view.status is Status.PAUSED)
    assert (await ana.command("table move", stage.channel)).ok
    await stage.wait_until_quiet()
    moved = await thread_of(stage, table)
    assert moved not in (thread, stage.channel)
    assert kind_of(stage, moved) == PRIVATE_THREAD
    assert [sees(stage, each, moved) for each in (ana, bo, cy)] == [True, True, False]
    stage.sandbox.deny(stage.channel, Permission.CREATE_PRIVATE_THREADS)
    refused = await ana.command("table move", stage.channel)
    assert "A private table needs a private thread." in text(refused.message)
    assert await thread_of(stage, table) == moved


async def test_archived_private_thread_opens_for_who_comes(stage: Stage) -> None:
    ana, bo = stage.people[:2]
    table = await open_private(stage, ana)
    thread = await thread_of(stage, table)
    stage.sandbox.archive(thread)
    await stage.tables.sit(table, int(bo.id), bo.name, with_code=True)
    await stage.wait_until_quiet()
    await stage.tables.computers.begin(table, int(ana.id))
    await stage.wait_until_quiet()
    assert not stage.sandbox.state.channel(thread)["thread_metadata"]["archived"]
    assert sees(stage, bo, thread)


async def in_play(stage: Stage, *guests: SimulatedUser) -> tuple[str, str]:
    """Begin a private table with these people; return it and its thread."""
    ana = stage.people[0]
    table = await open_private(stage, ana)
    for guest in guests:
        await stage.tables.sit(table, int(guest.id), guest.name, with_code=True)
    await stage.tables.computers.begin(table, int(ana.id))
    await stage.wait_until_quiet()
    return table, await thread_of(stage, table)


def additions(stage: Stage, person: SimulatedUser) -> int:
    """Count how often the bot has asked Discord to add a person to a thread."""
    path = f"/thread-members/{person.id}"
    return sum(each.method == "PUT" and each.path.endswith(path) for each in stage.sandbox.log)


async def test_who_was_removed_from_the_thread_is_added_again_for_the_next_hand(
    stage: Stage,
) -> None:
    bo = stage.people[1]
    table, thread = await in_play(stage, bo)
    assert sees(stage, bo, thread)
    stage.sandbox.remove_from_thread(thread, bo)
    assert not sees(stage, bo, thread)
    await stage.play_hand(table)
    assert additions(stage, bo) == 1  # not at each act
    await stage.next_hand(table)
    assert sees(stage, bo, thread)
    await stage.play_hand(table)
    assert additions(stage, bo) == 2


async def test_who_was_removed_from_the_thread_is_added_again_by_opening_their_hand(
    stage: Stage,
) -> None:
    bo, cy = stage.people[1:3]
    table, thread = await in_play(stage, bo)
    assert (await bo.command("hand", thread)).ok
    assert additions(stage, bo) == 1  # they see it
    stage.sandbox.remove_from_thread(thread, bo)
    assert (await bo.command("hand", bo.dm)).ok
    await stage.wait_until_quiet()
    assert sees(stage, bo, thread)
    assert additions(stage, bo) == 2
    assert (await stage.forge(cy, f"42:hand:{table}:0")).ok
    assert not sees(stage, cy, thread)


async def test_who_cant_see_the_channel_plays_a_private_table_by_dm(stage: Stage) -> None:
    ana, bo = stage.people[:2]
    table = await open_private(stage, ana)
    stage.sandbox.hide(stage.channel, bo)
    await stage.tables.sit(table, int(bo.id), bo.name, with_code=True)
    await stage.tables.computers.begin(table, int(ana.id))
    await stage.wait_until_quiet()
    assert not sees(stage, bo, await thread_of(stage, table))
    assert bo.dm is not None
    assert bo.messages(bo.dm)
    await stage.play_hand(table)
    await stage.next_hand(table)
    assert additions(stage, bo) == 1  # Discord blocks bots that it refuses too often


async def test_host_makes_a_lobby_private_with_the_people_who_sit_there(stage: Stage) -> None:
    ana, bo, cy = stage.people[:3]
    table = await stage.lobby(bo)
    board = await stage.board(table)
    menu = (await press(ana, board, "menu")).message
    refused = await stage.forge(bo, f"42:make-private:{table}:0")
    assert "Only the host" in text(refused.message)
    await press(ana, menu, "make-private")
    assert (await stage.forge(ana, f"42:make-private:{table}:0")).ok
    await stage.wait_until_quiet()
    thread = await thread_of(stage, table)
    assert kind_of(stage, thread) == PRIVATE_THREAD
    assert [sees(stage, each, thread) for each in (ana, bo, cy)] == [True, True, False]
    assert text((await stage.forge(cy, f"42:sit:{table}:0")).message) == NO_SEAT
    threads = [c for c in stage.sandbox.state.channels.values() if c["type"] == PRIVATE_THREAD]
    assert len(threads) == 1
    left = cy.message(board)
    assert left is None or not buttons(left, "sit")


async def test_same_people_of_a_private_table_meet_in_private(stage: Stage) -> None:
    ana, bo, cy = stage.people[:3]
    table = await open_private(stage, ana)
    await invite(stage, table, bo)
    await sit(stage, bo, table)
    thread = await thread_of(stage, table)
    await stage.tables.house_rules.set_rule(table, int(ana.id), "target", 1)
    assert (await ana.command("table start", thread)).ok
    await stage.wait_until_quiet()
    while (await stage.view(table)).status is not Status.FINISHED:
        await stage.play_hand(table)
        if (await stage.view(table)).status is Status.BETWEEN:
            await stage.next_hand(table)
    await stage.forge(ana, f"42:again:{table}:1")
    await stage.wait_until_quiet()
    rows = await stage.tables.tables_of(int(ana.id))
    (new,) = [row for row in rows if row.status is Status.LOBBY]
    assert new.private
    place = await thread_of(stage, new.table_id)
    assert kind_of(stage, place) == PRIVATE_THREAD
    assert [sees(stage, each, place) for each in (ana, bo, cy)] == [True, True, False]
    assert text((await stage.forge(cy, f"42:sit:{new.table_id}:0")).message) == NO_SEAT
    assert (await sit(stage, bo, new.table_id)).ok


async def test_people_of_a_private_table_without_a_thread_get_a_dm_for_their_seats(
    stage: Stage,
) -> None:
    ana, bo, cy = stage.people[:3]
    stage.sandbox.deny(stage.channel, Permission.CREATE_PRIVATE_THREADS)
    table = await open_private(stage, ana)
    for guest in (bo, cy):
        await stage.tables.sit(table, int(guest.id), guest.name, with_code=True)
    await stage.tables.house_rules.set_rule(table, int(ana.id), "target", 1)
    await stage.tables.computers.begin(table, int(ana.id))
    await stage.play_hand(table)
    await stage.tables.close(table, int(ana.id))
    await stage.wait_until_quiet()
    outcome = await ana.command("table again", stage.channel)
    assert "I've sent Bo and Cy a DM." in text(outcome.message)
    await stage.wait_until_quiet()
    (new,) = await stage.tables.tables_of(int(ana.id))
    assert (new.place, new.private) == (None, True)
    (letter,) = [m for m in bo.messages(bo.open_dm()) if "wants to play again" in m["content"]]
    assert (await press(bo, letter, "sit")).ok
    assert (await stage.view(new.table_id)).seats[1].user_id == int(bo.id)
