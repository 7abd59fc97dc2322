"""Calls, contracts and actions in the words of the record."""

import pytest

from bot.engine import (
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
from tests.engine.support import shake, table, tiles

MARKS = table(preset="house")
POINTS = table(preset="puremco", plunge=True)
EIGHTY_EIGHT = table("88")
MOON = table("moon")


def test_marks_table_reads_multiples_as_marks_and_writes_marks() -> None:
    assert parse_call("42", MARKS) == parse_call("1m", MARKS) == Call(CallKind.MULTIPLE, 1)
    assert format_call(parse_call("84", MARKS), MARKS) == "2m"
    assert format_call(parse_call("plunge 168", MARKS), MARKS) == "plunge 4m"


def test_points_table_reads_no_marks() -> None:
    for text in ("1m", "plunge 4m"):
        with pytest.raises(NotationError):
            parse_call(text, POINTS)
    assert format_call(parse_call("plunge 168", POINTS), POINTS) == "plunge 168"
    assert format_call(parse_call("84", POINTS), POINTS) == "84"


def test_trump_stands_behind_the_number_where_the_bid_names_it() -> None:
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
def test_other_texts_are_no_call(text: str) -> None:
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
def test_contract_is_written_as_it_was_read(text: str) -> None:
    assert format_contract(parse_contract(text, MARKS), MARKS) == text


def test_follow_me_names_its_doubles_only_where_another_rule_is_allowed() -> None:
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
def test_other_texts_are_no_contract(text: str) -> None:
    with pytest.raises(NotationError):
        parse_contract(text, MARKS)


def test_exchange_is_read_and_written_as_taken_and_put_back() -> None:
    text = "50,55/21,31"
    action = parse_action("55,50/31,21", Phase.EXCHANGE, 2, EIGHTY_EIGHT)
    assert action == MakeExchange(2, tiles("55 50"), tiles("21 31"))
    assert format_action(action, EIGHTY_EIGHT) == text
    assert format_action(parse_action("/", Phase.EXCHANGE, 0, EIGHTY_EIGHT), EIGHTY_EIGHT) == "/"


def test_exchange_has_no_order() -> None:
    assert MakeExchange(0, tiles("55 50"), tiles("31 21")) == MakeExchange(
        0, tiles("50 55"), tiles("21 31")
    )


def test_unseen_tile_is_a_question_mark() -> None:
    action = parse_action("?/31", Phase.EXCHANGE, 0, MOON)
    assert action == MakeExchange(0, (), tiles("31"), 1)
    assert format_action(action, MOON) == "?/31"


def test_lead_that_declares_its_lower_end_is_written_behind_an_at() -> None:
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
def test_other_texts_are_no_action(text: str, phase: Phase) -> None:
    with pytest.raises(NotationError):
        parse_action(text, phase, 0, MARKS)


def test_shake_is_written_as_hands_and_rest() -> None:
    text = format_action(shake(MOON, {}), MOON)
    assert text.startswith("00,11,21,22,31,32,33/")
    assert text.endswith("/66")
