"""Which suit a tile belongs to and what beats what, as lookup tables.

The tables are computed once for each trump and rule for doubles, on the set to double eight: the
order in a smaller set is the same.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from bot.engine.suits import DOUBLES, NUMBER_SUITS, DoublesRule, Suit
from bot.engine.tiles import HIGHEST_PIP, Tile

_TRUMP_STRENGTH = 100
"""Lifts every trump above every tile of the led suit."""

ALL_TILES = tuple(Tile(high, low) for high in range(HIGHEST_PIP + 1) for low in range(high + 1))


@dataclass(frozen=True, slots=True)
class Ordering:
    """The order of the tiles in one contract.

    `suit` maps a tile to the suit it leads; `members` a suit to the tiles that follow it;
    `strength` the suit led to the tiles that can win the trick, the stronger the greater. In a
    contract without suits `suit` and `members` are empty and `strength` has the key None.
    """

    suit: Mapping[Tile, Suit]
    members: Mapping[Suit, frozenset[Tile]]
    strength: Mapping[Suit | None, Mapping[Tile, int]]


def _rank(tile: Tile, suit: Suit, doubles: DoublesRule) -> int:
    """Rank a tile within a suit: the double first, then by the other end (000:13, 000:195)."""
    if suit is DOUBLES:
        return HIGHEST_PIP - tile.high if doubles is DoublesRule.OWN_REVERSED else tile.high
    if tile.is_double:
        return -1 if doubles is DoublesRule.LOW else HIGHEST_PIP + 1
    return tile.low if tile.high == suit.pip else tile.high


def _belongs(tile: Tile, suit: Suit, trump: Suit | None, doubles: DoublesRule) -> bool:
    """Return whether a tile is of a suit; a trump is of no other (001:54, 000:68)."""
    own_suit = trump is DOUBLES or doubles.is_own_suit
    if suit is DOUBLES:
        return own_suit and tile.is_double
    if trump is not None and suit is not trump and _belongs(tile, trump, None, doubles):
        return False
    return tile.has(suit.pip) and not (own_suit and tile.is_double)


@lru_cache(maxsize=64)
def suits_ordering(trump: Suit | None, doubles: DoublesRule) -> Ordering:
    """Return the order of a hand with this trump, or with this rule for doubles and no trump."""
    # Doubles as trump are their own suit whatever the rule for doubles without trump says.
    rule = DoublesRule.OWN if trump is DOUBLES else doubles
    members = {
        suit: frozenset(tile for tile in ALL_TILES if _belongs(tile, suit, trump, rule))
        for suit in (*NUMBER_SUITS, DOUBLES)
    }
    suit_led: dict[Tile, Suit] = {}
    for tile in ALL_TILES:
        if trump is not None and tile in members[trump]:
            suit_led[tile] = trump
        else:
            in_doubles = tile in members[DOUBLES]
            suit_led[tile] = DOUBLES if in_doubles else NUMBER_SUITS[tile.high]
    strength: dict[Suit | None, Mapping[Tile, int]] = {}
    for suit in members:
        able = {tile: _rank(tile, suit, rule) for tile in members[suit]}
        if trump is not None:
            for tile in members[trump]:
                able[tile] = _TRUMP_STRENGTH + _rank(tile, trump, rule)
        strength[suit] = able
    return Ordering(suit_led, members, strength)
