"""The rules of one table: a game and the value of every option."""

from dataclasses import dataclass
from typing import Literal

from bot.engine.games import GameSpec
from bot.engine.suits import DOUBLES, FOLLOW_ME, DoublesRule, Suit

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
NextGameShaker = Literal["rotate", "winner", "loser", "draw"]
MoonWidow = Literal["see_then_discard", "blind_swap"]
MoonMade = Literal["bid", "tricks"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """A game and the value of each option, by the names that records use.

    An option that the game does not have holds the neutral value written here. The neutral
    ladder is that of every game with points but 42: T or 2T opens, 3T and 4T follow one by one
    (ruling 8.17). Lists are tuples in the order of their enum.
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
    sevens: bool = False
    sevens_tie: SevensTie = "first"
    sevens_lead: SevensLead = "free"
    early_stop: EarlyStop = "none"
    stacked_tricks: bool = False
    renege: Renege = "reject"
    next_game_shaker: NextGameShaker = "rotate"
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
        """Whether the game is scored by marks."""
        return self.scoring == "marks"

    @property
    def nameable(self) -> tuple[Suit, ...]:
        """The `trumps` that name something in this set: Moon with 21 tiles has no blanks."""
        named = (*self.game.number_suits, DOUBLES, FOLLOW_ME)
        return tuple(suit for suit in self.trumps if suit in named)

    @property
    def has_exchange(self) -> bool:
        """Whether the bidder may exchange with the undealt tiles."""
        return self.game.kitty_size > 0 and self.boneyard_exchange

    @property
    def blind_exchange(self) -> bool:
        """Whether the bidder does so without seeing them (rules.md 3.5)."""
        return self.moon_widow == "blind_swap"
