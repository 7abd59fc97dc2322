"""The shake: pinned test vectors, and invalid input."""

import hashlib
import hmac
from collections import Counter
from dataclasses import replace
from itertools import islice

import pytest

from texas42.library import games, load_rules
from texas42.records.jsontext import format_json, parse_json
from texas42.records.shake import (
    clean_shake,
    commitment,
    deal_in,
    hand_name,
    public_text,
    shake,
    words,
)
from texas42.records.shakefile import (
    ShakeFileError,
    format_shake_file,
    parse_shake_file,
    shake_file,
    verify,
)

SECRET = bytes(range(32))
PUBLIC = "k3f9q2:1:"


def texts(tiles):
    return [f"{tile.high}{tile.low}" for tile in tiles]


def test_commitment_is_the_sha256_of_the_secret():
    expected = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert commitment(SECRET) == expected


def test_random_words_are_four_byte_big_endian_pieces_of_hmac_sha256():
    blocks = b"".join(
        hmac.new(SECRET, PUBLIC.encode() + bytes(7) + bytes([number]), hashlib.sha256).digest()
        for number in range(3)
    )
    expected = [int.from_bytes(blocks[i : i + 4], "big") for i in range(0, len(blocks), 4)]
    assert list(islice(words(SECRET, PUBLIC), 24)) == expected


def test_shake_of_42_deals_the_published_hands():
    dealt = shake(load_rules("42", None), SECRET, PUBLIC)
    assert [texts(hand) for hand in dealt.hands] == [
        ["63", "00", "64", "55", "60", "11", "21"],
        ["31", "44", "54", "53", "22", "43", "33"],
        ["40", "61", "52", "42", "65", "20", "41"],
        ["10", "62", "66", "32", "30", "51", "50"],
    ]
    assert dealt.kitty == ()


def test_shake_of_moon_with_two_added_texts_deals_the_published_hands_and_widow():
    public = public_text(hand_name("k3f9q2", 2), [("Ana", "7"), ("Bo", "hello")])
    assert public == "k3f9q2:2:Ana=7,Bo=hello"
    dealt = shake(load_rules("moon", None), SECRET, public)
    assert [texts(hand) for hand in dealt.hands] == [
        ["42", "43", "31", "63", "32", "64", "22"],
        ["44", "66", "33", "53", "11", "00", "54"],
        ["55", "51", "21", "41", "61", "65", "52"],
    ]
    assert texts(dealt.kitty) == ["62"]


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_shake_deals_exactly_the_tiles_of_the_game(game):
    dealt = shake(load_rules(game.id, None), SECRET, PUBLIC)
    assert [len(hand) for hand in dealt.hands] == [game.hand_size] * game.seats
    assert len(dealt.kitty) == game.kitty_size
    every = Counter(dealt.kitty)
    for hand in dealt.hands:
        every.update(hand)
    assert every == Counter(game.tiles)


def test_shakes_are_uniform():
    rules = load_rules("42", None)
    first = Counter(
        shake(rules, SECRET, f"table:{number}:").hands[0][0] for number in range(28 * 100)
    )
    assert len(first) == 28
    # 100 expected each with a standard deviation of about 10: the limit is six of those.
    assert all(40 <= count <= 160 for count in first.values())


def test_shake_refuses_a_secret_of_the_wrong_length():
    with pytest.raises(ValueError, match="32 bytes"):
        shake(load_rules("42", None), b"short", PUBLIC)


@pytest.mark.parametrize("text", ["", "a b", "a,b", "a=b", "x" * 41, "no-dash"])
def test_added_text_is_at_most_forty_letters_and_digits(text):
    with pytest.raises(ValueError, match="letters and digits"):
        public_text("t:1", [("Ana", text)])


@pytest.mark.parametrize("name", ["", "a,b", "a=b", "a:b"])
def test_deal_name_may_not_make_the_public_text_ambiguous(name):
    with pytest.raises(ValueError, match="name"):
        public_text("t:1", [(name, "7")])


@pytest.mark.parametrize("deal", ["daily:2026-11-25", "board:k7w2", "draw-k3f9q2:1-2"])
def test_deal_without_a_table_has_its_own_name_and_verifies(deal):
    public = public_text(deal)
    assert public == f"{deal}:"
    assert deal_in(public) == deal
    file = shake_file(load_rules("42", None), SECRET, public)
    assert verify(file) == ()
    assert file.deal != file_of("42").deal


@pytest.mark.parametrize("deal", ["", "t", "t:", ":1", "t:1:", "t:1:2"])
def test_deal_name_has_two_parts(deal):
    with pytest.raises(ValueError, match="name of a deal"):
        public_text(deal)


def test_players_text_is_reduced_to_letters_and_digits():
    assert clean_shake("  Hello, world! 42 " + "x" * 50) == "Helloworld42" + "x" * 28


def file_of(game, rules=None):
    return shake_file(load_rules(game, rules), SECRET, PUBLIC)


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_shake_file_round_trips_and_verifies(game):
    file = file_of(game.id)
    assert parse_shake_file(format_shake_file(file)) == file
    assert verify(file) == ()


def test_shake_file_of_moon_with_21_tiles_verifies():
    file = file_of("moon", {"moon_set": 21})
    assert file.kitty == ()
    assert verify(file) == ()


def test_shake_file_accepts_tiles_in_either_order():
    file = file_of("42")
    turned = tuple(tuple(text[::-1] for text in hand) for hand in file.deal)
    assert verify(replace(file, deal=turned)) == ()


def test_each_difference_of_a_shake_file_is_listed():
    file = file_of("88")
    hands = list(file.deal)
    hands[1], hands[2] = hands[2], hands[1]
    forged = replace(file, commitment="0" * 64, deal=tuple(hands), kitty=file.kitty[::-1])
    found = verify(forged)
    assert [one.split()[:2] for one in found] == [
        ["The", "commitment"],
        ["Seat", "1"],
        ["Seat", "2"],
        ["The", "kitty"],
    ]


def test_another_secret_or_public_text_does_not_verify():
    file = file_of("42")
    assert len(verify(replace(file, public="k3f9q2:1:Ana=7"))) == 4
    assert len(verify(replace(file, secret="00" * 32))) == 5


def test_missing_hand_is_a_difference():
    file = file_of("42")
    assert "3 hands instead of 4" in verify(replace(file, deal=file.deal[:3]))[0]


def mutate(key, value):
    fields = parse_json(format_shake_file(file_of("42")))
    fields[key] = value
    return format_json(fields)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        mutate("format", "fortytwo-shake/2"),
        mutate("extra", 1),
        mutate("secret", 5),
        mutate("deal", None),
        mutate("deal", ["64"]),
        mutate("deal", [[64]]),
        mutate("kitty", None),
        format_shake_file(file_of("42"))[:-1] + ',"kitty":[]}',
    ],
)
def test_malformed_shake_file_is_refused(text):
    with pytest.raises(ShakeFileError):
        parse_shake_file(text)


@pytest.mark.parametrize(("key", "value"), [("secret", "xyz"), ("secret", "00"), ("game", "chess")])
def test_shake_file_with_nothing_to_compare_is_refused(key, value):
    with pytest.raises(ShakeFileError):
        verify(parse_shake_file(mutate(key, value)))
