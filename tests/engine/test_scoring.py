"""When a hand ends, what it scores, and who wins the game."""

import pytest

from tests.engine.support import bid_and_name, deal_in, legal, run, start, table
from texas42.engine import DealResult, Game, Rules

# Seat 1 holds every six, so with sixes as trump it takes every trick.
SIXES = {1: "66 65 64 63 62 61 60"}
# With sixes as trump, seat 1 leads the 1-0 and loses the trick.
LOSES_ONE = {1: "66 10 20 30 40 50 21", 2: "11 31 41 51 61 22 32", 3: "00 42 43 44 52 53 54"}
# Seat 1 leads the 5-4; seat 2 takes the first trick with 5-5 and 5-0 in it.
LOSES_FIRST = {1: "54 10 20 30 40 21 31", 2: "55", 3: "50 51", 0: "53 52"}


def play_hand(
    rules: Rules,
    hands: dict[int, str],
    bid: str,
    contract: str | None,
    script: str = "",
    total: tuple[int, ...] | None = None,
) -> Game:
    """Play seat 1's hand: the script first, then the last legal tile each turn."""
    game = bid_and_name(start(rules, hands, total=total), bid, contract)
    game = run(game, script)
    while deal_in(game).to_act is not None:
        game = run(game, legal(game)[-1])
    return game


def result(game: Game) -> DealResult:
    found = deal_in(game).result
    assert found is not None
    return found


@pytest.mark.parametrize(("bid", "marks"), [("30", 1), ("41", 1), ("1m", 1), ("2m", 2)])
def test_made_bid_scores_one_mark_or_the_marks_bid(bid: str, marks: int) -> None:
    assert result(play_hand(table(), SIXES, bid, "6")).score == (0, marks)


def test_set_gives_the_marks_bid_to_the_other_side() -> None:
    game = play_hand(table(), LOSES_ONE, "2m", "6", "10")
    assert (result(game).ended, result(game).made, result(game).score) == ("set", False, (2, 0))


def test_hand_by_marks_stops_when_the_bid_is_made() -> None:
    game = play_hand(table(), SIXES, "30", "6")
    assert result(game).ended == "made"
    assert result(game).points[1] >= 30
    assert len(deal_in(game).tricks) < 7


def test_hand_by_marks_stops_when_the_bid_is_set() -> None:
    game = play_hand(table(), LOSES_FIRST, "31", "4", "10")
    assert result(game).ended == "set"
    others = result(game).points[0]
    last = deal_in(game).tricks[-1]
    assert others > 42 - 31 >= others - last.points


def test_made_bid_is_played_out_with_early_stop_loss() -> None:
    assert result(play_hand(table(early_stop="loss"), SIXES, "30", "6")).ended == "played-out"


def test_early_stop_none_plays_every_hand_out() -> None:
    game = play_hand(table(early_stop="none"), LOSES_ONE, "2m", "6", "10")
    assert (result(game).ended, result(game).made) == ("played-out", False)
    nello = table(preset="house", early_stop="none")
    game = play_hand(nello, SIXES, "1m", "nello high", "66")
    assert (result(game).ended, result(game).made) == ("played-out", False)
    assert len(deal_in(game).tricks) == 7


def test_made_bid_by_points_scores_the_points_of_both_sides() -> None:
    game = play_with_both_scoring("bidder", (0, 0))
    got = result(game)
    assert (got.made, got.ended, sum(got.points)) == (True, "played-out", 42)
    assert got.score == got.points
    assert min(got.points) > 0


def test_set_by_points_gives_the_others_the_bid_and_their_points() -> None:
    game = play_hand(table(preset="straight-points"), LOSES_FIRST, "32", "2", "54 55 50 53")
    got = result(game)
    assert got.points[0] > 10
    assert (got.made, got.score) == (False, (32 + got.points[0], 0))


def test_bid_above_42_scores_exactly_the_bid() -> None:
    rules = table(preset="puremco")
    assert result(play_hand(rules, SIXES, "84", "6")).score == (0, 84)
    lost = result(play_hand(rules, LOSES_ONE, "84", "6", "10"))
    assert (lost.ended, lost.score) == ("set", (84, 0))


@pytest.mark.parametrize("preset", ["straight-points", "celko-points"])
def test_inexact_42_is_played_out_and_adds_the_others_points(preset: str) -> None:
    rules = table(preset=preset)
    lost = result(play_hand(rules, LOSES_ONE, "42", "6", "10"))
    assert (lost.ended, lost.made) == ("played-out", False)
    assert lost.score == (42 + lost.points[0], 0)
    assert result(play_hand(rules, SIXES, "42", "6")).score == (0, 42)


