"""The card of a finished hand, and the end of a game."""

from __future__ import annotations

from dataclasses import replace

from bot.tables.model import Status
from bot.tables.views import TableView
from texas42.engine import sort_hand

from ..layout.phone import phone_rows
from ..table.front_door import FROM_MORE, front_door
from ..table.next_game import next_game_line, next_partners_line
from ..table.pictures import table_part
from ..table.position import auction_line, points_count, trump_line
from ..table.scene import Scene, more_button, my_hand
from ..table.seats import hand_title, name_for_reader, title
from ..words.ids import ComponentId, Verb
from ..words.parts import clock, framed, known, lines, rows_of, small
from ..words.render_context import RenderContext, tile_text
from ..words.spec import Button, ButtonStyle, Message, Part, Row, Separator, Text
from .coach import coach_button, game_coach_button
from .deciding import deciding_line
from .ending import same_people
from .next_shaker import shaker_line
from .outcome import (
    gained_line,
    game_won_line,
    games_line,
    laid_down_line,
    last_game_line,
    outcome_line,
    rated_line,
    score_line,
)
from .reasons import early_line, forced_line, game_line

RECORDS_IN_ROW = 2


def result(table: TableView, context: RenderContext) -> Message:
    """Build the card of a finished hand; ValueError while no hand is over."""
    scene = Scene.of(table, context)
    if scene.shows_pictures:
        return _card(scene)
    scene = replace(scene, brief=True)
    table_name = scene.say("Table {number}", number=scene.table.number)
    won = game_won_line(scene)
    top = lines(
        f"## {table_name} · {hand_title(scene)}",
        f"### {won}" if won else "",
        game_line(scene),
        f"**{outcome_line(scene)}**",
        *_how_it_ended(scene),
        gained_line(scene),
        score_line(scene),
        games_line(scene) if scene.table.rules.game.best_of > 1 else "",
        shaker_line(scene),
    )
    look = (*coach_button(scene), *review_button(scene), replay_button(scene))
    return framed(
        Text(top),
        Text(lines(small(rated_line(scene)), small(going_on(scene)))),
        *_next_row(scene),
        *_more_below(scene, look),
        silent=True,
    )


def _card(scene: Scene) -> Message:
    """Build the card of a finished hand: its picture, the result, and the next steps."""
    picture = table_part(scene)
    scene = replace(scene, brief=True)
    won = game_won_line(scene)
    top = lines(
        f"### {won}" if won else "",
        game_line(scene),
        f"**{hand_title(scene)}** · {outcome_line(scene)}",
        *_how_it_ended(scene),
        "" if won else score_line(scene),
        games_line(scene) if won and scene.table.rules.game.best_of > 1 else "",
        shaker_line(scene),
        small(rated_line(scene)),
        small(going_on(scene)),
    )
    later = (*review_button(scene), replay_button(scene))
    rows = (*_next_row(scene), Row((*later, _more(scene))))
    if _is_closed(scene):
        rows = (Row(later), front_door(scene.context, _more(scene)))
    return framed(picture, Text(top), *rows, silent=True)


def _more_below(scene: Scene, look: tuple[Button, ...]) -> tuple[Row, ...]:
    """Build the ways to look back, with More; on a closed table it stands beside the front door."""
    if _is_closed(scene):
        return *phone_rows(look), front_door(scene.context, _more(scene))
    return phone_rows((*look, _more(scene)))


def _next_row(scene: Scene) -> tuple[Row, ...]:
    """Build the buttons to the next hand; none once the table is closed."""
    if _is_closed(scene):
        return ()
    coach = coach_button(scene) if scene.shows_pictures else ()
    return (Row((_ready_button(scene), my_hand(scene), *coach)),)


def _is_closed(scene: Scene) -> bool:
    return scene.table.status is Status.CLOSED


def _how_it_ended(scene: Scene) -> tuple[str, ...]:
    """Say who made or set the bid, and why the hand came to be played, or ended early."""
    return (
        laid_down_line(scene) or deciding_line(scene),
        small(forced_line(scene)),
        small(early_line(scene)),
    )


def _last_card(scene: Scene) -> Message:
    """Build the card of a finished game: who won it, and how the last hand ended."""
    brief = replace(scene, brief=True)
    top = lines(
        f"### {game_won_line(brief)}",
        game_line(brief),
        last_game_line(brief),
        outcome_line(brief),
        *_how_it_ended(brief),
        games_line(brief),
        shaker_line(scene),
        small(rated_line(scene)),
        next_partners_line(scene),
        next_game_line(scene),
    )
    return framed(table_part(scene), Text(top), *_last_rows(scene), silent=True)


