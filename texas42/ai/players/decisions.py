"""One seat's bids and plays in a finished hand, judged by what the seat could know."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from texas42.ai.findings.judgments import Advice, Advised, Decision, Mistake
from texas42.ai.players.judges import Judges, acts_of
from texas42.ai.rules.explain import explain
from texas42.ai.rules.patterns import Pattern, plays_by_pattern
from texas42.engine import Call, CallKind, MakeCall, PlayTile, Rules, SeatView

if TYPE_CHECKING:
    from texas42.ai.rollouts.judge import Judge


class SeatDecisions:
    """Judges a seat's bids and plays; for one thread."""

    def __init__(self, judges: Judges) -> None:
        self._judges = judges

    def __call__(
        self, record: str, hand: int, seat: int, advised: tuple[Advised, ...] = ()
    ) -> tuple[Decision, ...]:
        """Judge a seat's real choices in a hand of a record, counted from 1.

        What was advised is never a mistake. Raises SolverMissing and RecordError.
        """
        judge = self._judges.mine()
        found = []
        for act in acts_of(record, hand, advised):
            if act.view.seat != seat:
                continue
            decision = None
            if isinstance(act.action, MakeCall):
                decision = _judge_call(judge, act.step, act.view, act.action)
            elif isinstance(act.action, PlayTile):
                decision = _judge_play(judge, act.step, act.view, act.action)
            if decision is None:
                continue
            mistake = decision.mistake
            if mistake is not None and not act.may_name(mistake.advice.action):
                decision = replace(decision, shown=None, mistake=None)
            found.append(decision)
        return tuple(found)


def _judge_call(judge: Judge, step: int, view: SeatView, made: MakeCall) -> Decision | None:
    found = judge.weigh_call(view, made)
    if found is None:
        return None
    good = (Pattern.PASSES_GOOD_HANDS,) if found.is_good_hand else ()
    bids = (Pattern.BIDS_TOO_MUCH,) if made.call.is_bid else ()
    patterns = (*good, *bids)
    followed = bids or good
    if not found.mistake:
        return Decision(step, patterns, followed)
    call = made.call if made.call.is_bid else found.bid.call
    mistake = Mistake(
        view,
        made,
        Advice(found.best, found.reason),
        chance=found.raised if found.best.call.is_bid else None,
        sure=False,
        lost=found.lost,
        stake=_stake(call, view.rules),
        hands=_ordinary_hands(call, view.rules),
    )
    return Decision(step, patterns, followed, next(iter(followed), None), mistake)


def _judge_play(judge: Judge, step: int, view: SeatView, play: PlayTile) -> Decision | None:
    found = judge.judge_play(view, play)
    if found is None:
        return None
    # A renege says nothing about how its player chooses among legal plays.
    patterns = {} if found.renege else plays_by_pattern(view)
    followed = tuple(pattern for pattern, plays in patterns.items() if play in plays)
    lost = found.best_chance - found.chance
    if not found.mistake or view.bid is None:
        return Decision(step, tuple(patterns), followed)
    # A mistake counts toward one habit: the first pattern that the better play avoids.
    free = (pattern for pattern in followed if found.best not in patterns[pattern])
    mistake = Mistake(
        view,
        play,
        Advice(found.best, replace(explain(view, found.best), chance=found.best_chance)),
        chance=found.chance,
        sure=found.sure,
        lost=lost,
        stake=_stake(view.bid, view.rules),
        hands=_ordinary_hands(view.bid, view.rules),
    )
    return Decision(step, tuple(patterns), followed, next(free, None), mistake)


def _stake(bid: Call, rules: Rules) -> int:
    """Return the value of a bid in the game: marks, points or tricks."""
    if bid.kind is CallKind.GAME:
        return rules.target
    if rules.by_marks:
        return max(1, bid.multiple)
    return bid.multiple * rules.game.total or bid.number


def _ordinary_hands(bid: Call, rules: Rules) -> int:
    """Convert a bid's value to ordinary hands."""
    if bid.kind is CallKind.GAME:
        return max(1, rules.target if rules.by_marks else rules.target // rules.game.total)
    return max(1, bid.multiple)