def test_inexact_42_does_not_change_special_contracts() -> None:
    rules = table(preset="house", scoring="points", exact_42plus=False, early_stop="loss")
    lost = result(play_hand(rules, SIXES, "42", "nello high", "66"))
    assert (lost.ended, lost.score) == ("set", (42, 0))


def test_hand_by_points_is_played_out_when_the_bid_is_made() -> None:
    rules = table(preset="straight-points", early_stop="decided")
    assert result(play_hand(rules, SIXES, "30", "6")).ended == "played-out"


def test_made_game_bid_reaches_the_target() -> None:
    rules = table(game_bid=True)
    hands = {3: "66 65 64 63 62 61 60"}
    game = start(rules, hands, total=(2, 3), shaker=1)
    game = run(game, "2m game pass pass 6")
    while deal_in(game).to_act is not None:
        game = run(game, legal(game)[-1])
    assert result(game).score == (0, 4)
    assert (game.total, game.winner) == ((2, 7), 1)


def test_set_game_bid_gives_the_game_to_the_other_side() -> None:
    rules = table(game_bid=True, win_by_two=True)
    hands = {3: "66 10 20 30 40 50 21", 0: "11 31 41 51 61 22 32"}
    game = run(start(rules, hands, total=(6, 6), shaker=1), "2m game pass pass 6 66")
    while deal_in(game).to_act is not None:
        game = run(game, legal(game)[-1])
    assert (result(game).score, game.total, game.winner) == ((1, 0), (7, 6), 0)


def test_seven_marks_win_unless_win_by_two_needs_a_larger_lead() -> None:
    assert play_hand(table(), SIXES, "30", "6", total=(6, 6)).winner == 1
    game = play_hand(table(win_by_two=True), SIXES, "30", "6", total=(6, 6))
    assert (game.total, game.winner) == ((6, 7), None)
    assert play_hand(table(win_by_two=True), SIXES, "30", "6", total=(6, 7)).winner == 1


def play_with_both_scoring(tie: str, total: tuple[int, int]) -> Game:
    """Play a hand where seat 1 makes 30 by points and the others score too."""
    rules = table(preset="straight-points", tie_250=tie)
    hands = {
        1: "66 65 64 63 62 61 10",
        2: "11 20 21 22 30 31 32",
        3: "00 33 40 41 42 43 44",
        0: "50 51 52 53 54 55 60",
    }
    return play_hand(rules, hands, "30", "6", "10", total=total)


def test_bidder_who_made_it_wins_if_both_sides_reach_250() -> None:
    game = play_with_both_scoring("bidder", (249, 220))
    assert result(game).made
    assert min(game.total) >= 250
    assert game.winner == 1
    assert play_with_both_scoring("higher", (300, 220)).winner == 0


def test_bidding_side_wins_an_equal_total_if_it_made_its_bid() -> None:
    won = result(play_with_both_scoring("higher", (0, 0))).score
    level = (300 - won[0], 300 - won[1])
    assert play_with_both_scoring("higher", level).winner == 1


def test_equal_totals_after_a_set_do_not_end_the_game() -> None:
    rules = table("moon")
    hands = {1: "11 21 31 41 51 22 32"}
    game = play_hand(rules, hands, "7", "follow-me", total=(0, 0, 0))
    scores = result(game).score
    assert scores[1] == -7
    level = (30 - scores[0], 0, 30 - scores[2])
    again = play_hand(rules, hands, "7", "follow-me", total=level)
    assert again.total[0] == again.total[2] == 30
    assert again.winner is None


def test_moon_bidder_scores_the_bid_or_the_tricks() -> None:
    hands = {1: "66 65 64 63 62 61 11"}
    by_bid = result(play_hand(table("moon"), hands, "5", "6", "66"))
    assert by_bid.points[1] >= 6
    assert by_bid.score[1] == 5
    by_tricks = result(play_hand(table("moon", moon_made="tricks"), hands, "5", "6"))
    assert by_tricks.score == by_tricks.points


def test_moon_bidder_loses_the_bid_when_set() -> None:
    game = play_hand(table("moon"), {1: "11 21 31 41 51 22 32"}, "5", "follow-me")
    got = result(game)
    assert got.points[1] < 5
    assert got.score == (got.points[0], -5, got.points[2])
    assert got.ended == "played-out"


