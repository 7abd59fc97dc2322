"""The board: one public message per hand, from the first bid to the last trick."""

from __future__ import annotations

from bot.tables.model import Status
from bot.tables.views import TableView
from texas42.engine import Phase

from ..hand.outcome import games_line, score_line
from ..hand.result import closed_line, game_end, record_button, result
from ..words.ids import Verb
from ..words.parts import clock, framed, lines, note, small
from ..words.render_context import RenderContext
from ..words.spec import Message, Row, Separator, Text
from .draw_line import draw_line, full_draw_line
from .front_door import front_door
from .hints import hints_line
from .lobby import lobby
from .pictures import table_part
from .position import (
    auction_line,
    bid_line,
    hand_score_line,
    high_bid_line,
    is_trick_end,
    led_line,
    special_lines,
    trick_line,
    trick_number,
    trick_tiles,
    trick_won_line,
    trump_line,
    turn_line,
)
from .scene import Scene, more_button, my_hand, rules_button
from .seats import FOUR, hand_title, plays_alone, side_members, side_name, title


def table_screen(table: TableView, context: RenderContext) -> Message:
    """Build a table's public message in any state."""
    scene = Scene.of(table, context)
    match scene.table.status:
        case Status.LOBBY:
            return lobby(scene.table, scene.context)
        case Status.PLAYING:
            return board(scene.table, scene.context)
        case Status.BETWEEN:
            return result(scene.table, scene.context)
        case Status.FINISHED:
            return game_end(scene.table, scene.context)
        case Status.PAUSED:
            return paused(scene.table, scene.context)
        case Status.CLOSED:
            return closed(scene.table, scene.context)


def board(table: TableView, context: RenderContext) -> Message:
    """Build the board of the hand in play; ValueError if no hand is dealt."""
    scene = Scene.of(table, context)
    if scene.shows_pictures:
        return _picture_board(scene)
    middle = _middle(scene)
    texts = (Text(board_heading(scene)), *((Text(middle),) if middle else ()))
    last = (scene.press(Verb.LAST, scene.say("Last trick")),) if scene.view.tricks else ()
    row = Row((my_hand(scene), *last, rules_button(scene)))
    return framed(*texts, Separator(), Text(_footer(scene)), row, silent=True)


def _picture_board(scene: Scene) -> Message:
    """Build the board as a picture, one line, and three buttons."""
    view = scene.view
    now = turn_line(scene)
    if is_trick_end(view):
        won = trick_won_line(scene, len(view.tricks))
        now = scene.say("{won}. {now}.", won=won, now=now)
    heading = f"**{hand_title(scene)}** · {now}"
    line = lines(
        heading, small(draw_line(scene)), small(hints_line(scene)), small(_behind_line(scene))
    )
    row = Row((my_hand(scene), rules_button(scene), more_button(scene)))
    return framed(table_part(scene), Text(line), row, silent=True)


def board_heading(scene: Scene) -> str:
    """Write the first lines of the board: hand, trick, trump, and bid."""
    view = scene.view
    table_name = scene.say("Table {number}", number=scene.table.number)
    phases = {
        Phase.CALL: scene.say("Bidding"),
        Phase.CONTRACT: scene.say("Trump"),
        Phase.EXCHANGE: scene.say("Swapping dominoes"),
        Phase.PLAY: scene.say(
            "Trick {number} of {tricks}",
            number=trick_number(view),
            tricks=view.rules.game.hand_size,
        ),
    }
    head = (table_name, hand_title(scene), phases.get(view.phase, ""))
    trump = trump_line(scene)
    facts = (f"**{trump}**" if trump else "", bid_line(scene), led_line(scene))
    return lines("## " + " · ".join(filter(None, head)), " · ".join(filter(None, facts)))


def _middle(scene: Scene) -> str:
    view = scene.view
    if view.phase is Phase.CALL:
        return lines(full_draw_line(scene), high_bid_line(scene), auction_line(scene))
    rest = special_lines(scene)
    if view.phase is not Phase.PLAY or view.trick is None:
        return lines(auction_line(scene), *rest)
    if is_trick_end(view):
        last = view.tricks[-1]
        return lines(
            trick_tiles(scene, last),
            f"**{trick_won_line(scene, len(view.tricks))}**",
            f"**{turn_line(scene)}**",
            *rest,
        )
    last_trick = trick_won_line(scene, len(view.tricks)) if view.tricks else ""
    calls = "" if view.tricks or view.trick.plays else auction_line(scene)
    return lines(
        trick_line(scene),
        small(last_trick),
        small(calls),
        *rest,
    )


def _footer(scene: Scene) -> str:
    turn = turn_line(scene)
    if turn:
        turn = scene.say("{turn} · {when}", turn=turn, when=clock(scene.table.turn_since))
    return lines(
        score_line(scene),
        hand_score_line(scene),
        small(sides_line(scene)),
        small(turn),
        small(hints_line(scene)),
        small(_behind_line(scene)),
    )


def _behind_line(scene: Scene) -> str:
    """Say that the board comes late; empty if it doesn't."""
    if not scene.context.is_behind:
        return ""
    return scene.say("Many tables are playing, so this board is a few seconds behind.")


def sides_line(scene: Scene) -> str:
    """List the players of each side, unless the sides' names already do."""
    if len(scene.table.seats) == FOUR or plays_alone(scene.table):
        return ""
    return " · ".join(
        scene.say(
            "{side}: {players}", side=side_name(scene, side), players=side_members(scene, side)
        )
        for side in range(scene.table.rules.game.sides)
    )


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
        card = result if scene.table.winner is None else game_end
        return card(scene.table, scene.context)
    text = lines(f"## {title(scene)}", closed_line(scene), games_line(scene))
    record = (Row((record_button(scene),)),) if view is not None else ()
    return note(text, *record, front_door(scene.context))
