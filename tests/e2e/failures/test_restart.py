"""A restart in the middle of a game: everything is in place, and old buttons work."""

from __future__ import annotations

import asyncio

from bot.tables.model import Status
from discord_sandbox.client.simulated_user import SimulatedUser
from tests.support.patience import PATIENCE
from tests.support.stage import Stage, button, buttons, press, text

V2 = 1 << 15


async def test_restart_in_the_middle_of_a_hand_edits_the_board_and_old_buttons_work(
    unlit: Stage,
) -> None:
    stage = unlit
    async with stage.running():
        table = await stage.start_game(*stage.people[1:4])
        first = await stage.in_turn(table)
        assert (await first.command("bid", stage.channel, call="31")).ok
        second = await stage.in_turn(table)
        panel = await stage.panel(second)
        board = await stage.board(table)
        before = await stage.view(table)
    async with stage.running():
        await stage.wait_until_quiet()
        after = await stage.view(table)
        assert (after.seq, after.hand_no, after.view) == (before.seq, before.hand_no, before.view)
        boards = [m for m in stage.public(table) if m["flags"] & V2]
        assert [m["id"] for m in boards] == [board["id"]]
        await press(second, panel, "call", "32")
        await stage.wait_until_quiet()
        assert "32" in text(stage.people[0].message(board))
        third = await stage.in_turn(table)
        assert third.dm is not None
        dms = [m for m in third.messages(third.dm) if "Table 1" in text(m)]
        assert len(dms) == 1  # edited, not reposted
        await press(third, dms[0], "call", "pass")
        assert (await stage.view(table)).seq == 4


async def test_presses_during_downtime_change_nothing(unlit: Stage) -> None:
    stage = unlit
    async with stage.running():
        table = await stage.start_game(*stage.people[1:4])
        first = await stage.in_turn(table)
        panel = await stage.panel(first)
        call = button(panel, "call", "31")
    click = asyncio.create_task(first.click(panel, call))
    await asyncio.sleep(0)
    stage.sandbox.clock.work.move(3.1)
    assert not (await click).ok
    async with stage.running():
        assert (await stage.view(table)).seq == 1
        await press(first, panel, "call", "31")
        assert (await stage.view(table)).seq == 2


async def test_turn_timer_restarts_after_downtime(
    unlit: Stage,
) -> None:
    stage = unlit
    async with stage.running():
        table = await stage.start_game(*stage.people[1:4])
        await stage.in_turn(table)
    stage.clock.move(3600)
    async with stage.running():
        await stage.wait_until_quiet()
        view = await stage.view(table)
        assert (view.seq, view.nudge, view.offer) == (1, False, False)
        await stage.later(21)
        assert (await stage.view(table)).nudge


async def test_game_continues_after_a_restart_between_hands(
    unlit: Stage, ana: SimulatedUser
) -> None:
    stage = unlit
    async with stage.running():
        table = await stage.start_game(*stage.people[1:4])
        await stage.pass_hand(table)
        assert (await stage.view(table)).status is Status.BETWEEN
        await stage.wait_until_quiet()
        result = await stage.board(table)
        assert buttons(result, "ready")
    async with stage.running():
        for person in stage.people[:4]:
            assert (await stage.forge(person, f"42:ready:{table}:0")).ok
        view = await stage.view(table)
        assert (view.status, view.hand_no) == (Status.PLAYING, 2)
        await stage.wait_until_quiet()
        old, new = [m for m in stage.public(table) if m["flags"] & V2]
        assert (buttons(old, "ready"), buttons(old, "hand")) == ([], [])  # a result, not a board
        lasting = [one["custom_id"] for one in buttons(result, "more")]
        assert [one["custom_id"] for one in buttons(old, "more")] == lasting
        assert "<t:" not in text(old)
        assert buttons(new, "hand")


async def test_board_deleted_during_downtime_is_reposted(unlit: Stage) -> None:
    stage = unlit
    async with stage.running():
        table = await stage.start_game(*stage.people[1:4])
        board = await stage.board(table)
    stage.sandbox.delete_message(board)
    async with stage.running():
        await stage.wait_until_quiet()
        assert len([m for m in stage.public(table) if m["flags"] & V2]) == 1


async def test_board_posted_just_before_a_kill_is_found_and_updated(
    unlit: Stage, ana: SimulatedUser
) -> None:
    stage = unlit
    async with stage.running():
        posted = stage.sandbox.add_fault("POST /channels/*/messages", after=True, reset=True)
        assert (await ana.command("table open", stage.channel)).ok
        async with asyncio.timeout(PATIENCE):
            while not posted.hits:  # noqa: ASYNC110 - no event to await
                await asyncio.sleep(0.005)
        await stage.bot.services.publisher.close()  # the bot never learns that the board was posted
        (table,) = [view.table_id for view in await stage.tables.live_tables()]
        await stage.tables.sit(table, int(stage.people[1].id), "Bo", 1)
    async with stage.running():
        await stage.tables.look(table, int(ana.id))
        await stage.wait_until_quiet()
        (board,) = [m for m in stage.public(table) if m["flags"] & V2]
        assert "Bo" in text(board)
