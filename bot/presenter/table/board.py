"""The board: one public message a hand, from the first bid to the last trick."""

from __future__ import annotations

from bot.engine import Phase, SeatView
from bot.tables.model import Status
from bot.tables.views import TableView

from ..hand.outcome import games_line, score_line
from ..hand.result import game_end, record_button, result
from ..words.games import title
from ..words.ids import Verb
from ..words.names import FOUR, playing_seats, plays_alone, side_members, side_name
from ..words.parts import clock, lines, more_button, my_hand, press, small
from ..words.render_context import RenderContext
from ..words.spec import Accent, Button, Container, Message, Part, Row, Separator, Text
from .drawings import can_be_drawn
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


def table_screen(table: TableView, context: RenderContext) -> Message:
    """Return the one public message of a table, whatever its state."""
    match table.status:
        case Status.LOBBY:
            return lobby(table, context)
        case Status.PLAYING:
            return board(table, context)
        case Status.BETWEEN:
            return result(table, context)
        case Status.FINISHED:
            return game_end(table, context)
        case Status.PAUSED:
            return paused(table, context)
        case Status.CLOSED:
            return closed(table, context)


def board(table: TableView, context: RenderContext) -> Message:
    """Return the board of the hand in play; ValueError while no hand is dealt."""
    view = table.view
    if view is None:
        raise ValueError("no hand is dealt")
    if context.pictures and can_be_drawn(table):
        return _drawn(table, view, context)
    parts: list[Part] = [Text(board_heading(table, view, context))]
    middle = _middle(table, view, context)
    if middle:
        parts.append(Text(middle))
    parts += [Separator(), Text(_footer(table, view, context)), Row(_buttons(table, view, context))]
    return Message(body=(Container(tuple(parts), Accent.NORMAL),), silent=True)


def _drawn(table: TableView, view: SeatView, context: RenderContext) -> Message:
    """Return the board as a picture, a line and three buttons."""
    say = context.words.say
    now = turn_line(table, view, context)
    if is_trick_end(view):
        won = trick_won_line(table, view, len(view.tricks), context)
        now = say("{won}. {now}.", won=won, now=now)
    line = say("**Hand {number}** · {now}", number=table.hand_no, now=now)
    rules = press(table, Verb.RULES, say("Rules"))
    row = Row((my_hand(table, context), rules, more_button(table, context)))
    parts = (table_part(table, view, context), Text(line), row)
    return Message(body=(Container(parts, Accent.NORMAL),), silent=True)


def board_heading(table: TableView, view: SeatView, context: RenderContext) -> str:
    """Return the first lines of the board: which hand, which trick, trump and bid."""
    words = context.words
    head = [words.say("Table {number}", number=table.number)]
    head.append(words.say("Hand {number}", number=table.hand_no))
    if view.phase is Phase.PLAY:
        head.append(_trick_heading(view, context))
    else:
        head.append(
            {
                Phase.CALL: words.say("Bidding"),
                Phase.CONTRACT: words.say("Trump"),
                Phase.EXCHANGE: words.say("Swapping dominoes"),
            }.get(view.phase, "")
        )
    trump = trump_line(view, context)
    facts = [
        f"**{trump}**" if trump else "",
        bid_line(table, view, context),
        led_line(view, context),
    ]
    return lines("## " + " · ".join(filter(None, head)), " · ".join(filter(None, facts)))


def _trick_heading(view: SeatView, context: RenderContext) -> str:
    return context.words.say(
        "Trick {number} of {tricks}", number=trick_number(view), tricks=view.rules.game.hand_size
    )


def _middle(table: TableView, view: SeatView, context: RenderContext) -> str:
    if view.phase is Phase.CALL:
        return lines(high_bid_line(table, view, context), auction_line(table, view, context))
    rest = special_lines(table, view, context)
    if view.phase is not Phase.PLAY or view.trick is None:
        return lines(auction_line(table, view, context), *rest)
    if is_trick_end(view):
        last = view.tricks[-1]
        return lines(
            context.heading((play.tile for play in last.plays), view.rules.game),
            trick_tiles(table, last, context),
            f"**{trick_won_line(table, view, len(view.tricks), context)}**",
            f"**{turn_line(table, view, context)}**",
            *rest,
        )
    to_come = len(playing_seats(view, view.trick.leader)) - len(view.trick.plays)
    played = (play.tile for play in view.trick.plays)
    heading = context.heading(played, view.rules.game, to_come)
    last_trick = ""
    if view.tricks:
        last_trick = trick_won_line(table, view, len(view.tricks), context)
    calls = "" if view.tricks or view.trick.plays else auction_line(table, view, context)
    return lines(
        heading if view.trick.plays else "",
        trick_line(table, view, context),
        small(last_trick),
        small(calls),
        *rest,
    )


def _footer(table: TableView, view: SeatView, context: RenderContext) -> str:
    words = context.words
    turn = turn_line(table, view, context)
    if turn:
        turn = words.say("{turn} · {when}", turn=turn, when=clock(table.turn_since))
    return lines(
        score_line(table, context),
        hand_score_line(table, view, context),
        small(sides_line(table, context)),
        small(turn),
    )


def sides_line(table: TableView, context: RenderContext) -> str:
    """Return who plays on which side, where the sides' names don't say it."""
    if len(table.seats) == FOUR or plays_alone(table):
        return ""
    return " · ".join(
        context.words.say(
            "{side}: {players}",
            side=side_name(table, side, context),
            players=side_members(table, side, context),
        )
        for side in range(table.rules.game.sides)
    )


def _buttons(table: TableView, view: SeatView, context: RenderContext) -> tuple[Button, ...]:
    say = context.words.say
    buttons = [my_hand(table, context)]
    if view.tricks:
        buttons.append(press(table, Verb.LAST, say("Last trick")))
    buttons.append(press(table, Verb.RULES, say("Rules")))
    return tuple(buttons)


def paused(table: TableView, context: RenderContext) -> Message:
    """Return the screen of a table whose people have all left."""
    say = context.words.say
    text = lines(
        f"## {title(table, context)}",
        say("Paused: nobody is at the table. Nothing is lost."),
        say("Press My hand, or use /hand, to go on."),
        score_line(table, context),
    )
    parts = (Text(text), Row((my_hand(table, context),)))
    return Message(body=(Container(parts, Accent.NORMAL),))


def closed(table: TableView, context: RenderContext) -> Message:
    """Return the screen of a table that has ended."""
    say = context.words.say
    text = [f"## {title(table, context)}", say("This table is closed.")]
    text += [games_line(table, context), small(say("Open a new one with /table open."))]
    parts: list[Part] = [Text(lines(*text))]
    if table.view is not None:
        parts.append(Row((record_button(table, context),)))
    return Message(body=(Container(tuple(parts), Accent.NORMAL),))
