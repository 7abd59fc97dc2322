"""What each person may know of a day, by the rule of the daily hand, and the search for more.

A person knows their own tiles once they have begun, what was played in their own hand, and all
tiles once their hand or the day is over. Until the day is closed nobody knows its secret, another
person's result or a place.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from tests.e2e.failures.onlookers import Sight, forms_of, tiles_in_text
from tests.support.stage import Stage
from texas42.engine import Tile

from .inside import CALENDAR, Day, read_day

HELD = re.compile(r"Tile\(high=(\d), low=(\d)\)")
IN_FILE = re.compile(r'"([0-6])([0-6])"')
ID = re.compile(r"daily(\d{4})(\d{2})(\d{2})")
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
TITLE = re.compile(rf"\b({'|'.join(WEEKDAYS)})'s hand")
WEEK = re.compile(r"The week of <t:(\d+):D>")
RESULT = re.compile(
    r"your score|(?:with|above|off) par|par is still|(?:with|ahead of|behind) the expert"
)
"""Only people who have finished may read this."""
STANDING = re.compile(r"#\d|Tied for|First leads:|more (?:person|people) played|[Pp]lace \d")
"""Nobody may read this before the day is closed."""
SCORE = re.compile(r"[+−]\d|\bpar\b")
"""Nothing public may say this before the day is closed."""
BID = re.compile(r"\b(?:bid|made|set)\b")
"""No board may say this before the day is closed; what a person shares may."""
SAID = {"words", "part", "alt text", "form", "choices", "file", "picture"}
"""Where people read sentences."""
EPHEMERAL = 1 << 6
MOST_OPEN = 3
"""An outage keeps yesterday's day open until today's closes, tomorrow."""
LAST = 2
"""So many days matter after they are closed: boards and screens still show them."""


def tiles_told(text: str) -> frozenset[Tile]:
    """Find every tile in a text, in any form that the program writes for people or in a log."""
    return tiles_in_text(text) | _tiles(HELD, text)


def tiles_in_file(text: str) -> frozenset[Tile]:
    """Find every tile in a text file, such as a record."""
    return tiles_told(text) | _tiles(IN_FILE, text)


def _tiles(form: re.Pattern[str], text: str) -> frozenset[Tile]:
    pairs = [sorted(map(int, each), reverse=True) for each in form.findall(text)]
    return frozenset(Tile(high, low) for high, low in pairs if high < len(WEEKDAYS))


@dataclass(frozen=True, slots=True)
class Expected:
    """What a way may tell besides: names, and tiles that its asker has typed."""

    names: frozenset[str] = frozenset()
    tiles: frozenset[Tile] = frozenset()


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What everybody may know now. `days`: those that are open, and the last ones.

    `names`: by user id. `private`: the channels of direct messages. `boards`: the channel of the
    server's boards.
    """

    today: date
    days: Mapping[date, Day]
    names: Mapping[str, str]
    private: frozenset[str]
    boards: str

    def faults(self, sights: Iterable[Sight], expected: Expected) -> Iterator[str]:
        """Yield what these sights tell too early."""
        named: dict[int, list[Day]] = {}  # by message
        for sight in sights:
            key = id(sight if sight.message is None else sight.message)
            if key not in named:
                named[key] = self._days_of(sight)
            yield from self._faults(sight, named[key], expected)

    def _faults(self, sight: Sight, named: list[Day], expected: Expected) -> Iterator[str]:
        yield from self._tile_faults(sight, named, expected.tiles)
        yield from self._secret_faults(sight)
        if sight.where in {*SAID, "log", "output", "metrics"}:
            yield from self._name_faults(sight, named, expected.names)
        if sight.where in SAID:
            yield from self._result_faults(sight, named)

    def is_public(self, sight: Sight) -> bool:
        """Return True if everybody in the channel sees the same."""
        message = sight.message
        if message is None:
            return False
        return not message["flags"] & EPHEMERAL and message["channel_id"] not in self.private

    def _days_of(self, sight: Sight) -> list[Day]:
        """List the open and the last days that a sight names; the open ones if it names none."""
        text = sight.text if sight.message is None else json.dumps(sight.message)
        dates = {date(*map(int, each)) for each in ID.findall(text)}
        now = self.today
        if sight.message is not None and self.is_public(sight):  # it stays with its day
            now = CALENDAR.day_at(datetime.fromisoformat(sight.message["timestamp"]).timestamp())
        for title in TITLE.findall(text):
            back = (now.weekday() - WEEKDAYS.index(title)) % len(WEEKDAYS)
            dates.add(now - timedelta(days=back))
        if dates:
            return [self.days[each] for each in dates if each in self.days]
        return [day for day in self.days.values() if not day.is_closed]

    def _tile_faults(self, sight: Sight, days: list[Day], typed: frozenset[Tile]) -> Iterator[str]:
        known = set(typed)
        if not days:
            return
        for day in days:
            hand = day.hands.get(sight.user_id)
            if day.is_closed or (hand is not None and hand.is_finished):
                return
            known |= frozenset() if hand is None else hand.seen
        if hidden := sight.tiles - known:
            yield f"{self._who(sight)} saw {sorted(map(str, hidden))} in {sight.where}"

    def _secret_faults(self, sight: Sight) -> Iterator[str]:
        for day in self.days.values():
            forms = forms_of(day.secret)
            forms += tuple(json.dumps(form)[1:-1] for form in forms)
            if not day.is_closed and any(form in sight.text for form in forms):
                yield f"{self._who(sight)} saw the secret in {sight.where}"

    def _name_faults(self, sight: Sight, days: list[Day], allowed: frozenset[str]) -> Iterator[str]:
        may = {*allowed, self.names.get(sight.user_id, "")}
        if self.is_public(sight):
            if WEEK.search(sight.text) or all(day.is_closed for day in days):
                return
            may |= {self.names[who] for who in self._finishers()}
        for user_id, name in self.names.items():
            if name not in may and re.search(rf"\b(?:{name}|{user_id})\b", sight.text):
                yield f"{self._who(sight)} read about {name} in {sight.where}"

    def _finishers(self) -> set[str]:
        return {
            who for day in self.days.values() for who, hand in day.hands.items() if hand.is_finished
        }

    def _result_faults(self, sight: Sight, days: list[Day]) -> Iterator[str]:
        text = sight.text
        if week := WEEK.search(text):
            if self._is_running(int(week[1])):
                yield f"{self._who(sight)} saw the board of a week that is not over"
            return
        still_open = [day for day in days if not day.is_closed]
        if not still_open or len(still_open) < len(days):
            return
        if STANDING.search(text):
            yield f"{self._who(sight)} read a place in {sight.where}"
        if self.is_public(sight):
            forms = [SCORE, RESULT]
            if sight.message is not None and sight.message["channel_id"] == self.boards:
                forms.append(BID)
            if any(form.search(text) for form in forms):
                yield f"everybody read a result in {sight.where}"
            return
        hands = [day.hands.get(sight.user_id) for day in still_open]
        if not any(hand is not None and hand.is_finished for hand in hands) and RESULT.search(text):
            yield f"{self._who(sight)} read a result in {sight.where}"

    def _is_running(self, begins_at: int) -> bool:
        monday = datetime.fromtimestamp(begins_at, UTC).date()
        sunday = self.days.get(monday + timedelta(days=6))
        return self.today < monday + timedelta(days=7) or (
            sunday is not None and not sunday.is_closed
        )

    def _who(self, sight: Sight) -> str:
        return self.names.get(sight.user_id, "a host")


async def read_knowledge(stage: Stage, boards: str) -> Knowledge:
    """Read what everybody may know now. `boards`: the channel of the server's boards."""
    today = CALENDAR.day_at(stage.clock.now())
    days = {}
    for back in range(MOST_OPEN):
        day = await read_day(stage, today - timedelta(days=back))
        if day is not None and (back < LAST or not day.is_closed):
            days[day.date] = day
    names = {person.id: person.name for person in stage.people}
    return Knowledge(today, days, names, frozenset(stage.sandbox.state.dms.values()), boards)
