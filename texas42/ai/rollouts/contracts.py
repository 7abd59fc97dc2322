"""Name contracts by roll-outs, for the bidder or for the partner of a plunge or splash."""

from texas42.ai.findings.judgments import Reason
from texas42.ai.rollouts.hands import HandSampler, HandSamples, Question
from texas42.ai.rollouts.told_worth import told_worth
from texas42.ai.rules.bidding import best_options
from texas42.ai.rules.strategies import STRATEGIES
from texas42.ai.valuation.tile_weights import plain_contracts
from texas42.ai.valuation.win_probability import HandValue, Numbers
from texas42.engine import FOLLOW_ME, Contract, DoublesRule, NameContract, SeatView, suit_contract

_CONTRACTS = 5
"""How many suits to try, the best by rule first."""
_PLAIN_BONUS = 0.1
"""Bonus for the plain player's choice, as a share of an ordinary hand, since samples are noisy."""


def choose_contract_by_sampling(
    sampler: HandSampler, view: SeatView, plain: NameContract, deals: int, until: float
) -> tuple[NameContract, Reason]:
    """Choose the best contract in sampled deals, with the reason; `plain`: the plain player's."""
    legal = tuple(each for each in view.legal if isinstance(each, NameContract))
    if view.seat is None or view.bidder is None or view.bid is None:
        raise ValueError("nothing has been bid")
    bare = any(each.contract.is_bare for each in legal)
    doubles = legal[0].contract.overlay.doubles
    question = Question(
        view,
        view.hand,
        list(_candidates(view, legal)),
        aside=view.kitty or (),
        exchanging=view.rules.has_exchange and view.rules.game.contract_before_exchange,
        named=view.rules.game.partner(view.seat) if bare else None,
        holds=None if view.seat == view.bidder else (view.bidder, doubles),
    )
    samples = sampler.sample(question, deals, until)
    side = view.rules.game.side_of(view.seat)
    hand_value = HandValue(view.rules, view.total, side)
    found = []
    for action in legal:
        taken = _points_in(samples, action.contract)
        if taken is not None:
            told = told_worth(view, hand_value, view.bid, action.contract, taken)
            value = float(told.worth.mean())
            value += _PLAIN_BONUS * hand_value.unit if action == plain else 0.0
            found.append((value, float(taken.mean()), action, told.chance))
    found.sort(key=lambda each: each[:2], reverse=True)
    chances = [chance for *_, chance in found[:2]]
    best, *others = [action for _, _, action, _ in found[:2]]
    reason = Reason(
        STRATEGIES[best.contract.kind].naming,
        contract=best.contract,
        suit=best.contract.named,
        chance=chances[0],
        tried=True,
        next_best=next(iter(others), None),
        next_chance=chances[-1] if others else None,
    )
    return best, reason


def ordinary_contract(contract: Contract) -> Contract:
    """Return the ordinary contract in which a partner's suit is played, if there is one."""
    if contract.named is None or not contract.kind.partner_names:
        return contract
    if contract.named is not FOLLOW_ME and contract.doubles is not DoublesRule.HIGH:
        return contract
    return suit_contract(contract.named, contract.doubles)


def _candidates(view: SeatView, legal: tuple[NameContract, ...]) -> set[Contract]:
    """List the contracts to try: the best suits by rule, every special contract."""
    contracts = {ordinary_contract(each.contract) for each in legal if not each.contract.is_bare}
    options = best_options(view.rules, view.hand)
    ranked = [each.contract for each in options if each.contract in contracts]
    if view.seat == view.bidder:
        surest = sorted(options, key=lambda each: -each.estimate.every_trick)
        ranked = ranked[:_CONTRACTS] + [each.contract for each in surest[:2]]
    plain = plain_contracts(view.rules)
    return {each for each in contracts if each in ranked or each not in plain}


def _points_in(samples: HandSamples, contract: Contract) -> Numbers | None:
    if contract.is_bare:
        return samples.points_in_partners_suit
    played = ordinary_contract(contract)
    return samples.points_in(played) if played in samples.tried else None
