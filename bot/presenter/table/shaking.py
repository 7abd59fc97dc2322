"""What a player reads and types who adds words to the next shake."""

from __future__ import annotations

from bot.tables.views import TableView

from ..words.ids import Verb
from ..words.parts import note
from ..words.render_context import RenderContext
from ..words.spec import Message, TextForm
from .scene import Scene

LONGEST = 40


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
            "Your words are in the next shake. After that hand, Fair deal shows them, so anybody "
            "can check that nobody picked the deal."
        )
    )
