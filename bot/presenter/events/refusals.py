"""A sentence for each refusal by an event: what is wrong and what to do."""

from __future__ import annotations

from bot.events.errors import (
    BadPartner,
    EventError,
    EventFull,
    EventHere,
    NeedsThreads,
    NoSuchEvent,
    NotEventHost,
    NotInEvent,
    PairsOnly,
    PartnersRotate,
    RoundGoesOn,
    SeatedElsewhere,
    TooLateForPartners,
    WrongEventStatus,
)
from bot.events.model import EventStatus

from ..words.names import shown_name
from ..words.render_context import RenderContext


def event_sentence(error: EventError, context: RenderContext) -> str:
    """Explain a refusal."""
    match error:
        case NoSuchEvent():
            return context.say("There's no event here. Open one with /event open.")
        case EventHere(host=host):
            return context.say(
                "{name} already has an event here. Join it with /event join.", name=shown_name(host)
            )
        case NotEventHost(host=host):
            return context.say(
                "Only the host of the event, {name}, can do that.", name=shown_name(host)
            )
        case NeedsThreads(channel=channel):
            return context.say(
                "Each table of an event gets a thread of its own, and {channel} can't have any. "
                "Pick a text channel.",
                channel=f"#{shown_name(channel)}",
            )
        case NotInEvent():
            return context.say("You're not in this event. Join with /event join.")
        case SeatedElsewhere(names=names):
            return context.plural(
                "{names} still sits at another table and has to leave it before the event starts.",
                "{names} still sit at other tables and have to leave them before the event starts.",
                len(names),
                names=context.both(map(shown_name, names)),
            )
        case RoundGoesOn(tables=tables):
            return context.plural(
                "Table {tables} is still playing. The next round starts when it's done.",
                "Tables {tables} are still playing. The next round starts when they're done.",
                len(tables),
                tables=context.both(str(number) for number in tables),
            )
        case WrongEventStatus(status=status):
            return _wrong_event_status(status, context)
        case _:
            return _joining_sentence(error, context)


def _joining_sentence(error: EventError, context: RenderContext) -> str:
    match error:
        case EventFull():
            return context.say(
                "Every place in this event is taken. Try again when somebody leaves."
            )
        case PairsOnly():
            return context.say("Events need a game for two pairs. Pick one from the list.")
        case PartnersRotate():
            return context.say("Partners rotate in this event, so you can't choose one.")
        case BadPartner():
            return context.say(
                "Choose another person as your partner. Computers are assigned by a draw."
            )
        case TooLateForPartners():
            return context.say("The pairs are drawn already. Use /event join without a partner.")
        case _:
            raise TypeError(f"no sentence for {type(error).__name__}")


def _wrong_event_status(status: EventStatus, context: RenderContext) -> str:
    texts = {
        EventStatus.OPEN: context.say("The event hasn't started. The host presses Start."),
        EventStatus.PLAYING: context.say("The event is already under way."),
        EventStatus.BETWEEN: context.say("The event has started. The host presses Next round."),
        EventStatus.CLOSED: context.say("The event is over."),
    }
    return texts[status]
