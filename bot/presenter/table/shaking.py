"""What a player reads and types who adds words to the next shake."""

from __future__ import annotations

from bot.tables.views import TableView

from ..words.ids import Verb, format_id
from ..words.parts import note
from ..words.render_context import RenderContext
from ..words.spec import Form, Message

LONGEST = 40


def shake_form(table: TableView, context: RenderContext) -> Form:
    """Return the form that asks for a player's words; it holds for the next hand alone."""
    say, hand_no = context.words.say, table.hand_no + 1
    return Form(
        format_id(Verb.SHAKE_WORDS, table.table_id, table.seq, str(hand_no)),
        say("Shake the dominoes"),
        say("Letters and digits, whatever you like"),
        "",
        LONGEST,
    )


def shake_added(context: RenderContext) -> Message:
    """Return the message to a player whose words are in."""
    return note(
        context.words.say(
            "Your words are in the next shake. After that hand, Fair deal shows them, so anybody "
            "can check that nobody picked the deal."
        )
    )
