"""Whole games of four people, each with one way of acting."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from discord_sandbox.client.simulated_user import SimulatedUser
from tests.support.live_stage import LiveStage, run_live_stage
from tests.support.matrix import mostly_long
from tests.support.play import (
    Player,
    Typist,
    begin,
    open_table,
    play_game,
    play_hand,
    seat,
    start,
)
from tests.support.screens import can, is_board, is_hand_over, is_private, text_of

SHORT = "target=2"
FAST = 30.0  # nobody presses Ready there: the timer starts the next hand


@pytest.fixture
def rate() -> float:
    """Whole games would take too long under Discord's rate limits."""
    return 10.0


def has_won(board_text: str, target: int) -> bool:
    """Return True if the last board shows that a side has reached the target."""
    (scores,) = re.findall(r"(?:Marks|Score): (.+?) \(to", board_text)[:1] or [""]
    return any(int(total) >= target for total in re.findall(r" (\d+)(?: ·|$)", scores))


@pytest.mark.parametrize("target", mostly_long([2, 7], 2))
async def test_four_people_play_a_match_by_buttons_at_the_table(
    stage: LiveStage, target: int
) -> None:
    channel = await open_table(stage.people[0], stage.channel, options=f"target={target}")
    players = await seat(stage.people, channel, at="table")
    await start(players)
    for player in players:
        assert (await player.my_hand()).ok
    board = await play_game(players)
    assert has_won(text_of(board), target)
    await _assert_results_are_shown(stage.people, channel)


async def _assert_results_are_shown(people: list[SimulatedUser], channel: str) -> None:
    """Check that the leaderboard and profiles have this game."""
    leaders = text_of((await people[0].command("leaderboard", channel)).message or {})
    assert leaders.count("1 of 1 won") == leaders.count("0 of 1 won") == 2
    assert all(person.name in leaders for person in people)
    profile = text_of((await people[0].command("profile", channel)).message or {})
    assert "1 game played" in profile
    other = await people[0].command("profile", channel, player=people[1])
    assert people[1].name in text_of(other.message or {})


async def test_four_people_play_a_match_using_only_commands(tmp_path: Path) -> None:
    async with run_live_stage(tmp_path, rate=FAST) as stage:
        stage.refusals_expected = {50027}  # a token may expire before an edit arrives
        host, *others = stage.people
        assert (await host.command("table open", stage.channel, options=SHORT)).ok
        for person in others:
            assert (await person.command("table join", stage.channel)).ok
        assert (await host.command("table start", stage.channel)).ok
        # They read in both places: an unused panel goes stale after half a minute.
        players: list[Player] = [Typist(person, stage.channel) for person in stage.people]
        for player in players:
            assert (await player.person.command("hand", stage.channel)).ok
        board = await play_game(players)
        assert has_won(text_of(board), 2)
        leaders = await host.command("leaderboard", stage.channel)
        assert text_of(leaders.message or {}).count("1 of 1 won") == 2


async def test_four_people_play_a_match_using_only_dms(stage: LiveStage) -> None:
    channel = await open_table(stage.people[0], stage.channel, options=SHORT)
    players = await seat(stage.people, channel, at="dm")
    await start(players)
    board = await play_game(players)
    assert has_won(text_of(board), 2)


async def test_player_with_closed_dms_is_told_once_where_their_hand_is(
    stage: LiveStage,
) -> None:
    closed = stage.people[1]
    closed.dms_open = False
    stage.refusals_expected = {50007}
    players = await begin(stage.people, stage.channel, options=SHORT)
    await play_game(players)
    assert closed.dm is None or closed.messages(closed.dm) == []
    told = [m for m in closed.messages(stage.channel) if _calls(m, closed)]
    assert len(told) == 1
    assert can(told[0], "hand")
    assert "I can't send you DMs" in text_of(told[0])


def _calls(message: dict[str, object], person: SimulatedUser) -> bool:
    return not is_private(message) and person.mention in text_of(message)


@pytest.mark.long
async def test_points_game_is_played_to_its_target(stage: LiveStage) -> None:
    players = await begin(
        stage.people, stage.channel, preset="straight-points", options="target=100"
    )
    board = await play_game(players)
    assert has_won(text_of(board), 100)


@pytest.mark.long
async def test_rematch_starts_a_new_game_with_the_same_people(stage: LiveStage) -> None:
    players = await begin(stage.people, stage.channel, preset="simple", options=SHORT)
    await play_game(players)
    first_seqs = [player.last_seq for player in players]
    for player in players:
        assert (await player.press("rematch")).ok
    await players[0].wait(lambda m: is_board(m) and not is_hand_over(m), stage.channel)
    await play_hand(players)
    assert all(p.last_seq > seq for p, seq in zip(players, first_seqs, strict=True))
