"""Times of plans: what people type, such as "fri 8", and how a time is written."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date, datetime, time, timedelta

from bot.plans.model import MOST_DAYS

from ..words.autocomplete import MOST, Choice
from ..words.language import Words

EVENINGS = (20, 19, 21, 18)
"""The hours that are offered for a day without one, the most usual first."""
NOON = 12
SHORTEST = 2
"""The fewest letters by which a day is known."""
WEEK = 7
_CLOCK = re.compile(r"(?:^|\s)(\d{1,2})(?::(\d{2}))?\s*(a|p)?\.?m?\.?$")
_NUMBERS = re.compile(r"(\d{1,2})[/.-](\d{1,2})")


def weekdays(words: Words) -> tuple[str, ...]:
    """Name the days of the week, Monday first."""
    say = words.say
    return (
        say("Monday"),
        say("Tuesday"),
        say("Wednesday"),
        say("Thursday"),
        say("Friday"),
        say("Saturday"),
        say("Sunday"),
    )


def months(words: Words) -> tuple[str, ...]:
    """Name the months, January first."""
    say = words.say
    return (
        say("January"),
        say("February"),
        say("March"),
        say("April"),
        say("May"),
        say("June"),
        say("July"),
        say("August"),
        say("September"),
        say("October"),
        say("November"),
        say("December"),
    )


def time_label(at: datetime, words: Words) -> str:
    """Write a time in full: "Friday, December 4, 8:00 PM"."""
    clock = f"{(at.hour - 1) % NOON + 1}:{at.minute:02}"
    said = words.say("{time} AM", time=clock) if at.hour < NOON else ""
    return words.say(
        "{weekday}, {month} {day}, {time}",
        weekday=weekdays(words)[at.weekday()],
        month=months(words)[at.month - 1],
        day=at.day,
        time=said or words.say("{time} PM", time=clock),
    )


def time_choices(typed: str, now: datetime, words: Words) -> tuple[Choice, ...]:
    """Complete a time; `now` and what is offered are in the planner's time zone."""
    found = times_meant(typed, now, words)[:MOST]
    return tuple(Choice(time_label(at, words), format_time(at)) for at in found)


def format_time(at: datetime) -> str:
    """Write a time as the value of a choice."""
    return at.isoformat(timespec="minutes")


def read_time(text: str, now: datetime, words: Words) -> datetime | None:
    """Read a chosen or typed time; of several that were meant, the first. None if it is none."""
    try:
        return datetime.fromisoformat(text.strip()).replace(tzinfo=None)
    except ValueError:
        return next(iter(times_meant(text, now, words)), None)


def times_meant(typed: str, now: datetime, words: Words) -> Sequence[datetime]:
    """List the times that were meant, the likeliest first: ahead, and at most a month."""
    text = " ".join(typed.casefold().replace(",", " ").split())
    last = now + timedelta(days=MOST_DAYS)
    found = dict.fromkeys(_meant(text, now, words))
    return [at for at in found if now < at <= last]


def _meant(text: str, now: datetime, words: Words) -> Iterator[datetime]:
    if not text:
        yield from _on_days(range(WEEK), (time(EVENINGS[0]),), now)
        return
    spoken = _spoken_time(text, words)
    shown = _CLOCK.search(text)
    if spoken is not None:
        day, clocks = spoken
        yield from _join(day, clocks, now, words)
    if shown is not None:
        late = text.startswith(words.say("tonight"))
        clocks = _clocks(shown, late=late)
        yield from _join(_without_at(text[: shown.start()]), clocks, now, words)
    yield from _join(text, [time(hour) for hour in EVENINGS], now, words, needs_day=True)


def _spoken_time(text: str, words: Words) -> tuple[str, Sequence[time]] | None:
    """Split a text that ends in noon or midnight into its day and its time."""
    for name, hour in ((words.say("noon"), NOON), (words.say("midnight"), 0)):
        if text == name or text.endswith(f" {name}"):
            return _without_at(text[: -len(name)]), (time(hour),)
    return None


def _without_at(day: str) -> str:
    return day.strip().removesuffix(" at").strip()


def _clocks(found: re.Match[str], *, late: bool) -> Sequence[time]:
    """Return the times of day that a clock may mean: an evening rather than a morning."""
    hour = int(found[1])
    minute = int(found[2] or 0)
    if hour > 23 or minute > 59:
        return ()
    if hour == 0 or hour > NOON:
        return (time(hour, minute),)
    morning = time(hour % NOON, minute)
    evening = time(hour % NOON + NOON, minute)
    if found[3] is not None:
        return (morning if found[3] == "a" else evening,)
    return (evening,) if late else (evening, morning)


def _join(
    day: str, clocks: Sequence[time], now: datetime, words: Words, *, needs_day: bool = False
) -> Iterator[datetime]:
    """Yield these times of the day that was named; of today and tomorrow if none was."""
    if not day:
        if not needs_day:
            yield from _on_days((0, 1), clocks, now)
        return
    days = _days(day, now.date(), words)
    for on in days:
        for clock in clocks:
            yield datetime.combine(on, clock)


def _on_days(days: Sequence[int], clocks: Sequence[time], now: datetime) -> Iterator[datetime]:
    for ahead in days:
        for clock in clocks:
            yield datetime.combine(now.date() + timedelta(days=ahead), clock)


def _days(text: str, today: date, words: Words) -> Sequence[date]:
    """Return the days that a text may name; the same weekday also in a week."""
    if text in (words.say("today"), words.say("tonight")):
        return (today,)
    if len(text) > SHORTEST and words.say("tomorrow").startswith(text):
        return (today + timedelta(days=1),)
    if len(text) >= SHORTEST:
        for number, name in enumerate(weekdays(words)):
            if name.casefold().startswith(text):
                first = today + timedelta(days=(number - today.weekday()) % WEEK)
                return (first, first + timedelta(days=WEEK))
    return _dates(text, today, words)


def _dates(text: str, today: date, words: Words) -> Sequence[date]:
    """Return the date that a text names by its month and day: "dec 4", "4 dec", "12/4"."""
    if (found := _NUMBERS.fullmatch(text)) is not None:
        return _date(int(found[1]), int(found[2]), today)
    parts = text.split()
    if len(parts) != 2:
        return ()
    name, day = parts if parts[1].isdecimal() else reversed(parts)
    if not day.isdecimal() or len(name) <= SHORTEST:
        return ()
    names = [month.casefold() for month in months(words)]
    month = next((at for at, each in enumerate(names, 1) if each.startswith(name)), 0)
    return _date(month, int(day), today)


def _date(month: int, day: int, today: date) -> Sequence[date]:
    """Return the next such date; none if there is no such day."""
    for year in (today.year, today.year + 1):
        try:
            found = date(year, month, day)
        except ValueError:
            continue
        if found >= today:
            return (found,)
    return ()
