"""A sentence for every refusal: what is wrong and what to do."""

from __future__ import annotations

from bot.tables.errors import (
    AlreadySeated,
    DealtAsLesson,
    DiscordError,
    EventTable,
    GameGoesOn,
    HandSeen,
    HintsOff,
    InNextHand,
    NeedsServer,
    NoShakeWords,
    NoSuchSeat,
    NoSuchTable,
    NotAsked,
    NothingToClaim,
    NotHost,
    NotProven,
    NotSeated,
    NotYourTurn,
    OutdatedCommand,
    SeatsOpen,
    SeatTaken,
    TableElsewhere,
    TableError,
    TableFull,
    TooManyPeople,
    TryAgain,
    UnknownButton,
    WrongStatus,
)
from bot.tables.model import Status
from bot.tables.views import SeatLine, TableView
from texas42.engine import IllegalAction, NotationError, NotInTurn, SeatView

from .asked import refusals as asked
from .daily import refusals as daily
from .discord import refusals as discord
from .discord.refusals import not_shown
from .events import refusals as events
from .hand import refusals as hand
from .people import refusals as people
from .rules import refusals as rules
from .rules.remedies import remedies
from .rules.rule_refusals import illegal_sentence, unreadable_sentence
from .table.claims import not_granted
from .table.scene import Scene
from .table.seats import position, seat_name
from .table.shaking import no_proof
from .words.names import shown_name
from .words.parts import note
from .words.refusal import RefusedRequest
from .words.render_context import RenderContext
from .words.spec import Accent, Message, Row

TOPICS = (
    asked.REFUSALS,
    daily.REFUSALS,
    discord.REFUSALS,
    events.REFUSALS,
    hand.REFUSALS,
    people.REFUSALS,
    rules.REFUSALS,
)
_BY_ERROR = {each.error: each for topic in TOPICS for each in topic}


def explain(
    error: Exception,
    context: RenderContext,
    table: TableView | None = None,
    view: SeatView | None = None,
    *,
    again: str | None = None,
    abroad: bool = False,
) -> Message:
    """Build the message to a person whose request was refused, with what it asks for as buttons.

    `error`: an IllegalAction or NotationError of the engine, a TableError, an EventError, or the
    library's UnknownGame or UnknownRule. The others: see `RefusedRequest`.
    """
    request = RefusedRequest(context, table, view, again, abroad)
    refusal = _BY_ERROR.get(type(error))
    found = (
        remedies(error, context, table, again=again, abroad=abroad)
        if refusal is None
        else refusal.offers(error, request)
    )
    row = (Row(found),) if found else ()
    return note(sentence(error, context, table, view), *row, accent=Accent.ERROR)


def sentence(
    error: Exception,
    context: RenderContext,
    table: TableView | None = None,
    view: SeatView | None = None,
) -> str:
    """Explain a refusal: what is wrong, and what would be right."""
    if (refusal := _BY_ERROR.get(type(error))) is not None:
        return refusal.says(error, RefusedRequest(context, table, view))
    if isinstance(error, NotInTurn):
        return _not_in_turn(error, context, table)
    if isinstance(error, IllegalAction):
        return illegal_sentence(error, context, table, view)
    if isinstance(error, NotationError):
        return unreadable_sentence(context, table, view)
    if isinstance(error, TableError):
        return _table_sentence(error, context)
    raise TypeError(f"no sentence for {type(error).__name__}")


def our_error(code: str, context: RenderContext, *, done: bool = False) -> Message:
    """Build the message to a person when the bot itself failed.

    `done`: the request was saved; only its answer failed.
    """
    if done:
        text = context.say(
            "Something broke while I was showing this. What you did counts. "
            "Press My hand, or use /hand. Error {code}.",
            code=code,
        )
    else:
        text = context.say(
            "Something broke on my side, and nothing changed. Please try again. Error {code}.",
            code=code,
        )
    return note(text, accent=Accent.ERROR)


def discord_failed(error: DiscordError, context: RenderContext, *, done: bool) -> Message:
    """Build the message to a person who waited for a failed Discord call; see `our_error`."""
    said = not_shown if done else sentence
    return note(said(error, context), accent=Accent.ERROR)


def _not_in_turn(error: NotInTurn, context: RenderContext, table: TableView | None) -> str:
    seat = error.data.get("to_act")
    if table is None or not isinstance(seat, int):
        return context.say("It isn't your turn. I'll call you.")
    name = seat_name(Scene.of(table, context), seat)
    return context.say("It's {name}'s turn. I'll call you.", name=name)


def _table_sentence(error: TableError, context: RenderContext) -> str:
    explainers = (
        _of_tables,
        _of_seats,
        _of_turns,
    )
    for explainer in explainers:
        if said := explainer(error, context):
            return said
    raise TypeError(f"no sentence for {type(error).__name__}")


