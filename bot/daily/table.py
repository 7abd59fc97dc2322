"""A person's hand of a day as a table of one person and three experts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from bot.tables.deals.deals import deals_of_day
from bot.tables.deals.ids import id_of_hand
from bot.tables.model import Occupant, PlayChoice, Seat, Status, Table, TableClock
from bot.tables.stored import Act, StoredShake, StoredTable
from texas42.engine import apply

from .hand import (
    GAME,
    OPTIONS,
    SEAT,
    action_of,
    daily_rules,
    deal_of,
    dealt,
    public_of,
    seat_in_turn,
    shaker_of,
)
from .model import StoredDay, StoredHand

EXPERTS = {1: "Hoyt", 2: "Pearl", 3: "Opal"}
LEVEL = "expert"
HAND_NO = 1
_ID = re.compile(r"daily(\d{4})(\d{2})(\d{2})")


def day_id_of(day: date) -> str:
    """Return what stands for a day in the ids of buttons, in a table's place."""
    return f"daily{day:%Y%m%d}"


def table_id_of(day: date, user_id: int) -> str:
    """Return the id of the table at which a person plays a day's hand."""
    return id_of_hand(day_id_of(day), user_id)


def day_of(day_id: str) -> date | None:
    """Return the day of an id; None if the id is not a day's."""
    form = _ID.fullmatch(day_id)
    if form is None:
        return None
    try:
        return date(*(int(part) for part in form.groups()))
    except ValueError:
        return None


def stored_table(
    day: StoredDay, hand: StoredHand, chosen: PlayChoice, clock: TableClock
) -> StoredTable:
    """Build a person's daily hand as a stored table. `chosen`: their preferences for turns."""
    sides = daily_rules().game.sides
    table = Table(
        table_id_of(day.date, hand.user_id),
        place=None,
        status=Status.BETWEEN if hand.is_finished else Status.PLAYING,
        seq=hand.seq,
        version=hand.seq,
        hand_no=HAND_NO,
        deals=deals_of_day(day.date),
        wins=(0,) * sides,
        turn_since=hand.begun_at,
        host_id=hand.user_id,
        game=GAME,
        rules=OPTIONS,
        seats=tuple(_seats(hand, chosen)),
        total=(0,) * sides,
        shaker=shaker_of(day.date),
        created_at=hand.begun_at,
        clock=clock,
    )
    public = public_of(day.date)
    shake = StoredShake(HAND_NO, public, day.commitment, day.secret, dealt=True)
    return StoredTable(table, shake, tuple(_acts(day, hand)))


def _seats(hand: StoredHand, chosen: PlayChoice) -> Iterator[Seat]:
    person = hand.user_id
    for seat in range(daily_rules().game.seats):
        if seat == SEAT:
            own = Seat(Occupant.PERSON, person, hand.name)
            yield chosen.noted_on(own)
        else:
            yield Seat(Occupant.COMPUTER, None, EXPERTS[seat], LEVEL)


def _acts(day: StoredDay, hand: StoredHand) -> Iterator[Act]:
    """Yield the acts of a hand with their seats and phases, which are not stored."""
    game = dealt(day.date, day.secret)
    for number, text in enumerate(hand.acts, 1):
        seat = seat_in_turn(game)
        if seat is None:
            raise ValueError("the hand has acts after its end")
        person = hand.user_id if seat == SEAT else None
        phase = deal_of(game).phase.value
        yield Act(number, HAND_NO, seat, phase, text, person, hand.begun_at)
        game = apply(game, action_of(game, text)).game
