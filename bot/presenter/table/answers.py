"""What one person sees on asking: the last trick, where tables stand, files, questions."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine import Phase, SeatView
from bot.tables.model import Occupant, Status
from bot.tables.views import ShakeProof, TableView

from ..hand.outcome import outcome_line, score_line
from ..rules.screen import changes_line, rules_line
from ..words.games import title
from ..words.ids import Verb
from ..words.names import position, seat_name, seat_title
from ..words.parts import lines, note, press, small
from ..words.render_context import RenderContext
from ..words.spec import ButtonStyle, File, Message, Row
from .board import board_heading
from .notices import play_now
from .position import auction_line, first_open_trick, trick_line, trick_tiles, trick_won_line

MOST_TABLES = 20


def last_trick(table: TableView, context: RenderContext) -> Message:
    """Return the last finished trick, tile by tile, and the earlier ones that still lie open."""
    view, say = table.view, context.words.say
    if view is None or not view.tricks:
        return note(say("Nobody has taken a trick yet."))
    last = view.tricks[-1]
    return note(
        lines(
            f"### {trick_won_line(table, view, len(view.tricks), context)}",
            trick_tiles(table, last, context),
            context.heading((play.tile for play in last.plays), view.rules.game),
            *_before_the_last(table, view, context),
        )
    )


def _before_the_last(table: TableView, view: SeatView, context: RenderContext) -> list[str]:
    """Return the other tricks that may be looked at, the newest first."""
    numbers = range(len(view.tricks) - 1, first_open_trick(view), -1)
    texts = []
    for number in numbers:
        trick = view.tricks[number - 1]
        if trick.winner is None:
            raise ValueError(f"trick {number} is not finished")
        texts.append(
            small(
                context.words.say(
                    "{name} took trick {number}: {tiles}",
                    number=number,
                    name=seat_name(table, trick.winner, context),
                    tiles=trick_tiles(table, trick, context),
                )
            )
        )
    return texts


def confirm_leave(table: TableView, context: RenderContext) -> Message:
    """Ask a player to confirm leaving a game that is still going."""
    say = context.words.say
    leave = press(table, Verb.LEAVE, say("Leave"), arg="yes", style=ButtonStyle.DANGER)
    text = say("Leave Table {number}? A computer player takes your seat.", number=table.number)
    return note(text, Row((leave, press(table, Verb.HAND, say("Stay")))))


def confirm_close(table: TableView, context: RenderContext) -> Message:
    """Ask the host to confirm ending a game that is still going."""
    say = context.words.say
    close = press(table, Verb.CLOSE, say("Close table"), arg="yes", style=ButtonStyle.DANGER)
    text = say("Close Table {number}? The game ends now and won't count.", number=table.number)
    return note(text, Row((close, press(table, Verb.HAND, say("Keep playing")))))


def table_status(table: TableView, context: RenderContext) -> Message:
    """Return where a table stands, for one person."""
    view, words = table.view, context.words
    text = [f"### {title(table, context)}", _state(table, context)]
    text += [rules_line(table.rules, words), changes_line(table.rules, words)]
    text.append(words.both(seat_title(table, line.seat, context) for line in table.seats))
    if view is not None:
        text.append(score_line(table, context))
        if view.phase is Phase.OVER:
            text.append(outcome_line(table, view, context))
        else:
            text.append(board_heading(table, view, context).replace("## ", "", 1))
            text.append(trick_line(table, view, context) or auction_line(table, view, context))
    rules = press(table, Verb.RULES, words.say("Rules"))
    hand = press(table, Verb.HAND, words.say("My hand"), style=ButtonStyle.PRIMARY)
    rows = () if table.status is Status.CLOSED else (Row((hand, rules)),)
    return note(lines(*text), *rows)


def _state(table: TableView, context: RenderContext) -> str:
    words = context.words
    count = sum(line.occupant is Occupant.OPEN for line in table.seats)
    states = {
        Status.LOBBY: words.plural("{n} seat is open.", "{n} seats are open.", count),
        Status.PLAYING: words.say("Playing hand {number}.", number=table.hand_no),
        Status.BETWEEN: words.say("Hand {number} is over.", number=table.hand_no),
        Status.FINISHED: words.say("The game is over."),
        Status.PAUSED: words.say("Paused: nobody is at the table."),
        Status.CLOSED: words.say("This table is closed."),
    }
    return states[table.status]


def table_list(tables: Sequence[TableView], context: RenderContext) -> Message:
    """Return a server's tables, a line each."""
    words = context.words
    if not tables:
        text = words.say("No tables here yet. Open one with /table open.")
        return note(text, Row((play_now(context),)))
    texts = [words.say("### Tables")]
    texts.extend(
        words.say(
            "**{title}** in {channel}: {state}",
            title=title(table, context),
            channel=f"<#{table.channel_id}>",
            state=_state(table, context),
        )
        for table in tables[:MOST_TABLES]
    )
    rest = len(tables) - MOST_TABLES
    if rest > 0:
        texts.append(words.plural("and {n} more", "and {n} more", rest))
    return note(lines(*texts))


def record_file(number: int, game_no: int, text: str, context: RenderContext) -> Message:
    """Return the record of a game as a file."""
    name = f"table-{number}-game-{game_no}.json"
    said = context.words.say(
        "The record of game {game} at Table {number}.",
        game=game_no,
        number=number,
    )
    return Message(content=said, files=(File(name, text),))


def proof_file(proof: ShakeProof, context: RenderContext) -> Message:
    """Return the proof of how a finished hand was shaken, as a file, and whose words are in it."""
    say = context.words.say
    said = say("Proof that hand {number} was shaken fairly.", number=proof.hand_no)
    if proof.seats:
        seats = context.words.both(position(seat, context) for seat in proof.seats)
        said += " " + say("The words that these seats added are in it: {seats}.", seats=seats)
    else:
        said += " " + say("Nobody added words to this shake.")
    return Message(content=said, files=(File(f"fair-deal-{proof.hand_no}.json", proof.content),))
