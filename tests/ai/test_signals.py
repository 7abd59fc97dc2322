"""What discards promise, and in which contracts (002:61-69, ruling 8.25)."""

import pytest

from tests.ai.positions import exposing, playing
from texas42.ai.inference.knowledge import know
from texas42.ai.inference.signals import promises_so_far, signals_in
from texas42.engine import SeatView, format_tile, parse_contract
from texas42.library import load_rules

HAND = "53 60 64 41 32 20"


def read(view: SeatView, seat: int) -> set[str]:
    """Return the tiles that the owner of a view reads in a seat's discards."""
    known = know(view)
    return {format_tile(tile) for tile in known.order.tiles(known.shown[seat])}


def promised_doubles(view: SeatView, seat: int) -> set[str]:
    known = know(view)
    doubles = promises_so_far(view, known.order).doubles[seat]
    return {format_tile(tile) for tile in known.order.tiles(doubles)}


@pytest.mark.parametrize(
    ("contract", "options"),
    [
        ("6", {}),
        ("0", {}),
        ("follow-me", {}),
        ("follow-me high", {"nt_doubles": ["high", "low"]}),
        ("plunge 4", {"plunge": True}),
        ("plunge follow-me", {"plunge": True}),
        ("splash 4 high", {"splash": True, "plunge_doubles": ["high", "low", "reversed"]}),
    ],
)
def test_players_signal_where_each_double_is_the_highest_of_its_number(
    contract: str, options: dict[str, object]
) -> None:
    rules = load_rules("42", options)
    assert signals_in(rules, parse_contract(contract, rules))
    without = load_rules("42", {**options, "indicating": False})
    assert not signals_in(without, parse_contract(contract, without))


NT = {"nt_doubles": ["low", "own", "own-reversed"]}
PLUNGE = {"plunge": True, "splash": True, "plunge_doubles": ["high", "low", "reversed"]}


@pytest.mark.parametrize(
    ("contract", "options"),
    [
        ("doubles", {}),
        ("follow-me low", NT),
        ("follow-me own", NT),
        ("follow-me own-reversed", NT),
        ("plunge 4 low", PLUNGE),
        ("splash 4 low", PLUNGE),
        ("plunge doubles high", PLUNGE),
        ("splash doubles reversed", PLUNGE),
        ("plunge follow-me low", {**PLUNGE, **NT}),
        ("nello high", {"nello": "any", "nello_doubles": ["high"]}),
        ("nello own", {"nello": "any"}),
        ("sevens", {"sevens": True}),
    ],
)
def test_nobody_signals_in_other_contracts(contract: str, options: dict[str, object]) -> None:
    rules = load_rules("42", options)
    assert not signals_in(rules, parse_contract(contract, rules))


@pytest.mark.parametrize("game", ["88", "80", "79", "84x6", "84x8", "big-game", "moon4"])
def test_partners_in_every_game_signal(game: str) -> None:
    rules = load_rules(game, {})
    assert signals_in(rules, parse_contract("3", rules))


def test_nobody_signals_in_moon_for_three() -> None:
    rules = load_rules("moon", {})
    assert not signals_in(rules, parse_contract("3", rules))


def test_discard_promises_the_double_of_its_high_end() -> None:
    assert read(playing(HAND, "11 21 54 31", contract="1"), 2) == {"55"}
    assert read(playing(HAND, "11 21 54 31", contract="1", indicating=False), 2) == set()


def test_discards_of_opponents_promise_nothing_to_this_side() -> None:
    view = playing("53 60 64 41 32 20", "11 54 21 31", contract="1")
    known = know(view)
    assert promised_doubles(view, 1) == {"55"}
    assert known.shown[1] == 0
    six = playing(
        "53 52 43 42 32 33 22 00", "11 21 54 51 54 41", contract="1", game="88", bid="60 1"
    )
    assert [bool(each) for each in know(six).shown] == [False, False, True, False, True, False]


def test_nothing_is_read_with_doubles_for_trump() -> None:
    view = playing("53 60 64 41 32 20", "66 55 54 11", contract="doubles")
    assert read(view, 2) == set()


