"""The board: one public message per hand, from the first bid to the last trick."""

from __future__ import annotations

from bot.tables.model import Status
from bot.tables.views import TableView
from texas42.engine import Phase

from ..hand.outcome import games_line, score_line
from ..hand.result import closed_line, record_button, result
from ..layout.ways import beside_picture, in_words
from ..words.ids import Verb
from ..words.parts import framed, lines, note
from ..words.render_context import RenderContext
from ..words.spec import Message, Row, Text
from .front_door import front_door
from .lobby import lobby
from .pictures import table_part
from .position_facts import board_facts
from .scene import Scene, more_button, my_hand, rules_button
from .seats import height_of_names, title


def table_screen(table: TableView, context: RenderContext) -> Message:
    """Build a table's public message in any state."""
    scene = Scene.of(table, context)
    match scene.table.status:
        case Status.LOBBY:
            return lobby(scene.table, scene.context)
        case Status.PLAYING:
            return board(scene.table, scene.context)
        case Status.BETWEEN | Status.FINISHED:
            return result(scene.table, scene.context)
        case Status.PAUSED:
            return paused(scene.table, scene.context)
        case Status.CLOSED:
            return closed(scene.table, scene.context)


def board(table: TableView, context: RenderContext) -> Message:
    """Build the board of the hand in play; ValueError if no hand is dealt."""
    scene = Scene.of(table, context)
    facts = board_facts(scene)
    if scene.shows_pictures:
        below = (Row((my_hand(scene), rules_button(scene), more_button(scene))),)
        picture = table_part(scene)
        said, rows = beside_picture(facts, picture, (below,))
        return framed(picture, Text(said), *rows, silent=True)
    last = (scene.press(Verb.LAST, scene.say("Last trick")),) if scene.view.tricks else ()
    row = Row((my_hand(scene), *last, rules_button(scene)))
    return framed(Text(in_words(facts, (row,), spare=height_of_names(scene))), row, silent=True)


def paused(table: TableView, context: RenderContext) -> Message:
    """Build the screen of a table that everyone has left."""
    scene = Scene.of(table, context)
    text = lines(
        f"## {title(scene)}",
        scene.say("Paused: nobody is at the table. Nothing is lost."),
        scene.say("Press My hand, or use /hand, to go on."),
        score_line(scene),
    )
    return note(text, Row((my_hand(scene),)))


def closed(table: TableView, context: RenderContext) -> Message:
    """Build the screen of a table that has ended: the card of its last hand, if it was finished."""
    scene = Scene.of(table, context)
    view = scene.table.view
    if view is not None and view.phase is Phase.OVER:
        return result(scene.table, scene.context)
    text = lines(f"## {title(scene)}", closed_line(scene), games_line(scene))
    has_record = view is not None and not scene.table.hides_hands
    record = (Row((record_button(scene),)),) if has_record else ()
    return note(text, *record, front_door(scene.context))
