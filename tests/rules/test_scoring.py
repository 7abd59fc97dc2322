"""Examples from the sources: scoring hands, winning games, rotating tables."""

from dataclasses import replace
from random import Random

import pytest

from tests.support.appendix import example, rows
from tests.support.tables import (
    bid_and_name,
    do,
    legal,
    playing,
    random_end,
    random_playing,
    rules,
    shaken,
    tiles,
)
from texas42.engine import rotate_tables
from texas42.engine.scoring import early_end
from texas42.library import game as game_of
from texas42.library import load_rules

POINTS = rules("straight-points")
BOX = rules("puremco")
MARKS = rules("straight-marks")
ALL_SIXES = "66 65 64 63 62 61 60"
NO_SIXES = "55 54 53 52 51 50 44"


def random_results(table, bid, named, number):
    """Score this many random hands in which seat 0 bids."""
    for seed in range(number):
        game = random_playing(table, bid, named, seed)
        yield random_end(game, Random(seed)).deal.result


def result_with(table, bid, named, own):
    """Find the first of many random hands in which the bidding side takes exactly this much."""
    return next(
        result for result in random_results(table, bid, named, 3000) if result.points[0] == own
    )


@example("P12")
def test_five_counts_and_seven_tricks_make_42():
    counts = {tile: tile.count for tile in game_of("42").tiles if tile.count}
    expected = dict(zip(tiles("55 64 50 41 32"), (10, 10, 5, 5, 5), strict=True))
    assert counts == expected
    assert sum(counts.values()) + 7 * game_of("42").trick_points == 42
    assert {sum(result.points) for result in random_results(POINTS, "30", "5", 20)} == {42}


@example("F5")
def test_the_counters_add_up_to_five_or_ten():
    counted = {tile for tile in game_of("42").tiles if tile.high + tile.low in {5, 10}}
    assert counted == {tile for tile in game_of("42").tiles if tile.count}
    assert len(counted) == 5


@example("L3")
def test_seven_tricks_and_35_count_make_42():
    spec = game_of("42")
    assert (spec.hand_size * spec.trick_points, sum(t.count for t in spec.tiles)) == (7, 35)
    assert spec.total == 42


@example("P21", "F7", "S2")
def test_points_scoring_of_made_and_set_bids():
    seen = set()
    for result in random_results(POINTS, "30", "5", 60):
        own, others = result.points
        seen.add(result.made)
        assert result.made == (own >= 30)
        assert result.score == ((own, others) if result.made else (0, 30 + others))
    assert seen == {True, False}


@example("K10")
def test_bid_of_32_taking_35_scores_35_to_7():
    assert result_with(POINTS, "32", "5", 35).score == (35, 7)


@example("K11")
def test_bid_of_32_taking_30_gives_the_opponents_44():
    assert result_with(POINTS, "32", "5", 30).score == (0, 44)


@example("P22")
def test_bid_of_30_can_cost_72_and_a_one_mark_nello_42():
    game = playing(POINTS, "30", "6", NO_SIXES, ALL_SIXES)
    assert random_end(game, Random(1)).deal.result.score == (0, 72)
    table = rules("straight-points", nello="any", nello_doubles=["high"])
    game = do(playing(table, "42", "nello high", "66 55 44 33 22 11 00"), "66")
    assert random_end(game, Random(1)).deal.result.score == (0, 42)


RUNGS = [("42",), ("84",), ("84", "126"), ("84", "126", "168")]


def climb(table, calls, hands):
    """Play an auction of these calls in turn; the last caller names sixes."""
    hands = [""] * (len(calls) - 1) + list(hands)
    game = do(shaken(table, *hands), *calls)
    while game.deal.phase == "call":
        game = do(game, "pass")
    return do(game, "6")


