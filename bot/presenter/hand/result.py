"""The card of a finished hand, and the end of a game."""

from __future__ import annotations

from bot.tables.model import Status
from bot.tables.views import TableView
from texas42.engine import sort_hand

from ..layout.fact import Fact, Look, drawn, written
from ..layout.ways import in_full, in_full_beside
from ..table.front_door import FROM_MORE, front_door
from ..table.next_game import next_game_line, next_partners_line
from ..table.pictures import table_part
from ..table.position import auction_line, points_count, trump_line
from ..table.position_facts import table_heading
from ..table.scene import Scene, more_button, my_hand
from ..table.seats import name_for_reader
from ..words.ids import ComponentId, Verb
from ..words.parts import clock, framed, known, lines, rows_of, small
from ..words.render_context import RenderContext, tile_text
from ..words.spec import Button, ButtonStyle, Message, Part, Row, Separator, Text
from .coach import coach_button, game_coach_button
from .ended_facts import ended_facts
from .ending import same_people
from .next_shaker import shaker_line
from .outcome import rated_line

RECORDS_IN_ROW = 2


def result(table: TableView, context: RenderContext) -> Message:
    """Build the card of a finished hand, and of a game that it has ended.

    It says how the hand ended and what comes next, with the buttons to it and back. ValueError
    while no hand is over.
    """
    scene = Scene.of(table, context)
    facts = (*ended_facts(scene), *_next_facts(scene))
    if scene.shows_pictures:
        parts = (table_part(scene), Text(in_full_beside(facts)))
        return framed(*parts, *_rows(scene), silent=True)
    heading = drawn(table_heading(scene), look=Look.TITLE)
    return framed(Text(in_full((heading, *facts))), *_rows(scene), silent=True)


def _next_facts(scene: Scene) -> tuple[Fact, ...]:
    """List the ratings, and what comes next: no picture shows it."""
    is_over = scene.table.status is Status.FINISHED
    return (
        written(shaker_line(scene)),
        written(rated_line(scene), look=Look.SMALL),
        written(next_partners_line(scene) if is_over else ""),
        written(next_game_line(scene) if is_over else ""),
        written(going_on(scene), look=Look.SMALL),
        written(kept_line(scene), look=Look.SMALL),
    )


def _rows(scene: Scene) -> tuple[Row, ...]:
    """Build the buttons to the next hand or game, and the ways to look back, with More."""
    later = (*review_button(scene), *replay_button(scene))
    is_over = scene.table.winner is not None
    again = same_people(scene.table, scene.context) if is_over else ()
    same = (Row(again),) if again else ()
    if _is_closed(scene):
        back = (*_coach(scene), *later)
        row = (Row(back),) if back else ()
        return *same, *row, front_door(scene.context, *_more(scene))
    now = (*_next_buttons(scene), *_coach(scene))
    looks = (*later, *_more(scene))
    return (*((Row(now),) if now else ()), *same, *((Row(looks),) if looks else ()))


def _next_buttons(scene: Scene) -> tuple[Button, ...]:
    """Build the buttons to the next hand or game; an event goes on elsewhere."""
    if scene.table.status is not Status.FINISHED:
        return _ready_button(scene), my_hand(scene)
    return () if scene.table.event_id is not None else (_rematch(scene), _menu(scene))


def _is_closed(scene: Scene) -> bool:
    return scene.table.status is Status.CLOSED


def _more(scene: Scene) -> tuple[Button, ...]:
    return () if scene.hides_hand else (more_button(scene, str(scene.table.hand_no)),)


def _coach(scene: Scene) -> tuple[Button, ...]:
    """Build the button of the coach after a game, with a way back while the table is open."""
    if _is_closed(scene) and scene.table.winner is not None:
        return (game_coach_button(scene.table.table_id, scene.table.game_no, scene.context),)
    return coach_button(scene)


def files_row(scene: Scene) -> tuple[Row, ...]:
    """Build the buttons of a finished hand's files: the game's record, the proof of the deal."""
    proof = _proof(scene)
    if scene.hides_hand:
        return (Row((_leaders(scene),)),)
    row = (*replay_button(scene), record_button(scene), proof, _leaders(scene))
    return (Row(row), *_games_of_match(scene))


def kept_line(scene: Scene) -> str:
    """Say who sees a finished hand that is kept; empty where everybody may."""
    return scene.say("Only the people who played can see the hand.") if scene.hides_hand else ""


def going_on(scene: Scene) -> str:
    """Say when the next hand starts, or the next game of a match; or where an event goes on."""
    if _is_closed(scene):
        return closed_line(scene)
    if scene.table.status is Status.FINISHED:
        return event_goes_on(scene) if scene.table.event_id is not None else ""
    if scene.table.alone:
        if scene.table.winner is not None:
            return scene.say("Press Ready when you want the next game.")
        return scene.say("Press Ready when you want the next hand.")
    if scene.table.next_at is None:
        if scene.table.winner is not None:
            return scene.say("The next game starts when everyone presses Ready.")
        return scene.say("The next hand starts when everyone presses Ready.")
    when = clock(scene.table.next_at)
    if scene.table.winner is not None:
        return scene.say("Next game {when}. Press Ready to go now.", when=when)
    return scene.say("Next hand {when}. Press Ready to go now.", when=when)


