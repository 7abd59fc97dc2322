"""The draw for the shake and for partners, while its dominoes lie face up (000:37, 002:11-13)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.engine import Tile
from bot.tables.views import TableView

from ..words.parts import capital
from ..words.render_context import tile_text
from .scene import Scene
from .seats import seat_name

Round = Sequence[tuple[int, Tile]]


def drawn_dominoes(table: TableView) -> Mapping[int, Tile]:
    """Return the last domino that each seat drew; empty unless they lie on the table."""
    rounds = () if table.draw is None else table.draw.rounds
    return {seat: tile for each in rounds for seat, tile in each}


def draw_line(scene: Scene) -> str:
    """Say in brief who drew the highest and what follows; every draw if some were tied."""
    draw = scene.table.draw
    if draw is None or draw.shaker is None:
        return ""
    if len(draw.rounds) > 1:
        return full_draw_line(scene)
    tile = tile_text(drawn_dominoes(scene.table)[draw.shaker])
    if draw.shaker == _reader(scene):
        said = scene.say("You drew the highest domino, {tile}, and shake.", tile=tile)
    else:
        name = seat_name(scene, draw.shaker)
        said = scene.say(
            "{name} drew the highest domino, {tile}, and shakes.", name=name, tile=tile
        )
    return " ".join(filter(None, (said, _partners(scene))))


def full_draw_line(scene: Scene) -> str:
    """Write every domino that was drawn, who shakes, and who are partners; empty without a draw."""
    draw = scene.table.draw
    if draw is None or draw.shaker is None:
        return ""
    first, *again = draw.rounds
    drawn = scene.say("Draw for the shake: {dominoes}.", dominoes=_drawn(scene, first))
    if draw.for_partners:
        drawn = scene.say("Draw for partners: {dominoes}.", dominoes=_drawn(scene, first))
    redrawn = (
        scene.say("Tied, drawn again: {dominoes}.", dominoes=_drawn(scene, r)) for r in again
    )
    shakes = scene.say("{name} shakes.", name=seat_name(scene, draw.shaker))
    if draw.shaker == _reader(scene):
        shakes = scene.say("You shake.")
    return " ".join(filter(None, (drawn, *redrawn, shakes, _partners(scene))))


def _drawn(scene: Scene, drawn: Round) -> str:
    return " · ".join(f"{seat_name(scene, seat)} {tile_text(tile)}" for seat, tile in drawn)


def _partners(scene: Scene) -> str:
    """Name the side of the shaker after a draw for partners."""
    draw = scene.table.draw
    if draw is None or draw.shaker is None or not draw.for_partners:
        return ""
    side = scene.table.seats[draw.shaker].side
    members = [line.seat for line in scene.table.seats if line.side == side]
    names = scene.both(seat_name(scene, seat) for seat in members)
    return capital(scene.say("{names} are partners.", names=names))


def _reader(scene: Scene) -> int | None:
    return None if scene.hand is None else scene.hand.seat
