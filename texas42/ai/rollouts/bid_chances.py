"""The chance to make each bid of 42 with a hand, in each contract.

Deals are sampled with the calls as evidence and played out, as for the expert's own bids. Seeds and
numbers of deals are fixed and no clock is read, so every machine gives the same answer. Chances are
shown as sampled, because they need no calibration (docs/strength.md).

Twos and threes exchange roles exactly: with either as trump, every suit keeps its ranking and its
count when they are swapped. So contract 2 is tried with twos and threes swapped in the hand, and
a swapped hand has the two chances swapped. In other contracts 6-3 beats 6-2.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from texas42.ai.findings.bid_chances import BIDS, BidChances, BidQuestion
from texas42.ai.findings.judgments import Advice
from texas42.ai.rollouts.hands import HandSampler, Question
from texas42.ai.rollouts.told_chances import believable
from texas42.ai.rollouts.weighed_calls import best_call
from texas42.ai.rules import plunge
from texas42.ai.rules.explain import in_words
from texas42.ai.rules.strategies import special_contracts
from texas42.ai.valuation.tile_weights import plain_contracts
from texas42.ai.valuation.win_probability import Numbers, points_needed_for
from texas42.engine import Call, CallKind, Contract, MakeCall, SeatView, Suit, Tile

DEALS = 8192
_SWAPPED = {2: 3, 3: 2}
_HIGHEST = BIDS[-1]
_EVERY_SPECIAL = Call(CallKind.MULTIPLE, 4)
"""A bid at which every special contract can be played."""


def bid_chances(sampler: HandSampler, question: BidQuestion, deals: int = DEALS) -> BidChances:
    """Estimate the chances of a hand, and choose the expert's call."""
    view = question.view()
    tried = _plain_taken(sampler, view, deals)
    plain = {
        bid: {contract: _chance(taken, view, bid) for contract, taken in tried.items()}
        for bid in BIDS
    }
    special = _special_chances(sampler, view, deals)
    action, reason = best_call(sampler, view)
    advice = Advice(action, in_words(view, action, reason))
    found = BidChances(view, plain, special, advice, None, None)
    return found if not action.call.is_bid else _with_best(found, action.call)


def _plain_taken(sampler: HandSampler, view: SeatView, deals: int) -> Mapping[Contract, Numbers]:
    """Sample what the bidder's side takes in each ordinary contract."""
    contracts = plain_contracts(view.rules)
    twos = next((each for each in contracts if each.named is Suit.TWOS), None)
    threes = next((each for each in contracts if each.named is Suit.THREES), None)
    as_held = [each for each in contracts if each is not twos]
    samples = sampler.sample(Question(view, view.hand, as_held), deals)
    found = {each: samples.points_in(each) for each in as_held}
    if twos is not None and threes is not None:
        hand = _swapped(view.hand)
        swapped = sampler.sample(Question(replace(view, hand=hand), hand, [threes]), deals)
        found[twos] = swapped.points_in(threes)
    return {each: found[each] for each in contracts}


def _swapped(hand: Sequence[Tile]) -> tuple[Tile, ...]:
    """Swap twos and threes in every tile of a hand."""
    swapped = (
        sorted((_SWAPPED.get(tile.high, tile.high), _SWAPPED.get(tile.low, tile.low)))
        for tile in hand
    )
    return tuple(sorted(Tile(high, low) for low, high in swapped))


def _special_chances(sampler: HandSampler, view: SeatView, deals: int) -> Mapping[Contract, float]:
    """Sample the special contracts that the table plays, and this hand may."""
    bids = [*(each.call for each in view.legal if isinstance(each, MakeCall)), _EVERY_SPECIAL]
    tried = list(dict.fromkeys(name for bid in bids for name in special_contracts(view, bid)))
    partners = plunge.contract_at_bid(view, _EVERY_SPECIAL)
    if not tried and partners is None:
        return {}
    named = None if partners is None else view.rules.game.partner(view.seat or 0)
    samples = sampler.sample(Question(view, view.hand, tried, named=named), deals)
    found = {
        contract: believable(view, contract, _chance(samples.points_in(contract), view, _HIGHEST))
        for contract in tried
    }
    if partners is not None:
        found[partners] = _chance(samples.points_in_partners_suit, view, _HIGHEST)
    return found


def _chance(taken: Numbers, view: SeatView, bid: Call) -> float:
    return float((taken >= points_needed_for(view.rules, bid)).mean())


def _with_best(found: BidChances, call: Call) -> BidChances:
    """Add the contract that the expert's bid plans, and its chance; or else the likeliest one."""
    contracts = found.plain[call] if call in found.plain else found.plain[_HIGHEST]
    if call.multiple:
        partners = plunge.contract_at_bid(found.view, call)
        named = [*special_contracts(found.view, call), partners]
        special = {name: chance for name, chance in found.special.items() if name in named}
        contracts = {**contracts, **special}
    planned = found.advice.reason.contract
    if planned is None or planned not in contracts:
        planned = max(contracts, key=contracts.__getitem__)
    return replace(found, best=planned, chance=contracts[planned])
