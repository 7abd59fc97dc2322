"""The part of a game that one seat may know."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from texas42.engine.calls import Call
from texas42.engine.contracts import Contract
from texas42.engine.deal import Action, Deal, DealResult, MakeCall, MakeExchange, Phase, Showing
from texas42.engine.game import Game
from texas42.engine.rules import Rules
from texas42.engine.scoring import bid_needs
from texas42.engine.tiles import Tile, Trick


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatView:
    """An allow-list of what a seat, or a watcher, may know of a game."""

    rules: Rules
    seat: int | None
    """None for a watcher."""
    deal_number: int
    """The number of the deal in its game, from 1."""
    shaker: int
    hand: tuple[Tile, ...]
    """The tiles the seat still holds, ascending; empty for a watcher."""
    exposed: tuple[tuple[Tile, ...], ...]
    """By seat, the tiles that lie face up; empty for a hidden hand."""
    hand_sizes: tuple[int, ...]
    kitty: tuple[Tile, ...] | None
    """The tiles lying aside, for a bidder who has seen them, and for everyone after the deal."""
    kitty_size: int
    calls: tuple[MakeCall, ...]
    bidder: int | None
    bid: Call | None
    contract: Contract | None
    exchange: MakeExchange | None
    """The seat's own exchange; visible to everyone once the deal is over."""
    shown: tuple[Showing, ...]
    """Tiles shown under the rules, in order."""
    exchanged: int | None
    """How many tiles the bidder took, None before the exchange."""
    tricks: tuple[Trick, ...]
    trick: Trick | None
    points: tuple[int, ...]
    total: tuple[int, ...]
    """Each side's score, the deal included once it is over."""
    phase: Phase
    to_act: int | None
    legal: tuple[Action, ...]
    """The legal actions of the seat; empty if it is not in turn."""
    sitting_out: int | None
    needed: int | None
    """Points (Moon: tricks) that the bidder's side must take; None before the auction is won, and
    if it must take all or none."""
    result: DealResult | None
    revealed: tuple[tuple[Tile, ...], ...] | None
    """All hands as dealt, once the deal is over."""
    winner: int | None

    @property
    def all_tricks(self) -> tuple[Trick, ...]:
        """The finished tricks and the one in play."""
        return self.tricks if self.trick is None else (*self.tricks, self.trick)

    @property
    def standing(self) -> MakeCall | None:
        """The highest bid so far, with its seat."""
        return next((made for made in reversed(self.calls) if made.call.is_bid), None)

    @property
    def is_under_way(self) -> bool:
        """True from the first lead until the deal is over."""
        led = self.tricks or (self.trick is not None and self.trick.plays)
        return self.phase is Phase.PLAY and bool(led)


def _knows_kitty(deal: Deal, seat: int | None) -> bool:
    """Return True if a seat has seen the kitty: the bidder, from the exchange on (8.15, 8.16).

    A bidder who swaps blind knows only the tile they put there.
    """
    if deal.phase is Phase.OVER:
        return True
    if seat is None or seat != deal.bidder or not deal.rules.has_exchange:
        return False
    if deal.rules.blind_exchange:
        return deal.exchange is not None and bool(deal.exchange.take)
    return deal.exchange is not None or deal.phase is Phase.EXCHANGE


def _unseen(action: Action) -> Action:
    if isinstance(action, MakeExchange) and action.take:
        return replace(action, take=(), unseen=len(action.take))
    return action


def _legal_for(game: Game, deal: Deal, seat: int | None) -> tuple[Action, ...]:
    if seat is None or seat != deal.to_act:
        return ()
    legal = game.legal_actions()
    if deal.phase is Phase.EXCHANGE and deal.rules.blind_exchange:
        return tuple(_unseen(action) for action in legal)
    return legal


def view_for(game: Game, seat: int | None, laid_down: Collection[int] = ()) -> SeatView:
    """Build a seat's view of a game; a seat of None is a watcher.

    `laid_down`: the seats whose tiles lie face up in this deal. Raises ValueError before the first
    shake and for an unknown seat.
    """
    deal = game.deal
    if deal is None:
        raise ValueError("nothing has been dealt")
    if seat is not None and seat not in range(game.rules.game.seats):
        raise ValueError(f"no such seat: {seat}")
    over = deal.phase is Phase.OVER
    return SeatView(
        rules=game.rules,
        seat=seat,
        deal_number=game.deals_played + (0 if over else 1),
        shaker=deal.shaker,
        hand=() if seat is None else deal.hands[seat],
        exposed=tuple(
            hand if number in laid_down and not over else ()
            for number, hand in enumerate(deal.hands)
        ),
        hand_sizes=tuple(len(hand) for hand in deal.hands),
        kitty=deal.kitty if _knows_kitty(deal, seat) else None,
        kitty_size=len(deal.kitty),
        calls=deal.calls,
        bidder=deal.bidder,
        bid=deal.bid,
        contract=deal.contract,
        exchange=deal.exchange if over or seat == deal.bidder else None,
        shown=deal.shown,
        exchanged=None if deal.exchange is None else len(deal.exchange.take),
        tricks=deal.tricks,
        trick=deal.trick,
        points=deal.points,
        total=game.total,
        phase=deal.phase,
        to_act=deal.to_act,
        legal=_legal_for(game, deal, seat),
        sitting_out=deal.sitting_out,
        needed=None if deal.bid is None else bid_needs(deal.rules, deal.bid, deal.contract),
        result=deal.result,
        revealed=deal.dealt if over else None,
        winner=game.winner,
    )
