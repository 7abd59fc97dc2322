"""Standings rank by games won, then marks for, then fewest marks against."""

from __future__ import annotations

from dataclasses import replace

from bot.events.model import Event, Partners
from bot.events.rounds import standings

from .samples import event, play_round


def order(found: Event) -> list[tuple[int, tuple[int, ...]]]:
    return [(line.place, line.entries) for line in standings(found)]


def test_standings_are_empty_before_the_start() -> None:
    assert standings(event(8)) == ()


def test_games_won_rank_first() -> None:
    found = play_round(play_round(event(8), 0, 0, score=(7, 0)), 0, 0, score=(7, 6))
    # 0-1 won twice; 4-5 moved up and then lost 6 to 7
    assert order(found)[0] == (1, (0, 1))
    assert [line.won for line in standings(found)] == [2, 1, 1, 0]


def test_ties_break_by_marks_for_then_marks_against() -> None:
    found = play_round(event(8), 0, 0)
    games = (replace(found.games[0], total=(8, 5)), replace(found.games[1], total=(7, 5)))
    by_marks = standings(replace(found, games=games))
    assert [line.entries for line in by_marks] == [(0, 1), (4, 5), (6, 7), (2, 3)]
    games = (replace(found.games[0], total=(7, 6)), replace(found.games[1], total=(7, 5)))
    by_marks_against = standings(replace(found, games=games))
    assert [line.entries for line in by_marks_against][:2] == [(4, 5), (0, 1)]


def test_equal_results_share_a_place() -> None:
    assert [place for place, _ in order(play_round(event(8), 0, 0))] == [1, 1, 3, 3]


def test_rotating_partners_are_ranked_individually() -> None:
    found = play_round(play_round(event(8, Partners.ROTATING), 0, 0), 0, 0)
    lines = standings(found)
    assert sorted(line.entries for line in lines) == [(n,) for n in range(8)]
    assert {line.played for line in lines} == {2}
    assert sum(line.won for line in lines) == 8
    assert sum(line.scored for line in lines) == sum(line.against for line in lines)


def test_abandoned_game_counts_for_nobody() -> None:
    found = play_round(event(8), 0, 1)
    games = (replace(found.games[0], total=None), found.games[1])
    assert [line.played for line in standings(replace(found, games=games))] == [1, 1, 0, 0]