def _of_tables(error: TableError, context: RenderContext) -> str:
    match error:
        case TableElsewhere(places=places):
            where = context.words.either(f"<#{channel}>" for _, channel in places)
            return context.say("Your table is in {where}. Use this there.", where=where)
        case NoSuchTable(number=None):
            return context.say("There's no table here.")
        case NoSuchTable(number=number):
            return context.say("Table {number} has ended.", number=number)
        case WrongStatus() | GameGoesOn():
            return _wrong_time(error, context)
        case NotHost(host=host):
            return context.say("Only the host, {name}, can do that.", name=shown_name(host))
        case EventTable():
            return context.say("This table belongs to an event. The event's host can close it.")
        case TooManyPeople(seats=seats, people=people):
            return context.say(
                "That game has {seats} seats, and {people} of you sit here.",
                seats=seats,
                people=people,
            )
        case UnknownButton():
            return context.say("That button is from an older version. Use /hand or /table show.")
        case OutdatedCommand():
            return context.say(
                "That command has changed, and Discord showed you an older form of it. Restart "
                "Discord, then type the command again."
            )
        case TryAgain():
            return context.say("I couldn't save that, so nothing changed. Please try again.")
        case _:
            return ""


def _hints_off(context: RenderContext, *, fixed: bool) -> str:
    if fixed:
        return context.say("No hints in an event or a match when people play each other.")
    return context.say("Hints are off here. The host can turn them on under Table….")


def _of_seats(error: TableError, context: RenderContext) -> str:
    match error:
        case NotSeated(number=number):
            return context.say(
                "You're watching Table {number}; only its players can do that. "
                "Take a seat, or open a table of your own.",
                number=number,
            )
        case SeatTaken(by=by, free=free):
            return _explain_taken_seat(by, free, context)
        case NeedsServer():
            return context.say("Tables open in a server's channel. Ask for one there.")
        case InNextHand(number=number):
            return context.say(
                "You're in from the next hand at Table {number}. Until then a computer plays "
                "your seat.",
                number=number,
            )
        case HandSeen(seat=line):
            return context.say(
                "You've seen this hand's dominoes from seat {number}. Go back there, or take "
                "another seat after this hand.",
                number=line.seat + 1,
            )
        case NoSuchSeat(count=count):
            return context.say("Pick a seat from 1 to {count}.", count=count)
        case TableFull(number=number):
            return context.say("Table {number} is full. Open one of your own.", number=number)
        case AlreadySeated(number=number, channel_id=channel):
            where = f"<#{channel}>"
            return context.say(
                "You still sit at Table {number} ({where}).",
                number=number,
                where=where,
            )
        case SeatsOpen(count=count):
            return context.plural(
                "{n} seat is open. Invite someone, or press Start to play with a computer.",
                "{n} seats are open. Invite someone, or press Start to play with computers.",
                count,
            )
        case _:
            return ""


def _of_turns(error: TableError, context: RenderContext) -> str:
    match error:
        case HintsOff(fixed=fixed):
            return _hints_off(context, fixed=fixed)
        case NotYourTurn(name=None):
            return context.say("It's nobody's turn right now.")
        case NotYourTurn(name=name):
            return context.say("It's {name}'s turn. I'll call you.", name=shown_name(name or ""))
        case NotProven(leads=True):
            return not_granted(context)
        case NotProven():
            return context.say("You can lay down when it's your turn to lead.")
        case DealtAsLesson():
            return no_proof(context)
        case NoShakeWords():
            return context.say("Type some letters or digits: nothing else goes into the shake.")
        case NothingToClaim():
            return context.say("There's nothing to lay down for in nel-o: every trick is a loss.")
        case NotAsked(claimer=None):
            return context.say("Nobody has laid down right now.")
        case NotAsked(claimer=claimer):
            return context.say(
                "{name} laid down, and only the other side answers.", name=shown_name(claimer or "")
            )
        case _:
            return ""


def _explain_taken_seat(by: str, free: tuple[SeatLine, ...], context: RenderContext) -> str:
    name = shown_name(by)
    if not free:
        return context.say("{name} just took that seat, and no other is open.", name=name)
    seats = [position(line.seat, context) for line in free]
    return context.plural(
        "{name} just took that seat. {seats} is open.",
        "{name} just took that seat. {seats} are open.",
        len(free),
        name=name,
        seats=context.both(seats),
    )


def _wrong_time(error: WrongStatus | GameGoesOn, context: RenderContext) -> str:
    """Say what goes on at a table that makes a request impossible now."""
    number = error.number
    if isinstance(error, WrongStatus):
        return _wrong_status(number, error.status, context)
    if error.match:
        return context.say(
            "Table {number} is playing a match. You can change that when it's over.", number=number
        )
    return context.say(
        "Table {number} is playing a game. You can change that when it's over.", number=number
    )


def _wrong_status(number: int, status: Status, context: RenderContext) -> str:
    texts = {
        Status.LOBBY: context.say("The game at Table {number} hasn't started.", number=number),
        Status.PLAYING: context.say("Table {number} is in the middle of a hand.", number=number),
        Status.BETWEEN: context.say(
            "The hand at Table {number} is over. Press Ready.", number=number
        ),
        Status.FINISHED: context.say("The game at Table {number} is over.", number=number),
        Status.PAUSED: context.say("Table {number} is paused. Use /hand to go on.", number=number),
        Status.CLOSED: context.say("Table {number} has ended.", number=number),
    }
    return texts[status]
