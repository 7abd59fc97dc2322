"""What every panel shares: its frame, its tiles, the lines about the hand, the last row."""

from __future__ import annotations

from dataclasses import replace

from bot.engine import Phase, SeatView, Tile, sort_hand
from bot.tables.model import Occupant, Status
from bot.tables.views import Note, PanelView, TableView

from ..hand.outcome import score_line
from ..table.claims import claim_line
from ..table.drawings import NO_SWAP, Swap, can_be_drawn
from ..table.pictures import panel_part, table_part
from ..table.position import (
    bid_for,
    hand_score_line,
    own_side,
    partners_line,
    special_lines,
    trick_tiles,
    trick_won_line,
    trump_line,
)
from ..words.ids import Verb
from ..words.names import seat_name
from ..words.parts import lines, more_button, press, small
from ..words.render_context import RenderContext
from ..words.spec import Accent, Button, Container, Link, Message, Part, Picture, Row, Text
from .hints import hint_text

WORDS_IN_ROW = 3
A_PHONES_ROW = 3  # of buttons: Ready, Shake, Review


def seated(panel: PanelView) -> tuple[int, SeatView]:
    """Return the seat and the view of a player in a hand; ValueError for anybody else."""
    if panel.seat is None or panel.view is None:
        raise ValueError("no hand of a player")
    return panel.seat, panel.view


def sorted_hand(view: SeatView) -> tuple[Tile, ...]:
    """Return the tiles of a view's hand in the order in which they are shown."""
    return sort_hand(view.hand, view.contract)


def own_name(panel: PanelView, context: RenderContext) -> str:
    """Return the name of the panel's owner."""
    if panel.seat is None:
        raise ValueError("a watcher has no seat")
    return seat_name(panel.table, panel.seat, context)


def note_line(note: Note | None, context: RenderContext) -> str:
    """Return the note above a panel; empty without one."""
    say = context.words.say
    match note:
        case Note.STALE:
            return say("That button was from an earlier turn. Here's your hand now.")
        case Note.SEAT_BACK:
            return say("You have your seat back.")
        case Note.ANSWER_LOST:
            return say("Discord was slow, but what you did counts.")
        case Note.BOARD_SLOW:
            return say("Discord is slow, so the board lags behind. What you do counts.")
        case Note.PLACE_GONE:
            return say(
                "Somebody deleted the table's channel. Nothing is lost: "
                "use /table move in another channel to go on there."
            )
        case Note.NOT_ALLOWED:
            return say(
                "I can't post in the table's channel any more. Ask a moderator to give me "
                "**View Channel** and **Send Messages** there, or use /table move elsewhere."
            )
        case Note.LOCKED:
            return say(
                "A moderator locked the table's thread. The game is saved: "
                "use /table move in another channel to go on there."
            )
        case Note.AUTOMOD:
            return say("AutoMod blocked my message. Ask a moderator to allow the bot.")
        case None:
            return ""


def situation_line(table: TableView, view: SeatView, context: RenderContext) -> str:
    """Return the small lines of a panel: trump, bid, the last trick, the score."""
    own = own_side(view)
    facts = []
    if view.contract is not None:
        facts = [trump_line(view, context), bid_for(table, view, context)]
    last = ""
    if view.tricks:
        tiles = trick_tiles(table, view.tricks[-1], context)
        last = f"{trick_won_line(table, view, len(view.tricks), context)}: {tiles}"
    return lines(
        small(" · ".join(filter(None, facts))),
        *(small(line) for line in special_lines(table, view, context)),
        small(last),
        small(hand_score_line(table, view, context, own)) if view.phase is Phase.PLAY else "",
        small(score_line(table, context, own)),
        small(partners_line(table, view, context)),
    )


def hand_text(view: SeatView, context: RenderContext) -> str:
    """Return the tiles of the hand in words."""
    if not view.hand:
        return context.words.say("You have no dominoes left.")
    tiles = context.tiles(sorted_hand(view), view.rules.game)
    return context.words.say("**Your dominoes:** {tiles}", tiles=tiles)


