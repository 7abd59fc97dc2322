"""Pure transitions for acts out of turn."""

from __future__ import annotations

from dataclasses import replace

from bot.tables.errors import WrongStatus
from bot.tables.loaded import LoadedTable, PendingChange, with_table
from bot.tables.model import Occupant, Status
from bot.tables.stored import Act
from texas42.engine import (
    AskDoubles,
    ChooseShaker,
    OutOfTurn,
    Phase,
    apply_out_of_turn,
    format_out_of_turn,
    legal_out_of_turn,
    seats_asking,
    wants_doubles,
)

_HAND_IS_OVER = (Status.BETWEEN, Status.FINISHED)


def accept(live: LoadedTable, action: OutOfTurn, user_id: int | None, now: float) -> PendingChange:
    """Apply an act; the turn timers keep running."""
    table = live.table
    deal = live.game.deal
    if deal is None or not _is_open(live, action):
        raise WrongStatus(table.number, table.status)
    step = apply_out_of_turn(live.game, action)
    text = format_out_of_turn(action)
    phase = deal.phase.value
    accepted = Act(table.seq, table.hand_no, action.seat, phase, text, user_id, now)
    after = replace(live, game=step.game, aside_seq=table.seq)
    return PendingChange(
        with_table(after, seq=table.seq + 1), acts=(accepted,), happenings=step.happenings
    )


def legal_for(live: LoadedTable, seat: int | None) -> tuple[OutOfTurn, ...]:
    """List the acts that a seat may make now without having the turn."""
    if seat is None:
        return ()
    return tuple(act for act in legal_out_of_turn(live.game, seat) if _is_open(live, act))


def _is_open(live: LoadedTable, action: OutOfTurn) -> bool:
    """Return True if the table's status allows this act.

    Nobody chooses the shaker where an event or the host seats people anew for the next game.
    """
    table = live.table
    if not isinstance(action, ChooseShaker):
        return table.status is Status.PLAYING
    ahead = table.next_game
    anew = ahead is not None and (ahead.draws_partners or bool(ahead.origins))
    for_event = table.status is Status.FINISHED and table.event_id is not None
    return table.status in _HAND_IS_OVER and not (for_event or anew)


def with_computers_question(plan: PendingChange, now: float) -> PendingChange:
    """Have a computer ask for the doubles of a plunge or splash once trumps are named (8.23).

    A computer that plays for a person leaves the question to that person.
    """
    deal = plan.live.game.deal
    seats = plan.live.table.seats
    if deal is None or deal.phase is not Phase.PLAY:
        return plan
    asking = (
        seat
        for seat in seats_asking(deal)
        if seats[seat].occupant is Occupant.COMPUTER and wants_doubles(deal, seat)
    )
    seat = next(asking, None)
    if seat is None:
        return plan
    asked = accept(plan.live, AskDoubles(seat), None, now)
    return replace(
        asked, acts=plan.acts + asked.acts, happenings=plan.happenings + asked.happenings
    )
