"""What a renege costs (ruling 8.19)."""

from tests.support.tables import do, legal, playing, rules


def reneged(table, bid, offender):
    """Seat 0 bids in sixes and leads the 5-5; then this seat reneges."""
    hands = ("55 66 65", "53 63 11", "52 62 00", "51 61 22")
    game = playing(table, bid, "6", *hands)
    plays = ["55", "53", "52", "51"]
    wrong = {1: "63", 2: "62", 3: "61"}
    game = do(game, *plays[:offender], wrong[offender])
    return game.deal.result


def test_renege_by_marks_gives_the_bid_to_the_other_side():
    table = rules("straight-marks", renege="forfeit")
    assert reneged(table, "2m", 1).score == (2, 0)
    assert reneged(table, "2m", 1).made is True
    assert reneged(table, "2m", 2).score == (0, 2)
    assert reneged(table, "2m", 2).ended == "renege"


def test_renege_by_points_scores_by_the_offending_side():
    table = rules("straight-points", renege="forfeit")
    assert reneged(table, "35", 1).score == (35, 0)
    assert reneged(table, "35", 2).score == (0, 35)
    assert reneged(table, "84", 2).score == (0, 84)


def test_renege_by_the_bidding_side_keeps_the_opponents_trick_points():
    table = rules("straight-points", renege="forfeit")
    hands = ("54 44 65", "55 53 63", "52 62 00", "51 61 22")
    game = do(playing(table, "35", "6", *hands), "54", "55", "52", "51")
    assert game.deal.points == (0, 11)
    game = do(game, "53")
    wrong = next(tile for tile in ("62", "00") if tile not in legal(game))
    assert do(game, wrong).deal.result.score == (0, 35 + 11)


def test_not_leading_a_required_trump_is_a_renege():
    table = rules("straight-marks", renege="forfeit", must_lead_trump=True)
    game = do(playing(table, "30", "6", "66 11"), "11")
    assert game.deal.result.ended == "renege"
    assert game.deal.result.score == (0, 1)
