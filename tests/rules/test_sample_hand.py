"""The sample hand of the second source, tile by tile, and its result with best play."""

from dataclasses import replace

import pytest

from tests.support.appendix import example
from tests.support.double_dummy import DoubleDummy
from texas42.records.errors import RecordError
from texas42.records.record import HandRecord, Record
from texas42.records.referee import judge

NANCY, ELLA, STEVE, WILL = range(4)
HANDS = (
    ("11", "61", "41", "64", "60", "43", "32"),
    ("65", "53", "51", "50", "22", "21", "20"),
    ("55", "44", "00", "54", "42", "40", "10"),
    ("66", "63", "62", "52", "33", "31", "30"),
)
TRICKS = (
    ("11", "21", "10", "31"),
    ("61", "51", "54", "30"),
    ("60", "65", "40", "62"),
    ("22", "42", "52", "32"),
    ("20", "00", "63", "41"),
    ("43", "53", "44", "33"),
    ("55", "66", "64", "50"),
)
HAND = HandRecord(
    shaker=NANCY,
    deal=HANDS,
    calls=((ELLA, "pass"), (STEVE, "30"), (WILL, "31"), (NANCY, "32")),
    contract="1",
    plays=tuple(tile for trick in TRICKS for tile in trick),
)
RECORD = Record("42", None, ("Nancy", "Ella", "Steve", "Will"), (HAND,))


def judge_hand(record=RECORD):
    return judge(record)["hands"][0]


@example("L15")
def test_every_play_of_the_sample_hand_is_legal():
    played = judge_hand()["plays"]
    assert [play["play"] for play in played] == list(HAND.plays)
    assert all(play["play"] in play["legal"] for play in played)


@example("L16")
def test_points_of_each_trick_of_the_sample_hand():
    assert [trick["points"] for trick in judge_hand()["tricks"]] == [1, 1, 1, 6, 6, 1, 26]


@example("L17")
def test_winner_of_each_trick_of_the_sample_hand():
    takers = [trick["winner"] for trick in judge_hand()["tricks"]]
    assert takers == [NANCY, NANCY, ELLA, ELLA, NANCY, STEVE, STEVE]


@example("L18")
def test_the_sample_hand_ends_35_to_7_and_is_worth_one_mark():
    hand = judge_hand()
    assert hand["points"] == [35, 7]
    assert hand["made"] is True
    assert hand["score"] == [1, 0]


def with_bid(bid):
    calls = (*HAND.calls[:3], (NANCY, bid))
    return replace(RECORD, rules={"early_stop": "none"}, hands=(replace(HAND, calls=calls),))


@example("L19")
@pytest.mark.parametrize("bid", range(32, 42))
def test_the_sample_hand_makes_35_but_not_36(bid):
    hand = judge_hand(with_bid(str(bid)))
    assert hand["made"] is (bid <= 35)
    assert hand["score"] == ([1, 0] if bid <= 35 else [0, 1])


def test_bid_of_36_would_be_set_at_the_fourth_trick():
    calls = (*HAND.calls[:3], (NANCY, "36"))
    hand = replace(HAND, calls=calls, plays=HAND.plays[:16])
    result = judge_hand(replace(RECORD, hands=(hand,)))
    assert (result["ended"], result["points"]) == ("set", [2, 7])
    longer = replace(hand, plays=HAND.plays[:17])
    with pytest.raises(RecordError) as fault:
        judge(replace(RECORD, hands=(longer,)))
    assert (fault.value.code, fault.value.index) == ("illegal_play", 17)


@example("L20")
def test_ella_shakes_after_the_sample_hand():
    assert judge_hand()["next_shaker"] == ELLA


@pytest.mark.slow
@example("L21")
@pytest.mark.parametrize("contract", ["4", "follow-me"])
def test_steve_makes_30_in_fours_or_follow_me_with_best_play(contract):
    best = DoubleDummy(HANDS, contract)
    assert best.takes_at_least(0, 30, STEVE)
    assert best.takes_at_least(0, 42, STEVE)


@pytest.mark.slow
@example("L22")
def test_best_play_sets_ella_at_31_with_fives():
    best = DoubleDummy(HANDS, "5")
    assert not best.takes_at_least(1, 31, ELLA)
    assert best.takes_at_least(1, 15, ELLA)
    assert not best.takes_at_least(1, 16, ELLA)


@pytest.mark.slow
@example("L23")
def test_best_play_can_set_will_at_31_with_sixes_but_not_with_treys():
    sixes = DoubleDummy(HANDS, "6")
    assert not sixes.takes_at_least(1, 31, WILL)
    assert DoubleDummy(HANDS, "3").takes_at_least(1, 42, WILL)
