"""The referee's output, ruling by ruling."""

import pytest

from tests.support.records import (
    EIGHTY,
    EIGHTY_EIGHT,
    GONE,
    HAND,
    MOON,
    PASSED_OUT,
    PLUNGE,
    SAMPLE,
    edit,
    judge_record,
)

KEYS = [
    "calls", "bidder", "bid", "exchange", "contract", "contracts_legal", "plays", "tricks",
    "points", "made", "ended", "score", "total", "next_shaker",
]  # fmt: skip


def test_published_example_is_judged_as_published():
    found = judge_record(SAMPLE)
    hand = found["hands"][0]
    assert list(found) == ["game", "hands", "to_act", "winner"]
    assert list(hand) == KEYS
    assert hand["calls"][0] == {
        "seat": 1,
        "call": "pass",
        "legal": ["1m", "2m", *(str(points) for points in range(30, 42)), "pass"],
    }
    assert (hand["bidder"], hand["bid"], hand["exchange"]) == (0, "32", None)
    assert hand["contract"] == "1"
    assert hand["contracts_legal"] == [*"0123456", "doubles", "follow-me"]
    assert hand["plays"][0] == {
        "seat": 0,
        "play": "11",
        "trick": 1,
        "legal": ["11", "32", "32@2", "41", "43", "43@3", "60", "60@0", "61", "64", "64@4"],
    }
    assert hand["tricks"][0] == {
        "leader": 0,
        "winner": 0,
        "plays": ["11", "21", "10", "31"],
        "points": 1,
    }
    assert (hand["points"], hand["made"], hand["ended"]) == ([35, 7], True, "played-out")
    assert (hand["score"], hand["total"], hand["next_shaker"]) == ([1, 0], [1, 0], 1)
    assert (found["game"], found["to_act"], found["winner"]) == ("42", None, None)


def test_empty_record_has_nobody_to_act():
    found = judge_record(edit(SAMPLE, "hands", []))
    assert found == {"game": "42", "hands": [], "to_act": None, "winner": None}


def test_hand_with_only_a_deal_waits_for_the_first_call():
    hand = {"shaker": 0, "deal": SAMPLE["hands"][0]["deal"]}
    found = judge_record(edit(SAMPLE, "hands", [hand]))
    (sheet,) = found["hands"]
    unknown = [
        "bidder",
        "bid",
        "exchange",
        "contract",
        "contracts_legal",
        "made",
        "ended",
        "score",
        "next_shaker",
    ]
    assert [sheet[key] for key in unknown] == [None] * len(unknown)
    assert (sheet["calls"], sheet["plays"], sheet["tricks"]) == ([], [], [])
    assert (sheet["points"], sheet["total"]) == ([0, 0], [0, 0])
    assert (found["to_act"]["seat"], found["to_act"]["phase"]) == (1, "call")
    assert found["to_act"]["legal"][:3] == ["1m", "2m", "30"]


def test_unfinished_hand_shows_only_its_finished_tricks():
    found = judge_record(edit(SAMPLE, *HAND, "plays", SAMPLE["hands"][0]["plays"][:18]))
    (sheet,) = found["hands"]
    assert [trick["points"] for trick in sheet["tricks"]] == [1, 1, 1, 6]
    assert sheet["points"] == [2, 7]
    assert (sheet["made"], sheet["ended"], sheet["score"]) == (None, None, None)
    assert len(sheet["plays"]) == 18
    assert found["to_act"] == {"seat": 3, "phase": "play", "legal": ["33", "63", "66"]}


def test_passed_out_hand_scores_zero_and_moves_the_shake():
    found = judge_record(edit(SAMPLE, "hands", "-", PASSED_OUT))
    sheet = found["hands"][1]
    assert (sheet["ended"], sheet["made"]) == ("passed-out", None)
    assert (sheet["points"], sheet["score"], sheet["total"]) == ([0, 0], [0, 0], [1, 0])
    assert (sheet["bidder"], sheet["contract"], sheet["contracts_legal"]) == (None, None, None)
    assert sheet["next_shaker"] == 2


def test_won_game_has_a_winner_and_nobody_to_act():
    found = judge_record(edit(SAMPLE, "rules", "target", 1))
    assert (found["winner"], found["to_act"]) == (0, None)
    # At this table the next shaker is the first winner after the last shaker.
    assert found["hands"][0]["next_shaker"] == 2


