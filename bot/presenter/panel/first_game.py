"""The question at the end of a newcomer's first game: how strong the next opponents shall be."""

from __future__ import annotations

from ..people.settings import OPPONENT_LEVELS
from ..table.scene import PanelScene
from ..words.ids import Verb
from ..words.spec import Row


def level_line(scene: PanelScene) -> str:
    """Ask for the level of the opponents, or say which one they have now."""
    if scene.panel.asks_level:
        return scene.say("Want it harder?")
    level = next((line.level for line in scene.table.seats if _faces(scene, line.side)), "")
    said = {
        "easy": scene.say("Your opponents: easy. You can change it in /settings."),
        "steady": scene.say("Your opponents: steady. You can change it in /settings."),
        "expert": scene.say("Your opponents: expert. You can change it in /settings."),
    }
    return said.get(level, "")


def level_rows(scene: PanelScene) -> tuple[Row, ...]:
    """Build a button for each level; empty once one is chosen."""
    if not scene.panel.asks_level:
        return ()
    labels = {
        "easy": scene.say("Easy"),
        "steady": scene.say("Steady"),
        "expert": scene.say("Expert"),
    }
    buttons = (scene.press(Verb.HARDER, labels[level], arg=level) for level in OPPONENT_LEVELS)
    return (Row(tuple(buttons)),)


def _faces(scene: PanelScene, side: int) -> bool:
    return side != scene.own
