"""A game of the family as data: tiles, seats, what a trick is worth, how its auction runs."""

from dataclasses import dataclass
from typing import Literal

from bot.engine.suits import Suit
from bot.engine.tiles import Tile

BidUnit = Literal["points", "tricks"]
AuctionForm = Literal["one-turn", "rounds"]
ExchangeForm = Literal["counts-out", "free"]


@dataclass(frozen=True, slots=True)
class GameSpec:
    """What makes one game differ from the others (rules.md section 3); never changes in play."""

    id: str
    name: str
    seats: int
    sides: int
    tiles: tuple[Tile, ...]
    """The whole set, equal tiles of a double set side by side, in ascending order."""
    number_suits: tuple[Suit, ...]
    """The number suits that have a tile in this set, ascending."""
    copies: int
    max_pip: int
    hand_size: int
    kitty_size: int
    """Tiles left undealt: the kitty, widow or spare."""
    trick_points: int
    counts: bool
    """Whether count tiles add their count to a trick."""
    total: int
    """All points of a hand, T."""
    min_bid: int
    bid_step: int
    bid_unit: BidUnit
    """Points (and multiples of T), or the plain tricks of Moon."""
    auction: AuctionForm
    """One turn each, or rounds in which a pass is final (ruling 8.18)."""
    exchange: ExchangeForm
    """Whether counts must be taken and may not be put back, or any tile goes (ruling 8.16)."""
    contract_before_exchange: bool
    low_end_leads: tuple[Tile, ...]
    """Tiles that may always be led as their lower end (001:124)."""
    target_points: int
    target_marks: int
    best_of: int = 1
    """How many games a match has at most: 3 means that the side with two games wins it."""

    def __hash__(self) -> int:
        # Caches are keyed by rules; hashing every tile of the set each time would cost more
        # than they save. Equal specs have equal ids, which is all a hash must promise.
        return hash(self.id)

    @property
    def match_games(self) -> int:
        """How many games a side must win to win the match."""
        return self.best_of // 2 + 1

    def side_of(self, seat: int) -> int:
        """Return the side a seat plays for; partnerships alternate."""
        return seat % self.sides

    def partner(self, seat: int) -> int:
        """Return the next seat clockwise of the same side."""
        return (seat + self.sides) % self.seats

    def left_of(self, seat: int) -> int:
        """Return the next seat clockwise."""
        return (seat + 1) % self.seats

    def tile_count(self, tile: Tile) -> int:
        """Return what a tile adds to its trick in this game."""
        return tile.count if self.counts else 0
