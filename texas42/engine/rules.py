"""A game of the family as data, and the options of one table."""

from dataclasses import dataclass
from typing import Literal

from texas42.engine.tiles import DOUBLES, FOLLOW_ME, DoublesRule, Suit, Tile

BidUnit = Literal["points", "tricks"]
AuctionForm = Literal["one-turn", "rounds"]
ExchangeForm = Literal["counts-out", "free"]


@dataclass(frozen=True, slots=True)
class GameSpec:
    """The fixed properties of a game (rules.md section 3)."""

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
    """True if count tiles add their count to a trick."""
    total: int
    """All points of a hand, T."""
    min_bid: int
    bid_step: int
    bid_unit: BidUnit
    """Points (and multiples of T), or the plain tricks of Moon."""
    auction: AuctionForm
    """One turn each, or rounds in which a pass is final (ruling 8.18)."""
    exchange: ExchangeForm
    """Counts must be taken and may not be put back, or any tiles may be swapped (ruling 8.16)."""
    contract_before_exchange: bool
    low_end_leads: tuple[Tile, ...]
    """Tiles that may always be led as their lower end (001:124)."""
    target_points: int
    target_marks: int
    shows_kitty: bool = False
    """True if the bidder may show the kitty to everyone (000:213, ruling 8.24)."""
    inventor: str = ""
    """The inventor to credit, as the game's source asks (001:110)."""
    best_of: int = 1
    """The most games in a match: with 3, the side that wins two wins the match."""

    def __hash__(self) -> int:
        # Caches are keyed by rules, and hashing every tile of the set would cost more than they
        # save. Equal specs have equal ids, which is all that a hash must promise.
        return hash(self.id)

    @property
    def match_games(self) -> int:
        """The number of games that win the match."""
        return self.best_of // 2 + 1

    @property
    def has_partners(self) -> bool:
        """True if players of this game have partners."""
        return self.sides < self.seats

    @property
    def can_change_partners(self) -> bool:
        """True if partners can change after a game: two pairs of four players (000:199)."""
        return (self.seats, self.sides) == (4, 2)

    def side_of(self, seat: int) -> int:
        """Return the side of a seat; partners alternate."""
        return seat % self.sides

    def partner(self, seat: int) -> int:
        """Return the next seat clockwise of the same side."""
        return (seat + self.sides) % self.seats

    def left_of(self, seat: int) -> int:
        """Return the next seat clockwise."""
        return (seat + 1) % self.seats

    def tile_count(self, tile: Tile) -> int:
        """Return the points that a tile adds to its trick in this game."""
        return tile.count if self.counts else 0


FirstBidder = Literal["left", "holder10"]
Scoring = Literal["points", "marks"]
Tie = Literal["bidder", "higher"]
Ladder = Literal["to42", "points84", "marks"]
After84 = Literal["step", "any", "none"]
RaiseMarks = Literal["plus1", "plus1_or_double", "plus2"]
AllPass = Literal["reshake", "forced30", "forced31"]
Nello = Literal["off", "forced_only", "any"]
SevensTie = Literal["first", "bidder_side"]
SevensLead = Literal["free", "forced"]
EarlyStop = Literal["none", "loss", "decided"]
Renege = Literal["reject", "forfeit"]
NextGameShaker = Literal["rotate", "winner", "winner-choice", "loser", "loser-draw", "draw"]
MoonWidow = Literal["see_then_discard", "blind_swap"]
MoonMade = Literal["bid", "tricks"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """A game and the value of each option, by the names used in records.

    An option that the game does not have holds the neutral value given here. The neutral ladder is
    that of every game with points but 42: T or 2T opens, 3T and 4T follow one by one (ruling 8.17).
    Lists are tuples in the order of their enum.
    """

    game: GameSpec
    preset: str
    target: int
    trumps: tuple[Suit, ...]
    first_bidder: FirstBidder = "left"
    scoring: Scoring = "points"
    win_by_two: bool = False
    tie_250: Tie = "bidder"
    exact_42plus: bool = True
    ladder: Ladder = "points84"
    after84: After84 = "step"
    game_bid: bool = False
    open_max_marks: int = 2
    raise_marks: RaiseMarks = "plus1"
    max_marks: int | None = 4
    all_pass: AllPass = "reshake"  # noqa: S105 - no password
    nt_doubles: tuple[DoublesRule, ...] = (DoublesRule.HIGH,)
    doubles_follow_pip: bool = False
    small_end_first_lead: bool = False
    must_lead_trump: bool = False
    nello: Nello = "off"
    nello_doubles: tuple[DoublesRule, ...] = (DoublesRule.OWN,)
    low_no: bool = False
    plunge: bool = False
    splash: bool = False
    plunge_doubles: tuple[DoublesRule, ...] = (DoublesRule.HIGH,)
    show_doubles: bool = False
    sevens: bool = False
    sevens_tie: SevensTie = "first"
    sevens_lead: SevensLead = "free"
    early_stop: EarlyStop = "none"
    stacked_tricks: bool = False
    renege: Renege = "reject"
    next_game_shaker: NextGameShaker = "rotate"
    indicating: bool = True
    trump_in_bid: bool = False
    boneyard_exchange: bool = True
    moon_widow: MoonWidow = "see_then_discard"
    moon_made: MoonMade = "tricks"
    moon_set: int = 22
    bid_21: bool = False

    def __hash__(self) -> int:
        # Caches look rules up on every action; forty fields are too many to hash each time.
        return hash((self.game.id, self.preset, self.scoring, self.target))

    @property
    def by_marks(self) -> bool:
        """True if the game is scored by marks."""
        return self.scoring == "marks"

    @property
    def nameable(self) -> tuple[Suit, ...]:
        """The `trumps` that exist in this set: Moon with 21 tiles has no blanks."""
        named = (*self.game.number_suits, DOUBLES, FOLLOW_ME)
        return tuple(suit for suit in self.trumps if suit in named)

    @property
    def has_exchange(self) -> bool:
        """True if the bidder may exchange with the undealt tiles."""
        return self.game.kitty_size > 0 and self.boneyard_exchange

    @property
    def shows_kitty(self) -> bool:
        """True if the bidder may show the kitty, before or after the exchange (ruling 8.24)."""
        return self.game.shows_kitty and self.has_exchange

    @property
    def blind_exchange(self) -> bool:
        """True if the bidder exchanges without seeing them (rules.md 3.5)."""
        return self.moon_widow == "blind_swap"
