"""Claims of all remaining tricks: proved at once, or laid down for the opponents to answer."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from bot.tables.claims import rules as claim_rules
from bot.tables.errors import NoLayingDown, NotAsked, NothingToClaim, NotProven
from bot.tables.loaded import LoadedTable, PendingChange
from bot.tables.model import Claim
from bot.tables.ports import ComputerPlayers, Randomness
from bot.tables.repository import TableRepository
from bot.tables.turns import require_seated, require_turn, with_owner_back
from bot.tables.views import Note, Progress, UnprovedClaim, names_at
from bot.values.clock import Clock
from texas42.engine import PlayTile


class ClaimService:
    """Proves a claim or puts it to the opponents, then plays the hand out.

    A claim that the claimer's view does not prove is questioned from that view alone, and only the
    claimer sees why. If the claimer lays down anyway, the tiles are shown and the opponents asked.
    Whether some legal order takes every trick depends on tiles that the claimer can't see, so the
    opponents are asked either way. If no order does, the claimer gets the same message after all
    have granted the claim as after one has refused it.
    """

    def __init__(
        self,
        changes: TableRepository,
        players: ComputerPlayers,
        randomness: Randomness,
        clock: Clock,
    ) -> None:
        self._repository = changes
        self._players = players
        self._randomness = randomness
        self._clock = clock

    async def claim(
        self, table_id: str, user_id: int, seq: int | None, *, anyway: bool, seat_held: bool
    ) -> Progress:
        """Claim the rest: play it out if it is proved, otherwise show what may refute it.

        `anyway`: lay down without a proof. With a stale `seq` nothing changes and a note says so.
        Raises NoSuchTable, NotSeated, WrongStatus, NotYourTurn, NoLayingDown, NotProven,
        NothingToClaim, and SeatNotHeld unless `seat_held`. Until the claim is proved or granted, no
        hidden tiles are used.
        """
        seen = await self._repository.read(table_id)
        require_seated(seen, user_id)
        if seq is not None and not seen.is_current(seq):
            return self._repository.unchanged(seen, user_id, Note.STALE)
        seat = require_turn(seen, user_id)
        if not seen.table.deals.claims:
            raise NoLayingDown
        opponents = _opponents(seen, seat)
        if seen.pending is not None:
            return self._repository.unchanged(seen, user_id)
        if seen.table.claim is not None:
            raise NotProven(leads=True)
        with_owner_back(seen, seat, self._clock.now(), seat_held=seat_held)
        order = await self._players.lay_down(seen.view(seat))
        if order is None and not anyway:
            unproved = UnprovedClaim(await self._players.objection(seen.view(seat)), opponents)
            return replace(self._repository.unchanged(seen, user_id), unproved=unproved)
        if order is None:
            return await self._lay_down(seen, user_id, seat, opponents, seat_held=seat_held)
        line = await asyncio.to_thread(claim_rules.winning_line, seen.game, seat, order)
        if line is None:
            raise NotProven(leads=True)
        return await self._play_out(seen, user_id, seat, line, seat_held=seat_held)

    async def answer(
        self, table_id: str, user_id: int, seq: int | None = None, *, grants: bool
    ) -> Progress:
        """Grant or refuse an opponent's claim; the last grant plays the hand out.

        With a stale `seq` nothing changes and the panel says so. Raises NoSuchTable, NotSeated and
        NotAsked.
        """
        seen = await self._repository.read(table_id)
        require_seated(seen, user_id)
        if seq is not None and not seen.is_current(seq):
            return self._repository.unchanged(seen, user_id, Note.STALE)
        pending, seat = _pending_claim(seen, user_id)
        line = None  # search at every grant, as two may arrive at the same time
        if grants:
            line = await asyncio.to_thread(claim_rules.winning_line, seen.game, pending.seat)

        def edit(live: LoadedTable) -> PendingChange | None:
            if live.table.seq != seen.table.seq:
                return None
            now = self._clock.now()
            current, _ = _pending_claim(live, user_id)
            if not grants:
                return claim_rules.refuse(live, now)
            if seat not in current.waiting:
                return None
            if set(current.waiting) != {seat}:
                return claim_rules.accept(live, current, seat)
            claimer = live.table.seats[current.seat].user_id
            if line is None or claimer is None:
                return claim_rules.refuse(live, now)
            return claim_rules.play_out(live, current.seat, line, claimer, self._randomness, now)

        return await self._repository.change(table_id, edit, user_id)

    async def _lay_down(
        self,
        seen: LoadedTable,
        user_id: int,
        seat: int,
        opponents: tuple[int, ...],
        *,
        seat_held: bool,
    ) -> Progress:
        """Turn the leader's tiles face up; computers answer at once, people are asked."""
        people = claim_rules.by_people(seen, opponents)
        computers = [other for other in opponents if other not in people]
        granted = await self._all_believe(claim_rules.face_up(seen, seat), computers, seat)
        if granted and not people:
            line = await asyncio.to_thread(claim_rules.winning_line, seen.game, seat)
            if line is not None:
                return await self._play_out(seen, user_id, seat, line, seat_held=seat_held)
            granted = False

        def edit(live: LoadedTable) -> PendingChange | Note | None:
            if live.table.seq != seen.table.seq:
                return Note.STALE
            if live.table.claim is not None:
                return None
            require_turn(live, user_id)
            now = self._clock.now()
            present = with_owner_back(live, seat, now, seat_held=seat_held)
            return claim_rules.lay_down(present, seat, people, now, refused=not granted)

        return await self._repository.change(seen.table.table_id, edit, user_id)

    async def _all_believe(self, shown: LoadedTable, seats: Sequence[int], claimer: int) -> bool:
        """Return True if the computers in these seats grant the rest to a face-up claimer."""
        for seat in seats:
            if not await self._players.believes(shown.view(seat), claimer):
                return False
        return True

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
            present = with_owner_back(live, seat, now, seat_held=seat_held)
            return claim_rules.play_out(present, seat, line, user_id, self._randomness, now)

        return await self._repository.change(seen.table.table_id, edit, user_id)


def _opponents(live: LoadedTable, seat: int) -> tuple[int, ...]:
    """List the seats that must grant a leader's claim; raise NotProven or NothingToClaim."""
    deal = live.game.deal
    if deal is None or not claim_rules.leads(live.game, seat):
        raise NotProven(leads=False)
    if not claim_rules.may_be_granted(deal):
        raise NothingToClaim
    return deal.opponents(seat)


def _pending_claim(live: LoadedTable, user_id: int) -> tuple[Claim, int]:
    """Return the claim that awaits a person's answer, and their seat; raise NotAsked."""
    seat = require_seated(live, user_id)
    pending = live.pending
    if pending is None:
        raise NotAsked(None)
    if seat not in pending.asked:
        raise NotAsked(names_at(live.table.seats)[pending.seat])
    return pending, seat
