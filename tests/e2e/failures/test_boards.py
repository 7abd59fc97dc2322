"""Boards that are deleted, buried, refused or slow; the game never waits for them."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.publisher.screens.board import SLOW_SECONDS
from bot.tables.model import Status
from discord_sandbox.checks.components import walk
from discord_sandbox.client.simulated_user import SimulatedUser
from discord_sandbox.state.permissions import Permission
from tests.support.patience import PATIENCE
from tests.support.stage import Json, Stage, button, press, text

BUTTON = 2
PICTURE = 12
V2 = 1 << 15


def _boards(stage: Stage, table: str) -> list[Json]:
    return [m for m in stage.public(table) if m["flags"] & V2]


async def _pass(stage: Stage, table: str) -> None:
    """Pass for the player whose turn it is."""
    person = await stage.in_turn(table)
    assert (await person.command("bid", stage.channel, call="pass")).ok
    await stage.wait_until_quiet()


async def test_deleted_board_is_reposted_once(stage: Stage) -> None:
    table = await stage.start_game(*stage.people[1:4])
    stage.sandbox.delete_message(await stage.board(table))
    await _pass(stage, table)
    boards = _boards(stage, table)
    assert len(boards) == 1
    assert "pass" in text(boards[0])


async def test_board_deleted_twice_in_a_minute_stays_away_until_requested(
    stage: Stage, ana: SimulatedUser, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    table = await stage.start_game(*stage.people[1:4])
    stage.sandbox.delete_message(await stage.board(table))
    await _until_boards(stage, table, 1)
    stage.sandbox.delete_message(await stage.board(table))
    await ana.wait_for(
        lambda m: "Use /table show to see it again." in m["content"],
        stage.channel,
        timeout=PATIENCE,
    )
    assert _boards(stage, table) == []
    await _pass(stage, table)
    assert _boards(stage, table) == []
    assert len([w for w in stage.channel_texts() if "deleted the board" in w]) == 1
    assert "is late" not in caplog.text  # no answer waits for a board
    assert (await ana.command("table show", stage.channel)).ok
    await stage.wait_until_quiet()
    assert len(_boards(stage, table)) == 1
    assert (await stage.view(table)).seq == 2


async def test_board_deleted_during_an_edit_is_reposted_once(
    stage: Stage,
) -> None:
    """The bot learns of it twice: from the gateway, and from the failed edit."""
    table = await stage.start_game(*stage.people[1:4])
    board = await stage.board(table)
    edit = f"PATCH /channels/{stage.channel}/messages/{board['id']}"
    deleted = asyncio.Event()
    late = stage.sandbox.add_fault(edit, until=deleted)
    first = await stage.in_turn(table)
    assert (await first.command("bid", stage.channel, call="pass")).ok
    while not late.hits:  # noqa: ASYNC110 - no event to await
        await asyncio.sleep(0.005)
    stage.sandbox.delete_message(board)
    deleted.set()
    await stage.wait_until_quiet()
    boards = _boards(stage, table)
    assert len(boards) == 1
    assert "pass" in text(boards[0])
    assert not any("deleted the board" in words for words in stage.channel_texts())
    await _pass(stage, table)
    assert [m["id"] for m in _boards(stage, table)] == [boards[0]["id"]]
    assert text(await stage.board(table)).count("pass") >= 2


async def test_board_deleted_unnoticed_is_reposted_at_the_next_act(
    stage: Stage,
) -> None:
    table = await stage.start_game(*stage.people[1:4])
    board = await stage.board(table)
    state = stage.sandbox.state
    # the event is lost
    listeners = state.listeners
    state.listeners = []
    stage.sandbox.delete_message(board)
    state.listeners = listeners
    await _pass(stage, table)
    assert len(_boards(stage, table)) == 1


async def test_showing_the_table_again_leaves_one_board(stage: Stage, ana: SimulatedUser) -> None:
    table = await stage.start_game(*stage.people[1:4])
    old = await stage.board(table)
    for _ in range(2):
        assert (await ana.command("table show", stage.channel)).ok
        await stage.wait_until_quiet()
    boards = _boards(stage, table)
    assert len(boards) == 1
    assert boards[0]["id"] != old["id"]


async def test_board_with_an_unconfirmed_post_is_not_posted_twice(stage: Stage) -> None:
    table = await stage.lobby(*stage.people[1:4])
    stage.sandbox.add_fault(f"POST /channels/{stage.channel}/messages", reset=True, after=True)
    assert (await stage.people[0].command("table start", stage.channel)).ok
    await stage.wait_until_quiet()
    await _pass(stage, table)
    boards = [m for m in _boards(stage, table) if "Hand 1" in text(m)]
    assert len(boards) == 1
    assert "pass" in text(boards[0])


async def test_server_error_while_posting_a_board_is_retried(stage: Stage) -> None:
    table = await stage.start_game(*stage.people[1:4])
    board = await stage.board(table)
    stage.sandbox.add_fault(
        f"PATCH /channels/{stage.channel}/messages/{board['id']}", reset=True, times=2
    )
    await _pass(stage, table)
    assert "pass" in text(await stage.board(table))


class _Resting:
    """Replaces asyncio in discord.py: its rate-limit sleeps last until the test ends them."""

    def __init__(self) -> None:
        self.over = asyncio.Event()

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    async def sleep(self, seconds: float) -> None:
        await self.over.wait()


async def test_players_are_told_that_plays_count_while_discord_is_slow(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await stage.start_game(*stage.people[1:4])
    board = await stage.board(table)
    resting = _Resting()
    monkeypatch.setattr("discord.http.asyncio", resting)
    edit = f"PATCH /channels/{stage.channel}/messages/{board['id']}"
    slow = stage.sandbox.add_fault(edit, status=429, retry_after=2.6)
    first = await stage.in_turn(table)
    assert (await first.command("bid", stage.channel, call="31")).ok
    while not slow.hits:  # noqa: ASYNC110 - no event to await
        await asyncio.sleep(0.005)
    screens = stage.screens.of(table)
    assert screens.news.trouble.since is not None
    screens.news.trouble.since -= SLOW_SECONDS  # simulate the passing of time
    panel = await stage.panel(first)
    assert "Discord is slow, so the board lags behind. What you do counts." in text(panel)
    second = await stage.in_turn_now(table)
    assert (await second.command("bid", stage.channel, call="32")).ok
    resting.over.set()
    await stage.wait_until_quiet()
    assert "32" in text(await stage.board(table))
    assert "Discord is slow" not in text(await stage.panel(first))


async def test_game_continues_during_a_long_rate_limit(stage: Stage) -> None:
    table = await stage.start_game(*stage.people[1:4])
    board = await stage.board(table)
    edit = f"PATCH /channels/{stage.channel}/messages/{board['id']}"
    stage.sandbox.add_fault(edit, status=429, retry_after=40.0)
    for _ in range(2):
        person = await stage.in_turn_now(table)
        assert (await person.command("bid", stage.channel, call="pass")).ok
    assert (await stage.view(table)).seq == 3
    stage.clock.move(41)
    await stage.wait_until_quiet()
    shown = text(await stage.board(table))
    assert shown.count("pass") >= 2


async def test_table_without_attach_files_uses_text_and_tells_the_host_once(
    stage: Stage, ana: SimulatedUser
) -> None:
    stage.sandbox.deny(stage.channel, Permission.ATTACH_FILES)
    outcome = await ana.command("table open", stage.channel)
    assert "I need **Attach Files** to show pictures" in text(outcome.message)
    table = (await stage.tables.live_tables(channel_id=int(stage.channel)))[0].table_id
    for guest in stage.people[1:4]:
        assert (await guest.command("table join", stage.channel)).ok
    assert (await ana.command("table start", stage.channel)).ok
    await _pass(stage, table)
    board = await stage.board(table)
    assert not [c for c in walk(board["components"]) if c["type"] == PICTURE]
    assert "pass" in text(board)
    assert (
        sum("Attach Files" in words for p in stage.people for words in stage.ephemeral_texts(p))
        == 1
    )
    assert not any("Attach Files" in words for words in stage.channel_texts())
    assert [r for r in stage.sandbox.refusals if r.code == 50013] == []


async def test_table_without_embed_links_and_history_is_complete(stage: Stage) -> None:
    stage.sandbox.deny(stage.channel, Permission.EMBED_LINKS | Permission.READ_MESSAGE_HISTORY)
    table = await stage.start_game(*stage.people[1:4])
    await _pass(stage, table)
    assert "pass" in text(await stage.board(table))
    assert list(stage.sandbox.refusals) == []
    renamed = [r for r in stage.sandbox.log if r.route == "PATCH /channels/{}"]
    assert renamed == []  # channels are never renamed, so that limit is never reached


async def test_board_too_old_for_frequent_edits_is_reposted(stage: Stage) -> None:
    table = await stage.start_game(*stage.people[1:4])
    board = await stage.board(table)
    edit = f"PATCH /channels/{stage.channel}/messages/{board['id']}"
    stage.sandbox.add_fault(edit, status=400, code=30046)
    await _pass(stage, table)
    boards = _boards(stage, table)
    assert [m["id"] for m in boards] != [board["id"]]
    assert len(boards) == 1


async def test_play_now_without_attach_files_says_so_too(stage: Stage, ana: SimulatedUser) -> None:
    stage.sandbox.deny(stage.channel, Permission.ATTACH_FILES)
    help_screen = (await ana.command("help", stage.channel)).message
    await press(ana, help_screen, "now")
    await stage.wait_until_quiet()
    assert sum("Attach Files" in words for words in stage.ephemeral_texts(ana)) == 1


async def test_missing_write_permission_is_named_and_no_table_opens(
    stage: Stage, ana: SimulatedUser
) -> None:
    stage.sandbox.deny(stage.channel, Permission.SEND_MESSAGES)
    outcome = await ana.command("table open", stage.channel)
    said = text(outcome.message)
    assert "I can't post in #dominoes. Ask a moderator to give me **Send Messages** there" in said
    stage.sandbox.deny(stage.channel, Permission.VIEW_CHANNEL)
    outcome = await ana.command("table open", stage.channel)
    assert "**View Channel** and **Send Messages**" in text(outcome.message)
    assert await stage.tables.live_tables(guild_id=int(stage.sandbox.guild_id)) == []
    stage.sandbox.deny(stage.channel, Permission(0))
    assert "is open in" in text((await ana.command("table open", stage.channel)).message)


async def test_players_are_told_of_a_permission_lost_mid_game_and_play_continues(
    stage: Stage,
) -> None:
    table = await stage.start_game(*stage.people[1:4])
    board = await stage.board(table)
    stage.sandbox.deny(stage.channel, Permission.VIEW_CHANNEL | Permission.SEND_MESSAGES)
    first = await stage.in_turn(table)
    assert (await first.command("bid", stage.channel, call="31")).ok
    await stage.wait_until_quiet()
    assert "high bid: 31" not in text(first.message(board))
    second = await stage.in_turn(table)
    panel = await stage.panel(second)
    assert "I can't post in the table's channel any more." in text(panel)
    await press(second, panel, "call", "32")
    assert (await stage.view(table)).seq == 3
    stage.sandbox.deny(stage.channel, Permission(0))
    third = await stage.in_turn(table)
    await press(third, await stage.panel(third), "call", "pass")
    await stage.wait_until_quiet()
    assert "high bid: 32" in text(await stage.board(table))
    assert "I can't post" not in text(await stage.panel(third))


async def test_players_are_told_if_automod_blocks_a_message(
    stage: Stage, ana: SimulatedUser
) -> None:
    table = await stage.lobby(*stage.people[1:4])
    board = await stage.board(table)
    edit = f"PATCH /channels/{stage.channel}/messages/{board['id']}"
    stage.sandbox.add_fault(edit, status=400, code=200000, times=100)
    assert (await ana.command("table start", stage.channel)).ok
    await stage.wait_until_quiet()
    first = await stage.in_turn(table)
    panel = await stage.panel(first)
    assert "AutoMod blocked my message. Ask a moderator to allow the bot." in text(panel)
    stage.sandbox.faults.clear()
    await press(first, panel, "call", "pass")
    await stage.wait_until_quiet()
    assert "Hand 1" in text(await stage.board(table))
    assert (await stage.view(table)).status is Status.PLAYING


async def test_buttons_of_an_earlier_board_show_the_current_hand(stage: Stage) -> None:
    table = await stage.start_game(*stage.people[1:4])
    old = button(await stage.board(table), "hand")
    await _pass(stage, table)
    person = await stage.in_turn(table)
    assert (await stage.forge(person, old)).ok
    assert "pass" in stage.ephemeral_texts(person)[-1]


async def _until_boards(stage: Stage, table: str, count: int) -> None:
    await asyncio.sleep(0)
    while len(_boards(stage, table)) != count:  # noqa: ASYNC110 - no event to await
        await asyncio.sleep(0.005)
    await stage.wait_until_quiet()


def _cards(stage: Stage) -> list[Json]:
    """Return the boards of the only table, including those shrunk to a line, oldest first."""
    found = stage.sandbox.state.visible(stage.channel, None, 100)
    return [message for message in found if message["flags"] & V2]


def _in_one_line(card: Json) -> bool:
    no_buttons = not any(part["type"] == BUTTON for part in walk(card["components"]))
    return len(text(card).splitlines()) == 1 and no_buttons and not card["attachments"]


async def test_cards_of_hands_before_the_last_two_become_one_line_each_even_after_a_restart(
    unlit: Stage,
) -> None:
    stage = unlit
    async with stage.running():
        table = await stage.start_game(*stage.people[1:4])
        for _ in range(2):
            await stage.play_hand(table)
            await stage.next_hand(table)
        assert [_in_one_line(card) for card in _cards(stage)] == [False] * 3
        await stage.play_hand(table)
    async with stage.running():
        await stage.next_hand(table)
        cards = _cards(stage)
        assert [_in_one_line(card) for card in cards] == [True, False, False, False]
        assert text(cards[0]).startswith("-# **Hand 1** · ")
        assert any(person.name in text(cards[0]) for person in stage.people)
    edits = f"PATCH /channels/{stage.channel}/messages/{cards[0]['id']}"
    again = stage.sandbox.add_fault(edits, status=500)
    async with stage.running():
        await stage.play_hand(table)
        await stage.next_hand(table)
        cards = _cards(stage)
        assert [_in_one_line(card) for card in cards] == [True, True, False, False, False]
        assert not again.hits


async def test_deleted_card_does_not_block_the_others(unlit: Stage) -> None:
    stage = unlit
    async with stage.running():
        table = await stage.start_game(*stage.people[1:4])
        for number in range(4):
            await stage.play_hand(table)
            await stage.next_hand(table)
            if not number:
                stage.sandbox.delete_message(_cards(stage)[0])
        assert [_in_one_line(card) for card in _cards(stage)] == [True, False, False, False]


async def test_closed_table_keeps_the_winners_names(stage: Stage) -> None:
    table = await stage.start_game(*stage.people[1:4], options="target=1")
    while (await stage.view(table)).status is Status.PLAYING:
        await stage.play_hand(table)
        if (await stage.view(table)).status is Status.BETWEEN:
            await stage.next_hand(table)
    won = next(line for line in text(await stage.board(table)).splitlines() if " win" in line)
    for person in stage.people[:4]:
        await stage.tables.leave(table, int(person.id))
    await stage.wait_until_quiet()
    assert (await stage.view(table)).status is Status.CLOSED
    card = text(await stage.board(table))
    assert won in card
    assert "This table is closed." in card
