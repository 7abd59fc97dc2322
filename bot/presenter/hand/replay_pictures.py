"""The pictures of a replay: one moment, from all hands or from one seat, and the whole hand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bot.render import Film, OpenHands, Still
from bot.tables.past import Replay
from texas42.engine import Game, Phase, sort_hand, view_for

from ..layout.fact import Fact
from ..layout.ways import alt_text
from ..table.drawings import held_tile, panel_picture, result_picture, table_picture
from ..table.scene import Scene
from ..table.seats import hand_title
from ..words.parts import known
from ..words.render_context import RenderContext
from ..words.spec import Picture
from .replay_scene import ReplayScene

MILLISECONDS = 900


def moment_picture(scene: ReplayScene, facts: Iterable[Fact]) -> Picture:
    """Build the picture of a moment; `facts` are told by the alt text."""
    number = scene.table.number or 0  # names of files say 0 for none
    name = f"replay-{number}-{scene.table.hand_no}-{scene.place.step}.webp"
    return Picture(_still(scene), alt_text(facts), name)


def _still(scene: ReplayScene) -> Still:
    game = scene.game
    seat = scene.place.seat
    if scene.view.phase is Phase.OVER:
        return result_picture(scene)
    if seat is None:
        return _open_hands(scene, game)
    return panel_picture(replace(scene, hand=view_for(game, seat)))


def hand_film(replay: Replay, context: RenderContext) -> Picture:
    """Build a whole hand as an animation, with all hands open."""
    frames = []
    for step, moment in enumerate(replay.moments):
        scene = Scene.of(replay.at(step), context)
        view = scene.view
        if view.phase is Phase.OVER:  # the last trick stays on the table
            unfinished = view.trick if view.trick is not None and view.trick.plays else None
            playing = replace(view, phase=Phase.PLAY, to_act=None, trick=unfinished)
            scene = replace(scene, hand=playing)
        frames.append(_open_hands(scene, moment.game))
    table = replay.table
    hand = hand_title(Scene.of(table, context))
    text = context.say("{hand} at Table {number}, play by play.", hand=hand, number=table.number)
    name = f"hand-{table.number or 0}-{table.hand_no}.webp"
    return Picture(Film(frames=tuple(frames), milliseconds=MILLISECONDS), text, name)


def _open_hands(scene: Scene, game: Game) -> OpenHands:
    view = scene.view
    hands = (sort_hand(hand, view.contract) for hand in known(game.deal).hands)
    tiles = tuple(tuple(held_tile(view, tile) for tile in hand) for hand in hands)
    return OpenHands(table=table_picture(scene), hands=tiles, dealt=view.rules.game.hand_size)
