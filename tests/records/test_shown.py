"""Tiles shown under the rules in a record: read, judged, written again (rulings 8.23, 8.24)."""

import pytest

from tests.support.records import (
    EIGHTY,
    EIGHTY_EIGHT,
    GONE,
    HAND,
    PLUNGE,
    edit,
    fault,
    judge_record,
    text,
)
from texas42.records.build import deal_record
from texas42.records.moments import moments
from texas42.records.record import format_record, hand_json, parse_record
from texas42.records.replay import replay
from texas42.records.report import human

DOUBLES = {"what": "doubles", "seat": 0, "tiles": ["66", "33", "44", "55"]}
BEFORE = {"what": "kitty", "seat": 0, "tiles": ["00", "00"], "when": "before"}
AFTER = {**BEFORE, "when": "after"}
SHOWN = edit(PLUNGE, *HAND, "shown", [DOUBLES])
KITTY = edit(EIGHTY_EIGHT, *HAND, "shown", [BEFORE, AFTER])
SPLASH = edit(
    edit(edit(SHOWN, *HAND, "contract", "splash 5"), *HAND, "calls", 0, [0, "2m"]),
    *HAND, "shown", 0, "tiles", ["55", "44", "33"],
)  # fmt: skip


def shown(record, value):
    return edit(record, *HAND, "shown", value)


@pytest.mark.parametrize("record", [SHOWN, KITTY, SPLASH, shown(PLUNGE, []),
    shown(EIGHTY_EIGHT, [AFTER]), edit(SHOWN, *HAND, "plays", [])])  # fmt: skip
def test_tiles_may_be_shown_as_the_rules_allow(record):
    assert fault(record) is None


def test_referee_lists_shown_tiles_sorted_if_there_are_any():
    hand = judge_record(SHOWN)["hands"][0]
    assert hand["shown"] == [{**DOUBLES, "tiles": ["33", "44", "55", "66"]}]
    assert "shown" not in judge_record(PLUNGE)["hands"][0]
    assert judge_record(SHOWN)["to_act"] == judge_record(PLUNGE)["to_act"]
    assert judge_record(KITTY)["hands"][0]["shown"] == [BEFORE, AFTER]


@pytest.mark.parametrize("record", [SHOWN, KITTY, SPLASH])
def test_shown_tiles_round_trip(record):
    parsed = parse_record(text(record))
    assert parse_record(format_record(parsed)) == parsed
    again = hand_json(deal_record(replay(parsed).deal))["shown"]
    assert again == judge_record(record)["hands"][0]["shown"]


def test_report_and_replay_mention_shown_tiles():
    lines = human(parse_record(text(SHOWN))).lines
    assert "  Seat 0 shows the doubles: 3-3, 4-4, 5-5 and 6-6." in lines
    with_it, without = (moments(parse_record(text(each)), 1) for each in (SHOWN, PLUNGE))
    assert [each.action for each in with_it] == [each.action for each in without]
    assert [bool(each.game.deal.shown) for each in with_it] == [False] * 5 + [True] * 4


BAD_RECORD = [
    None,
    {},
    ["doubles"],
    [{**DOUBLES, "what": "hand"}],
    [{**DOUBLES, "when": "before"}],
    [{**DOUBLES, "seat": "0"}],
    [{**DOUBLES, "tiles": "66"}],
    [{**DOUBLES, "tiles": [66]}],
    [{**DOUBLES, "by": 1}],
    [{"what": "doubles", "seat": 0}],
    [{**BEFORE, "when": "later"}],
    [{**BEFORE, "when": None}],
    [{"what": "kitty", "seat": 0, "tiles": ["00", "00"]}],
]


@pytest.mark.parametrize("value", BAD_RECORD)
def test_malformed_shown_tiles_are_a_bad_record(value):
    assert fault(shown(PLUNGE, value)) == ("bad_record", 1, 0)


ILLEGAL = [
    shown(PLUNGE, [DOUBLES, DOUBLES]),
    shown(PLUNGE, [{**DOUBLES, "seat": 2}]),
    shown(PLUNGE, [{**DOUBLES, "seat": 9}]),
    shown(PLUNGE, [{**DOUBLES, "tiles": ["66", "55", "44"]}]),
    shown(PLUNGE, [{**DOUBLES, "tiles": ["66", "55", "44", "10"]}]),
    shown(PLUNGE, [{**DOUBLES, "tiles": ["66", "55", "44", "xx"]}]),
    shown(PLUNGE, [BEFORE]),
    edit(SHOWN, "rules", "show_doubles", False),
    edit(edit(SHOWN, *HAND, "contract", GONE), *HAND, "plays", []),
    shown(EIGHTY_EIGHT, [AFTER, BEFORE]),
    shown(EIGHTY_EIGHT, [BEFORE, BEFORE]),
    shown(EIGHTY_EIGHT, [{**BEFORE, "seat": 1}]),
    shown(EIGHTY_EIGHT, [{**BEFORE, "tiles": ["00"]}]),
    shown(EIGHTY_EIGHT, [{**BEFORE, "tiles": ["00", "10"]}]),
    shown(EIGHTY, [AFTER]),
]


@pytest.mark.parametrize("record", ILLEGAL)
def test_other_faults_of_shown_tiles_are_an_illegal_play_at_0(record):
    assert fault(record) == ("illegal_play", 1, 0)


def test_kitty_may_be_shown_before_the_exchange():
    waiting = edit(edit(EIGHTY_EIGHT, *HAND, "plays", []), *HAND, "exchange", GONE)
    assert fault(shown(waiting, [BEFORE])) is None
    assert fault(shown(waiting, [AFTER])) == ("illegal_play", 1, 0)
