"""What a due timer does: nudges, offers, the next hand, computers' turns."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from bot.tables import hands
from bot.tables.claims.rules import refuse
from bot.tables.errors import NoSuchTable
from bot.tables.hands import next_hand
from bot.tables.loaded import LoadedTable, PendingChange, with_seat, with_table
from bot.tables.lobby import closed, pause, release, somebody_plays
from bot.tables.model import Status
from bot.tables.ports import Randomness
from bot.tables.repository import TableRepository
from bot.tables.turns import require_seated
from bot.tables.views import Progress
from bot.values.clock import Clock, Jumps
from bot.values.turn_asks import TurnAsks

from .computer_turns import ComputerTurns
from .deadlines import Due, Timing, next_due

ABSENCES_UNTIL_AWAY = 2


def ring(live: LoadedTable, due: Due, randomness: Randomness, now: float) -> PendingChange | None:
    """Return the change that a due timer makes, except for acts."""
    match due:
        case Due.NUDGE:
            return PendingChange(with_table(live, nudged=True))
        case Due.OFFER:
            return PendingChange(with_table(live, nudged=True, offered=True))
        case Due.NEXT_HAND:
            if not somebody_plays(live):
                return PendingChange(pause(live, now))
            return next_hand(live, randomness, now)
        case Due.RELEASE:
            return release(live)
        case Due.CLOSE:
            return PendingChange(closed(live))
        case Due.CLAIM:
            return refuse(live, now)
        case Due.COMPUTER_TURN | Due.ABSENT_TURN | Due.FORCED_PLAY:
            return None


def mark_absent(live: LoadedTable, seat: int, now: float) -> LoadedTable:
    """Count a turn that a computer had to play; after the second it keeps the seat.

    The table pauses if no person is left who plays.
    """
    absences = live.table.seats[seat].absences + 1
    after = with_seat(live, seat, absences=absences, away=absences >= ABSENCES_UNTIL_AWAY)
    if somebody_plays(after) or after.table.status is not Status.PLAYING:
        return after
    return pause(after, now)


def ask_for_computer(live: LoadedTable, user_id: int) -> PendingChange | None:
    """Note that a player asks for a computer to play an absent person's turn.

    It is offered at once when all others who are here have asked, from the nudge on. Raises
    NotSeated and InNextHand.
    """
    table = live.table
    seat = require_seated(live, user_id)
    absent = live.to_act
    waits = table.status is Status.PLAYING and table.nudged and not table.offered
    if absent is None or not waits or table.alone or table.claim is not None:
        return None
    if table.seats[absent].played_by_computer or seat == absent:
        return None
    asking = {*table.asking, seat}
    if table.others_present(absent) <= asking:
        return PendingChange(with_table(live, offered=True, turn_asks=None))
    asks = TurnAsks(table.turn_since, tuple(sorted(asking)))
    return None if asks == table.turn_asks else PendingChange(with_table(live, turn_asks=asks))


SET_BACK_SECONDS = 5.0
WRONG_CLOCK_SECONDS = 20.0
"""How soon to look again whether the clock is right: no table is closed while it is wrong."""
WITHOUT_PEOPLE = (Due.COMPUTER_TURN, Due.FORCED_PLAY, Due.RELEASE)
"""The timers that keep running while people cannot act; a seat is held until a time told them."""


class TurnTimer:
    """Handles a table's due timer."""

    def __init__(
        self,
        repository: TableRepository,
        computer_turns: ComputerTurns,
        randomness: Randomness,
        clock: Clock,
        timing: Timing,
    ) -> None:
        self._repository = repository
        self._computer_turns = computer_turns
        self._randomness = randomness
        self._clock = clock
        self._timing = timing
        self._started = clock.now()
        self._disconnected = False
        self._jumps = Jumps(clock)

    def start(self) -> None:
        """Start the absence timers: people can act from now on."""
        self._started = self._clock.now()
        self._disconnected = False

    def on_disconnected(self) -> None:
        """Stop the absence timers until `start`."""
        self._disconnected = True

    async def ring(self, table_id: str) -> None:
        """Handle a table's timer, if it is still due."""
        with suppress(NoSuchTable):
            live = await self._repository.read(table_id)
            if not self._repository.serves(live):
                return  # the lease holder has already armed the timer
            await self._answer(live)
            if not self._disconnected:
                live = await self._repository.read(table_id)
                self._repository.wind(live, self._soonest(live))

    async def computer_turn(self, seen: LoadedTable, *, absent: bool) -> None:
        """Play the turn by computer, unless the seat has already acted.

        `absent`: it plays for an absent person, after the table was offered that.
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
            plan = hands.act(live, action, None, self._randomness, now)
            return replace(plan, live=mark_absent(plan.live, seat, now)) if absent else plan

        await self._repository.change(seen.table.table_id, edit)

    async def take_over(self, table_id: str, user_id: int) -> Progress:
        """Play an absent person's turn by computer, at a player's request, once offered.

        From the nudge on, at the request of everybody else who is here.
        """
        await self._repository.change(table_id, lambda live: ask_for_computer(live, user_id))
        live = await self._repository.read(table_id)
        if live.table.offered:
            await self.computer_turn(live, absent=True)
        return await self._repository.look(table_id, user_id)

    async def skip(self, table_id: str, user_id: int) -> Progress:
        """Skip computers' pauses as long as only this user waits."""
        while (live := await self._repository.read(table_id)).may_skip(user_id):
            await self.computer_turn(live, absent=False)
        return await self._repository.look(table_id, user_id)

    async def _answer(self, live: LoadedTable) -> None:
        due = next_due(live, self._timing)
        if due is None:
            return
        when, what = due
        if self._jumps.noticed():
            self._started = self._clock.now()
        if self._disconnected and what not in WITHOUT_PEOPLE:
            return
        if self._was_missed(live, when, what):
            await self._change(
                live, lambda table, now: PendingChange(with_table(table, turn_since=now))
            )
        elif when > self._clock.now() or self._may_not_close(what):
            return
        elif what is Due.FORCED_PLAY:
            await self._change(live, self._plan_forced_play)
        elif what in (Due.COMPUTER_TURN, Due.ABSENT_TURN):
            await self.computer_turn(live, absent=what is Due.ABSENT_TURN)
        else:
            await self._change(live, lambda table, now: ring(table, what, self._randomness, now))

    def _may_not_close(self, what: Due) -> bool:
        return what is Due.CLOSE and not self._clock.is_right()

    def _soonest(self, live: LoadedTable) -> float:
        """Return when a table's timer may ring next: later if the clock is wrong."""
        due = next_due(live, self._timing)
        put_off = due is not None and self._may_not_close(due[1])
        return self._clock.now() + WRONG_CLOCK_SECONDS if put_off else 0.0

    def _plan_forced_play(self, live: LoadedTable, now: float) -> PendingChange | None:
        """Return the forced play of the person in turn, if their seat plays those by itself."""
        action = live.forced
        seat = live.to_act
        if action is None or seat is None:
            return None
        return hands.act(live, action, live.table.seats[seat].user_id, self._randomness, now)

    def _was_missed(self, live: LoadedTable, when: float, what: Due) -> bool:
        """Return True if a wait starts over: it ended during an outage, or the clock moved.

        If the clock was set back, the wait would start in the future.
        """
        since = live.table.turn_since
        down = since < self._started and when <= self._started and what not in WITHOUT_PEOPLE
        return down or since > self._clock.now() + SET_BACK_SECONDS

    async def _change(
        self, seen: LoadedTable, change: Callable[[LoadedTable, float], PendingChange | None]
    ) -> None:
        """Change a table; ignore a lost race, as the winner has armed the timer."""

        def edit(live: LoadedTable) -> PendingChange | None:
            if live.table.version != seen.table.version:
                return None
            return change(live, self._clock.now())

        await self._repository.change(seen.table.table_id, edit)
