"""Who may come to a table, and see its finished hands: for the lobby, the rules and the menu."""

from __future__ import annotations

from bot.tables.model import Status
from bot.tables.views import TableView

from ..table.scene import Scene
from ..words.ids import Verb
from ..words.spec import Button


def can_switch_keeping(table: TableView) -> bool:
    """Return True if the host can still decide: what was kept as a hand ended stays kept."""
    return not table.private and not (table.keeps_hands and table.has_finished_hands)


def can_be_private(table: TableView) -> bool:
    """Return True if the host can still make a table private, which then gets a private thread."""
    return table.status is Status.LOBBY and not table.private and table.place is not None


def private_line(scene: Scene, *, brief: bool = False) -> str:
    """Say who sees a private table, perhaps in fewer words; empty at others."""
    if not scene.table.private:
        return ""
    text = scene.say("Private: you need an invitation or the code to sit here.")
    if brief:
        text = scene.say("Private: by invitation or code.")
    if scene.table.place is None:
        return text
    seen = scene.say("Whoever has Manage Threads can read this thread.")
    return f"{text} {seen}"


def keeping_button(scene: Scene) -> Button:
    """Build the switch that keeps finished hands to those who played."""
    if scene.table.keeps_hands:
        return scene.press(Verb.KEEP_HANDS, scene.say("Hands: players only"), arg="off")
    return scene.press(Verb.KEEP_HANDS, scene.say("Hands: for all"), arg="on")


def keeping_line(scene: Scene, *, brief: bool = False) -> str:
    """Say who will see finished hands, perhaps in fewer words; empty where everybody will."""
    if not scene.table.hides_hands:
        return ""
    if brief:
        return scene.say("Finished hands stay with their players.")
    return scene.say("Only the people who play a hand can see it afterward.")
