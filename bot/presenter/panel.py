"""The panel of one person at a table: his hand and what he can do now."""

from __future__ import annotations

from bot.engine import Phase, SeatView
from bot.tables.model import Status
from bot.tables.views import PanelView, TableView

from .board import board_heading
from .claims import answers, is_asked
from .house_rules import rules_line
from .ids import Verb
from .look import Look
from .match import games_line, won_line
from .panel_bid import bid_panel
from .panel_contract import contract_panel
from .panel_exchange import exchange_panel
from .panel_parts import context, frame, hand_text, heading, is_away, seated
from .panel_play import play_panel, tile_rows
from .parts import lines, press, small
from .position import (
    auction_line,
    calls_line,
    gained_line,
    own_side,
    result_line,
    score_line,
    trick_line,
    trick_tiles,
)
from .result import event_goes_on, going_on, review_button
from .seating import position, seat_name, title
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
    """Return the panel of a player while others act.

    It stands until his turn comes, so it tells only what stays true meanwhile.
    """
    seat, view = seated(panel)
    table, say = panel.table, look.words.say
    text = [heading(say("Waiting for the others"))]
    if table.status is Status.PAUSED:
        text = [heading(say("Paused"))]
        text.append(say("The table is paused. It goes on when somebody comes back."))
    if is_away(panel):
        text.append(say("A computer plays your seat until you take it back."))
    out = view.sitting_out == seat
    if out and view.bidder is not None and table.status is Status.PLAYING:
        bidder = seat_name(table, view.bidder, look)
        text = [
            heading(say("You sit this hand out")),
            say("{name}, your partner, plays it alone. Your dominoes stay face down.", name=bidder),
        ]
    rows: tuple[Row, ...] = ()
    asked = is_asked(panel)
    if asked and table.claim is not None:
        name = seat_name(table, table.claim.seat, look)
        text = [
            heading(say("{name} claims the rest", name=name)),
            say(
                "If you and all others who are asked accept, every trick left is {name}'s.",
                name=name,
            ),
        ]
        rows = (answers(table, look),)
    if view.phase is Phase.PLAY:
        if view.trick is not None and view.trick.plays and not out:
            trick = trick_tiles(table, view.trick, look)
            text.append(say("**On the table:** {trick}", trick=trick))
        rows = (*rows, *tile_rows(panel, view))
    else:
        text += [calls_line(table, view, look), hand_text(view, look)]
    if not out:
        text.append(_when(table, look))
    text.append(context(table, view, look))
    return frame(panel, look, lines(*text), *rows, place=place, your_turn=asked)


def _when(table: TableView, look: Look) -> str:
    if table.status is not Status.PLAYING:
        return ""
    return small(look.words.say("The board shows every play. This changes at your turn."))


def _after(panel: PanelView, view: SeatView, look: Look, place: str | None) -> Message:
    """Return the panel of a player between two hands, or after the game."""
    table, say, own = panel.table, look.words.say, own_side(view)
    over = say("Hand {number} is over", number=table.hand_no)
    text = [
        heading(over),
        result_line(table, view, look, own),
        gained_line(table, view, look, own),
        score_line(table, look, own),
        games_line(table, look, own) if table.rules.game.best_of > 1 else "",
    ]
    if table.winner is not None:
        text[0] = heading(won_line(table, look, own))
    if table.status is not Status.FINISHED:
        if table.next_at is not None:
            text.append(going_on(table, look))
        if panel.seat is not None and table.seats[panel.seat].ready:
            text.append(say("You are ready. Waiting for the others."))
        ready = press(table, Verb.READY, say("Ready"), style=ButtonStyle.SUCCESS)
        beside = (ready, *review_button(table, look))
        return frame(panel, look, lines(*text), beside=beside, place=place, tiles=False)
    if panel.seat is not None and table.seats[panel.seat].ready and table.event_id is None:
        text.append(say("You want a rematch. Waiting for the others."))
    beside = review_button(table, look)
    if table.event_id is not None:
        text.append(event_goes_on(table, look))
        return frame(panel, look, lines(*text), beside=beside, place=place, tiles=False)
    rematch = press(table, Verb.REMATCH, say("Rematch"), style=ButtonStyle.SUCCESS)
    leave = press(table, Verb.LEAVE, say("Leave"))
    beside = (rematch, leave, *beside)
    return frame(panel, look, lines(*text), beside=beside, place=place, tiles=False)


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
        return frame(panel, look, lines(*text), place=place, tiles=False)
    text.append(rules_line(table.rules, look.words))
    if table.status is not Status.LOBBY:
        text.append(say("The dominoes are being shaken."))
    elif panel.seat is None:
        text.append(say("The game has not begun. Take a seat at the table, or use /table join."))
    else:
        where = position(table, panel.seat, look)
        text.append(say("You sit at {seat}. Your dominoes come when the game begins.", seat=where))
    return frame(panel, look, lines(*text), place=place)
