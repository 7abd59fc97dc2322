"""Calls, contracts and actions in record notation."""

import pytest

from tests.engine.support import shake, table, tiles
from texas42.engine import (
    Call,
    CallKind,
    Contract,
    ContractKind,
    DoublesRule,
    MakeExchange,
    NotationError,
    Phase,
    PlayTile,
    Suit,
    format_action,
    format_call,
    format_contract,
    parse_action,
    parse_call,
    parse_contract,
)

MARKS = table(preset="house")
POINTS = table(preset="puremco", plunge=True)
EIGHTY_EIGHT = table("88")
MOON = table("moon")


def test_table_by_marks_parses_points_as_marks() -> None:
    assert parse_call("42", MARKS) == parse_call("1m", MARKS) == Call(CallKind.MULTIPLE, 1)
    assert format_call(parse_call("84", MARKS), MARKS) == "2m"
    assert format_call(parse_call("plunge 168", MARKS), MARKS) == "plunge 4m"


def test_table_by_points_rejects_marks() -> None:
    for text in ("1m", "plunge 4m"):
        with pytest.raises(NotationError):
            parse_call(text, POINTS)
    assert format_call(parse_call("plunge 168", POINTS), POINTS) == "plunge 168"
    assert format_call(parse_call("84", POINTS), POINTS) == "84"


def test_bid_with_trump_is_number_then_suit() -> None:
    assert parse_call("60 5", EIGHTY_EIGHT) == Call(CallKind.POINTS, 60, Suit.FIVES)
    assert parse_call("176 follow-me", EIGHTY_EIGHT).number == 2
    by_marks = table("88", "marks")
    assert format_call(parse_call("176 doubles", by_marks), by_marks) == "2m doubles"
    for text in ("60", "60 7x", "pass 5", "60  5", "60 "):
        with pytest.raises(NotationError):
            parse_call(text, EIGHTY_EIGHT)


def test_moon_bids_are_tricks() -> None:
    assert parse_call("21", MOON) == Call(CallKind.TRICKS, 21)
    assert format_call(parse_call("7", MOON), MOON) == "7"


@pytest.mark.parametrize("text", ["", "030", "+31", "31.0", "m", "0m", "-1", "Pass", "plunge"])
def test_invalid_call_is_rejected(text: str) -> None:
    with pytest.raises(NotationError):
        parse_call(text, MARKS)


@pytest.mark.parametrize(
    "text",
    [
        "0",
        "6",
        "doubles",
        "follow-me",
        "nello own-reversed",
        "sevens",
        "plunge",
        "splash",
        "plunge 5",
        "splash doubles",
        "plunge follow-me",
    ],
)
def test_contract_round_trips(text: str) -> None:
    assert format_contract(parse_contract(text, MARKS), MARKS) == text


def test_follow_me_states_its_doubles_rule_unless_it_is_the_default() -> None:
    low = table(nt_doubles=["low"])
    assert parse_contract("follow-me low", low) == Contract(
        ContractKind.FOLLOW_ME, doubles=DoublesRule.LOW
    )
    assert (
        format_contract(parse_contract("splash follow-me low", low), low) == "splash follow-me low"
    )
    for text, rules in (("follow-me", low), ("follow-me high", MARKS), ("plunge follow-me", low)):
        with pytest.raises(NotationError):
            parse_contract(text, rules)


def test_suit_of_a_plunge_names_its_doubles_only_where_another_rank_is_allowed() -> None:
    low = table(plunge_doubles=["low"])
    for text in (
        "plunge 3 low",
        "splash 3 high",
        "plunge doubles reversed",
        "plunge follow-me",
        "3",
    ):
        assert format_contract(parse_contract(text, low), low) == text
    for text in ("plunge 3", "plunge doubles low", "plunge 3 reversed", "plunge 3 own", "3 low"):
        with pytest.raises(NotationError):
            parse_contract(text, low)
    with pytest.raises(NotationError):
        parse_contract("plunge 3 low", MARKS)


@pytest.mark.parametrize("text", ["", "7x", "nello", "sevens 5", "5 high", "plunge sevens"])
def test_invalid_contract_is_rejected(text: str) -> None:
    with pytest.raises(NotationError):
        parse_contract(text, MARKS)


def test_exchange_is_tiles_taken_then_tiles_put_back() -> None:
    text = "50,55/21,31"
    action = parse_action("55,50/31,21", Phase.EXCHANGE, 2, EIGHTY_EIGHT)
    assert action == MakeExchange(2, tiles("55 50"), tiles("21 31"))
    assert format_action(action, EIGHTY_EIGHT) == text
    assert format_action(parse_action("/", Phase.EXCHANGE, 0, EIGHTY_EIGHT), EIGHTY_EIGHT) == "/"


def test_order_of_exchanged_tiles_does_not_matter() -> None:
    assert MakeExchange(0, tiles("55 50"), tiles("31 21")) == MakeExchange(
        0, tiles("50 55"), tiles("21 31")
    )


def test_unseen_tile_is_a_question_mark() -> None:
    action = parse_action("?/31", Phase.EXCHANGE, 0, MOON)
    assert action == MakeExchange(0, (), tiles("31"), 1)
    assert format_action(action, MOON) == "?/31"


def test_small_end_lead_is_written_with_an_at_sign() -> None:
    action = parse_action("16@1", Phase.PLAY, 3, MARKS)
    assert action == PlayTile(3, tiles("61")[0], Suit.ONES)
    assert format_action(action, MARKS) == "61@1"


@pytest.mark.parametrize(
    ("text", "phase"),
    [
        ("61@", Phase.PLAY),
        ("61@doubles", Phase.PLAY),
        ("61@9", Phase.PLAY),
        ("55", Phase.EXCHANGE),
        ("5,5/", Phase.EXCHANGE),
        ("64", Phase.OVER),
    ],
)
def test_invalid_action_is_rejected(text: str, phase: Phase) -> None:
    with pytest.raises(NotationError):
        parse_action(text, phase, 0, MARKS)


def test_shake_is_hands_then_rest() -> None:
    text = format_action(shake(MOON, {}), MOON)
    assert text.startswith("00,11,21,22,31,32,33/")
    assert text.endswith("/66")
