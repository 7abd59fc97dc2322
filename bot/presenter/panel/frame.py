"""What every panel shares: its frame, its tiles, the lines about the hand, the last row."""

from __future__ import annotations

from dataclasses import replace

from bot.engine import Phase, SeatView, Tile, sort_hand
from bot.tables.model import Occupant, Status
from bot.tables.views import Note, PanelView

from ..hand.outcome import score_line
from ..rules.discord_refusals import board_trouble
from ..table.buttons import more_button
from ..table.claims import claim_line
from ..table.drawings import NO_SWAP, Swap, can_be_drawn
from ..table.pictures import panel_part, table_part
from ..table.position import (
    bid_for,
    hand_score_line,
    partners_line,
    special_lines,
    trick_tiles,
    trick_won_line,
    trump_line,
)
from ..table.scene import PanelScene, Scene
from ..table.seats import seat_name
from ..words.ids import Verb
from ..words.parts import lines, small
from ..words.render_context import RenderContext
from ..words.spec import Accent, Button, Container, Link, Message, Part, Picture, Row, Text
from .hints import hint_text

WORDS_IN_ROW = 3
A_PHONES_ROW = 3  # of buttons: Ready, Shake, Review


def sorted_hand(view: SeatView) -> tuple[Tile, ...]:
    """Sort a view's hand for display."""
    return sort_hand(view.hand, view.contract)


def own_name(scene: PanelScene) -> str:
    """Return the name of the panel's owner."""
    if scene.panel.seat is None:
        raise ValueError("a watcher has no seat")
    return seat_name(scene, scene.panel.seat)


def note_line(note: Note | None, context: RenderContext) -> str:
    """Format the note above a panel; empty without one."""
    match note:
        case None:
            return ""
        case Note.STALE:
            return context.say("That button was from an earlier turn. Here's your hand now.")
        case Note.SEAT_BACK:
            return context.say("You have your seat back.")
        case Note.ANSWER_LOST:
            return context.say("Discord was slow, but what you did counts.")
        case Note.BOARD_SLOW:
            return context.say("Discord is slow, so the board lags behind. What you do counts.")
        case Note.UNCONFIRMED:
            return ""
        case _:
            return board_trouble(note, context.words)


def situation_line(scene: Scene) -> str:
    """Write the small lines of a panel: trump, bid, the last trick, the score."""
    view = scene.view
    facts = []
    if view.contract is not None:
        facts = [trump_line(scene), bid_for(scene)]
    last = ""
    if view.tricks:
        tiles = trick_tiles(scene, view.tricks[-1])
        last = f"{trick_won_line(scene, len(view.tricks))}: {tiles}"
    return lines(
        small(" · ".join(filter(None, facts))),
        *(small(line) for line in special_lines(scene)),
        small(last),
        small(hand_score_line(scene)) if view.phase is Phase.PLAY else "",
        small(score_line(scene)),
        small(partners_line(scene)),
    )


def hand_text(scene: Scene) -> str:
    """Write the hand in words."""
    view = scene.view
    if not view.hand:
        return scene.say("You have no dominoes left.")
    tiles = scene.tiles(sorted_hand(view), view.rules.game)
    return scene.say("**Your dominoes:** {tiles}", tiles=tiles)


def frame(
    scene: PanelScene,
    text: str,
    *rows: Row,
    task: str,
    news: str = "",
    beside: tuple[Button, ...] = (),
    your_turn: bool = False,
    tiles: bool = True,
    swap: Swap = NO_SWAP,
) -> Message:
    """Build a panel: the picture with its line, or everything in words; then the buttons.

    A picture is followed by `task`, what to do in one line, and one more: a note, else a hint, else
    `news`. In words: `text`, the hand in heading size, and the hint.

    `beside`: buttons that open the last row. `swap`: the tiles moving in an unfinished exchange.
    """
    drawn = scene.pictures and can_be_drawn(scene.table)
    if drawn and scene.hand is not None and scene.table.status is not Status.CLOSED:
        first = note_line(scene.panel.note, scene) or claim_line(scene)
        more = first or _hint(scene).replace("\n", " ") or news
        parts: list[Part] = [
            _picture(scene, task, swap),
            Text(lines(small(_where(scene)), heading(task), more)),
        ]
    else:
        parts = _in_words(scene, text, tiles=tiles)
    tools = _tools(scene, None if drawn else scene.place)
    accent = Accent.YOUR_TURN if your_turn else Accent.NORMAL
    last = _in_rows((*beside, *tools))
    return Message(body=(Container((*parts, *rows, *last), accent),))