@example("P23", "F8")
@pytest.mark.parametrize("calls", RUNGS)
def test_bids_of_42_or_more_score_exactly_the_bid(calls):
    bid = int(calls[-1])
    seat = len(calls) - 1
    made = random_end(climb(BOX, calls, [ALL_SIXES]), Random(1)).deal.result
    assert made.made
    assert made.score[seat % 2] == bid
    assert sum(made.score) == bid
    loser = [NO_SIXES, ALL_SIXES] if seat < 3 else [NO_SIXES]
    game = random_end(climb(BOX, calls, loser), Random(1))
    lost = game.deal.result
    assert not lost.made
    assert lost.score[1 - seat % 2] == bid
    assert sum(lost.score) == bid


@example("F8")
def test_one_lost_trick_sets_a_bid_of_84():
    game = random_end(playing(BOX, "84", "6", NO_SIXES, ALL_SIXES), Random(1))
    assert len(game.deal.tricks) == 1
    assert game.deal.result.ended == "set"
    assert game.deal.result.score == (0, 84)


@example("F8", "F7")
@pytest.mark.parametrize("preset", ["straight-points", "celko-points"])
def test_set_bid_of_84_gives_the_bid_and_their_points_where_it_is_not_exact(preset):
    game = random_end(playing(rules(preset), "84", "6", NO_SIXES, ALL_SIXES), Random(1))
    assert len(game.deal.tricks) == 7
    assert game.deal.result.score == (0, 84 + 42)
    made = random_end(playing(rules(preset), "84", "6", ALL_SIXES), Random(1)).deal.result
    assert made.score == (84, 0)


@example("P24")
def test_when_both_reach_250_the_bidding_side_wins():
    for seed in range(200):
        game = random_playing(POINTS, "30", "5", seed)
        start = shaken_again(game, (220, 249))
        end = random_end(start, Random(seed))
        if end.deal.result.made:
            assert min(end.total) >= 250
            assert end.winner == 0
            return
    pytest.fail("no hand was made")


def shaken_again(game, total):
    hands = [" ".join(f"{t.high}{t.low}" for t in hand) for hand in game.deal.dealt]
    return bid_and_name(shaken(game.rules, *hands, total=total), "30", "5")


@example("P25", "F9")
@pytest.mark.parametrize(
    ("calls", "marks"),
    [(("30",), 1), (("41",), 1), (("1m",), 1), (("2m",), 2), (("2m", "3m"), 3)],
)
def test_side_that_wins_the_hand_gets_the_marks(calls, marks):
    seat = len(calls) - 1
    made = random_end(climb(MARKS, calls, [ALL_SIXES]), Random(1)).deal.result
    assert made.score == tuple(marks if side == seat % 2 else 0 for side in (0, 1))
    lost = random_end(climb(MARKS, calls, [NO_SIXES, ALL_SIXES]), Random(1)).deal.result
    assert lost.score == tuple(0 if side == seat % 2 else marks for side in (0, 1))


@example("P25", "F9")
def test_126_is_three_marks_and_168_four():
    game = climb(MARKS, ("2m", "3m", "4m"), [ALL_SIXES])
    assert random_end(game, Random(1)).deal.result.score == (4, 0)


@example("L14")
def test_seven_marks_win_and_all_has_seven_strokes():
    strokes = {"A": 3, "L": 2}
    assert sum(strokes[letter] for letter in "ALL") == MARKS.target == 7
    for before, winner in ((5, None), (6, 0)):
        game = bid_and_name(shaken(MARKS, ALL_SIXES, total=(before, 6)), "30", "6")
        assert random_end(game, Random(1)).winner == winner


@example("K12")
def test_win_by_two_needs_eight_six_after_seven_six():
    table = rules("straight-marks", win_by_two=True)
    for before, winner in (((6, 6), None), ((7, 6), 0)):
        game = bid_and_name(shaken(table, ALL_SIXES, total=before), "30", "6")
        assert random_end(game, Random(1)).winner == winner
    game = bid_and_name(shaken(MARKS, ALL_SIXES, total=(6, 6)), "30", "6")
    assert random_end(game, Random(1)).winner == 0


