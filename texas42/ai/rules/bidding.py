"""Calls and contracts by rule: the chance to make a bid, weighed against the stakes."""

from collections.abc import Iterable
from dataclasses import dataclass

from texas42.ai.findings.judgments import Reason, ReasonKind
from texas42.ai.rules import plunge
from texas42.ai.rules.strategies import STRATEGIES, chance_of, special_chances
from texas42.ai.valuation.strength import Estimator, HandEstimate, estimate_by_rule
from texas42.ai.valuation.tile_weights import plain_contract
from texas42.ai.valuation.win_probability import stakes
from texas42.engine import (
    SHOOT_THE_MOON,
    Call,
    CallKind,
    Contract,
    MakeCall,
    NameContract,
    Rules,
    SeatView,
    Tile,
    is_exact,
)

_EVEN_ENOUGH = 0.03
"""How much of its chance a bid may give up to be harder to raise."""
_SET_SHARE = 0.4
"""The share of points that the other side takes when the bid is set."""
_MISSED_SHARE = 0.25
"""The same when it is a bid for every trick, played out after it is set."""
_MADE_SHARE = 0.16
"""The share that it takes when the bid is made."""
_PARTNER_BID = 0.05
_PARTNER_PASSED = -0.02
_OPPONENT_BID = -0.02
"""The effect of others' calls on the expected points, as shares of all points."""


@dataclass(frozen=True, slots=True)
class ContractEstimate:
    """A contract and the estimate of what this hand takes in it."""

    contract: Contract
    estimate: HandEstimate


@dataclass(frozen=True, slots=True)
class _ValuedBid:
    action: MakeCall
    value: float
    chance: float
    contract: Contract
    stake: float
    """The difference in value between making and failing it."""
    risk: float
    """What it loses on average where it fails."""


def make_call(
    view: SeatView,
    legal: tuple[MakeCall, ...],
    eagerness: float = 0.0,
    estimator: Estimator = estimate_by_rule,
) -> tuple[MakeCall, Reason]:
    """Choose a call, with the reason; `eagerness` is added to the chance of the best bid."""
    if len(legal) == 1:
        return legal[0], Reason(ReasonKind.OUTBID)
    options = best_options(view.rules, view.hand, estimator)
    shift = _shift_by_calls(view)
    bids = [_value_bid(view, action, options, shift) for action in legal if action.call.is_bid]
    passing = next((action for action in legal if not action.call.is_bid), None)
    best = max(bids, key=lambda bid: bid.value)
    # A bid over the partner's means the same for careful and bold players: a much better hand.
    eager = 0.0 if partner_stands(view) else eagerness * best.stake
    if passing is not None and best.value + eager <= _value_of_pass(view):
        kind = ReasonKind.WEAK_HAND
        if partner_stands(view):
            kind = ReasonKind.LEAVE_PARTNER
        return passing, Reason(kind, contract=best.contract, chance=best.chance)
    chosen = best if passing is None or _speaks_last(view) else _harder(bids, best)
    call = chosen.action.call
    contract = chosen.contract
    safest = passing is None and chosen.risk <= min(bid.risk for bid in bids)
    kind = why_bid(call, contract, safest=safest)
    return chosen.action, Reason(kind, contract=contract, points=call.number, chance=chosen.chance)


def why_bid(call: Call, contract: Contract, *, safest: bool) -> ReasonKind:
    """Return the reason for a bid in a contract; `safest`: forced, and no bid risks less."""
    if safest:
        return ReasonKind.FORCED
    special = STRATEGIES[contract.kind].bidding
    if special is not None:
        return special
    return ReasonKind.ALL_TRICKS if call.multiple else ReasonKind.STRONG_HAND


def _harder(bids: list[_ValuedBid], best: _ValuedBid) -> _ValuedBid:
    """Return the highest bid that costs nearly nothing: 36 is harder to raise than 35 (004:338)."""
    level = best.action.call.multiple
    alike = [
        bid
        for bid in bids
        if bid.action.call.multiple == level
        and bid.chance >= best.chance - _EVEN_ENOUGH
        and bid.action.call.trump is best.action.call.trump
        and bid.value >= best.value - 2 * _EVEN_ENOUGH * max(1.0, abs(best.value))
    ]
    return max(alike, key=lambda bid: bid.action.call.number, default=best)


def best_options(
    rules: Rules, hand: tuple[Tile, ...], estimator: Estimator = estimate_by_rule
) -> list[ContractEstimate]:
    """List every trump that the table allows with its estimate, the best mean first."""
    contracts = [plain_contract(rules, suit) for suit in rules.trumps]
    options = [ContractEstimate(each, estimator(rules, each, hand)) for each in contracts]
    return sorted(options, key=lambda option: -option.estimate.mean)


def _is_partner(view: SeatView, seat: int) -> bool:
    side_of = view.rules.game.side_of
    return view.seat is not None and seat != view.seat and side_of(seat) == side_of(view.seat)


def partner_stands(view: SeatView) -> bool:
    """Return True if the partner has the highest bid."""
    return view.standing is not None and _is_partner(view, view.standing.seat)


