"""Calls from sampled deals: each is worth what comes of the auction and the play behind it.

What a call means, for everybody to know:

* A bid says that the hand should make it with an ordinary partner, and that making it or being
  set is worth more for the game than leaving the hand to the others. It may be more than the
  least that would do, to be harder to raise.
* A bid over the partner's says that the hand is much better than the partner's bid needs.
* A pass says no more than that: the hand, with what has been called, promises less.
* A bid of a mark and more says every trick or, where the table plays them, no trick, sevens, or
  the doubles of a plunge or splash. A plunge shows four doubles or more, and asks the partner for
  his best suit.
* What is put back in an exchange is what helps least: no trump, no double, rather the tiles of a
  suit that runs out by it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from time import monotonic

import numpy as np

from bot.ai.rollouts.auction import AuctionModel
from bot.ai.rollouts.hands import HandSampler, HandSamples, Question
from bot.ai.rules import plunge
from bot.ai.rules.bidding import best_options
from bot.ai.rules.reasons import Reason, ReasonKind
from bot.ai.rules.strategies import STRATEGIES, special_chances
from bot.ai.valuation.tile_weights import plain_contracts
from bot.ai.valuation.win_probability import HandValue, Numbers, chance_in_play, needed_for
from bot.engine import (
    CallKind,
    Contract,
    MakeCall,
    SeatView,
)

_CONTRACTS = 4
"""How many contracts are rolled out, the best by rule first."""
_HOPELESS = 0.12
"""A chance below which no bid is looked at further."""
_ROLLING = 0.6
"""The share of its time in which hands are rolled out; the rest is for weighing the calls."""
_SURE = 0.97
"""The chance with which a bid goes over a partner's bid of every trick."""
_PARTNER = 0.1
"""What leaving a hand to a partner who has bid is worth beyond what is seen of it: in even hands
by as much of what making the bid brings."""
_RISK = 0.15
"""How much less than the surest bid one below all points may promise."""
_POINTS_COUNT = 0.05
"""What all points of a hand are worth beside making the bid, between two contracts."""


@dataclass(frozen=True, slots=True)
class _Bid:
    action: MakeCall
    contract: Contract
    chance: float
    taken: Numbers


def sampled_call(
    sampler: HandSampler, view: SeatView, legal: tuple[MakeCall, ...], deals: int, until: float
) -> tuple[MakeCall, Reason]:
    """Choose a call from sampled hands and say why."""
    contracts = _contracts(view, legal)
    named = view.rules.game.partner(view.seat or 0) if plunge.may_be_bid(view) else None
    question = Question(
        view, view.hand, contracts, exchanging=view.rules.has_exchange, others=True, named=named
    )
    now = monotonic()
    samples = sampler.sample(question, deals, now + _ROLLING * (until - now))
    auction = AuctionModel(view, samples)
    worth = HandValue(view.rules, view.total, view.rules.game.side_of(view.seat or 0))
    bids = _promising([_best(view, samples, each) for each in legal if _named_in(each, contracts)])
    passing = next((action for action in legal if not action.call.is_bid), None)
    side = view.rules.game.side_of(view.seat or 0)
    valued = []
    for number, bid in enumerate(bids):
        call = bid.action.call
        value = auction.value(worth, auction.ending(call), worth.of_call(side, call, bid.taken))
        valued.append((value, -number, bid))
    value, _, best = max(valued, key=lambda each: each[:2])
    if passing is not None:
        nothing = np.full(len(samples.rows), worth.now)
        leaving = auction.value(worth, auction.ending(passing.call), nothing)
        ours = _partner_stands(view)
        leaving += _PARTNER * worth.unit if ours else 0.0
        if leaving >= value or _left_to_partner(view, best):
            kind = ReasonKind.LEAVE_PARTNER if ours else ReasonKind.WEAK_HAND
            return passing, Reason(kind, contract=best.contract, chance=chance_in_play(best.chance))
    return best.action, _reason(passing is None, best)


