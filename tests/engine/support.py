"""Helpers for engine tests: tiles, rules, deals and scripted play."""

import random
from collections import Counter
from collections.abc import Mapping

import pytest

from texas42.engine import (
    Action,
    Deal,
    Game,
    IllegalAction,
    Rule,
    Rules,
    Shake,
    Tile,
    apply,
    format_action,
    new_game,
    parse_action,
    parse_tile,
)
from texas42.library import load_rules


def tiles(text: str) -> tuple[Tile, ...]:
    """Parse tiles separated by spaces."""
    return tuple(parse_tile(word) for word in text.split())


def table(game: str = "42", preset: str | None = None, **options: object) -> Rules:
    """Load the rules of a game, with an optional preset and options."""
    named = {} if preset is None else {"preset": preset}
    return load_rules(game, {**named, **options})


def shake(rules: Rules, hands: Mapping[int, str], kitty: str = "", *, shaker: int = 0) -> Shake:
    """Build a deal with these tiles in these hands; other tiles fill up in ascending order."""
    spec = rules.game
    parts = {seat: list(tiles(text)) for seat, text in hands.items()}
    left = Counter(spec.tiles)
    aside = list(tiles(kitty))
    for part in (*parts.values(), aside):
        left.subtract(part)
    assert min(left.values()) >= 0, "a tile was dealt twice"
    rest = sorted(left.elements())
    for seat in range(spec.seats):
        hand = parts.setdefault(seat, [])
        while len(hand) < spec.hand_size:
            hand.append(rest.pop(0))
    return Shake(
        shaker,
        tuple(tuple(parts[seat]) for seat in range(spec.seats)),
        (*aside, *rest),
    )


def start(
    rules: Rules,
    hands: Mapping[int, str] | None = None,
    kitty: str = "",
    *,
    shaker: int = 0,
    total: tuple[int, ...] | None = None,
) -> Game:
    """Start a game and deal its first hand."""
    return apply(new_game(rules, total=total), shake(rules, hands or {}, kitty, shaker=shaker)).game


def deal_in(game: Game) -> Deal:
    """Return the game's deal, which must exist."""
    assert game.deal is not None
    return game.deal


def read(game: Game, text: str) -> Action:
    """Parse an action of the seat to act."""
    deal = deal_in(game)
    assert deal.to_act is not None, f"no seat is to act for {text}"
    return parse_action(text, deal.phase, deal.to_act, game.rules)


def run(game: Game, script: str) -> Game:
    """Apply a script of actions, separated by semicolons or spaces.

    An item may contain spaces if semicolons separate them (``1m doubles; 55,/21``).
    """
    items = script.split(";") if ";" in script else script.split()
    for item in filter(None, map(str.strip, items)):
        game = apply(game, read(game, item)).game
    return game


def legal(game: Game) -> list[str]:
    """List the legal actions in record notation."""
    return [format_action(action, game.rules) for action in game.legal_actions()]


def finish(game: Game, rng: random.Random) -> Game:
    """Play random legal actions until the deal is over."""
    while deal_in(game).to_act is not None:
        game = apply(game, rng.choice(game.legal_actions())).game
    return game


def random_shake(rules: Rules, rng: random.Random, shaker: int) -> Shake:
    spec = rules.game
    pool = list(spec.tiles)
    rng.shuffle(pool)
    size = spec.hand_size
    hands = tuple(tuple(pool[seat * size : (seat + 1) * size]) for seat in range(spec.seats))
    return Shake(shaker, hands, tuple(pool[spec.seats * size :]))


def bid_and_name(game: Game, bid: str, contract: str | None) -> Game:
    """Let the first bidder win, name the contract and take no tile from the kitty."""
    game = run(game, f"{bid};")
    while deal_in(game).phase == "call":
        game = run(game, "pass")
    if deal_in(game).phase == "exchange":
        game = run(game, legal(game)[0])
    if contract is not None:
        game = run(game, f"{contract};")
    if deal_in(game).phase == "exchange":
        game = run(game, legal(game)[0])
    return game


def refused(rule: Rule, game: Game, text: str) -> IllegalAction:
    """Return the error of a script whose last item breaks this rule, leaving the game as it was."""
    before = repr(game)
    with pytest.raises(IllegalAction) as caught:
        run(game, text)
    assert caught.value.rule is rule
    assert repr(game) == before
    return caught.value
