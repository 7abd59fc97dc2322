"""What discards promise a partner: a double, or the tile next to a double (002:61-69)."""

from collections.abc import Sequence
from dataclasses import dataclass

from texas42.ai.inference.trick_order import TrickOrder
from texas42.engine import DOUBLES, Contract, DoublesRule, Rules, SeatView, Shown, Suit, Tile, Trick

_TELLING_TRICKS = 0.45
"""The share of the tricks in which a promise is true more often than chance has it; later, few
discards are free (docs/strength.md).
"""


@dataclass(frozen=True, slots=True)
class Promises:
    """What discards have promised so far, as sets of tiles.

    `opened`: the tiles that were played or lie face up. By seat, `doubles`: the doubles that its
    discards ever promised; `kept`: the promised tiles that it has not played since, without what
    late discards promised.
    """

    opened: int
    doubles: tuple[int, ...]
    kept: tuple[int, ...]

    def opened_with(self, order: TrickOrder, tile: Tile) -> int:
        """Return the open tiles after a tile is played: one more copy of it."""
        copies = _copies(order, tile)
        closed = copies & ~self.opened
        return self.opened | closed & -closed


def signals_in(rules: Rules, contract: Contract) -> bool:
    """Return True if players signal: each double is the highest of its number (ruling 8.25)."""
    game = rules.game
    if not rules.indicating or game.sides == game.seats:
        return False
    names_number = contract.named is not None and contract.named is not DOUBLES
    return names_number and contract.doubles is DoublesRule.HIGH


def promises_so_far(view: SeatView, order: TrickOrder) -> Promises:
    """Read every discard so far; nothing is promised where nobody signals, or at a last trick."""
    game = view.rules.game
    doubles = [0] * game.seats
    kept = [0] * game.seats
    if view.contract is None or not signals_in(view.rules, view.contract):
        return Promises(0, tuple(doubles), tuple(kept))
    all_doubles = order.mask(tile for tile in game.tiles if tile.is_double)
    shown = _shown_doubles(view, order)
    opened = [tile for hand in view.exposed for tile in hand]
    for number, trick in enumerate(view.all_tricks, 1):
        for play in trick.plays:
            opened.append(play.tile)
            kept[play.seat] &= ~_copies(order, play.tile)
            if number == game.hand_size or not is_discard(order, trick, play.tile):
                continue
            seen = order.mask(opened) | shown
            before = doubles[play.seat]
            promise = promise_of(order, play.tile, seen, before, counts=game.counts)
            if number <= _TELLING_TRICKS * game.hand_size:
                kept[play.seat] |= promise
            doubles[play.seat] |= promise & all_doubles
    return Promises(order.mask(opened) | shown, tuple(doubles), tuple(kept))


def is_discard(order: TrickOrder, trick: Trick, tile: Tile) -> bool:
    """Return True if a tile played to a trick neither follows suit nor is a trump."""
    if trick.led is None:
        return False
    return not (order.follows[trick.led] | order.trump) >> order.places[tile] & 1


def promise_of(order: TrickOrder, tile: Tile, opened: int, promised: int, *, counts: bool) -> int:
    """Return every copy of the tile that a discard promises, 0 for none (ruling 8.25).

    A tile promises the double of its high end, a double the highest other tile of its number;
    trumps and count promise nothing. `opened` includes the discard, `promised` are the doubles that
    the seat has promised before. `counts`: the game has count.
    """
    if order.trump >> order.places[tile] & 1 or (counts and tile.count):
        return 0
    if tile.is_double:
        closed = order.follows[Suit(str(tile.high))] & ~order.trump & ~opened
        return _copies(order, order.line[closed.bit_length() - 1]) if closed else 0
    double = _copies(order, Tile(tile.high, tile.high))
    closed = double & ~order.trump & ~opened
    return double if closed and not double & promised else 0


def open_doubles_held(
    order: TrickOrder, hand: Sequence[Tile], said: Promises, seat: int
) -> list[Tile]:
    """List the doubles of a hand that a discard may still promise, highest first."""
    held = {tile for tile in hand if tile.is_double}
    return [
        tile
        for tile in sorted(held, key=lambda each: each.pips, reverse=True)
        if _copies(order, tile) & ~order.trump & ~said.opened & ~said.doubles[seat]
    ]


def _copies(order: TrickOrder, tile: Tile) -> int:
    """Return the places of every copy of a tile; equal tiles lie side by side."""
    place = order.places[tile]
    after = order.line[place + 1 : place + 2]
    return 1 << place | (1 << (place + 1) if tile in after else 0)


def _shown_doubles(view: SeatView, order: TrickOrder) -> int:
    """Return the doubles that the bidder of a plunge or splash has shown (ruling 8.23)."""
    shown = (one.tiles for one in view.shown if one.what is Shown.DOUBLES)
    return order.mask({tile for tiles in shown for tile in tiles})
