"""What a hand is made of in a contract: trumps, offs and walkers."""

from collections.abc import Collection, Iterable

from bot.engine.contracts import Contract
from bot.engine.order import ordering
from bot.engine.tiles import Tile


def trumps(hand: Iterable[Tile], contract: Contract) -> tuple[Tile, ...]:
    """Return the trumps of a hand, the best first; none where there is no trump."""
    suit = contract.trump_suit
    if suit is None:
        return ()
    order = ordering(contract)
    held = [tile for tile in hand if tile in order.members[suit]]
    return tuple(sorted(held, key=order.strength[suit].__getitem__, reverse=True))


def offs(hand: Iterable[Tile], contract: Contract) -> tuple[Tile, ...]:
    """Return the tiles of a hand that are neither trump nor double, in its order (000:56)."""
    held = tuple(hand)
    of_trump = trumps(held, contract)
    return tuple(tile for tile in held if not tile.is_double and tile not in of_trump)


def is_walker(tile: Tile, contract: Contract, out: Collection[Tile]) -> bool:
    """Whether no tile of its suit still out ranks over a tile led as it lies (000:143).

    `out` holds the tiles the others may still have; trumps among them are left aside, as a
    player counts his walkers after trumps are drawn. Raises ValueError in sevens.
    """
    order = ordering(contract)
    suit = order.suit.get(tile)
    if suit is None:
        raise ValueError("sevens has no suits")
    able = order.strength[suit]
    return all(able[other] <= able[tile] for other in out if other in order.members[suit])
