"""Dominoes: tiles, suits, ranking, plays, tricks and names.

The ranking is computed once for each trump and rule for doubles, on the set to double eight: the
order in a smaller set is the same.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from texas42.engine.errors import NotationError


class Rebuildable:
    """Enum mixin with a repr that evaluates to the member: ``Suit.FIVES``."""

    name: str

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"


class Suit(Rebuildable, StrEnum):
    """A number suit, the suit of doubles, or follow-me (000:19)."""

    BLANKS = "0"
    ONES = "1"
    TWOS = "2"
    THREES = "3"
    FOURS = "4"
    FIVES = "5"
    SIXES = "6"
    SEVENS = "7"
    EIGHTS = "8"
    DOUBLES = "doubles"
    FOLLOW_ME = "follow-me"

    @property
    def pip(self) -> int:
        """The number of a number suit; raises ValueError for doubles and follow-me."""
        return int(self.value)


DOUBLES = Suit.DOUBLES
FOLLOW_ME = Suit.FOLLOW_ME

NUMBER_SUITS: tuple[Suit, ...] = tuple(suit for suit in Suit if suit not in {DOUBLES, FOLLOW_ME})
"""The number suits, indexed by their pip."""


class DoublesRule(Rebuildable, StrEnum):
    """The rank of doubles (000:195, 004:197-212, rulings 8.7 and 8.22)."""

    HIGH = "high"
    """The double is the highest of its suit."""
    LOW = "low"
    """The double is the lowest of its suit and still calls its number."""
    OWN = "own"
    """The doubles are a suit of their own, 6-6 high."""
    OWN_REVERSED = "own-reversed"
    """The doubles are a suit of their own, 0-0 high."""
    REVERSED = "reversed"
    """The doubles are trump, 0-0 high; only in plunge and splash."""

    @property
    def is_own_suit(self) -> bool:
        """True if doubles leave their number suits."""
        return self in {DoublesRule.OWN, DoublesRule.OWN_REVERSED}


_ZERO_HIGH = frozenset({DoublesRule.OWN_REVERSED, DoublesRule.REVERSED})

HIGHEST_PIP = 8
"""The most pips on one end in any game of the family (the Big Game's 8-8 set)."""

_TEXT = re.compile(r"[0-8][0-8]")


@dataclass(frozen=True, slots=True, order=True)
class Tile:
    """One domino, the end with more pips first; str() is what players read: ``6-4``.

    Raises ValueError unless 0 <= low <= high <= 8.
    """

    high: int
    low: int

    def __post_init__(self) -> None:
        if not 0 <= self.low <= self.high <= HIGHEST_PIP:
            raise ValueError(f"no such domino: {self.high}-{self.low}")

    def __hash__(self) -> int:
        # Tiles key every lookup table of the engine: one small integer is the cheapest hash.
        return self.high * 16 + self.low

    def __str__(self) -> str:
        return f"{self.high}-{self.low}"

    @property
    def is_double(self) -> bool:
        """True if both ends are equal."""
        return self.high == self.low

    @property
    def pips(self) -> int:
        """The pips of both ends together."""
        return self.high + self.low

    @property
    def count(self) -> int:
        """The tile's count: 10, 5 or 0 (001:33, 001:115)."""
        pips = self.high + self.low
        return pips if pips in {5, 10} else 0

    def has(self, pip: int) -> bool:
        """Return True if one end shows that number."""
        return pip in (self.high, self.low)


def parse_tile(text: str) -> Tile:
    """Parse two digits in either order; raises NotationError."""
    if not _TEXT.fullmatch(text):
        raise NotationError(f"{text!r} is not a domino: write its two ends, like 64.")
    one = int(text[0])
    other = int(text[1])
    return Tile(max(one, other), min(one, other))


def format_tile(tile: Tile) -> str:
    """Format a tile in record notation: two digits, the higher end first, ``64``."""
    return f"{tile.high}{tile.low}"


_TRUMP_STRENGTH = 100
"""Ranks every trump above every tile of the suit led."""

ALL_TILES = tuple(Tile(high, low) for high in range(HIGHEST_PIP + 1) for low in range(high + 1))


@dataclass(frozen=True, slots=True)
class Ordering:
    """The order of the tiles in one contract.

    `suit` maps a tile to the suit it leads; `members` a suit to the tiles that follow it;
    `strength` the suit led to the tiles that can win the trick, higher is stronger. In a contract
    without suits `suit` and `members` are empty and `strength` has the key None.
    """

    suit: Mapping[Tile, Suit]
    members: Mapping[Suit, frozenset[Tile]]
    strength: Mapping[Suit | None, Mapping[Tile, int]]


def _rank(tile: Tile, suit: Suit, doubles: DoublesRule) -> int:
    """Rank a tile within a suit: the double first, then by the other end (000:13, 000:195)."""
    if suit is DOUBLES:
        return HIGHEST_PIP - tile.high if doubles in _ZERO_HIGH else tile.high
    if tile.is_double:
        return -1 if doubles is DoublesRule.LOW else HIGHEST_PIP + 1
    return tile.low if tile.high == suit.pip else tile.high


def _belongs(tile: Tile, suit: Suit, trump: Suit | None, doubles: DoublesRule) -> bool:
    """Return True if a tile belongs to a suit; a trump belongs to no other (001:54, 000:68)."""
    own_suit = trump is DOUBLES or doubles.is_own_suit
    if suit is DOUBLES:
        return own_suit and tile.is_double
    if trump is not None and suit is not trump and _belongs(tile, trump, None, doubles):
        return False
    return tile.has(suit.pip) and not (own_suit and tile.is_double)


@lru_cache(maxsize=64)
def suits_ordering(trump: Suit | None, doubles: DoublesRule) -> Ordering:
    """Build the ranking of tiles for a trump (None: no trump) and a rule for doubles."""
    # Doubles as trump are their own suit.
    rule = DoublesRule.OWN if trump is DOUBLES and doubles not in _ZERO_HIGH else doubles
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


@dataclass(frozen=True, slots=True)
class PlayTile:
    """A tile played; `declared`: the lower end, if the lead calls it as the suit."""

    seat: int
    tile: Tile
    declared: Suit | None = None


@dataclass(frozen=True, slots=True)
class Trick:
    """The tiles of one trick in order; `winner` and `points` once it is finished."""

    leader: int
    plays: tuple[PlayTile, ...] = ()
    led: Suit | None = None
    """The suit to follow; None before the lead and in a contract without suits."""
    winner: int | None = None
    points: int = 0


_NUMBERS = ("blank", "one", "two", "three", "four", "five", "six", "seven", "eight")


def one_of(suit: Suit) -> str:
    """Name one tile of a suit with its article: ``a five``, ``an eight``, ``a double``."""
    if suit is FOLLOW_ME:
        return "follow-me"
    name = "double" if suit is DOUBLES else _NUMBERS[suit.pip]
    return f"an {name}" if name == "eight" else f"a {name}"


def all_of(suit: Suit) -> str:
    """Name a suit: ``fives``, ``sixes``, ``doubles``."""
    if suit in {DOUBLES, FOLLOW_ME}:
        return suit.value
    name = _NUMBERS[suit.pip]
    return f"{name}es" if name == "six" else f"{name}s"


def list_tiles(tiles: Sequence[Tile]) -> str:
    """List dominoes: ``5-1``, ``5-1 and 5-0``, ``5-1, 5-0 and 5-3``."""
    names = [str(tile) for tile in tiles]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
