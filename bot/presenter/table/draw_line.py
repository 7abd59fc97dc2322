"""The draw for the shake and for partners, while its dominoes lie face up (000:37, 002:11-13)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from bot.tables.views import DrawView
from texas42.engine import Tile

from ..words.parts import capital
from ..words.render_context import tile_text
from .scene import Scene
from .seats import seat_name, short_seat_name

Round = Sequence[tuple[int, Tile]]


def drawn_dominoes(draw: DrawView) -> Mapping[int, Tile]:
    """Return the last domino that each seat drew; empty unless they lie on the table."""
    return {seat: tile for each in draw.rounds for seat, tile in each}


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
        return full_draw_line(scene, short_seat_name)
    name = short_seat_name(scene, draw.shaker)
    tile = drawn_dominoes(draw)[draw.shaker]
    if draw.for_partners or tied:
        said = scene.say("{name} drew the {tile} and shakes.", name=name, tile=tile_text(tile))
        if draw.shaker == _reader(scene):
            said = scene.say("You drew the {tile} and shake.", tile=tile_text(tile))
        return " ".join(filter(None, (said, _partners(scene, short_seat_name))))
    if draw.shaker == _reader(scene):
        return scene.say("You drew the highest domino, {tile}, and shake.", tile=tile_text(tile))
    return scene.say(
        "{name} drew the highest domino, {tile}, and shakes.", name=name, tile=tile_text(tile)
    )


def short_draw_line(scene: Scene) -> str:
    """Say who drew the highest, short enough for one line on a phone; empty without a draw."""
    draw = scene.table.draw
    if draw is None or draw.shaker is None:
        return ""
    if draw.shaker == _reader(scene):
        return scene.say("You drew high and shake.")
    return scene.say("{name} drew high and shakes.", name=short_seat_name(scene, draw.shaker))


def full_draw_line(scene: Scene, name: Callable[[Scene, int], str] = seat_name) -> str:
    """Write every domino that was drawn, who shakes, and who are partners; empty without a draw.

    `name`: how a seat is named.
    """
    draw = scene.table.draw
    if draw is None or draw.shaker is None:
        return ""

    def drawn_by(dominoes: Round) -> str:
        return " · ".join(f"{name(scene, seat)} {tile_text(tile)}" for seat, tile in dominoes)

    first, *again = draw.rounds
    drawn = scene.say("Draw for the shake: {dominoes}.", dominoes=drawn_by(first))
    if draw.for_partners:
        drawn = scene.say("Draw for partners: {dominoes}.", dominoes=drawn_by(first))
    redrawn = (scene.say("Tied, drawn again: {dominoes}.", dominoes=drawn_by(r)) for r in again)
    shakes = scene.say("{name} shakes.", name=name(scene, draw.shaker))
    if draw.shaker == _reader(scene):
        shakes = scene.say("You shake.")
    return " ".join(filter(None, (drawn, *redrawn, shakes, _partners(scene, name))))


def _partners(scene: Scene, name: Callable[[Scene, int], str]) -> str:
    """Name the side of the shaker after a draw for partners, or the reader's own partners."""
    draw = scene.table.draw
    reader = _reader(scene)
    if draw is None or draw.shaker is None or not draw.for_partners:
        return ""
    side = scene.table.seats[draw.shaker if reader is None else reader].side
    members = [line.seat for line in scene.table.seats if line.side == side]
    names = scene.both(name(scene, seat) for seat in members if seat != reader)
    if reader is None:
        return capital(scene.say("{names} are partners.", names=names))
    return capital(
        scene.plural(
            "{names} is your partner.", "{names} are your partners.", len(members) - 1, names=names
        )
    )


def _reader(scene: Scene) -> int | None:
    return None if scene.hand is None else scene.hand.seat
