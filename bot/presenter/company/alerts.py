"""Telling people when a table in a channel needs one more."""

from __future__ import annotations

from bot.tables.views import TableView
from bot.values.seat_alerts import SeatAlert

from ..table.front_door import address_of
from ..table.scene import Scene
from ..words.games import game_title
from ..words.ids import ComponentId, Verb
from ..words.parts import lines, note, small, time_of_day
from ..words.render_context import RenderContext
from ..words.spec import Button, ButtonStyle, Link, Message, Row

NIGHT = "night"
ALWAYS = "always"
STOP = "stop"
"""The arguments of `Verb.ALERT`; it can also be the channel of an alert that is to stop."""


def alert_button(context: RenderContext) -> Button:
    """Build the button that leads to the page of this channel's alert."""
    return Button(context.say("Tell me of tables here"), ComponentId(Verb.ALERT))


def alert_page(channel_id: int, alert: SeatAlert | None, context: RenderContext) -> Message:
    """Build the page on which somebody asks to be told. `alert`: what they have asked for."""
    head = context.say("### Tell me when a table here needs one more")
    what = context.say(
        "When a table in {channel} or its threads has one open seat left, I send you a DM: at most "
        "one an hour, and none in your quiet hours.",
        channel=f"<#{channel_id}>",
    )
    buttons = [
        _choice(context.say("Until three at night"), NIGHT),
        _choice(context.say("Always"), ALWAYS),
    ]
    now = ""
    if alert is not None:
        now = _lasts(alert, context)
        buttons.append(_choice(context.say("Stop telling me"), STOP))
    return note(lines(head, what, now), Row(tuple(buttons)))


def _choice(label: str, arg: str) -> Button:
    return Button(label, ComponentId(Verb.ALERT, arg=arg))


def _lasts(alert: SeatAlert, context: RenderContext) -> str:
    """Say where somebody is told, and until when."""
    where = f"<#{alert.channel_id}>"
    if alert.until is None:
        return context.say("I'll tell you of tables in {channel} until you stop it.", channel=where)
    return context.say(
        "I'll tell you of tables in {channel} until {when}.",
        channel=where,
        when=time_of_day(alert.until),
    )


def alert_set(alert: SeatAlert, context: RenderContext) -> Message:
    """Confirm an alert, in the DM to which it will come."""
    return Message(content=_lasts(alert, context), rows=(Row((_stop(alert, context),)),))


def alert_saved(alert: SeatAlert, context: RenderContext) -> Message:
    """Confirm an alert where it was asked for."""
    return note(_lasts(alert, context), Row((_choice(context.say("Stop telling me"), STOP),)))


def alert_stopped(channel_id: int, context: RenderContext) -> Message:
    """Confirm that somebody is told no more."""
    channel = f"<#{channel_id}>"
    return note(context.say("I won't tell you of tables in {channel} anymore.", channel=channel))


def alert_refused(arg: str, context: RenderContext) -> Message:
    """Explain that an alert needs a DM, and offer to try again. `arg`: what was asked for."""
    text = context.say(
        "I can't DM you right now, so I can't tell you. Allow direct messages from this server, "
        "then try again."
    )
    return note(text, Row((_choice(context.say("Try again"), arg),)))


def needs_one_more(table: TableView, alert: SeatAlert, context: RenderContext) -> Message:
    """Build the DM to somebody who wants to know of such a table."""
    scene = Scene.of(table, context)
    text = scene.say(
        "Table {number} in {channel} needs one more: {game}.",
        number=table.number,
        channel=f"<#{table.known_place.channel_id}>",
        game=game_title(table.rules.game, scene.words),
    )
    told = small(scene.say("You asked me to tell you."))
    sit = scene.press(Verb.SIT, scene.say("Sit"), style=ButtonStyle.SUCCESS)
    go = Link(scene.say("Go to the table"), address_of(table.known_place))
    return Message(content=lines(text, told), rows=(Row((sit, go, _stop(alert, context))),))


def _stop(alert: SeatAlert, context: RenderContext) -> Button:
    return Button(
        context.say("Stop telling me"), ComponentId(Verb.ALERT, arg=str(alert.channel_id))
    )
