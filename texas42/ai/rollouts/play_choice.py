"""Choose plays by rolling out each one in sampled deals of the unseen tiles."""

from collections.abc import Sequence
from dataclasses import replace

from texas42.ai.findings.judgments import Reason, ReasonKind
from texas42.ai.inference.knowledge import Knowledge, know
from texas42.ai.rollouts.level_config import LevelConfig
from texas42.ai.rollouts.next_leads import looks_ahead, results_of, worth
from texas42.ai.rollouts.plays import PlayResult, PlaySampler
from texas42.ai.rollouts.told_chances import calibrate_play
from texas42.ai.rules.discards import keep_convention
from texas42.ai.rules.strategies import STRATEGIES
from texas42.ai.solver.problem import SearchGoal
from texas42.engine import Goal, PlayTile, SeatView

_SLIP = 0.25
_FREE = 0.02
"""How much less often a discard that keeps the convention may succeed (ruling 8.25)."""
ODD_LEAD = 0.1
"""How much better an odd lead of the bidder must be than the plain one; when nearly equal, the
bidder leads as a good player would.
"""
_ODD_LEAD_ALONE = 0.35
"""The same for roll-outs without a one-lead lookahead, which overrate such leads."""
_SAME_LEAD = 1.0
"""A lower trump that pulls as surely as the highest is never a better lead, only an equal one:
roll-outs tell the two apart only by what others discard.
"""
_ODD_TRICKS = 3
_ODD_COUNT_TRICKS = 2
"""The number of tricks in which an off lead is odd while trumps should be pulled, and a lead of
count.
"""
_TOLD_DEALS = 500
"""Deals for trying plays again, for the chances in a player's reason."""


def choose_play_by_sampling(
    sampler: PlaySampler,
    view: SeatView,
    config: LevelConfig,
    plain: PlayTile,
    reason: Reason,
    until: float,
) -> tuple[PlayTile, Reason]:
    """Choose a play by `until`, with the reason; `plain` is the plain player's choice."""
    if view.contract is None or not STRATEGIES[view.contract.kind].is_sampled:
        return plain, reason
    known = know(view)
    plays = tuple(each for each in view.legal if isinstance(each, PlayTile))
    goal, need = search_goal(known)
    if goal is None:
        return plain, reason
    results = results_of(sampler, known, plays, goal, need, config.play_deals, until)
    ahead = looks_ahead(known, goal, config.play_deals)
    scores = {each.play: worth(known, each) for each in results}
    if ahead and reason.kind is ReasonKind.PULL_TRUMPS:
        scores[plain] = max(scores[each] for each in plays if _is_sure_trump(known, each))
    for each in plays:
        if each != plain:
            scores[each] -= overclaim(known, each, reason, ahead=ahead)
    bonus = {plain: config.plain_bonus}
    ranked = sorted(
        results, key=lambda each: scores[each.play] + bonus.get(each.play, 0.0), reverse=True
    )
    slip = _slip(view, results, ranked[0], config.slip_every)
    best = _keep_convention(known, ranked) if slip is None else slip
    if best.play != plain:
        reason = Reason(ReasonKind.SAMPLED, best.play.tile, known.led)
    rivals = [each for each in results if each is not best]
    rival = max(rivals, key=lambda each: scores[each.play], default=None)
    next_best = None if rival is None else rival.play
    return best.play, replace(reason, chance=best.chance, tried=True, next_best=next_best)


def chances_of(
    sampler: PlaySampler,
    view: SeatView,
    plays: Sequence[PlayTile],
    until: float,
    deals: int = _TOLD_DEALS,
) -> list[float]:
    """Estimate how often each play reaches its goal, in the same deals, weighted by the calls.

    Hints show these chances, calibrated by role and trick. Choices leave the calls out: using them
    made chances more accurate but play no better (docs/strength.md).
    """
    known = know(view)
    goal, need = search_goal(known)
    if goal is None:
        raise ValueError("the bid is decided already")
    results = results_of(sampler, known, plays, goal, need, deals, until, by_calls=True)
    return [calibrate_play(known, each.chance) for each in results]


