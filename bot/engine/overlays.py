"""What each kind of contract does differently for one hand: a row of values and functions.

An ordinary contract is the row of the base game; nel-o, sevens, plunge and splash overlay it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from types import MappingProxyType

from bot.engine.actions import PlayTile
from bot.engine.contracts import Contract, ContractKind
from bot.engine.order import ordering
from bot.engine.rules import Rules
from bot.engine.suits import DOUBLES, NUMBER_SUITS, Suit
from bot.engine.tiles import Tile


class Goal(Enum):
    """What the bidder's side must take."""

    BID = auto()
    """As many points, or tricks in Moon, as it bid."""
    ALL = auto()
    """Every trick."""
    NONE = auto()
    """No trick."""


Hand = Sequence[Tile]
MayLead = Callable[[Hand, Contract, Rules, bool], tuple[Tile, ...]]
"""From a hand, the contract, the rules, and whether it is the first lead: what may be led."""
MayFollow = Callable[[Hand, PlayTile, Suit | None, Contract, Rules], tuple[Tile, ...]]
"""From a hand, the lead and the suit led: what may be played."""
WinnerOf = Callable[[Sequence[PlayTile], Suit | None, Contract, Rules, int], int]
"""From the plays of a full trick, the suit led, and the bidder's side: the seat that takes it."""


def lead_anything(hand: Hand, contract: Contract, rules: Rules, is_first: bool) -> tuple[Tile, ...]:
    """Lead any tile; with `must_lead_trump` a trump first, if one is held (001:100, 8.9)."""
    if is_first and rules.must_lead_trump and contract.trump_suit is not None:
        trumps = ordering(contract).members[contract.trump_suit]
        held = tuple(tile for tile in hand if tile in trumps)
        return held or tuple(hand)
    return tuple(hand)


def suit_to_follow(hand: Hand, lead: PlayTile, led: Suit, contract: Contract, rules: Rules) -> Suit:
    """Return the suit a seat must follow: the led one.

    With `doubles_follow_pip` it is the number of a double led as trump for a seat without
    doubles (000:80).
    """
    if (
        rules.doubles_follow_pip
        and contract.trump_suit is DOUBLES
        and led is DOUBLES
        and not any(tile.is_double for tile in hand)
    ):
        return NUMBER_SUITS[lead.tile.high]
    return led


def follow_suit(
    hand: Hand, lead: PlayTile, led: Suit | None, contract: Contract, rules: Rules
) -> tuple[Tile, ...]:
    """Follow the suit led if able, otherwise play anything (000:80, 002:25)."""
    if led is None:
        raise ValueError("no suit was led")
    suit = suit_to_follow(hand, lead, led, contract, rules)
    members = ordering(contract).members[suit]
    return tuple(tile for tile in hand if tile in members) or tuple(hand)


def nearest_to_seven(hand: Hand, contract: Contract) -> tuple[Tile, ...]:
    """Return the tiles of a hand nearest to seven pips (004:266)."""
    near = ordering(contract).strength[None]
    best = max((near[tile] for tile in hand), default=0)
    return tuple(tile for tile in hand if near[tile] == best)


def lead_in_sevens(
    hand: Hand, contract: Contract, rules: Rules, is_first: bool
) -> tuple[Tile, ...]:
    """Lead anything; with `sevens_lead` forced a tile nearest to seven too (8.14)."""
    del is_first  # every lead of sevens is alike
    return nearest_to_seven(hand, contract) if rules.sevens_lead == "forced" else tuple(hand)


def follow_in_sevens(
    hand: Hand, lead: PlayTile, led: Suit | None, contract: Contract, rules: Rules
) -> tuple[Tile, ...]:
    """Play a tile nearest to seven, whatever was led (004:266)."""
    del lead, led, rules  # neither matters
    return nearest_to_seven(hand, contract)


def strongest(
    plays: Sequence[PlayTile], led: Suit | None, contract: Contract, rules: Rules, side: int
) -> int:
    """Return who takes a trick: the strongest tile, of equals the first played (000:217)."""
    del rules, side  # whose tile it is does not matter
    able = ordering(contract).strength[led]
    winner, best = plays[0].seat, able[plays[0].tile]
    for play in plays[1:]:
        value = able.get(play.tile, best)
        if value > best:
            winner, best = play.seat, value
    return winner


def nearest(
    plays: Sequence[PlayTile], led: Suit | None, contract: Contract, rules: Rules, side: int
) -> int:
    """Return who takes a trick of sevens; ties go to the first or the bidder's side (8.14)."""
    near = ordering(contract).strength[led]
    best = max(near[play.tile] for play in plays)
    tied = [play.seat for play in plays if near[play.tile] == best]
    if rules.sevens_tie == "bidder_side":
        return next((seat for seat in tied if rules.game.side_of(seat) == side), tied[0])
    return tied[0]


@dataclass(frozen=True, slots=True)
class Overlay:
    """One row: what a kind of contract sets for its hand."""

    goal: Goal = Goal.BID
    partner_leads: bool = False
    partner_sits_out: bool = False
    may_declare: bool = True
    """Whether a lead may call its lower end where the table allows it (ruling 8.8)."""
    exact: bool = False
    """Whether it scores the bid whatever `exact_42plus` says (ruling 8.11)."""
    doubles: int = 0
    """How many doubles the bidder must hold."""
    level: int = 0
    """The least multiple of T it may be played for."""
    may_lead: MayLead = lead_anything
    may_follow: MayFollow = follow_suit
    winner: WinnerOf = strongest


_ORDINARY = Overlay()

OVERLAYS: Mapping[ContractKind, Overlay] = MappingProxyType(
    {
        ContractKind.SUIT: _ORDINARY,
        ContractKind.FOLLOW_ME: _ORDINARY,
        ContractKind.NELLO: Overlay(
            goal=Goal.NONE, partner_sits_out=True, may_declare=False, exact=True, level=1
        ),
        ContractKind.SEVENS: Overlay(
            goal=Goal.ALL,
            may_declare=False,
            exact=True,
            level=1,
            may_lead=lead_in_sevens,
            may_follow=follow_in_sevens,
            winner=nearest,
        ),
        ContractKind.PLUNGE: Overlay(
            goal=Goal.ALL, partner_leads=True, exact=True, doubles=4, level=4
        ),
        ContractKind.SPLASH: Overlay(
            goal=Goal.ALL, partner_leads=True, exact=True, doubles=3, level=2
        ),
    }
)
"""The rows, by kind of contract (rules.md 2.1 to 2.3, ruling 8.6)."""
