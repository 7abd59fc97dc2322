"""A model of the boards: at each look it compares every server with every row, and keeps nothing.

So did the program before boards were marked as due. It is slow, and shows what boards must show.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from sqlalchemy import Connection, exists, func, select

from bot.daily.days import DAY_SECONDS, Calendar, monday_of
from bot.daily.hand import daily_rules
from bot.daily.model import DayOutcome, Finisher, StoredDay
from bot.daily.standing import LEAST_DAYS, day_lines, place_among
from bot.daily.views import DayBoard, WeekBoard, WeekLine
from bot.presenter.daily.board import day_board, week_board
from bot.presenter.words.render_context import RenderContext
from bot.stats.views import GameKind
from bot.store import Store, schema
from bot.store.daily.schema_daily import daily_days, daily_hands
from bot.store.rows import value_of
from bot.store.stats.schema_totals import standings
from bot.values.clock import Clock
from tests.presenter.tabling import text_of

WEEK = timedelta(days=7)
WORDS = RenderContext(pictures=False)
Key = tuple[int, date, bool]
"""A server, a day, and whether it is the board of the week that ends with that day."""


def words_of(view: DayBoard | WeekBoard) -> str:
    """Write what a board says."""
    board = day_board(view, WORDS) if isinstance(view, DayBoard) else week_board(view, WORDS)
    return text_of(board)


@dataclass(frozen=True)
class Played:
    """A finished hand of a person on a server's leaderboards."""

    guild_id: int
    date: date
    person: Finisher


class FormerBoards:
    """Shows all boards.

    Messages in `deleted` stay as they are; channels in `refusing` take no new message. The lowest
    score of a day stays what it was when the day closed, whoever deletes their data.
    """

    def __init__(self, store: Store, calendar: Calendar, clock: Clock) -> None:
        self._store = store
        self._calendar = calendar
        self._clock = clock
        self.shown: dict[Key, str] = {}
        self.channels: dict[Key, int] = {}
        self.deleted: set[Key] = set()
        self.refusing: Collection[int] = ()
        self._lowest: dict[date, int] = {}

    async def note_closed(self) -> None:
        """Note the lowest scores of the days that have just closed."""
        self._lowest = await self._store.database.read(_lowest) | self._lowest

    async def look(self) -> None:
        """Bring all boards of two weeks up to date."""
        today = self._calendar.day_at(self._clock.now())
        first = monday_of(today) - WEEK
        database = self._store.database
        played = await database.read(lambda c: _played(c, first, today))
        channels = await database.read(_channels)
        days = await database.read(_open_days)
        known = {key for key in self.shown if key[1] >= first}
        guilds = {*channels, *(guild_id for guild_id, _, _ in known)}
        played = [each for each in played if each.guild_id in guilds]
        hands: dict[tuple[int, date], list[Finisher]] = {
            (guild_id, day): [] for guild_id, day, week in known if not week
        }
        for each in played:
            hands.setdefault((each.guild_id, each.date), []).append(each.person)
        for (guild_id, day), people in hands.items():
            key = guild_id, day, False
            if key in known or (day in days and guild_id in channels):
                self._show(key, self._day(guild_id, day, people, days.get(day)), channels)
        in_week = [first + timedelta(days=number) for number in range(7)]
        lowest = {day: self._lowest[day] for day in in_week if day in self._lowest}
        self._show_weeks(played, known, channels, days, lowest)

    def _day(
        self, guild_id: int, day: date, people: list[Finisher], still_open: StoredDay | None
    ) -> DayBoard:
        closed = still_open is None
        closes_at = self._calendar.closes(day)
        if still_open is not None:
            closes_at = still_open.closing(closes_at)
        lines, apart = day_lines(people, closed=closed)
        return DayBoard(guild_id, day, closes_at, closed, daily_rules(), lines, apart)

    def _show_weeks(
        self,
        played: list[Played],
        known: Collection[Key],
        channels: Mapping[int, int],
        days: Mapping[date, StoredDay],
        lowest: Mapping[date, int],
    ) -> None:
        now = self._clock.now()
        sunday = monday_of(self._calendar.day_at(now)) - timedelta(days=1)
        monday = monday_of(sunday)
        closes_at = self._calendar.closes(sunday)
        if sunday in days or now < closes_at:
            return
        followed = {guild_id for guild_id, day, week in known if monday <= day <= sunday}
        for guild_id in sorted({each.guild_id for each in played} | set(channels)):
            here = [e for e in played if e.guild_id == guild_id and monday <= e.date <= sunday]
            lines = _week_lines(here, lowest)
            key = guild_id, sunday, True
            late = now >= closes_at + DAY_SECONDS and guild_id not in followed
            if key in known or (lines and guild_id in channels and not late):
                view = WeekBoard(guild_id, self._calendar.begins(monday), lines)
                self._show(key, view, channels)

    def _show(self, key: Key, view: DayBoard | WeekBoard, channels: Mapping[int, int]) -> None:
        channel_id = self.channels.get(key) or channels[key[0]]
        if key not in self.deleted and channel_id not in self.refusing:
            self.channels[key] = channel_id
            self.shown[key] = words_of(view)


