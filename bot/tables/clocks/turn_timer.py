"""What happens when a table's clock rings: nudges, offers, the next hand, computers' turns."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from bot.tables import hands
from bot.tables.claims.rules import refuse
from bot.tables.errors import NoSuchTable
from bot.tables.hands import next_hand
from bot.tables.loaded import LoadedTable, PendingChange, with_table
from bot.tables.lobby import closed, pause, require_seated, resume, somebody_plays
from bot.tables.model import Status
from bot.tables.ports import Chance
from bot.tables.repository import TableRepository
from bot.values.clock import Clock

from .computer_turns import ComputerTurns
from .deadlines import Due, Timing, next_due

ABSENCES_UNTIL_AWAY = 2


def ring(live: LoadedTable, due: Due, chance: Chance, now: float) -> PendingChange | None:
    """Return the change that a clock brings, except an act."""
    match due:
        case Due.NUDGE:
            return PendingChange(with_table(live, nudged=True))
        case Due.OFFER:
            return PendingChange(with_table(live, nudged=True, offered=True))
        case Due.NEXT_HAND:
            if not somebody_plays(live):
                return PendingChange(pause(live, now))
            return next_hand(live, chance, now)
        case Due.CLOSE:
            return PendingChange(closed(live))
        case Due.CLAIM:
            return refuse(live, now)
        case Due.COMPUTER_TURN | Due.ABSENT_TURN | Due.FORCED_PLAY:
            return None


def mark_absent(live: LoadedTable, seat: int, now: float) -> LoadedTable:
    """Note that a computer had to play for a person; after the second time it keeps the seat.

    The table pauses when no person is left who plays.
    """
    before = live.table.seats[seat]
    absences = before.absences + 1
    seats = list(live.table.seats)
    seats[seat] = replace(before, absences=absences, away=absences >= ABSENCES_UNTIL_AWAY)
    after = with_table(live, seats=tuple(seats))
    if somebody_plays(after) or after.table.status is not Status.PLAYING:
        return after
    return pause(after, now)


class SeatNotHeld(Exception):
    """The user would return to a seat without the lock on their only seat."""


def with_owner_back(live: LoadedTable, seat: int, now: float, *, seat_held: bool) -> LoadedTable:
    """Return the table with the seat's owner there to act, awake if it was paused.

    Raises SeatNotHeld where a computer has kept the seat, unless `seat_held`: the user might
    have sat down elsewhere meanwhile.
    """
    kept = live.table.seats[seat].away or live.table.status is Status.PAUSED
    if kept and not seat_held:
        raise SeatNotHeld
    return mark_present(resume(live, now), seat)


def mark_present(live: LoadedTable, seat: int) -> LoadedTable:
    """Note that a person plays their own seat."""
    before = live.table.seats[seat]
    if not before.away and not before.absences:
        return live
    seats = list(live.table.seats)
    seats[seat] = replace(before, away=False, absences=0)
    return with_table(live, seats=tuple(seats))


SET_BACK_SECONDS = 5.0
WITHOUT_PEOPLE = (Due.COMPUTER_TURN, Due.FORCED_PLAY)
"""What goes on while people cannot act."""


class TurnTimer:
    """Does what is due when the scheduler rings for a table."""

    def __init__(
        self,
        repository: TableRepository,
        computer_turns: ComputerTurns,
        chance: Chance,
        clock: Clock,
        timing: Timing,
    ) -> None:
        self._repository = repository
        self._computer_turns = computer_turns
        self._chance = chance
        self._clock = clock
        self._timing = timing
        self._started = clock.now()
        self._disconnected = False

    def start(self) -> None:
        """Note that people can act from now on, and could not before."""
        self._started, self._disconnected = self._clock.now(), False

    def on_disconnected(self) -> None:
        """Stop the absence timers until `start`."""
        self._disconnected = True

    async def ring(self, table_id: str) -> None:
        """Do what the table's clock asks for, if it still asks for it."""
        with suppress(NoSuchTable):
            live = await self._repository.read(table_id)
            if not self._repository.keeps(live):
                return  # the lease holder has already armed the timer
            await self._answer(live)
            if not self._disconnected:
                self._repository.wind(await self._repository.read(table_id))

    async def computer_turn(self, seen: LoadedTable, *, absent: bool) -> None:
        """Let a computer act for the seat in turn; nothing happens if that seat has acted.

        `absent`: it acts for a person who is not there, after the table was offered that.
        """
        seat = seen.to_act
        if seat is None:
            return
        action = await self._computer_turns.action(seen, seat)

        def edit(live: LoadedTable) -> PendingChange | None:
            table = live.table
            if table.seq != seen.table.seq or live.to_act != seat:
                return None
            if table.seats[seat].played_by_computer is absent or (absent and not table.offered):
                return None  # the seats changed while the computer was thinking
            now = self._clock.now()
            plan = hands.act(live, action, None, self._chance, now)
            return replace(plan, live=mark_absent(plan.live, seat, now)) if absent else plan

        await self._repository.change(seen.table.table_id, edit)

    async def take_over(self, table_id: str, user_id: int) -> None:
        """Let a computer play an absent person's turn for a player who asks, once offered."""
        live = await self._repository.read(table_id)
        require_seated(live, user_id)
        if live.table.offered:
            await self.computer_turn(live, absent=True)

    async def skip(self, table_id: str, user_id: int) -> None:
        """Let computers act without a pause for as long as nobody but this user waits for it."""
        while (live := await self._repository.read(table_id)).may_skip(user_id):
            await self.computer_turn(live, absent=False)

    async def _answer(self, live: LoadedTable) -> None:
        due = next_due(live, self._timing)
        if due is None:
            return
        when, what = due
        if self._disconnected and what not in WITHOUT_PEOPLE:
            return
        if self._was_missed(live, when, what):
            await self._change(
                live, lambda table, now: PendingChange(with_table(table, turn_since=now))
            )
        elif when > self._clock.now():
            return
        elif what is Due.FORCED_PLAY:
            await self._change(live, self._forced_play)
        elif what in (Due.COMPUTER_TURN, Due.ABSENT_TURN):
            await self.computer_turn(live, absent=what is Due.ABSENT_TURN)
        else:
            await self._change(live, lambda table, now: ring(table, what, self._chance, now))

    def _forced_play(self, live: LoadedTable, now: float) -> PendingChange | None:
        """Return the only play of the person in turn, who lets it be played for them."""
        action, seat = live.forced, live.to_act
        if action is None or seat is None:
            return None
        return hands.act(live, action, live.table.seats[seat].user_id, self._chance, now)

    def _was_missed(self, live: LoadedTable, when: float, what: Due) -> bool:
        """Return whether a wait starts over: it ended while nobody could act, or the clock moved.

        A clock that was set back puts the start of the wait in the future.
        """
        since = live.table.turn_since
        down = since < self._started and when <= self._started and what not in WITHOUT_PEOPLE
        return down or since > self._clock.now() + SET_BACK_SECONDS

    async def _change(
        self, seen: LoadedTable, change: Callable[[LoadedTable, float], PendingChange | None]
    ) -> None:
        """Change a table; a lost race is ignored, as the winner has armed the timer."""

        def edit(live: LoadedTable) -> PendingChange | None:
            if live.table.version != seen.table.version:
                return None
            return change(live, self._clock.now())

        await self._repository.change(seen.table.table_id, edit)
