"""Model the auction: predict the others' calls from the value of their sampled hands."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from texas42.ai.inference.bid_inference import MARK, NOBODY, BidLadder, Floats
from texas42.ai.inference.seed import view_seed
from texas42.ai.rollouts.hands import HandSamples
from texas42.ai.valuation.tile_weights import SHARE
from texas42.ai.valuation.win_probability import HandValue, Numbers, points_needed
from texas42.engine import SHOOT_THE_MOON, Call, CallKind, SeatView

_BID_NOISE = 0.045
"""Standard deviation of others' bids around the value of their hands, as a share of all points."""
_PARTNER_SLACK = 0.03
"""How much less a hand needs to be worth for a partner's bid, since the partner bids as this seat
does.
"""
_REACH = 0.15
"""How far others jump at once from the least legal bid toward the value of their hands."""


@dataclass(frozen=True, slots=True)
class Ending:
    """The outcome of the auction in each sampled deal: who wins it, and at which bid."""

    bidder: Numbers
    height: Floats


@dataclass(frozen=True, slots=True)
class PassOutcome:
    """The usual winner of the bid after this seat passes, and how often they make it.

    If all pass, `seat` and `chance` are None and the bid is a pass.
    """

    seat: int | None
    bid: Call
    chance: float | None


class AuctionModel:
    """The other seats as bidders, in the sampled deals."""

    def __init__(self, view: SeatView, samples: HandSamples) -> None:
        if view.seat is None:
            raise ValueError("a watcher makes no call")
        self._view = view
        self._samples = samples
        self._me = view.seat
        self._game = view.rules.game
        self._sides = np.array([self._game.side_of(seat) for seat in range(self._game.seats)])
        self._deals = len(samples.rows)
        self._ladder = BidLadder(view.rules)
        noise = np.random.Generator(np.random.PCG64(view_seed(view)))
        self._levels = {
            seat: samples.value_of(seat) / SHARE
            - self._ladder.extra
            + (_PARTNER_SLACK if self._game.side_of(seat) == self._game.side_of(self._me) else 0.0)
            + noise.logistic(0.0, _BID_NOISE, self._deals)
            for seat in range(self._game.seats)
            if seat != self._me
        }

    def ending(self, call: Call) -> Ending:
        """Predict how the auctions end after this seat's call."""
        bidder = np.full(self._deals, NOBODY)
        height = np.zeros(self._deals)
        made = self._view.standing
        if made is not None:
            bidder[:] = made.seat
            height[:] = self._ladder.height(made.call)
        if call.is_bid:
            bidder[:] = self._me
            height[:] = self._ladder.height(call)
        if call.kind is CallKind.TRICKS and call.number == SHOOT_THE_MOON:
            return Ending(bidder, height)
        passed = {each.seat for each in self._view.calls if not each.call.is_bid}
        if self._game.auction == "one-turn":
            called = {each.seat for each in self._view.calls}
            seats = [seat for seat in self._after_me() if seat not in called]
            self._round(seats, bidder, height)
        else:
            seats = [seat for seat in self._after_me() if seat not in passed]
            self._round(seats, bidder, height)
        if self._view.rules.all_pass != "reshake":  # noqa: S105 - no password
            dropped = bidder == NOBODY
            bidder[dropped] = self._view.shaker
            height[dropped] = self._game.min_bid / self._game.total
        return Ending(bidder, height)

    def _after_me(self) -> list[int]:
        seats = self._game.seats
        return [(self._me + step) % seats for step in range(1, seats)]

    def _round(self, seats: list[int], bidder: Numbers, height: Floats) -> None:
        """Let each of these seats call once, in order; a bid goes partway to the hand's value."""
        total = self._game.total
        step = self._game.bid_step
        for seat in seats:
            margin = self._ladder.margin(seat, seat)
            least = self._ladder.least(height)
            ours = (bidder != NOBODY) & (self._sides[bidder] == self._game.side_of(seat))
            level = self._levels[seat]
            bids = level >= least + np.where(ours, margin, 0.0)
            reach = np.minimum(least + _REACH * (level - least), 1 - step / total)
            points = np.maximum(np.round(reach * total / step) * step / total, least)
            height[bids] = np.where(level >= 1.0, np.maximum(least, 1.0), points)[bids]
            bidder[bids] = seat

    def value(self, hand_value: HandValue, ending: Ending, mine: Floats) -> float:
        """Value auctions with these endings; `mine` applies if this seat wins."""
        game = self._game
        value = np.where(ending.bidder == NOBODY, hand_value.now, mine)
        number, multiple = self._bids(ending.height)
        for side in range(game.sides):
            seats = [s for s in range(game.seats) if s != self._me and game.side_of(s) == side]
            theirs = np.isin(ending.bidder, seats)
            if theirs.any():
                taken = self._points_taken_by(ending, seats)
                value = np.where(theirs, hand_value.after(side, number, multiple, taken), value)
        return float(value.mean())

    def usual(self, ending: Ending) -> PassOutcome | None:
        """Return the winner of the bid in most deals; None if that is this seat, or undecided.

        The bid is the most common one; the chance covers all bids of that side.
        """
        game = self._game
        sides = np.where(ending.bidder == NOBODY, NOBODY, self._sides[ending.bidder])
        side = _most_common(sides)
        here = sides == side
        if 2 * int(here.sum()) <= self._deals:
            return None
        if side == NOBODY:
            return PassOutcome(None, Call(CallKind.PASS), None)
        seat = int(_most_common(ending.bidder[here]))
        if seat == self._me:
            return None
        number, multiple = self._bids(ending.height)
        seats = [each for each in range(game.seats) if each != self._me]
        made = self._points_taken_by(ending, seats) >= points_needed(
            self._view.rules, number, multiple
        )
        bid = here & (ending.height == _most_common(ending.height[here]))
        call = Call(CallKind.POINTS, int(number[bid][0]))
        if game.bid_unit == "tricks":
            shoots = float(ending.height[bid][0]) > 1 + MARK / 2
            call = Call(CallKind.TRICKS, SHOOT_THE_MOON if shoots else call.number)
        elif multiple[bid][0]:
            call = Call(CallKind.MULTIPLE, int(multiple[bid][0]))
        return PassOutcome(seat, call, float(made[here].mean()))

    def _bids(self, height: Floats) -> tuple[Numbers, Numbers]:
        """Convert bids to numbers; if `times` is not 0, to that multiple of all points."""
        game = self._game
        multiple = np.where(height > 0.999, np.round((height - 1) / MARK).astype(np.int64) + 1, 0)
        if game.bid_unit == "tricks":
            multiple[:] = 0
        return np.round(height * game.total).astype(np.int64), multiple

    def _points_taken_by(self, ending: Ending, seats: Sequence[int]) -> Numbers:
        """Return the points taken in each deal in which one of these seats wins the bid, else 0."""
        taken = np.zeros(self._deals, np.int64)
        for seat in seats:
            here = ending.bidder == seat
            taken[here] = self._samples.points_of_seat(seat)[here]
        return taken


def _most_common(values: npt.NDArray[Any]) -> Any:
    """Return the most common value; on a tie, the smallest."""
    found, counts = np.unique(values, return_counts=True)
    return found[counts.argmax()]