def _week_lines(played: list[Played], lowest: Mapping[date, int]) -> tuple[WeekLine, ...]:
    hands: dict[int, list[Played]] = {}
    for each in played:
        hands.setdefault(each.person.user_id, []).append(each)
    totals = {}
    for user_id, own in hands.items():
        if len(own) >= LEAST_DAYS:
            scores = {each.date: each.person.outcome.score for each in own}
            totals[user_id] = sum(scores.get(day, least) for day, least in lowest.items())
    counts = Counter(totals.values())
    lines = [
        WeekLine(
            user_id,
            hands[user_id][-1].person.name,
            place_among(total, counts),
            total,
            len(hands[user_id]),
        )
        for user_id, total in totals.items()
    ]
    return tuple(sorted(lines, key=lambda line: line.place))


def _played(connection: Connection, first: date, last: date) -> list[Played]:
    hands = daily_hands.c
    people = schema.people.c
    total = standings.c
    hidden = exists().where(people.user_id == hands.user_id, people.on_leaderboards.is_(False))
    played_here = exists().where(
        total.guild_id == hands.guild_id,
        total.user_id == hands.user_id,
        total.board == GameKind.ALL.value,
        total.games > 0,
    )
    found = select(daily_hands).where(
        played_here,
        ~hidden,
        hands.day.between(first.isoformat(), last.isoformat()),
        hands.finished_at.is_not(None),
    )
    rows = connection.execute(found.order_by(hands.day, hands.finished_at)).mappings()
    return [
        Played(
            row["guild_id"],
            date.fromisoformat(row["day"]),
            value_of(Finisher, row, outcome=value_of(DayOutcome, row)),
        )
        for row in rows
    ]


def _channels(connection: Connection) -> dict[int, int]:
    settings = schema.server_settings.c
    found = select(settings.guild_id, settings.daily_channel).where(
        settings.daily_channel.is_not(None), settings.leaderboards.is_(True)
    )
    return {row.guild_id: row.daily_channel for row in connection.execute(found)}


def _open_days(connection: Connection) -> dict[date, StoredDay]:
    rows: Any = connection.execute(select(daily_days)).mappings()
    days = [value_of(StoredDay, row, date=date.fromisoformat(row["day"])) for row in rows]
    return {each.date: each for each in days if not each.is_closed}


def _lowest(connection: Connection) -> dict[date, int]:
    hands = daily_hands.c
    found = select(hands.day, func.min(hands.score)).join(daily_days)
    found = found.where(daily_days.c.closed_at.is_not(None), hands.score.is_not(None))
    rows = connection.execute(found.group_by(hands.day))
    return {date.fromisoformat(day): least for day, least in rows}
