"""Hands, tables and scripted deals for the engine's tests."""

import random
from collections import Counter
from collections.abc import Mapping

import pytest

from bot.engine import (
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
from bot.library import load_rules


def tiles(text: str) -> tuple[Tile, ...]:
    """Read tiles separated by blanks."""
    return tuple(parse_tile(word) for word in text.split())


def table(game: str = "42", preset: str | None = None, **options: object) -> Rules:
    """Rules of a game, of a preset where one is named, with these options."""
    named = {} if preset is None else {"preset": preset}
    return load_rules(game, {**named, **options})


def shake(rules: Rules, hands: Mapping[int, str], kitty: str = "", *, shaker: int = 0) -> Shake:
    """A deal with these tiles in these hands; the rest is dealt out ascending."""
    spec = rules.game
    parts = {seat: list(tiles(text)) for seat, text in hands.items()}
    left = Counter(spec.tiles)
    aside = list(tiles(kitty))
    for part in (*parts.values(), aside):
        left.subtract(part)
    assert min(left.values()) >= 0, "a tile was given out twice"
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
    """A game in its first auction."""
    return apply(new_game(rules, total=total), shake(rules, hands or {}, kitty, shaker=shaker)).game


def deal_in(game: Game) -> Deal:
    """The deal of a game that has one."""
    assert game.deal is not None
    return game.deal


def read(game: Game, text: str) -> Action:
    """What the seat in turn says with a text."""
    deal = deal_in(game)
    assert deal.to_act is not None, f"nobody is in turn for {text}"
    return parse_action(text, deal.phase, deal.to_act, game.rules)


def run(game: Game, script: str) -> Game:
    """The game after a script: what each seat in turn says, separated by semicolons or blanks.

    With semicolons an item may hold blanks (``1m doubles; 55,/21``).
    """
    items = script.split(";") if ";" in script else script.split()
    for item in filter(None, map(str.strip, items)):
        game = apply(game, read(game, item)).game
    return game


def legal(game: Game) -> list[str]:
    """What is legal now, in the words of the record."""
    return [format_action(action, game.rules) for action in game.legal_actions()]


def finish(game: Game, rng: random.Random) -> Game:
    """Play the deal to its end at random."""
    while deal_in(game).to_act is not None:
        game = apply(game, rng.choice(game.legal_actions())).game
    return game


def random_shake(rules: Rules, rng: random.Random, shaker: int) -> Shake:
    """A random deal."""
    spec = rules.game
    pool = list(spec.tiles)
    rng.shuffle(pool)
    size = spec.hand_size
    hands = tuple(tuple(pool[seat * size : (seat + 1) * size]) for seat in range(spec.seats))
    return Shake(shaker, hands, tuple(pool[spec.seats * size :]))


def bid_and_name(game: Game, bid: str, contract: str | None) -> Game:
    """The first bidder wins the auction, names their contract and takes nothing; the rest pass."""
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
    """The error of a script whose last item breaks that rule; the game stays as it was."""
    before = repr(game)
    with pytest.raises(IllegalAction) as caught:
        run(game, text)
    assert caught.value.rule is rule
    assert repr(game) == before
    return caught.value
