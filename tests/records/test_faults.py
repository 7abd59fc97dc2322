"""Each kind of broken record is refused with its code and location."""

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
    fault,
    text,
)

DEAL = SAMPLE["hands"][0]["deal"]
TWO_HANDS = edit(SAMPLE, "hands", "-", PASSED_OUT)
WON = edit(TWO_HANDS, "rules", "target", 1)
OPEN_AUCTION = edit(
    edit(edit(SAMPLE, *HAND, "plays", GONE), *HAND, "contract", GONE),
    *HAND,
    "calls",
    [[1, "pass"]],
)
NO_CONTRACT = edit(edit(SAMPLE, *HAND, "plays", GONE), *HAND, "contract", GONE)
PASSED = edit(SAMPLE, "hands", [{**PASSED_OUT, "shaker": 0, "calls": [
    [1, "pass"], [2, "pass"], [3, "pass"], [0, "pass"]]}])  # fmt: skip
BARE = edit(edit(PLUNGE, *HAND, "calls", 0, [0, "pass"]), *HAND, "calls", 3, [3, "30"])
BLIND_MOON = edit(MOON, "rules", {"moon_widow": "blind_swap"})
FORFEIT = edit(edit(SAMPLE, "rules", "renege", "forfeit"), *HAND, "plays", ["11", "21", "10", "66"])


def ordinary_bid_of_four_marks(contract, plays):
    """Build a hand in which seat 0 wins with an ordinary four-mark bid and holds four doubles."""
    record = edit(PLUNGE, "rules", "open_max_marks", 4)
    record = edit(record, *HAND, "calls", 0, [0, "4m"])
    record = edit(record, *HAND, "contract", contract)
    return edit(record, *HAND, "plays", plays)


BAD_RECORD = [
    ("", 0, 0),
    ("{", 0, 0),
    (b"\xff\xfe", 0, 0),
    ("[" * 100_000, 0, 0),
    ("[]", 0, 0),
    ("NaN", 0, 0),
    (text(SAMPLE)[:-1] + ', "game": "42"}', 0, 0),
    (text(SAMPLE).replace('"shaker": 0', '"shaker": 0, "shaker": 0'), 0, 0),
    (text(SAMPLE).replace("Nancy", "\\ud800"), 0, 0),
    (edit(SAMPLE, "format", "fortytwo/2"), 0, 0),
    (edit(SAMPLE, "format", GONE), 0, 0),
    (edit(SAMPLE, "game", GONE), 0, 0),
    (edit(SAMPLE, "game", "chess"), 0, 0),
    (edit(SAMPLE, "game", 42), 0, 0),
    (edit(SAMPLE, "hands", GONE), 0, 0),
    (edit(SAMPLE, "hands", {}), 0, 0),
    (edit(SAMPLE, "comment", "x"), 0, 0),
    (edit(SAMPLE, "rules", None), 0, 0),
    (edit(SAMPLE, "rules", []), 0, 0),
    (edit(SAMPLE, "players", None), 0, 0),
    (edit(SAMPLE, "players", ["a", "b", "c"]), 0, 0),
    (edit(SAMPLE, "players", ["a", "b", "c", 4]), 0, 0),
    (edit(MOON, "players", ["a", "b", "c", "d"]), 0, 0),
    (edit(SAMPLE, *HAND, []), 1, 0),
    (edit(SAMPLE, *HAND, "shaker", GONE), 1, 0),
    (edit(SAMPLE, *HAND, "deal", GONE), 1, 0),
    (edit(SAMPLE, *HAND, "trump", "1"), 1, 0),
    (edit(SAMPLE, *HAND, "shaker", True), 1, 0),
    (edit(SAMPLE, *HAND, "shaker", 0.0), 1, 0),
    (edit(SAMPLE, *HAND, "shaker", "0"), 1, 0),
    (edit(SAMPLE, *HAND, "shaker", None), 1, 0),
    (edit(SAMPLE, *HAND, "deal", None), 1, 0),
    (edit(SAMPLE, *HAND, "deal", 0, "11"), 1, 0),
    (edit(SAMPLE, *HAND, "deal", 0, 0, 11), 1, 0),
    (edit(SAMPLE, *HAND, "kitty", None), 1, 0),
    (edit(SAMPLE, *HAND, "calls", None), 1, 0),
    (edit(SAMPLE, *HAND, "calls", 2, [3]), 1, 3),
    (edit(SAMPLE, *HAND, "calls", 2, [3, "31", 1]), 1, 3),
    (edit(SAMPLE, *HAND, "calls", 1, [2, 30]), 1, 2),
    (edit(SAMPLE, *HAND, "calls", 1, [True, "30"]), 1, 2),
    (edit(SAMPLE, *HAND, "calls", 0, "pass"), 1, 1),
    (edit(SAMPLE, *HAND, "contract", 1), 1, 0),
    (edit(SAMPLE, *HAND, "exchange", []), 1, 0),
    (edit(SAMPLE, *HAND, "exchange", {"take": []}), 1, 0),
    (edit(SAMPLE, *HAND, "exchange", {"take": [], "give": [], "why": ""}), 1, 0),
    (edit(SAMPLE, *HAND, "exchange", {"take": [], "give": None}), 1, 0),
    (edit(SAMPLE, *HAND, "plays", None), 1, 0),
    (edit(SAMPLE, *HAND, "plays", 4, 61), 1, 5),
    (edit(TWO_HANDS, "hands", 1, "deal", 0, None), 2, 0),
    (WON, 2, 0),
    (edit(edit(SAMPLE, "hands", "-", PASSED_OUT), *HAND, "plays", ["11"]), 2, 0),
    (edit(edit(OPEN_AUCTION, "hands", "-", PASSED_OUT), "rules", GONE), 2, 0),
]

