"""What people are told who look for an event that is over, or that they have left."""

from __future__ import annotations

from bot.events.model import EventStatus
from bot.events.views import EventView
from bot.tables.views import TableView

from ..words.ids import ComponentId, Verb
from ..words.parts import lines, note
from ..words.render_context import RenderContext
from ..words.spec import Button, Message, Row
from .standings import place_line


def event_over(
    event: EventView, user_id: int, context: RenderContext, *, left: bool = False
) -> str:
    """Say that an event is over, what it brought a person, and where its standings are."""
    where = f"<#{event.channel_id}>"
    text = context.say("The event in {channel} is over.", channel=where)
    if event.place_of(user_id) is None and left:
        text = context.say("You left the event in {channel} before it ended.", channel=where)
    if any(line.played for line in event.standings):
        text += " " + context.say("The final standings are there.")
    return lines(text, place_line(event, user_id, context))


def left_line(event: EventView, context: RenderContext) -> str:
    """Say that a person left an event that goes on, and how to come back."""
    where = f"<#{event.channel_id}>"
    text = context.say("You left the event in {channel}.", channel=where)
    if event.status is EventStatus.OPEN or len(event.people) < len(event.players):
        text += " " + context.say("Press Join there to come back.")
    return text


def event_table_closed(
    event: EventView, table: TableView, user_id: int, context: RenderContext, *, left: bool
) -> Message:
    """Answer a press at a closed table of an event: how the event stands for this person."""
    if event.status is EventStatus.CLOSED:
        text = event_over(event, user_id, context, left=left)
    else:
        text = context.say("Table {number} has ended.", number=table.number)
        text += " " + context.say(
            "The event goes on in {channel}.", channel=f"<#{event.channel_id}>"
        )
        if left:
            text = lines(text, left_line(event, context))
    component_id = ComponentId(Verb.TABLE, table.table_id, table.seq)
    result = Button(context.say("See result"), component_id)
    return note(text, *((Row((result,)),) if table.view is not None else ()))
