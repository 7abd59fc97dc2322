"""The panel of one person at a table: their dominoes and their choices now."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from bot.events.model import EventStatus
from bot.events.views import EventView
from bot.tables.model import Status
from bot.tables.views import PanelView
from texas42.engine import Phase

from ..events.standings import leaders, place_line
from ..hand.coach import coach_button
from ..hand.deciding import deciding_line
from ..hand.ending import fact_line
from ..hand.next_shaker import shaker_line, shaker_rows
from ..hand.outcome import (
    gained_line,
    game_won_line,
    games_line,
    last_game_line,
    outcome_line,
    score_line,
)
from ..hand.reasons import game_line
from ..hand.result import event_goes_on, going_on, replay_button, review_button
from ..rules.screen import changes_line, rules_line
from ..table.claims import answers, claim_question, waiting_line
from ..table.front_door import front_door
from ..table.next_game import next_game_line, next_partners_line
from ..table.position import calls_line, trick_tiles, turn_line
from ..table.scene import PanelScene, Scene, rules_button
from ..table.seats import hand_title, seat_name, short_seat_name, title
from ..words.ids import Verb
from ..words.parts import lines, note, small
from ..words.render_context import RenderContext
from ..words.spec import Button, ButtonStyle, Link, Message, Row
from .exchange import exchange_panel
from .first_game import level_line, level_rows
from .frame import frame, hand_text, situation_line
from .lesson_question import question_panel
from .naming import bid_panel, contract_panel
from .news import panel_news
from .panel_text import PanelText, heading
from .play import lay_down_panel, play_panel, tile_rows
from .tools import is_away

MOST_CHANGES = 3
"""The changed rules that a panel names after a game; the card names more."""


def hand_panel(
    panel: PanelView,
    context: RenderContext,
    *,
    chosen: str = "",
    place: str | None = None,
    event: EventView | None = None,
    in_full: bool = False,
) -> Message:
    """Build the panel of one person in any state of the table.

    `chosen`, `place`, `in_full`: see `PanelScene`. `event`: the event of a table that is closed.
    """
    scene = PanelScene.of_panel(panel, context, place)
    scene = replace(scene, chosen=chosen, in_full=in_full)
    if event is not None:
        return _event_table_closed(scene, event)
    return _own_panel(scene)


def _own_panel(scene: PanelScene) -> Message:
    status = scene.table.status
    if status in {Status.LOBBY, Status.CLOSED} or scene.hand is None:
        return _outside(scene)
    if scene.hand.phase is Phase.OVER:
        held = scene.table.held_by(scene.panel.user_id)
        if held is not None:
            return _after(scene, held)
    if scene.panel.seat is None:
        return _watching(scene)
    if (
        status is Status.PLAYING
        and scene.hand.to_act == scene.panel.seat
        and not is_away(scene.panel)
    ):
        return _turn(scene)
    return _waiting(scene)


def _turn(scene: PanelScene) -> Message:
    if scene.panel.unproved is not None and scene.table.claim is None:
        return lay_down_panel(scene, scene.panel.unproved)
    if scene.panel.question is not None:
        return question_panel(scene)
    match scene.view.phase:
        case Phase.CALL:
            return bid_panel(scene)
        case Phase.CONTRACT:
            return contract_panel(scene)
        case Phase.EXCHANGE:
            return exchange_panel(scene)
        case _:
            return play_panel(scene)


def _waiting(scene: PanelScene) -> Message:
    """Build the panel of a player while others act.

    It stays up until their turn comes, so it says only what stays true meanwhile.
    """
    asked = scene.panel.is_asked
    rows: tuple[Row, ...] = ()
    if asked and scene.table.claim is not None:
        rows = (answers(scene),)
    elif scene.view.phase is Phase.PLAY:
        rows = tile_rows(scene)
    task, news = _waiting_lines(scene)
    return frame(scene, _waiting_words, *rows, task=task, news=news, your_turn=asked)


def _waiting_words(scene: PanelScene) -> PanelText:
    view = scene.view
    task = turn_line(scene) or scene.say("Waiting for the others")
    text = []
    if scene.table.status is Status.PAUSED:
        task = scene.say("Paused")
        text.append(scene.say("The table is paused until somebody comes back."))
    if is_away(scene.panel):
        text.append(scene.say("A computer plays your seat until you take it back."))
    out = view.seat is not None and view.sitting_out == view.seat
    if out and view.bidder is not None and scene.table.status is Status.PLAYING:
        bidder = seat_name(scene, view.bidder)
        task = scene.say("You sit this hand out")
        text = [
            scene.say(
                "Your partner {name} plays it alone. Your dominoes stay face down.", name=bidder
            )
        ]
    if scene.panel.is_asked and scene.table.claim is not None:
        name = seat_name(scene, scene.table.claim.seat)
        task = scene.say("{name} lays down", name=name)
        text = [claim_question(scene)]
    text.append(waiting_line(scene))
    if view.phase is Phase.PLAY:
        if view.trick is not None and view.trick.plays and not out:
            trick = trick_tiles(scene, view.trick)
            text.append(scene.say("**On the table:** {trick}", trick=trick))
    else:
        text.append(calls_line(scene))
    text += [hand_text(scene), situation_line(scene)]
    return PanelText(task, lines(*text))


def _waiting_lines(scene: PanelScene) -> tuple[str, str]:
    """Say who the player waits for, and what to know meanwhile, one per line."""
    view = scene.view
    news = panel_news(scene)
    if scene.table.status is Status.PAUSED:
        return scene.say("Paused"), scene.say("The table is paused until somebody comes back.")
    if scene.panel.is_asked and scene.table.claim is not None:
        name = seat_name(scene, scene.table.claim.seat)
        return scene.say("{name} lays down", name=name), claim_question(scene)
    task = scene.say("Waiting for the others")
    if view.to_act is not None and view.to_act != view.seat:
        task = scene.say("{name} is thinking", name=short_seat_name(scene, view.to_act))
    if scene.table.claim is not None and (said := waiting_line(scene)):
        return task, said
    if is_away(scene.panel):
        return task, scene.say("A computer plays your seat until you take it back.")
    if view.sitting_out == view.seat and view.bidder is not None:
        bidder = seat_name(scene, view.bidder)
        return task, scene.say("You sit this hand out: {name} plays it alone.", name=bidder)
    return task, news


def _after(scene: PanelScene, seat: int) -> Message:
    """Build the panel of a player between hands, or after the game.

    `seat`: theirs, or the one that is theirs from the next shake on.
    """
    won = game_won_line(scene)
    task = won or outcome_line(scene).removesuffix(".")
    next_line, buttons = _next(scene, seat)
    changed = small(next_game_line(scene, MOST_CHANGES))
    following = lines(shaker_line(scene), next_partners_line(scene), changed, next_line)
    news = following or gained_line(scene)
    look = review_button(scene)
    decided = ""
    fact = ""
    if won:
        decided = lines(game_line(scene), last_game_line(scene), deciding_line(scene))
        fact = fact_line(scene.panel.fact, scene)
        news = lines(decided or outcome_line(scene), fact, following)
        look = (*coach_button(scene), *look, replay_button(scene))
    choice = shaker_rows(scene)
    if choice:  # the rest waits for it: a phone has no room for both
        news = scene.say("Who shakes the next game?")
    elif won and scene.table.first_game:
        choice = level_rows(scene)
        asked = level_line(scene)
        following = lines(following, asked)
        news = asked if choice else lines(decided or outcome_line(scene), asked)
    beside = (*buttons, *look)
    return frame(
        scene,
        partial(_after_words, lines(decided, fact, following)),
        *choice,
        task=task.removesuffix("."),
        news=news,
        beside=beside,
    )


def _after_words(following: str, scene: PanelScene) -> PanelText:
    over = game_won_line(scene) or scene.say("{hand} is over", hand=hand_title(scene))
    rest = lines(
        outcome_line(scene),
        gained_line(scene),
        "" if last_game_line(scene) else score_line(scene),
        games_line(scene) if scene.table.rules.game.best_of > 1 else "",
        following,
    )
    return PanelText(over, rest)


def _next(scene: Scene, seat: int) -> tuple[str, tuple[Button, ...]]:
    """Say what follows a hand or a game, and build the player's buttons for it."""
    is_ready = scene.table.seats[seat].ready
    if scene.table.status is not Status.FINISHED:
        said = going_on(scene) if scene.table.next_at is not None or scene.table.alone else ""
        if is_ready:
            said = scene.say("You're ready. Waiting for the others.")
        ready = scene.press(Verb.READY, scene.say("Ready"), style=ButtonStyle.SUCCESS)
        return said, (ready,)
    if scene.table.event_id is not None:
        return event_goes_on(scene), ()
    said = scene.say("You want a rematch. Waiting for the others.") if is_ready else ""
    rematch = scene.press(Verb.REMATCH, scene.say("Rematch"), style=ButtonStyle.SUCCESS)
    return said, (rematch, scene.press(Verb.MENU, scene.say("Table…")))


