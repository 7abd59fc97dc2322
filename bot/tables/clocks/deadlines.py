"""When a table's timer is due and why, and the scheduler that rings it.

All of it follows from the stored table, so a restart loses no timer.
"""

from __future__ import annotations

import asyncio
import heapq
import logging
import math
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from enum import Enum, auto

from bot.runtime.loops import Loop
from bot.tables.deals.ids import named
from bot.tables.loaded import LoadedTable
from bot.tables.model import Occupant, Status, Table, TableClock
from bot.tables.ports import log_failure
from bot.values.clock import Clock
from bot.values.pace import Pace
from texas42.engine import Phase

PLAY_PAUSE = {Pace.RELAXED: 2.0, Pace.NORMAL: 1.0, Pace.FAST: 0.3}
TRICK_PAUSE = {Pace.RELAXED: 3.0, Pace.NORMAL: 1.5, Pace.FAST: 2 / 3}
DRAW_PAUSE = {Pace.RELAXED: 5.0, Pace.NORMAL: 3.0, Pace.FAST: 1.5}
"""The pauses before a computer acts, after a finished trick, and after a draw of dominoes.

In multiples of the clock's.
"""


ABSENT = 3
"""How often an offer's time passes before a computer plays an absent person's turn."""


@dataclass(frozen=True, slots=True)
class Timing:
    """How long tables wait, in seconds.

    `clock`: the clock of new tables. `lobby`: until a lobby that no one starts is closed.
    `rematch`: until a finished table is closed. `expire`: until a paused one is. `alone`: until a
    table is closed whose only person plays with computers and does not come back.
    """

    clock: TableClock = field(default_factory=TableClock)
    lobby: float = 1800.0
    rematch: float = 1800.0
    expire: float = 86400.0
    alone: float = 30 * 86400.0


class Due(Enum):
    """The reason why a table's timer is due."""

    COMPUTER_TURN = auto()
    FORCED_PLAY = auto()
    NUDGE = auto()
    OFFER = auto()
    ABSENT_TURN = auto()
    CLAIM = auto()
    NEXT_HAND = auto()
    RELEASE = auto()  # nobody's seat is held any longer
    CLOSE = auto()


def next_due(live: LoadedTable, timing: Timing) -> tuple[float, Due] | None:
    """Compute when the table's timer is due and why, or None if no timer runs."""
    table = live.table
    since = table.turn_since
    match table.status:
        case Status.LOBBY if table.held_until is not None:
            steps = ((table.held_until, Due.RELEASE), (since + timing.lobby, Due.CLOSE))
            return min(steps, key=lambda step: step[0])
        case Status.LOBBY:
            return since + timing.lobby, Due.CLOSE
        case Status.FINISHED if table.event_id is not None:
            return None  # the event begins its next game, or closes it
        case Status.FINISHED:
            return since + timing.rematch, Due.CLOSE
        case Status.PAUSED:
            return since + (timing.alone if table.alone else timing.expire), Due.CLOSE
        case Status.BETWEEN if table.deals.one_hand:
            return None
        case Status.BETWEEN if table.alone:
            return since + timing.alone, Due.CLOSE
        case Status.BETWEEN:
            clock = table.clock or timing.clock
            wait = clock.between if table.attended else _play_pause(table, clock)
            return since + wait, Due.NEXT_HAND
        case Status.PLAYING:
            return _turn_due(live, timing)
        case Status.CLOSED:
            return None


def _turn_due(live: LoadedTable, timing: Timing) -> tuple[float, Due] | None:
    table = live.table
    to_act = live.to_act
    if to_act is None:
        return None
    clock = table.clock or timing.clock
    since = table.turn_since
    if table.claim is not None and live.pending is not None:
        return since + clock.takeover, Due.CLAIM
    seat = table.seats[to_act]
    if seat.played_by_computer or seat.occupant is not Occupant.PERSON:
        return since + computer_pause(live, timing), Due.COMPUTER_TURN
    if seat.plays_forced and live.forced is not None:
        return since + computer_pause(live, timing), Due.FORCED_PLAY
    if table.deals.one_hand:
        return None
    if table.alone:
        return since + timing.alone, Due.CLOSE  # no reminder, and no computer plays for them
    steps = [(since + ABSENT * clock.takeover, Due.ABSENT_TURN)]
    if not table.offered:
        steps = [(since + clock.takeover, Due.OFFER)]
    if not table.nudged:
        steps.append((since + clock.nudge, Due.NUDGE))
    return min(steps, key=lambda step: step[0])


