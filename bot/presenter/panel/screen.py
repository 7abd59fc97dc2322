"""The panel of one person at a table: their dominoes and what they can do now."""

from __future__ import annotations

from bot.engine import Phase, SeatView
from bot.tables.model import Status
from bot.tables.views import PanelView, TableView

from ..hand.coach import coach_button
from ..hand.outcome import gained_line, game_won_line, games_line, outcome_line, score_line
from ..hand.result import event_goes_on, going_on, review_button, shake_button
from ..rules.screen import changes_line, rules_line
from ..table.board import board_heading
from ..table.claims import answers, claim_question, is_asked, waiting_line
from ..table.position import auction_line, calls_line, own_side, trick_line, trick_tiles
from ..words.games import title
from ..words.ids import Verb
from ..words.names import seat_name
from ..words.parts import lines, press, small
from ..words.render_context import RenderContext
from ..words.spec import Button, ButtonStyle, Message, Row
from .exchange import exchange_panel
from .frame import frame, hand_text, heading, is_away, seated, situation_line
from .guide import guided
from .lay_down import lay_down_panel
from .naming import bid_panel, contract_panel
from .news import panel_news
from .play import play_panel, tile_rows


def hand_panel(
    panel: PanelView, context: RenderContext, *, chosen: str = "", place: str | None = None
) -> Message:
    """Return the panel of one person, whatever the state of the table.

    `chosen`: the argument of a step button, the part of an act that is decided. `place`: an
    address of the table, for a panel that is shown elsewhere.
    """
    return guided(_own_panel(panel, context, chosen, place), panel, context, chosen)


def _own_panel(panel: PanelView, context: RenderContext, chosen: str, place: str | None) -> Message:
    status = panel.table.status
    if status in {Status.LOBBY, Status.CLOSED} or panel.view is None:
        return _outside(panel, context, place)
    held = panel.table.held_by(panel.user_id)
    if held is not None and panel.view.phase is Phase.OVER:
        return _after(panel, panel.view, held, context, place)
    if panel.seat is None:
        return _watching(panel, panel.view, context, place)
    if status is Status.PLAYING and panel.view.to_act == panel.seat and not is_away(panel):
        return _turn(panel, panel.view, context, chosen, place)
    return _waiting(panel, context, place)


def _turn(
    panel: PanelView, view: SeatView, context: RenderContext, chosen: str, place: str | None
) -> Message:
    if panel.unproved is not None and panel.table.claim is None:
        return lay_down_panel(panel, panel.unproved, context, place)
    match view.phase:
        case Phase.CALL:
            return bid_panel(panel, context, chosen=chosen, place=place)
        case Phase.CONTRACT:
            return contract_panel(panel, context, place=place)
        case Phase.EXCHANGE:
            return exchange_panel(panel, context, chosen=chosen, place=place)
        case _:
            return play_panel(panel, context, chosen=chosen, place=place)


def _waiting(panel: PanelView, context: RenderContext, place: str | None) -> Message:
    """Return the panel of a player while others act.

    It stays up until their turn comes, so it says only what stays true meanwhile.
    """
    seat, view = seated(panel)
    table, say = panel.table, context.words.say
    text = [heading(say("Waiting for the others"))]
    if table.status is Status.PAUSED:
        text = [heading(say("Paused"))]
        text.append(say("The table is paused until somebody comes back."))
    if is_away(panel):
        text.append(say("A computer plays your seat until you take it back."))
    out = view.sitting_out == seat
    if out and view.bidder is not None and table.status is Status.PLAYING:
        bidder = seat_name(table, view.bidder, context)
        text = [
            heading(say("You sit this hand out")),
            say("Your partner {name} plays it alone. Your dominoes stay face down.", name=bidder),
        ]
    rows: tuple[Row, ...] = ()
    asked = is_asked(panel)
    if asked and table.claim is not None:
        name = seat_name(table, table.claim.seat, context)
        text = [
            heading(say("{name} lays down", name=name)),
            claim_question(table, context),
        ]
        rows = (answers(table, context),)
    text.append(waiting_line(panel, context))
    if view.phase is Phase.PLAY:
        if view.trick is not None and view.trick.plays and not out:
            trick = trick_tiles(table, view.trick, context)
            text.append(say("**On the table:** {trick}", trick=trick))
        rows = (*rows, *tile_rows(panel, view))
    else:
        text += [calls_line(table, view, context), hand_text(view, context)]
    text.append(situation_line(table, view, context))
    task, news = _waiting_lines(panel, view, context)
    shown = lines(*text)
    return frame(panel, context, shown, *rows, task=task, news=news, place=place, your_turn=asked)


