"""Build the views of a table: the one place that decides who may see what."""

from __future__ import annotations

from collections.abc import Sequence

from texas42.engine import Happening, Phase, SeatView
from texas42.records.draws import places_of
from texas42.records.shake import shakes_in

from .ahead.next_game import next_game_view
from .clocks.deadlines import Due, Timing, next_due
from .deals.ids import named
from .deals.lesson import question_of, scripted_advice
from .draws.opening import by_lot, is_repeatable, next_sides, series_of
from .loaded import LoadedTable
from .model import Claim, Occupant, PublicSeat, PublicTable, Status, Table, public_part
from .out_of_turn.rules import legal_for
from .stored import StoredDraw
from .views import (
    DrawView,
    ExposedHand,
    Note,
    PanelView,
    Progress,
    SeatLine,
    TableView,
    without_hands,
)


def seat_line(live: LoadedTable, number: int) -> SeatLine:
    """Build the public view of a seat."""
    seat = live.table.seats[number]
    return SeatLine(
        **public_part(PublicSeat, seat),
        seat=number,
        side=live.rules.game.side_of(number),
        host=seat.occupant is Occupant.PERSON and seat.user_id == live.table.host_id,
    )


def seats_in(public: str) -> tuple[int, ...]:
    """List the seats whose words are in a shake, in the order of arrival."""
    return tuple(int(name.removeprefix("s")) for name, _ in shakes_in(public))


def _asked(live: LoadedTable) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return who asks for a computer to play an absent person's turn, and all who can ask."""
    table = live.table
    absent = live.to_act
    waits = table.status is Status.PLAYING and table.nudged and not table.offered
    if absent is None or not waits or table.alone or table.claim is not None:
        return (), ()
    asked = table.others_present(absent)
    return tuple(n for n in table.asking if n in asked), tuple(sorted(asked))


def table_view(live: LoadedTable, timing: Timing) -> TableView:
    """Build the public view of a table."""
    table = live.table
    game = live.rules.game
    shake = live.coming or (live.shake if table.deals.of is None else None)
    playing = table.status is Status.PLAYING
    alone = table.alone
    asking, asked = _asked(live)
    nudged = table.nudged and playing and not alone
    view = _public_hand(live)
    return TableView(
        **{**public_part(PublicTable, table), "table_id": named(table.table_id)},
        rules=live.rules,
        seats=tuple(seat_line(live, n) for n in range(len(table.seats))),
        total=live.game.total,
        view=view,
        commitment=None if shake is None else shake.commitment,
        shake_words=() if shake is None else seats_in(shake.public),
        nudge=nudged,
        nudge_at=table.turn_since + (table.clock or timing.clock).nudge if nudged else None,
        offer=table.offered and playing and not alone,
        asking=asking,
        asked=asked,
        next_at=None if playing else _next_at(live, timing),
        claimed=live.claimed,
        claim=None if table.claim is None else _standing_claim(live),
        alone=alone,
        pace=table.pace,
        laid_down=_face_up_hands(table, view) if view is not None and table.laid_down else (),
        rated=None if table.winner is None else live.rated,
        next_shaker=None if table.winner is None else live.game.next_shaker,
        draw=None if live.draw is None else _draw(live, live.draw),
        held_until=table.held_until,
        draws_partners=table.draws_partners if game.has_partners else None,
        changes_partners=table.changes_partners if game.can_change_partners else None,
        next_sides=next_sides(live) if table.status is Status.FINISHED else (),
        next_game=next_game_view(live),
        first_game=table.usual_rules is not None,
    )


def _public_hand(live: LoadedTable) -> SeatView | None:
    """Return what everybody may see of the hand; how it ended, if the table keeps it then."""
    if live.game.deal is None:
        return None
    return _as_kept(live, live.view(None))


def _as_kept(live: LoadedTable, view: SeatView) -> SeatView:
    """Return a hand as people see it who did not play it."""
    is_kept = view.phase is Phase.OVER and live.table.hides_hands
    return without_hands(view) if is_kept else view


def _own_hand(live: LoadedTable, user_id: int) -> SeatView | None:
    """Return a person's view of the hand; everybody's, if they have no part in it."""
    if live.game.deal is None:
        return None
    played = live.table.seat_played_by(user_id)
    if played is not None:
        return live.view(played)
    seat = live.table.seat_of(user_id)
    view = live.view(seat)
    sat_down_since = seat is None or live.table.seats[seat].played is not None
    return _as_kept(live, view) if sat_down_since else view


def _draw(live: LoadedTable, draw: StoredDraw) -> DrawView | None:
    """Build the view of a coming draw, or of the one that began this game."""
    table = live.table
    if not draw.drawn:
        coming = table.awaits_draw and (table.draws_partners or not by_lot(live.rules))
        return DrawView(draw.commitment, draw.game_no) if coming else None
    if not is_repeatable(live.rules, table.table_id, draw):
        return None
    if live.draw_on_table is None:
        return DrawView(draw.commitment, draw.game_no, drawn=True)
    series = series_of(live.rules, table.table_id, draw)
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

    They see no time between hands where one person plays with computers.
    """
    if live.table.status is Status.LOBBY:
        return live.table.turn_since + timing.lobby
    due = next_due(live, timing)
    if due is None or (live.table.status is Status.BETWEEN and due[1] is not Due.NEXT_HAND):
        return None
    return due[0]


def _standing_claim(live: LoadedTable) -> Claim | None:
    """Return the claim that awaits answers, or that was refused at this lead."""
    claim = live.table.claim
    refused = claim is not None and claim.refused and live.to_act == claim.seat
    return claim if refused else live.pending


def progress_of(
    live: LoadedTable,
    timing: Timing,
    user_id: int | None = None,
    note: Note | None = None,
    *,
    happenings: tuple[Happening, ...] = (),
) -> Progress:
    """Build the progress of a table: its views, and the happenings of a change."""
    after = table_view(live, timing)
    seats = live.table.seats
    people = {seat.user_id for seat in seats} | {seat.played_by for seat in seats}
    return Progress(
        after=after,
        version=live.table.version,
        panels={
            reader: panel_view(live, timing, reader, table=after)
            for reader in people
            if reader is not None
        },
        happenings=happenings,
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
    view = _own_hand(live, user_id)
    learner = view if live.table.deals.explained and live.to_act == seat else None
    asked = None if learner is None else question_of(learner)
    return PanelView(
        table=table or table_view(live, timing),
        user_id=user_id,
        seat=seat,
        view=view,
        note=note,
        can_skip=live.may_skip(user_id),
        out_of_turn=() if view is None or view.is_under_way else legal_for(live, seat),
        better=None if asked is not None or learner is None else scripted_advice(learner),
        question=asked,
        code=None if live.table.held_by(user_id) is None else live.table.code,
    )
