"""The card of a finished hand, and the end of a game."""

from __future__ import annotations

from bot.engine import SeatView, sort_hand
from bot.tables.views import TableView

from ..table.drawings import can_be_drawn
from ..table.pictures import table_part
from ..table.position import auction_line, trump_line
from ..words.games import title
from ..words.ids import Verb, format_id
from ..words.names import seat_name
from ..words.parts import clock, lines, more_button, my_hand, press, rows_of, small
from ..words.render_context import RenderContext, tile_text
from ..words.spec import Accent, Button, ButtonStyle, Container, Message, Part, Row, Separator, Text
from .coach import coach_button
from .outcome import (
    gained_line,
    game_won_line,
    games_line,
    laid_down_line,
    outcome_line,
    rated_line,
    score_line,
)

RECORDS_IN_ROW = 2


def result(table: TableView, context: RenderContext) -> Message:
    """Return the card of a finished hand; ValueError while no hand is over."""
    view = _finished(table)
    if context.pictures and can_be_drawn(table):
        return _card(table, view, context)
    words = context.words
    head = words.say("Table {number} · Hand {hand}", number=table.number, hand=table.hand_no)
    won = game_won_line(table, context)
    top = lines(
        f"## {head}",
        f"### {won}" if won else "",
        f"**{outcome_line(table, view, context)}**",
        laid_down_line(table, context),
        gained_line(table, view, context),
        score_line(table, context),
        games_line(table, context) if table.rules.game.best_of > 1 else "",
    )
    parts: list[Part] = [
        Text(top),
        *recap(table, view, context),
        Text(
            lines(
                small(rated_line(table, context)),
                small(going_on(table, context)),
            )
        ),
        Row((_ready(table, context), my_hand(table, context), shake_button(table, context))),
        Row(
            (
                *review_button(table, context),
                replay_button(table, context),
                *coach_button(table, context),
                record_button(table, context),
                _proof(table, context),
            )
        ),
    ]
    return Message(body=(Container(tuple(parts), Accent.NORMAL),), silent=True)


def _card(table: TableView, view: SeatView, context: RenderContext) -> Message:
    """Return the card of a finished hand: its picture, the result, what one may do."""
    won = game_won_line(table, context)
    top = lines(
        f"### {won}" if won else "",
        f"**{_hand_name(table, context)}** · {outcome_line(table, view, context)}",
        laid_down_line(table, context),
        score_line(table, context),
        games_line(table, context) if won and table.rules.game.best_of > 1 else "",
        small(rated_line(table, context)),
        small(going_on(table, context)),
    )
    now, later = (_ready(table, context), my_hand(table, context)), _after_hand(table, context)
    rows = (Row(now), Row(later)) if won else (Row((*now, *later)),)
    parts = (table_part(table, view, context), Text(top), *rows)
    return Message(body=(Container(parts, Accent.NORMAL),), silent=True)


def _last_card(table: TableView, view: SeatView, won: str, context: RenderContext) -> Message:
    """Return the card of a finished game: who won what, and how the last hand ended."""
    top = lines(
        f"### {won}",
        outcome_line(table, view, context),
        laid_down_line(table, context),
        games_line(table, context),
        small(rated_line(table, context)),
    )
    parts: list[Part] = [table_part(table, view, context), Text(top)]
    parts += _what_next(table, context)
    parts.append(Row(_after_hand(table, context)))
    return Message(body=(Container(tuple(parts), Accent.NORMAL),), silent=True)


def _hand_name(table: TableView, context: RenderContext) -> str:
    return context.words.say("Hand {number}", number=table.hand_no)


def _after_hand(table: TableView, context: RenderContext) -> tuple[Button, ...]:
    """Return what stays with the card of a finished hand."""
    more = more_button(table, context, str(table.hand_no))
    look = (*review_button(table, context), replay_button(table, context))
    return (*look, *coach_button(table, context), more)


def files_row(table: TableView, context: RenderContext) -> tuple[Row, ...]:
    """Return what a finished hand leaves: the record of the game, the proof of the deal."""
    row = (
        replay_button(table, context),
        record_button(table, context),
        _proof(table, context),
        _leaders(table, context),
    )
    return (Row(row), *_games_of_match(table, context))


def going_on(table: TableView, context: RenderContext) -> str:
    """Return when the next hand begins; after a game of a match, the next game."""
    say = context.words.say
    if table.alone:
        if table.winner is not None:
            return say("Press Ready when you want the next game.")
        return say("Press Ready when you want the next hand.")
    if table.next_at is None:
        if table.winner is not None:
            return say("The next game starts when everyone presses Ready.")
        return say("The next hand starts when everyone presses Ready.")
    when = clock(table.next_at)
    if table.winner is not None:
        return say("Next game {when}. Press Ready to go now.", when=when)
    return say("Next hand {when}. Press Ready to go now.", when=when)


def game_end(table: TableView, context: RenderContext) -> Message:
    """Return the card of a finished game; ValueError while nobody has won."""
    view = _finished(table)
    won = game_won_line(table, context)
    if not won:
        raise ValueError("nobody has won")
    if context.pictures and can_be_drawn(table):
        return _last_card(table, view, won, context)
    top = lines(
        f"## {title(table, context)}",
        f"### {won}",
        score_line(table, context),
        games_line(table, context),
        small(rated_line(table, context)),
        small(outcome_line(table, view, context)),
        small(laid_down_line(table, context)),
    )
    parts: list[Part] = [
        Text(top),
        *recap(table, view, context),
        *_what_next(table, context),
        *_games_of_match(table, context),
        Row(
            (
                *review_button(table, context),
                replay_button(table, context),
                *coach_button(table, context),
            )
        ),
        Row((record_button(table, context), _proof(table, context), _leaders(table, context))),
    ]
    return Message(body=(Container(tuple(parts), Accent.NORMAL),), silent=True)


