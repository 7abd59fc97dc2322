"""What tiles are in a contract: their suits, their order, and the trumps, offs and walkers."""

from collections.abc import Collection, Iterable

from bot.engine.contracts import Contract
from bot.engine.suit_tables import Ordering
from bot.engine.suits import DOUBLES, Suit
from bot.engine.tiles import Tile


def ordering(contract: Contract) -> Ordering:
    """Return the lookup tables of a contract; those of a bare word are follow-me's."""
    return contract.ordering


def suit_of(tile: Tile, contract: Contract) -> Suit:
    """Return the suit a tile leads as it lies: trump, else its higher end (000:80).

    Raises ValueError in a contract without suits.
    """
    if not contract.has_suits:
        raise ValueError(f"{contract.kind} has no suits")
    return contract.ordering.suit[tile]


def led_suit(tile: Tile, contract: Contract, declared: Suit | None = None) -> Suit:
    """Return the suit a lead calls, the lower end where it was declared (000:173, 001:124)."""
    return suit_of(tile, contract) if declared is None else declared


def follows(tile: Tile, led: Suit, contract: Contract) -> bool:
    """Return whether a tile belongs to the suit led."""
    return tile in contract.ordering.members[led]


def strength(tile: Tile, led: Suit | None, contract: Contract) -> int | None:
    """Return how strong a tile is in a trick, None where it cannot win it.

    `led` is the suit led, None in a contract without suits.
    """
    return contract.ordering.strength[led].get(tile)


def beats(challenger: Tile, best: Tile, led: Suit | None, contract: Contract) -> bool:
    """Return whether a tile played later takes the trick from the best so far.

    Equal tiles of a double set, and equal distances in sevens, do not: the first played stands
    (000:217, 004:271).
    """
    able = contract.ordering.strength[led]
    return able.get(challenger, -2) > able.get(best, -2)


def sort_hand(hand: Iterable[Tile], contract: Contract | None) -> tuple[Tile, ...]:
    """Return a hand as a player lays it out: trumps first, then suit by suit, the best first.

    Without a contract, and in one without suits, it is sorted as for follow-me.
    """
    if contract is None or not contract.has_suits:
        return tuple(sorted(hand, reverse=True))
    order = contract.ordering
    trump = contract.trump_suit

    def place(tile: Tile) -> tuple[bool, bool, Suit, int]:
        suit = order.suit[tile]
        return suit is trump, suit is DOUBLES, suit, order.strength[suit][tile]

    return tuple(sorted(hand, key=place, reverse=True))


def trumps(hand: Iterable[Tile], contract: Contract) -> tuple[Tile, ...]:
    """Return the trumps of a hand, the best first; none where there is no trump."""
    suit = contract.trump_suit
    if suit is None:
        return ()
    order = contract.ordering
    held = [tile for tile in hand if tile in order.members[suit]]
    return tuple(sorted(held, key=order.strength[suit].__getitem__, reverse=True))


def offs(hand: Iterable[Tile], contract: Contract) -> tuple[Tile, ...]:
    """Return the tiles of a hand that are neither trump nor double, in its order (000:56)."""
    held = tuple(hand)
    of_trump = trumps(held, contract)
    return tuple(tile for tile in held if not tile.is_double and tile not in of_trump)


def is_walker(tile: Tile, contract: Contract, out: Collection[Tile]) -> bool:
    """Return whether a tile led as it lies is the highest of its suit still out (000:143).

    `out` holds the tiles the others may still have. Trumps among them do not count: players
    count their walkers after trumps are drawn. Raises ValueError in a contract without suits.
    """
    able = contract.ordering.strength[suit_of(tile, contract)]
    members = contract.ordering.members[suit_of(tile, contract)]
    return all(able[other] <= able[tile] for other in out if other in members)
