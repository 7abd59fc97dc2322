"""The chance to win the game from a score, before or after a hand."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from texas42.ai.inference.bid_inference import Floats
from texas42.engine import SHOOT_THE_MOON, Call, CallKind, Contract, Rules, is_exact


@lru_cache(maxsize=4096)
def win_chance(ours: int, theirs: int) -> float:
    """Compute the chance to win for a side that needs `ours` marks against one that needs `theirs`.

    Assumes that each hand gives one mark, to either side with equal chances.
    """
    if ours <= 0:
        return 1.0
    if theirs <= 0:
        return 0.0
    return 0.5 * (win_chance(ours - 1, theirs) + win_chance(ours, theirs - 1))


def stakes(ours: int, theirs: int, marks: int) -> tuple[float, float]:
    """Compute the value of winning and of losing `marks` marks, in units of one mark now.

    Marks beyond those needed to win the game are worth nothing.
    """
    now = win_chance(ours, theirs)
    one = (win_chance(ours - 1, theirs) - win_chance(ours, theirs - 1)) / 2
    gain = win_chance(ours - marks, theirs) - now
    loss = now - win_chance(ours, theirs - marks)
    return gain / one, loss / one


Numbers = npt.NDArray[np.int64]

_HAND_SPREAD = 0.46
"""How much a hand changes the difference in score, as a share of the hand's points."""
_HAND_GAIN = 0.62
"""How much the scoring side gains in a hand, as a share of the hand's points."""
_MOON_SPREAD = 3.0
_MOON_GAIN = 2.5
_MOST_LACKING = 60
"""Higher numbers of missing marks are treated as this many."""
_FAR = 50.0
_PLAYED_BETTER = 0.13
"""The share of bids that fail in roll-outs but make in real play, fitted to games of the expert
against the plain player. It is too high against experts, who defend better."""


def side_chance(
    rules: Rules, totals: Sequence[Floats], side: int, bidder: int, made: npt.NDArray[np.bool_]
) -> Floats:
    """Compute a side's chance to win the game in each sampled deal, from all sides' totals.

    If several sides have reached the target, the highest score wins, or by a rule of the table, the
    bidder that made the bid.
    """
    lacking = rules.target - np.array(totals)
    if rules.by_marks:
        chance = _by_marks(lacking, side)
    else:
        near = np.maximum(lacking.min(axis=0), 0.0)
        odds = np.exp(np.clip((lacking[side] - lacking) / _spread(rules, near), -_FAR, _FAR))
        chance = np.asarray(1 / odds.sum(axis=0))
    there = lacking <= 0
    if not there.any():
        return chance
    height = np.where(there, -lacking, -1.0)
    if rules.tie_250 == "bidder":
        height[bidder] += np.where(made & there[bidder], 1e9, 0.0)
    return np.where(there.any(axis=0), height.argmax(axis=0) == side, chance)


def _spread(rules: Rules, lacking: Floats) -> Floats:
    """Return the lead that makes a side e times as likely to win."""
    game = rules.game
    hand = _HAND_SPREAD * game.total
    gain = _HAND_GAIN * game.total
    if game.bid_unit == "tricks":
        hand = _MOON_SPREAD
        gain = _MOON_GAIN
    return np.asarray(hand * np.sqrt(lacking / gain + 0.3))


def _by_marks(lacking: Floats, side: int) -> Floats:
    ours = np.clip(lacking[side], 0, _MOST_LACKING).astype(np.int64)
    others = np.delete(lacking, side, axis=0).min(axis=0)
    theirs = np.clip(others, 0, _MOST_LACKING).astype(np.int64)
    return np.asarray(_table()[ours, theirs])


@lru_cache(maxsize=1)
def _table() -> Floats:
    size = range(_MOST_LACKING + 1)
    return np.array([[win_chance(ours, theirs) for theirs in size] for ours in size])


def chance_in_play(chance: float) -> float:
    """Convert a bid's chance in roll-outs to its chance in real play."""
    return chance + _PLAYED_BETTER * (1 - chance)


class HandValue:
    """Values the results of one hand for a side, from the score before it."""

    def __init__(self, rules: Rules, total: Sequence[int], side: int) -> None:
        self._rules = rules
        self._total = total
        self._side = side
        self.now = float(self._chance(np.zeros((len(total), 1)), 0, np.zeros(1, np.bool_))[0])

    @property
    def unit(self) -> float:
        """Half the difference in this side's chance between winning and losing an ordinary hand."""
        game = self._rules.game
        number = np.array([game.min_bid])
        multiple = np.zeros(1, np.int64)
        won = self.after(self._side, number, multiple, np.array([game.total]))
        lost = self.after(self._side, number, multiple, np.zeros(1, np.int64))
        return float(won[0] - lost[0]) / 2

    def after(
        self,
        bidder: int,
        number: Numbers,
        multiple: Numbers,
        taken: Numbers,
        *,
        exact: bool | None = None,
    ) -> Floats:
        """Compute the chance to win in each deal if the side `bidder` takes `taken` there.

        The bid is `number` points or tricks; if `multiple` is not 0, it is `multiple` times all
        points. `exact`: such a bid scores nothing else; None for what an ordinary contract does.
        """
        rules = self._rules
        made = taken >= points_needed(rules, number, multiple)
        gains = np.zeros((rules.game.sides, len(taken)))
        other = (bidder + 1) % rules.game.sides
        if rules.game.bid_unit == "tricks":
            left = (rules.game.total - taken) / (rules.game.sides - 1)
            gains += left
            won = number if rules.moon_made == "bid" else taken
            game = max(SHOOT_THE_MOON, rules.target - self._total[bidder])
            won = np.where(number == SHOOT_THE_MOON, game, won)
            gains[bidder] = np.where(made, won, -number)
        elif rules.by_marks:
            marks = np.maximum(multiple, 1)
            gains[bidder] = np.where(made, marks, 0)
            gains[other] = np.where(made, 0, marks)
        else:
            points = rules.game.total
            whole = multiple * points
            gains[bidder] = np.where(made, np.where(multiple > 0, whole, taken), 0)
            exact = rules.exact_42plus if exact is None else exact
            extra = 0 if exact else points - taken
            lost = np.where(multiple > 0, whole + extra, number + points - taken)
            kept = np.where(multiple > 0, 0, points - taken)
            gains[other] = np.where(made, kept, lost)
        return self._chance(gains, bidder, made)

    def _chance(self, gains: Floats, bidder: int, made: npt.NDArray[np.bool_]) -> Floats:
        totals = [gains[side] + score for side, score in enumerate(self._total)]
        return side_chance(self._rules, totals, self._side, bidder, made)

    def of_call(self, bidder: int, call: Call, contract: Contract, taken: Numbers) -> Floats:
        """Compute the chance to win as `after` does, with the same call in every deal."""
        if call.kind is CallKind.GAME:
            made = taken >= self._rules.game.total
            return (made if bidder == self._side else ~made).astype(np.float64)
        number = np.full(len(taken), 0 if call.multiple else call.number)
        exact = is_exact(self._rules, call, contract)
        return self.after(bidder, number, np.full(len(taken), call.multiple), taken, exact=exact)


def points_needed(rules: Rules, number: Numbers, multiple: Numbers) -> Numbers:
    """Return the points needed to make each bid."""
    total = rules.game.total
    return np.where(multiple > 0, total, np.minimum(number, total))


def points_needed_for(rules: Rules, call: Call) -> int:
    """Return the points needed to make a call."""
    total = rules.game.total
    return total if call.multiple else min(call.number, total)