def test_following_and_trumping_promise_nothing() -> None:
    view = playing("53 50 43 41 32 20", "65 62 61 51", contract="1")
    assert [read(view, seat) for seat in (1, 2, 3)] == [set(), set(), set()]


@pytest.mark.parametrize("count", ["50", "55"])
def test_count_promises_nothing(count: str) -> None:
    hand = "53 60 64 41 32 20"
    assert read(playing(hand, f"11 21 {count} 31", contract="1"), 2) == set()


def test_without_count_every_discard_promises() -> None:
    view = playing(HAND, "11 21 55 31", contract="1", game="moon4", bid="4")
    assert read(view, 2) == {"65"}


@pytest.mark.parametrize(
    ("plays", "contract", "following"),
    [
        ("11 21 44 31", "1", "64"),
        ("64 60 62 63 | 63 11 44 31", "follow-me", "54"),
        ("00 60 44 30", "0", "64"),
        ("66 62 44 63", "6", "54"),
    ],
)
def test_thrown_double_promises_the_highest_closed_tile_of_its_number(
    plays: str, contract: str, following: str
) -> None:
    """A trump is never the next one, nor is a tile that was played."""
    tricks = plays.count("|")
    if tricks:  # the six-four was played
        view = playing("53 50 41 32 20", "66 64 62 63 | 11 31 44 10", contract=contract)
    else:
        view = playing("53 51 41 32 20 43", plays, contract=contract)
    assert read(view, 2) == {following}


def test_open_double_is_not_promised() -> None:
    played = playing("53 50 41 32 20", "66 60 62 64 | 11 21 63 31", contract="1")
    assert read(played, 2) == set()
    face_up = playing(HAND, "11 21 54 31", contract="1")
    assert read(exposing(face_up, {3: "55 43 42 30 22 10"}), 2) == set()
    assert promised_doubles(exposing(face_up, {3: "55 43 42 30 22 10"}), 2) == set()


def test_double_is_promised_once() -> None:
    """A second discard of that suit promises nothing; only the play of the double ends it."""
    view = playing("53 60 41 32 43", "11 21 64 31 | 10 61 63 51", contract="1")
    assert promised_doubles(view, 2) == {"66"}
    later = playing("53 60 41 32", "11 21 54 31 | 10 61 52 51 | 00 20 55 30", contract="1")
    assert promised_doubles(later, 2) == {"55"}
    assert read(later, 2) == set()


def test_promised_tile_in_the_readers_hand_is_not_believed() -> None:
    assert read(playing("55 60 64 41 32 20", "11 21 54 31", contract="1"), 2) == set()


@pytest.mark.parametrize(
    ("plays", "following"),
    [
        ("11 21 66 31 41 51", "66"),
        ("66 62 62 63 63 60 | 11 21 66 31 41 51", "65"),
    ],
)
def test_other_copy_of_a_double_is_its_next_in_a_double_set(plays: str, following: str) -> None:
    hand = "53 52 43 42 32 33 22" if "|" in plays else "53 52 43 42 32 33 22 00"
    view = playing(hand, plays, contract="1", game="88", bid="60 1")
    assert read(view, 2) == {following}


def test_high_end_promises_a_copy_that_is_left_in_a_double_set() -> None:
    hand = "53 52 43 42 32 33 22"
    plays = "66 62 62 63 63 60 | 11 21 64 31 41 51"
    assert read(playing(hand, plays, contract="1", game="88", bid="60 1"), 2) == set()
    plays = "66 62 62 63 63 60 | 11 21 65 31 41 51"
    assert read(playing(hand, plays, contract="1", game="88", bid="60 1"), 2) == {"66"}


def test_nobody_signals_at_the_last_trick() -> None:
    tricks = "11 21 10 31 | 61 51 41 20 | 65 60 62 63 | 44 42 43 40 | 55 50 52 53 | 33 32 30 54"
    view = playing("66", f"{tricks} | 22 64", contract="1", bid="42")
    assert promised_doubles(view, 1) == set()
