"""The question to a leader whose own view does not prove that every trick left is theirs."""

from __future__ import annotations

from bot.tables.views import PanelView, Unproved

from ..table.claims import ANYWAY, doubt_sentence
from ..words.ids import Verb
from ..words.names import seat_name
from ..words.parts import lines, press
from ..words.render_context import RenderContext
from ..words.spec import Message, Row
from .frame import frame, heading


def lay_down_panel(
    panel: PanelView, unproved: Unproved, context: RenderContext, place: str | None
) -> Message:
    """Return what may lie against a lay-down, who must agree to it, and the leader's choice."""
    table, words = panel.table, context.words
    names = words.both(seat_name(table, seat, context) for seat in unproved.opponents)
    task = words.say("Lay down?")
    doubt = doubt_sentence(table, unproved.doubt, context)
    cost = words.say(
        "Everyone would see your dominoes. {names} must agree, or you play on face up.",
        names=names,
    )
    text = lines(heading(task), doubt, cost)
    anyway = press(table, Verb.CLAIM, words.say("Lay down anyway"), arg=ANYWAY)
    keep = press(table, Verb.HAND, words.say("Keep playing"))
    news = f"{doubt} {cost}"
    row = Row((anyway, keep))
    return frame(panel, context, text, row, task=task, news=news, place=place, your_turn=True)
