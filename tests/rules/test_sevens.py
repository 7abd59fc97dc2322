"""Examples from the sources: sevens."""

from collections import Counter

from tests.support.appendix import example
from tests.support.tables import contract, do, legal, playing, rules, strength_in, tiles
from texas42.library import game as game_of

HOUSE = rules("house")


def distance(tile):
    return abs(tile.pips - 7)


@example("K18")
def test_distances_from_seven():
    near = {word: strength_in(contract("sevens"), word) for word in ["52", "42", "53", "32", "63"]}
    assert near["52"] > near["42"] == near["53"] > near["32"] == near["63"]
    assert [distance(tile) for tile in tiles("42 53 32 63")] == [1, 1, 2, 2]


TIED = (
    "66 61 52 43 33 55 65",
    "62 10 20 30 40 50 00",
    "42 21 31 32 41 11 22",
    "64 63 60 54 53 51 44",
)


def taker_of_a_tie(**options):
    """Return who wins 6-6 led, then 6-2, the partner's 4-2 and 6-0, all one away from seven."""
    game = playing(rules("house", **options), "1m", "sevens", *TIED)
    return do(game, "66", "62", "42", "60").deal.tricks[0].winner


@example("K19")
def test_first_of_equally_near_tiles_wins():
    assert taker_of_a_tie() == 1


def test_bidder_side_rule_gives_ties_to_the_bidders_side():
    assert taker_of_a_tie(sevens_tie="bidder_side") == 2


@example("K20")
def test_followers_must_play_a_tile_nearest_to_seven():
    game = do(playing(HOUSE, "1m", "sevens", "66", "62 42 55 00 10 20 30"), "66")
    assert legal(game) == {"62", "42"}
    game = do(playing(HOUSE, "1m", "sevens", "66", "61 62 42 55 00 10 20"), "66")
    assert legal(game) == {"61"}


def test_sevens_leader_may_lead_anything_unless_the_table_forces_the_nearest():
    hand = "66 61 62 42 55 00 10"
    assert legal(playing(HOUSE, "1m", "sevens", hand)) == set(hand.split())
    forced = rules("house", sevens_lead="forced")
    assert legal(playing(forced, "1m", "sevens", hand)) == {"61"}


@example("K21")
def test_double_six_set_has_eight_distance_classes():
    classes = Counter(distance(tile) for tile in game_of("42").tiles)
    assert classes == {0: 3, 1: 7, 2: 5, 3: 5, 4: 3, 5: 3, 6: 1, 7: 1}
    near = contract("sevens")
    by_strength = Counter(strength_in(near, f"{t.high}{t.low}") for t in game_of("42").tiles)
    sizes = [size for _, size in sorted(by_strength.items(), reverse=True)]
    assert sizes == [3, 7, 5, 5, 3, 3, 1, 1]