def overclaim(known: Knowledge, play: PlayTile, why: Reason, *, ahead: bool) -> float:
    """Return how much better than the plain choice a lead of the bidder must be.

    `why`: the reason for the plain choice. `ahead`: the roll-outs looked a lead ahead. Odd leads
    are an off while trumps should be pulled, and count that can be beaten while the bidder has
    trumps: see ODD_LEAD. A lower trump that may lose needs no margin.
    """
    view = known.view
    order = known.order
    if known.led is not None or known.me != view.bidder or not order.trump & known.hand:
        return 0.0
    place = order.places[play.tile]
    trick = len(view.tricks)
    pulls = _is_sure_trump(known, play)
    if why.kind is ReasonKind.PULL_TRUMPS and ahead and pulls:
        return _SAME_LEAD
    if why.kind is ReasonKind.PULL_TRUMPS and trick < _ODD_TRICKS:
        odd = pulls or not order.trump >> place & 1
    else:
        beaten = not known.is_sure(place, order.suit_led(play.tile, play.declared))
        odd = beaten and known.count(place) > 0 and trick < _ODD_COUNT_TRICKS
    return (ODD_LEAD if ahead else _ODD_LEAD_ALONE) if odd else 0.0


def odd_leads(
    known: Knowledge, plays: Sequence[PlayTile], plain: PlayTile, why: Reason
) -> tuple[PlayTile, ...]:
    """List the leads that roll-outs overrate; `plain` and `why` as in `choose_play_by_sampling`."""
    return tuple(
        each for each in plays if each != plain and overclaim(known, each, why, ahead=False) > 0
    )


def _is_sure_trump(known: Knowledge, play: PlayTile) -> bool:
    """Return True if a lead is a trump that no one can beat."""
    order = known.order
    place = known.order.places[play.tile]
    return bool(order.trump >> place & 1) and known.is_sure(place, order.suit_led(play.tile))


def search_goal(known: Knowledge) -> tuple[SearchGoal | None, int | None]:
    """Return the remaining need of the bidder's side, and the goal, None if that is decided."""
    view = known.view
    if view.contract is None or view.bidder is None:
        raise ValueError("no contract has been named")
    side_of = view.rules.game.side_of
    ours = [
        trick.winner is not None and side_of(trick.winner) == side_of(view.bidder)
        for trick in view.tricks
    ]
    if view.contract.overlay.goal is Goal.NONE:
        return (None if any(ours) else SearchGoal.NO_TRICK), None
    if view.needed is None:
        if all(ours):
            return SearchGoal.EVERY_TRICK, None
        # Set, but played out for the points (ruling 8.10): no play can make it.
        return SearchGoal.POINTS, view.rules.game.total + 1
    return SearchGoal.POINTS, view.needed - view.points[side_of(view.bidder)]


def _keep_convention(known: Knowledge, ranked: Sequence[PlayResult]) -> PlayResult:
    """Return the play to make of these, best first: a free discard may tell partner of a double."""
    best = ranked[0]
    chance = max(each.chance for each in ranked)
    free = [each for each in ranked if each is best or each.chance >= chance - _FREE]
    if not known.view.rules.by_marks:  # points count besides the bid
        least = worth(known, best) - _FREE
        free = [each for each in free if worth(known, each) >= least]
    play = keep_convention(known, [each.play for each in free])
    return next(each for each in free if each.play == play)


def _slip(
    view: SeatView, results: Sequence[PlayResult], best: PlayResult, slip_every: int
) -> PlayResult | None:
    """Occasionally return the next best play, as a beginner would, but never an absurd one."""
    turn = sum(tile.pips for tile in view.hand) + 5 * len(view.tricks)
    if not slip_every or turn % slip_every:
        return None
    close = [each for each in results if each is not best and each.chance >= best.chance - _SLIP]
    return max(close, key=lambda each: each.points, default=None)
