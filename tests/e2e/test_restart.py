"""A program that is killed mid-hand and restarted loses nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from discord_sandbox.checks.components import walk
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
)
from tests.support.screens import (
    Json,
    files_of,
    is_board,
    is_hand_over,
    is_private,
    presses,
    seq_of,
    text_of,
)

ACTS_BEFORE = 9  # four calls, a contract, a trick


def _boards(player: Player) -> list[Json]:
    return [m for m in player.person.messages(player.channel) if is_board(m)]


async def test_hand_continues_from_the_last_accepted_act_after_kill_9(stage: LiveStage) -> None:
    players = await begin(stage.people, stage.channel)
    await play_acts(players, ACTS_BEFORE)
    await stage.crash()
    newest = max(player.last_seq for player in players)
    _, panel = await _in_turn_by_my_hand(players)
    assert seq_of(panel) == newest + 1
    await play_hand(players)
    seqs = sorted(seq for each in players for seq, _, _ in each.acted)
    assert seqs == list(range(seqs[0], seqs[0] + len(seqs)))  # none lost, none doubled


async def _in_turn_by_my_hand(players: list[Player]) -> tuple[Player, Json]:
    """Find the player in turn using the old board's "My hand"; return their panel too."""
    for player in players:
        outcome = await player.my_hand()
        assert outcome.ok
        if outcome.message is not None and any(presses(outcome.message, "play", "call")):
            return player, outcome.message
    raise AssertionError("nobody is in turn")


async def test_board_is_edited_and_no_second_dm_is_sent_after_kill_9(stage: LiveStage) -> None:
    players = await begin(stage.people, stage.channel)
    await play_acts(players, ACTS_BEFORE)
    boards = [board["id"] for board in _boards(players[0])]
    dms = [await player.only_dm() for player in players]
    await stage.crash()
    await _in_turn_by_my_hand(players)
    await play_hand(players)
    await players[0].wait(is_hand_over, stage.channel)
    assert [board["id"] for board in _boards(players[0])] == boards
    assert [await player.only_dm() for player in players] == dms


async def test_old_panel_of_the_player_in_turn_works_after_kill_9(stage: LiveStage) -> None:
    players = await begin(stage.people, stage.channel)
    for player in players:
        player.at = "table"
    await play_acts(players, ACTS_BEFORE)
    player = await acting(players)
    act = player.choose(player, await player.turn())
    assert is_private(act.message)
    await stage.crash()
    await player.act(act)
    for each in players:
        each.at = "both"  # the others' panels can no longer be edited
    await player.wait(lambda m: is_board(m) and seq_of(m) > act.seq, stage.channel)
    await play_acts(players, 4)


@pytest.mark.long
async def test_old_dm_works_after_kill_9(stage: LiveStage) -> None:
    players = await begin(stage.people, stage.channel)
    for player in players:
        player.at = "dm"
    await play_acts(players, ACTS_BEFORE)
    player = await acting(players)
    act = player.choose(player, await player.turn())
    assert act.message["channel_id"] == player.person.dm
    await stage.crash()
    await player.act(act)
    await play_hand(players)
    for each in players:
        await each.only_dm()


async def test_stale_button_from_before_kill_9_refreshes_the_panel(stage: LiveStage) -> None:
    players = await begin(stage.people, stage.channel)
    player = await acting(players)
    act = player.choose(player, await player.turn())
    message = act.message
    await player.act(act)
    await stage.crash()
    shown = player.person.message(message) or message
    again = next(p for p in presses(shown, "more", "hand", "last"))
    assert (await player.click(again)).ok
    await play_acts(players, 4)


async def test_draw_and_its_proof_survive_kill_9_before_the_first_bid(stage: LiveStage) -> None:
    players = await begin(stage.people, stage.channel)
    before = await _proof_of_draw(stage, players[0])
    await stage.crash()
    assert await _proof_of_draw(stage, players[0]) == before
    assert before
    await play_acts(players, 4)


async def _proof_of_draw(stage: LiveStage, player: Player) -> dict[str, bytes]:
    """Press through More and Fair shake to the files that prove the draw."""
    for verb in ("more", "proof"):
        assert (await player.press(verb)).ok
    outcome = await player.press("draw-proof")
    assert outcome.message is not None
    blobs = stage.sandbox.state.blobs
    return {file.name: blobs[file.id].data for file in files_of(outcome.message)}


async def test_lobby_and_finished_game_survive_a_restart(stage: LiveStage) -> None:
    players = await begin(stage.people, stage.channel, options="target=1")
    await play_game(players)
    await stage.crash()
    for player in players:
        assert (await player.press("rematch")).ok
    await players[0].wait(lambda m: is_board(m) and not is_hand_over(m), stage.channel)
    leaders = await players[0].person.command("leaderboard", stage.channel)
    assert text_of(leaders.message or {}).count("1 of 1 won") == 2


@pytest.mark.long
async def test_level_of_the_computers_survives_a_restart(stage: LiveStage) -> None:
    (player,) = await seat(stage.people[:1], await open_table(stage.people[0], stage.channel))
    assert (await player.press("menu")).ok
    for level in ("steady", "easy"):
        assert (await player.press("level", level)).ok
        await player.wait(lambda m, at=level: _shown(m, "level") == at, stage.channel)
    await stage.crash()
    assert (await player.press("menu")).ok
    await player.wait(lambda m: _shown(m, "level") == "easy", stage.channel)
    assert (await player.press("start")).ok
    await player.wait(is_board, stage.channel)


async def test_score_word_survives_a_restart(tmp_path: Path) -> None:
    async with run_live_stage(tmp_path, SCORE_WORDS="SEX,LAP") as stage:
        (player,) = await seat(stage.people[:1], await open_table(stage.people[0], stage.channel))
        assert (await player.press("menu")).ok
        assert (await player.press("score-word", "LAP")).ok
        await stage.crash()
        assert (await player.press("menu")).ok
        await player.wait(lambda m: _shown(m, "score-word") == "LAP", stage.channel)


def _shown(message: Json, verb: str) -> str | None:
    """Return the option selected in a list of a table's menu."""
    parts = walk(message.get("components") or [])
    selects = (part for part in parts if part.get("custom_id", "").startswith(f"42:{verb}:"))
    options = (option for select in selects for option in select["options"])
    return next((option["value"] for option in options if option.get("default")), None)
