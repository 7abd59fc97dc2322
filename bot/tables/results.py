"""Finished hands and games, for results, statistics and records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from texas42.ai.findings.judgments import Advised
from texas42.engine import Call, CallKind, Deal, Rules

LESSON_GAME = 0
"""The number of the game that a lesson hand belongs to: it counts for nothing."""
MOST_MARKS = 1000


@dataclass(frozen=True, slots=True)
class HandTally:
    """What a finished hand counts for one seat.

    `bid_points`: what the seat bid. `sets`: of the other side; `suffered`: of its own.
    """

    bids: int
    bids_made: int
    bid_points: int
    sets: int
    suffered: int


@dataclass(frozen=True, slots=True)
class NextGame:
    """What the host has changed since a game ended, for the next one at the table.

    `rules`, `best_of`: as in `Table`. `level`: that of the computers before a change; empty without
    one. `origins`: the seat in which each seat's player played the game; empty if nobody has moved.
    `draws_partners`: partners are drawn as the next game begins. `changed_partners`:
    `Table.changes_partners` as the game ended.
    """

    rules: Mapping[str, object]
    best_of: int | None
    changed_partners: bool
    level: str = ""
    origins: tuple[int, ...] = ()
    draws_partners: bool = False


def side_of(seat: int, by_side: Sequence[object]) -> int:
    """Return the side of a seat, given a list with one item per side."""
    return seat % len(by_side)


@dataclass(frozen=True, slots=True)
class HandRow:
    """A finished hand, for results and records.

    `players`: user id by seat, None for a computer. `record` is the hand object of the
    game record. `bid_points`: the bid in points; a bid of marks counts as all points of a hand.
    `bid_marks`: the marks bid, 0 below all points. `swept_by`: the seat that won every trick.
    `stood_in`: the acts, counted from 1, that a computer made for a person. `advised`: what the
    guide and hints advised. `forgotten`: the seats of people who have since deleted their data.
    """

    hand_no: int
    game_no: int
    bidder: int | None
    bid: str | None
    contract: str | None
    made: bool | None
    ended: str
    points: tuple[int, ...]
    score: tuple[int, ...]
    players: tuple[int | None, ...]
    record: Mapping[str, object]
    at: float
    bid_points: int | None = None
    bid_marks: int = 0
    swept_by: int | None = None
    stood_in: tuple[int, ...] = ()
    advised: tuple[Advised, ...] = ()
    forgotten: tuple[int, ...] = ()

    @property
    def is_lesson(self) -> bool:
        """True if it was dealt as a lesson."""
        return self.game_no == LESSON_GAME

    @property
    def own_bid(self) -> bool:
        """True if the bidder made the winning bid themselves, not a computer for them."""
        calls: Sequence[tuple[int, str]] = self.record.get("calls", ())  # type: ignore[assignment]
        of_bidder = (n for n, (seat, _) in enumerate(calls, 1) if seat == self.bidder)
        return max(of_bidder, default=0) not in self.stood_in

    def tally(self, seat: int) -> HandTally:
        """Tally the hand for a seat; only the bidder gets the bid, and nobody in a lesson hand."""
        if self.is_lesson:
            return HandTally(0, 0, 0, 0, 0)
        bid = self.bidder == seat and self.made is not None and self.own_bid
        was_set = self.bidder is not None and self.made is False
        own = was_set and side_of(self.bidder or 0, self.score) == side_of(seat, self.score)
        return HandTally(
            bids=int(bid),
            bids_made=int(bid and self.made is True),
            bid_points=self.bid_points or 0 if bid else 0,
            sets=int(was_set and not own),
            suffered=int(own),
        )


@dataclass(frozen=True, slots=True)
class GameRow:
    """A finished game.

    `players`: user id by seat, None for a computer; `names` beside them, and `levels`, empty for a
    person. The game belongs to the players of its last hand. `target`: what it was played to.
    """

    game_no: int
    game: str
    rules: Mapping[str, object]
    winner: int
    total: tuple[int, ...]
    marks: tuple[int, ...]  # marks by side; under points, games count as the winner's one mark
    players: tuple[int | None, ...]
    names: tuple[str, ...]
    at: float
    levels: tuple[str, ...] = ()
    target: int | None = None

    @property
    def contested(self) -> bool:
        """True if people played on every side: only such games count for the leaderboard."""
        sides = {
            side_of(seat, self.total)
            for seat, user_id in enumerate(self.players)
            if user_id is not None
        }
        return len(sides) == len(self.total)

    @property
    def alone(self) -> bool:
        """True if one person played with computers in all other seats."""
        return sum(user_id is not None for user_id in self.players) == 1

    def won_by(self, seat: int) -> bool:
        """Return True if the seat's side won."""
        return side_of(seat, self.total) == self.winner

    def marks_of(self, seat: int) -> int:
        """Return the marks of the seat's side."""
        return self.marks[side_of(seat, self.total)]

    def shut_out_by(self, seat: int) -> bool:
        """Return True if the seat's side won and the other got nothing."""
        others = [total for side, total in enumerate(self.total) if side != self.winner]
        return self.won_by(seat) and max(others) <= 0


def bid_points(bid: Call, rules: Rules) -> int:
    """Convert a bid to points, or tricks if those are bid, at most all of them."""
    most = rules.game.hand_size if bid.kind is CallKind.TRICKS else rules.game.total
    return most if bid.multiple else min(bid.number, most)


def bid_marks(bid: Call, rules: Rules) -> int:
    """Count the multiples of a hand's points that a bid stakes, or the game if that is staked."""
    return min(bid.multiple, rules.target if rules.by_marks else MOST_MARKS)


def sweeper_of(deal: Deal) -> int | None:
    """Return the seat that won every trick of a hand that was played out, or None."""
    winners = {trick.winner for trick in deal.tricks}
    played = len(deal.tricks) == deal.rules.game.hand_size
    return winners.pop() if played and len(winners) == 1 else None
