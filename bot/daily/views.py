"""What screens may show of the daily hand, for one person each."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field
from enum import StrEnum

from bot.engine import Rules
from bot.tables.views import PanelView

from .model import Outcome


class Stage(StrEnum):
    """Where a person is in a day."""

    NEW = "new"  # not begun
    WARMING = "warming"  # waits for the experts, then begins by itself
    MISSING = "missing"  # waited for the experts, who cannot play on this machine
    VOID = "void"  # begun with experts of another version
    PLAYING = "playing"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class BidCount:
    """How many of the field played a bid, and how many of them made it.

    `ours`: the person's own side bid it. `own`: the reader's hand is among them.
    """

    bid: str
    ours: bool
    count: int
    made: int
    own: bool


@dataclass(frozen=True, slots=True)
class LeadCount:
    """How many of the field led a domino first; `own`: the reader did."""

    tile: str
    count: int
    own: bool


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a person stands once a day is closed; equal results share a place.

    `others`: how many people played with experts of another version, who are listed apart.
    """

    place: int
    players: int
    shared: bool
    bids: tuple[BidCount, ...]
    leads: tuple[LeadCount, ...]
    others: int = 0


@dataclass(frozen=True, slots=True)
class WeekStanding:
    """A person's week: the sum so far, and their place once it is over, if they have one."""

    total: int
    played: int
    place: int | None = None
    players: int = 0


@dataclass(frozen=True, slots=True)
class EndView:
    """The end of a person's hand.

    `expert`: what an expert in their seat scored, None if that is not computed. `par_due`,
    `expert_due`: what is not computed will be, by these experts. `standing`: None until the day is
    closed, nor the rest. `best_of_week`, `best_of_month`: their best scores.
    """

    outcome: Outcome
    expert: int | None
    par_due: bool = True
    expert_due: bool = True
    standing: Standing | None = None
    week: WeekStanding | None = None
    streak: int = 0
    best_of_week: int = 0
    best_of_month: int = 0


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two people's ends of the same hand; both have finished it."""

    date: dt.date
    own: Outcome
    theirs: Outcome


@dataclass(frozen=True, slots=True)
class DailyView:
    """One person's view of one day.

    `turns_at`: when the next day begins. `closes_at`: when the day closes. `is_on`: its hand can
    still be begun. `panel`: their hand, once begun. `before`: the day before, if they finished it.
    `is_reminded`: they get a reminder of each day.
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


@dataclass(frozen=True, slots=True)
class DayLine:
    """Somebody on a server's board of a day; `place` and `outcome` are None until it is closed."""

    user_id: int
    name: str
    place: int | None = None
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True)
class DayBoard:
    """A server's board of a day.

    `lines`: who finished, in that order; once the day is closed the best first. `apart`: those who
    played with experts of another version than most.
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
    """Somebody's place in a server's week; `days`: how many of its hands they finished."""

    user_id: int
    name: str
    place: int
    total: int
    days: int


@dataclass(frozen=True, slots=True)
class WeekBoard:
    """A server's board of a week that is over. `begins_at`: when its Monday began."""

    guild_id: int
    begins_at: float
    lines: tuple[WeekLine, ...]
