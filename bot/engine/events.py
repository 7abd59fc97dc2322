"""What happened: the public facts that follow from an action."""

from dataclasses import dataclass

from bot.engine.calls import Call
from bot.engine.contracts import Contract
from bot.engine.deal import DealResult
from bot.engine.plays import Trick
from bot.engine.suits import Suit
from bot.engine.tiles import Tile


@dataclass(frozen=True, slots=True)
class Shaken:
    """A deal began."""

    shaker: int


@dataclass(frozen=True, slots=True)
class CallMade:
    """A seat called."""

    seat: int
    call: Call


@dataclass(frozen=True, slots=True)
class AuctionWon:
    """The auction is over and this bid stands."""

    seat: int
    bid: Call


@dataclass(frozen=True, slots=True)
class PassedOut:
    """Everybody passed."""


@dataclass(frozen=True, slots=True)
class Exchanged:
    """The bidder took this many of the undealt tiles and put as many back."""

    seat: int
    number: int


@dataclass(frozen=True, slots=True)
class ContractNamed:
    """A contract was named, or the bare word of one whose suit the partner names."""

    seat: int
    contract: Contract


@dataclass(frozen=True, slots=True)
class TilePlayed:
    """A tile was played."""

    seat: int
    tile: Tile
    declared: Suit | None


@dataclass(frozen=True, slots=True)
class TrickTaken:
    """A trick is finished; numbers count from 1."""

    number: int
    trick: Trick


@dataclass(frozen=True, slots=True)
class DealEnded:
    """The deal is over."""

    result: DealResult


@dataclass(frozen=True, slots=True)
class GameWon:
    """A side has won the game."""

    side: int


Event = (
    Shaken
    | CallMade
    | AuctionWon
    | PassedOut
    | Exchanged
    | ContractNamed
    | TilePlayed
    | TrickTaken
    | DealEnded
    | GameWon
)
