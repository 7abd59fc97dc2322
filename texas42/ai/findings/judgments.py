"""Results of the computer players: reasons for a choice, reviews of a hand, mistakes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from texas42.engine import Action, Call, Contract, MakeCall, PlayTile, SeatView, Suit, Tile


class ReasonKind(StrEnum):
    """The decisive reason for a choice."""

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
    # Any phase.
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
    # Taking no trick (nel-o).
    STAY_UNDER = "stay-under"
    THROW_DANGER = "throw-danger"
    GIVE_BIDDER_TRICK = "give-bidder-trick"


@dataclass(frozen=True, slots=True)
class Reason:
    """The decisive reason for a choice, and its subject.

    `tile`, `suit`, `seat` and `contract`: the subject of the reason. `points`: at stake, or the
    number bid. `chance`: the estimated probability that the choice works, 0 to 1; if `tried`, the
    share of sampled deals in which this seat's side makes or sets the bid. `next_best`: the next
    best choice, or the best bid if the choice is to pass; `next_chance`: its probability.
    `left_to`, `left_bid`, `left_chance`: the seat that usually gets the bid after a pass, that bid,
    and how often its side makes it; if `left_bid` is a pass, all seats pass.
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


@dataclass(frozen=True, slots=True)
class Advice:
    """The choice that a computer player would make in a seat's place, and why."""

    action: Action
    reason: Reason


Advised: TypeAlias = tuple[int, str]
"""What the guide or a hint advised: the number of the act in its hand, from 1, and the act in
record notation."""


@dataclass(frozen=True, slots=True)
class Objection:
    """A tile that might take a trick from a leader who lays down, by the leader's knowledge.

    `seat` may hold `tile` and take `lead` with it. `ruffs`: the tile is a trump, and the lead is
    not. `partner`: the seat is the leader's partner, who would have to take the trick.
    """

    seat: int
    tile: Tile
    lead: Tile
    ruffs: bool
    partner: bool


@dataclass(frozen=True, slots=True)
class PlayCost:
    """The cost of a play in a finished hand, with all tiles in view.

    `points`: what its side lost by it, None in the special contracts. `decisive`: it turned a made
    bid into a set, or a set into a made bid. `best`: a play that would have lost nothing.
    """

    trick: int
    play: PlayTile
    best: PlayTile
    points: int | None
    decisive: bool


@dataclass(frozen=True, slots=True)
class JudgedPlay:
    """A play of a finished hand, judged by what its player could know.

    `chance`: how often it makes the bid, or sets it for the other side. `best_chance`: the same for
    the best play. `sure`: over every possible deal, not sampled ones. `mistake`: the best play is
    clearly better. `renege`: the play was a renege, which loses the hand.
    """

    trick: int
    play: PlayTile
    best: PlayTile
    chance: float
    best_chance: float
    sure: bool
    mistake: bool
    renege: bool = False


@dataclass(frozen=True, slots=True)
class JudgedCall:
    """A call of a finished hand, judged by what its player could know.

    `best`: the call with the highest value. `contract`: that of the hand's best bid. `chance`: how
    often the bid in question makes, whether it was bid or passed up. `mistake`: the player passed a
    hand that clearly makes its bid more often than not, or made a bid that clearly fails more often
    than not and more often than the best lower bid.
    """

    seat: int
    call: Call
    best: Call
    contract: Contract
    chance: float
    mistake: bool


@dataclass(frozen=True, slots=True)
class BestContract:
    """The most that a side could have taken in a whole hand, had it won the bid.

    `points` with that bidder and contract; None in nel-o, in which the bidder loses every trick.
    """

    side: int
    bidder: int
    contract: Contract
    points: int | None


@dataclass(frozen=True, slots=True)
class Review:
    """A review of a finished hand: what was possible from the first lead, and each play's cost.

    `bidders` and `others`: the points of each side with best play by all, None in the special
    contracts; `made`: whether that makes the bid. Each is None if the search was too large.
    `costs`: the plays that were solved; `unknown` counts the others. `possible`: each side's best
    contract, and who could have made nel-o; empty if the hand is too large to solve. `judged`: the
    real choices, judged by what their players could know. `calls`: every call in order,
    None if the seat had no choice. A call or play that followed advice is never a mistake;
    `excused`: how many such plays cost something, which `costs` leave out.
    """

    bidders: int | None
    others: int | None
    made: bool | None
    costs: tuple[PlayCost, ...]
    unknown: int = 0
    possible: tuple[BestContract, ...] = ()
    judged: tuple[JudgedPlay, ...] = ()
    calls: tuple[JudgedCall | None, ...] = ()
    excused: int = 0

    def cost_of(self, trick: int, seat: int) -> PlayCost | None:
        """Find the cost of a seat's play to a trick; None if it was not solved."""
        found = (each for each in self.costs if (each.trick, each.play.seat) == (trick, seat))
        return next(found, None)

    def judged_of(self, trick: int, seat: int) -> JudgedPlay | None:
        """Find the verdict on a seat's play to a trick; None if it wasn't a real choice."""
        found = (each for each in self.judged if (each.trick, each.play.seat) == (trick, seat))
        return next(found, None)


@dataclass(frozen=True, slots=True)
class Mistake:
    """A bid or play of a finished hand that was clearly wrong from what its player could know.

    `view`: the seat's view at that time. `advice`: the better choice, and why; its chance is that
    of the better play, or of the best bid. `chance`: that of the play that was made, or of a bid
    higher than the better one; None for other calls. `sure`: over every possible deal, not sampled
    ones. `lost`: the share of those deals, 0 to 1, in which the mistake loses a hand that the
    better choice wins. `stake`: what the hand counts in the game, in marks or points; `hands`: the
    same in ordinary hands.
    """

    view: SeatView
    action: MakeCall | PlayTile
    advice: Advice
    chance: float | None
    sure: bool
    lost: float
    stake: int
    hands: int

    @property
    def is_renege(self) -> bool:
        """True for a play that the rules forbid, which loses the hand."""
        return self.action not in self.view.legal

    @property
    def weight(self) -> float:
        """The weight of the mistake, in ordinary hands, comparable between scorings."""
        return self.lost * self.hands


@dataclass(frozen=True, slots=True)
class Decision:
    """A real choice, a bid or play, in a finished hand, judged by its player's knowledge.

    `step`: the moment of the hand's replay that shows it. `offered`: the patterns that were
    available; `followed`: those that the choice follows. `shown`: the followed pattern that made it
    a mistake, if any.
    """

    step: int
    offered: tuple[str, ...]
    followed: tuple[str, ...]
    shown: str | None = None
    mistake: Mistake | None = None
