"""Whether a game is rated, which players forfeited it, and the rating changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from .stored import SeatChange, SeatEvent

RETURN_SECONDS = 600.0
"""How long a person may be gone from a rated game before they lose it."""


class UnratedReason(StrEnum):
    """The reason why a game is not rated."""

    COMPUTERS = "computers"  # a computer sat there from the start
    HINT = "hint"  # a player asked for a hint, so the game is on no leaderboard
    LEFT = "left"  # a player left for good, and lost it
    BEFORE = "before"  # played before ratings existed


@dataclass(frozen=True, slots=True)
class RatingChange:
    """A game's effect on one person's rating. `name` is as they wrote it.

    `left`: they left for good. `provisional`: the rating rests on few games.
    """

    user_id: int | None
    name: str
    before: int
    after: int
    provisional: bool
    left: bool


@dataclass(frozen=True, slots=True)
class RatingOutcome:
    """A finished game's rating changes in its table's server, or why it is not rated.

    `players`: those whose rating changed.
    """

    unrated: UnratedReason | None
    players: tuple[RatingChange, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """The players who began a game, by seat, those who left for good, and why it is unrated."""

    lineup: tuple[int | None, ...]
    left: frozenset[int] = frozenset()
    unrated: UnratedReason | None = None


@dataclass(slots=True)
class _Presence:
    """A person's current seat, and the intervals during which they were gone."""

    seat: int | None = None
    gone_since: float | None = None
    gone: list[tuple[float, float]] = field(default_factory=list)

    def leave(self, at: float) -> None:
        if self.gone_since is None:
            self.gone_since = at

    def come(self, at: float) -> None:
        if self.gone_since is not None:
            self.gone.append((self.gone_since, at))
            self.gone_since = None

    def is_gone_at(self, at: float) -> bool:
        open_ended = self.gone_since is not None and self.gone_since <= at
        return open_ended or any(since <= at < until for since, until in self.gone)


def judge_game(
    log: Sequence[SeatChange],
    *,
    seats: int,
    sides: int,
    started: float,
    ended: float,
    finished: bool,
    first_hand: int,
    contested: bool = False,
) -> Verdict:
    """Determine which of a game's first players left it for good.

    That is a player who is absent at its end, or was gone for ten minutes while others stayed. If a
    table breaks up within ten minutes, no one has left the others. A hint counts from the
    `first_hand` on, and with computers only if the game was `contested` at its end, so that it
    would be on leaderboards.
    """
    here: dict[int, _Presence] = {}
    for change in log:
        if change.at <= started:
            _follow(here, change)
    lineup = _lineup(here, seats)
    for change in log:
        if change.at > started:
            _follow(here, change)
    hints = (change for change in log if change.event is SeatEvent.HINT)
    hinted = any(change.hand_no >= first_hand for change in hints)
    if hinted and (contested or None not in lineup):
        return Verdict(lineup, unrated=UnratedReason.HINT)
    if None in lineup:
        return Verdict(lineup, unrated=UnratedReason.COMPUTERS)
    people = {user_id: here[user_id] for user_id in lineup if user_id is not None}
    left = frozenset(
        user_id
        for seat, user_id in enumerate(lineup)
        if user_id is not None
        and (
            _has_left(user_id, people, ended, finished)
            or _has_changed_sides(people[user_id], seat, sides)
        )
    )
    return Verdict(lineup, left, UnratedReason.LEFT if left else None)


def _follow(here: dict[int, _Presence], change: SeatChange) -> None:
    """Apply one row of the seat log."""
    if change.user_id is None or change.event in (SeatEvent.RESERVED, SeatEvent.HINT):
        return
    person = here.setdefault(change.user_id, _Presence())
    if change.event in (SeatEvent.LEFT, SeatEvent.AWAY):
        person.leave(change.at)
        return
    person.seat = change.seat
    person.come(change.at)


def _lineup(here: dict[int, _Presence], seats: int) -> tuple[int | None, ...]:
    """Return the person in each seat, None for a computer's or an away person's."""
    found: list[int | None] = [None] * seats
    for user_id, person in here.items():
        if person.seat is not None and person.gone_since is None:
            found[person.seat] = user_id
        person.gone.clear()
    return tuple(found)


def _has_left(user_id: int, people: dict[int, _Presence], ended: float, finished: bool) -> bool:
    """Return True if a player left for good while others stayed."""
    person = people[user_id]
    stretches = list(person.gone)
    if person.gone_since is not None:
        if finished:
            return True
        stretches.append((person.gone_since, ended))
    late = [since + RETURN_SECONDS for since, until in stretches if until - since >= RETURN_SECONDS]
    others = [other for key, other in people.items() if key != user_id]
    return any(not other.is_gone_at(at) for at in late for other in others)


def _has_changed_sides(person: _Presence, seat: int, sides: int) -> bool:
    """Return True if a player changed sides since the start."""
    return person.seat is not None and person.seat % sides != seat % sides
