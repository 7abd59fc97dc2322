"""Computer players, several tables at once, and answers to clicks."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from pathlib import Path

import pytest

from tests.support.live_stage import LiveStage, run_live_stage
from tests.support.play import (
    Player,
    acting,
    begin,
    open_table,
    play_acts,
    play_game,
    play_hand,
    seat,
    start,
)
from tests.support.screens import (
    Json,
    can,
    ids,
    is_board,
    is_game_over,
    is_hand_over,
    is_private,
    presses,
    seq_of,
    table_of,
    text_of,
)

TILE = re.compile(r"\b[0-6]-[0-6]\b|:d[0-6]{2}:")
TILE_ID = re.compile(r":play:|:[0-6]{2}\b")


@pytest.fixture
def rate() -> float:
    """Whole games would take too long under Discord's rate limits."""
    return 10.0


async def test_play_now_starts_a_game_with_one_press_and_the_next_at_the_same_table(
    stage: LiveStage,
) -> None:
    ana = stage.people[0]
    shown = (await ana.command("help", stage.channel)).message
    assert shown is not None
    commands = (await ana.command("help", stage.channel, topic="commands")).message
    assert re.search(r"</table open:\d+>", text_of(commands or {}))
    now = next(presses(shown, "now")).custom_id
    assert (await ana.click(shown, now)).ok
    player = Player(ana, stage.channel)
    assert (await player.press("know")).ok  # skip the lesson, which doesn't count
    board = await play_game([player])
    assert is_game_over(board)
    leaders = text_of((await ana.command("leaderboard", stage.channel, by="wins")).message or {})
    assert ana.name not in leaders  # games without people on both sides are not listed there
    alone = text_of((await ana.command("leaderboard", stage.channel)).message or {})
    assert "Leaderboard · Alone: games won" in alone
    assert ana.name in alone
    profile = text_of((await ana.command("profile", stage.channel)).message or {})
    assert "1 game played" in profile
    assert (await ana.click(shown, now)).ok
    assert (await player.turn()) is not None
    assert list(stage.sandbox.state.threads_of(stage.channel)) == []
    assert table_of(player.board() or {}) == table_of(board)


async def test_play_now_in_the_middle_of_a_hand_shows_that_hand(stage: LiveStage) -> None:
    ana = stage.people[0]
    shown = (await ana.command("help", stage.channel)).message or {}
    now = next(presses(shown, "now")).custom_id
    assert (await ana.click(shown, now)).ok
    player = Player(ana, stage.channel)
    await player.turn()
    first = table_of(player.board() or {})
    panel = (await ana.click(shown, now)).message or {}
    assert any(presses(panel, "call"))
    assert table_of(panel) == first
    assert list(stage.sandbox.state.threads_of(stage.channel)) == []


async def test_skip_to_my_turn_shows_the_next_turn_in_the_same_message(tmp_path: Path) -> None:
    async with run_live_stage(tmp_path, rate=10.0, PACE_SECONDS="30") as stage:
        stage.refusals_expected |= {10008}  # "My hand" may replace the panel before Skip is done
        await _skip_through_a_hand(stage)


async def _skip_through_a_hand(stage: LiveStage) -> None:
    ana = stage.people[0]
    shown = (await ana.command("help", stage.channel)).message or {}
    assert (await ana.click(shown, next(presses(shown, "now")).custom_id)).ok
    player = Player(ana, stage.channel)
    await player.wait(lambda m: is_board(m) and not can(m, "start"), stage.channel)
    assert (await player.press("know")).ok
    told = await ana.command("table pace", stage.channel, pace="relaxed")
    assert text_of(told.message or {}) == "Relaxed pace: computer players take their time."
    skipped = 0
    while not is_hand_over(player.board() or {}):
        panel = (await player.my_hand()).message or {}
        if any(presses(panel, "skip")):
            outcome = await ana.click(panel, next(presses(panel, "skip")).custom_id)
            assert outcome.ok
            await player.until(
                lambda shown=panel: not any(presses(ana.message(shown) or {}, "skip"))
            )
            skipped += 1
        if any(presses(panel, "call", "contract", "play")):
            await player.act()
        elif any(presses(panel, "ready")):
            break
    assert skipped  # a hand can be as short as a few tricks


