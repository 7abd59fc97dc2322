"""The panel of one person at a table: their dominoes and their choices now."""

from __future__ import annotations

from dataclasses import replace

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
    last_game_line,
    outcome_line,
)
from ..hand.reasons import game_line
from ..hand.result import event_goes_on, going_on, replay_button, review_button
from ..layout.fact import Fact, said, written
from ..layout.ways import Rows, in_full
from ..rules.screen import changes_line, rules_line
from ..table.claims import answers, claim_question, waiting_line
from ..table.code import code_line
from ..table.front_door import front_door
from ..table.lobby import leave_button
from ..table.next_game import next_game_line, next_partners_line
from ..table.position import turn_line
from ..table.scene import PanelScene, Scene, rules_button
from ..table.seats import hand_title, seat_name, short_seat_name, title
from ..words.ids import Verb
from ..words.parts import lines, small
from ..words.render_context import RenderContext
from ..words.spec import Button, ButtonStyle, Link, Message, Row
from ..words.tables import called
from .by_dm import absent_line, lobby_by_dm, same_people_by_dm, takeover_buttons
from .exchange import exchange_panel
from .first_game import level_line, level_rows
from .frame import Panel, laid_out, lists_given_way, to_do
from .lesson_question import question_panel
from .naming import bid_panel, contract_panel
from .news import panel_news
from .play import lay_down_panel, play_panel, tile_rows
from .tools import is_away

MOST_CHANGES = 3
"""The changed rules that a panel names after a game; the card names more."""


def hand_panel(
    panel: PanelView,
    context: RenderContext,
    *,
    chosen: str = "",
    link: str | None = None,
    event: EventView | None = None,
    in_dm: bool = False,
) -> Message:
    """Build the panel of one person in any state of the table.

    `chosen`, `link`, `in_dm`: see `PanelScene`. `event`: the event of a table that is closed.
    """
    scene = PanelScene.of_panel(panel, context, link, chosen=chosen, in_dm=in_dm)
    if _is_in_lobby_by_dm(scene):
        return lobby_by_dm(scene)
    return laid_out(_own_panel(scene) if event is None else _event_table_closed(scene, event))


def panel_in_full(panel: PanelView, context: RenderContext) -> tuple[str, Rows]:
    """Write all that the panel of one person says, however high that is.

    Returns also the lists of choices for which the panel has no room.
    """
    scene = PanelScene.of_panel(panel, context, None)
    spoken = replace(scene, context=replace(scene.context, pictures=False))
    return in_full(_own_panel(spoken).facts()), lists_given_way(_own_panel(scene))


def _is_in_lobby_by_dm(scene: PanelScene) -> bool:
    """Return True for a person who sits in a lobby that no channel shows."""
    is_here = scene.table.held_by(scene.panel.user_id) is not None
    return is_here and scene.table.place is None and scene.table.status is Status.LOBBY


def _own_panel(scene: PanelScene) -> Panel:
    status = scene.table.status
    by_dm = scene.table.place is None and not scene.table.deals.one_hand
    is_here = scene.table.held_by(scene.panel.user_id) is not None
    if by_dm and status is not Status.CLOSED and not is_here:
        return _left(scene)
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


def _turn(scene: PanelScene) -> Panel:
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


def _waiting(scene: PanelScene) -> Panel:
    """Build the panel of a player while others act.

    It stays up until their turn comes, so it says only what stays true meanwhile.
    """
    asked = scene.panel.is_asked
    rows: tuple[Row, ...] = ()
    if asked and scene.table.claim is not None:
        rows = (answers(scene),)
    elif scene.view.phase is Phase.PLAY:
        rows = tile_rows(scene)
    told = _meanwhile(scene)
    told = absent_line(scene) or told
    news = written(told) if told else Fact(beside=said(panel_news(scene)))
    if scene.view.phase is Phase.OVER:
        news = replace(news, spoken=told)
    beside = takeover_buttons(scene)
    task = _awaited(scene)
    return Panel(scene=scene, task=task, news=news, rows=rows, beside=beside, your_turn=asked)


def _awaited(scene: PanelScene) -> Fact:
    """Say who the player waits for."""
    view = scene.view
    if scene.table.status is Status.PAUSED:
        return to_do(scene.say("Paused"))
    if scene.panel.is_asked and scene.table.claim is not None:
        name = seat_name(scene, scene.table.claim.seat)
        return to_do(scene.say("{name} lays down", name=name))
    task = scene.say("Waiting for the others")
    if view.to_act is not None and view.to_act != view.seat:
        task = scene.say("{name} is thinking", name=short_seat_name(scene, view.to_act))
    return to_do(task, turn_line(scene))


def _meanwhile(scene: PanelScene) -> str:
    """Say what to know while the others act, if that is more than what they did."""
    view = scene.view
    if view.phase is Phase.OVER:
        return outcome_line(scene)
    if scene.table.status is Status.PAUSED:
        return scene.say("The table is paused until somebody comes back.")
    if scene.panel.is_asked and scene.table.claim is not None:
        return claim_question(scene)
    if scene.table.claim is not None and (waits := waiting_line(scene)):
        return waits
    if is_away(scene.panel):
        return scene.say("A computer plays your seat until you take it back.")
    if view.sitting_out == view.seat and view.bidder is not None:
        bidder = seat_name(scene, view.bidder)
        return scene.say("You sit this hand out: {name} plays it alone.", name=bidder)
    return ""


