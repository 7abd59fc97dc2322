"""Opens a lobby for the people of a finished game, with their seats held for a while."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import replace

from bot.store.results import ResultStore
from bot.store.settings.invitations import InvitationStore
from bot.store.tables import TableStore
from bot.values.clock import Clock
from bot.values.server_presets import ChosenRules

from .. import lobby
from ..clocks.deadlines import Timing
from ..company.errors import NoGameTogether
from ..describe import table_view
from ..errors import ChannelBusy, NotHost, NotInGame
from ..finished import AWAY
from ..house_rules import new_table, table_rules
from ..loaded import LoadedTable, PendingChange, channel_of
from ..model import HELD_SECONDS, Occupant, Place, Seat, Status, Table
from ..past import TableAgain
from ..ports import store_errors_as_try_again
from ..repository import TableRepository
from ..results import GameRow
from ..seating import Channels
from ..views import TableView

OnlySeat = Callable[[int, str | None], AbstractAsyncContextManager[None]]


class SamePeople:
    """Opens tables for the people of finished games. Every method may raise a `TableError`."""

    def __init__(
        self,
        repository: TableRepository,
        tables: TableStore,
        results: ResultStore,
        invitations: InvitationStore,
        channels: Channels,
        only_seat: OnlySeat,
        clock: Clock,
        timing: Timing,
    ) -> None:
        """`only_seat`: hold a person's only seat, but for one at a given table."""
        self._repository = repository
        self._tables = tables
        self._results = results
        self._invitations = invitations
        self._channels = channels
        self._only_seat = only_seat
        self._clock = clock
        self._timing = timing

    async def last_game(self, user_id: int, guild_id: int | None) -> tuple[str, int]:
        """Return the table and number of a person's last game with others in a server.

        None stands for tables that belong to none. Raises NoGameTogether.
        """
        with store_errors_as_try_again():
            found = await self._results.last_game_together(user_id, guild_id)
        if found is None:
            raise NoGameTogether(by_dm=guild_id is None)
        return found

    async def find(
        self, table_id: str, game_no: int, user_id: int, guild_id: int | None
    ) -> TableAgain:
        """Load a finished game for one of its people: of this server, or if None of no server.

        Raises NotInGame.
        """
        with store_errors_as_try_again():
            stored = await self._tables.load(table_id)
            game = await self._results.last_game(table_id, game_no)
        if stored is None or game is None or user_id not in game.players:
            raise NotInGame
        table = stored.table
        if table.guild_id != guild_id:
            raise NotInGame
        is_newest = game_no == table.game_no
        shortened = table.usual_rules if is_newest else None  # for a newcomer
        makes_room = table.status is Status.FINISHED and await self._may_close(table, user_id)
        return TableAgain(table, game, shortened or game.rules, makes_room)

    async def lobby_of(
        self, again: TableAgain, user_id: int, left_out: Collection[int]
    ) -> str | None:
        """Return the lobby without a channel that holds seats for the people of a game already.

        That is one where this person has a seat, and nobody of `left_out` sits; None without one.
        """
        with store_errors_as_try_again():
            mine = await self._tables.tables_of(user_id)
        return next((t.table_id for t in mine if _is_lobby_for(t, again, left_out)), None)

    async def _may_close(self, table: Table, user_id: int) -> bool:
        if table.event_id is not None:
            return False
        live = await self._repository.read(table.table_id)
        try:
            lobby.require_closer(live, user_id, manager=False)
        except NotHost:
            return False
        return True

    async def channel_of_plan(self, plan: str) -> int | None:
        """Return where a plan has opened its table; None if it has not."""
        with store_errors_as_try_again():
            return await self._tables.channel_of_plan(plan)

    async def open_planned(
        self,
        place: Place,
        plan: str,
        people: Sequence[tuple[int, str]],
        asked: ChosenRules,
    ) -> TableView:
        """Open the lobby of a plan's date, with the seats of its people held; the first is host.

        Raises ChannelBusy, and the library's errors.
        """
        now = self._clock.now()
        checked = table_rules(asked.game, asked.rules)
        table = new_table(place, people[0][0], checked, self._timing, now)
        held = [Seat(reserved_by=user_id, reserved_name=name) for user_id, name in people]
        seats = (*held, *(Seat() for _ in range(checked.game.seats - len(held))))
        wake_at = now + min(HELD_SECONDS, self._timing.lobby)
        async with self._channels.only_table(place.channel_id):
            created = await self._repository.create(
                replace(table, plan=plan, seats=seats, wake_at=wake_at, best_of=asked.best_of)
            )
        return table_view(await self._repository.present(created.table_id), self._timing)

    async def open(
        self,
        again: TableAgain,
        place: Place | None,
        user_id: int,
        name: str,
        left_out: Collection[int],
    ) -> TableView:
        """Open the lobby, with the asking person as host in the seat that they had.

        `place`: None for a private table that has no thread. The others' seats are held for
        `HELD_SECONDS`, but those of `left_out` and of computers are open. Raises what
        `TableService.open` raises.
        """
        old = again.table
        now = self._clock.now()
        checked = table_rules(again.game.game, again.rules)
        table = new_table(place, user_id, checked, self._timing, now)
        row = replace(
            table,
            seats=_seats(again.game, user_id, name, left_out),
            wake_at=now + min(HELD_SECONDS, self._timing.lobby),
            best_of=old.best_of,
            clock=old.clock or table.clock,
            changes_partners=old.changes_partners,
            score_word=old.score_word,
            hints=old.hints,
            keeps_hands=old.keeps_hands,
            private=old.private,
            home_guild_id=old.guild_id if place is None else None,
        )
        replaced = None if place is None else again.replaced_in(place.channel_id)
        async with (
            self._only_seat(user_id, replaced),
            self._channels.only_table(channel_of(row), replaced),
        ):
            if replaced is not None:
                await self._repository.change(replaced, lambda live: _closed(live, user_id))
            created = await self._repository.create(row)
        if row.private:
            await self._invite(created, user_id)
        return table_view(await self._repository.present(created.table_id), self._timing)

    async def _invite(self, table: Table, user_id: int) -> None:
        """Admit to a private table those for whom it holds seats, also when that is over."""
        held = [seat.held_for for seat in table.seats if seat.held_for is not None]
        with store_errors_as_try_again():
            await self._invitations.invite(table.table_id, held, user_id, table.created_at)