def _speaks_last(view: SeatView) -> bool:
    game = view.rules.game
    return game.auction == "one-turn" and len(view.calls) == game.seats - 1


def _shift_by_calls(view: SeatView) -> float:
    """Sum the effect of the others' calls, each seat counted once, as a share of the points."""
    has_bid: dict[int, bool] = {}
    for made in view.calls:
        has_bid[made.seat] = made.call.is_bid or has_bid.get(made.seat, False)
    shifted = 0.0
    for seat, bid in has_bid.items():
        if _is_partner(view, seat):
            shifted += _PARTNER_BID if bid else _PARTNER_PASSED
        elif bid and seat != view.seat:
            shifted += _OPPONENT_BID
    return shifted


def _value_of_pass(view: SeatView) -> float:
    """Value a pass: higher if the partner has the bid; an ordinary hand is 1."""
    if view.standing is None:
        return 0.02
    level = max(1, min(view.standing.call.multiple, 7))
    return 0.3 * level if partner_stands(view) else -0.08 * level


def _value_bid(
    view: SeatView, action: MakeCall, options: list[ContractEstimate], shift: float
) -> _ValuedBid:
    rules = view.rules
    call = action.call
    committed = plunge.committed_contract(call)
    if committed is not None:
        chance = plunge.chance(view, committed)
        contract = committed
    elif call.kind in (CallKind.MULTIPLE, CallKind.GAME):
        chance, contract = _every_trick(view, call, options, shift)
    else:
        chance, contract = _enough(view, call, options, shift)
    gain, loss = _stakes(rules, view, call, contract)
    value = chance * gain - (1 - chance) * loss
    return _ValuedBid(action, value, chance, contract, gain + loss, (1 - chance) * loss)


def _options_for(options: Iterable[ContractEstimate], call: Call) -> list[ContractEstimate]:
    return [o for o in options if call.trump is None or o.contract.named is call.trump]


def _enough(
    view: SeatView, call: Call, options: list[ContractEstimate], shift: float
) -> tuple[float, Contract]:
    total = view.rules.game.total
    needed = min(call.number, total)
    best = max(
        _options_for(options, call),
        key=lambda o: o.estimate.every_trick if needed == total else o.estimate.mean,
    )
    shifted = best.estimate.with_shift(shift)
    if needed == total:
        return shifted.every_trick, best.contract
    # `needed` points make the bid, so the normal distribution is cut half a point below.
    return shifted.chance((needed - 0.5) / total), best.contract


def _every_trick(
    view: SeatView, call: Call, options: list[ContractEstimate], shift: float
) -> tuple[float, Contract]:
    best = max(_options_for(options, call), key=lambda o: o.estimate.every_trick)
    found = [(best.estimate.with_shift(shift).every_trick, best.contract)]
    found += [(chance, contract) for contract, chance in special_chances(view, call)]
    return max(found, key=lambda pair: pair[0])


def _stakes(rules: Rules, view: SeatView, call: Call, contract: Contract) -> tuple[float, float]:
    """Return the values of making and of failing the bid, an ordinary hand being 1."""
    if rules.game.bid_unit == "tricks":
        gain = call.number if rules.moon_made == "bid" else max(call.number, 5)
        if call.number == SHOOT_THE_MOON and view.seat is not None:
            gain = max(call.number, rules.target - view.total[rules.game.side_of(view.seat)])
        return gain / 5, call.number / 5
    if call.kind is CallKind.GAME:
        lacking = rules.target - min(view.total)
        size = lacking if rules.by_marks else lacking / rules.game.total
        return size, size
    marks = max(1, call.multiple)
    if rules.by_marks and view.seat is not None:
        ours, theirs = _marks_needed(view, view.seat)
        return stakes(ours, theirs, marks)
    if call.multiple:
        more = 0.0 if is_exact(rules, call, contract) else _MISSED_SHARE
        return float(marks), marks + more
    share = call.number / rules.game.total
    return 1 - 2 * _MADE_SHARE, share + _SET_SHARE


def _marks_needed(view: SeatView, seat: int) -> tuple[int, int]:
    """Return the marks that this side and the best of the others need to reach the target."""
    own = view.rules.game.side_of(seat)
    others = max(total for side, total in enumerate(view.total) if side != own)
    # A side at the target that has not won yet (it must be two ahead) needs at least one.
    target = view.rules.target
    return max(1, target - view.total[own]), max(1, target - others)


def name_contract(
    view: SeatView, legal: tuple[NameContract, ...], estimator: Estimator = estimate_by_rule
) -> tuple[NameContract, Reason]:
    """Choose the contract to name, as bidder or for a partner who plunged, with the reason."""
    if len(legal) == 1:
        return legal[0], Reason(ReasonKind.ONLY_LEGAL, contract=legal[0].contract)
    scored = [(chance_of(view, each.contract, estimator), each) for each in legal]
    chance, best = max(scored, key=lambda pair: pair[0])
    kind = STRATEGIES[best.contract.kind].naming
    return best, Reason(kind, contract=best.contract, suit=best.contract.named, chance=chance)
