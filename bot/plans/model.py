"""A plan as it is stored: frozen values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from bot.values.server_presets import ChosenRules
from bot.values.time_zones import zone_of

AT_ONCE = 0.0
"""When a plan is due that was changed or is not posted yet."""
MOST_NAMED = 7
MOST_DAYS = 30
"""How many days ahead a table can be planned."""
MOST_OF_PERSON = 3
MOST_OF_SERVER = 10
CALL_SECONDS = 900.0
"""How long before the time the people who are in are mentioned."""
LATE_SECONDS = 1800.0
"""How late a lobby still opens, if the bot was away."""
KEPT_SECONDS = 86_400.0
"""How long a plan is kept after its last date."""
MOST_IDLE = 3
"""After so many weeks in a row in which nobody said yes a plan ends."""


class Said(StrEnum):
    """What a person has answered to a date."""

    NOTHING = ""  # a named person who has not answered
    IN = "in"
    OUT = "out"


class Outcome(StrEnum):
    """What became of a date, or of the plan."""

    OPENED = "opened"
    EMPTY = "empty"  # nobody was in
    MISSED = "missed"  # the bot was away, or found no place for the table
    ENDED = "ended"  # by its planner or a manager
    IDLE = "idle"  # nobody said yes for weeks


class Full(StrEnum):
    """Whose limit of plans is reached."""

    PERSON = "person"
    SERVER = "server"


@dataclass(frozen=True, slots=True)
class Answer:
    """A person of a plan, and what they said to its date; `number` orders the answers."""

    user_id: int
    name: str
    said: Said = Said.NOTHING
    number: int = 0


@dataclass(frozen=True, slots=True)
class DuePlan:
    """A plan to look at."""

    plan_id: str
    guild_id: int


@dataclass(frozen=True, slots=True)
class Plan:
    """A table at a time, or each week at the same time of its planner's zone.

    `host_id`: the planner; None once their data is deleted. `rules`, `best_of`: as in `Table`.
    `first`: the first date in the zone, as an ISO time without an offset. `date_no`: counts the
    weeks, from 0; `at`: the time of that date. `named`: only the named people can be in. `seats`:
    how many play.
    `called`: the people were mentioned before this date. `idle`: the weeks in a row without a yes.
    `outcome`: that of the date before, or of the last one if the plan is `over`. `channel_of_last`:
    where the last table opened. `made_at`, `at`: Unix seconds. `version` grows with
    each change of a person.
    """

    plan_id: str
    guild_id: int
    channel_id: int
    host_id: int | None
    host_name: str
    game: str
    rules: Mapping[str, object]
    first: str
    zone: str
    weekly: bool
    named: bool
    seats: int
    made_at: float
    at: float
    best_of: int | None = None
    date_no: int = 0
    called: bool = False
    idle: int = 0
    outcome: Outcome | None = None
    channel_of_last: int | None = None
    over: bool = False
    version: int = 0
    people: tuple[Answer, ...] = ()

    @property
    def key(self) -> str:
        """The plan and its date, for the table that opens then."""
        return f"{self.plan_id}/{self.date_no}"

    @property
    def asked(self) -> ChosenRules:
        """What the tables of the plan play."""
        return ChosenRules(self.game, self.rules, self.best_of)

    @property
    def seated(self) -> tuple[Answer, ...]:
        """Those who have the seats, the first to say yes first."""
        return self._all_in[: self.seats]

    @property
    def waiting(self) -> tuple[Answer, ...]:
        """Those who get a seat when one is freed, in order."""
        return self._all_in[self.seats :]

    @property
    def _all_in(self) -> tuple[Answer, ...]:
        found = (each for each in self.people if each.said is Said.IN)
        return tuple(sorted(found, key=lambda each: each.number))

    def who_said(self, said: Said) -> tuple[Answer, ...]:
        """Return the people with this answer, by name."""
        return tuple(sorted((a for a in self.people if a.said is said), key=lambda a: a.name))

    def may_answer(self, user_id: int) -> bool:
        """Return True if a person may be in."""
        return not self.named or any(each.user_id == user_id for each in self.people)


def date_of(first: str, zone: str, date_no: int) -> float:
    """Compute the time of a plan's date: a week keeps its local time when the clocks change."""
    local = datetime.fromisoformat(first) + timedelta(weeks=date_no)
    return local.replace(tzinfo=zone_of(zone)).timestamp()


def next_step(plan: Plan) -> float:
    """Compute when a plan has to be looked at: a call, its date, or its deletion."""
    if plan.over:
        return plan.at + KEPT_SECONDS
    return plan.at if plan.called else plan.at - CALL_SECONDS


def answers_of(people: Sequence[Answer], *, named: bool) -> tuple[Answer, ...]:
    """Return the people of the next date, none of whom has answered."""
    return tuple(Answer(each.user_id, each.name) for each in people) if named else ()
