"""The choice of a table's game, in its lobby or after a game, and of how partners are found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.values.clock import Clock

from . import lobby
from .ahead import changes
from .ahead.moved_seats import seats_for
from .clocks.deadlines import Timing
from .company.blocks import Blocks
from .errors import AlreadySeated
from .house_rules import HouseRules, new_table, table_rules
from .loaded import LoadedTable, PendingChange, channel_of, with_table
from .model import Occupant, Seat, Status, Table
from .ports import Randomness
from .repository import TableRepository
from .seating import Channels, Seating
from .views import Progress


class GameChoice:
    """Changes what a table plays and how partners are found, for its host."""

    def __init__(
        self,
        repository: TableRepository,
        house_rules: HouseRules,
        seating: Seating,
        channels: Channels,
        blocks: Blocks,
        randomness: Randomness,
        clock: Clock,
        timing: Timing,
    ) -> None:
        self._repository = repository
        self._house_rules = house_rules
        self._seating = seating
        self._channels = channels
        self._blocks = blocks
        self._randomness = randomness
        self._clock = clock
        self._timing = timing

    async def change(
        self,
        table_id: str,
        user_id: int,
        game: str,
        rules: Mapping[str, object],
        best_of: int | None = None,
    ) -> Progress:
        """Change the game; after a game, a new table takes the place of the finished one.

        Raises GameGoesOn during a game, NotHost, TooManyPeople and the library's errors.
        """
        await self._blocks.free_seats(table_id)
        live = await self._repository.read(table_id)
        if live.table.status is not Status.FINISHED:
            return await self._house_rules.set_game(table_id, user_id, game, rules, best_of)
        lobby.require_host(live, user_id)
        checked = table_rules(game, rules)
        old = live.table
        seats = seats_for(await self._still_here(old), checked.game.seats)
        table = new_table(old.place, user_id, checked, self._timing, self._clock.now())
        async with self._channels.only_table(channel_of(old), table_id):
            await self._repository.change(table_id, lambda live: _replaced(live, user_id))
            following = replace(
                table,
                seats=seats,
                best_of=best_of,
                clock=old.clock or table.clock,
                code=old.code,
                home_guild_id=old.home_guild_id,
                private=old.private,
                keeps_hands=old.keeps_hands,
                **old.chosen,
            )
            created = await self._repository.create(following, replaces=table_id)
        await self._repository.present(created.table_id)
        return await self._repository.look(created.table_id, user_id)

    async def draw_partners(self, table_id: str, user_id: int, *, on: bool) -> Progress:
        """Have partners drawn as the first game begins, or the next one, or not (002:11).

        Raises NotSeated, NotHost, and GameGoesOn during a game, as `change_partners` does.
        """

        def edit(live: LoadedTable) -> PendingChange | None:
            _require_host(live, user_id)
            if live.table.status is Status.FINISHED:
                return changes.draw_partners(live, user_id, self._randomness, on=on)
            if not live.rules.game.has_partners or live.table.draws_partners is on:
                return None
            return PendingChange(with_table(live, draws_partners=on))

        return await self._repository.change(table_id, edit, user_id)

    async def change_partners(self, table_id: str, user_id: int, *, on: bool) -> Progress:
        """Have partners change after each game or match, or not (000:199)."""

        def edit(live: LoadedTable) -> PendingChange | None:
            _require_host(live, user_id)
            if live.table.status is Status.FINISHED:
                return changes.change_partners(live, user_id, self._randomness, on=on)
            if not live.rules.game.can_change_partners or live.table.changes_partners is on:
                return None
            return PendingChange(with_table(live, changes_partners=on))

        return await self._repository.change(table_id, edit, user_id)

    async def trade_seats(self, table_id: str, user_id: int, one: int, other: int) -> Progress:
        """Have the players of two seats trade them after a game, for its host.

        Raises NoSuchSeat, and what `change_partners` does.
        """
        return await self._repository.change(
            table_id,
            lambda live: changes.trade_seats(live, user_id, self._randomness, one, other),
            user_id,
        )

    async def _still_here(self, table: Table) -> tuple[Seat, ...]:
        """Return a finished table's seats, without people who now sit elsewhere."""
        seats = list(table.seats)
        for number, seat in enumerate(seats):
            if seat.occupant is Occupant.PERSON and seat.user_id is not None:
                try:
                    await self._seating.require_free(seat.user_id, table.table_id)
                except AlreadySeated:
                    seats[number] = Seat()
        return tuple(seats)


def _replaced(live: LoadedTable, user_id: int) -> PendingChange:
    """Close a table that goes on as another one."""
    return replace(lobby.close(live, user_id, manager=False), is_replaced=True)


def _require_host(live: LoadedTable, user_id: int) -> None:
    changes.require_setup(live, user_id)
    lobby.require_host(live, user_id)
