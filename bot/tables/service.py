"""The table service: the one way to change a table.

Each method locks the table, computes the change with pure functions, saves it, and only then
returns its `Progress`; the publisher gets the same one, and the table's timer is armed.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from functools import partial

from bot.store.people import PeopleStore
from bot.store.results import ResultStore
from bot.store.settings.blocks import PersonBlockStore
from bot.store.settings.invitations import InvitationStore
from bot.store.settings.wrong_codes import WrongCodeStore
from bot.store.tables import TableStore
from bot.tables.clocks.table_waker import TableWaker
from bot.values.clock import Clock
from texas42.engine import Phase

from . import hands, lobby
from .adviser import Adviser
from .again.service import SamePeople
from .ahead.event_seats import EventSeats
from .archive import Archive
from .claims.service import ClaimService
from .clocks.computer_turns import ComputerTurns
from .clocks.deadlines import Scheduler, Timing
from .clocks.turn_timer import TurnTimer
from .coaching.coach import Coach
from .company.blocks import Blocks
from .company.codes import Codes
from .company.private import PrivateTables
from .computers import Computers
from .describe import panel_view, table_view
from .errors import NoSuchTable, TableError
from .game_choice import GameChoice
from .house_rules import HouseRules, new_table, table_rules
from .loaded import LoadedTable, PendingChange, channel_of
from .model import Occupant, Place, Seat, Table
from .out_of_turn.service import OutOfTurnActs
from .places.moving import Moving
from .ports import ComputerPlayers, EveryTable, FixedPlayers, Leases, Publisher, Randomness
from .repository import TableRepository
from .rows.rows import NoHands, TableRows
from .seating import Channels, PlayChoices, Seating
from .shaking import Shaking
from .turns import SeatNotHeld
from .views import Note, PanelView, Progress, TableView

_LOG = logging.getLogger(__name__)


class TableService:
    """Tables by id. Every method may raise a `TableError`, `act` also the engine's errors."""

    def __init__(
        self,
        tables: TableStore,
        results: ResultStore,
        people: PeopleStore,
        blocks: PersonBlockStore,
        invitations: InvitationStore,
        wrong_codes: WrongCodeStore,
        players: ComputerPlayers,
        clock: Clock,
        randomness: Randomness,
        timing: Timing,
        leases: Leases | None = None,
        hands: TableRows | None = None,
        fixed: FixedPlayers | None = None,
    ) -> None:
        """`hands` stores hands of shared deals. `fixed` plays their computers."""
        hands_of_deals = hands or NoHands()
        self._players = players
        self._timing = timing
        self.serves = (leases or EveryTable()).holds
        self._clock = clock
        self._randomness = randomness
        self._scheduler = Scheduler("table clocks", clock)
        turns = ComputerTurns(players, timing, fixed)
        self._computer_turns = turns
        repository = TableRepository(
            tables,
            hands_of_deals,
            results,
            people,
            self._scheduler,
            clock,
            randomness,
            timing,
            self.serves,
            turns,
        )
        self._repository = repository
        self._turn_timer = TurnTimer(repository, turns, randomness, clock, timing)
        self.skip = self._turn_timer.skip
        self.takeover = self._turn_timer.take_over
        self._waker = TableWaker((tables, hands_of_deals), repository, self._scheduler, clock)
        self.resume = self._waker.resume
        self.show = self._waker.show
        self.show_idle = self._waker.show_idle
        self.invalidate = repository.invalidate
        self.look = repository.look
        self.renew = repository.renew
        self.reload_hands_of = repository.reload_hands_of
        self._seating = Seating(tables)
        self._places = Channels(tables)
        self.loop = self._scheduler.loop
        self.require_free = self._seating.require_free
        self.live_tables = self._places.live_tables
        self.live_places = self._places.live_places
        self._moving = Moving(repository, self._places, clock)
        self.resettle = self._moving.resettle
        self.lose_place = self._moving.lose_place
        self.tables_of = self._seating.tables_of
        self.adviser = Adviser(repository, results, players, timing)
        self.private = PrivateTables(repository, results, invitations, blocks, randomness)
        self.archive = Archive(repository, tables, results, self.private, timing)
        self.coach = Coach(tables, results, players, clock)
        self.computers = Computers(repository, players, randomness, clock)
        self.out_of_turn = OutOfTurnActs(repository, clock)
        self.shaking = Shaking(repository)
        self.event_seats = EventSeats(
            repository, self._seating, players.levels[0], randomness, clock, timing
        )
        self.again = SamePeople(
            repository, tables, results, invitations, self._places, self._only_seat, clock, timing
        )
        self.house_rules = HouseRules(repository, randomness, timing)
        self.set_pace = self.house_rules.set_pace
        self.blocks = Blocks(blocks, self.private, repository, self._seating, self.leave, clock)
        self.codes = Codes(wrong_codes, tables, repository, randomness, clock)
        self.play_choices = PlayChoices(repository, people, self._seating)
        self.claims = ClaimService(repository, players, randomness, clock)
        self.game_choice = GameChoice(
            repository,
            self.house_rules,
            self._seating,
            self._places,
            self.blocks,
            randomness,
            clock,
            timing,
        )

    async def start(self) -> None:
        """Wake every live table, as its screens and timer may be behind."""
        self._waker.start()
        await self.on_connected()
        self._scheduler.start(self._turn_timer.ring)

    async def on_table_changed(self, table_id: str, version: int, guild_id: int) -> None:
        """Handle a change notice, from this process or another. Raises TryAgain."""
        if self._waker.started:  # the start reads every table anyway
            await self._repository.on_table_changed(table_id, version, guild_id)

    def on_disconnected(self) -> None:
        """Stop the absence timers while people cannot reach the bot."""
        self._turn_timer.on_disconnected()

    async def on_connected(self) -> None:
        """Restart the waits that ran out while people could not act."""
        self._turn_timer.start()
        await self.resume(self.serves)

    async def stop(self) -> None:
        """Stop all timers and finish the pending writes."""
        await self._waker.stop()
        await self._scheduler.stop()
        await self._repository.finish()
        await self._computer_turns.stop()
        await self.coach.stop()

    def publish_to(self, publisher: Publisher) -> None:
        """Publish each change of a table with a place to what is built on this service."""
        self._repository.publisher = publisher

    def publish_hands_to(self, publisher: Publisher) -> None:
        """Publish each change of a hand of a shared deal there from now on."""
        self._repository.publisher_of_hands = publisher

    def watch(self, on_change: Callable[[Table], None]) -> None:
        """Call `on_change`, which returns at once, after each change of an event's table."""
        self._repository.on_event_table_change = on_change

    @property
    def in_memory(self) -> int:
        """How many tables are loaded."""
        return self._repository.in_memory

    async def row(self, table_id: str) -> Table:
        """Return a table's stored row."""
        return (await self._repository.read(table_id)).table

    async def view(self, table_id: str) -> TableView:
        """Build the public view of a table."""
        return table_view(await self._repository.read(table_id), self._timing)

    async def panel(self, table_id: str, user_id: int) -> PanelView:
        """Build this user's view of a table."""
        return panel_view(await self._repository.read(table_id), self._timing, user_id)

    async def require_openable(self, user_id: int, game: str, rules: Mapping[str, object]) -> None:
        """Check that this person may open such a table: its rules, and no other live seat."""
        table_rules(game, rules)
        await self._seating.require_free(user_id)

    async def open(
        self,
        *,
        place: Place | None,
        user_id: int,
        name: str,
        game: str,
        rules: Mapping[str, object],
        best_of: int | None = None,
        private: bool = False,
        home_guild_id: int | None = None,
    ) -> TableView:
        """Open a table in a channel, with the asking person as host in the first seat.

        `place`: None for a table that only panels and DMs show; it counts in `home_guild_id`.
        `best_of`: how many games a match is, None if the preset of the rules decides it. `private`:
        for people who are invited or have its code.
        Raises ChannelBusy, AlreadySeated, RuleTooHigh, and the library's errors for unknown rules.
        """
        checked = table_rules(game, rules)
        table = new_table(place, user_id, checked, self._timing, self._clock.now())
        seats = (Seat(Occupant.PERSON, user_id, name),) + (Seat(),) * (checked.game.seats - 1)
        table = replace(table, seats=seats, best_of=best_of, private=private)
        table = replace(table, home_guild_id=home_guild_id)
        async with self._only_seat(user_id), self._places.only_table(channel_of(table)):
            created = await self._repository.create(table)
        return table_view(await self._repository.present(created.table_id), self._timing)

    async def sit(
        self,
        table_id: str,
        user_id: int,
        name: str,
        seat: int | None = None,
        *,
        anyway: bool = False,
        with_code: bool = False,
    ) -> Progress:
        """Seat a person, or return them to their own seat.

        `anyway`: also where people sit whom they have blocked. `with_code`: they have typed the
        table's code. Raises NoInvitation, MeetsBlocked.
        """
        await self.blocks.require_welcome(table_id, user_id, anyway=anyway, with_code=with_code)
        async with self._only_seat(user_id, table_id):
            return await self._repository.change(
                table_id,
                lambda live: lobby.sit(live, user_id, name, seat, self._clock.now()),
                user_id,
            )

    async def join(self, code: str, user_id: int, name: str, *, anyway: bool = False) -> Progress:
        """Seat a person at the table with a code, as they typed it.

        Raises NoSuchCode, TooManyCodes, and what `sit` raises.
        """
        table_id = await self.codes.table_with(code, user_id)
        return await self.sit(table_id, user_id, name, anyway=anyway, with_code=True)

    async def leave(self, table_id: str, user_id: int) -> Progress:
        """Free a person's seat; after the first shake a computer takes it."""
        level = self._players.levels[0]
        progress = await self._shake(table_id, user_id, partial(hands.leave, level=level))
        await self.blocks.free_seats(table_id)  # the new host may have blocked somebody
        return progress

    async def take_back(self, table_id: str, user_id: int) -> Progress:
        """Return a player to the seat that a computer played for them."""
        async with self._only_seat(user_id, table_id):
            return await self._repository.change(
                table_id,
                lambda live: lobby.take_back(live, user_id, self._clock.now()),
                user_id,
                Note.SEAT_BACK,
            )

    async def set_away(self, table_id: str, user_id: int) -> None:
        """Put a computer in the seat of a player who cannot be reached."""
        await self._repository.change(
            table_id, lambda live: lobby.set_away(live, user_id, self._clock.now())
        )

    async def move(
        self, table_id: str, user_id: int | None, channel_id: int, home: int | None = None
    ) -> TableView:
        """Move a table to a channel without one, or raise ChannelBusy; see `lobby.move`.

        `home`: the channel of a private table's new thread.
        """
        await self._moving.move(table_id, user_id, channel_id, home or channel_id)
        return await self.view(table_id)

    async def require_mover(self, table_id: str, user_id: int | None) -> None:
        """Raise the refusal if this person, or a manager if None, may not move a table."""
        lobby.require_mover(await self._repository.read(table_id), user_id)

    async def require_closer(self, table_id: str, user_id: int, *, manager: bool = False) -> None:
        """Raise the refusal if this person may not end a table."""
        lobby.require_closer(await self._repository.read(table_id), user_id, manager=manager)

    async def close(self, table_id: str, user_id: int, *, manager: bool = False) -> TableView:
        """End a table for good."""
        with suppress(NoSuchTable):  # it has already ended, or the view says that there is none
            await self._repository.change(
                table_id, lambda live: lobby.close(live, user_id, manager=manager)
            )
        return await self.view(table_id)

    async def begin(self, table_id: str, user_id: int, *, newcomer: bool = False) -> Progress:
        """Begin the game of a full table. `newcomer`: with the lesson hand."""
        return await self._shake(table_id, user_id, partial(hands.start, newcomer=newcomer))

    async def leave_lesson(self, table_id: str, user_id: int) -> Progress:
        """Give up a lesson hand and begin the first game; no change in any other hand."""
        return await self._shake(table_id, user_id, hands.leave_lesson)

    async def ready(self, table_id: str, user_id: int, seq: int | None = None) -> Progress:
        """Record that a person wants the next hand, or a rematch; see `hands.ready`, `Blocks`."""
        await self.blocks.free_seats(table_id, user_id)
        async with self._only_seat(user_id, table_id):
            return await self._shake(table_id, user_id, partial(hands.ready, seq=seq))

    async def _shake(
        self, table_id: str, user_id: int, edit: Callable[..., PendingChange | Note | None]
    ) -> Progress:
        """Apply an edit, at a user's request, that may shake a hand."""
        return await self._repository.change(
            table_id, lambda live: edit(live, user_id, self._randomness, self._clock.now()), user_id
        )

    async def act(
        self,
        table_id: str,
        user_id: int,
        words: hands.ActText,
        *,
        phase: Phase,
        seq: int | None = None,
        confirmed: bool = True,
    ) -> Progress:
        """Bid, name a contract, exchange or play, in record notation.

        With a stale `seq`, without `confirmed` at a seat that asks first, or with a wrong answer to
        a question of the lesson, nothing changes and a note says so. Raises NotSeated, NotYourTurn,
        WrongStatus, NotationError, IllegalAction.
        """

        def edit(live: LoadedTable, *, seat_held: bool) -> PendingChange | Note:
            asked = hands.Request(user_id, words, phase, seq, confirmed, seat_held)
            return hands.act_as_asked(live, asked, self._randomness, self._clock.now())

        change = self._repository.change
        return await self._run_act(
            user_id, table_id, lambda **held: change(table_id, partial(edit, **held), user_id)
        )

    async def claim(
        self, table_id: str, user_id: int, seq: int | None = None, *, anyway: bool = False
    ) -> Progress:
        """Play out a proved claim; otherwise return the objection, or with `anyway` lay down."""
        claim = partial(self.claims.claim, table_id, user_id, seq, anyway=anyway)
        return await self._run_act(user_id, table_id, claim)

    @asynccontextmanager
    async def _only_seat(self, user_id: int, table_id: str | None = None) -> AsyncIterator[None]:
        """Hold the person's only live seat; they leave finished tables."""
        async with self._seating.only_seat(user_id, table_id) as finished:
            yield
        for other in finished:
            try:
                await self.leave(other, user_id)
            except TableError:
                _LOG.warning("could not free a seat at the finished table %s", other)

    async def _run_act(
        self, user_id: int, table_id: str, attempt: Callable[..., Awaitable[Progress]]
    ) -> Progress:
        """Run a user's act; if that takes their seat back, it becomes their only live one."""
        try:
            return await attempt(seat_held=False)
        except SeatNotHeld:
            async with self._only_seat(user_id, table_id):
                return await attempt(seat_held=True)