async def test_play_now_beside_another_table_links_its_thread(stage: LiveStage) -> None:
    ana, bo = stage.people[:2]
    await open_table(bo, stage.channel)
    shown = (await ana.command("help", stage.channel)).message
    assert shown is not None
    outcome = await ana.click(shown, next(presses(shown, "now")).custom_id)
    assert outcome.ok
    (thread,) = stage.sandbox.state.threads_of(stage.channel)
    player = Player(ana, stage.channel)
    await player.wait(lambda m: f"<#{thread['id']}>" in text_of(m), stage.channel)


async def test_bad_rule_is_refused_before_a_thread_is_opened(stage: LiveStage) -> None:
    ana = stage.people[0]
    outcome = await ana.command(
        "table open", stage.channel, options="max_marks=5000", where="thread"
    )
    assert "at most" in text_of(outcome.message or {})
    assert list(stage.sandbox.state.threads_of(stage.channel)) == []


async def test_two_people_and_two_computers_play_a_game(stage: LiveStage) -> None:
    channel = await open_table(stage.people[0], stage.channel, preset="simple", options="target=1")
    players = await seat(stage.people[:2], channel)
    await start(players)
    board = await play_game(players)
    assert is_game_over(board)
    # they sat side by side, so on both sides
    leaders = text_of((await stage.people[0].command("leaderboard", stage.channel)).message or {})
    assert "1 of 1 won" in leaders


async def test_second_table_in_a_channel_gets_a_thread_and_all_are_playable(
    stage: LiveStage,
) -> None:
    newcomers = [stage.sandbox.add_user(name) for name in ("Eve", "Fay", "Gus", "Hal")]
    third = [stage.sandbox.add_user(name) for name in ("Ivy", "Jim", "Kay", "Lou")]
    general = stage.sandbox.channels["general"]
    first = await begin(stage.people[:4], stage.channel)
    second = await begin(newcomers, stage.channel)
    other = await begin(third, general)
    threads = {c["id"] for c in stage.sandbox.state.threads_of(stage.channel)}
    assert second[0].channel in threads
    assert (first[0].channel, other[0].channel) == (stage.channel, general)
    tables = (first, second, other)
    await asyncio.gather(*(play_hand(players) for players in tables))
    assert len({table_of(players[0].board() or {}) for players in tables}) == 3
    status = await stage.people[0].command("table status", general)
    assert all(f"Table {number}" in text_of(status.message or {}) for number in (1, 2, 3))


async def test_table_is_opened_in_a_thread_on_request(stage: LiveStage) -> None:
    players = await begin(stage.people, stage.channel, where="thread", options="target=1")
    assert players[0].channel in {c["id"] for c in stage.sandbox.state.threads_of(stage.channel)}
    assert is_game_over(await play_game(players))
    boards = [m for m in stage.people[0].messages(stage.channel) if is_board(m)]
    assert boards == []


async def test_double_click_plays_once(stage: LiveStage) -> None:
    players = await begin(stage.people, stage.channel)
    for each in players:
        each.at = "table"  # where the note appears
    await play_acts(players, 3)
    player = await acting(players)
    act = player.choose(player, await player.turn())
    first, second = await asyncio.gather(player.click(act), player.click(act))
    assert (first.ok, second.ok) == (True, True)
    assert "earlier turn" in text_of(player.panel() or {})
    await players[0].wait(lambda m: is_board(m) and seq_of(m) == act.seq + 1, stage.channel)
    player.acted.append((act.seq, act.verb, act.arg))
    await play_acts(players, 1)
    await players[0].wait(lambda m: is_board(m) and seq_of(m) == act.seq + 2, stage.channel)


