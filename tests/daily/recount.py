"""Recompute daily results in plain code from the database, and the lines that screens must show.

Only the deal comes from `bot.daily`; all results are recomputed from the stored acts.
"""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from pathlib import Path

from bot.daily.hand import action_of, daily_rules, dealt
from bot.presenter.daily.end import short_bid
from bot.presenter.words.render_context import RenderContext
from texas42.engine import Deal, Game, Phase, apply

ALL = 42
GAME_BID = 250
MOST_BARS = 6
WORDS = RenderContext(pictures=False)


def needed(bid: str) -> int:
    """Return the points that a bid needs."""
    return ALL if bid == "game" else min(int(bid), ALL)


def plain_score(bid: str, taken: int) -> int:
    """Return the bidding side's score; `taken`: the points that it took."""
    others = ALL - taken
    if bid == "game":
        return GAME_BID if taken == ALL else -GAME_BID
    number = int(bid)
    if number >= ALL:  # made, only the bid scores; set, the others' points too
        return number if taken == ALL else -(number + others)
    return taken - others if taken >= number else -(number + others)


def plain_par(lead: Deal) -> int:
    """Replace the solver: derive the bidding side's points from its bidder's hand."""
    held = lead.dealt[lead.bidder or 0]
    return sum((7 * tile.high + tile.low) % 5 for tile in held) * 3 % (ALL + 1)


@dataclass(frozen=True)
class Line:
    """One person's result, recomputed from the acts."""

    score: int
    bid: str
    ours: bool
    made: bool
    lead: str | None
    par: int


@cache
def line_of(day: date, secret: bytes, acts: tuple[str, ...]) -> Line:
    """Replay the acts and compute the result."""
    game = dealt(day, secret)
    bid = ""
    par = 0
    lead = None
    for act in acts:
        deal = game.deal
        assert deal is not None
        if deal.phase is Phase.CALL and act != "pass":
            bid = act
        if deal.phase is Phase.PLAY and not deal.tricks and deal.trick and not deal.trick.plays:
            par = plain_par(deal)
            lead = act if deal.to_act == 0 else None
        game = apply(game, action_of(game, act)).game
    return _line(game, bid, par, lead)


def _line(game: Game, bid: str, par: int, lead: str | None) -> Line:
    deal = game.deal
    assert deal is not None
    assert deal.phase is Phase.OVER
    assert deal.bidder is not None
    ours = deal.bidder % 2 == 0
    taken = 0
    for trick in deal.tricks:
        assert trick.winner is not None
        if trick.winner % 2 == deal.bidder % 2:
            pips = [play.tile.high + play.tile.low for play in trick.plays]
            taken += 1 + sum(each for each in pips if each and each % 5 == 0)
    sign = 1 if ours else -1
    score = plain_score(bid, taken)
    best = plain_score(bid, par)
    return Line(sign * score, bid, ours, taken >= needed(bid), lead, sign * best)


Fields = dict[date, dict[int, tuple[str, Line]]]
"""Each person's result on each day, with the version of the experts."""


