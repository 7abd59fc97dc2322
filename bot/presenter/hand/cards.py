"""Messages of a finished hand: shared, redrawn without a deleted player, or shrunk to one line."""

from __future__ import annotations

from bot.tables.past import Replay
from bot.tables.views import TableView

from ..table.pictures import table_part
from ..table.scene import Scene
from ..table.seats import hand_in_sentence, hand_title, seat_name
from ..words.ids import ComponentId, Verb
from ..words.names import shown_name
from ..words.parts import framed, lines, small
from ..words.render_context import RenderContext
from ..words.spec import Button, Message, Part, Row, Text
from .outcome import game_won_line, outcome_line
from .replay_pictures import hand_film
from .replay_place import ReplayPlace
from .replay_scene import ReplayScene


def shared_hand(replay: Replay, name: str, context: RenderContext) -> Message:
    """Build a whole hand for everyone in a channel, as an animation."""
    scene = ReplayScene.at(replay, ReplayPlace(len(replay.moments) - 1), context)
    head = scene.say(
        "**{name}** shares {hand} at Table {number}:",
        name=shown_name(name),
        hand=hand_in_sentence(scene),
        number=scene.table.number,
    )
    parts: list[Part] = [Text(lines(head, outcome_line(scene)))]
    if scene.shows_pictures:
        parts.append(hand_film(replay, scene.context))
    parts.append(Row((replay_button(scene, ReplayPlace()),)))
    return framed(*parts, silent=True)


def forgotten_hand(replay: Replay, context: RenderContext) -> Message:
    """Build the replacement of a hand's board after one of its players deleted their data.

    It has the same picture, with the remaining names.
    """
    scene = ReplayScene.at(replay, ReplayPlace(len(replay.moments) - 1), context)
    head = scene.say(
        "**Table {number}** · {hand}", number=scene.table.number, hand=hand_title(scene)
    )
    why = small(scene.say("A player asked me to forget them."))
    open_it = () if scene.hides_hand else (Row((replay_button(scene, ReplayPlace()),)),)
    if scene.shows_pictures:
        text = Text(lines(head, outcome_line(scene), why))
        return framed(table_part(scene), text, *open_it)
    names = ", ".join(seat_name(scene, seat) for seat in range(len(scene.table.seats)))
    text = Text(lines(head, outcome_line(scene), names, why))
    return framed(text, *open_it)


def card_in_one_line(replay: Replay, context: RenderContext) -> Message:
    """Build the one-line version of a hand's card, once later cards follow."""
    scene = ReplayScene.at(replay, ReplayPlace(len(replay.moments) - 1), context)
    line = f"**{hand_title(scene)}** · {outcome_line(scene)} {game_won_line(scene)}"
    return Message(body=(Text(small(line.rstrip())),), silent=True)


def unfinished_card_in_one_line(context: RenderContext) -> Message:
    """Build the line that replaces the board of an abandoned hand."""
    return Message(body=(Text(small(context.say("This hand wasn't finished."))),), silent=True)


def replay_button(scene: Scene, place: ReplayPlace) -> Button:
    """Build the button that opens a private replay of a shared one."""
    return Button(scene.say("Replay"), replay_id(scene.table, place))


def replay_id(table: TableView, place: ReplayPlace, button: str = "") -> ComponentId:
    """Format the id of a button that leads to a moment of a table's hand."""
    return ComponentId(Verb.REPLAY, table.table_id, table.hand_no, place.arg(button))
