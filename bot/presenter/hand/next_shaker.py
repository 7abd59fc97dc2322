"""Who shakes the next game: a line, and the winners' buttons."""

from __future__ import annotations

from bot.tables.model import Occupant, Status
from texas42.engine import ChooseShaker

from ..table.scene import PanelScene, Scene
from ..table.seats import name_now, seat_option
from ..words.ids import Verb
from ..words.parts import rows_of
from ..words.spec import Button, ButtonStyle, Row

NAMES_IN_ROW = 2


def shaker_line(scene: Scene) -> str:
    """Say who shakes the next game, or who still chooses; empty if no winner chooses."""
    table = scene.table
    for_event = table.status is Status.FINISHED and table.event_id is not None
    ahead = table.next_game
    by_host = ahead is not None and (ahead.draws_partners or bool(table.next_sides))
    seated_anew = for_event or by_host
    if table.winner is None or table.rules.next_game_shaker != "winner-choice" or seated_anew:
        return ""
    if table.next_shaker is not None:
        return _shakes(scene, table.next_shaker)
    winners = [line.seat for line in table.seats if line.side == table.winner]
    if len(winners) == 1:
        return _shakes(scene, winners[0])
    if not any(table.seats[seat].occupant is Occupant.PERSON for seat in winners):
        return ""
    names = scene.words.either(name_now(scene, seat) for seat in winners)
    return scene.say("Who shakes the next game? The winners choose: {names}.", names=names)


def _shakes(scene: Scene, seat: int) -> str:
    if scene.hand is not None and scene.hand.seat == seat:
        return scene.say("You shake the next game.")
    return scene.say("{name} shakes the next game.", name=name_now(scene, seat))


def shaker_rows(scene: PanelScene) -> tuple[Row, ...]:
    """Build a winner's button for each winner who may shake; empty for anyone else."""
    choices = [act for act in scene.panel.out_of_turn if isinstance(act, ChooseShaker)]
    if len(choices) == 1:
        return ()
    return rows_of((_button(scene, act) for act in choices), NAMES_IN_ROW)


def _button(scene: Scene, act: ChooseShaker) -> Button:
    label = scene.say("I shake")
    if act.shaker != act.seat:
        label = scene.say("{name} shakes", name=seat_option(scene, act.shaker))
    return scene.press(Verb.SHAKER, label, arg=str(act.shaker), style=ButtonStyle.PRIMARY)
