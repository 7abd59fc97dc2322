"""Answers to one person: the last trick, table status, files, confirmations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.tables.model import Occupant, Status
from bot.tables.past import DrawProof, ShakeProof
from bot.tables.views import TableView
from texas42.engine import Phase, SeatView

from ..company.alerts import alert_button
from ..hand.outcome import outcome_line, score_line
from ..hand.result import kept_line
from ..rules.screen import changes_line, rules_line
from ..words.ids import PREFIX, ComponentId, Verb, format_id
from ..words.parts import known, lines, note, small
from ..words.render_context import RenderContext
from ..words.spec import Button, ButtonStyle, File, Message, Row
from ..words.tables import called
from .front_door import back_to, front_door, way_back
from .position import auction_line, first_open_trick, trick_line, trick_tiles, trick_won_line
from .position_facts import contract_line, table_heading
from .scene import Scene, my_hand, rules_button
from .seats import (
    hand_in_sentence,
    hand_title,
    name_for_reader,
    position,
    seat_title,
    title,
)

MOST_TABLES = 20
FROM_DRAW = "draw"
"""In the id of the fair shake: opened by Back from the proof of a draw."""
LEAVE_SURELY = "yes"
LEAVE_FOR = "for"
"""The argument of `Verb.LEAVE`, also before a slash and the request to repeat then."""


def last_trick(
    table: TableView,
    context: RenderContext,
    *,
    origin: str = "",
    reader: int | None = None,
    hand: SeatView | None = None,
) -> Message:
    """Build the last trick, tile by tile, and the earlier ones that may still be looked at.

    `origin`: the page that Back leads to. `reader`: the seat of the reader, if they have one.
    `hand`: the reader's own view, by default the public one.
    """
    scene = replace(Scene.of(table, replace(context, pictures=False), hand), reader=reader)
    view = scene.hand
    if scene.hides_hand:
        return note(kept_line(scene), Row((way_back(table.table_id, origin, scene.context),)))
    back = Row((way_back(table.table_id, origin, scene.context),))
    if view is None or not view.tricks:
        return note(scene.say("Nobody has taken a trick yet."), back)
    last = view.tricks[-1]
    return note(
        lines(
            f"### {trick_won_line(scene, len(view.tricks))}",
            trick_tiles(scene, last),
            *_before_the_last(scene),
        ),
        back,
    )


def _before_the_last(scene: Scene) -> list[str]:
    """List the earlier tricks that may be looked at, newest first."""
    # with so many emojis, or names in full, the text would be too long
    scene = replace(scene.without_emoji(), brief=True)
    view = scene.view
    texts = []
    for number in range(len(view.tricks) - 1, first_open_trick(view), -1):
        trick = view.tricks[number - 1]
        name = name_for_reader(scene, known(trick.winner))
        tiles = trick_tiles(scene, trick)
        took = scene.say(
            "{name} took trick {number}: {tiles}", number=number, name=name, tiles=tiles
        )
        texts.append(small(took))
    return texts


def confirm_leave(
    table: TableView, context: RenderContext, *, again: ComponentId | None = None
) -> Message:
    """Ask a player to confirm leaving a game that is still going, and say what that costs.

    `again`: the id of the button to repeat once they have left.
    """
    scene = Scene.of(table, context)
    leave = scene.press(Verb.LEAVE, scene.say("Leave"), arg=LEAVE_SURELY, style=ButtonStyle.DANGER)
    if again is not None:
        leave = leave_and(again, table.table_id, context, confirmed=True)
    text = scene.say(
        "Leave {table}? A computer player takes your seat.",
        table=called(scene.table.number, scene.words),
    )
    if all(line.occupant is Occupant.PERSON for line in scene.table.seats):
        text += " " + scene.say("It's a rated game, and leaving it counts as a loss.")
    return note(text, Row((leave, scene.press(Verb.HAND, scene.say("Stay")))))


def leave_and(
    again: ComponentId, table_id: str, context: RenderContext, *, confirmed: bool = False
) -> Button:
    """Build the button that leaves a table and then repeats what another button asks for.

    `again`: that button's id. `confirmed`: the player knows what leaving costs.
    """
    sits = again.verb in (Verb.SIT, Verb.JOIN)
    label = context.say("Leave it and sit down") if sits else context.say("Leave it and start")
    how = LEAVE_SURELY if confirmed else LEAVE_FOR
    style = ButtonStyle.DANGER if confirmed else ButtonStyle.PRIMARY
    arg = f"{how}/{format_id(again).removeprefix(PREFIX)}"
    return Button(label, ComponentId(Verb.LEAVE, table_id, arg=arg), style)


def confirm_close(table: TableView, context: RenderContext) -> Message:
    """Ask the host to confirm ending a game that is still going."""
    scene = Scene.of(table, context)
    close = scene.press(Verb.CLOSE, scene.say("Close table"), arg="yes", style=ButtonStyle.DANGER)
    text = scene.say(
        "Close {table}? The game ends now and won't count.",
        table=called(scene.table.number, scene.words),
    )
    return note(text, Row((close, scene.press(Verb.HAND, scene.say("Keep playing")))))


def table_status(table: TableView, context: RenderContext) -> Message:
    """Build a table's status for one person; of a closed table, who sat there and how it ended."""
    scene = Scene.of(table, context)
    if scene.table.status is Status.CLOSED:
        return note(lines(*_closed_status(scene)), front_door(scene.context))
    view = scene.table.view
    rules = scene.table.rules
    words = scene.words
    text = [f"### {title(scene)}", _state(scene), rules_line(rules, words)]
    text += [changes_line(rules, words), _seats(scene)]
    if view is not None:
        text.append(score_line(scene))
        if view.phase is Phase.OVER:
            text.append(outcome_line(scene))
        else:
            text += [table_heading(scene), contract_line(scene)]
            text.append(trick_line(scene) or auction_line(scene))
    return note(lines(*text), Row((my_hand(scene), rules_button(scene))))


