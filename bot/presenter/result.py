"""The result card a board becomes at the end of a hand, and the end of a game."""

from __future__ import annotations

from bot.engine import SeatView, sort_hand
from bot.tables.views import TableView

from .ids import Verb
from .look import Look
from .match import games_line, won_line
from .parts import clock, lines, my_hand, press, rows_of, small
from .pictures import board_picture
from .position import auction_line, fairness_line, gained_line, result_line, score_line, trump_line
from .seating import seat_and_side, seat_name, title
from .spec import Accent, Button, ButtonStyle, Container, Message, Part, Row, Separator, Text
from .words import tile_text

RECORDS_IN_ROW = 2


def result(table: TableView, look: Look) -> Message:
    """Return the card of a finished hand; ValueError while no hand is over."""
    view = _finished(table)
    words = look.words
    head = words.say("Table {number} · Hand {hand}", number=table.number, hand=table.hand_no)
    won = won_line(table, look)
    top = lines(
        f"## {head}",
        f"### {won}" if won else "",
        f"**{result_line(table, view, look)}**",
        claim_line(table, look),
        gained_line(table, view, look),
        score_line(table, look),
        games_line(table, look) if table.rules.game.best_of > 1 else "",
    )
    parts: list[Part] = [
        Text(top),
        board_picture(table, look),
        *recap(table, view, look),
        Text(lines(small(going_on(table, look)), small(fairness_line(table, look)))),
        Row((_ready(table, look), my_hand(table, look))),
        Row((*review_button(table, look), record_button(table, look), _proof(table, look))),
    ]
    return Message(body=(Container(tuple(parts), Accent.NORMAL),), silent=True)


def going_on(table: TableView, look: Look) -> str:
    """Return when the next hand begins; after a game of a match, the next game."""
    say = look.words.say
    if table.next_at is None:
        if table.winner is not None:
            return say("The next game begins when everybody is ready.")
        return say("The next hand begins when everybody is ready.")
    when = clock(table.next_at)
    if table.winner is not None:
        return say("The next game begins {when}, or when everybody is ready.", when=when)
    return say("The next hand begins {when}, or when everybody is ready.", when=when)


def game_end(table: TableView, look: Look) -> Message:
    """Return the card of a finished game; ValueError while nobody has won."""
    view = _finished(table)
    won = won_line(table, look)
    if not won:
        raise ValueError("nobody has won")
    top = lines(
        f"## {title(table, look)}",
        f"### {won}",
        score_line(table, look),
        games_line(table, look),
        small(result_line(table, view, look)),
        small(claim_line(table, look)),
    )
    parts: list[Part] = [
        Text(top),
        board_picture(table, look),
        *recap(table, view, look),
        *_what_next(table, look),
        *_games_of_match(table, look),
        Row(
            (
                *review_button(table, look),
                record_button(table, look),
                _proof(table, look),
                _leaders(table, look),
            )
        ),
    ]
    return Message(body=(Container(tuple(parts), Accent.NORMAL),), silent=True)


def claim_line(table: TableView, look: Look) -> str:
    """Return that somebody laid his hand down; empty where the hand was played to its end."""
    if table.claimed is None:
        return ""
    name = seat_name(table, table.claimed, look)
    return look.words.say("{name} lays down: every trick left is {name}'s.", name=name)


def _what_next(table: TableView, look: Look) -> tuple[Part, ...]:
    """Return the offer of a rematch; at an event's table, that the event goes on."""
    if table.event_id is not None:
        return (Text(small(event_goes_on(table, look))),)
    leave = press(table, Verb.LEAVE, look.words.say("Leave"))
    return (Row((_rematch(table, look), leave)),)


def event_goes_on(table: TableView, look: Look) -> str:
    """Return what comes after a game at an event's table."""
    channel = f"<#{table.home_channel_id}>"
    return look.words.say("The event goes on in {channel}.", channel=channel)


