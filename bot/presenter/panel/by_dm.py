"""Panels of tables without a channel: the lobby, an absent player's turn, and after leaving."""

from __future__ import annotations

from bot.tables.views import in_finished_hand

from ..hand.ending import same_people
from ..layout.fact import said, written
from ..table.code import code_fact
from ..table.lobby import lobby
from ..table.notices import asking_line, takeover_button
from ..table.scene import PanelScene
from ..table.seats import seat_name
from ..words.parts import lines
from ..words.spec import Button, Message
from .frame import meeting_forms, note_line


def lobby_by_dm(scene: PanelScene) -> Message:
    """Build the lobby for a person at a table that only DMs show, with the code for friends."""
    panel = scene.panel
    told = said(note_line(panel.note, scene)) or meeting_forms(scene)
    code = code_fact(panel.code, scene.context)
    return lobby(panel.table, scene.context, code, written(*told, kept=True))


def absent_line(scene: PanelScene) -> str:
    """Say that the others can have a computer play an absent player's turn; empty before that."""
    view = scene.view
    if not _can_take_over(scene) or view.to_act is None:
        return ""
    if not scene.table.offer:
        return asking_line(scene)
    name = seat_name(scene, view.to_act)
    waits = scene.say("Waiting for {name}. A computer can play this turn.", name=name)
    return lines(waits, asking_line(scene))


def takeover_buttons(scene: PanelScene) -> tuple[Button, ...]:
    """Build the button for an absent player's turn, which others find in their channel."""
    return (takeover_button(scene),) if _can_take_over(scene) else ()


def same_people_by_dm(scene: PanelScene) -> tuple[Button, ...]:
    """Build the button for the people of a game that belongs to no server, for who played it."""
    table = scene.table
    played = {in_finished_hand(line).user_id for line in table.seats}
    by_dm = scene.in_dm and table.place is None and table.guild_id is None
    is_over = table.winner is not None and scene.panel.user_id in played
    return same_people(table, scene.context) if by_dm and is_over else ()


def _can_take_over(scene: PanelScene) -> bool:
    """Return True if the owner can have a computer play the turn of another player."""
    table = scene.table
    seat = scene.panel.seat
    if table.place is not None or seat is None or scene.view.to_act == seat:
        return False
    return table.offer or seat in table.asked