def _closed_status(scene: Scene) -> list[str]:
    view = scene.table.view
    text = [f"### {title(scene)}", _state(scene), _seats(scene)]
    if view is not None:
        text.append(score_line(scene))
        text.append(outcome_line(scene) if view.phase is Phase.OVER else "")
    return text


def _seats(scene: Scene) -> str:
    return scene.both(seat_title(scene, line.seat) for line in scene.table.seats)


def _state(scene: Scene) -> str:
    count = sum(line.occupant is Occupant.OPEN for line in scene.table.seats)
    states = {
        Status.LOBBY: scene.plural("{n} seat is open.", "{n} seats are open.", count),
        Status.PLAYING: scene.say("Playing {hand}.", hand=hand_in_sentence(scene)),
        Status.BETWEEN: scene.say("{hand} is over.", hand=hand_title(scene)),
        Status.FINISHED: scene.say("The game is over."),
        Status.PAUSED: scene.say("Paused: nobody is at the table."),
        Status.CLOSED: scene.say("This table is closed."),
    }
    return states[scene.table.status]


def table_list(tables: Sequence[TableView], context: RenderContext) -> Message:
    """List a server's tables, one per line."""
    if not tables:
        door = front_door(context)
        return note(context.say("No tables here yet."), door, Row((alert_button(context),)))
    texts = [context.say("### Tables")]
    texts.extend(
        context.say(
            "**{title}** in {channel}: {state}",
            title=title(Scene.of(table, context)),
            channel=f"<#{table.known_place.channel_id}>",
            state=_state(Scene.of(table, context)),
        )
        for table in tables[:MOST_TABLES]
    )
    rest = len(tables) - MOST_TABLES
    if rest > 0:
        texts.append(context.plural("and {n} more", "and {n} more", rest))
    return note(lines(*texts), Row((alert_button(context),)))


def record_file(number: int | None, game_no: int, text: str, context: RenderContext) -> Message:
    """Build the file with a game's record; `number` of the table, None without a place."""
    name = f"table-{number or 0}-game-{game_no}.json"
    table = called(number, context.words)
    if not game_no:  # the lesson hand comes before the first game
        said = context.say("The record of the lesson hand at {table}.", table=table)
    else:
        said = context.say("The record of game {game} at {table}.", game=game_no, table=table)
    return Message(content=said, files=(File(name, text),))


def draw_files(table_id: str, proof: DrawProof, context: RenderContext) -> Message:
    """Build the files that prove the draws before a game, one for each deal."""
    back = back_to(ComponentId(Verb.PROOF, table_id, arg=f"/{FROM_DRAW}"), context)
    return replace(_drawn(proof, context), rows=(Row((back,)),))


def _drawn(proof: DrawProof, context: RenderContext) -> Message:
    said = context.say(
        "Proof that the draw before game {game} was fair. Each seat drew the first domino of its "
        "hand here, and after a tie the next one.",
        game=proof.game_no,
    )
    files = (
        File(f"draw-{proof.game_no}-{number}.json", content)
        for number, content in enumerate(proof.contents, 1)
    )
    return Message(content=said, files=tuple(files))


def proof_file(
    proof: ShakeProof, hand: str, context: RenderContext, *, origin: str = ""
) -> Message:
    """Build the file that proves a finished hand's shake, and say whose words are in it.

    `hand`: its number at the table. `origin`: the page that Back leads to.
    """
    back = (Row((way_back(proof.table_id, origin, context, hand),)),)
    said = context.say("Proof that hand {number} was shaken fairly.", number=proof.number)
    if proof.seats:
        seats = context.both(position(seat, context) for seat in proof.seats)
        added = context.say("The words that these seats added are in it: {seats}.", seats=seats)
    else:
        added = context.say("Nobody added words to this shake.")
    said = f"{said} {added}"
    file = File(f"fair-deal-{proof.number}.json", proof.content)
    if proof.draw is None:
        return Message(content=said, rows=back, files=(file,))
    drawn = _drawn(proof.draw, context)
    return Message(content=f"{said}\n{drawn.content}", rows=back, files=(file, *drawn.files))
