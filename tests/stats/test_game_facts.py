"""The facts that a player sees about a finished game."""

from __future__ import annotations

from bot.store import Store
from bot.values.game_fact import BidMade, GameFact

from .season import NANCY, PLAYED_AT, Season

WON = 0
LOST = 1


async def _fact(store: Store, number: int, user_id: int = NANCY) -> GameFact | None:
    return await store.results.game_fact(user_id, f"t{number:05}", 1)


async def test_a_first_win_is_counted_after_a_lost_game(season: Season, store: Store) -> None:
    await season.game(winner=LOST, at=PLAYED_AT)
    await season.game(winner=WON, at=PLAYED_AT + 1)
    assert await _fact(store, 1) == GameFact(1, 0)
    assert await _fact(store, 2) == GameFact(2, 1, run=1, is_longest=True)


async def test_a_run_counts_games_up_to_this_one_and_only_a_longer_one_is_the_longest(
    season: Season, store: Store
) -> None:
    for number, winner in enumerate((WON, WON, LOST, WON, WON, WON)):
        await season.game(winner=winner, at=PLAYED_AT + number)
    found = [await _fact(store, number) for number in range(1, 7)]
    runs = [(fact.run, fact.is_longest) for fact in found if fact is not None]
    assert runs == [(1, True), (2, True), (0, False), (1, False), (2, False), (3, True)]


async def test_only_a_new_highest_made_bid_is_mentioned(season: Season, store: Store) -> None:
    mine = {"bidder": 0, "made": True}
    one_mark = mine | {"bid_points": 42, "bid_marks": 1}
    two_marks = mine | {"bid_points": 42, "bid_marks": 2}
    sizes = (
        [mine | {"bid_points": 31}],
        [mine | {"bid_points": 30}, mine | {"bid_points": 34}],
        [one_mark, {"bidder": 0, "made": False, "bid_points": 42, "bid_marks": 4}],
        [one_mark],
        [two_marks],
    )
    for number, hands in enumerate(sizes):
        at = PLAYED_AT + number
        await season.game(winner=WON, hands=[each | {"at": at} for each in hands], at=at)
    found = [await _fact(store, number) for number in range(1, 6)]
    best = [fact.best_bid for fact in found if fact is not None]
    assert best == [None, BidMade(0, 34), BidMade(1, 42), None, BidMade(2, 42)]


async def test_person_who_did_not_play_has_no_fact(season: Season, store: Store) -> None:
    await season.game(winner=LOST)
    assert await _fact(store, 1) == GameFact(1, 0)
    assert await _fact(store, 1, user_id=99) is None
    assert await _fact(store, 9) is None
