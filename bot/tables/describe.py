"""Build the views of a table: the one place that decides who may see what."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine import Event, SeatView
from bot.records.draws import places_of
from bot.records.shake import shakes_in

from .clocks.deadlines import Due, Timing, next_due
from .draws.opening import by_lot, can_change_partners, has_partners, next_sides, series_of
from .loaded import LoadedTable
from .model import Occupant, Status, Table
from .out_of_turn.rules import legal_for
from .views import DrawView, ExposedHand, Note, PanelView, Progress, SeatLine, TableView


def seat_line(live: LoadedTable, number: int) -> SeatLine:
    """Build the public view of a seat."""
    seat = live.table.seats[number]
    return SeatLine(
        seat=number,
        side=live.rules.game.side_of(number),
        occupant=seat.occupant,
        user_id=seat.user_id,
        name=seat.name,
        level=seat.level,
        away=seat.away,
        ready=seat.ready,
        host=seat.occupant is Occupant.PERSON and seat.user_id == live.table.host_id,
        reserved_by=seat.reserved_by,
        reserved_name=seat.reserved_name,
    )


def seats_in(public: str) -> tuple[int, ...]:
    """List the seats whose words are in a shake, in the order of arrival."""
    return tuple(int(name.removeprefix("s")) for name, _ in shakes_in(public))


def table_view(live: LoadedTable, timing: Timing) -> TableView:
    """Build the public view of a table."""
    table = live.table
    shake = live.coming or (None if table.in_lesson else live.shake)
    called = table.status is Status.PLAYING and not table.alone
    view = None if live.game.deal is None else live.view(None)
    return TableView(
        table_id=table.table_id,
        number=table.number,
        guild_id=table.guild_id,
        channel_id=table.channel_id,
        home_channel_id=table.home_channel_id,
        rules=live.rules,
        status=table.status,
        seats=tuple(seat_line(live, n) for n in range(len(table.seats))),
        total=live.game.total,
        wins=table.wins,
        winner=table.winner,
        game_no=table.game_no,
        hand_no=table.hand_no,
        seq=table.seq,
        view=view,
        commitment=None if shake is None else shake.commitment,
        shake_words=() if shake is None else seats_in(shake.public),
        turn_since=table.turn_since,
        nudge=table.nudged and called,
        offer=table.offered and called,
        next_at=_next_at(live, timing),
        event_id=table.event_id,
        claimed=live.claimed,
        claim=table.claim if live.pending is not None or _was_refused(live) else None,
        alone=table.alone,
        pace=table.pace,
        laid_down=() if view is None else _face_up_hands(table, view),
        rated=None if table.winner is None else live.rated,
        next_shaker=None if table.winner is None else live.game.next_shaker,
        draw=_draw(live),
        draws_partners=table.draws_partners if has_partners(live.rules) else None,
        changes_partners=table.changes_partners if can_change_partners(live.rules) else None,
        next_sides=next_sides(live),
        score_word=table.score_word,
    )


def _draw(live: LoadedTable) -> DrawView | None:
    """Build the view of a coming draw, or of the one that began this game."""
    draw, table = live.draw, live.table
    coming = table.awaits_draw and (table.draws_partners or not by_lot(live.rules))
    if draw is None or not (draw.drawn or coming):
        return None
    if live.draw_on_table is None:
        return DrawView(draw.commitment, draw.game_no, draw.drawn)
    series = series_of(live.rules, live.table.table_id, draw)
    places: Sequence[int] = range(len(live.table.seats))
    if draw.for_partners:
        places = places_of(series.order, live.rules.game.sides)
    rounds = tuple(tuple((places[seat], tile) for seat, tile in one.drawn) for one in series.draws)
    shaker = places[series.shaker]
    return DrawView(draw.commitment, draw.game_no, draw.drawn, rounds, shaker, draw.for_partners)


def _face_up_hands(table: Table, view: SeatView) -> tuple[ExposedHand, ...]:
    """List the hands that lie face up."""
    exposed = view.exposed
    return tuple(ExposedHand(seat, exposed[seat]) for seat in table.laid_down if exposed[seat])


def _next_at(live: LoadedTable, timing: Timing) -> float | None:
    """Compute when the next hand is shaken or the table is closed, as players see it.

    They see no time during a hand, nor between hands where one person plays with computers.
    """
    status = live.table.status
    due = None if status is Status.PLAYING else next_due(live, timing)
    if due is None or (status is Status.BETWEEN and due[1] is not Due.NEXT_HAND):
        return None
    return due[0]


def _was_refused(live: LoadedTable) -> bool:
    """Return True if a claim of the player in turn was refused at this lead."""
    claim = live.table.claim
    return claim is not None and claim.refused and live.to_act == claim.seat


def progress_of(
    live: LoadedTable,
    timing: Timing,
    user_id: int | None = None,
    note: Note | None = None,
    *,
    events: tuple[Event, ...] = (),
) -> Progress:
    """Build the progress of a table: its views, and the events of a change."""
    after = table_view(live, timing)
    return Progress(
        after=after,
        version=live.table.version,
        panel_of=lambda reader: panel_view(live, timing, reader, table=after),
        events=events,
        user_id=user_id,
        note=note,
    )


def panel_view(
    live: LoadedTable,
    timing: Timing,
    user_id: int,
    note: Note | None = None,
    table: TableView | None = None,
) -> PanelView:
    """Build one person's view of the table, with their tiles if they sit there.

    A person who joins at the next shake gets the public view. `table`: the public view, if already
    built.
    """
    seat = live.table.seat_of(user_id)
    dealt = live.game.deal is not None
    return PanelView(
        table=table or table_view(live, timing),
        user_id=user_id,
        seat=seat,
        view=live.view(seat) if dealt else None,
        note=note,
        can_skip=live.may_skip(user_id),
        out_of_turn=legal_for(live, seat),
    )
