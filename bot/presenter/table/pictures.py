"""The pictures of messages, each with an alt text."""

from __future__ import annotations

from dataclasses import replace

from bot.render import PanelPicture
from bot.tables.model import Status
from bot.tables.views import TableView
from texas42.engine import Phase

from ..hand.ended_facts import ended_facts, trick_facts
from ..layout.ways import alt_text
from ..words.spec import Picture
from .drawings import NO_SWAP, Swap, panel_picture, result_picture, table_picture
from .position_facts import board_facts
from .scene import Scene
from .score_picture import score_picture


def table_part(scene: Scene) -> Picture:
    """Build the public picture of a table, during the hand or after it."""
    if scene.view.phase is Phase.OVER:
        return _result_picture(scene, alt_text((*ended_facts(scene), *trick_facts(scene))))
    return Picture(table_picture(scene), alt_text(board_facts(scene)), file_name(scene.table))


def panel_part(scene: Scene, alt: str, swap: Swap = NO_SWAP) -> Picture:
    """Build a player's own picture, which `alt` describes; `swap`: an unfinished exchange."""
    if scene.view.phase is Phase.OVER:
        return _result_picture(scene, alt)
    return Picture(panel_picture(scene, swap), alt, file_name(scene.table))


def without_trump_marks(picture: Picture) -> Picture:
    """Return a player's own picture in which no domino of the hand is marked as a trump."""
    drawn = picture.drawing
    if not isinstance(drawn, PanelPicture):
        return picture
    tiles = tuple(replace(tile, trump=False) for tile in drawn.hand.tiles)
    return replace(picture, drawing=replace(drawn, hand=replace(drawn.hand, tiles=tiles)))


def _result_picture(scene: Scene, alt: str) -> Picture:
    ended = scene.table.status in (Status.FINISHED, Status.CLOSED)
    over = ended and scene.table.winner is not None
    without_tricks = over or scene.is_beside_card or scene.hides_hand
    draw = score_picture if without_tricks else result_picture
    return Picture(draw(scene), alt, file_name(scene.table))


def file_name(table: TableView) -> str:
    """Name the file of a table's picture."""
    if table.deals.day is not None:
        return f"daily-{table.deals.day.isoformat()}.webp"
    return f"table-{table.number or 0}.webp"
