"""Rules without effect beside the others, checked by playing games with each of their values."""

from __future__ import annotations

from random import Random

import pytest

from texas42.engine import Call, CallKind, Game, Rules, Shake, apply, new_game, view_for
from texas42.engine.auction import ladder
from texas42.library import Option, games, has_effect, load_rules, options_of, presets
from texas42.records.shake import shake

HANDS = 12
NUMBERS = (1, 2, 3, 4, 6)


def values_of(option: Option) -> tuple[object, ...]:
    match option.kind:
        case "switch":
            return (True, False)
        case "choice":
            return option.values
        case "list":
            return (option.values, *((value,) for value in option.values))
        case _:
            return NUMBERS


def some_rules(game: str, chance: Random) -> dict[str, object]:
    """Choose a preset of a game, and change some of its options."""
    chosen: dict[str, object] = {"preset": chance.choice(presets(game)).name}
    for option in options_of(game).values():
        if option.name != "target" and not chance.randrange(3):
            chosen[option.name] = chance.choice(values_of(option))
    return chosen


def acts_of(rules: Rules, seed: str) -> list[object]:
    """Play a hand by chance; return what could be done and what was done at each turn, and won."""
    chance = Random(seed)
    dealt = shake(rules, seed.encode().ljust(32, b"."), "effects")
    game: Game = apply(new_game(rules), Shake(0, dealt.hands, dealt.kitty)).game
    told: list[object] = []
    while game.deal is not None and (seat := game.deal.to_act) is not None:
        legal = view_for(game, seat).legal
        action = chance.choice(legal)
        told.append((legal, action))
        game = apply(game, action).game
    return [*told, game.total]


@pytest.mark.parametrize("game", [game.id for game in games()])
def test_rule_without_effect_changes_nothing_that_can_be_done_or_won(game: str) -> None:
    checked = 0
    for number in range(HANDS):
        chance = Random(f"{game} {number}")
        given = some_rules(game, chance)
        rules = load_rules(game, given)
        idle = [o for o in options_of(game).values() if not has_effect(rules, o.name)]
        for option in idle:
            usual = acts_of(rules, f"{game} {number}")
            for value in values_of(option):
                other = load_rules(game, given | {option.name: value})
                assert acts_of(other, f"{game} {number}") == usual, (option.name, value, given)
                checked += 1
    assert checked


def test_rule_that_another_needs_has_effect_with_it() -> None:
    assert not has_effect(load_rules("42"), "nello_doubles")
    assert has_effect(load_rules("42", {"nello": "any"}), "nello_doubles")
    assert not has_effect(load_rules("42", {"scoring": "points"}), "win_by_two")
    assert not has_effect(load_rules("moon", {"moon_set": 21}), "moon_widow")


def test_game_can_be_bid_over_a_plunge_where_no_other_bid_is_high_enough() -> None:
    low = {"ladder": "to42", "game_bid": True}
    plunging = load_rules("42", low | {"plunge": True})
    assert Call(CallKind.GAME) in ladder(plunging, Call(CallKind.PLUNGE, 4))
    assert has_effect(plunging, "game_bid")
    assert not has_effect(load_rules("42", low), "game_bid")
