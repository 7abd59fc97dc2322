"""What a hand holds for a contract, as a player counts it: trumps, doubles and offs."""

from __future__ import annotations

from texas42.engine import DOUBLES, FOLLOW_ME, Contract, SeatView, Suit, Tile, suit_contract

from ..words.render_context import RenderContext, tile_text
from .guide_topics import held


def longest(view: SeatView) -> Suit | None:
    """Return the player's longest suit; the one with its double of two such."""

    def rank(suit: Suit) -> tuple[int, bool, int]:
        own = held(view.hand, suit_contract(suit), suit)
        return len(own), any(tile.is_double for tile in own), suit.pip

    suits = [suit for suit in view.rules.nameable if suit not in {DOUBLES, FOLLOW_ME}]
    return max(suits, key=rank, default=None)


def holding_line(view: SeatView, contract: Contract | None, context: RenderContext) -> str:
    """Count the trumps, doubles and offs of a hand, as in "You hold four fives and two offs".

    Without a contract, for the longest suit.
    """
    suit = longest(view) if contract is None or contract.named is None else contract.named
    if suit is None or suit is FOLLOW_ME:
        return context.say("You're high in most suits.")
    trumps = held(view.hand, suit_contract(suit), suit)
    others = [tile for tile in view.hand if tile not in trumps]
    doubles = sum(tile.is_double for tile in others)
    say = context.say
    offs = len(others) - doubles
    spelled = context.words.spelled
    parts = [_trumps(trumps, suit, context)]
    if doubles and any(tile.is_double for tile in trumps):
        parts.append(
            context.plural(
                "{count} other double", "{count} other doubles", doubles, count=spelled(doubles)
            )
        )
    elif doubles:
        parts.append(
            context.plural("{count} double", "{count} doubles", doubles, count=spelled(doubles))
        )
    if offs:
        parts.append(context.plural("{count} off", "{count} offs", offs, count=spelled(offs)))
    else:
        parts.append(say("no offs"))
    return say("You hold {tiles}.", tiles=context.both(parts))


def _trumps(trumps: list[Tile], suit: Suit, context: RenderContext) -> str:
    """Write the tiles of a suit in a few words."""
    if len(trumps) == 1:
        return context.say("the {tile}", tile=tile_text(trumps[0]))
    count = context.words.spelled(len(trumps))
    name = context.words.suit(suit)
    doubles = sum(tile.is_double for tile in trumps)
    if suit is DOUBLES:
        return context.say("{count} {suit}", count=count, suit=name)
    if doubles > 1:
        return context.say("{count} {suit} with both doubles", count=count, suit=name)
    if doubles:
        return context.say("{count} {suit} with the double", count=count, suit=name)
    return context.say("{count} {suit} without the double", count=count, suit=name)