def _is_lobby_for(table: Table, again: TableAgain, left_out: Collection[int]) -> bool:
    """Return True if a lobby holds seats for people of a finished game, and for no others."""
    sit = {seat.holder for seat in table.seats} - {None}
    come = {seat.held_for for seat in table.seats} - {None}
    is_open = table.status is Status.LOBBY and table.place is None and bool(come)
    here = table.guild_id == again.table.guild_id
    is_same = here and table.game == again.game.game and sit | come <= again.people
    return is_open and is_same and not sit & set(left_out)


def _seats(game: GameRow, user_id: int, name: str, left_out: Collection[int]) -> tuple[Seat, ...]:
    """Return the seats of a new lobby: the partners are those of the game."""
    return tuple(_seat(game, seat, user_id, name, left_out) for seat in range(len(game.players)))


def _seat(game: GameRow, seat: int, user_id: int, name: str, left_out: Collection[int]) -> Seat:
    player = game.players[seat]
    if player == user_id:
        return Seat(Occupant.PERSON, user_id, name)
    if player is None or player in left_out:
        level = game.levels[seat] if game.levels else ""
        return Seat(level="" if level == AWAY else level)
    return Seat(reserved_by=player, reserved_name=game.names[seat])


def _closed(live: LoadedTable, user_id: int) -> PendingChange:
    """Close a table that makes room, unless people play there again."""
    if live.table.status is not Status.FINISHED:
        raise ChannelBusy(live.table.known_place.number)
    return lobby.close(live, user_id, manager=False)