def _in_rows(buttons: tuple[Button | Link, ...]) -> tuple[Row, ...]:
    """Build buttons in a row, or in two equal ones if a phone has no room for one."""
    if len(buttons) <= A_PHONES_ROW:
        return (Row(buttons),)
    half = (len(buttons) + 1) // 2
    return Row(buttons[:half]), Row(buttons[half:])


def _picture(scene: PanelScene, task: str, swap: Swap) -> Picture:
    view = scene.view
    if scene.panel.seat is None and view.phase is not Phase.OVER:
        return table_part(scene)
    if not in_turn(scene.panel):  # a computer may play for them
        scene = replace(scene, hand=replace(view, legal=()))
    return panel_part(scene, task, swap)


def _in_words(scene: PanelScene, text: str, *, tiles: bool) -> list[Part]:
    view, where = scene.hand, small(_where(scene))
    parts: list[Part] = [Text(lines(where, note_line(scene.panel.note, scene), text))]
    if tiles and view is not None and view.hand:
        parts.append(Text(scene.heading(sorted_hand(view), view.rules.game)))
    if hint := _hint(scene):
        parts.append(Text(hint))
    return parts


def _where(scene: PanelScene) -> str:
    return scene.say("Table {number}", number=scene.table.number) if scene.place else ""


def _hint(scene: PanelScene) -> str:
    if scene.panel.advice is None or scene.hand is None:
        return ""
    return hint_text(scene.panel.advice, scene.hand, scene)


def _tools(scene: PanelScene, place: str | None) -> tuple[Button | Link, ...]:
    """Build the last row: tools, and the link to the table."""
    items = []
    if is_away(scene.panel) and scene.table.status is not Status.CLOSED:
        items.append(scene.press(Verb.BACK, scene.say("Take my seat back")))
    if scene.panel.can_skip:
        items.append(scene.press(Verb.SKIP, scene.say("Skip to my turn")))
    if in_turn(scene.panel):
        items.append(
            scene.press(Verb.HINT, scene.say("Hint"), disabled=scene.panel.advice is not None)
        )
        if _leads(scene.panel) and scene.table.claim is None:
            items.append(scene.press(Verb.CLAIM, scene.say("Lay down")))
    if scene.hand is not None and scene.hand.phase is Phase.PLAY and scene.hand.tricks:
        items.append(scene.press(Verb.LAST, scene.say("Last trick")))
    if scene.hand is None or scene.table.status is Status.CLOSED:
        items.append(scene.press(Verb.RULES, scene.say("Rules")))
    else:
        items.append(more_button(scene))
    link = (Link(scene.say("Go to the table"), place),) if place else ()
    return (*items, *link)


def in_turn(panel: PanelView) -> bool:
    """Return True if it is the owner's turn and no computer plays for them."""
    view, playing = panel.view, panel.table.status is Status.PLAYING
    return playing and view is not None and bool(view.legal) and not is_away(panel)


def _leads(panel: PanelView) -> bool:
    """Return True if the next play is a lead."""
    view = panel.view
    if view is None or view.phase is not Phase.PLAY:
        return False
    return view.trick is None or not view.trick.plays


def is_away(panel: PanelView) -> bool:
    """Return True if a computer plays the owner's seat."""
    if panel.seat is None:
        return False
    line = panel.table.seats[panel.seat]
    return line.occupant is Occupant.PERSON and line.away


def heading(text: str) -> str:
    """Format a text as the heading of a panel."""
    return f"### {text}"
