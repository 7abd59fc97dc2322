"""Whether a table keeps its finished hands to those who played, for the lobby, rules and menu."""

from __future__ import annotations

from bot.tables.views import TableView

from ..table.scene import Scene
from ..words.ids import Verb
from ..words.spec import Button


def can_switch_keeping(table: TableView) -> bool:
    """Return True if the host can still decide: what was kept as a hand ended stays kept."""
    return not table.private and not (table.keeps_hands and table.has_finished_hands)


def keeping_button(scene: Scene) -> Button:
    """Build the switch that keeps finished hands to those who played."""
    if scene.table.keeps_hands:
        return scene.press(Verb.KEEP_HANDS, scene.say("Hands: players only"), arg="off")
    return scene.press(Verb.KEEP_HANDS, scene.say("Hands: for all"), arg="on")


def keeping_line(scene: Scene) -> str:
    """Say who will see finished hands; empty where everybody will."""
    if not scene.table.hides_hands:
        return ""
    return scene.say("Only the people who play a hand can see it afterward.")