def computer_pause(live: LoadedTable, timing: Timing) -> float:
    """Compute the pause before a computer acts; longer after a trick or a draw, for people to see.

    It depends only on public information, so it reveals nothing of the computer's dominoes. A
    person's forced play gets the same pause.
    """
    table = live.table
    deal = live.game.deal
    clock = table.clock or timing.clock
    if live.draw_on_table is not None:
        return clock.pace * DRAW_PAUSE[table.pace]
    if deal is None or deal.phase is not Phase.PLAY:
        return _play_pause(table, clock)
    # Before a plunge's first lead, the others need time to ask for the doubles (ruling 8.23).
    named = deal.contract is not None and deal.contract.kind.partner_names
    may_ask = deal.rules.show_doubles and named
    fresh_trick = bool(deal.tricks or may_ask) and (deal.trick is None or not deal.trick.plays)
    return clock.pace * TRICK_PAUSE[table.pace] if fresh_trick else _play_pause(table, clock)


def _play_pause(table: Table, clock: TableClock) -> float:
    return clock.pace * PLAY_PAUSE[table.pace]


_LOG = logging.getLogger(__name__)
RETRY_SECONDS = 10.0

Ring = Callable[[str], Awaitable[None]]


class Scheduler:
    """Calls `ring(table_id)` at the time last set for each table.

    Different tables ring concurrently; one table never has two rings at a time. If a table's time
    comes during a ring, it rings again afterwards.
    """

    def __init__(self, name: str, clock: Clock) -> None:
        """`name`: the loop's name in the logs."""
        self._clock = clock
        self._due: dict[str, float] = {}
        self._heap: list[tuple[float, str]] = []
        self._running: dict[str, asyncio.Task[None]] = {}
        self._ring: Ring = _ignore
        self.loop = Loop(name, self._ring_due, clock)

    def set(self, table_id: str, due: float | None) -> None:
        """Arm the table's timer for this time, or disarm it if None."""
        if due is None:
            self._due.pop(table_id, None)
            return
        entry = (due, table_id)
        self._due[table_id] = due
        heapq.heappush(self._heap, entry)
        if self._heap[0] is entry:  # otherwise an earlier entry wakes the loop anyway
            self.loop.wake()

    def is_set(self, table_id: str) -> bool:
        """Return True if the table's timer is armed."""
        return table_id in self._due

    def is_busy(self, table_id: str) -> bool:
        """Return True if the table's timer is armed, or rings now."""
        return table_id in self._due or table_id in self._running

    def start(self, ring: Ring) -> None:
        """Start ringing."""
        self._ring = ring
        self.loop.start()

    async def stop(self) -> None:
        """Stop ringing, and cancel running rings."""
        await self.loop.stop()
        rings = [*self._running.values()]
        for ring in rings:
            ring.cancel()
        await asyncio.gather(*rings, return_exceptions=True)

    async def _ring_due(self) -> float:
        """Start all due rings; return the seconds until the next one."""
        now = self._clock.now()
        while self._heap:
            due, table_id = self._heap[0]
            if self._due.get(table_id) != due or table_id in self._running:
                heapq.heappop(self._heap)  # replaced meanwhile, or due after the running ring
            elif due > now:
                return due - now
            else:
                heapq.heappop(self._heap)
                del self._due[table_id]
                self._running[table_id] = asyncio.create_task(
                    self._ring_one(table_id), name=f"ring {named(table_id)}"
                )
        return math.inf

    async def _ring_one(self, table_id: str) -> None:
        try:
            await self._ring(table_id)
        except Exception as error:  # noqa: BLE001 - one table's clock never stops the others
            told = "the timer of table %s failed; retrying soon"
            log_failure(_LOG, error, told, named(table_id))
            self._due.setdefault(table_id, self._clock.now() + RETRY_SECONDS)
        finally:
            del self._running[table_id]
            if table_id in self._due:
                self.set(table_id, self._due[table_id])


async def _ignore(_table_id: str) -> None:
    """Do nothing: before `start` no timer rings; overdue ones ring then."""