UNKNOWN_RULE = [
    edit(SAMPLE, "rules", "preset", "tournament"),
    edit(SAMPLE, "rules", "preset", 1),
    edit(SAMPLE, "rules", "preset", None),
    edit(SAMPLE, "rules", "smallend", True),
    edit(SAMPLE, "rules", "small_end_first_lead", 1),
    edit(SAMPLE, "rules", "target", True),
    edit(SAMPLE, "rules", "target", 0),
    edit(SAMPLE, "rules", "target", 7.0),
    edit(SAMPLE, "rules", "target", None),
    edit(SAMPLE, "rules", "trumps", []),
    edit(SAMPLE, "rules", "trumps", ["1", "1"]),
    edit(SAMPLE, "rules", "trumps", ["7"]),
    edit(SAMPLE, "rules", "trumps", "1"),
    edit(SAMPLE, "rules", "scoring", "money"),
    edit(SAMPLE, "rules", "bid_21", True),
    edit(MOON, "rules", {"preset": "house"}),
    edit(MOON, "rules", {"scoring": "marks"}),
    edit(MOON, "rules", {"moon_set": 21, "trumps": ["0"]}),
    edit(MOON, "rules", {"moon_set": 20}),
    edit(EIGHTY, "rules", {"trumps": ["0"]}),
    # The rules are read before the hands.
    edit(edit(SAMPLE, "rules", "preset", "x"), *HAND, "deal", []),
]

BAD_DEAL = [
    (edit(SAMPLE, *HAND, "deal", DEAL[:3]), 1),
    (edit(SAMPLE, *HAND, "deal", [*DEAL, []]), 1),
    (edit(SAMPLE, *HAND, "deal", 0, DEAL[0][:6]), 1),
    (edit(SAMPLE, *HAND, "deal", 0, 0, "61"), 1),
    (edit(SAMPLE, *HAND, "deal", 0, 0, "87"), 1),
    (edit(SAMPLE, *HAND, "deal", 0, 0, "1-1"), 1),
    (edit(SAMPLE, *HAND, "deal", 0, 0, ""), 1),
    (edit(SAMPLE, *HAND, "kitty", ["11"]), 1),
    (edit(EIGHTY_EIGHT, *HAND, "kitty", ["00"]), 1),
    (edit(EIGHTY_EIGHT, *HAND, "kitty", GONE), 1),
    (edit(EIGHTY_EIGHT, *HAND, "kitty", 0, "66"), 1),
    (edit(MOON, "rules", {"moon_set": 21}), 1),
    (edit(TWO_HANDS, "hands", 1, "deal", []), 2),
    # The deal is checked before the shaker.
    (edit(edit(SAMPLE, *HAND, "shaker", 9), *HAND, "deal", []), 1),
]

