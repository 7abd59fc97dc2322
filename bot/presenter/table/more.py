"""What has no room on a panel or a board: everything in words, and the rarer buttons."""

from __future__ import annotations

from dataclasses import replace

from bot.engine import Phase
from bot.tables.views import PanelView, TableView

from ..hand.outcome import gained_line, laid_down_line, outcome_line
from ..hand.result import files_row, recap
from ..panel.screen import hand_panel
from ..words.ids import Verb
from ..words.parts import lines, press
from ..words.render_context import RenderContext
from ..words.spec import Accent, Button, Container, Link, Message, Part, Row, Text
from .drawings import can_be_drawn

PICTURES_ON = "on"
PICTURES_OFF = "off"


def more_screen(panel: PanelView, context: RenderContext, place: str | None = None) -> Message:
    """Return what one person may know of a table in words, and what else they may do.

    `place`: an address of the table, for a screen that is shown elsewhere.
    """
    table, view, say = panel.table, panel.view, context.words.say
    if view is not None and view.phase is Phase.OVER:
        parts, rows = list(_hand_over(table, context)), files_row(table, context)
    else:
        spoken = hand_panel(panel, replace(context, pictures=False))
        parts, rows = _texts(spoken), ()
    buttons: list[Button | Link] = []
    if view is not None and view.tricks and view.phase is Phase.PLAY:
        buttons.append(press(table, Verb.LAST, say("Last trick")))
    buttons += [press(table, Verb.RULES, say("Rules")), *_switch(table, context)]
    if place is not None:
        buttons.append(Link(say("Go to the table"), place))
    return Message(body=(Container((*parts, *rows, Row(tuple(buttons))), Accent.NORMAL),))


def more_of_hand(table: TableView, context: RenderContext) -> Message:
    """Return a finished hand in words, with its files; ValueError while no hand is over."""
    rows = files_row(table, context)
    return Message(body=(Container((*_hand_over(table, context), *rows), Accent.NORMAL),))


def _texts(message: Message) -> list[Part]:
    """Return the texts of a message."""
    (frame,) = message.body
    children = frame.children if isinstance(frame, Container) else (frame,)
    return [part for part in children if isinstance(part, Text)]


def _hand_over(table: TableView, context: RenderContext) -> tuple[Part, ...]:
    if table.view is None:
        raise ValueError("no hand is over")
    head = context.words.say("Hand {number}", number=table.hand_no)
    top = lines(
        f"### {head}",
        outcome_line(table, table.view, context),
        laid_down_line(table, context),
        gained_line(table, table.view, context),
    )
    return (Text(top), *recap(table, table.view, context))


def _switch(table: TableView, context: RenderContext) -> tuple[Button, ...]:
    """Return the button between pictures and words, where this game has pictures."""
    if not (context.may_switch and can_be_drawn(table)):
        return ()
    say = context.words.say
    if context.pictures:
        return (press(table, Verb.PICTURES, say("Text only"), arg=PICTURES_OFF),)
    return (press(table, Verb.PICTURES, say("With pictures"), arg=PICTURES_ON),)
