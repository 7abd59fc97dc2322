"""Reasons for choices, as data that a hint can put into words."""

from dataclasses import dataclass
from enum import StrEnum

from bot.engine import Action, Call, Contract, Suit, Tile


class ReasonKind(StrEnum):
    """What decided a choice."""

    ONLY_LEGAL = "only-legal"
    # Calls.
    WEAK_HAND = "weak-hand"
    OUTBID = "outbid"
    LEAVE_PARTNER = "leave-partner"
    FORCED = "forced"
    STRONG_HAND = "strong-hand"
    ALL_TRICKS = "all-tricks"
    NO_TRICKS = "no-tricks"
    # Contract and exchange.
    BEST_SUIT = "best-suit"
    LOW_HAND = "low-hand"
    NEAR_SEVEN = "near-seven"
    PARTNERS_DOUBLES = "partners-doubles"
    BETTER_HAND = "better-hand"
    KEEP_HAND = "keep-hand"
    # Leads.
    PULL_TRUMPS = "pull-trumps"
    FORCE_HIGH_TRUMP = "force-high-trump"
    SURE_WINNER = "sure-winner"
    WALKER = "walker"
    LIKELY_WINNER = "likely-winner"
    TO_PARTNER = "to-partner"
    LEAST_BAD_LEAD = "least-bad-lead"
    DRAW_COUNT = "draw-count"
    # Whatever the phase.
    SAMPLED = "sampled"
    """It came out best in the sampled deals."""
    # Following.
    WIN_TRICK = "win-trick"
    TRUMP_IN = "trump-in"
    COUNT_TO_PARTNER = "count-to-partner"
    TRASH = "trash"
    KEEP_WINNERS = "keep-winners"
    NO_COUNT = "no-count"
    SHOW_DOUBLE = "show-double"
    SHOW_NEXT = "show-next"
    # No tricks.
    STAY_UNDER = "stay-under"
    THROW_DANGER = "throw-danger"
    GIVE_BIDDER_TRICK = "give-bidder-trick"


@dataclass(frozen=True, slots=True)
class Reason:
    """What decided a choice, and what it is about.

    `tile`, `suit`, `seat` and `contract` name what the reason is about; `points` counts points
    at stake or the number bid; `chance` is the estimated probability that it works, 0 to 1.
    `tried`: the chance is how often this seat's side makes or sets the bid in sampled deals.
    `next_best` is the next best choice, or the best bid where the choice is to pass;
    `next_chance` is its probability. `left_to`, `left_bid`, `left_chance`: which seat usually
    gets the bid after a pass, for what, and how often its side makes it; a `left_bid` that is a
    pass says that nobody bids.
    """

    kind: ReasonKind
    tile: Tile | None = None
    suit: Suit | None = None
    seat: int | None = None
    contract: Contract | None = None
    points: int | None = None
    chance: float | None = None
    tried: bool = False
    next_best: Action | None = None
    next_chance: float | None = None
    left_to: int | None = None
    left_bid: Call | None = None
    left_chance: float | None = None