def _what_next(table: TableView, context: RenderContext) -> tuple[Part, ...]:
    """Return the offer of a rematch; at an event's table, that the event goes on."""
    if table.event_id is not None:
        return (Text(small(event_goes_on(table, context))),)
    leave = press(table, Verb.LEAVE, context.words.say("Leave"))
    return (Row((_rematch(table, context), shake_button(table, context), leave)),)


def event_goes_on(table: TableView, context: RenderContext) -> str:
    """Return what comes after a game at an event's table."""
    channel = f"<#{table.home_channel_id}>"
    return context.words.say("The event goes on in {channel}.", channel=channel)


def _finished(table: TableView) -> SeatView:
    if table.view is None or table.view.result is None:
        raise ValueError("no hand is over")
    return table.view


def recap(table: TableView, view: SeatView, context: RenderContext) -> tuple[Part, ...]:
    """Return the calls, all hands as they were dealt, and the tricks of a finished hand."""
    parts: list[Part] = [Separator(), Text(_hands(table, view, context))]
    if view.tricks:
        parts += [Separator(), Text(_tricks(table, view, context))]
    return tuple(parts)


def _hands(table: TableView, view: SeatView, context: RenderContext) -> str:
    words, game = context.words, view.rules.game
    if view.revealed is None:
        raise ValueError("the hands are shown only when the hand is over")
    calls = auction_line(table, view, context)
    texts = [
        words.say("**Bidding** {calls}", calls=calls) if calls else "",
        trump_line(view, context),
    ]
    for seat, hand in enumerate(view.revealed):
        name = seat_name(table, seat, context)
        tiles = " ".join(tile_text(tile) for tile in sort_hand(hand, view.contract))
        texts.append(small(f"**{name}** {tiles}"))
    if view.exchange is not None and view.exchange.take:
        texts.append(
            words.say(
                "**Swap** {name} took {take} and put back {give}",
                name=seat_name(table, view.exchange.seat, context),
                take=context.tiles(view.exchange.take, game),
                give=context.tiles(view.exchange.give, game),
            )
        )
    if view.kitty:
        texts.append(words.say("**Left over** {tiles}", tiles=context.tiles(view.kitty, game)))
    return lines(*texts)


def _tricks(table: TableView, view: SeatView, context: RenderContext) -> str:
    texts = [context.words.say("**Tricks** (leader first):")]
    for number, trick in enumerate(view.tricks, 1):
        if trick.winner is None:
            raise ValueError(f"trick {number} is not finished")
        tiles = " ".join(tile_text(play.tile) for play in trick.plays)
        leader, winner = (seat_name(table, seat, context) for seat in (trick.leader, trick.winner))
        texts.append(small(f"{number}\\. {leader}: {tiles} → {winner} +{trick.points}"))
    return lines(*texts)


def _asked(table: TableView) -> str:
    people = table.people
    return f"{sum(line.ready for line in people)}/{len(people)}"


def _ready(table: TableView, context: RenderContext) -> Button:
    label = context.words.say("Ready {count}", count=_asked(table))
    return press(table, Verb.READY, label, style=ButtonStyle.SUCCESS)


def _rematch(table: TableView, context: RenderContext) -> Button:
    label = context.words.say("Rematch {count}", count=_asked(table))
    return press(table, Verb.REMATCH, label, style=ButtonStyle.SUCCESS)


def record_button(table: TableView, context: RenderContext) -> Button:
    """Return the button that gives the record of the game."""
    return press(table, Verb.RECORD, context.words.say("Game record"), arg=str(table.game_no))


def _games_of_match(table: TableView, context: RenderContext) -> tuple[Row, ...]:
    """Return the records of the games of a match that came before its last one."""
    if table.rules.game.best_of == 1:
        return ()
    numbers = range(table.game_no - sum(table.wins) + 1, table.game_no)
    say = context.words.say
    buttons = (
        press(table, Verb.RECORD, say("Record of game {n}", n=number), arg=str(number))
        for number in numbers
    )
    return rows_of(buttons, RECORDS_IN_ROW)


def review_button(table: TableView, context: RenderContext) -> tuple[Button, ...]:
    """Return the button of the review, where tiles were played."""
    if table.view is None or not table.view.tricks:
        return ()
    return (press(table, Verb.REVIEW, context.words.say("Review"), arg=str(table.hand_no)),)


def replay_button(table: TableView, context: RenderContext) -> Button:
    """Return the button that opens a finished hand, to step through it."""
    custom_id = format_id(Verb.REPLAY, table.table_id, table.hand_no)
    return Button(context.words.say("Replay"), custom_id)


def shake_button(table: TableView, context: RenderContext) -> Button:
    """Return the button that takes a player's words for the next shake."""
    return press(table, Verb.SHAKE, context.words.say("Shake"))


def _proof(table: TableView, context: RenderContext) -> Button:
    return press(table, Verb.PROOF, context.words.say("Fair deal"), arg=str(table.hand_no))


def _leaders(table: TableView, context: RenderContext) -> Button:
    return press(table, Verb.LEADERS, context.words.say("Leaderboard"))
