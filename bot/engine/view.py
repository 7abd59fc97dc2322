"""What one seat may know."""

from dataclasses import dataclass

from bot.engine.actions import Action, MakeCall, MakeExchange
from bot.engine.calls import Call
from bot.engine.contracts import Contract
from bot.engine.deal import DealResult, Trick
from bot.engine.phase import Phase
from bot.engine.rules import Rules
from bot.engine.tiles import Tile


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatView:
    """An allow-list of what a seat, or a watcher, may know of a game.

    Between the shake that begins the game and its end `deal_number` counts from 1; before the
    first shake there is no view.
    """

    rules: Rules
    seat: int | None
    """None for a watcher."""
    deal_number: int
    shaker: int
    hand: tuple[Tile, ...]
    """The tiles the seat still holds, ascending; empty for a watcher."""
    hand_sizes: tuple[int, ...]
    kitty: tuple[Tile, ...] | None
    """What lies aside, for the bidder who has seen it, and for all once the deal is over."""
    kitty_size: int
    calls: tuple[MakeCall, ...]
    bidder: int | None
    bid: Call | None
    contract: Contract | None
    exchange: MakeExchange | None
    """The seat's own exchange."""
    exchanged: int | None
    """How many tiles the bidder took, once he has."""
    tricks: tuple[Trick, ...]
    trick: Trick | None
    points: tuple[int, ...]
    total: tuple[int, ...]
    """Each side's score, the deal included once it is over."""
    phase: Phase
    to_act: int | None
    legal: tuple[Action, ...]
    """What the seat may do now; empty when it is not in turn."""
    sitting_out: int | None
    needed: int | None
    """Points (Moon: tricks) the bidder's side must take; None before the auction is won and
    where it must take all or none."""
    result: DealResult | None
    revealed: tuple[tuple[Tile, ...], ...] | None
    """All hands as dealt, once the deal is over."""
    winner: int | None
