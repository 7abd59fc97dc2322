"""The table service: the one way to change a table.

Each verb takes the table's lock, works out the change with pure functions, saves it, and only
then answers; the publisher is told, and the table's clock set. Where another process was faster
(`Conflict`) the table is read again and the verb is tried again on what is there now.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from bot.engine import NotInTurn, Phase, parse_action, view_for
from bot.library import load_rules, rules_json
from bot.records.build import game_text
from bot.records.shakefile import format_shake_file, shake_file

from . import hands, lobby, turns
from .cache import TableCache
from .clocks import Due, Timing, next_due
from .describe import panel_view, table_view
from .errors import AlreadySeated, ChannelBusy, NoSuchTable, NotYourTurn, TryAgain, WrongStatus
from .live import Live, Plan
from .model import Occupant, Seat, Status, Table
from .ports import Chance, Clock, Conflict, Players, Publisher, Store, StoreFailure
from .timekeeper import Timekeeper
from .views import Note, PanelView, ShakeProof, TableView

ATTEMPTS = 4
SEATED_AT = (Status.LOBBY, Status.PLAYING, Status.BETWEEN)
HAND_IS_OVER = (Status.BETWEEN, Status.FINISHED)

Edit = Callable[[Live], Plan | None]


class TableService:
    """Tables by id. Every method may raise a `TableError`, `act` also the engine's errors."""

    def __init__(
        self,
        store: Store,
        publisher: Publisher,
        players: Players,
        clock: Clock,
        chance: Chance,
        timing: Timing,
    ) -> None:
        self._store = store
        self._publisher = publisher
        self._players = players
        self._clock = clock
        self._chance = chance
        self._timing = timing
        self._cache = TableCache(store)
        self._timekeeper = Timekeeper(clock, self._ring)

    async def start(self) -> None:
        """Wake every table that was waiting for something when the program last ended."""
        for table_id, due in await self._store.wakes():
            self._timekeeper.set(table_id, due)
        self._timekeeper.start()

    async def stop(self) -> None:
        """Stop all clocks. What was accepted is saved already."""
        await self._timekeeper.stop()

    # Looking ---------------------------------------------------------------------------------

    async def view(self, table_id: str) -> TableView:
        """Return a table as everybody sees it."""
        async with self._cache.hold(table_id) as slot:
            return table_view(_loaded(slot.live), self._timing)

    async def panel(self, table_id: str, user_id: int, note: Note | None = None) -> PanelView:
        """Return a table as this person sees it."""
        async with self._cache.hold(table_id) as slot:
            return panel_view(_loaded(slot.live), self._timing, user_id, note)

    async def live_tables(
        self, *, guild_id: int | None = None, channel_id: int | None = None
    ) -> Sequence[Table]:
        """Return the tables of a server or a channel that have not ended, oldest first."""
        return await self._store.live_tables(guild_id=guild_id, channel_id=channel_id)

    async def tables_of(self, user_id: int) -> Sequence[Table]:
        """Return the tables that have not ended and at which this person sits."""
        return await self._store.tables_of(user_id)

    async def record(self, table_id: str) -> tuple[TableView, str]:
        """Return the record of the finished hands of the table's game, as text."""
        view = await self.view(table_id)
        rows = await self._store.hands(table_id, view.game_no)
        players = tuple(line.name for line in view.seats)
        hands_json = [row.record for row in rows]
        return view, game_text(view.rules.game.id, rules_json(view.rules), players, hands_json)

    async def proof(self, table_id: str) -> ShakeProof:
        """Return what lets anybody deal the last finished hand again.

        The secret of a hand that is still going on never leaves the store.
        """
        view = await self.view(table_id)
        finished = view.hand_no if view.status in HAND_IS_OVER else view.hand_no - 1
        shake = await self._store.shake_of(table_id, finished)
        if shake is None or not shake.dealt:
            raise WrongStatus(view.number, view.status)
        text = format_shake_file(shake_file(view.rules, shake.secret, shake.public))
        return ShakeProof(table_id, finished, text)

    async def require_free(self, user_id: int, but: str | None = None) -> None:
        """Raise AlreadySeated where a person sits at a live table, other than `but`."""
        for table in await self._store.tables_of(user_id):
            if table.table_id != but and table.status in SEATED_AT:
                raise AlreadySeated(table.table_id, table.number, table.channel_id)

    # Seats -----------------------------------------------------------------------------------

    async def open(
        self,
        *,
        guild_id: int | None,
        channel_id: int,
        home_channel_id: int,
        user_id: int,
        name: str,
        game: str,
        rules: Mapping[str, object],
    ) -> TableView:
        """Open a table in a channel, with the person who asks for it as host in the first seat.

        Raises ChannelBusy where a table lives in the channel, AlreadySeated where the person
        sits at another one, and the library's errors for unknown games and rules.
        """
        checked = load_rules(game, rules)
        await self.require_free(user_id)
        for other in await self._store.live_tables(channel_id=channel_id):
            raise ChannelBusy(other.number)
        spec, now = checked.game, self._clock.now()
        seats = (Seat(Occupant.PERSON, user_id, name),) + (Seat(),) * (spec.seats - 1)
        table_id = self._chance.table_id()
        table = Table(
            table_id=table_id,
            guild_id=guild_id,
            channel_id=channel_id,
            home_channel_id=home_channel_id,
            host_id=user_id,
            game=game,
            rules=rules_json(checked),
            seats=seats,
            total=(0,) * spec.sides,
            wins=(0,) * spec.sides,
            created_at=now,
            turn_since=now,
            wake_at=now + self._timing.lobby,
        )
        shake = hands.new_shake(table_id, table.hand_no, self._chance.secret())
        try:
            created = await self._store.create(table, shake)
        except (Conflict, StoreFailure) as error:
            raise TryAgain from error
        self._timekeeper.set(table_id, created.wake_at)
        self._publisher.table_changed(table_id)
        return await self.view(table_id)

    async def sit(
        self, table_id: str, user_id: int, name: str, seat: int | None = None
    ) -> PanelView:
        """Give a person a seat, or his own one back."""
        await self.require_free(user_id, but=table_id)
        return await self._change_for(
            user_id,
            table_id,
            lambda live: lobby.sit(live, user_id, name, seat, self._clock.now()),
        )

    async def leave(self, table_id: str, user_id: int) -> PanelView:
        """Free a person's seat; in a game a computer takes it."""
        level = self._players.levels[0]
        return await self._change_for(
            user_id, table_id, lambda live: lobby.leave(live, user_id, level, self._clock.now())
        )

    async def fill(self, table_id: str, user_id: int) -> PanelView:
        """Put computer players into the open seats."""
        level = self._players.levels[0]
        return await self._change_for(
            user_id, table_id, lambda live: lobby.fill(live, user_id, level)
        )

    async def remove(self, table_id: str, user_id: int, seat: int) -> PanelView:
        """Take a computer player out of the lobby."""
        return await self._change_for(
            user_id, table_id, lambda live: lobby.remove_computer(live, user_id, seat)
        )

    async def take_back(self, table_id: str, user_id: int) -> PanelView:
        """Give a person back the seat that a computer held for him."""
        return await self._change_for(
            user_id,
            table_id,
            lambda live: lobby.take_back(live, user_id, self._clock.now()),
            note=Note.SEAT_BACK,
        )

    async def close(self, table_id: str, user_id: int, *, manager: bool = False) -> TableView:
        """End a table for good."""
        await self._change(table_id, lambda live: lobby.close(live, user_id, manager=manager))
        return await self.view(table_id)

    # Hands -----------------------------------------------------------------------------------

    async def begin(self, table_id: str, user_id: int) -> PanelView:
        """Begin the game of a full table."""
        shaker = await self._draw_shaker(table_id)
        return await self._change_for(
            user_id, table_id, lambda live: hands.start(live, user_id, shaker, self._clock.now())
        )

    async def ready(self, table_id: str, user_id: int) -> PanelView:
        """Note that a person wants the next hand, or a rematch."""
        await self.require_free(user_id, but=table_id)
        shaker = await self._draw_shaker(table_id)
        secret = self._chance.secret()
        return await self._change_for(
            user_id,
            table_id,
            lambda live: hands.ready(live, user_id, secret, shaker, self._clock.now()),
        )

    async def act(
        self, table_id: str, user_id: int, text: str, *, phase: Phase, seq: int | None = None
    ) -> PanelView:
        """Make a call, name a contract, exchange, or play, in the words of the game record.

        With a `seq` that is not the table's, nothing changes and the panel says so. Raises
        NotSeated, NotYourTurn, WrongStatus, and the engine's NotationError and IllegalAction.
        """
        secret, stale = self._chance.secret(), False

        def edit(live: Live) -> Plan | None:
            nonlocal stale
            seat = lobby.require_seated(live, user_id)
            stale = seq is not None and seq != live.table.seq
            if stale:
                return None
            if live.table.status is Status.PAUSED:
                live = lobby.resume(live, self._clock.now())
            if live.table.status is not Status.PLAYING:
                raise WrongStatus(live.table.number, live.table.status)
            live = turns.mark_present(live, seat)
            action = parse_action(text, phase, seat, live.rules)
            try:
                return hands.act(live, action, user_id, secret, self._clock.now())
            except NotInTurn as error:
                raise NotYourTurn(_name_in_turn(live)) from error

        live = await self._change(table_id, edit)
        return panel_view(live, self._timing, user_id, Note.STALE if stale else None)

    async def takeover(self, table_id: str, user_id: int) -> PanelView:
        """Let a computer play the turn of somebody who is not there; once that was offered."""
        async with self._cache.hold(table_id) as slot:
            live = _loaded(slot.live)
            lobby.require_seated(live, user_id)
        if live.table.offered and live.to_act is not None:
            await self._computer_turn(live, absent=True)
        return await self.panel(table_id, user_id)

    # Inside ----------------------------------------------------------------------------------

    async def _change(self, table_id: str, edit: Edit) -> Live:
        """Save what `edit` makes of a table and return the table as it is then."""
        for _ in range(ATTEMPTS):
            async with self._cache.hold(table_id) as slot:
                before = _loaded(slot.live)
                plan = edit(before)
                if plan is None:
                    return before
                plan = self._stamped(plan, before)
                try:
                    await self._store.commit(plan.change())
                except Conflict:
                    slot.live = None
                    continue
                except StoreFailure as error:
                    slot.live = None
                    raise TryAgain from error
                except BaseException:
                    slot.live = None  # whether it was written is unknown: read it again
                    raise
                slot.live = plan.live
            self._timekeeper.set(table_id, plan.live.table.wake_at)
            self._publisher.table_changed(table_id)
            return plan.live
        raise TryAgain

    async def _change_for(
        self, user_id: int, table_id: str, edit: Edit, note: Note | None = None
    ) -> PanelView:
        live = await self._change(table_id, edit)
        return panel_view(live, self._timing, user_id, note)

    def _stamped(self, plan: Plan, before: Live) -> Plan:
        """Return the plan with the row's next version and the time of its next ring."""
        due = next_due(plan.live, self._timing)
        table = replace(
            plan.live.table,
            version=before.table.version + 1,
            wake_at=None if due is None else due[0],
        )
        return replace(plan, live=replace(plan.live, table=table))

    async def _draw_shaker(self, table_id: str) -> int:
        async with self._cache.hold(table_id) as slot:
            return self._chance.choose(len(_loaded(slot.live).table.seats))

    async def _ring(self, table_id: str) -> None:
        """Do what the table's clock asks for, if it still asks for it."""
        try:
            async with self._cache.hold(table_id) as slot:
                live = _loaded(slot.live)
        except NoSuchTable:
            return
        due = next_due(live, self._timing)
        if due is None:
            return
        when, what = due
        if when > self._clock.now():
            self._timekeeper.set(table_id, when)
        elif what in (Due.COMPUTER_TURN, Due.ABSENT_TURN):
            await self._computer_turn(live, absent=what is Due.ABSENT_TURN)
        else:
            await self._ring_change(live, what)

    async def _ring_change(self, seen: Live, what: Due) -> None:
        secret = self._chance.secret()
        shaker = self._chance.choose(len(seen.table.seats))

        def edit(live: Live) -> Plan | None:
            if live.table.version != seen.table.version:
                return None  # somebody was faster; his change has set the clock anew
            return turns.ring(live, what, secret, shaker, self._clock.now())

        await self._change(seen.table.table_id, edit)

    async def _computer_turn(self, seen: Live, *, absent: bool) -> None:
        """Let a computer act for the seat in turn; nothing happens if that seat has acted."""
        seat = seen.to_act
        if seat is None:
            return
        level = seen.table.seats[seat].level or self._players.levels[0]
        action = await self._players.choose(view_for(seen.game, seat), level)
        secret = self._chance.secret()

        def edit(live: Live) -> Plan | None:
            if live.table.seq != seen.table.seq or live.to_act != seat:
                return None
            now = self._clock.now()
            if not absent and not live.table.seats[seat].played_by_computer:
                return None
            plan = hands.act(live, action, None, secret, now)
            return replace(plan, live=turns.mark_absent(plan.live, seat, now)) if absent else plan

        await self._change(seen.table.table_id, edit)


def _loaded(live: Live | None) -> Live:
    if live is None:
        raise NoSuchTable
    return live


def _name_in_turn(live: Live) -> str | None:
    return None if live.to_act is None else live.table.seats[live.to_act].name
