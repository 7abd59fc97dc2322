"""The chances of a hand of 42 to make each bid, in each contract."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import islice

from texas42.engine import (
    Call,
    CallKind,
    Contract,
    ContractKind,
    MakeCall,
    Rules,
    SeatView,
    Shake,
    Tile,
    apply,
    new_game,
    view_for,
)

from .judgments import Advice

BIDS: tuple[Call, ...] = (
    *(Call(CallKind.POINTS, points) for points in range(30, 42)),
    Call(CallKind.MULTIPLE, 1),
    Call(CallKind.MULTIPLE, 2),
)
"""The bids of 42 with computed chances, ascending."""
HAND_SIZE = 7
_SHAKER = 0


class QuestionFault(StrEnum):
    """What is wrong with a question."""

    NOT_SEVEN = "not-seven"
    TWICE = "twice"
    NO_DOMINO = "no-domino"
    NO_CALL = "no-call"
    TOO_MANY_CALLS = "too-many-calls"
    SCORE = "score"


class BadQuestion(ValueError):
    """An invalid question. `what`: the wrong part, as typed."""

    def __init__(self, problem: QuestionFault, what: str = "") -> None:
        super().__init__(problem.value)
        self.problem = problem
        self.what = what


@dataclass(frozen=True, slots=True)
class BidQuestion:
    """A hand that is about to bid: its tiles ascending, the calls so far, and the score.

    `total`: the score of each side, the bidder's own first.
    """

    rules: Rules
    hand: tuple[Tile, ...]
    calls: tuple[Call, ...] = ()
    total: tuple[int, int] = (0, 0)

    @classmethod
    def of(
        cls,
        rules: Rules,
        tiles: Sequence[Tile],
        calls: Sequence[Call] = (),
        total: tuple[int, int] = (0, 0),
    ) -> BidQuestion:
        """Build a valid question. Raises BadQuestion, and IllegalAction for a call out of order."""
        known = set(rules.game.tiles)
        for number, tile in enumerate(tiles):
            if tile not in known:
                raise BadQuestion(QuestionFault.NO_DOMINO, str(tile))
            if tile in tiles[:number]:
                raise BadQuestion(QuestionFault.TWICE, str(tile))
        if len(tiles) != HAND_SIZE:
            raise BadQuestion(QuestionFault.NOT_SEVEN, str(len(tiles)))
        if len(calls) >= rules.game.seats:
            raise BadQuestion(QuestionFault.TOO_MANY_CALLS, str(rules.game.seats - 1))
        if not all(0 <= score < rules.target for score in total):
            raise BadQuestion(QuestionFault.SCORE, "-".join(map(str, total)))
        question = cls(rules, tuple(sorted(tiles)), tuple(calls), total)
        question.view()
        return question

    def view(self) -> SeatView:
        """Build the bidder's view. Raises IllegalAction for a call that was not legal.

        The view shows no other hand than the bidder's.
        """
        rules = self.rules
        game = self.rules.game
        seat = (_SHAKER + 1 + len(self.calls)) % game.seats
        hands = self._hands(seat)
        ours, theirs = self.total
        mine = game.side_of(seat)
        total = tuple(ours if side == mine else theirs for side in range(game.sides))
        # the first seat to bid by the rules
        played = apply(
            new_game(replace(rules, first_bidder="left"), total=total), Shake(_SHAKER, hands)
        ).game
        for number, call in enumerate(self.calls, _SHAKER + 1):
            played = apply(played, MakeCall(number % game.seats, call)).game
        return view_for(played, seat)

    def _hands(self, seat: int) -> tuple[tuple[Tile, ...], ...]:
        """Fill the seats with the remaining tiles, in order, so that each may call what it called.

        Whoever plunged gets the doubles for it, if there are enough.
        """
        game = self.rules.game
        rest = [tile for tile in game.tiles if tile not in self.hand]
        hands: list[list[Tile]] = [[] for _ in range(game.seats)]
        hands[seat] = list(self.hand)
        for number, call in enumerate(self.calls, _SHAKER + 1):
            if call.kind is CallKind.PLUNGE:
                doubles = [tile for tile in rest if tile.is_double]
                hands[number % game.seats] = doubles[: ContractKind.PLUNGE.overlay.doubles]
                rest = [tile for tile in rest if tile not in hands[number % game.seats]]
        left = iter(rest)
        return tuple((*held, *islice(left, HAND_SIZE - len(held))) for held in map(tuple, hands))


@dataclass(frozen=True, slots=True)
class BidChances:
    """The answer to a question.

    `view`: the bidder's view. `plain`: for each bid of `BIDS`, legal now or not, the chance to make
    it in each ordinary contract. `special`: the chance of each special contract of the table, bid
    at a mark or more. `advice`: the expert's call and its reason. `best`: the contract that this
    call plans, and `chance` to make it; None for a pass.
    """

    view: SeatView
    plain: Mapping[Call, Mapping[Contract, float]]
    special: Mapping[Contract, float]
    advice: Advice
    best: Contract | None
    chance: float | None

    def best_at(self, bid: Call) -> tuple[Contract, float]:
        """Return the ordinary contract most likely to make a bid, and its chance."""
        return max(self.plain[bid].items(), key=lambda each: each[1])