LOSSES = [
    (30, 2, 10), (31, 1, 10), (32, 5, 5), (33, 4, 5), (34, 3, 5), (35, 2, 5), (36, 1, 5),
    (37, 5, 0), (38, 4, 0), (39, 3, 0), (40, 2, 0), (41, 1, 0), (42, 0, 0),
]  # fmt: skip


@example(*(f"L9.{bid}" for bid, _, _ in LOSSES))
@rows(*((f"L9.{bid}", bid, tricks, count) for bid, tricks, count in LOSSES))
def test_bid_cannot_lose_more_than_the_table_limit(row):
    bid, tricks, count = row
    assert not sets(bid, tricks + count)
    assert sets(bid, tricks + 1 + count)


def sets(bid, lost):
    """Return True if losing these points sets a bid at once."""
    game = playing(MARKS, "1m" if bid == 42 else str(bid), "5")
    return early_end(replace(game.deal, points=(0, lost))) == "set"


@example("L9.30")
def test_bid_of_30_survives_losing_two_five_counts_and_two_tricks():
    assert not sets(30, 2 + 5 + 5)


@example("K6")
def test_bid_of_36_is_set_by_a_ten_count_trick_or_a_five_count_and_two_tricks():
    assert sets(36, 1 + 10)
    assert sets(36, 2 + 5)
    assert not sets(36, 1 + 5)


@example("K7")
def test_any_lost_counter_sets_a_bid_of_37():
    assert all(sets(37, 1 + tile.count) for tile in game_of("42").tiles if tile.count)
    assert not sets(37, 5)


@example("F10.80", "F10.88", "F10.79", "F10.84x6", "F10.84x8", "P29")
@rows(
    ("F10.80", "80", 4, 2, 42, 10, 2, 60, 80),
    ("F10.88", "88", 6, 2, 56, 9, 2, 60, 88),
    ("F10.79", "79", 6, 2, 56, 9, 2, 50, 79),
    ("F10.84x6", "84x6", 6, 2, 56, 9, 2, 60, 88),
    ("F10.84x8", "84x8", 8, 2, 56, 7, 0, 60, 84),
    ("P29", "88", 6, 2, 56, 9, 2, 60, 88),
)
def test_tiles_hands_and_points_of_the_larger_games(row):
    name, seats, sides, number, hand, kitty, lowest, total = row
    spec = game_of(name)
    assert (spec.seats, spec.sides, len(spec.tiles)) == (seats, sides, number)
    assert (spec.hand_size, spec.kitty_size, spec.min_bid) == (hand, kitty, lowest)
    assert seats * hand + kitty == number
    assert spec.copies == 2
    counted = sum(tile.count for tile in spec.tiles)
    assert spec.total == total == hand * spec.trick_points + counted


@example("F10.80")
def test_80_has_no_blanks():
    assert all(tile.low > 0 for tile in game_of("80").tiles)


@example("F11")
def test_the_big_game_has_45_tiles_one_spare_and_seven_counters():
    spec = game_of("big-game")
    assert (len(spec.tiles), spec.hand_size, spec.kitty_size) == (45, 11, 1)
    counters = [tile for tile in spec.tiles if tile.count]
    assert counters == sorted(tiles("50 41 32 64 55 73 82"))


@example("F14")
def test_the_big_game_keeps_the_ratios_of_42():
    spec = game_of("big-game")
    count = sum(tile.count for tile in spec.tiles)
    dealt = spec.hand_size * spec.seats
    assert (count, dealt, spec.hand_size, spec.min_bid) == (55, 44, 11, 42)
    assert count / spec.hand_size == 5
    assert dealt / count == 0.8
    assert dealt / spec.hand_size == 4
    assert load_rules("big-game").target == 400