class Records:
    """All daily hands in a database now, with their results.

    `closed`: those of closed days as they were when the day closed.
    """

    def __init__(self, file: Path, closed: Fields | None = None) -> None:
        with sqlite3.connect(file) as connection:
            days = connection.execute("SELECT day, secret, closed_at, offered FROM daily_days")
            self.days = {date.fromisoformat(day): rest for day, *rest in days.fetchall()}
            hands = "SELECT day, user_id, version, acts FROM daily_hands"
            rows = connection.execute(f"{hands} WHERE finished_at IS NOT NULL").fetchall()
        connection.close()
        self.lines: Fields = {}
        self._placed: dict[date, list[int]] = {}
        for text, user, version, acts in rows:
            day = date.fromisoformat(text)
            line = line_of(day, self.days[day][0], tuple(json.loads(acts)))
            self.lines.setdefault(day, {})[user] = version, line
        # a deletion after the close takes a person's line, but no result of the day
        self.fields = self.lines if closed is None else self.lines | closed
        fields = self.fields.items()
        self.lowest = {day: min(x.score for _, x in field.values()) for day, field in fields}

    def is_closed(self, day: date) -> bool:
        """Return True if a day is closed."""
        return day in self.days and self.days[day][1] is not None

    def streak(self, user: int) -> int:
        """Count a person's days in a row, back from the newest; skip unfinished open days."""
        count = 0
        for day in sorted(self.days, reverse=True):
            if user in self.lines.get(day, ()):
                count += 1
            elif self.is_closed(day) and self.days[day][2]:
                return count
        return count

    def week(self, user: int, day: date) -> tuple[int, int]:
        """Return a person's total of a week so far, and how many of its days they finished."""
        monday = day - timedelta(days=day.weekday())
        total = played = 0
        for each in (monday + timedelta(days=number) for number in range(7)):
            field = self.fields.get(each, {})
            if not field or not self.is_closed(each):
                continue
            if user in self.lines.get(each, ()):
                total = total + field[user][1].score
                played = played + 1
            else:
                total += self.lowest[each]
        return total, played

    def placed(self, monday: date) -> list[int]:
        """Return the totals of everyone who has a place in a week."""
        if monday not in self._placed:
            week = [monday + timedelta(days=number) for number in range(7)]
            everybody = {user for day in week for user in self.lines.get(day, ())}
            sums = [self.week(user, monday) for user in everybody]
            self._placed[monday] = [total for total, days in sums if days >= 4]
        return self._placed[monday]

    def best(self, user: int, days: list[date]) -> int:
        """Return a person's best score on the closed ones of some days."""
        return max(
            self.lines[day][user][1].score
            for day in days
            if self.is_closed(day) and user in self.lines.get(day, ())
        )

    def expected(self, user: int, day: date, *, week_is_over: bool) -> list[str]:
        """Write the lines that the end screen of a closed day must show a person."""
        version, own = self.lines[day][user]
        field = [line for other, line in self.fields[day].values() if other == version]
        place = 1 + sum(line.score > own.score for line in field)
        said = f"#{place} of {len(field)}."
        if [line.score for line in field].count(own.score) > 1:
            said = f"Tied for {said}"
        if others := len(self.fields[day]) - len(field):
            who = "person" if others == 1 else "people"
            said += f" {others} more {who} played with an older version of the experts."
        days = self.streak(user)
        return [
            beside_par(own.score - own.par),
            said,
            *bars(field),
            *leads(field),
            f"Your streak: {days} day." if days == 1 else f"Your streak: {days} days in a row.",
            *self._week_lines(user, day, week_is_over=week_is_over),
        ]

    def _week_lines(self, user: int, day: date, *, week_is_over: bool) -> list[str]:
        total, played = self.week(user, day)
        said = f"-# Your week so far: {signed(total)}."
        monday = day - timedelta(days=day.weekday())
        week = [monday + timedelta(days=number) for number in range(7)]
        if week_is_over and played >= 4:
            placed = self.placed(monday)
            place = 1 + sum(other > total for other in placed)
            said = f"-# Your week: {signed(total)}, #{place} of {len(placed)}."
        month = [day.replace(day=1) + timedelta(days=number) for number in range(31)]
        best = self.best(user, [each for each in month if each.month == day.month])
        in_week = signed(self.best(user, week))
        return [said, f"-# Your best this week: {in_week}, this month: {signed(best)}."]


def beside_par(above: int) -> str:
    """Write the end of the line that compares a score with par."""
    if not above:
        return "level with par."
    return f"{above} above par." if above > 0 else f"{-above} off par."


def signed(score: int) -> str:
    """Format a score as screens do."""
    return f"+{score}" if score > 0 else str(score).replace("-", "−")


def bars(field: list[Line]) -> list[str]:
    """Write the lines of the own side's bids, the most common first, then one for the others'."""
    counts = Counter((line.bid, line.made) for line in field if line.ours)
    bids = sorted(
        {bid for bid, _ in counts}, key=lambda b: (-counts[b, True] - counts[b, False], b)
    )
    theirs = Counter(line.made for line in field if not line.ours)
    rows = [(short_bid(b, daily_rules(), WORDS), counts[b, True], counts[b, False]) for b in bids]
    if theirs:
        rows = [*rows[: MOST_BARS - 1], ("they", theirs[True], theirs[False])]
    return [f"{label}: made {made}, set {lost}" for label, made, lost in rows[:MOST_BARS]]


def leads(field: list[Line]) -> list[str]:
    """Write the line of the first leads."""
    counts = Counter(line.lead for line in field if line.lead is not None)
    led = sorted(counts, key=lambda tile: (-counts[tile], tile))
    said = ", ".join(f"{'-'.join(tile)} ({counts[tile]})" for tile in led)
    return [f"First leads: {said}."] if led else []
