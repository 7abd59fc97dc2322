"""Refusals of tables."""

from __future__ import annotations

from collections.abc import Callable

from bot.tables.company.errors import NoGameTogether
from bot.tables.errors import (
    DealtAsLesson,
    EventTable,
    GameGoesOn,
    NeedsServer,
    NoShakeWords,
    NoSuchTable,
    NotHost,
    OutdatedCommand,
    TableElsewhere,
    TryAgain,
    UnknownButton,
    WrongStatus,
)
from bot.tables.model import Place, Status

from ..words.ids import Verb
from ..words.names import shown_name
from ..words.refusal import Offers, RefusedRequest, refusal, try_again
from ..words.spec import Button, Link
from ..words.tables import called, called_first
from .front_door import address_of, open_table, ways_in
from .scene import Scene, my_hand
from .shaking import no_proof


def scene_of(request: RefusedRequest) -> Scene | None:
    """Return the table that the request was about, as everyone sees it."""
    return None if request.table is None else Scene.of(request.table, request.context)


def hand_at_table(_: Exception, request: RefusedRequest) -> Offers:
    """Offer the person's hand at the table that the request was about."""
    scene = scene_of(request)
    return () if scene is None else (my_hand(scene),)


def _no_table(error: NoSuchTable, request: RefusedRequest) -> str:
    ended = request.table is not None and request.table.status is Status.CLOSED
    if error.number is None and not ended:
        return request.say("There's no table here.")
    return request.say(
        "{table} has ended.", table=called_first(error.number, request.context.words)
    )


def _result_and_ways_in(_: NoSuchTable, request: RefusedRequest) -> Offers:
    """Offer the result of a table that has ended, and other games."""
    scene = scene_of(request)
    if scene is None or scene.table.view is None:
        return ways_in(request.context)
    return (scene.press(Verb.TABLE, scene.say("See result")), *ways_in(request.context))


def go_to(place: Place, request: RefusedRequest) -> Link:
    """Build the link to a table's channel."""
    return Link(request.say("Go"), address_of(place))


def _elsewhere(error: TableElsewhere, request: RefusedRequest) -> str:
    where = request.context.words.either(f"<#{place.channel_id}>" for place in error.places)
    there = request.say("Your table is in {where}. Use this there.", where=where)
    if not error.paused:
        return there
    return f"{there} {request.say('If that channel is gone, bring it here with /table move.')}"


def _way_there(error: TableElsewhere, request: RefusedRequest) -> Offers:
    if len(error.places) > 1:
        return ()
    return tuple(go_to(place, request) for place in error.places)


def _wrong_status(error: WrongStatus, request: RefusedRequest) -> str:
    say = request.say
    if error.number is None and error.status in (Status.PLAYING, Status.BETWEEN):
        is_over = error.status is not Status.PLAYING
        return say("This hand is over.") if is_over else say("This hand isn't over.")
    table = called(error.number, request.context.words)
    first = called_first(error.number, request.context.words)
    texts = {
        Status.LOBBY: say("The game at {table} hasn't started.", table=table),
        Status.PLAYING: say("{table} is in the middle of a hand.", table=first),
        Status.BETWEEN: say("The hand at {table} is over. Press Ready.", table=table),
        Status.FINISHED: say("The game at {table} is over.", table=table),
        Status.PAUSED: say("{table} is paused. Use /hand to go on.", table=first),
        Status.CLOSED: say("{table} has ended.", table=first),
    }
    return texts[error.status]


def _way_on(_: WrongStatus, request: RefusedRequest) -> Offers:
    """Offer what the table waits for in its status."""
    scene = scene_of(request)
    if scene is None:
        return ()
    buttons: dict[Status, Callable[[], Button]] = {
        Status.LOBBY: lambda: scene.press(Verb.START, scene.say("Start")),
        Status.BETWEEN: lambda: scene.press(Verb.READY, scene.say("Ready")),
        Status.FINISHED: lambda: scene.press(Verb.REMATCH, scene.say("Rematch")),
        Status.PAUSED: lambda: my_hand(scene),
        Status.PLAYING: lambda: my_hand(scene),
    }
    build = buttons.get(scene.table.status)
    return ways_in(scene.context) if build is None else (build(),)


def _no_game_together(error: NoGameTogether, request: RefusedRequest) -> str:
    if error.by_dm:
        return request.say(
            "You haven't finished a game with other people by DM yet. For a game in a server, use "
            "{again} there.",
            again=request.context.command("table again"),
        )
    return request.say(
        "You haven't finished a game with other people here yet. Open a table to find some."
    )


def _game_goes_on(error: GameGoesOn, request: RefusedRequest) -> str:
    if error.match:
        return request.say(
            "{table} is playing a match. You can change that when it's over.",
            table=called_first(error.number, request.context.words),
        )
    return request.say(
        "{table} is playing a game. You can change that when it's over.",
        table=called_first(error.number, request.context.words),
    )


REFUSALS = (
    refusal(NoSuchTable, _no_table, _result_and_ways_in),
    refusal(TableElsewhere, _elsewhere, _way_there),
    refusal(
        NeedsServer,
        lambda _, request: request.say(
            "That works in a server's channel, not by DM. Here you can play now, or open a table "
            "for friends."
        ),
        lambda _, request: ways_in(request.context),
    ),
    refusal(WrongStatus, _wrong_status, _way_on),
    refusal(
        NoGameTogether,
        _no_game_together,
        lambda _, request: (open_table(request.context),),
    ),
    refusal(GameGoesOn, _game_goes_on),
    refusal(
        NotHost,
        lambda error, request: request.say(
            "Only the host, {name}, can do that.", name=shown_name(error.host)
        ),
    ),
    refusal(
        EventTable,
        lambda _, request: request.say(
            "This table belongs to an event. The event's host can close it."
        ),
    ),
    refusal(DealtAsLesson, lambda _, request: no_proof(request.context)),
    refusal(
        NoShakeWords,
        lambda _, request: request.say(
            "Type some letters or digits: nothing else goes into the shake."
        ),
    ),
    refusal(
        TryAgain,
        lambda _, request: request.say(
            "I couldn't save that, so nothing changed. Please try again."
        ),
        try_again,
    ),
    refusal(
        UnknownButton,
        lambda _, request: request.say(
            "That button is from an older version. Use /hand or /table show."
        ),
        hand_at_table,
    ),
    refusal(
        OutdatedCommand,
        lambda _, request: request.say(
            "That command has changed, and Discord showed you an older form of it. Restart "
            "Discord, then type the command again."
        ),
    ),
)