@pytest.mark.parametrize("made", ["bid", "tricks"])
def test_shooting_the_moon_wins_the_game_or_loses_21(made: str) -> None:
    rules = table("moon", moon_made=made)
    shot = {1: "66 65 64 63 62 61 55"}
    game = play_hand(rules, shot, "21", "6", total=(0, -5, 0))
    assert (result(game).score[1], game.total[1], game.winner) == (26, 21, 1)
    assert play_hand(rules, shot, "21", "6").winner == 1
    ahead = play_hand(rules, shot, "21", "6", total=(20, 10, 20))
    assert (result(ahead).score, ahead.winner) == ((0, 21, 0), 1)
    longer = play_hand(table("moon", moon_made=made, target=40), shot, "21", "6")
    assert (longer.total[1], longer.winner) == (40, 1)
    lost = play_hand(rules, {1: "11 21 31 41 51 22 32"}, "21", "follow-me")
    assert result(lost).score[1] == -21


def test_shooting_the_moon_wins_for_partners_from_below_zero_too() -> None:
    rules = table("moon4", bid_21=True)
    game = play_hand(rules, SIXES, "21", "6", total=(20, -12))
    assert (game.total, game.winner) == ((20, 21), 1)


def test_four_handed_moon_scores_tricks() -> None:
    got = result(play_hand(table("moon4"), SIXES, "4", "6"))
    assert (got.score, got.ended) == ((0, 7), "played-out")


def test_88_scores_points_up_to_88_and_the_bid_above() -> None:
    hands = {1: "66 66 65 65 64 64 63 63 62"}
    game = play_hand(table("88"), hands, "60 6", None)
    got = result(game)
    assert got.made
    assert got.score == got.points
    assert sum(got.points) == 88 - sum(tile.count for tile in deal_in(game).kitty)
    assert result(play_hand(table("88"), hands, "176 6", None)).score[1] == 176


def test_next_shaker_is_left_of_the_last_shaker() -> None:
    assert result(play_hand(table(), SIXES, "30", "6")).next_shaker == 1


@pytest.mark.parametrize(
    ("option", "shaker"), [("rotate", 1), ("winner", 1), ("loser", 2), ("draw", None)]
)
def test_next_shaker_after_a_game_follows_the_option(option: str, shaker: int | None) -> None:
    game = play_hand(table(next_game_shaker=option), SIXES, "30", "6", total=(0, 6))
    assert game.winner == 1
    assert game.next_shaker == shaker


def play_with_renege(scoring: str, bid: str, script: str, **options: object) -> Game:
    preset = "straight-marks" if scoring == "marks" else "straight-points"
    rules = table(preset=preset, renege="forfeit", **options)
    hands = {1: "66 60 55 10 11 20 21", 2: "65 22", 3: "64 33", 0: "63 44"}
    return run(bid_and_name(start(rules, hands), bid, "6"), script)


def test_renege_ends_the_hand_and_costs_the_marks() -> None:
    game = play_with_renege("marks", "2m", "66 22")
    got = result(game)
    assert (got.ended, got.made, got.score, got.points) == ("renege", True, (0, 2), (0, 0))
    trick = deal_in(game).trick
    assert trick is not None
    assert len(trick.plays) == 2
    assert deal_in(game).tricks == ()


def test_renege_by_the_bidding_side_gives_the_others_the_bid() -> None:
    game = play_with_renege("points", "30", "66 65 64 63")
    assert deal_in(game).points == (0, 11)
    by_partner = run(play_with_renege("points", "30", "66 65"), "33")
    assert (result(by_partner).made, result(by_partner).score) == (False, (30, 0))


def test_renege_by_the_others_gives_the_bidder_the_bid() -> None:
    game = play_with_renege("points", "30", "66 65 64 44")
    assert (result(game).made, result(game).score) == (True, (0, 30))


def test_renege_against_a_game_bid_gives_the_game() -> None:
    rules = table(renege="forfeit", game_bid=True)
    hands = {2: "66", 3: "65 22", 0: "64 33", 1: "63 44"}
    game = run(start(rules, hands), "2m game pass pass 6 66 22")
    assert (result(game).made, game.total, game.winner) == (True, (7, 0), 0)


def test_small_end_lead_that_is_not_allowed_is_refused() -> None:
    game = play_with_renege("marks", "30", "")
    assert "66@6" not in legal(game)
    with pytest.raises(ValueError, match="cannot be led"):
        run(game, "60@0")
