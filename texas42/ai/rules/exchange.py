"""Exchanges by rule: which undealt tiles to take and which to give for them."""

from itertools import chain

from texas42.ai.findings.judgments import Reason, ReasonKind
from texas42.ai.inference.trick_order import TrickOrder, trick_order
from texas42.ai.rules.bidding import best_options
from texas42.ai.valuation.strength import Estimate, estimate
from texas42.engine import CallKind, Goal, MakeExchange, Rules, SeatView, Tile

_CONTRACTS_WEIGHED = 2
_UNSEEN_GAIN = 0.03
"""The expected gain that an unseen tile needs to be taken, as a share of the points."""


def exchange(view: SeatView, legal: tuple[MakeExchange, ...]) -> tuple[MakeExchange, Reason]:
    """Choose the exchange that leaves the best hand, with the reason."""
    if len(legal) == 1:
        return legal[0], Reason(ReasonKind.ONLY_LEGAL)
    orders = _orders(view)
    best = max(legal, key=lambda action: _value(view, orders, action))
    kind = ReasonKind.BETTER_HAND if best.give or best.unseen else ReasonKind.KEEP_HAND
    return best, Reason(kind, tile=best.give[0] if best.give else None)


def _orders(view: SeatView) -> list[TrickOrder]:
    game = view.rules.game
    contract = view.contract
    if contract is not None and contract.overlay.goal is not Goal.NONE:
        return [trick_order(game, contract)]
    whole = tuple(chain(view.hand, view.kitty or ()))
    options = best_options(view.rules, whole)[:_CONTRACTS_WEIGHED]
    return [trick_order(game, option.contract) for option in options]


def _value(view: SeatView, orders: list[TrickOrder], action: MakeExchange) -> tuple[float, int]:
    hand = hand_after(view, action)
    value = max(_relevant(view, estimate(view.rules.game, order, hand)) for order in orders)
    if action.unseen:
        value += action.unseen * _unseen_tile(view, orders[0])
    return value, -len(action.give)


def hand_after(view: SeatView, action: MakeExchange) -> tuple[Tile, ...]:
    """Return the hand after an exchange, without tiles taken unseen."""
    hand = list(view.hand)
    for tile in action.give:
        hand.remove(tile)
    return (*hand, *action.take)


def _relevant(view: SeatView, estimated: Estimate) -> float:
    everything = view.bid is not None and (
        view.bid.multiple > 0
        or (view.bid.kind is CallKind.TRICKS and view.bid.number >= view.rules.game.total)
    )
    return estimated.every_trick if everything else estimated.mean


def _unseen_tile(view: SeatView, order: TrickOrder) -> float:
    """Return the average value that an unseen tile adds to the hand."""
    rules = view.rules
    outside = _outside(rules, view.hand)
    gains = [
        _relevant(view, estimate(rules.game, order, [*view.hand, tile]))
        - _relevant(view, estimate(rules.game, order, view.hand))
        for tile in outside
    ]
    return sum(gains) / len(gains) - _UNSEEN_GAIN


def _outside(rules: Rules, hand: tuple[Tile, ...]) -> list[Tile]:
    outside = list(rules.game.tiles)
    for tile in hand:
        outside.remove(tile)
    return outside