@example("F14b")
def test_the_ratios_of_42_are_five_four_fifths_and_four():
    spec = game_of("42")
    count = sum(tile.count for tile in spec.tiles)
    assert (count, len(spec.tiles), spec.hand_size, spec.min_bid) == (35, 28, 7, 30)
    assert count / spec.hand_size == 5
    assert len(spec.tiles) / count == 0.8
    assert len(spec.tiles) / spec.hand_size == 4
    assert rules("straight-points").target == 250


@example("F15")
def test_moon_has_22_tiles_three_hands_of_seven_and_a_widow():
    spec = game_of("moon")
    assert (len(spec.tiles), spec.seats, spec.hand_size, spec.kitty_size) == (22, 3, 7, 1)
    assert [tile for tile in spec.tiles if tile.low == 0] == list(tiles("00"))


@example("F15b")
def test_no_tile_of_moon_counts():
    table = load_rules("moon")
    assert [table.game.tile_count(tile) for tile in table.game.tiles] == [0] * 22
    assert {sum(result.points) for result in moon_results(table, "4", 5)} == {7}


def moon_results(table, bid, number):
    for seed in range(number):
        game = random_playing(table, bid, "5", seed)
        if game.deal.phase == "exchange":
            game = do(game, "/")
        yield random_end(game, Random(seed)).deal.result


@example("F16")
def test_three_player_moon_adds_or_subtracts_the_bid():
    table = load_rules("moon")
    results = list(moon_results(table, "5", 1500))
    made = next(result for result in results if result.points[0] == 6)
    assert made.score == (5, *made.points[1:])
    for result in results:
        if result.points[0] < 5:
            assert result.score == (-5, *result.points[1:])
    assert any(result.points[0] < 5 for result in results)


@example("F17")
def test_four_player_moon_adds_the_tricks_or_subtracts_the_bid():
    results = list(moon_results(load_rules("moon4"), "4", 600))
    assert {r.score for r in results if r.points == (6, 1)} == {(6, 1)}
    assert {r.score for r in results if r.points == (3, 4)} == {(-4, 4)}


@example("P33")
def test_count_in_the_kitty_of_88_is_exchanged_for_a_tile_without_count():
    table = load_rules("88")
    hand = "66 64 55 62 61 60 63 65 41"
    game = bid_and_name(shaken(table, hand, kitty="55 20"), "60 6", "6")
    assert not any(one.startswith(("/", "20/")) for one in legal(game))
    given = {tile for one in legal(game) for tile in one.split("/")[1].split(",")}
    assert given == {"66", "62", "61", "60", "63", "65"}
    assert "55/60" in legal(game)
    assert "20,55/60,61" in legal(game)
    game = do(game, "55/60")
    assert [f"{tile.high}{tile.low}" for tile in game.deal.kitty] == ["20", "60"]
    assert sum(tile.count for tile in game.deal.kitty) == 0


@example("P34")
def test_winners_move_up_a_table_and_losers_at_the_first_go_to_the_last():
    tables = [("a", "b"), ("c", "d"), ("e", "f"), ("g", "h")]
    assert rotate_tables(tables, [0, 1, 0, 1]) == (
        ("a", "d"),
        ("c", "e"),
        ("f", "h"),
        ("g", "b"),
    )


@example("P35")
@pytest.mark.parametrize("number", [2, 4])
def test_the_rotation_keeps_two_pairs_at_every_table(number):
    random = Random(number)
    tables = tuple((2 * table, 2 * table + 1) for table in range(number))
    for _ in range(50):
        tables = rotate_tables(tables, [random.randrange(2) for _ in tables])
        assert len(tables) == number
        assert sorted(pair for pairs in tables for pair in pairs) == list(range(2 * number))


def test_one_table_keeps_its_pairs():
    assert rotate_tables([("a", "b")], [1]) == (("a", "b"),)


def test_rotation_requires_a_winner_for_each_table():
    with pytest.raises(ValueError, match="winner"):
        rotate_tables([("a", "b")], [])
    with pytest.raises(ValueError, match="winner"):
        rotate_tables([("a", "b")], [2])
