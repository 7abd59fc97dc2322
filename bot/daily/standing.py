"""Places, weeks and streaks: pure functions of what the store counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date

from .model import Field, Finisher, Result
from .views import BidCount, DayLine, LeadCount, Standing, WeekLine, WeekStanding

LEAST_DAYS = 4
"""Days that somebody has to play in a week to have a place in it."""


def place_among(score: int, counts: Mapping[int, int]) -> int:
    """Return the place of a score: one more than the people with a better one."""
    return 1 + sum(people for other, people in counts.items() if other > score)


def standing_of(own: Result, field: Field) -> Standing:
    """Compute where a result stands among those with the same experts."""
    counts, mine = field.scores.get(own.version, {}), own.outcome
    players = sum(counts.values())
    return Standing(
        place=place_among(mine.score, counts),
        players=players,
        shared=counts.get(mine.score, 0) > 1,
        bids=tuple(BidCount(*each, own=each[:2] == (mine.bid, mine.ours)) for each in field.bids),
        leads=tuple(LeadCount(tile, count, tile == mine.lead) for tile, count in field.leads),
        others=sum(sum(each.values()) for each in field.scores.values()) - players,
    )


def week_total(own: Iterable[Result], lowest: Mapping[date, int]) -> int:
    """Sum a person's week; a missed day counts as the lowest result of that day's field.

    `lowest`: that result of each closed day that somebody played.
    """
    scores = {each.date: each.outcome.score for each in own}
    return sum(scores.get(day, least) for day, least in lowest.items())


def week_standing(total: int, played: int, placed: Sequence[int] | None) -> WeekStanding:
    """Return a person's week; `placed`: the sums of all who have a place, once it is over."""
    if placed is None or played < LEAST_DAYS:
        return WeekStanding(total, played)
    better = sum(other > total for other in placed)
    return WeekStanding(total, played, 1 + better, len(placed))


def streak(
    offered: Sequence[date], finished: Collection[date], still_open: Collection[date]
) -> int:
    """Count the days finished in a row, up to the newest.

    `offered`: the newest first; days that were never offered break nothing. A day that is still
    open and not finished breaks nothing yet.
    """
    count = 0
    for day in offered:
        if day in finished:
            count += 1
        elif day not in still_open:
            break
    return count


def day_lines(
    people: Sequence[Finisher], *, closed: bool
) -> tuple[tuple[DayLine, ...], tuple[DayLine, ...]]:
    """Build a server's lines of a day, and those of who played other experts than most."""
    if not (closed and people):  # no score yet, not even by the order
        return tuple(DayLine(each.user_id, each.name) for each in people), ()
    usual = Counter(each.version for each in people).most_common(1)[0][0]
    same = [each for each in people if each.version == usual]
    return _ranked(same), _ranked([each for each in people if each.version != usual])


def _ranked(people: Sequence[Finisher]) -> tuple[DayLine, ...]:
    counts = Counter(each.outcome.score for each in people)
    lines = [
        DayLine(each.user_id, each.name, place_among(each.outcome.score, counts), each.outcome)
        for each in people
    ]
    return tuple(sorted(lines, key=lambda line: line.place or 0))


def week_lines(people: Iterable[Finisher], lowest: Mapping[date, int]) -> tuple[WeekLine, ...]:
    """Rank a server's week: everybody who finished enough of its hands there, the best first."""
    hands: dict[int, list[Finisher]] = {}
    for each in people:
        hands.setdefault(each.user_id, []).append(each)
    placed = {user: own for user, own in hands.items() if len(own) >= LEAST_DAYS}
    totals = {
        user: week_total([Result(e.date, e.version, e.outcome) for e in own], lowest)
        for user, own in placed.items()
    }
    counts = Counter(totals.values())
    lines = [
        WeekLine(user, own[-1].name, place_among(totals[user], counts), totals[user], len(own))
        for user, own in placed.items()
    ]
    return tuple(sorted(lines, key=lambda line: line.place))
