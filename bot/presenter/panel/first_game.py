"""The question at the end of a newcomer's first game: how strong the next opponents shall be."""

from __future__ import annotations

from ..people.settings import OPPONENT_LEVELS
from ..table.scene import PanelScene
from ..words.ids import Verb
from ..words.spec import Row


def level_line(scene: PanelScene) -> str:
    """Ask for the level of the opponents, or say which one they have now."""
    level = next((line.level for line in scene.table.seats if _faces(scene, line.side)), "")
    if scene.panel.asks_level:
        asks = (
            scene.say("Want it harder?")
            if scene.table.winner == scene.own
            else scene.say("Who do you want to play?")
        )
        return " ".join(filter(None, (_played(scene).get(level, ""), asks)))
    said = {
        "easy": scene.say("Next game: easy opponents. You can change it in /settings."),
        "steady": scene.say("Next game: steady opponents. You can change it in /settings."),
        "expert": scene.say("Next game: expert opponents. You can change it in /settings."),
    }
    return said.get(level, "")


def _played(scene: PanelScene) -> dict[str, str]:
    return {
        "easy": scene.say("You played easy opponents."),
        "steady": scene.say("You played steady opponents."),
        "expert": scene.say("You played expert opponents."),
    }


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
