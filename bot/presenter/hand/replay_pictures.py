"""The pictures of a replay: a moment, with all hands open or as one seat saw it, and a hand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bot.engine import Game, Phase, SeatView, sort_hand, view_for
from bot.render import Film, HandTile, OpenHands, Still
from bot.tables.past import Replay
from bot.tables.views import TableView

from ..table.drawings import held_tile, panel_picture, result_picture, table_picture
from ..table.pictures import alt_of
from ..words.render_context import RenderContext
from ..words.spec import Picture
from .replay_place import ReplayPlace

MILLISECONDS = 900


def moment_picture(
    replay: Replay, place: ReplayPlace, texts: Iterable[str], context: RenderContext
) -> Picture:
    """Return the picture of a moment; `texts` say in words what it shows."""
    table, game = replay.at(place.step), replay.moments[place.step].game
    still = _still(table, game, place.seat, context)
    name = f"replay-{table.number}-{table.hand_no}-{place.step}.webp"
    return Picture(still, alt_of(texts), name)


def _still(table: TableView, game: Game, seat: int | None, context: RenderContext) -> Still:
    view = _view(table)
    if view.phase is Phase.OVER:
        return result_picture(table, view, context)
    if seat is None:
        return _open_hands(table, view, game, context)
    return panel_picture(table, view_for(game, seat), context)


def hand_film(replay: Replay, context: RenderContext) -> Picture:
    """Return a whole hand as a picture that moves, with all hands open."""
    frames = []
    for step, moment in enumerate(replay.moments):
        table = replay.at(step)
        view = _view(table)
        if view.phase is Phase.OVER:  # the last trick stays on the table
            unfinished = view.trick if view.trick is not None and view.trick.plays else None
            view = replace(view, phase=Phase.PLAY, to_act=None, trick=unfinished)
        frames.append(_open_hands(table, view, moment.game, context))
    table = replay.table
    text = context.words.say(
        "Hand {hand} at Table {number}, play by play.", hand=table.hand_no, number=table.number
    )
    name = f"hand-{table.number}-{table.hand_no}.webp"
    return Picture(Film(frames=tuple(frames), milliseconds=MILLISECONDS), text, name)


def _open_hands(table: TableView, view: SeatView, game: Game, context: RenderContext) -> OpenHands:
    if game.deal is None:
        raise ValueError("a moment has its deal")
    hands = (sort_hand(hand, view.contract) for hand in game.deal.hands)
    tiles: tuple[tuple[HandTile, ...], ...] = tuple(
        tuple(held_tile(view, tile) for tile in hand) for hand in hands
    )
    return OpenHands(
        table=table_picture(table, view, context), hands=tiles, dealt=view.rules.game.hand_size
    )


def _view(table: TableView) -> SeatView:
    if table.view is None:
        raise ValueError("a moment has a view")
    return table.view
