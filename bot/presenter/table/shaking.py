"""The fair shake: its commitment before the deal, and a player's own words in it."""

from __future__ import annotations

from bot.tables.model import Status
from bot.tables.views import DrawView, TableView

from ..words.ids import Verb
from ..words.parts import lines, note, small
from ..words.render_context import RenderContext
from ..words.spec import Button, Message, Part, Row, Text, TextForm
from .front_door import way_back
from .scene import Scene
from .seats import seat_name

LONGEST = 40


def fair_shake(table: TableView, context: RenderContext, *, origin: str = "") -> Message:
    """Build the commitment to a shake: the next one's between hands, else this hand's.

    `origin`: the page that Back leads to.
    """
    scene = Scene.of(table, context)
    draw = scene.table.draw
    said = () if draw is None else (_fair_draw(scene, draw),)
    proof = () if draw is None or not draw.drawn else (_draw_proof(scene, draw),)
    back = way_back(table.table_id, origin, scene.context)
    if scene.table.commitment is None and scene.table.deals.explained:
        return note(lines(no_proof(context), *said), Row((back,)))
    if scene.table.commitment is None:
        none = scene.say("I commit to a shake before I deal it. None is waiting here now.")
        return note(none, Row((back,)))
    head = scene.say("Fair shake of this hand")
    if scene.table.status is not Status.PLAYING:
        head = scene.say("Fair shake of the next hand")
    why = scene.say(
        "I fixed this shake before anyone saw a domino. After the hand, the proof under More "
        "shows that I dealt exactly this one."
    )
    names = scene.both(seat_name(scene, seat) for seat in scene.table.shake_words)
    words = scene.say("With words from {names}.", names=names) if names else ""
    shake = (f"### {head}", why, words, small(f"`{scene.table.commitment}`"))
    return note(lines(*shake, *said), Row((back, *proof)))


def _fair_draw(scene: Scene, draw: DrawView) -> str:
    """Build the commitment to a draw, which has a secret of its own."""
    head = scene.say("Fair draw before game {game}", game=draw.game_no)
    why = scene.say("I fixed this draw, too, before anyone drew a domino.")
    return lines(f"### {head}", why, small(f"`{draw.commitment}`"))


def _draw_proof(scene: Scene, draw: DrawView) -> Button:
    """Build the button that sends the proof of a draw; its secret belongs to no hand."""
    proof = scene.say("Proof of the draw")
    return scene.press(Verb.PROOF_OF_DRAW, proof, arg=str(draw.game_no))


def no_proof(context: RenderContext) -> str:
    """Say that a lesson hand is not shaken fairly, unlike the others."""
    return context.say(
        "This hand was dealt as a lesson: everyone new gets the same one, so it has no proof and "
        "doesn't count. Every hand after it is a fair shake."
    )


def own_words(scene: Scene) -> tuple[Part, ...]:
    """Offer a player to add words to the next shake, and say why; empty at the end of an event."""
    if scene.table.status is Status.FINISHED and scene.table.event_id is not None:
        return ()
    why = scene.say("With a word of yours in it, nobody can have picked the next shake.")
    add = scene.press(Verb.SHAKE, scene.say("Add your own word to the shake"))
    return Text(small(why)), Row((add,))


def shake_form(table: TableView, context: RenderContext) -> TextForm:
    """Build the form that asks for a player's words, for the next hand only."""
    scene = Scene.of(table, context)
    hand_no = scene.table.hand_no + 1
    return TextForm(
        scene.id_of(Verb.SHAKE_WORDS, str(hand_no)),
        scene.say("Shake the dominoes"),
        scene.say("Letters and digits, whatever you like"),
        "",
        LONGEST,
    )


def shake_added(context: RenderContext) -> Message:
    """Build the message to a player whose words are in."""
    return note(
        context.say(
            "Your words are in the next shake. After that hand, Fair shake shows them, so anybody "
            "can check that nobody picked the deal."
        )
    )
