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
    """Say who drew the highest and what follows; every draw if some were tied.

    Not to the player in turn, whose bids leave room for two lines: their picture shows the last
    dominoes, and the board every draw.
    """
    draw = scene.table.draw
    if draw is None or draw.shaker is None:
        return ""
    tied = len(draw.rounds) > 1
    if tied and (scene.hand is None or not scene.hand.legal):
        return full_draw_line(scene)
    name, tile = seat_name(scene, draw.shaker), drawn_dominoes(scene.table)[draw.shaker]
    if draw.for_partners or tied:
        said = scene.say("{name} shakes with the {tile}.", name=name, tile=tile_text(tile))
        return " ".join(filter(None, (said, _partners(scene))))
    if draw.shaker == _reader(scene):
        return scene.say("You drew the highest domino, {tile}, and shake.", tile=tile_text(tile))
    return scene.say(
        "{name} drew the highest domino, {tile}, and shakes.", name=name, tile=tile_text(tile)
    )


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
