"""Present a daily hand as a table of one person and three experts, to reuse the table screens."""

from __future__ import annotations

import re
from datetime import date

from bot.tables.deals.deals import deals_of_day
from bot.tables.model import Occupant, Status
from bot.tables.past import Replay
from bot.tables.views import Note, PanelView, SeatLine, TableView
from bot.values.pace import Pace
from texas42.engine import Game, view_for
from texas42.records.moments import Moment, moments, trick_ends
from texas42.records.record import parse_record

from .hand import SEAT, daily_rules, is_over, own_view, record_text
from .model import StoredDay, StoredHand

EXPERTS = {1: "Hoyt", 2: "Pearl", 3: "Opal"}
LEVEL = "expert"
_ID = re.compile(r"daily(\d{4})(\d{2})(\d{2})")


def table_id_of(day: date) -> str:
    """Return the table id that a day's button ids use."""
    return f"daily{day:%Y%m%d}"


def day_of(table_id: str) -> date | None:
    """Return the day of a table id; None if the id is not a day's."""
    form = _ID.fullmatch(table_id)
    if form is None:
        return None
    try:
        return date(*(int(part) for part in form.groups()))
    except ValueError:
        return None


def table_of(day: StoredDay, hand: StoredHand, game: Game) -> TableView:
    """Build the public view of a person's daily hand."""
    rules = daily_rules()
    over = is_over(game)
    return TableView(
        table_id=table_id_of(day.date),
        guild_id=None,
        channel_id=0,
        home_channel_id=0,
        rules=rules,
        status=Status.BETWEEN if over else Status.PLAYING,
        seats=tuple(_seat(seat, hand) for seat in range(rules.game.seats)),
        total=game.total,
        wins=(0,) * rules.game.sides,
        seq=hand.seq,
        view=view_for(game, None),
        commitment=day.commitment,
        turn_since=hand.begun_at,
        alone=True,
        pace=Pace.FAST,
        deals=deals_of_day(day.date),
    )


def panel_of(day: StoredDay, hand: StoredHand, game: Game, note: Note | None = None) -> PanelView:
    """Build the person's own view of their daily hand."""
    return PanelView(table_of(day, hand, game), hand.user_id, SEAT, own_view(game), note)


def replay_of(day: StoredDay, hand: StoredHand, game: Game) -> Replay:
    """Build the replay of a finished hand."""
    steps: tuple[Moment, ...] = moments(parse_record(record_of_hand(game)), 1)
    return Replay(table_of(day, hand, game), steps, trick_ends(steps))


def record_of_hand(game: Game) -> str:
    """Write the record of a finished hand, without the person's name."""
    return record_text(game, ("", *EXPERTS.values()))


def _seat(seat: int, hand: StoredHand) -> SeatLine:
    own = seat == SEAT
    return SeatLine(
        seat=seat,
        side=daily_rules().game.side_of(seat),
        occupant=Occupant.PERSON if own else Occupant.COMPUTER,
        user_id=hand.user_id if own else None,
        name=hand.name if own else EXPERTS[seat],
        level="" if own else LEVEL,
        host=own,
    )
