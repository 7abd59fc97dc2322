"""The stronger players: they try their choices out in sampled holdings of the hidden tiles."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from time import monotonic

from bot.ai.knowledge import Knowledge, know
from bot.ai.problem import Goal
from bot.ai.reasons import Reason, ReasonKind
from bot.ai.rolled_bids import rolled_call
from bot.ai.rolling import Roller, Weighed
from bot.ai.rules_player import RulesPlayer
from bot.ai.trick_order import trick_order
from bot.engine import OVERLAYS, Action, ContractKind, MakeCall, Phase, PlayTile, SeatView
from bot.engine import Goal as EngineGoal


class Level(StrEnum):
    """How strong a computer player is."""

    RULES = "rules"
    EASY = "easy"
    STEADY = "steady"
    EXPERT = "expert"


@dataclass(frozen=True, slots=True)
class Care:
    """How carefully a level thinks.

    `worlds` are the most holdings tried for a play and `hands` the sampled hands for a bid, 0 to
    bid by rule; `trust` is the chance that the plain player's choice is given ahead, since samples
    are noisy and it is not; a slip is a play that loses some chance, made in one choice out of
    `slips`, 0 for never.
    """

    worlds: int
    hands: int
    trust: float
    slips: int = 0


CARE = {
    Level.EASY: Care(worlds=8, hands=0, trust=0.0, slips=2),
    Level.STEADY: Care(worlds=480, hands=0, trust=0.03),
    Level.EXPERT: Care(worlds=20_000, hands=4096, trust=0.012),
}
_POINTS_COUNT = 0.08
"""What all points of a hand are worth beside making or setting it, by marks."""
_SET_COSTS = 0.4
"""What setting a bid takes beyond the bid, as a share of all points, by points."""
_SLIP = 0.25


class SampledPlayer:
    """Chooses by roll-outs; needs numba. One for each thread, since it holds working memory."""

    def __init__(self, level: Level) -> None:
        self._care = CARE[level]
        self._plain = RulesPlayer()
        self._roller = Roller()

    def choose(self, view: SeatView, seconds: float) -> Action:
        """Return one of `view.legal`, within `seconds` of wall time."""
        return self.choose_with_reason(view, seconds)[0]

    def choose_with_reason(self, view: SeatView, seconds: float) -> tuple[Action, Reason]:
        """Return a choice and what decided it; ValueError where the seat is not in turn."""
        until = monotonic() + seconds * 0.8
        action, reason = self._plain.choose_with_reason(view)
        if len(view.legal) == 1:
            return action, reason
        if view.phase is Phase.CALL and self._care.hands and not view.rules.has_exchange:
            calls = tuple(each for each in view.legal if isinstance(each, MakeCall))
            return rolled_call(self._roller, view, calls, self._care.hands, until)
        if view.phase is not Phase.PLAY or not isinstance(action, PlayTile):
            return action, reason
        return self._play(view, action, reason, until)

    def _play(
        self, view: SeatView, plain: PlayTile, reason: Reason, until: float
    ) -> tuple[PlayTile, Reason]:
        if view.contract is None or view.contract.kind is ContractKind.SEVENS:
            return plain, reason
        known = know(view, trick_order(view.rules.game, view.contract))
        plays = tuple(each for each in view.legal if isinstance(each, PlayTile))
        goal, need = _goal(known)
        if goal is None:
            return plain, reason
        weighed = self._roller.weigh(known, plays, goal, need, self._care.worlds, until)
        best = max(weighed, key=lambda each: self._score(known, each, plain))
        if self._care.slips:
            best = _slip(view, weighed, best, self._care.slips)
        if best.play == plain:
            return plain, replace(reason, chance=best.chance)
        return best.play, Reason(ReasonKind.SAMPLED, best.play.tile, known.led, chance=best.chance)

    def _score(self, known: Knowledge, each: Weighed, plain: PlayTile) -> float:
        view = known.view
        share = each.points / view.rules.game.total
        trust = self._care.trust if each.play == plain else 0.0
        if view.rules.by_marks or view.needed is None:
            return each.chance + _POINTS_COUNT * share + trust
        return each.chance * (view.needed / view.rules.game.total + _SET_COSTS) + share + trust


def _goal(known: Knowledge) -> tuple[Goal | None, int | None]:
    """Return what the bidder's side still needs, the goal None where that is decided already."""
    view = known.view
    if view.contract is None or view.bidder is None:
        raise ValueError("no contract has been named")
    side_of = view.rules.game.side_of
    ours = [
        trick.winner is not None and side_of(trick.winner) == side_of(view.bidder)
        for trick in view.tricks
    ]
    if OVERLAYS[view.contract.kind].goal is EngineGoal.NONE:
        return (None if any(ours) else Goal.NO_TRICK), None
    if view.needed is None:
        return (Goal.EVERY_TRICK if all(ours) else Goal.POINTS), None
    return Goal.POINTS, view.needed - view.points[side_of(view.bidder)]


def _slip(view: SeatView, weighed: Sequence[Weighed], best: Weighed, slips: int) -> Weighed:
    """Now and then take the next best thing, as a beginner does, never an absurd one."""
    turn = sum(tile.pips for tile in view.hand) + 5 * len(view.tricks)
    if turn % slips:
        return best
    close = [each for each in weighed if each is not best and each.chance >= best.chance - _SLIP]
    return max(close, key=lambda each: each.points, default=best)
