"""Stores people's daily hands, as tables, in the day's own rows: one row a hand.

A hand's row holds its acts and its result, and is deleted with its day or its person. So daily
hands are not among the tables, and a deleted person's hand never stays as a former player's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from bot.store.daily.days import DayStore
from bot.store.errors import Conflict
from bot.store.people import PeopleStore
from bot.tables.deals.ids import named, person_of
from bot.tables.model import TableClock
from bot.tables.stored import Change, StoredTable
from bot.values.clock import Clock
from bot.values.experts import ExpertState

from .days import Calendar
from .hand import after, dealt, outcome_of
from .model import StoredDay, StoredHand
from .ports import Experts
from .table import day_of, stored_table, table_id_of

EXPERTS_PACE = 5 / 3
"""How much longer the experts pause than other computers do at the same pace."""


class DayHands:
    """The tables' `TableRows` for hands of days. `clock`: how long those tables wait."""

    def __init__(
        self,
        days: DayStore,
        people: PeopleStore,
        experts: Experts,
        calendar: Calendar,
        clock: Clock,
        table_clock: TableClock,
    ) -> None:
        self._days = days
        self._people = people
        self._experts = experts
        self.calendar = calendar
        self._clock = clock
        self._table_clock = table_clock

    async def load(self, table_id: str) -> StoredTable | None:
        """Load a hand; None if it can neither go on nor be seen again."""
        found = await self._find(table_id)
        if found is None or not self.is_there(*found):
            return None
        day, hand = found
        chosen = (await self._people.play_choices([hand.user_id]))[hand.user_id]
        return stored_table(day, hand, chosen, self._table_clock)

    async def commit(self, change: Change) -> None:
        """Save the new acts of a hand, and its result once it is over.

        Raises Conflict if the day is closed, or another process has added acts. A change without
        acts leaves nothing to save: a hand waits for nobody.
        """
        if not change.acts:
            return
        found = await self._find(change.table.table_id)
        if found is None or not self.takes_acts(found[0]):
            raise Conflict(f"no hand can still be played at {named(change.table.table_id)}")
        day, before = found
        if before.seq != change.acts[0].seq:
            raise Conflict(f"another process has already played in a hand of {before.date}")
        acts = (*before.acts, *(act.text for act in change.acts))
        hand = replace(before, acts=acts, wake_at=change.table.wake_at)
        if change.hand is not None:
            outcome = outcome_of(after(dealt(day.date, day.secret), acts))
            hand = replace(hand, finished_at=change.hand.at, outcome=outcome)
        await self._days.save_acts(hand, len(change.acts))

    async def wakes(self) -> Sequence[tuple[str, float, int]]:
        """List the hands that wait for an expert."""
        if self._experts.state is ExpertState.MISSING:
            return ()
        waking = await self._days.waking(self._experts.version)
        return [(table_id_of(day, user_id), at, 0) for day, user_id, at in waking]

    def takes_acts(self, day: StoredDay) -> bool:
        """Return True if a hand begun on this day can still be played.

        A wrong clock ends none: play goes on until the clock is right.
        """
        is_over = self._clock.is_right() and self._clock.now() >= self.closes(day)
        return not day.is_closed and not is_over

    def closes(self, day: StoredDay) -> float:
        """Return when a day closes: its hand can't be finished after that."""
        return day.closing(self.calendar.closes(day.date))

    def is_there(self, day: StoredDay, hand: StoredHand) -> bool:
        """Return True if a hand can go on, or is finished and can be seen again."""
        if hand.is_finished:
            return not hand.is_stripped
        return self.takes_acts(day) and hand.version == self._experts.version

    async def _find(self, table_id: str) -> tuple[StoredDay, StoredHand] | None:
        day = day_of(named(table_id))
        return None if day is None else await self.find(day, person_of(table_id))

    async def find(self, day: date, user_id: int) -> tuple[StoredDay, StoredHand] | None:
        """Load a day and a person's hand of it; None if they have not begun it."""
        stored = await self._days.load_day(day)
        hand = None if stored is None else await self._days.load_hand(day, user_id)
        return None if stored is None or hand is None else (stored, hand)