def _reason(forced: bool, bid: _Bid) -> Reason:
    call = bid.action.call
    kind = ReasonKind.STRONG_HAND
    if forced:
        kind = ReasonKind.FORCED
    elif (bidding := STRATEGIES[bid.contract.kind].bidding) is not None:
        kind = bidding
    elif call.multiple:
        kind = ReasonKind.ALL_TRICKS
    return Reason(
        kind, contract=bid.contract, points=call.number, chance=chance_in_play(bid.chance)
    )


def _partner_stands(view: SeatView) -> bool:
    made = next((each for each in reversed(view.calls) if each.call.is_bid), None)
    side_of = view.rules.game.side_of
    return made is not None and side_of(made.seat) == side_of(view.seat or 0)


def _contracts(view: SeatView, legal: tuple[MakeCall, ...]) -> list[Contract]:
    """Return what is worth rolling out: the best suits by rule, and the special contracts."""
    plain = plain_contracts(view.rules)
    options = [each for each in best_options(view.rules, view.hand) if each.contract in plain]
    named = {made.call.trump for made in legal if made.call.trump is not None}
    if named:
        options = [each for each in options if each.contract.named in named]
    found = [each.contract for each in options[:_CONTRACTS]]
    surest = max(options, key=lambda each: each.estimate.every_trick).contract
    if surest not in found:
        found.append(surest)
    found += [contract for contract, _ in special_chances(view)]
    return found


def _tried(
    view: SeatView, samples: HandSamples, action: MakeCall
) -> Iterator[tuple[Contract, Numbers]]:
    """Yield what could be played at a bid, and what is taken in it."""
    call = action.call
    partners = plunge.at_bid(view, call)
    if partners is not None:
        yield partners, samples.taken_by_partner
    if plunge.committed(call) is not None:
        return
    for contract in samples.tried:
        plain = contract.named is not None
        if (call.trump is None or contract.named is call.trump) and (plain or call.multiple):
            yield contract, samples.taken(contract)


def _left_to_partner(view: SeatView, bid: _Bid) -> bool:
    """Whether a partner's bid of every trick is left to him: this hand cannot be sure to better it.

    His hand must be one that calls tell too little of.
    """
    made = next((each for each in reversed(view.calls) if each.call.is_bid), None)
    high = made is not None and made.call.multiple > 0
    return high and _partner_stands(view) and bid.chance < _SURE


def _named_in(action: MakeCall, contracts: list[Contract]) -> bool:
    call = action.call
    return call.is_bid and (call.trump is None or any(c.named is call.trump for c in contracts))


def _best(view: SeatView, samples: HandSamples, action: MakeCall) -> _Bid:
    """Return the contract that is made most often at a bid."""
    need = needed_for(view.rules, action.call)
    found: list[tuple[float, int, _Bid]] = []
    for contract, taken in _tried(view, samples, action):
        chance = float((taken >= need).mean())
        likes = chance + _POINTS_COUNT * float(taken.mean()) / view.rules.game.total
        found.append((likes, -len(found), _Bid(action, contract, chance, taken)))
    return max(found, key=lambda each: each[:2])[2]


def _promising(bids: list[_Bid]) -> list[_Bid]:
    """Leave out what cannot be best: the same bid in a worse suit, and bids hardly ever made."""
    by_height: dict[tuple[CallKind, int], _Bid] = {}
    for bid in bids:
        call = bid.action.call
        known = by_height.get((call.kind, call.number))
        if known is None or bid.chance > known.chance:
            by_height[call.kind, call.number] = bid
    top = max(bid.chance for bid in by_height.values())
    return [
        bid
        for bid in by_height.values()
        if bid.chance >= min(_HOPELESS, top)
        and (bid.action.call.kind is not CallKind.POINTS or bid.chance >= top - _RISK)
    ]