def _watching(scene: PanelScene) -> Message:
    """Build the panel of a watcher, or of someone who plays from the next hand on.

    Nothing updates it, so it shows nothing of the game, which would soon be out of date.
    """
    task = scene.say("You're watching Table {number}", number=scene.table.number)
    text = scene.say(
        "Follow the game on the board; you'll see every hand when it's over. "
        "To play, take a free seat with /table join, or open your own with /table open."
    )
    if scene.table.held_by(scene.panel.user_id) is not None:
        task = scene.say("You're in from the next hand")
        text = scene.say("Until then a computer plays your seat, and its dominoes stay hidden.")
    link = (Row((Link(scene.say("Go to the table"), scene.place),)),) if scene.place else ()
    return note(lines(heading(task), text), *link)


def _event_table_closed(scene: PanelScene, event: EventView) -> Message:
    """Build the panel at a closed table of an event: at the event's end, place and standings."""
    user_id = scene.panel.user_id
    text = PanelText(scene.say("This table is closed."), event_goes_on(scene))
    if event.status is EventStatus.CLOSED:
        standing = lines(place_line(event, user_id, scene), leaders(event, user_id, scene))
        text = PanelText(scene.say("The event is over"), standing)
    return _closed(scene, text)


def _closed(scene: PanelScene, text: PanelText) -> Message:
    """Build the panel at a closed table, which ends in the ways into another game."""
    link = (Link(scene.say("Go to the table"), scene.place),) if scene.place else ()
    rows = Row((rules_button(scene), *link)), front_door(scene)
    return frame(scene, lambda _: text, *rows, task=text.task, asks=True)


def _outside(scene: PanelScene) -> Message:
    """Build the panel while no hand is dealt."""
    task = title(scene)
    if scene.table.status is Status.CLOSED:
        return _closed(scene, PanelText(task, scene.say("This table is closed.")))
    rules = scene.table.rules
    text = [rules_line(rules, scene.words), changes_line(rules, scene.words)]
    if scene.table.status is not Status.LOBBY:
        text.append(scene.say("Shaking the dominoes."))
    elif scene.panel.seat is None:
        text.append(
            scene.say("The game hasn't started. Take a seat at the table, or use /table join.")
        )
    else:
        text.append(
            scene.say(
                "You're in seat {number}. You get your dominoes when the game starts.",
                number=scene.panel.seat + 1,
            )
        )
    said = PanelText(task, lines(*text))
    return frame(replace(scene, hand=None), lambda _: said, task=text[-1])
