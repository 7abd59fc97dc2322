"""A leader claims every trick left: it is proved, or the opponents grant it."""

from __future__ import annotations

import asyncio

from bot.engine import PlayTile, view_for

from . import claim, lobby
from . import timeouts as turns
from .errors import NotAsked, NotProven, NotYourTurn, WrongStatus
from .loaded import LoadedTable, PendingChange
from .model import Claim, Status
from .ports import Chance, Clock, Players
from .repository import TableRepository
from .views import Note, Progress


class Claiming:
    """Proves a claim, or puts it to the opponents, and plays the hand out where it stands.

    Whether some legal order gives the claimer every trick depends on tiles that they don't see.
    So the opponents are asked in either case. Where no order does, the claimer is told the same
    after all have granted the claim as after one of them has refused it.
    """

    def __init__(
        self,
        changes: TableRepository,
        players: Players,
        chance: Chance,
        clock: Clock,
    ) -> None:
        self._repository = changes
        self._players = players
        self._chance = chance
        self._clock = clock

    async def claim(
        self, table_id: str, user_id: int, seq: int | None, *, seat_held: bool
    ) -> Progress:
        """Claim the rest: play it out where that is proved or granted, otherwise ask.

        With a `seq` that is not the table's, nothing changes and a note says so. Raises
        NoSuchTable, NotSeated, WrongStatus, NotYourTurn, NotProven, and SeatNotHeld unless
        `seat_held`; until it is proved or granted, no player's tiles are looked at for another.
        """
        seen = await self._repository.read(table_id)
        lobby.require_seated(seen, user_id)
        if seq is not None and seq != seen.table.seq:
            return self._repository.unchanged(seen, user_id, Note.STALE)
        seat = require_turn(seen, user_id)
        if not claim.leads(seen.game, seat):
            raise NotProven(leads=False)
        if seen.pending is not None:
            return self._repository.unchanged(seen, user_id)
        if seen.table.claim is not None:
            raise NotProven(leads=True)
        turns.taken_up(seen, seat, self._clock.now(), seat_held=seat_held)
        order = await self._players.lay_down(view_for(seen.game, seat))
        if order is None:
            asked = await self._asked(seen, seat)
            if asked:
                return await self._ask(seen, user_id, seat, asked, seat_held=seat_held)
        line = await asyncio.to_thread(claim.winning_line, seen.game, seat, order or ())
        if line is None:
            raise NotProven(leads=True)
        return await self._play_out(seen, user_id, seat, line, seat_held=seat_held)

    async def answer(
        self, table_id: str, user_id: int, seq: int | None, *, grants: bool
    ) -> Progress:
        """Grant an opponent's claim, or play on; after the last grant the hand is played out.

        With a `seq` that is not the table's, nothing changes and the panel says so. Raises
        NoSuchTable, NotSeated and NotAsked.
        """
        seen = await self._repository.read(table_id)
        lobby.require_seated(seen, user_id)
        if seq is not None and seq != seen.table.seq:
            return self._repository.unchanged(seen, user_id, Note.STALE)
        pending, seat = _asked_of(seen, user_id)
        line = None  # looked for at every grant: two of them may come at the same time
        if grants:
            line = await asyncio.to_thread(claim.winning_line, seen.game, pending.seat)

        def edit(live: LoadedTable) -> PendingChange | None:
            if live.table.seq != seen.table.seq:
                return None
            now = self._clock.now()
            current, _ = _asked_of(live, user_id)
            if not grants:
                return claim.refuse(live, now)
            if seat not in current.waiting:
                return None
            if set(current.waiting) != {seat}:
                return claim.accept(live, current, seat)
            claimer = live.table.seats[current.seat].user_id
            if line is None or claimer is None:
                return claim.refuse(live, now)
            return claim.play_out(live, current.seat, line, claimer, self._chance, now)

        return await self._repository.change(table_id, edit, user_id)

    async def _asked(self, seen: LoadedTable, seat: int) -> tuple[int, ...]:
        """Return the people who are to be asked; computers are, at once. Raises NotProven."""
        deal = seen.game.deal
        if deal is None or not claim.may_be_granted(deal):
            raise NotProven(leads=True)
        others = deal.opponents(seat)
        people = claim.by_people(seen, others)
        for other in others:
            if other not in people and not await self._players.believes(
                view_for(seen.game, other), seat
            ):
                raise NotProven(leads=True)
        return people

    async def _ask(
        self, seen: LoadedTable, user_id: int, seat: int, asked: tuple[int, ...], *, seat_held: bool
    ) -> Progress:
        def edit(live: LoadedTable) -> PendingChange | None:
            if live.table.seq != seen.table.seq or live.table.claim is not None:
                return None
            require_turn(live, user_id)
            now = self._clock.now()
            present = turns.taken_up(live, seat, now, seat_held=seat_held)
            return claim.ask(present, seat, asked, now)

        return await self._repository.change(seen.table.table_id, edit, user_id)

    async def _play_out(
        self,
        seen: LoadedTable,
        user_id: int,
        seat: int,
        line: tuple[PlayTile, ...],
        *,
        seat_held: bool,
    ) -> Progress:
        def edit(live: LoadedTable) -> PendingChange | Note | None:
            if live.table.seq != seen.table.seq:
                return Note.STALE
            if require_turn(live, user_id) != seat:
                return None
            now = self._clock.now()
            present = turns.taken_up(live, seat, now, seat_held=seat_held)
            return claim.play_out(present, seat, line, user_id, self._chance, now)

        return await self._repository.change(seen.table.table_id, edit, user_id)


def require_turn(live: LoadedTable, user_id: int) -> int:
    """Return the seat of a person in turn; raise NotSeated, WrongStatus or NotYourTurn."""
    seat = lobby.require_seated(live, user_id)
    if live.table.status is not Status.PLAYING:
        raise WrongStatus(live.table.number, live.table.status)
    if live.to_act != seat:
        raise NotYourTurn(None if live.to_act is None else live.table.seats[live.to_act].name)
    return seat


def _asked_of(live: LoadedTable, user_id: int) -> tuple[Claim, int]:
    """Return the claim that is put to a person, and his seat; raise NotAsked."""
    seat, pending = lobby.require_seated(live, user_id), live.pending
    if pending is None:
        raise NotAsked(None)
    if seat not in pending.asked:
        raise NotAsked(live.table.seats[pending.seat].name)
    return pending, seat
