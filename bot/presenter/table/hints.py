"""Whether people who play each other may take hints, for the lobby, the board and the menu."""

from __future__ import annotations

from bot.tables.model import Occupant
from bot.tables.views import TableView

from .scene import Scene


def can_switch_hints(table: TableView) -> bool:
    """Return True if the host decides about hints: people play each other here, or still may."""
    return _may_have_opponents(table) and not table.forbids_hints


def hints_terms(scene: Scene, *, brief: bool = False) -> str:
    """Say in the lobby whether there are hints, and what one costs; empty without opponents."""
    if not _may_have_opponents(scene.table):
        return ""
    if not scene.table.hints or scene.table.forbids_hints:
        return scene.say("Hints are off.")
    if brief:
        return scene.say("Hints are on, but they make a game unrated.")
    return scene.say("Hints are on. A game with a hint isn't rated and is on no leaderboard.")


def hints_line(scene: Scene) -> str:
    """Say on the board whether there are hints; empty where nobody's opponent is a person."""
    if not scene.table.has_opponents:
        return ""
    return scene.say("Hints are on.") if scene.table.offers_hints else scene.say("Hints are off.")


def _may_have_opponents(table: TableView) -> bool:
    """Return True if people sit on more than one side, or if a seat is open for one more."""
    has_room = any(line.occupant is Occupant.OPEN for line in table.seats)
    return table.has_opponents or has_room
