"""A sentence for everything that an event refuses."""

from __future__ import annotations

from bot.events.errors import (
    BadPartner,
    EventError,
    EventFull,
    EventHere,
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

from .names import shown_name
from .render_context import RenderContext


def event_sentence(error: EventError, context: RenderContext) -> str:
    """Return the sentence of a refusal."""
    words = context.words
    match error:
        case NoSuchEvent():
            return words.say("There is no event here. Open one with /event open.")
        case EventHere(host=host):
            return words.say(
                "{name}'s event is open in this channel. Join it with /event join.",
                name=shown_name(host),
            )
        case NotEventHost(host=host):
            return words.say(
                "Only the host of the event, {name}, can do that.", name=shown_name(host)
            )
        case NotInEvent():
            return words.say("Only those who take part can do that. Join with /event join.")
        case SeatedElsewhere(names=names):
            return words.plural(
                "{names} still sits at another table and must leave it before the event starts.",
                "{names} still sit at other tables and must leave them before the event starts.",
                len(names),
                names=words.both(map(shown_name, names)),
            )
        case RoundGoesOn(tables=tables):
            return words.plural(
                "The round goes on at table {tables}. The next one begins when it is over.",
                "The round goes on at tables {tables}. The next one begins when it is over.",
                len(tables),
                tables=words.both(str(number) for number in tables),
            )
        case WrongEventStatus(status=status):
            return _wrong_status(status, context)
        case _:
            return _joining(error, context)


def _joining(error: EventError, context: RenderContext) -> str:
    say = context.words.say
    match error:
        case EventFull():
            return say("Every place in this event is taken. Try again when somebody has left.")
        case PairsOnly():
            return say("Events are for games of two pairs at a table. Choose one from the list.")
        case PartnersRotate():
            return say("In this event partners rotate, so nobody chooses one.")
        case BadPartner():
            return say("Choose another person as your partner; computers are drawn by lot.")
        case TooLateForPartners():
            return say("The pairs have been drawn. Use /event join without a partner.")
        case _:
            raise TypeError(f"no sentence for {type(error).__name__}")


def _wrong_status(status: EventStatus, context: RenderContext) -> str:
    say = context.words.say
    texts = {
        EventStatus.OPEN: say("The event has not started. Its host presses Start."),
        EventStatus.PLAYING: say("The event is being played already."),
        EventStatus.BETWEEN: say("The event has started. Its host presses Next round."),
        EventStatus.CLOSED: say("The event is over."),
    }
    return texts[status]
