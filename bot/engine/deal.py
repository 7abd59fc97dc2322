"""A deal, from the shake to its score, as one frozen value."""

from dataclasses import dataclass
from enum import StrEnum

from bot.engine.actions import MakeCall, MakeExchange, Phase
from bot.engine.calls import Call
from bot.engine.contracts import Contract
from bot.engine.plays import Trick
from bot.engine.rules import Rules
from bot.engine.suits import Rebuildable
from bot.engine.tiles import Tile


class Ended(Rebuildable, StrEnum):
    """How a deal came to its end."""

    MADE = "made"
    """Stopped early, the bid made."""
    SET = "set"
    """Stopped early, the bid set."""
    PLAYED_OUT = "played-out"
    PASSED_OUT = "passed-out"
    """Nobody bid, or no exchange was possible."""
    RENEGE = "renege"


@dataclass(frozen=True, slots=True)
class DealResult:
    """What a deal came to."""

    ended: Ended
    made: bool | None
    """Whether the bidder's side made its bid; None in a hand thrown in."""
    points: tuple[int, ...]
    """Each side's points in its finished tricks."""
    score: tuple[int, ...]
    """What the deal added to each side, in the table's scoring."""
    next_shaker: int | None
    """None where it is drawn for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """One deal; every list of hands is by seat, every list of points by side."""

    rules: Rules
    shaker: int
    dealt: tuple[tuple[Tile, ...], ...]
    """The hands as they were dealt, in the order they were given."""
    undealt: tuple[Tile, ...]
    """What was left over at the deal."""
    hands: tuple[tuple[Tile, ...], ...]
    """The tiles still held, ascending."""
    kitty: tuple[Tile, ...]
    """What lies aside now: `undealt`, after the exchange with the bidder's tiles in it."""
    phase: Phase
    to_act: int | None
    points: tuple[int, ...]
    """Each side's points in its finished tricks."""
    calls: tuple[MakeCall, ...] = ()
    bidder: int | None = None
    """Who won the auction; None until it is over."""
    bid: Call | None = None
    contract: Contract | None = None
    exchange: MakeExchange | None = None
    tricks: tuple[Trick, ...] = ()
    """The finished tricks."""
    trick: Trick | None = None
    """The trick in play; after a renege the one that holds the offending tile."""
    result: DealResult | None = None

    @property
    def standing(self) -> MakeCall | None:
        """The highest bid so far, with its seat."""
        return next((made for made in reversed(self.calls) if made.call.is_bid), None)

    @property
    def declaring(self) -> int | None:
        """The bidder's side, None until there is one."""
        return None if self.bidder is None else self.rules.game.side_of(self.bidder)

    @property
    def sitting_out(self) -> int | None:
        """The seat that lays its tiles face down: the partner in nel-o (rules.md 2.1)."""
        return sitting_out(self.rules, self.bidder, self.contract)

    def opponents(self, seat: int) -> tuple[int, ...]:
        """Return the seats that play against one, ascending.

        Where every seat is its own side, all the others play together against the bidder.
        """
        game = self.rules.game
        others = [other for other in range(game.seats) if other != seat]
        if game.sides == game.seats:
            return tuple(other for other in others if self.bidder in (seat, other))
        return tuple(other for other in others if game.side_of(other) != game.side_of(seat))


def sitting_out(rules: Rules, bidder: int | None, contract: Contract | None) -> int | None:
    """Return the bidder's partner where the contract lets them sit out, else None."""
    if bidder is None or contract is None or not contract.overlay.partner_sits_out:
        return None
    return rules.game.partner(bidder)
