"""Text forms of engine values, and what a game accepts."""

import random

import pytest

import texas42.engine
from tests.engine.support import deal_in, finish, run, shake, start, table, tiles
from texas42.engine import (
    OVERLAYS,
    PASS,
    Call,
    CallKind,
    Contract,
    ContractKind,
    DoublesRule,
    MakeCall,
    MakeExchange,
    NameContract,
    PlayTile,
    Shake,
    Suit,
    Tile,
    apply,
    format_action,
    new_game,
    parse_tile,
    sitting_out,
)

LOW_FOLLOW_ME = Contract(ContractKind.FOLLOW_ME, doubles=DoublesRule.LOW)
VALUES = [
    Tile(6, 4),
    Suit.FIVES,
    DoublesRule.OWN_REVERSED,
    PASS,
    Call(CallKind.MULTIPLE, 2, Suit.DOUBLES),
    Contract(ContractKind.PLUNGE, Suit.FOLLOW_ME, DoublesRule.LOW),
    Contract(ContractKind.SEVENS),
    MakeCall(1, Call(CallKind.POINTS, 31)),
    NameContract(2, Contract(ContractKind.SUIT, Suit.ONES)),
    MakeExchange(0, tiles("55"), tiles("21"), 0),
    PlayTile(3, Tile(6, 1), Suit.ONES),
    Shake(0, (tiles("11 10"), tiles("64 00")), tiles("55")),
    table("moon"),
    start(table("88")),
]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_repr_evaluates_to_an_equal_value(value: object) -> None:
    assert eval(repr(value), vars(texas42.engine)) == value


def test_repr_of_a_finished_game_evaluates_to_an_equal_game() -> None:
    game = finish(start(table(preset="house")), random.Random(42))
    assert eval(repr(game), vars(texas42.engine)) == game


def test_str_of_a_tile_has_a_dash() -> None:
    assert str(Tile(6, 4)) == "6-4"
    assert f"{parse_tile('05')}" == "5-0"


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (MakeCall(0, Call(CallKind.MULTIPLE, 2)), "2m"),
        (MakeCall(0, Call(CallKind.PLUNGE, 4)), "plunge 4m"),
        (MakeCall(0, Call(CallKind.POINTS, 60, Suit.FIVES)), "60 5"),
        (NameContract(0, Contract(ContractKind.FOLLOW_ME)), "follow-me"),
        (
            NameContract(0, Contract(ContractKind.FOLLOW_ME, doubles=DoublesRule.LOW)),
            "follow-me low",
        ),
        (NameContract(0, Contract(ContractKind.NELLO)), "nello high"),
        (NameContract(0, Contract(ContractKind.SPLASH)), "splash"),
        (PlayTile(0, Tile(6, 1), Suit.ONES), "61@1"),
    ],
)
def test_action_formats_without_rules(action, text) -> None:
    assert format_action(action) == text


def test_renege_is_accepted_but_not_legal_at_a_forfeit_table() -> None:
    hands = {0: "66 55 53 52 51 50 10", 1: "65 54 44 43 42 41 40"}
    game = run(start(table(renege="forfeit"), hands, shaker=3), "30 pass pass pass 6 66")
    follow = PlayTile(1, Tile(6, 5))
    renege = PlayTile(1, Tile(4, 4))
    assert not game.is_legal(renege)
    assert game.accepts(renege)
    assert game.is_renege(renege)
    assert game.is_legal(follow)
    assert game.accepts(follow)
    assert not game.is_renege(follow)
    assert not game.accepts(PlayTile(1, Tile(6, 4))), (
        "playing a tile you don't hold is not a renege"
    )
    assert renege not in game.legal_actions()


def test_only_a_shake_is_legal_between_deals() -> None:
    rules = table()
    game = new_game(rules)
    assert game.legal_actions() == ()
    assert game.is_legal(shake(rules, {}, shaker=2))
    assert not game.is_legal(MakeCall(0, PASS))
    assert game.legal_actions() == ()
    first = apply(game, shake(rules, {}, shaker=2)).game
    assert all(first.is_legal(action) for action in first.legal_actions())
    assert deal_in(first).to_act == 3


def test_opponents_are_the_other_side_or_everyone_but_the_bidder() -> None:
    four = deal_in(start(table(), shaker=3))
    assert four.opponents(0) == four.opponents(2) == (1, 3)
    moon = run(start(table("moon"), shaker=2), "4 pass pass")
    assert deal_in(moon).opponents(0) == (1, 2)
    assert deal_in(moon).opponents(1) == deal_in(moon).opponents(2) == (0,)


def test_only_the_partner_in_nello_sits_out() -> None:
    rules = table(preset="house")
    out = {kind for kind in OVERLAYS if OVERLAYS[kind].partner_sits_out}
    assert out == {ContractKind.NELLO}
    assert sitting_out(rules, 1, Contract(ContractKind.NELLO)) == 3
    assert sitting_out(rules, 1, Contract(ContractKind.SEVENS)) is None


def test_special_contracts_need_at_least_one_mark() -> None:
    special = {kind for kind, row in OVERLAYS.items() if row.is_special}
    assert special == set(ContractKind) - {ContractKind.SUIT, ContractKind.FOLLOW_ME}
    assert all(OVERLAYS[kind].level >= 1 for kind in special)