def test_whole_marks_are_read_and_written_as_marks():
    record = edit(SAMPLE, *HAND, "calls", [[1, "pass"], [2, "30"], [3, "42"], [0, "84"]])
    record = edit(record, *HAND, "plays", [])
    sheet = judge_record(record)["hands"][0]
    assert [call["call"] for call in sheet["calls"]] == ["pass", "30", "1m", "2m"]
    assert sheet["bid"] == "2m"
    record = edit(PLUNGE, *HAND, "calls", 0, [0, "plunge 168"])
    assert judge_record(record)["hands"][0]["bid"] == "plunge 4m"
    by_marks = edit(EIGHTY_EIGHT, "rules", {"preset": "marks"})
    record = edit(by_marks, *HAND, "calls", 0, [0, "176 6"])
    assert judge_record(record)["hands"][0]["bid"] == "2m 6"


def test_points_table_writes_multiples_in_points():
    record = edit(SAMPLE, "rules", {"preset": "puremco"})
    record = edit(record, *HAND, "calls", 3, [0, "42"])
    record = edit(record, *HAND, "plays", [])
    sheet = judge_record(record)["hands"][0]
    assert sheet["bid"] == "42"
    assert sheet["calls"][3]["legal"][-3:] == ["42", "84", "pass"]


def test_tiles_are_read_in_either_order_and_written_high_end_first():
    turned = [play[::-1] for play in SAMPLE["hands"][0]["plays"]]
    deal = [[tile[::-1] for tile in hand] for hand in SAMPLE["hands"][0]["deal"]]
    record = edit(edit(SAMPLE, *HAND, "plays", turned), *HAND, "deal", deal)
    assert judge_record(record) == judge_record(SAMPLE)
    record = edit(SAMPLE, *HAND, "plays", ["23@2"])
    assert judge_record(record)["hands"][0]["plays"][0]["play"] == "32@2"


def test_contract_of_88_comes_from_the_bid():
    sheet = judge_record(EIGHTY_EIGHT)["hands"][0]
    assert (sheet["bid"], sheet["contract"], sheet["contracts_legal"]) == ("60 6", "6", ["6"])
    assert judge_record(edit(EIGHTY_EIGHT, *HAND, "contract", "6")) == judge_record(EIGHTY_EIGHT)


def test_equal_tiles_are_listed_once_among_legal_plays():
    sheet = judge_record(EIGHTY_EIGHT)["hands"][0]
    record = edit(EIGHTY, *HAND, "plays", ["66", "66", "51"])
    fourth = judge_record(record)["to_act"]["legal"]
    assert fourth == sorted(set(fourth))
    assert sheet["plays"][0]["legal"] == ["54", "55", "60", "61", "62", "63", "64", "65", "66"]


def judge_cut(record, *gone):
    for key in gone:
        record = edit(record, *HAND, key, GONE)
    found = judge_record(record)
    return found["hands"][0], found["to_act"]


def test_legal_exchanges_of_88_are_listed_in_order():
    sheet, to_act = judge_cut(EIGHTY_EIGHT, "exchange", "plays")
    assert (sheet["exchange"], sheet["contract"]) == (None, "6")
    assert (to_act["seat"], to_act["phase"]) == (0, "exchange")
    legal = to_act["legal"]
    assert legal[0] == {"take": [], "give": []}
    assert legal[1] == {"take": ["00"], "give": ["54"]}
    # Count may not be put back: seven of the nine tiles remain, and equal tiles are listed once.
    assert len(legal) == 1 + 7 + 21
    assert legal == sorted(legal, key=lambda one: (one["take"], one["give"]))
    assert legal[-1] == {"take": ["00", "00"], "give": ["65", "66"]}


def test_exchange_is_written_sorted():
    given = {"take": ["00", "00"], "give": ["66", "56"]}
    record = edit(edit(EIGHTY_EIGHT, *HAND, "exchange", given), *HAND, "plays", [])
    sheet = judge_record(record)["hands"][0]
    assert sheet["exchange"] == {"take": ["00", "00"], "give": ["65", "66"]}


def test_exchange_comes_before_the_contract_in_80():
    sheet, to_act = judge_cut(EIGHTY, "exchange", "contract", "plays")
    assert to_act["phase"] == "exchange"
    assert sheet["contracts_legal"] == [*"123456", "doubles", "follow-me"]
    sheet, to_act = judge_cut(EIGHTY, "contract", "plays")
    assert to_act["phase"] == "contract"
    assert sheet["exchange"] == {"take": ["11"], "give": ["52"]}