def closed_line(scene: Scene) -> str:
    """Say that a table is closed, and where its event is, if it has one."""
    if scene.table.event_id is None:
        return scene.say("This table is closed.")
    channel = f"<#{scene.table.known_place.home_channel_id}>"
    return scene.say("This table is closed. The event is in {channel}.", channel=channel)


def _menu(scene: Scene) -> Button:
    return scene.press(Verb.MENU, scene.say("Table…"))


def event_goes_on(scene: Scene) -> str:
    """Point players of an event's table back to the event."""
    channel = f"<#{scene.table.known_place.home_channel_id}>"
    return scene.say("The event goes on in {channel}.", channel=channel)


def recap(scene: Scene) -> tuple[Part, ...]:
    """Write a finished hand in full: the calls, the hands as dealt, and the tricks."""
    view = scene.view
    if scene.hides_hand:
        return (Text(small(kept_line(scene))),)
    parts: list[Part] = [Separator(), Text(_hands(scene))]
    if view.tricks:
        parts += [Separator(), Text(_tricks(scene))]
    return tuple(parts)


def _hands(scene: Scene) -> str:
    view = scene.view
    game = view.rules.game
    calls = auction_line(scene)
    texts = [scene.say("**Bidding** {calls}", calls=calls) if calls else "", trump_line(scene)]
    for seat, hand in enumerate(known(view.revealed)):
        name = name_for_reader(scene, seat)
        tiles = " ".join(tile_text(tile) for tile in sort_hand(hand, view.contract))
        texts.append(small(f"**{name}** {tiles}"))
    if view.exchange is not None and view.exchange.take:
        texts.append(
            scene.say(
                "**Swap** {name} took {take} and put back {give}",
                name=name_for_reader(scene, view.exchange.seat),
                take=scene.context.tiles(view.exchange.take, game),
                give=scene.context.tiles(view.exchange.give, game),
            )
        )
    if view.kitty:
        texts.append(
            scene.say("**Left over** {tiles}", tiles=scene.context.tiles(view.kitty, game))
        )
    return lines(*texts)


def _tricks(scene: Scene) -> str:
    texts = [scene.say("**Tricks** (leader first):")]
    for number, trick in enumerate(scene.view.tricks, 1):
        tiles = " ".join(tile_text(play.tile) for play in trick.plays)
        leader = name_for_reader(scene, trick.leader)
        winner = name_for_reader(scene, known(trick.winner))
        worth = f" +{trick.points}" if points_count(scene.view) else ""
        texts.append(small(f"{number}\\. {leader}: {tiles} → {winner}{worth}"))
    return lines(*texts)


def _ready_count(table: TableView) -> str:
    people = table.people
    return f"{sum(line.ready for line in people)}/{len(people)}"


def _ready_button(scene: Scene) -> Button:
    label = scene.say("Ready {count}", count=_ready_count(scene.table))
    return scene.press(Verb.READY, label, style=ButtonStyle.SUCCESS)


def _rematch(scene: Scene) -> Button:
    label = scene.say("Rematch {count}", count=_ready_count(scene.table))
    return scene.press(Verb.REMATCH, label, style=ButtonStyle.SUCCESS)


def record_button(scene: Scene) -> Button:
    """Build the button that gives the record of the game."""
    return scene.press(Verb.RECORD, scene.say("Game record"), arg=str(scene.table.game_no))


def _games_of_match(scene: Scene) -> tuple[Row, ...]:
    """Write the records of a match's earlier games."""
    if scene.table.rules.game.best_of == 1:
        return ()
    numbers = range(scene.table.game_no - sum(scene.table.wins) + 1, scene.table.game_no)
    buttons = (
        scene.press(Verb.RECORD, scene.say("Record of game {n}", n=number), arg=str(number))
        for number in numbers
    )
    return rows_of(buttons, RECORDS_IN_ROW)


def review_button(scene: Scene) -> tuple[Button, ...]:
    """Build the button of the review, if tiles were played."""
    if scene.hand is None or not scene.hand.tricks:
        return ()
    return (scene.press(Verb.REVIEW, scene.say("Review"), arg=str(scene.table.hand_no)),)


def replay_button(scene: Scene) -> tuple[Button, ...]:
    """Build the button that opens a finished hand, to step through it, for who may see it."""
    if scene.hides_hand:
        return ()
    component_id = ComponentId(Verb.REPLAY, scene.table.table_id, scene.table.hand_no)
    return (Button(scene.say("Replay"), component_id),)


def _proof(scene: Scene) -> Button:
    """Build the button of More that sends the proof of the hand; its Back leads there."""
    arg = f"{scene.table.hand_no}/{FROM_MORE}"
    return scene.press(Verb.PROOF, scene.say("Fair shake"), arg=arg)


def _leaders(scene: Scene) -> Button:
    return scene.press(Verb.LEADERS, scene.say("Leaderboard"))
