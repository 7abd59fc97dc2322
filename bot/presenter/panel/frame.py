"""What every panel shares: its frame, its tiles, the lines about the hand, the last row."""

from __future__ import annotations

from bot.engine import Phase, SeatView, Tile, sort_hand
from bot.tables.model import Occupant, Status
from bot.tables.views import Note, PanelView, TableView

from ..bids import call_name
from ..hints import hint_text
from ..ids import Verb
from ..names import seat_name
from ..outcome import score_line
from ..parts import lines, press, small
from ..position import (
    hand_score_line,
    own_side,
    special_lines,
    trick_tiles,
    trick_won_line,
    trump_line,
)
from ..render_context import RenderContext
from ..spec import Accent, Button, Container, Link, Message, Part, Row, Text

WORDS_IN_ROW = 3


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


def bid_for(table: TableView, view: SeatView, context: RenderContext) -> str:
    """Return the winning bid and whether its bidder is the owner or their partner."""
    say = context.words.say
    if view.bid is None or view.bidder is None or view.seat is None:
        return ""
    bid = call_name(view.bid, view.rules, context.words)
    if view.bidder == view.seat:
        return say("Your bid: {bid}", bid=bid)
    name, game = seat_name(table, view.bidder, context), view.rules.game
    if game.side_of(view.bidder) == game.side_of(view.seat):
        return say("Bid {bid} by {name} (your partner)", bid=bid, name=name)
    return say("Bid {bid} by {name}", bid=bid, name=name)


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


def partners_line(table: TableView, view: SeatView, context: RenderContext) -> str:
    """Return who the panel's owner plays with in this hand; empty where they play alone.

    A DM says it nowhere else.
    """
    own = own_side(view)
    mates = [
        seat_name(table, line.seat, context)
        for line in table.seats
        if line.side == own and line.seat not in {view.seat, view.sitting_out}
    ]
    return (
        context.words.plural(
            "Your partner: {names}.",
            "Your partners: {names}.",
            len(mates),
            names=context.words.both(mates),
        )
        if mates
        else ""
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
    place: str | None,
    beside: tuple[Button, ...] = (),
    your_turn: bool = False,
    tiles: bool = True,
) -> Message:
    """Return a panel: the text, the tiles in heading size, the buttons, the way to the table.

    A hint that has been asked for stands right above the buttons.

    `beside`: buttons that open the last row.
    """
    view, say = panel.view, context.words.say
    where = say("Table {number}", number=panel.table.number) if place else ""
    parts: list[Part] = [Text(lines(small(where), note_line(panel.note, context), text))]
    if tiles and view is not None and view.hand:
        parts.append(Text(context.heading(sorted_hand(view), view.rules.game)))
    if panel.advice is not None and view is not None:
        parts.append(Text(hint_text(panel.advice, view, context)))
    parts.extend(rows)
    parts.append(Row((*beside, *_ways(panel, context, place))))
    return Message(
        body=(Container(tuple(parts), Accent.YOUR_TURN if your_turn else Accent.NORMAL),)
    )


def _ways(panel: PanelView, context: RenderContext, place: str | None) -> tuple[Button | Link, ...]:
    """Return the buttons of the last row: what one may ask for, and the way to the table."""
    table, say, items = panel.table, context.words.say, []
    if is_away(panel) and table.status is not Status.CLOSED:
        items.append(press(table, Verb.BACK, say("Take my seat back")))
    if panel.can_skip:
        items.append(press(table, Verb.SKIP, say("Skip to my turn")))
    if panel.view is not None and panel.view.phase is Phase.PLAY and panel.view.tricks:
        items.append(press(table, Verb.LAST, say("Last trick")))
    if _in_turn(panel):
        items.append(press(table, Verb.HINT, say("Hint"), disabled=panel.advice is not None))
        if _leads(panel) and table.claim is None:
            items.append(press(table, Verb.CLAIM, say("Lay down")))
    items.append(press(table, Verb.RULES, say("Rules")))
    link = (Link(say("Go to the table"), place),) if place else ()
    return (*items, *link)


def _in_turn(panel: PanelView) -> bool:
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