WRONG_SEAT = [
    (edit(SAMPLE, *HAND, "shaker", 4), 1, 0),
    (edit(SAMPLE, *HAND, "shaker", -1), 1, 0),
    (edit(TWO_HANDS, "hands", 1, "shaker", 0), 2, 0),
    (edit(SAMPLE, *HAND, "calls", 0, [0, "pass"]), 1, 1),
    (edit(SAMPLE, *HAND, "calls", 2, [0, "31"]), 1, 3),
    (edit(SAMPLE, *HAND, "calls", 2, [7, "31"]), 1, 3),
    (edit(SAMPLE, *HAND, "calls", 0, [0, "nonsense"]), 1, 1),
]

ILLEGAL_CALL = [
    (edit(SAMPLE, *HAND, "calls", 2, [3, "30"]), 1, 3),
    (edit(SAMPLE, *HAND, "calls", 2, [3, "29"]), 1, 3),
    (edit(SAMPLE, *HAND, "calls", 2, [3, "Pass"]), 1, 3),
    (edit(SAMPLE, *HAND, "calls", 2, [3, "3m"]), 1, 3),
    (edit(SAMPLE, *HAND, "calls", 2, [3, "31 5"]), 1, 3),
    (edit(SAMPLE, *HAND, "calls", 2, [3, "plunge 4m"]), 1, 3),
    (edit(SAMPLE, *HAND, "calls", 2, [3, "game"]), 1, 3),
    (edit(SAMPLE, *HAND, "calls", 2, [3, ""]), 1, 3),
    (edit(SAMPLE, *HAND, "calls", 2, [3, "031"]), 1, 3),
    (edit(SAMPLE, *HAND, "calls", "-", [1, "33"]), 1, 5),
    (edit(SAMPLE, *HAND, "calls", "-", [9, "33"]), 1, 5),
    (edit(PASSED, *HAND, "calls", "-", [1, "30"]), 1, 5),
    (
        edit(edit(SAMPLE, "rules", {"preset": "puremco"}), *HAND, "calls", 2, [3, "1m"]),
        1,
        3,
    ),
    (edit(EIGHTY_EIGHT, *HAND, "calls", 0, [0, "60"]), 1, 1),
    (edit(EIGHTY_EIGHT, *HAND, "calls", 0, [0, "61 6"]), 1, 1),
    (edit(EIGHTY_EIGHT, *HAND, "calls", 0, [0, "60 7"]), 1, 1),
    (edit(PLUNGE, *HAND, "calls", 0, [0, "plunge 5m"]), 1, 1),
    (edit(MOON, *HAND, "calls", 0, [0, "8"]), 1, 1),
]

ILLEGAL_CONTRACT = [
    edit(SAMPLE, *HAND, "contract", "7"),
    edit(SAMPLE, *HAND, "contract", "aces"),
    edit(SAMPLE, *HAND, "contract", ""),
    edit(SAMPLE, *HAND, "contract", "nello own"),
    edit(SAMPLE, *HAND, "contract", "follow-me high"),
    edit(SAMPLE, *HAND, "contract", "plunge"),
    edit(OPEN_AUCTION, *HAND, "contract", "1"),
    edit(PASSED, *HAND, "contract", "1"),
    edit(EIGHTY_EIGHT, *HAND, "contract", "5"),
    edit(PLUNGE, *HAND, "contract", "5"),
    edit(PLUNGE, *HAND, "contract", "splash 5"),
    edit(PLUNGE, *HAND, "contract", "plunge"),
    ordinary_bid_of_four_marks("plunge", ["53"]),
    ordinary_bid_of_four_marks("plunge nello own", []),
    ordinary_bid_of_four_marks("splash plunge", []),
    edit(BARE, *HAND, "contract", "splash 5"),
]