def _last_rows(scene: Scene) -> tuple[Part, ...]:
    """Build the buttons of the card of a finished game, in rows that a phone does not wrap."""
    later = (*review_button(scene), replay_button(scene))
    same = same_people(scene.table, scene.context)
    if _is_closed(scene):
        closed = Text(small(closed_line(scene)))
        look = Row((*_coach(scene), *later))
        return closed, *same, look, front_door(scene.context, _more(scene))
    if scene.table.event_id is not None:
        return _at_event(scene), Row(_coach(scene)), Row((*later, _more(scene)))
    now = Row((_rematch(scene), _menu(scene), *_coach(scene)))
    return now, *same, Row((*later, _more(scene)))


def _more(scene: Scene) -> Button:
    return more_button(scene, str(scene.table.hand_no))


def _coach(scene: Scene) -> tuple[Button, ...]:
    """Build the button of the coach, with a way back while the table is open."""
    if _is_closed(scene):
        return (game_coach_button(scene.table.table_id, scene.table.game_no, scene.context),)
    return coach_button(scene)


def files_row(scene: Scene) -> tuple[Row, ...]:
    """Build the buttons of a finished hand's files: the game's record, the proof of the deal."""
    proof = _proof(scene)
    row = (replay_button(scene), record_button(scene), proof, _leaders(scene))
    return (Row(row), *_games_of_match(scene))


def going_on(scene: Scene) -> str:
    """Say when the next hand starts, or the next game of a match; or that there is none."""
    if _is_closed(scene):
        return closed_line(scene)
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


def game_end(table: TableView, context: RenderContext) -> Message:
    """Build the card of a finished game; ValueError while no one has won."""
    scene = Scene.of(table, context)
    won = game_won_line(scene)
    if not won:
        raise ValueError("nobody has won")
    if scene.shows_pictures:
        return _last_card(scene)
    scene = replace(scene, brief=True)
    won = game_won_line(scene)
    top = lines(
        f"## {title(scene)}",
        f"### {won}",
        game_line(scene),
        last_game_line(scene) or score_line(scene),
        games_line(scene),
        shaker_line(scene),
        small(rated_line(scene)),
        outcome_line(scene),
        *_how_it_ended(scene),
    )
    ahead = lines(next_partners_line(scene), next_game_line(scene))
    is_closed = _is_closed(scene)
    now: Part = Row((_rematch(scene), _menu(scene)))
    if is_closed or scene.table.event_id is not None:
        now = Text(small(closed_line(scene))) if is_closed else _at_event(scene)
    return framed(
        Text(top),
        *((Text(ahead),) if ahead else ()),
        now,
        *same_people(scene.table, scene.context),
        *_more_below(scene, (*_coach(scene), *review_button(scene), replay_button(scene))),
        silent=True,
    )


def closed_line(scene: Scene) -> str:
    """Say that a table is closed, and where its event is, if it has one."""
    if scene.table.event_id is None:
        return scene.say("This table is closed.")
    channel = f"<#{scene.table.known_place.home_channel_id}>"
    return scene.say("This table is closed. The event is in {channel}.", channel=channel)


def _at_event(scene: Scene) -> Text:
    return Text(small(event_goes_on(scene)))


def _menu(scene: Scene) -> Button:
    return scene.press(Verb.MENU, scene.say("Table…"))


def event_goes_on(scene: Scene) -> str:
    """Point players of an event's table back to the event."""
    channel = f"<#{scene.table.known_place.home_channel_id}>"
    return scene.say("The event goes on in {channel}.", channel=channel)


def recap(scene: Scene) -> tuple[Part, ...]:
    """Write a finished hand in full: the calls, the hands as dealt, and the tricks."""
    view = scene.view
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
    if scene.table.view is None or not scene.table.view.tricks:
        return ()
    return (scene.press(Verb.REVIEW, scene.say("Review"), arg=str(scene.table.hand_no)),)


def replay_button(scene: Scene) -> Button:
    """Build the button that opens a finished hand, to step through it."""
    component_id = ComponentId(Verb.REPLAY, scene.table.table_id, scene.table.hand_no)
    return Button(scene.say("Replay"), component_id)


def _proof(scene: Scene) -> Button:
    """Build the button of More that sends the proof of the hand; its Back leads there."""
    arg = f"{scene.table.hand_no}/{FROM_MORE}"
    return scene.press(Verb.PROOF, scene.say("Fair shake"), arg=arg)


def _leaders(scene: Scene) -> Button:
    return scene.press(Verb.LEADERS, scene.say("Leaderboard"))
