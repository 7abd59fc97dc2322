"""The kinds of contract and their differences: one row of hooks for each kind.

An ordinary contract is the row of defaults; nel-o, sevens, plunge and splash override some of it.
All that the engine knows of a special contract is here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum, auto
from functools import lru_cache
from types import MappingProxyType
from typing import Protocol, TypeAlias

from texas42.engine.calls import Call, CallKind
from texas42.engine.errors import Rule
from texas42.engine.rules import Rules
from texas42.engine.tiles import (
    ALL_TILES,
    DOUBLES,
    HIGHEST_PIP,
    NUMBER_SUITS,
    DoublesRule,
    Ordering,
    PlayTile,
    Rebuildable,
    Suit,
    Tile,
    suits_ordering,
)


class ContractKind(Rebuildable, StrEnum):
    """The kinds of contract; a number and doubles as trump are both SUIT."""

    SUIT = "suit"
    FOLLOW_ME = "follow-me"
    NELLO = "nello"
    SEVENS = "sevens"
    PLUNGE = "plunge"
    SPLASH = "splash"

    @property
    def overlay(self) -> Overlay:
        """The rules that this kind overrides."""
        return OVERLAYS[self]

    @property
    def partner_names(self) -> bool:
        """True if the bidder's partner names the suit (002:124, 004:241)."""
        return self.overlay.partner_names


class SuitOrder(Protocol):
    """The part of a contract that its hooks read."""

    @property
    def trump_suit(self) -> Suit | None:
        """The trump suit, or None."""

    @property
    def ordering(self) -> Ordering:
        """The order of the tiles."""


class Goal(Enum):
    """What the bidder's side must take."""

    BID = auto()
    """As many points, or tricks in Moon, as it bid."""
    ALL = auto()
    """Every trick."""
    NONE = auto()
    """No trick."""


Hand: TypeAlias = Sequence[Tile]
MayLead: TypeAlias = Callable[[Hand, SuitOrder, Rules, bool], tuple[Tile, ...]]
"""From a hand, the contract, the rules, and whether it is the first lead: what may be led."""
MayFollow: TypeAlias = Callable[[Hand, PlayTile, Suit | None, SuitOrder, Rules], tuple[Tile, ...]]
"""From a hand, the lead and the suit led: what may be played."""
WinnerOf: TypeAlias = Callable[[Sequence[PlayTile], Suit | None, SuitOrder, Rules, int], int]
"""From plays to a trick, the suit led, and the bidder's side: the seat that has the trick."""
MayName: TypeAlias = Callable[[Rules, Call, bool], bool]
"""From the rules, the winning bid, and whether the bidder spoke last after passes only: whether
the bidder may name this contract."""


# The hooks of an ordinary contract.


def lead_anything(hand: Hand, order: SuitOrder, rules: Rules, is_first: bool) -> tuple[Tile, ...]:
    """Allow any lead; with `must_lead_trump` a trump first, if one is held (001:100, 8.9)."""
    if is_first and rules.must_lead_trump and order.trump_suit is not None:
        trumps = order.ordering.members[order.trump_suit]
        held = tuple(tile for tile in hand if tile in trumps)
        return held or tuple(hand)
    return tuple(hand)


def suit_to_follow(hand: Hand, lead: PlayTile, led: Suit, rules: Rules) -> Suit:
    """Return the suit that a seat must follow: the led one.

    With `doubles_follow_pip`, if doubles are a suit of their own and one is led, a seat without
    doubles follows its number (000:80, 000:195, ruling 8.7).
    """
    if rules.doubles_follow_pip and led is DOUBLES and not any(tile.is_double for tile in hand):
        return NUMBER_SUITS[lead.tile.high]
    return led


def follow_suit(
    hand: Hand, lead: PlayTile, led: Suit | None, order: SuitOrder, rules: Rules
) -> tuple[Tile, ...]:
    """Require the suit led if held, otherwise allow anything (000:80, 002:25)."""
    if led is None:
        raise ValueError("no suit was led")
    suit = suit_to_follow(hand, lead, led, rules)
    members = order.ordering.members[suit]
    return tuple(tile for tile in hand if tile in members) or tuple(hand)


def strongest(
    plays: Sequence[PlayTile], led: Suit | None, order: SuitOrder, rules: Rules, side: int
) -> int:
    """Return the seat of the strongest tile; among equals the first played (000:217)."""
    del rules, side  # the owner of a tile does not matter
    able = order.ordering.strength[led]
    winner = plays[0].seat
    best = able[plays[0].tile]
    for play in plays[1:]:
        value = able.get(play.tile, best)
        if value > best:
            winner = play.seat
            best = value
    return winner


