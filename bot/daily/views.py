"""Views of the daily hand: what each person's screen, or a server's board, may show."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field
from enum import StrEnum

from bot.tables.views import PanelView
from texas42.engine import Rules

from .model import DayOutcome


class Stage(StrEnum):
    """How far a person is with a day's hand."""

    NEW = "new"  # not begun
    WARMING = "warming"  # waiting for the experts; then the hand begins by itself
    MISSING = "missing"  # the experts cannot play on this machine
    VOID = "void"  # begun with another version of the experts
    PLAYING = "playing"
    FINISHED = "finished"


class Reminded(StrEnum):
    """What became of a reminder."""

    SENT = "sent"
    LATER = "later"  # to be tried again the same day
    REFUSED = "refused"  # Discord lets the bot write to this person no more


@dataclass(frozen=True, slots=True)
class BidCount:
    """How many people's hands had a bid, and in how many it was made.

    `ours`: the person's own side bid it. `own`: the reader's hand is one of them.
    """

    bid: str
    ours: bool
    count: int
    made: int
    own: bool


@dataclass(frozen=True, slots=True)
class LeadCount:
    """How many people led a domino first; `own`: the reader is one of them."""

    tile: str
    count: int
    own: bool


@dataclass(frozen=True, slots=True)
class DayStanding:
    """A person's place on a closed day. Equal scores share a place.

    `others`: the number of people who played another version of the experts, ranked separately.
    """

    place: int
    players: int
    shared: bool
    bids: tuple[BidCount, ...]
    leads: tuple[LeadCount, ...]
    others: int = 0


@dataclass(frozen=True, slots=True)
class WeekStanding:
    """A person's week: the total so far, and once it is over, their place, if any."""

    total: int
    played: int
    place: int | None = None
    players: int = 0


@dataclass(frozen=True, slots=True)
class EndView:
    """The end of a person's hand.

    `expert`: the score of an expert in their seat; None if not computed. `par_due`, `expert_due`:
    True if a missing figure will still be computed. `streak`: the days that they have finished in a
    row. `standing` and all that follows it is set once the day is closed. `best_of_week`,
    `best_of_month`: their best scores.
    """

    outcome: DayOutcome
    expert: int | None
    par_due: bool = True
    expert_due: bool = True
    streak: int = 0
    standing: DayStanding | None = None
    week: WeekStanding | None = None
    best_of_week: int = 0
    best_of_month: int = 0


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two people's results on the same hand, which both have finished."""

    date: dt.date
    own: DayOutcome
    theirs: DayOutcome


@dataclass(frozen=True, slots=True)
class DailyView:
    """One person's view of one day.

    `turns_at`: when the next day begins. `closes_at`: when this day closes. `is_on`: it is the
    current day, so its hand can still be begun. `panel`: their hand, once begun. `before`: the day
    before, if they finished its hand. `is_reminded`: their daily reminder is on.
    `reminder_refused`: it ended because Discord refused one.
    """

    user_id: int
    date: dt.date
    stage: Stage
    commitment: str
    turns_at: float
    closes_at: float
    is_closed: bool
    is_on: bool
    panel: PanelView | None = None
    ended: EndView | None = None
    before: dt.date | None = None
    is_reminded: bool = False
    reminder_refused: bool = False


@dataclass(frozen=True, slots=True)
class DayLine:
    """A person on a day's board; `place` and `outcome` are None until the day is closed."""

    user_id: int
    name: str
    place: int | None = None
    outcome: DayOutcome | None = None


@dataclass(frozen=True, slots=True)
class DayBoard:
    """A server's board of a day.

    `lines`: who has finished, in finishing order; on a closed day, the best first. `apart`: people
    who played a less common version of the experts.
    """

    guild_id: int
    date: dt.date
    closes_at: float
    is_closed: bool
    rules: Rules = field(repr=False)
    lines: tuple[DayLine, ...]
    apart: tuple[DayLine, ...] = ()


@dataclass(frozen=True, slots=True)
class WeekLine:
    """A person's place in a server's week; `days`: how many of its hands they finished."""

    user_id: int
    name: str
    place: int
    total: int
    days: int


@dataclass(frozen=True, slots=True)
class WeekBoard:
    """A server's board of a past week. `begins_at`: when its Monday began."""

    guild_id: int
    begins_at: float
    lines: tuple[WeekLine, ...]
