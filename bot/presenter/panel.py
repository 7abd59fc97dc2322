"""The panel of one person at a table: his hand and what he can do now."""

from __future__ import annotations

from bot.engine import Phase, SeatView
from bot.tables.model import Status
from bot.tables.views import PanelView

from .board import board_heading
from .house_rules import rules_line
from .ids import Verb
from .look import Look
from .panel_bid import bid_panel
from .panel_contract import contract_panel
from .panel_exchange import exchange_panel
from .panel_parts import context, frame, hand_text, heading, is_away, seated
from .panel_play import play_panel, tile_rows
from .parts import clock, lines, press, small
from .position import (
    auction_line,
    gained_line,
    result_line,
    score_line,
    trick_line,
    turn_line,
)
from .seating import position, side_name, title
from .spec import ButtonStyle, Message, Row


def hand_panel(
    panel: PanelView, look: Look, *, chosen: str = "", place: str | None = None
) -> Message:
    """Return the panel of one person, whatever the state of the table.

    `chosen`: the argument of a step button, the part of an act that is decided. `place`: an
    address of the table, for a panel that is shown elsewhere.
    """
    status = panel.table.status
    if status in {Status.LOBBY, Status.CLOSED} or panel.view is None:
        return _outside(panel, look, place)
    if panel.seat is None:
        return _watching(panel, panel.view, look, place)
    if panel.view.phase is Phase.OVER:
        return _after(panel, panel.view, look, place)
    if status is Status.PLAYING and panel.view.to_act == panel.seat and not is_away(panel):
        return _turn(panel, panel.view, look, chosen, place)
    return _waiting(panel, look, place)


def _turn(panel: PanelView, view: SeatView, look: Look, chosen: str, place: str | None) -> Message:
    match view.phase:
        case Phase.CALL:
            return bid_panel(panel, look, chosen=chosen, place=place)
        case Phase.CONTRACT:
            return contract_panel(panel, look, place=place)
        case Phase.EXCHANGE:
            return exchange_panel(panel, look, chosen=chosen, place=place)
        case _:
            return play_panel(panel, look, chosen=chosen, place=place)


def _waiting(panel: PanelView, look: Look, place: str | None) -> Message:
    """Return the panel of a player while others act."""
    seat, view = seated(panel)
    table, say = panel.table, look.words.say
    text = [heading(turn_line(table, view, look))]
    if table.status is Status.PAUSED:
        text.append(say("The table is paused. It goes on when somebody comes back."))
    if is_away(panel):
        text.append(say("A computer plays your seat until you take it back."))
    if view.sitting_out == seat:
        text.append(say("You sit this hand out."))
    trick = trick_line(table, view, look)
    if trick:
        text.append(say("**On the table:** {trick}", trick=trick))
    else:
        text.append(auction_line(table, view, look))
    text += [hand_text(view, look), context(table, view, look)]
    rows = tile_rows(panel, view) if view.phase is Phase.PLAY else ()
    return frame(panel, look, lines(*text), *rows, place=place)


def _after(panel: PanelView, view: SeatView, look: Look, place: str | None) -> Message:
    """Return the panel of a player between two hands, or after the game."""
    table, say = panel.table, look.words.say
    over = say("Hand {number} is over", number=table.hand_no)
    text = [
        heading(over),
        result_line(table, view, look),
        gained_line(table, view, look),
        score_line(table, look),
    ]
    if table.status is not Status.FINISHED or table.winner is None:
        if table.next_at is not None:
            when = clock(table.next_at)
            text.append(say("The next hand begins {when}, or when everybody is ready.", when=when))
        if panel.seat is not None and table.seats[panel.seat].ready:
            text.append(say("You are ready. Waiting for the others."))
        ready = press(table, Verb.READY, say("Ready"), style=ButtonStyle.SUCCESS)
        return frame(panel, look, lines(*text), Row((ready,)), place=place, tiles=False)
    side = side_name(table, table.winner, look)
    text.insert(0, heading(say("{side} wins the game.", side=side)))
    rematch = press(table, Verb.REMATCH, say("Rematch"), style=ButtonStyle.SUCCESS)
    leave = press(table, Verb.LEAVE, say("Leave"))
    return frame(panel, look, lines(*text), Row((rematch, leave)), place=place, tiles=False)


def _watching(panel: PanelView, view: SeatView, look: Look, place: str | None) -> Message:
    """Return what somebody sees who has no seat: the public position."""
    table, say = panel.table, look.words.say
    if view.phase is Phase.OVER:
        now = result_line(table, view, look)
    else:
        now = trick_line(table, view, look) or auction_line(table, view, look)
    text = lines(
        heading(say("You are watching Table {number}", number=table.number)),
        board_heading(table, view, look).replace("## ", "", 1),
        now,
        context(table, view, look),
        small(say("Hands are shown when the hand is over. Start your own with /table open.")),
    )
    return frame(panel, look, text, place=place)


def _outside(panel: PanelView, look: Look, place: str | None) -> Message:
    """Return the panel where no hand is dealt."""
    table, say = panel.table, look.words.say
    text = [heading(title(table, look))]
    if table.status is Status.CLOSED:
        text.append(say("This table is closed. Open a new one with /table open."))
        return frame(panel, look, lines(*text), place=place)
    text.append(rules_line(table.rules, look.words))
    if table.status is not Status.LOBBY:
        text.append(say("The dominoes are being shaken."))
    elif panel.seat is None:
        text.append(say("The game has not begun. Take a seat at the table, or use /table join."))
    else:
        where = position(table, panel.seat, look)
        text.append(say("You sit at {seat}. Your dominoes come when the game begins.", seat=where))
    return frame(panel, look, lines(*text), place=place)
