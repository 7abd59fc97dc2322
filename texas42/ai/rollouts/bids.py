"""Choose calls from sampled deals, by the value of the auction and the play after each call.

The meaning of calls is public, as partners' agreements are:

* A bid says that the hand should make it with an ordinary partner, and that bidding is worth more
  than leaving the hand to the others. It may skip legal bids to be harder to raise.
* A careful player needs a better chance to bid, a bold one a smaller one (`eagerness` in
  `LevelConfig`).
* A bid over the partner's says that the hand is much better than the partner's bid needs.
* A pass says only that the hand promises less, after the calls so far.
* A bid of a mark or more says every trick or, if the table plays them, no trick, sevens, or the
  doubles of a plunge or splash. A plunge shows four doubles or more and asks for the partner's
  best suit.
* An exchange gives away the least useful tiles: no trump, no double, preferably a short suit.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from time import monotonic

import numpy as np

from texas42.ai.findings.judgments import Reason, ReasonKind
from texas42.ai.rollouts.auction import AuctionModel, PassOutcome
from texas42.ai.rollouts.hands import HandSampler, HandSamples, Question
from texas42.ai.rollouts.told_worth import ToldWorth, told_worth
from texas42.ai.rules import plunge
from texas42.ai.rules.bidding import best_options, partner_stands, why_bid
from texas42.ai.rules.strategies import special_contracts
from texas42.ai.valuation.tile_weights import plain_contracts
from texas42.ai.valuation.win_probability import HandValue, Numbers, chance_in_play
from texas42.engine import CallKind, Contract, MakeCall, SeatView

_CONTRACTS = 4
"""How many contracts to try, the best by rule first."""
_HOPELESS = 0.12
"""Bids with a smaller chance are not considered."""
_ROLLING = 0.6
"""The share of the time for roll-outs; the rest is for valuing the calls."""
_SURE = 0.97
"""The chance needed to bid over a partner's bid of every trick."""
_PARTNER = 0.1
"""Bonus for passing to a partner who has bid, as a share of what making the bid brings: partners
hold more than samples show.
"""
_RISK = 0.15
"""How far a points bid's chance may be below the best chance."""
_POINTS_COUNT = 0.05
"""The value of all points, relative to making the bid, when choosing between contracts."""


@dataclass(frozen=True, slots=True)
class _Bid:
    action: MakeCall
    contract: Contract
    told: ToldWorth


def choose_call_by_sampling(
    sampler: HandSampler,
    view: SeatView,
    legal: tuple[MakeCall, ...],
    deals: int,
    until: float,
    eagerness: float = 0.0,
) -> tuple[MakeCall, Reason]:
    """Choose the best call in sampled deals, with the reason; see `LevelConfig` for `eagerness`."""
    contracts = _contracts(view, legal)
    named = view.rules.game.partner(view.seat or 0) if plunge.may_be_bid(view) else None
    question = Question(
        view, view.hand, contracts, exchanging=view.rules.has_exchange, others=True, named=named
    )
    now = monotonic()
    samples = sampler.sample(question, deals, now + _ROLLING * (until - now))
    auction = AuctionModel(view, samples)
    hand_value = HandValue(view.rules, view.total, view.rules.game.side_of(view.seat or 0))
    bids = [_best(view, samples, hand_value, each) for each in legal if _named_in(each, contracts)]
    passing = next((action for action in legal if not action.call.is_bid), None)
    valued = []
    for number, bid in enumerate(_promising(bids)):
        value = auction.value(hand_value, auction.ending(bid.action.call), bid.told.worth)
        valued.append((value, -number, bid))
    *_, best = max(valued, key=lambda each: each[:2])
    left = None
    if passing is not None:
        after_pass = auction.ending(passing.call)
        left = auction.usual(after_pass)
        ending = auction.ending(best.action.call)
        value = auction.value(hand_value, ending, best.told.beside_pass)
        nothing = np.full(len(samples.rows), hand_value.now)
        leaving = auction.value(hand_value, after_pass, nothing)
        ours = partner_stands(view)
        # A bid over the partner's means the same for careful and bold players.
        leaving += (_PARTNER if ours else -2 * eagerness) * hand_value.unit
        if leaving >= value or _left_to_partner(view, best):
            kind = ReasonKind.LEAVE_PARTNER if ours else ReasonKind.WEAK_HAND
            return passing, _with_pass(Reason(kind, next_best=best.action), best, left)
    safest = passing is None and best.told.risk <= min(bid.told.risk for bid in bids)
    kind = why_bid(best.action.call, best.contract, safest=safest)
    reason = Reason(kind, points=best.action.call.number)
    return best.action, _with_pass(reason, best, left)


