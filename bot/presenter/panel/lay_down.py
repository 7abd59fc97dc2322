"""Ask a leader to confirm a lay-down that their own view does not prove."""

from __future__ import annotations

from bot.tables.views import UnprovedClaim

from ..table.claims import ANYWAY, objection_sentence
from ..table.scene import PanelScene
from ..table.seats import seat_name
from ..words.ids import Verb
from ..words.parts import lines
from ..words.spec import Message
from .frame import question


def lay_down_panel(scene: PanelScene, unproved: UnprovedClaim) -> Message:
    """Build the panel: what could refute the lay-down, and who must agree."""
    names = scene.both(seat_name(scene, seat) for seat in unproved.opponents)
    task = scene.say("Lay down?")
    objection = objection_sentence(scene, unproved.objection)
    cost = scene.say(
        "Everyone would see your dominoes. {names} must agree, or you play on face up.", names=names
    )
    anyway = scene.press(Verb.CLAIM, scene.say("Lay down"), arg=ANYWAY)
    keep = scene.press(Verb.HAND, scene.say("Keep playing"))
    return question(scene, task, lines(objection, cost), anyway, keep, f"{objection} {cost}")
