"""What the daily hand adds up to: fields, places, streaks, and the experts' scores."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import date

from sqlalchemy import ColumnElement, Connection, case, func, literal, select, text

from bot.daily.model import DayFacts, DayOutcome, DaysPlayed, Field, Result

from ..database import upsert
from ..rows import Row, value_of
from ..topic import Topic, reads, writes
from .days import find_open_days
from .schema_daily import UNSETTLED_DAYS, daily_days, daily_experts, daily_fields, daily_hands

_days = daily_days.c
_hands = daily_hands.c
_experts = daily_experts.c
_fields = daily_fields.c


class DayScoreStore(Topic):
    """Keeps what people and experts have scored on the days of the daily hand."""

    @reads
    def day_facts(
        self,
        connection: Connection,
        day: date,
        user_id: int,
        version: str,
        own: tuple[date, date],
        week: tuple[date, date],
    ) -> DayFacts:
        """Load the data behind a person's standing on a closed day.

        `own`: the first and last day of their results to load. `week`: the first and last day of
        the lowest scores to load.
        """
        return DayFacts(
            field=_field(connection, day, version),
            own=_own_results(connection, user_id, *own),
            lowest=lowest_scores(connection, *week),
            still_open=[each.date for each in find_open_days(connection)],
        )

    @reads
    def days_played(self, connection: Connection, user_id: int) -> DaysPlayed:
        """Load the data behind a person's streak."""
        still_open = [each.date for each in find_open_days(connection)]
        return DaysPlayed(
            offered=_offered_days(connection),
            finished=_finished_days(connection, user_id),
            forgiven={*still_open, *_excused_days(connection)},
        )

    @reads
    def week_totals(
        self, connection: Connection, first: date, last: date, least: int
    ) -> Sequence[int]:
        """List the week's total of each person who finished at least `least` days.

        A missed day counts as its lowest score. So each total is the sum of the lowest scores, plus
        what the person scored above the lowest on the days that they played.
        """
        lowest = lowest_scores(connection, first, last)
        days = [day.isoformat() for day in lowest]
        gained = func.sum(above_lowest(lowest))
        found = select(gained).where(_hands.day.in_(days), _hands.score.is_not(None))
        rows = connection.scalars(found.group_by(_hands.user_id).having(func.count() >= least))
        base = sum(lowest.values())
        return [base + gain for gain in rows]

    @reads
    def expert_scores(self, connection: Connection, day: date) -> Mapping[str, int]:
        """Return what an expert scored in the player's seat, by version of the experts."""
        found = select(_experts.version, _experts.score).where(_experts.day == day.isoformat())
        return {row.version: row.score for row in connection.execute(found)}

    @writes
    def save_expert_score(
        self, connection: Connection, day: date, version: str, score: int
    ) -> None:
        """Save the score of an expert of a version in the person's seat."""
        row: Row = {"day": day.isoformat(), "version": version, "score": score}
        upsert(connection, daily_experts, [row])


def _offered_days(connection: Connection) -> Sequence[date]:
    """List the days with a hand, the newest first."""
    found = select(_days.day).where(_days.offered.is_(True)).order_by(_days.day.desc())
    return [date.fromisoformat(day) for day in connection.scalars(found)]


def _excused_days(connection: Connection) -> Collection[date]:
    """List the days whose missing breaks nobody's streak."""
    found = connection.scalars(select(_days.day).where(_days.excused.is_(True)))
    return frozenset(date.fromisoformat(day) for day in found)


def _field(connection: Connection, day: date, version: str) -> Field:
    """Load a day's scores, and the bids and leads with this version of the experts.

    A day that has just closed is counted each time, until its counts are saved.
    """
    found = select(daily_fields).where(_fields.day == day.isoformat())
    rows = connection.execute(found).all()
    if not rows:
        return count_field(connection, day, version)
    scores = {
        row.version: {int(score): people for score, people in row.scores.items()} for row in rows
    }
    own = [row for row in rows if row.version == version]
    return Field(
        scores,
        tuple((bid, ours, count, done) for row in own for bid, ours, count, done in row.bids),
        tuple((lead, count) for row in own for lead, count in row.leads),
    )


def count_field(connection: Connection, day: date, version: str) -> Field:
    """Count a day's scores, and the bids and leads with this version of the experts."""
    number = func.count()
    mine = (_hands.day == day.isoformat(), _hands.score.is_not(None))
    scored = select(_hands.version, _hands.score, number.label("people")).where(*mine)
    scores: dict[str, dict[int, int]] = {}
    for row in connection.execute(scored.group_by(_hands.version, _hands.score)):
        scores.setdefault(row.version, {})[row.score] = row.people
    made = func.sum(case((_hands.made, 1), else_=0))
    bids = select(_hands.bid, _hands.ours, number, made).where(*mine, _hands.version == version)
    bids = bids.group_by(_hands.bid, _hands.ours).order_by(number.desc(), _hands.bid)
    leads = select(_hands.lead, number).where(*mine, _hands.version == version)
    leads = leads.where(_hands.lead.is_not(None)).group_by(_hands.lead)
    leads = leads.order_by(number.desc(), _hands.lead)
    return Field(
        scores,
        tuple((bid, ours, count, done) for bid, ours, count, done in connection.execute(bids)),
        tuple((lead, count) for lead, count in connection.execute(leads)),
    )


def _own_results(connection: Connection, user_id: int, first: date, last: date) -> Sequence[Result]:
    """List a person's results of closed days in a range of days."""
    found = select(daily_hands).join(daily_days, _days.day == _hands.day)
    found = found.where(_hands.user_id == user_id, *_closed(first, last))
    return [
        Result(date.fromisoformat(row["day"]), row["version"], value_of(DayOutcome, row))
        for row in connection.execute(found).mappings()
    ]


def lowest_scores(connection: Connection, first: date, last: date) -> Mapping[date, int]:
    """Return the lowest score of each closed day that anybody finished."""
    week = (first.isoformat(), last.isoformat())
    saved = select(_fields.day, func.min(_fields.lowest).label("least"))
    rows = connection.execute(saved.where(_fields.day.between(*week)).group_by(_fields.day))
    lowest = {row.day: row.least for row in rows}
    unsettled = select(_days.day).where(text(UNSETTLED_DAYS), _days.day.between(*week))
    for day in connection.scalars(unsettled).all():
        least = connection.scalar(select(func.min(_hands.score)).where(_hands.day == day))
        if least is not None:
            lowest.setdefault(day, least)
    return {date.fromisoformat(day): least for day, least in sorted(lowest.items())}


def above_lowest(lowest: Mapping[date, int]) -> ColumnElement[int]:
    """Return by how much a hand's score is above the lowest of its day; 0 on other days."""
    if not lowest:
        return literal(0)
    by_day = {day.isoformat(): score for day, score in lowest.items()}
    return _hands.score - case(by_day, value=_hands.day, else_=_hands.score)


def _closed(first: date, last: date) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions for finished hands of closed days in a range."""
    days = _hands.day.between(first.isoformat(), last.isoformat())
    return days, _days.closed_at.is_not(None), _hands.score.is_not(None)


def _finished_days(connection: Connection, user_id: int) -> Collection[date]:
    """List the days whose hand a person has finished."""
    found = select(_hands.day).where(_hands.user_id == user_id, _hands.finished_at.is_not(None))
    return frozenset(date.fromisoformat(day) for day in connection.scalars(found))
