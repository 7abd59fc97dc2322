"""Trumps, offs and walkers in a hand."""

import pytest

from tests.engine.support import table, tiles
from texas42.engine import is_walker, offs, parse_contract, trumps

RULES = table(preset="house")


def test_trumps_are_listed_best_first() -> None:
    hand = tiles("51 66 55 65 50 11 32")
    assert trumps(hand, parse_contract("5", RULES)) == tiles("55 65 51 50")
    assert trumps(hand, parse_contract("doubles", RULES)) == tiles("66 55 11")
    assert trumps(hand, parse_contract("follow-me", RULES)) == ()


def test_offs_are_neither_trump_nor_double() -> None:
    hand = tiles("51 66 55 65 50 11 32")
    assert offs(hand, parse_contract("5", RULES)) == tiles("32")
    assert offs(hand, parse_contract("doubles", RULES)) == tiles("51 65 50 32")


def test_walker_is_the_highest_tile_left_in_its_suit() -> None:
    fives = parse_contract("2", RULES)
    six_five = tiles("65")[0]
    assert not is_walker(six_five, fives, tiles("66 64"))
    assert is_walker(six_five, fives, tiles("64 63 22"))
    assert is_walker(tiles("51")[0], parse_contract("doubles", RULES), tiles("50 55"))


def test_equal_tile_of_a_double_set_does_not_stop_a_walker() -> None:
    assert is_walker(tiles("66")[0], parse_contract("5", RULES), tiles("66 65"))


def test_sevens_has_no_walkers() -> None:
    with pytest.raises(ValueError, match="no suits"):
        is_walker(tiles("61")[0], parse_contract("sevens", RULES), ())