ILLEGAL_EXCHANGE = [
    edit(SAMPLE, *HAND, "exchange", {"take": ["11"], "give": ["22"]}),
    edit(EIGHTY_EIGHT, *HAND, "exchange", GONE),
    edit(EIGHTY_EIGHT, *HAND, "exchange", None),
    edit(EIGHTY_EIGHT, *HAND, "exchange", {"take": ["00"], "give": []}),
    edit(EIGHTY_EIGHT, *HAND, "exchange", {"take": ["00"], "give": ["55"]}),
    edit(EIGHTY_EIGHT, *HAND, "exchange", {"take": ["11"], "give": ["66"]}),
    edit(EIGHTY_EIGHT, *HAND, "exchange", {"take": ["00"], "give": ["00"]}),
    edit(EIGHTY_EIGHT, *HAND, "exchange", {"take": ["?"], "give": ["66"]}),
    edit(EIGHTY_EIGHT, *HAND, "exchange", {"take": ["00"] * 3, "give": ["66", "65", "63"]}),
    edit(EIGHTY_EIGHT, *HAND, "calls", [[0, "60 6"]]),
    edit(EIGHTY, *HAND, "exchange", GONE),
    edit(edit(EIGHTY, *HAND, "exchange", GONE), *HAND, "plays", []),
    edit(edit(EIGHTY, *HAND, "exchange", GONE), *HAND, "contract", GONE),
    edit(MOON, *HAND, "exchange", GONE),
    edit(MOON, *HAND, "contract", GONE),
    edit(MOON, *HAND, "exchange", {"take": ["00"], "give": ["00"]}),
    edit(BLIND_MOON, *HAND, "exchange", {"take": ["?"], "give": ["55"]}),
    edit(BLIND_MOON, *HAND, "exchange", {"take": ["66"], "give": ["55"]}),
]

ILLEGAL_PLAY = [
    (edit(SAMPLE, *HAND, "plays", 5, "50"), 6),
    (edit(SAMPLE, *HAND, "plays", 0, "00"), 1),
    (edit(SAMPLE, *HAND, "plays", 1, "11"), 2),
    (edit(SAMPLE, *HAND, "plays", 0, "9"), 1),
    (edit(SAMPLE, *HAND, "plays", 0, ""), 1),
    (edit(SAMPLE, *HAND, "plays", 0, "60@6"), 1),
    (edit(SAMPLE, *HAND, "plays", 0, "11@1"), 1),
    (edit(SAMPLE, *HAND, "plays", 0, "61@1"), 1),
    (edit(SAMPLE, *HAND, "plays", 0, "60@doubles"), 1),
    (edit(SAMPLE, *HAND, "plays", 4, "61@1"), 5),
    (edit(SAMPLE, *HAND, "plays", "-", "00"), 29),
    (edit(SAMPLE, *HAND, "contract", GONE), 1),
    (edit(OPEN_AUCTION, *HAND, "plays", ["11"]), 1),
    (edit(PASSED, *HAND, "plays", ["11"]), 1),
    (edit(PLUNGE, *HAND, "contract", GONE), 1),
    (edit(EIGHTY, *HAND, "contract", GONE), 1),
    (edit(FORFEIT, *HAND, "plays", "-", "30"), 5),
    (edit(FORFEIT, *HAND, "plays", 1, "66"), 2),
    (edit(FORFEIT, *HAND, "plays", 0, "11@1"), 1),
]


def one(record, code, hand=1, index=0):
    return pytest.param(record, (code, hand, index))


CASES = [
    *(one(record, "bad_record", hand, index) for record, hand, index in BAD_RECORD),
    *(one(record, "unknown_rule", 0) for record in UNKNOWN_RULE),
    *(one(record, "bad_deal", hand) for record, hand in BAD_DEAL),
    *(one(record, "wrong_seat", hand, index) for record, hand, index in WRONG_SEAT),
    *(one(record, "illegal_call", hand, index) for record, hand, index in ILLEGAL_CALL),
    *(one(record, "illegal_contract") for record in ILLEGAL_CONTRACT),
    *(one(record, "illegal_exchange") for record in ILLEGAL_EXCHANGE),
    *(one(record, "illegal_play", 1, index) for record, index in ILLEGAL_PLAY),
]


@pytest.mark.parametrize(("record", "expected"), CASES)
def test_broken_record_is_refused_with_its_code_and_place(record, expected):
    assert fault(record) == expected


@pytest.mark.parametrize(
    "record",
    [SAMPLE, TWO_HANDS, EIGHTY_EIGHT, EIGHTY, MOON, PLUNGE, PASSED, OPEN_AUCTION, NO_CONTRACT,
     FORFEIT, BLIND_MOON],
)  # fmt: skip
def test_records_behind_the_broken_ones_are_valid(record):
    assert fault(record) is None
