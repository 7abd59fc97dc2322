"""Weigh calls: the best one of a seat, and how much worse another one is.

A hand, the calls before it and the score make the question. Its answer does not depend on the
number of the hand in its game, or on where at the table its player sits.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import inf

from texas42.ai.findings.judgments import Reason
from texas42.ai.rollouts.bids import choose_call_by_sampling
from texas42.ai.rollouts.hands import HandSampler
from texas42.ai.rollouts.level_config import LEVEL_CONFIGS, Level
from texas42.ai.rules.strategies import special_contracts
from texas42.ai.valuation.win_probability import points_needed_for
from texas42.engine import Call, Contract, MakeCall, Rules, SeatView

GOOD_BID = 0.6
"""With this chance or more nobody should pass a bid."""
POOR_BID = 0.4
"""With a smaller chance nobody should make it."""
CLEARLY_LESS = 0.2
"""How much less often than the best lower bid a bid must make, to be a mistake."""
CLEAR = 0.15
"""How much likelier a choice must be to count as better: five standard errors over sampled deals.
At a table nobody would notice less. Over every deal, this holds for weighted and unweighted deals.
"""
EVEN = 0.5
"""The chance of either side to win a hand about which a pass says nothing."""
DEALS = LEVEL_CONFIGS[Level.EXPERT].bid_deals
"""Deals sampled to weigh the calls of a hand."""


@dataclass(frozen=True, slots=True)
class WeighedCall:
    """A call, with the best call for comparison.

    `bid`: the hand's best bid, which is `best` unless that is a pass. `reason`: its contract and
    chance, and the effect of a pass. `raised`: how often the actual bid succeeds, if it needs more
    than `bid`; else None.
    """

    rules: Rules
    made: MakeCall
    best: MakeCall
    bid: MakeCall
    reason: Reason
    raised: float | None

    @property
    def chance(self) -> float:
        """How often the best bid is made."""
        return self.reason.chance or 0.0

    @property
    def own(self) -> float:
        """How often the bid in question is made: the actual one, or the one passed up."""
        return self.chance if self.raised is None else self.raised

    @property
    def is_good_hand(self) -> bool:
        """True if passing this hand would be a mistake."""
        return self.best.call.is_bid and self.chance >= GOOD_BID

    @property
    def lost(self) -> float:
        """How much less often its side wins the hand than by the best call."""
        if self.made.call.is_bid and self.best.call.is_bid:
            return max(0.0, self.chance - self.own)
        bid = self.own
        passed = EVEN
        reason = self.reason
        if reason.left_to is not None and reason.left_chance is not None:
            side_of = self.rules.game.side_of
            ours = side_of(reason.left_to) == side_of(self.made.seat)
            passed = reason.left_chance if ours else 1 - reason.left_chance
        return max(0.0, bid - passed if self.best.call.is_bid else passed - bid)

    @property
    def mistake(self) -> bool:
        """True for a clear one; see `JudgedCall`. The best call never is one."""
        if self.made == self.best:
            return False
        wrong = self._is_too_much if self.made.call.is_bid else self.is_good_hand
        return wrong and self.lost >= CLEAR

    @property
    def _is_too_much(self) -> bool:
        """True if the player should have bid less or passed."""
        made = self.made.call
        bid = self.bid.call
        less = points_needed_for(self.rules, made) < points_needed_for(self.rules, bid)
        if less or self.own > POOR_BID:
            return False
        return not self.best.call.is_bid or self.chance - self.own >= CLEARLY_LESS


def best_call(sampler: HandSampler, view: SeatView, deals: int = DEALS) -> tuple[MakeCall, Reason]:
    """Choose the best call of a seat that is about to call, with the reason."""
    return _choose(sampler, view, _calls_of(view), deals)


def weigh_call(
    sampler: HandSampler, view: SeatView, made: MakeCall, deals: int = DEALS
) -> WeighedCall | None:
    """Weigh a call of the view's seat; None if there was no choice."""
    legal = _calls_of(view)
    if len(legal) < 2:
        return None
    choice, reason = _choose(sampler, view, legal, deals)
    bid = choice if choice.call.is_bid else reason.next_best
    if not isinstance(bid, MakeCall) or reason.contract is None or reason.chance is None:
        return None
    raised = None
    if made.call.is_bid and _asks_more(view, made.call, bid.call, reason.contract):
        passes = (each for each in legal if not each.call.is_bid)
        raised = _choose(sampler, view, (made, *passes), deals)[1].chance
    return WeighedCall(view.rules, made, choice, bid, reason, raised)


def _asks_more(view: SeatView, made: Call, best: Call, contract: Contract) -> bool:
    """Return True if a bid is harder to make than the best one, which plans this contract.

    Or if it does not allow that contract, as nel-o above one mark (8.5).
    """
    if points_needed_for(view.rules, made) > points_needed_for(view.rules, best):
        return True
    special = contract in special_contracts(view, best)
    return special and contract not in special_contracts(view, made)


def _calls_of(view: SeatView) -> tuple[MakeCall, ...]:
    return tuple(each for each in view.legal if isinstance(each, MakeCall))


def _choose(
    sampler: HandSampler, view: SeatView, legal: Sequence[MakeCall], deals: int
) -> tuple[MakeCall, Reason]:
    """Choose one of these calls at a table turned so that seat 1 calls first, in its first hand."""
    seats = view.rules.game.seats
    first = view.calls[0].seat if view.calls else view.seat or 0
    turn = 1 - first
    turned = _turned(view, turn)
    choice, reason = choose_call_by_sampling(
        sampler, turned, _turned_calls(legal, turn, seats), deals, inf
    )
    back = {each.call: each for each in legal}
    rival = reason.next_best
    if isinstance(rival, MakeCall):
        rival = back[rival.call]
    left_to = None if reason.left_to is None else (reason.left_to - turn) % seats
    return back[choice.call], replace(reason, next_best=rival, left_to=left_to)


def _turned(view: SeatView, turn: int) -> SeatView:
    """Return the view of a seat about to call, with every seat moved on by `turn`."""
    game = view.rules.game
    seat = ((view.seat or 0) + turn) % game.seats
    total = list(view.total)
    for each in range(game.seats):
        total[game.side_of((each + turn) % game.seats)] = view.total[game.side_of(each)]
    return replace(
        view,
        seat=seat,
        to_act=seat,
        deal_number=1,
        shaker=(view.shaker + turn) % game.seats,
        calls=_turned_calls(view.calls, turn, game.seats),
        legal=_turned_calls(_calls_of(view), turn, game.seats),
        total=tuple(total),
    )


def _turned_calls(calls: Iterable[MakeCall], turn: int, seats: int) -> tuple[MakeCall, ...]:
    return tuple(MakeCall((each.seat + turn) % seats, each.call) for each in calls)
