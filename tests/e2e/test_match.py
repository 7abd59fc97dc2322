"""Whole games among four people, each by one way of acting."""

from __future__ import annotations

from tests.e2e.conftest import Stage
from tests.support.play import (
    open_table,
    play_all,
    seat,
    start,
    text_of,
)


async def test_four_people_play_a_match_to_seven_marks_by_buttons_at_the_table(
    stage: Stage,
) -> None:
    channel = await open_table(stage.people[0], stage.channel)
    players = await seat(stage.people, channel, at="table")
    await start(players)
    for player in players:
        assert (await player.my_hand()).ok
    board = await play_all(players)
    assert "N/S 7" in text_of(board) or "E/W 7" in text_of(board)
