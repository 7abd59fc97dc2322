"""The tiles of a game in one line in which, within every suit, the later tile wins.

Two tiles of a suit, its double aside, rank by their other ends, hence by the sum of their pips;
doubles and trumps go to one end of the line. One bit order is then right in all suits of a contract
at once, and sets of tiles are plain integers.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from texas42.engine import DOUBLES, FOLLOW_ME, Contract, DoublesRule, GameSpec, Goal, Suit, Tile
from texas42.engine.contracts import ordering

_LOW, _PLAIN, _DOUBLE, _TRUMP = range(4)
_ABOVE_ALL = 99
_BELOW_ALL = -1
"""Rank the double of trumps above or below every sum of pips."""
_ZERO_HIGH = frozenset({DoublesRule.OWN_REVERSED, DoublesRule.REVERSED})


@dataclass(frozen=True, slots=True)
class TrickOrder:
    """Ranks and suits of one contract; a set of tiles is an integer with a bit for each tile.

    `line` holds every tile of the game, weakest first, equal tiles side by side. `ranks`: the
    strength of each place (equal tiles share one). `trump`: the set of trumps, empty if there are
    none and `trump_suit` is FOLLOW_ME; `follows`: the set of tiles of each suit; `stronger`: for
    each place the set of tiles that rank above it.
    """

    line: tuple[Tile, ...]
    ranks: tuple[int, ...]
    trump: int
    trump_suit: Suit
    follows: Mapping[Suit, int]
    suit: Mapping[Tile, Suit]
    places: Mapping[Tile, int]
    stronger: tuple[int, ...]
    has_suits: bool
    """True if leads call suits; without suits, any tile can beat any other by rank."""

    def mask(self, tiles: Iterable[Tile]) -> int:
        """Return the set of these tiles; a tile that occurs twice gets both its places."""
        found = 0
        for tile in tiles:
            bit = 1 << self.places[tile]
            found |= bit << 1 if found & bit else bit
        return found

    def tiles(self, mask: int) -> tuple[Tile, ...]:
        """List the tiles of a set, weakest first."""
        return tuple(self.line[place] for place in places_of(mask))

    def suit_led(self, tile: Tile, declared: Suit | None = None) -> Suit:
        """Return the suit that a lead of this tile calls."""
        return self.suit[tile] if declared is None else declared

    def beaters(self, suit: Suit, tile: Tile) -> int:
        """Return the set of tiles that beat `tile` in a trick with `suit` led."""
        place = self.places[tile]
        able = self.follows[suit] | self.trump
        return able & self.stronger[place] if able >> place & 1 else able


def places_of(mask: int) -> Iterator[int]:
    """Yield the places of a set, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def has_points(contract: Contract) -> bool:
    """Return True if a contract counts points: not without suits, nor if tricks lose."""
    return contract.has_suits and contract.overlay.goal is not Goal.NONE


@lru_cache(maxsize=256)
def trick_order(game: GameSpec, contract: Contract) -> TrickOrder:
    """Build the order of the game's tiles in this contract."""
    engine = ordering(contract)
    trump_suit = contract.trump_suit or FOLLOW_ME
    has_suits = contract.has_suits

    def strength(tile: Tile) -> tuple[int, int]:
        if not has_suits:
            return _PLAIN, engine.strength[None][tile]
        is_trump = engine.suit[tile] is trump_suit
        if not tile.is_double:
            return _TRUMP if is_trump else _PLAIN, tile.pips
        is_low = contract.doubles is DoublesRule.LOW
        if is_trump and trump_suit is not DOUBLES:
            return _TRUMP, _BELOW_ALL if is_low else _ABOVE_ALL
        if is_low:
            return _LOW, tile.pips
        pips = -tile.pips if contract.doubles in _ZERO_HIGH else tile.pips
        return _TRUMP if is_trump else _DOUBLE, pips

    line = tuple(sorted(game.tiles, key=lambda tile: (strength(tile), tile)))
    ranks = _ranks([(strength(tile), tile) if has_suits else strength(tile) for tile in line])
    places: dict[Tile, int] = {}
    for place, tile in enumerate(line):
        places.setdefault(tile, place)
    follows = {
        suit: sum(1 << place for place, tile in enumerate(line) if tile in members)
        for suit, members in engine.members.items()
    }
    return TrickOrder(
        line=line,
        ranks=ranks,
        trump=follows.get(trump_suit, 0),
        trump_suit=trump_suit,
        follows=follows,
        suit=engine.suit,
        places=places,
        stronger=tuple(
            sum(1 << i for i, other in enumerate(ranks) if other > own) for own in ranks
        ),
        has_suits=has_suits,
    )


def _ranks(grades: Sequence[object]) -> tuple[int, ...]:
    """Compute ranks from 0 for the grades of a line; equal tiles share one."""
    ranks: list[int] = []
    for place, grade in enumerate(grades):
        last = ranks[-1] if ranks else -1
        ranks.append(last if place and grade == grades[place - 1] else last + 1)
    return tuple(ranks)