def _with_pass(reason: Reason, best: _Bid, left: PassOutcome | None) -> Reason:
    """Add the figures of the best bid, and of passing, to a reason."""
    known = replace(reason, contract=best.contract, chance=best.told.chance, tried=True)
    if left is None:
        return known
    chance = None if left.chance is None else chance_in_play(left.chance)
    return replace(known, left_to=left.seat, left_bid=left.bid, left_chance=chance)


def _contracts(view: SeatView, legal: tuple[MakeCall, ...]) -> list[Contract]:
    """List the contracts to try: the best suits by rule, and the special contracts."""
    plain = plain_contracts(view.rules)
    options = [each for each in best_options(view.rules, view.hand) if each.contract in plain]
    named = {made.call.trump for made in legal if made.call.trump is not None}
    if named:
        options = [each for each in options if each.contract.named in named]
    found = [each.contract for each in options[:_CONTRACTS]]
    surest = max(options, key=lambda each: each.estimate.every_trick).contract
    if surest not in found:
        found.append(surest)
    special = [contract for made in legal for contract in special_contracts(view, made.call)]
    return [*found, *dict.fromkeys(special)]


def _contracts_at(
    view: SeatView, samples: HandSamples, action: MakeCall
) -> Iterator[tuple[Contract, Numbers]]:
    """Yield each contract that could be played at a bid, with the points that it takes."""
    call = action.call
    partners = plunge.contract_at_bid(view, call)
    if partners is not None:
        yield partners, samples.points_in_partners_suit
    if plunge.committed_contract(call) is not None:
        return
    special = special_contracts(view, call)
    for contract in samples.tried:
        plain = contract.named is not None and call.trump in {None, contract.named}
        if plain or contract in special:
            yield contract, samples.points_in(contract)


def _left_to_partner(view: SeatView, bid: _Bid) -> bool:
    """Return True if the partner's bid of every trick should stand.

    The model of calls underrates a hand that bids like that.
    """
    high = view.standing is not None and view.standing.call.multiple > 0
    return high and partner_stands(view) and bid.told.chance < _SURE


def _named_in(action: MakeCall, contracts: list[Contract]) -> bool:
    call = action.call
    return call.is_bid and (call.trump is None or any(c.named is call.trump for c in contracts))


def _best(view: SeatView, samples: HandSamples, hand_value: HandValue, action: MakeCall) -> _Bid:
    """Return a bid with the contract most likely to make it, by the chances that are told."""
    found: list[tuple[float, int, _Bid]] = []
    for contract, taken in _contracts_at(view, samples, action):
        told = told_worth(view, hand_value, action.call, contract, taken)
        likes = told.chance + _POINTS_COUNT * float(taken.mean()) / view.rules.game.total
        found.append((likes, -len(found), _Bid(action, contract, told)))
    return max(found, key=lambda each: each[:2])[2]


def _promising(bids: list[_Bid]) -> list[_Bid]:
    """Drop bids that cannot be best: those in a worse suit, or hardly ever made."""
    by_height: dict[tuple[CallKind, int], _Bid] = {}
    for bid in bids:
        call = bid.action.call
        known = by_height.get((call.kind, call.number))
        if known is None or bid.told.chance > known.told.chance:
            by_height[call.kind, call.number] = bid
    top = max(bid.told.chance for bid in by_height.values())
    return [
        bid
        for bid in by_height.values()
        if bid.told.chance >= min(_HOPELESS, top)
        and (bid.action.call.kind is not CallKind.POINTS or bid.told.chance >= top - _RISK)
    ]
