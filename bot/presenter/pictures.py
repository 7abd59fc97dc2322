"""The pictures of messages: what is drawn, and the same in sentences."""

from __future__ import annotations

from bot.engine import Phase, SeatView
from bot.tables.model import Status
from bot.tables.views import TableView

from .alt_texts import panel_alt, result_alt, table_alt
from .drawings import (
    NO_SWAP,
    Swap,
    game_over_picture,
    panel_picture,
    result_picture,
    table_picture,
)
from .position import own_side
from .render_context import RenderContext
from .spec import Picture


def table_part(table: TableView, view: SeatView, context: RenderContext) -> Picture:
    """Return the picture of a table for everybody, whether its hand is played or over."""
    if view.phase is Phase.OVER:
        return _ended(table, view, context, None)
    drawing = table_picture(table, view, context)
    return Picture(drawing, table_alt(table, view, context), _file_name(table))


def panel_part(
    table: TableView,
    view: SeatView,
    task: str,
    context: RenderContext,
    swap: Swap = NO_SWAP,
) -> Picture:
    """Return a player's own picture; `task` is what they are to do, `swap` what crosses."""
    if view.phase is Phase.OVER:
        return _ended(table, view, context, view.seat)
    drawing = panel_picture(table, view, context, swap)
    return Picture(drawing, panel_alt(table, view, task, context), _file_name(table))


def _ended(table: TableView, view: SeatView, context: RenderContext, viewer: int | None) -> Picture:
    over = table.status is Status.FINISHED and table.winner is not None
    draw = game_over_picture if over else result_picture
    alt = result_alt(table, view, context, own_side(view))
    return Picture(draw(table, view, context, viewer), alt, _file_name(table))


def _file_name(table: TableView) -> str:
    return f"table-{table.number}.webp"