def _finished(table: TableView) -> SeatView:
    if table.view is None or table.view.result is None:
        raise ValueError("no hand is over")
    return table.view


def recap(table: TableView, view: SeatView, look: Look) -> tuple[Part, ...]:
    """Return the calls, all hands as they were dealt, and the tricks of a finished hand."""
    parts: list[Part] = [Separator(), Text(_hands(table, view, look))]
    if view.tricks:
        parts += [Separator(), Text(_tricks(table, view, look))]
    return tuple(parts)


def _hands(table: TableView, view: SeatView, look: Look) -> str:
    words, game = look.words, view.rules.game
    if view.revealed is None:
        raise ValueError("the hands are shown only when the hand is over")
    calls = auction_line(table, view, look)
    texts = [words.say("**Bids** {calls}", calls=calls) if calls else "", trump_line(view, look)]
    for seat, hand in enumerate(view.revealed):
        name = seat_and_side(table, seat, look)
        tiles = look.tiles(sort_hand(hand, view.contract), game)
        texts.append(f"**{name}** {tiles}")
    if view.exchange is not None and view.exchange.take:
        texts.append(
            words.say(
                "**Exchange** {name} took {take} and put back {give}",
                name=seat_name(table, view.exchange.seat, look),
                take=look.tiles(view.exchange.take, game),
                give=look.tiles(view.exchange.give, game),
            )
        )
    if view.kitty:
        texts.append(words.say("**Left over** {tiles}", tiles=look.tiles(view.kitty, game)))
    return lines(*texts)


def _tricks(table: TableView, view: SeatView, look: Look) -> str:
    texts = [look.words.say("**Tricks**, each from its leader on:")]
    for number, trick in enumerate(view.tricks, 1):
        if trick.winner is None:
            raise ValueError(f"trick {number} is not finished")
        tiles = " ".join(tile_text(play.tile) for play in trick.plays)
        leader, winner = (seat_name(table, seat, look) for seat in (trick.leader, trick.winner))
        texts.append(small(f"{number}\\. {leader}: {tiles} → {winner} +{trick.points}"))
    return lines(*texts)


def _asked(table: TableView) -> str:
    people = table.people
    return f"{sum(line.ready for line in people)}/{len(people)}"


def _ready(table: TableView, look: Look) -> Button:
    label = look.words.say("Ready {count}", count=_asked(table))
    return press(table, Verb.READY, label, style=ButtonStyle.SUCCESS)


def _rematch(table: TableView, look: Look) -> Button:
    label = look.words.say("Rematch {count}", count=_asked(table))
    return press(table, Verb.REMATCH, label, style=ButtonStyle.SUCCESS)


def record_button(table: TableView, look: Look) -> Button:
    """Return the button that gives the record of the game."""
    return press(table, Verb.RECORD, look.words.say("Game record"), arg=str(table.game_no))


def _games_of_match(table: TableView, look: Look) -> tuple[Row, ...]:
    """Return the records of the games of a match that came before its last one."""
    if table.rules.game.best_of == 1:
        return ()
    numbers = range(table.game_no - sum(table.wins) + 1, table.game_no)
    say = look.words.say
    buttons = (
        press(table, Verb.RECORD, say("Record of game {n}", n=number), arg=str(number))
        for number in numbers
    )
    return rows_of(buttons, RECORDS_IN_ROW)


def review_button(table: TableView, look: Look) -> tuple[Button, ...]:
    """Return the button that tells what was possible, where tiles were played."""
    if table.view is None or not table.view.tricks:
        return ()
    return (press(table, Verb.REVIEW, look.words.say("Review"), arg=str(table.hand_no)),)


def _proof(table: TableView, look: Look) -> Button:
    return press(table, Verb.PROOF, look.words.say("Fair deal"), arg=str(table.hand_no))


def _leaders(table: TableView, look: Look) -> Button:
    return press(table, Verb.LEADERS, look.words.say("Leaderboard"))