def test_contract_comes_before_the_exchange_in_moon():
    _, to_act = judge_cut(MOON, "exchange", "contract", "plays")
    assert to_act["phase"] == "contract"
    sheet, to_act = judge_cut(MOON, "exchange", "plays")
    assert (sheet["contract"], to_act["phase"]) == ("6", "exchange")
    assert len(to_act["legal"]) == 1 + 7


def test_blind_swap_has_the_same_legal_exchanges():
    seen = judge_cut(MOON, "exchange", "plays")[1]
    blind = edit(MOON, "rules", {"moon_widow": "blind_swap"})
    assert judge_cut(blind, "exchange", "plays")[1] == seen
    sheet = judge_record(blind)["hands"][0]
    assert sheet["exchange"] == {"take": ["00"], "give": ["55"]}


def test_empty_exchange_is_ignored_in_games_without_one():
    record = edit(SAMPLE, *HAND, "exchange", {"take": [], "give": []})
    assert judge_record(record) == judge_record(SAMPLE)


def test_partner_names_the_suit_after_a_plunge_call():
    sheet, to_act = judge_cut(PLUNGE, "contract", "plays")
    assert sheet["contract"] is None
    assert (to_act["seat"], to_act["phase"]) == (2, "contract")
    expected = [*(f"plunge {pip}" for pip in range(7)), "plunge doubles", "plunge follow-me"]
    assert to_act["legal"] == sheet["contracts_legal"] == expected
    assert judge_record(PLUNGE)["hands"][0]["contracts_legal"] == expected


def by_contract(contract, plays=()):
    record = edit(PLUNGE, "rules", "open_max_marks", 4)
    record = edit(record, *HAND, "calls", 0, [0, "4m"])
    record = edit(record, *HAND, "contract", contract)
    return edit(record, *HAND, "plays", list(plays))


@pytest.mark.parametrize("word", ["plunge", "splash"])
def test_partner_acts_after_a_plunge_without_a_suit(word):
    found = judge_record(by_contract(word))
    sheet = found["hands"][0]
    to_act = found["to_act"]
    assert sheet["contract"] == word
    assert (to_act["seat"], to_act["phase"]) == (2, "contract")
    assert to_act["legal"][0] == sheet["contracts_legal"][0] == f"{word} 0"


def test_plunge_by_contract_is_written_with_the_partners_suit():
    found = judge_record(by_contract("plunge 5", ["53", "32", "55"]))
    sheet = found["hands"][0]
    assert (sheet["bid"], sheet["contract"]) == ("4m", "plunge 5")
    assert sheet["contracts_legal"][0] == "plunge 0"
    assert [play["seat"] for play in sheet["plays"]] == [2, 3, 0]


def test_bidder_may_name_contracts_without_a_suit():
    _, to_act = judge_cut(by_contract("plunge"), "contract")
    assert {"plunge", "splash", "sevens", "nello own"} <= set(to_act["legal"])
    assert not any(text.startswith("plunge ") for text in to_act["legal"])


def test_nello_counts_points_and_has_three_tiles_per_trick():
    record = edit(PLUNGE, *HAND, "calls", 0, [0, "1m"])
    record = edit(record, *HAND, "contract", "nello high")
    record = edit(record, *HAND, "plays", ["10", "61", "11"])
    sheet = judge_record(record)["hands"][0]
    assert sheet["tricks"] == [{"leader": 0, "winner": 3, "plays": ["10", "61", "11"], "points": 1}]
    record = edit(record, *HAND, "plays", ["66", "65", "40"])
    sheet = judge_record(record)["hands"][0]
    assert (sheet["ended"], sheet["made"], sheet["score"]) == ("set", False, [0, 1])


def test_renege_ends_the_hand_if_the_rules_allow_reneging():
    record = edit(SAMPLE, "rules", "renege", "forfeit")
    record = edit(record, *HAND, "plays", ["11", "21", "10", "66"])
    sheet = judge_record(record)["hands"][0]
    assert (sheet["ended"], sheet["made"], sheet["score"]) == ("renege", True, [1, 0])
    assert sheet["plays"][-1] == {"seat": 3, "play": "66", "trick": 1, "legal": ["31"]}
    assert (sheet["tricks"], sheet["points"]) == ([], [0, 0])


def test_record_without_rules_uses_the_default_preset():
    bare = edit(SAMPLE, "rules", GONE)
    plain = edit(SAMPLE, "rules", {"preset": "straight-marks"})
    assert judge_record(bare) == judge_record(plain)
