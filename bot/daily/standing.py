"""Places, weeks and streaks, as pure functions of the store's counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from .model import DaysPlayed, Field, Finisher, Result, WeekPlayer
from .views import BidCount, DayLine, DayStanding, LeadCount, WeekLine, WeekStanding

LEAST_DAYS = 4
"""How many days of a week a person must finish to get a place in it."""


def place_among(score: int, counts: Mapping[int, int]) -> int:
    """Return the place of a score: one more than the number of people with a better score."""
    return 1 + sum(people for other, people in counts.items() if other > score)


def standing_of(own: Result, field: Field) -> DayStanding:
    """Rank a result among people who played the same version of the experts."""
    counts = field.scores.get(own.version, {})
    mine = own.outcome
    players = sum(counts.values())
    return DayStanding(
        place=place_among(mine.score, counts),
        players=players,
        shared=counts.get(mine.score, 0) > 1,
        bids=tuple(BidCount(*each, own=each[:2] == (mine.bid, mine.ours)) for each in field.bids),
        leads=tuple(LeadCount(tile, count, tile == mine.lead) for tile, count in field.leads),
        others=sum(sum(each.values()) for each in field.scores.values()) - players,
    )


def week_total(own: Iterable[Result], lowest: Mapping[date, int]) -> int:
    """Sum a person's week; a missed day counts as that day's lowest score.

    `lowest`: the lowest score of each closed day that anybody played.
    """
    scores = {each.date: each.outcome.score for each in own}
    return sum(scores.get(day, least) for day, least in lowest.items())


def week_standing(total: int, played: int, placed: Sequence[int] | None) -> WeekStanding:
    """Build a person's week. `placed`: the totals of everyone with a place; None before it ends."""
    if placed is None or played < LEAST_DAYS:
        return WeekStanding(total, played)
    better = sum(other > total for other in placed)
    return WeekStanding(total, played, 1 + better, len(placed))


def streak(days: DaysPlayed) -> int:
    """Count the days finished in a row, up to the newest; days without a hand don't break it."""
    count = 0
    for day in days.offered:
        if day in days.finished:
            count += 1
        elif day not in days.forgiven:
            break
    return count


def day_lines(
    people: Sequence[Finisher], *, closed: bool
) -> tuple[tuple[DayLine, ...], tuple[DayLine, ...]]:
    """Build the lines of a server's day, and apart, those with a less common expert version."""
    if not (closed and people):  # the order must not reveal scores
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


def week_lines(people: Sequence[WeekPlayer]) -> tuple[WeekLine, ...]:
    """Rank everybody who finished enough of the week's hands on a server, the best first."""
    counts = Counter(each.total for each in people)
    lines = [
        WeekLine(each.user_id, each.name, place_among(each.total, counts), each.total, each.days)
        for each in people
    ]
    return tuple(sorted(lines, key=lambda line: line.place))
