"""Choose exchanges by roll-outs."""

from itertools import chain, islice
from time import monotonic

from texas42.ai.findings.judgments import Reason, ReasonKind
from texas42.ai.inference.trick_order import trick_order
from texas42.ai.rollouts.hands import HandSampler, Question
from texas42.ai.rollouts.told_chances import calibrate_bid
from texas42.ai.rules.bidding import best_options
from texas42.ai.rules.exchange import hand_after
from texas42.ai.valuation.strength import estimate
from texas42.ai.valuation.win_probability import HandValue, points_needed_for
from texas42.engine import Contract, MakeExchange, SeatView, Tile

_CONTRACTS = 3
_PLAIN_BONUS = 0.05
"""Bonus for the plain player's exchange, as a share of an ordinary hand."""
_EXCHANGES = 8
"""How many exchanges to try, the best by rule first."""


def choose_exchange_by_sampling(
    sampler: HandSampler, view: SeatView, plain: MakeExchange, deals: int, until: float
) -> tuple[MakeExchange, Reason]:
    """Choose the best exchange in sampled deals, with the reason; `plain`: the plain player's."""
    if view.seat is None or view.bid is None:
        raise ValueError("nothing has been bid")
    side = view.rules.game.side_of(view.seat)
    hand_value = HandValue(view.rules, view.total, side)
    need = points_needed_for(view.rules, view.bid)
    found = []
    candidates = _candidates(view, plain, everything=need >= view.rules.game.total)
    for number, (action, contract) in enumerate(candidates):
        hand = hand_after(view, action)
        question = Question(view, hand, (contract,), aside=_aside(view, action))
        now = monotonic()
        samples = sampler.sample(question, deals, now + (until - now) / (len(candidates) - number))
        taken = samples.points_in(contract)
        value = float(hand_value.of_call(side, view.bid, contract, taken).mean())
        value += _PLAIN_BONUS * hand_value.unit if action == plain else 0.0
        chance = calibrate_bid(view, view.bid, contract, float((taken >= need).mean()))
        found.append((value, float(taken.mean()), -number, action, chance))
    found.sort(key=lambda each: each[:3], reverse=True)
    *_, best, chance = found[0]
    others = [(action, its_chance) for *_, action, its_chance in found if action != best]
    next_best, next_chance = next(iter(others), (None, None))
    reason = Reason(
        ReasonKind.BETTER_HAND if best.give else ReasonKind.KEEP_HAND,
        tile=best.give[0] if best.give else None,
        chance=chance,
        tried=True,
        next_best=next_best,
        next_chance=next_chance,
    )
    return best, reason


def _aside(view: SeatView, action: MakeExchange) -> tuple[Tile, ...]:
    if view.kitty is None:
        return action.give
    left = list(chain(view.kitty, action.give))
    for tile in action.take:
        left.remove(tile)
    return tuple(left)


def _candidates(
    view: SeatView, plain: MakeExchange, *, everything: bool
) -> list[tuple[MakeExchange, Contract]]:
    """List the best exchanges by rule, each with its contract; `everything`: for every trick."""
    rules = view.rules
    contracts = [view.contract] if view.contract is not None else []
    if not contracts:
        whole = tuple(chain(view.hand, view.kitty or ()))
        options = best_options(rules, whole)
        contracts = [each.contract for each in options[:_CONTRACTS]]
    legal = [each for each in view.legal if isinstance(each, MakeExchange)]
    ranked = []
    for contract in contracts:
        order = trick_order(rules.game, contract)
        for number, action in enumerate(legal):
            estimated = estimate(rules.game, order, hand_after(view, action))
            value = estimated.every_trick if everything else estimated.mean
            ranked.append((action != plain, -value, number, action, contract))
    ranked.sort(key=lambda each: each[:3])
    return [(action, contract) for *_, action, contract in islice(ranked, _EXCHANGES)]
