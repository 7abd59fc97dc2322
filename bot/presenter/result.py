"""The result card a board becomes at the end of a hand, and the end of a game."""

from __future__ import annotations

from bot.engine import SeatView, sort_hand
from bot.tables.views import TableView

from .ids import Verb
from .look import Look
from .parts import clock, lines, my_hand, press, small
from .pictures import board_picture
from .position import auction_line, fairness_line, gained_line, result_line, score_line, trump_line
from .seating import (
    has_named_sides,
    seat_and_side,
    seat_name,
    side_members,
    side_name,
    title,
)
from .spec import Accent, Button, ButtonStyle, Container, Message, Part, Row, Separator, Text
from .words import tile_text


def result(table: TableView, look: Look) -> Message:
    """Return the card of a finished hand; ValueError while no hand is over."""
    view = _finished(table)
    words = look.words
    head = words.say("Table {number} · Hand {hand}", number=table.number, hand=table.hand_no)
    top = lines(
        f"## {head}",
        f"**{result_line(table, view, look)}**",
        gained_line(table, view, look),
        score_line(table, look),
    )
    going = words.say("The next hand begins when everybody is ready.")
    if table.next_at is not None:
        going = words.say(
            "The next hand begins {when}, or when everybody is ready.", when=clock(table.next_at)
        )
    parts: list[Part] = [
        Text(top),
        board_picture(table, look),
        *recap(table, view, look),
        Text(lines(small(going), small(fairness_line(table, look)))),
        Row((_ready(table, look), my_hand(table, look), _proof(table, look))),
    ]
    return Message(body=(Container(tuple(parts), Accent.NORMAL),), silent=True)


def game_end(table: TableView, look: Look) -> Message:
    """Return the card of a finished game; ValueError while nobody has won."""
    view, words, winner = _finished(table), look.words, table.winner
    if winner is None:
        raise ValueError("nobody has won")
    won = words.say("{side} wins the game.", side=side_name(table, winner, look))
    if has_named_sides(table):
        won = words.say(
            "{players} win the game for {side}.",
            players=side_members(table, winner, look),
            side=side_name(table, winner, look),
        )
    games = " · ".join(
        f"{side_name(table, side, look)} {count}" for side, count in enumerate(table.wins)
    )
    top = lines(
        f"## {title(table, look)}",
        f"### {won}",
        score_line(table, look),
        words.say("Games at this table: {games}", games=games) if table.wins else "",
        small(result_line(table, view, look)),
    )
    parts: list[Part] = [
        Text(top),
        board_picture(table, look),
        *recap(table, view, look),
        Row((_rematch(table, look), press(table, Verb.LEAVE, words.say("Leave")))),
        Row((_record(table, look), _proof(table, look), _leaders(table, look))),
    ]
    return Message(body=(Container(tuple(parts), Accent.NORMAL),), silent=True)


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
        texts.append(f"{number}\\. {leader}: {tiles} → {winner} +{trick.points}")
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


def _record(table: TableView, look: Look) -> Button:
    return press(table, Verb.RECORD, look.words.say("Game record"), arg=str(table.game_no))


def _proof(table: TableView, look: Look) -> Button:
    return press(table, Verb.PROOF, look.words.say("Fair deal"), arg=str(table.hand_no))


def _leaders(table: TableView, look: Look) -> Button:
    return press(table, Verb.LEADERS, look.words.say("Leaderboard"))