@dataclass(frozen=True, slots=True)
class MustPlay:
    """Builds the refusal in a contract that forces tiles without following suit."""

    rule: Rule
    sentence: str
    """A sentence with a placeholder for the `tiles` that may be played."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Overlay:
    """The hooks of one kind of contract."""

    name: str = ""
    """What players call a special contract; empty for an ordinary one."""

    # Naming
    is_played: Callable[[Rules], bool] = lambda _rules: True
    """Returns True if the table plays this contract."""
    level: int = 0
    """The least multiple of T it may be played for."""
    doubles: int = 0
    """How many doubles the bidder must hold."""
    may_name: MayName = lambda _rules, _bid, _forced: True
    """Returns True if the bid and auction allow it, beyond `level` and `doubles`."""
    call: CallKind | None = None
    """The call that commits the bidder to this contract."""
    partner_names: bool = False
    """True if the bidder's partner names the suit."""
    names_doubles: bool = False
    """True if the bidder also names how doubles rank."""
    doubles_rules: Callable[[Rules], tuple[DoublesRule, ...]] = lambda _rules: (DoublesRule.HIGH,)
    """The ranks of doubles the bidder may choose from."""

    # Play
    partner_leads: bool = False
    partner_sits_out: bool = False
    has_suits: bool = True
    """True if a lead calls a suit that the others follow."""
    ordering: Callable[[Suit | None, DoublesRule], Ordering] = suits_ordering
    may_declare: bool = True
    """True if a lead may call its lower end at tables that allow it (ruling 8.8)."""
    may_lead: MayLead = lead_anything
    may_follow: MayFollow = follow_suit
    must_play: MustPlay | None = None
    """Set if a rule other than following suit forces tiles."""
    winner: WinnerOf = strongest

    # Scoring
    goal: Goal = Goal.BID
    exact: bool = False
    """True if it scores the bid regardless of `exact_42plus` (ruling 8.11)."""

    @property
    def is_special(self) -> bool:
        """True for contracts with a word of their own: not a suit, not follow-me."""
        return bool(self.name)


_ORDINARY = Overlay()


# Nel-o: the bidder takes no trick, the partner sits out (rules.md 2.1).


def _may_name_nello(rules: Rules, bid: Call, forced: bool) -> bool:
    """Return True if the table's rule and the auction allow nel-o (ruling 8.5)."""
    if rules.nello == "any":
        return True
    return forced and (rules.nello == "forced_only" or (rules.low_no and bid.multiple == 1))


_NELLO = Overlay(
    name="nel-o",
    is_played=lambda rules: rules.nello != "off" or rules.low_no,
    level=1,
    may_name=_may_name_nello,
    names_doubles=True,
    doubles_rules=lambda rules: rules.nello_doubles,
    partner_sits_out=True,
    may_declare=False,
    goal=Goal.NONE,
    exact=True,
)


# Sevens: the tile nearest to seven pips wins (rules.md 2.3).

_SEVEN = 7
_FARTHEST_FROM_SEVEN = 2 * HIGHEST_PIP - _SEVEN


@lru_cache(maxsize=1)
def _sevens_ordering(trump: Suit | None, doubles: DoublesRule) -> Ordering:
    """Rank every tile by its distance from seven pips (004:266)."""
    del trump, doubles  # neither exists in sevens
    near = {tile: _FARTHEST_FROM_SEVEN - abs(tile.pips - _SEVEN) for tile in ALL_TILES}
    return Ordering({}, {}, {None: near})


def nearest_to_seven(hand: Hand, order: SuitOrder) -> tuple[Tile, ...]:
    """List the tiles of a hand nearest to seven pips (004:266)."""
    near = order.ordering.strength[None]
    best = max((near[tile] for tile in hand), default=0)
    return tuple(tile for tile in hand if near[tile] == best)


def lead_in_sevens(hand: Hand, order: SuitOrder, rules: Rules, is_first: bool) -> tuple[Tile, ...]:
    """Allow any lead; with forced `sevens_lead` only the tiles nearest to seven (8.14)."""
    del is_first  # all leads are alike in sevens
    return nearest_to_seven(hand, order) if rules.sevens_lead == "forced" else tuple(hand)


def follow_in_sevens(
    hand: Hand, lead: PlayTile, led: Suit | None, order: SuitOrder, rules: Rules
) -> tuple[Tile, ...]:
    """Require a tile nearest to seven, whatever was led (004:266)."""
    del lead, led, rules  # neither matters
    return nearest_to_seven(hand, order)


def nearest(
    plays: Sequence[PlayTile], led: Suit | None, order: SuitOrder, rules: Rules, side: int
) -> int:
    """Return the seat nearest to seven; ties go to the first or the bidder's side (8.14)."""
    near = order.ordering.strength[led]
    best = max(near[play.tile] for play in plays)
    tied = [play.seat for play in plays if near[play.tile] == best]
    if rules.sevens_tie == "bidder_side":
        return next((seat for seat in tied if rules.game.side_of(seat) == side), tied[0])
    return tied[0]


_SEVENS = Overlay(
    name="sevens",
    is_played=lambda rules: rules.sevens,
    level=1,
    has_suits=False,
    ordering=_sevens_ordering,
    may_declare=False,
    may_lead=lead_in_sevens,
    may_follow=follow_in_sevens,
    must_play=MustPlay(Rule.NEAREST_SEVEN, "Play the domino nearest to seven: {tiles}."),
    winner=nearest,
    goal=Goal.ALL,
    exact=True,
)


# Plunge and splash: many doubles, the partner names the suit and leads (rules.md 2.2).

_PLUNGE = Overlay(
    name="plunge",
    is_played=lambda rules: rules.plunge,
    level=4,
    doubles=4,
    call=CallKind.PLUNGE,
    partner_names=True,
    partner_leads=True,
    goal=Goal.ALL,
    exact=True,
)
_SPLASH = Overlay(
    name="splash",
    is_played=lambda rules: rules.splash,
    level=2,
    doubles=3,
    partner_names=True,
    partner_leads=True,
    goal=Goal.ALL,
    exact=True,
)

OVERLAYS: Mapping[ContractKind, Overlay] = MappingProxyType(
    {
        ContractKind.SUIT: _ORDINARY,
        ContractKind.FOLLOW_ME: _ORDINARY,
        ContractKind.NELLO: _NELLO,
        ContractKind.SEVENS: _SEVENS,
        ContractKind.PLUNGE: _PLUNGE,
        ContractKind.SPLASH: _SPLASH,
    }
)
"""The rows, by kind of contract, in the order in which the bidder is offered them."""
