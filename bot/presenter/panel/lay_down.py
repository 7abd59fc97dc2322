"""The question to a leader whose own view does not prove that every trick left is theirs."""

from __future__ import annotations

from bot.tables.views import PanelView, Unproved

from ..claims import ANYWAY, doubt_sentence
from ..ids import Verb
from ..names import seat_name
from ..parts import lines, press
from ..render_context import RenderContext
from ..spec import Message, Row
from .frame import frame, heading


def lay_down_panel(
    panel: PanelView, unproved: Unproved, context: RenderContext, place: str | None
) -> Message:
    """Return what may lie against a lay-down, who must agree to it, and the leader's choice."""
    table, words = panel.table, context.words
    names = words.both(seat_name(table, seat, context) for seat in unproved.opponents)
    text = lines(
        heading(words.say("Lay down?")),
        doubt_sentence(table, unproved.doubt, context),
        words.say(
            "Everyone would see your dominoes. {names} must agree, or you play on face up.",
            names=names,
        ),
    )
    anyway = press(table, Verb.CLAIM, words.say("Lay down anyway"), arg=ANYWAY)
    keep = press(table, Verb.HAND, words.say("Keep playing"))
    return frame(panel, context, text, Row((anyway, keep)), place=place, your_turn=True)
