"""Which suit a tile belongs to and what beats what, contract by contract.

Everything is looked up in tables computed once for each order of tiles. They are made for the
set to double eight, whose order is that of every smaller set.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from bot.engine.contracts import Contract, ContractKind
from bot.engine.suits import DOUBLES, NUMBER_SUITS, DoublesRule, Suit
from bot.engine.tiles import HIGHEST_PIP, Tile

_TRUMP_STRENGTH = 100
"""Lifts every trump above every tile of the led suit."""
_SEVEN = 7
_FARTHEST_FROM_SEVEN = 2 * HIGHEST_PIP - _SEVEN

_ALL_TILES = tuple(Tile(high, low) for high in range(HIGHEST_PIP + 1) for low in range(high + 1))


@dataclass(frozen=True, slots=True)
class Ordering:
    """The order of the tiles in one contract.

    `suit` gives the suit a tile calls when led as it lies; `members` the tiles that follow a
    suit; `strength` by the suit led (None in sevens, which has no suits) what can win the trick,
    the greater the better. In sevens `suit` and `members` are empty.
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
    """Whether a tile is of a suit; a trump is of no other (001:54, 000:68)."""
    own_suit = trump is DOUBLES or doubles.is_own_suit
    if suit is DOUBLES:
        return own_suit and tile.is_double
    if trump is not None and suit is not trump and _belongs(tile, trump, None, doubles):
        return False
    return tile.has(suit.pip) and not (own_suit and tile.is_double)


@lru_cache(maxsize=64)
def _suits_ordering(trump: Suit | None, doubles: DoublesRule) -> Ordering:
    # Doubles as trump are their own suit whatever the rule for doubles without trump says.
    rule = DoublesRule.OWN if trump is DOUBLES else doubles
    members = {
        suit: frozenset(tile for tile in _ALL_TILES if _belongs(tile, suit, trump, rule))
        for suit in (*NUMBER_SUITS, DOUBLES)
    }
    suit_led: dict[Tile, Suit] = {}
    for tile in _ALL_TILES:
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


@lru_cache(maxsize=1)
def _sevens_ordering() -> Ordering:
    """Rank every tile by its nearness to seven pips (004:266)."""
    near = {tile: _FARTHEST_FROM_SEVEN - abs(tile.pips - _SEVEN) for tile in _ALL_TILES}
    return Ordering({}, {}, {None: near})


@lru_cache(maxsize=256)
def ordering(contract: Contract) -> Ordering:
    """Return the lookup tables of a contract; those of a bare word are follow-me's."""
    if contract.kind is ContractKind.SEVENS:
        return _sevens_ordering()
    return _suits_ordering(contract.trump_suit, contract.doubles)


def suit_of(tile: Tile, contract: Contract) -> Suit:
    """Return the suit a tile calls when led as it lies: trump, else its higher end (000:80).

    Raises ValueError in sevens, which has no suits.
    """
    if contract.kind is ContractKind.SEVENS:
        raise ValueError("sevens has no suits")
    return ordering(contract).suit[tile]


def led_suit(tile: Tile, contract: Contract, declared: Suit | None = None) -> Suit:
    """Return the suit a lead calls, the lower end where it was declared (000:173, 001:124)."""
    return suit_of(tile, contract) if declared is None else declared


def follows(tile: Tile, led: Suit, contract: Contract) -> bool:
    """Whether a tile belongs to the suit led."""
    return tile in ordering(contract).members[led]


def strength(tile: Tile, led: Suit | None, contract: Contract) -> int | None:
    """Return how strong a tile is in a trick, None where it cannot win it.

    `led` is the suit led, None in sevens, where every tile counts by its nearness to seven.
    """
    return ordering(contract).strength[led].get(tile)


def beats(challenger: Tile, best: Tile, led: Suit | None, contract: Contract) -> bool:
    """Whether a tile played later takes the trick from the best so far.

    Equal tiles of a double set, and equal distances in sevens, do not: the first played stands
    (000:217, 004:271).
    """
    able = ordering(contract).strength[led]
    return able.get(challenger, -2) > able.get(best, -2)


def sort_hand(hand: Iterable[Tile], contract: Contract | None) -> tuple[Tile, ...]:
    """Return a hand as a player lays it out: trumps first, then suit by suit, the best first.

    Without a contract, and in sevens, the suits are those of follow-me with doubles high.
    """
    if contract is None or contract.kind is ContractKind.SEVENS:
        return tuple(sorted(hand, reverse=True))
    order = ordering(contract)
    trump = contract.trump_suit

    def place(tile: Tile) -> tuple[bool, bool, Suit, int]:
        suit = order.suit[tile]
        return suit is trump, suit is DOUBLES, suit, order.strength[suit][tile]

    return tuple(sorted(hand, key=place, reverse=True))