async def test_stale_button_changes_nothing_and_refreshes_the_panel_with_a_note(
    stage: LiveStage,
) -> None:
    players = await begin(stage.people, stage.channel)
    player = await acting(players)
    await player.wait_for_both_hands()
    in_dm = [p for m in player.person.messages(player.person.dm or "") for p in presses(m, "call")]
    player.at = "table"
    clicked = asyncio.Event()
    stage.sandbox.add_fault(f"PATCH /channels/{player.person.dm}/messages/*", until=clicked)
    await player.act()
    outcome = await player.click(in_dm[0])  # the DM still shows the same turn
    clicked.set()
    assert outcome.ok
    shown = outcome.message or {}
    assert "earlier turn" in text_of(shown)
    assert not any(True for _ in presses(shown, "call"))
    assert seq_of(shown) == in_dm[0].seq + 1


async def test_hand_in_another_channel_links_the_table(stage: LiveStage) -> None:
    await begin(stage.people, stage.channel)
    outcome = await stage.people[0].command("hand", stage.sandbox.channels["general"])
    assert f"Your table is in <#{stage.channel}>." in text_of(outcome.message or {})


async def test_hand_elsewhere_links_a_table_whose_game_is_over(stage: LiveStage) -> None:
    channel = await open_table(stage.people[0], stage.channel, options="target=1")
    players = await seat(stage.people[:1], channel)
    await start(players)
    assert is_game_over(await play_game(players))
    (ana,) = players
    for place in (stage.sandbox.channels["general"], ana.person.dm or ""):
        shown = (await ana.person.command("hand", place)).message or {}
        assert f"Your table is in <#{channel}>." in text_of(shown)
        assert f"/{channel}" in str(shown)


@pytest.mark.parametrize("people", [1, 2])
async def test_leaving_needs_confirmation_only_if_other_people_are_seated(
    stage: LiveStage, people: int
) -> None:
    ana, bo = stage.people[:2]
    await open_table(ana, stage.channel)
    if people == 2:
        await bo.command("table join", stage.channel)
    await ana.command("table start", stage.channel)
    said = text_of((await ana.command("table leave", stage.channel)).message or {})
    assert ("Leave Table" in said) == (people == 2)


async def test_spectator_pressing_my_hand_sees_no_tiles(stage: LiveStage) -> None:
    eve = stage.sandbox.add_user("Eve")
    await begin(stage.people, stage.channel)
    board = await eve.wait_for(lambda m: is_board(m) and can(m, "hand"), stage.channel)
    outcome = await eve.click(board, next(presses(board, "hand")).custom_id)
    shown = outcome.message or {}
    assert is_private(shown)
    assert "watching" in text_of(shown)
    assert not _names_a_tile(shown)
    assert eve.dm is None


def _names_a_tile(message: Json) -> bool:
    return bool(TILE.search(text_of(message)) or TILE_ID.search(" ".join(ids(message))))


async def test_play_costs_one_answer_one_board_edit_and_the_other_panels(
    stage: LiveStage,
) -> None:
    players = await begin(stage.people, stage.channel)
    await acting(players)
    for player in players:
        await player.wait_for_both_hands()
        player.at = "table"
    before = len(stage.sandbox.log)
    await play_hand(players)
    acts = sum(len(player.acted) for player in players)
    routes = [r.route for r in stage.requests(before)]
    sent = Counter(route.split("/")[1] for route in routes)
    assert acts > len(players)
    assert sent["interactions"] == acts
    # Panels follow every play through interaction tokens, which Discord does not rate limit: those
    # of the others, and the player's own if its picture comes after the answer.
    assert sent["webhooks"] <= len(players) * acts, sent
    # The rate limit does count the board, and the DMs that people see until their first play and at
    # the end of the hand.
    assert sent["channels"] <= acts + 3 * len(players), sent
    assert set(sent) <= {"interactions", "webhooks", "channels"}
