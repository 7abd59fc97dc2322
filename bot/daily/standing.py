"""Places, weeks and streaks: pure functions of finished hands."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date

from .model import Result
from .views import BidCount, LeadCount, Standing, WeekStanding

LEAST_DAYS = 4
"""Days that somebody has to play in a week to have a place in it."""


def place_among(score: int, scores: Collection[int]) -> int:
    """Return the place of a score: one more than there are better ones."""
    return 1 + sum(other > score for other in scores)


def standing_of(own: Result, field: Iterable[Result]) -> Standing:
    """Compute where a result stands among those with the same experts."""
    everyone = list(field)
    same = [each for each in everyone if each.version == own.version]
    scores = [each.outcome.score for each in same]
    mine = own.outcome.score
    return Standing(
        place=place_among(mine, scores),
        players=len(same),
        shared=scores.count(mine) > 1,
        bids=bid_counts(own, same),
        leads=lead_counts(own, same),
        others=len(everyone) - len(same),
    )


def bid_counts(own: Result, field: Iterable[Result]) -> tuple[BidCount, ...]:
    """Count the bids that stood, the most common first."""
    played = Counter[tuple[str, bool]]()
    made = Counter[tuple[str, bool]]()
    for each in field:
        key = each.outcome.bid, each.outcome.ours
        played[key] += 1
        made[key] += each.outcome.made
    mine = own.outcome.bid, own.outcome.ours
    return tuple(
        BidCount(*key, count, made[key], own=key == mine)
        for key, count in sorted(played.items(), key=lambda item: (-item[1], item[0]))
    )


def lead_counts(own: Result, field: Iterable[Result]) -> tuple[LeadCount, ...]:
    """Count the dominoes that people led first, the most common first."""
    led = Counter(each.outcome.lead for each in field if each.outcome.lead is not None)
    return tuple(
        LeadCount(tile, count, own=tile == own.outcome.lead)
        for tile, count in sorted(led.items(), key=lambda item: (-item[1], item[0]))
    )


def week_totals(days: Collection[date], results: Iterable[Result]) -> Mapping[int, tuple[int, int]]:
    """Return each person's sum and number of days played in a week of closed days.

    A missed day counts as the lowest result of that day's field; a day that nobody played counts
    nothing.
    """
    fields: dict[date, dict[int, int]] = defaultdict(dict)
    for each in results:
        if each.date in days:
            fields[each.date][each.user_id] = each.outcome.score
    lowest = {day: min(scores.values()) for day, scores in fields.items()}
    people = {user_id for scores in fields.values() for user_id in scores}
    return {
        user_id: (
            sum(scores.get(user_id, lowest[day]) for day, scores in fields.items()),
            sum(user_id in scores for scores in fields.values()),
        )
        for user_id in people
    }


def week_standing(
    user_id: int, totals: Mapping[int, tuple[int, int]], *, over: bool
) -> WeekStanding:
    """Return a person's week; they have a place once it is over, if they played enough days."""
    total, played = totals.get(user_id, (0, 0))
    placed = [each for each, days in totals.values() if days >= LEAST_DAYS]
    if not over or played < LEAST_DAYS:
        return WeekStanding(total, played)
    return WeekStanding(total, played, place_among(total, placed), len(placed))


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
