"""What a refusal asks for, as buttons in it: one place for every remedy that is a press."""

from __future__ import annotations

from collections.abc import Callable

from bot.tables.errors import (
    AlreadySeated,
    HandSeen,
    HintsOff,
    NeedsServer,
    NoSuchTable,
    NotSeated,
    SeatsOpen,
    SeatTaken,
    TableElsewhere,
    TableFull,
    TryAgain,
    UnknownButton,
    WrongStatus,
)
from bot.tables.model import Status
from bot.tables.views import TableView
from texas42.engine import IllegalAction, NotationError

from ..daily.names import todays_hand
from ..table.answers import leave_and
from ..table.front_door import open_table, ways_in
from ..table.scene import Scene, my_hand
from ..table.seats import position
from ..words.ids import Verb, format_id
from ..words.render_context import RenderContext
from ..words.spec import Button, ButtonStyle, Link

MOST = 5
"""The most buttons of a row."""
Remedies = tuple[Button | Link, ...]


def remedies(
    error: Exception,
    context: RenderContext,
    table: TableView | None,
    *,
    again: str | None,
    abroad: bool,
) -> Remedies:
    """Build the buttons of what a refusal asks for; none where no press of ours helps.

    `table`: the one that the request was about. `again`: the id of a button that repeats the
    request; None if none can. `abroad`: the error's table is in another server, where its buttons
    don't work.
    """
    if isinstance(error, AlreadySeated):
        return _seated(error, context, again=again, abroad=abroad)
    if isinstance(error, TryAgain):
        return () if again is None else (Button(context.say("Try again"), again),)
    if isinstance(error, NoSuchTable):
        return (*_result(table, context), *ways_in(context))
    if table is not None and (found := _at_table(error, Scene.of(table, context))):
        return found
    return _elsewhere(error, context)


def _seated(
    error: AlreadySeated, context: RenderContext, *, again: str | None, abroad: bool
) -> Remedies:
    """Offer the way to the other table, or to leave it and do at once what was refused."""
    go = _go_to(error.guild_id, error.channel_id, context)
    if abroad:
        return (go,)
    if again is None:
        return go, Button(context.say("Leave it"), format_id(Verb.LEAVE, error.table_id))
    return leave_and(again, error.table_id, context), go


def _go_to(guild_id: int | None, channel_id: int, context: RenderContext) -> Link:
    place = f"https://discord.com/channels/{guild_id or '@me'}/{channel_id}"
    return Link(context.say("Go"), place)


def _result(table: TableView | None, context: RenderContext) -> Remedies:
    """Offer the result of a table that has ended."""
    if table is None or table.view is None:
        return ()
    return (Scene.of(table, context).press(Verb.TABLE, context.say("See result")),)


def _at_table(error: Exception, scene: Scene) -> Remedies:
    """Offer what helps at the table of the request."""
    match error:
        case SeatTaken(free=free) if free:
            return tuple(_sit(scene, line.seat) for line in free[:MOST])
        case HandSeen(seat=line):
            return (_sit(scene, line.seat),)
        case NotSeated():
            sit = scene.press(Verb.SIT, scene.say("Take a seat"), style=ButtonStyle.SUCCESS)
            return sit, open_table(scene)
        case SeatsOpen():
            return (scene.press(Verb.START, scene.say("Start"), style=ButtonStyle.SUCCESS),)
        case WrongStatus():
            return _way_on(scene)
        case HintsOff(fixed=False):
            return (scene.press(Verb.MENU, scene.say("Table…")),)
        case UnknownButton() | IllegalAction() | NotationError():
            return (my_hand(scene),)
        case _:
            return ()


def _sit(scene: Scene, seat: int) -> Button:
    return scene.press(Verb.SIT, position(seat, scene), arg=str(seat))


def _way_on(scene: Scene) -> Remedies:
    """Offer what a table waits for in its status."""
    buttons: dict[Status, Callable[[], Button]] = {
        Status.LOBBY: lambda: scene.press(Verb.START, scene.say("Start")),
        Status.BETWEEN: lambda: scene.press(Verb.READY, scene.say("Ready")),
        Status.FINISHED: lambda: scene.press(Verb.REMATCH, scene.say("Rematch")),
        Status.PAUSED: lambda: my_hand(scene),
        Status.PLAYING: lambda: my_hand(scene),
    }
    build = buttons.get(scene.table.status)
    return ways_in(scene) if build is None else (build(),)


def _elsewhere(error: Exception, context: RenderContext) -> Remedies:
    """Offer what helps without a table."""
    match error:
        case TableElsewhere(places=(place,)):
            return (_go_to(*place, context),)
        case TableFull() | NotSeated():
            return (open_table(context),)
        case NeedsServer():
            return (todays_hand(context),)
        case _:
            return ()