def _waiting_lines(panel: PanelView, view: SeatView, context: RenderContext) -> tuple[str, str]:
    """Return whom the player waits for, and what they have to know meanwhile, a line each."""
    table, say, news = panel.table, context.words.say, panel_news(panel, context)
    if table.status is Status.PAUSED:
        return say("Paused"), say("The table is paused until somebody comes back.")
    if is_asked(panel) and table.claim is not None:
        name = seat_name(table, table.claim.seat, context)
        return say("{name} lays down", name=name), claim_question(table, context)
    task = say("Waiting for the others")
    if view.to_act is not None and view.to_act != view.seat:
        task = say("{name} is thinking", name=seat_name(table, view.to_act, context))
    if said := waiting_line(panel, context):
        return task, said
    if is_away(panel):
        return task, say("A computer plays your seat until you take it back.")
    if view.sitting_out == view.seat and view.bidder is not None:
        bidder = seat_name(table, view.bidder, context)
        return task, say("You sit this hand out: {name} plays it alone.", name=bidder)
    return task, news


def _after(
    panel: PanelView, view: SeatView, seat: int, context: RenderContext, place: str | None
) -> Message:
    """Return the panel of a player between two hands, or after the game.

    `seat`: theirs, or the one that is theirs from the next shake on.
    """
    table, say, own = panel.table, context.words.say, own_side(view)
    won = game_won_line(table, context, own)
    text = [
        heading(won or say("Hand {number} is over", number=table.hand_no)),
        outcome_line(table, view, context, own),
        gained_line(table, view, context, own),
        score_line(table, context, own),
        games_line(table, context, own) if table.rules.game.best_of > 1 else "",
    ]
    task = won or outcome_line(table, view, context, own).removesuffix(".")
    next_line, buttons = _next(table, seat, context)
    text.append(next_line)
    news = next_line or gained_line(table, view, context, own)
    look = coach_button(table, context) or review_button(table, context)
    beside = (*buttons, *look)
    return frame(
        panel,
        context,
        lines(*text),
        task=task.removesuffix("."),
        news=news,
        beside=beside,
        place=place,
        tiles=False,
    )


def _next(table: TableView, seat: int, context: RenderContext) -> tuple[str, tuple[Button, ...]]:
    """Return what a player waits for after a hand or a game, and their buttons for it."""
    say, is_ready = context.words.say, table.seats[seat].ready
    if table.status is not Status.FINISHED:
        said = going_on(table, context) if table.next_at is not None or table.alone else ""
        if is_ready:
            said = say("You're ready. Waiting for the others.")
        ready = press(table, Verb.READY, say("Ready"), style=ButtonStyle.SUCCESS)
        return said, (ready, shake_button(table, context))
    if table.event_id is not None:
        return event_goes_on(table, context), ()
    said = say("You want a rematch. Waiting for the others.") if is_ready else ""
    rematch = press(table, Verb.REMATCH, say("Rematch"), style=ButtonStyle.SUCCESS)
    return said, (rematch, press(table, Verb.LEAVE, say("Leave")))


def _watching(
    panel: PanelView, view: SeatView, context: RenderContext, place: str | None
) -> Message:
    """Return the public position, for somebody who plays from the next hand on or not at all."""
    table, say = panel.table, context.words.say
    task = say("You're watching Table {number}", number=table.number)
    hint = say("You'll see every hand when it's over. Open your own table with /table open.")
    if table.held_by(panel.user_id) is not None:
        task = say("You're in from the next hand")
        hint = say("Until then a computer plays your seat, and its dominoes stay hidden.")
    if view.phase is Phase.OVER:
        now = outcome_line(table, view, context)
    else:
        now = trick_line(table, view, context) or auction_line(table, view, context)
    text = lines(
        heading(task),
        board_heading(table, view, context).replace("## ", "", 1),
        now,
        situation_line(table, view, context),
        small(hint),
    )
    return frame(panel, context, text, task=task, news=hint, place=place)


def _outside(panel: PanelView, context: RenderContext, place: str | None) -> Message:
    """Return the panel where no hand is dealt."""
    table, say = panel.table, context.words.say
    text = [heading(title(table, context))]
    if table.status is Status.CLOSED:
        text.append(say("This table is closed. Open a new one with /table open."))
        return frame(panel, context, lines(*text), task=text[-1], place=place, tiles=False)
    text.append(rules_line(table.rules, context.words))
    text.append(changes_line(table.rules, context.words))
    if table.status is not Status.LOBBY:
        text.append(say("Shaking the dominoes."))
    elif panel.seat is None:
        text.append(say("The game hasn't started. Take a seat at the table, or use /table join."))
    else:
        text.append(
            say(
                "You're in seat {number}. You get your dominoes when the game starts.",
                number=panel.seat + 1,
            )
        )
    return frame(panel, context, lines(*text), task=text[-1], place=place)