def _after(scene: PanelScene, seat: int) -> Panel:
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
        fact = fact_line(scene.panel.fact, scene.context)
        news = lines(decided or outcome_line(scene), fact, following)
        look = (*coach_button(scene), *look, *replay_button(scene))
        if same := same_people_by_dm(scene):
            buttons, look = _with_same_people(scene, buttons, same)
    choice = shaker_rows(scene)
    if choice:  # the rest waits for it: a phone has no room for both
        news = scene.say("Who shakes the next game?")
    elif won and scene.table.first_game:
        choice = level_rows(scene)
        asked = level_line(scene)
        following = lines(following, asked)
        news = asked if choice else lines(decided or outcome_line(scene), asked)
    ended = lines(game_line(scene), f"**{outcome_line(scene)}**")
    spoken = " ".join(filter(None, (game_line(scene), outcome_line(scene))))
    over = won or scene.say("{hand} is over", hand=hand_title(scene))
    return Panel(
        scene=scene,
        task=replace(to_do(task.removesuffix("."), over), spoken=over),
        news=Fact(words=(lines(ended, fact, following),), beside=said(news), spoken=spoken),
        rows=choice,
        beside=(*buttons, *look),
    )


def _with_same_people(
    scene: Scene, buttons: tuple[Button, ...], same: tuple[Button, ...]
) -> tuple[tuple[Button, ...], tuple[Button, ...]]:
    """Add the button to the ways on, and arrange them in two rows that no phone wraps.

    The replay gives way to it: More has that, too.
    """
    rematch, *menu = buttons
    return (rematch, *same, *coach_button(scene)), (*menu, *review_button(scene))


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


def _watching(scene: PanelScene) -> Panel:
    """Build the panel of a watcher, or of someone who plays from the next hand on.

    Nothing updates it, so it shows nothing of the game, which would soon be out of date.
    """
    task = scene.say("You're watching {table}", table=called(scene.table.number, scene.words))
    text = scene.say(
        "Follow the game on the board; you'll see every hand when it's over. "
        "To play, take a free seat with /table join, or open your own with /table open."
    )
    if scene.table.hides_hands:
        text = scene.say(
            "Follow the game on the board. Finished hands stay with the people who played them. "
            "To play, take a free seat with /table join, or open your own with /table open."
        )
    if scene.table.held_by(scene.panel.user_id) is not None:
        task = scene.say("You're in from the next hand")
        text = scene.say("Until then a computer plays your seat, and its dominoes stay hidden.")
    row: tuple[Button | Link, ...] = _to_table(scene)
    if scene.table.place is None:
        row = (rules_button(scene), *leave_button(scene))
    return _without_hand(scene, task, text, (Row(row),) if row else (), asks=True)


def _left(scene: PanelScene) -> Panel:
    """Build the panel of somebody who doesn't sit at a table that no channel shows."""
    task = scene.say("You're not at this table")
    text = scene.say(
        "To sit down, use {join} with the table's code.", join=scene.context.command("join")
    )
    rows = (front_door(scene.context, *same_people_by_dm(scene)),)
    return _without_hand(scene, task, text, rows, asks=True)


def _event_table_closed(scene: PanelScene, event: EventView) -> Panel:
    """Build the panel at a closed table of an event: at the event's end, place and standings."""
    if event.status is not EventStatus.CLOSED:
        return _closed(scene, scene.say("This table is closed."), event_goes_on(scene))
    user_id = scene.panel.user_id
    place = place_line(event, user_id, scene.context)
    standing = lines(place, leaders(event, user_id, scene.context))
    return _closed(scene, scene.say("The event is over"), standing)


def _closed(scene: PanelScene, task: str, text: str) -> Panel:
    """Build the panel at a closed table, which ends in the ways into another game."""
    row = Row((*same_people_by_dm(scene), rules_button(scene), *_to_table(scene)))
    return _without_hand(scene, task, text, (row, front_door(scene.context)), asks=True)


def _to_table(scene: PanelScene) -> tuple[Link, ...]:
    return (Link(scene.say("Go to the table"), scene.link),) if scene.link else ()


def _without_hand(
    scene: PanelScene, task: str, text: str, rows: tuple[Row, ...] = (), *, asks: bool = False
) -> Panel:
    """Build a panel that shows no hand, though one may be dealt."""
    unadvised = replace(scene.panel, advice=None, better=None)
    bare = replace(scene, hand=None, panel=unadvised)
    return Panel(scene=bare, task=to_do(task), news=written(text), rows=rows, asks=asks)


def _outside(scene: PanelScene) -> Panel:
    """Build the panel while no hand is dealt."""
    task = title(scene)
    if scene.table.status is Status.CLOSED:
        return _closed(scene, task, scene.say("This table is closed."))
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
    return _without_hand(scene, task, lines(*text, code_line(scene.panel.code, scene.context)))