def frame(
    panel: PanelView,
    context: RenderContext,
    text: str,
    *rows: Row,
    task: str,
    news: str = "",
    place: str | None,
    beside: tuple[Button, ...] = (),
    your_turn: bool = False,
    tiles: bool = True,
    swap: Swap = NO_SWAP,
) -> Message:
    """Return a panel: a picture with what to do below it, or all of it in words; then the buttons.

    With the picture go `task`, what to do in one line, and one more: a note, else a hint, else
    `news`. In words it is `text`, the hand in heading size and the hint.

    `beside`: buttons that open the last row. `swap`: what crosses in the exchange being made.
    """
    drawn = context.pictures and can_be_drawn(panel.table)
    if drawn and panel.view is not None and panel.table.status is not Status.CLOSED:
        first = note_line(panel.note, context) or claim_line(panel, context)
        more = first or _hint(panel, context).replace("\n", " ") or news
        parts: list[Part] = [
            _picture(panel, panel.view, task, context, swap),
            Text(lines(small(_where(panel, context, place)), heading(task), more)),
        ]
    else:
        parts = _in_words(panel, context, text, place, tiles=tiles)
    tools = _tools(panel, context, None if drawn else place)
    accent = Accent.YOUR_TURN if your_turn else Accent.NORMAL
    last = _in_rows((*beside, *tools))
    return Message(body=(Container((*parts, *rows, *last), accent),))


def _in_rows(buttons: tuple[Button | Link, ...]) -> tuple[Row, ...]:
    """Return buttons in a row, or in two of the same length where a phone has no room for one."""
    if len(buttons) <= A_PHONES_ROW:
        return (Row(buttons),)
    half = (len(buttons) + 1) // 2
    return Row(buttons[:half]), Row(buttons[half:])


def _picture(
    panel: PanelView,
    view: SeatView,
    task: str,
    context: RenderContext,
    swap: Swap,
) -> Picture:
    if panel.seat is None and view.phase is not Phase.OVER:
        return table_part(panel.table, view, context)
    seen = view if in_turn(panel) else replace(view, legal=())  # a computer may play for them
    return panel_part(panel.table, seen, task, context, swap)


def _in_words(
    panel: PanelView, context: RenderContext, text: str, place: str | None, *, tiles: bool
) -> list[Part]:
    view, where = panel.view, small(_where(panel, context, place))
    parts: list[Part] = [Text(lines(where, note_line(panel.note, context), text))]
    if tiles and view is not None and view.hand:
        parts.append(Text(context.heading(sorted_hand(view), view.rules.game)))
    if hint := _hint(panel, context):
        parts.append(Text(hint))
    return parts


def _where(panel: PanelView, context: RenderContext, place: str | None) -> str:
    return context.words.say("Table {number}", number=panel.table.number) if place else ""


def _hint(panel: PanelView, context: RenderContext) -> str:
    if panel.advice is None or panel.view is None:
        return ""
    return hint_text(panel.advice, panel.view, context)


def _tools(
    panel: PanelView, context: RenderContext, place: str | None
) -> tuple[Button | Link, ...]:
    """Return the buttons of the last row: what one may ask for, and the way to the table."""
    table, say, items = panel.table, context.words.say, []
    if is_away(panel) and table.status is not Status.CLOSED:
        items.append(press(table, Verb.BACK, say("Take my seat back")))
    if panel.can_skip:
        items.append(press(table, Verb.SKIP, say("Skip to my turn")))
    if in_turn(panel):
        items.append(press(table, Verb.HINT, say("Hint"), disabled=panel.advice is not None))
        if _leads(panel) and table.claim is None:
            items.append(press(table, Verb.CLAIM, say("Lay down")))
    if panel.view is not None and panel.view.phase is Phase.PLAY and panel.view.tricks:
        items.append(press(table, Verb.LAST, say("Last trick")))
    if panel.view is None or table.status is Status.CLOSED:
        items.append(press(table, Verb.RULES, say("Rules")))
    else:
        items.append(more_button(table, context))
    link = (Link(say("Go to the table"), place),) if place else ()
    return (*items, *link)


def in_turn(panel: PanelView) -> bool:
    """Whether the owner is in turn, and no computer plays for them."""
    view, playing = panel.view, panel.table.status is Status.PLAYING
    return playing and view is not None and bool(view.legal) and not is_away(panel)


def _leads(panel: PanelView) -> bool:
    """Whether the player in turn is to lead."""
    view = panel.view
    if view is None or view.phase is not Phase.PLAY:
        return False
    return view.trick is None or not view.trick.plays


def is_away(panel: PanelView) -> bool:
    """Whether a computer plays the owner's seat."""
    if panel.seat is None:
        return False
    line = panel.table.seats[panel.seat]
    return line.occupant is Occupant.PERSON and line.away


def heading(text: str) -> str:
    """Return a text as the first line of a panel."""
    return f"### {text}"
