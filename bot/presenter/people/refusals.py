"""Refusals by a server's settings and permissions, by rate limits and by blocks."""

from __future__ import annotations

from bot.tables.company.errors import (
    AlertsFull,
    AlreadyHere,
    BlocksFull,
    CalledLately,
    NobodyToInvite,
    NotBlockable,
    RoleNotChosen,
)
from bot.tables.errors import (
    MaySayNothing,
    NoEventHost,
    NoHost,
    NoLeaderboard,
    NotInThisChannel,
    NotManager,
    ShutOut,
    StillBusy,
    TooFast,
)

from ..words.ids import ComponentId, Verb
from ..words.names import shown_name
from ..words.parts import time_of_day
from ..words.refusal import RefusedRequest, refusal, try_again
from ..words.spec import Button


def _no_event_host(error: NoEventHost, request: RefusedRequest) -> str:
    if error.role is None:
        return request.say(
            "In this server only people with **Manage Server** open events. "
            "You can join any of them."
        )
    return request.say(
        "In this server {role} opens events. You can join any of them.", role=f"<@&{error.role}>"
    )


def _too_fast(error: TooFast, request: RefusedRequest) -> str:
    if error.everyone:
        return request.plural(
            "There's a lot going on in this server. Try again in {n} second.",
            "There's a lot going on in this server. Try again in {n} seconds.",
            error.seconds,
        )
    return request.plural(
        "That's a lot in a short time. Try again in {n} second.",
        "That's a lot in a short time. Try again in {n} seconds.",
        error.seconds,
    )


def _shut_out(error: ShutOut, request: RefusedRequest) -> str:
    if error.everyone:
        return request.say("The people who run this bot have blocked this server.")
    return request.say("The people who run this bot have blocked you. /privacy still works.")


def _already_here(error: AlreadyHere, request: RefusedRequest) -> str:
    return request.plural(
        "{names} already has a seat at this table.",
        "{names} already have seats at this table.",
        len(error.names),
        names=request.context.both(shown_name(name) for name in error.names),
    )


REFUSALS = (
    refusal(
        NobodyToInvite,
        lambda error, request: request.plural(
            "Pick another person: you can't invite yourself or an app.",
            "Pick up to {n} other people: you can't invite yourself or an app.",
            error.most,
        ),
    ),
    refusal(AlreadyHere, _already_here),
    refusal(
        RoleNotChosen,
        lambda _, request: request.say(
            "This server has no role for players. Its managers choose one in /admin settings."
        ),
    ),
    refusal(
        CalledLately,
        lambda error, request: request.say(
            "Somebody in this server just asked. You can ask again at {when}.",
            when=time_of_day(error.again_at),
        ),
    ),
    refusal(
        AlertsFull,
        lambda error, request: request.plural(
            "I already tell you of tables in {n} channel. Stop one first.",
            "I already tell you of tables in {n} channels. Stop one first.",
            error.most,
        ),
    ),
    refusal(
        BlocksFull,
        lambda error, request: request.plural(
            "You've blocked {n} person, and that's all I keep. Unblock them first.",
            "You've blocked {n} people, and that's all I keep. Unblock somebody first.",
            error.most,
        ),
        lambda _, request: (Button(request.say("My blocks"), ComponentId(Verb.BLOCKS)),),
    ),
    refusal(
        NotBlockable,
        lambda _, request: request.say("Pick another person: you can't block yourself or an app."),
    ),
    refusal(
        NotInThisChannel,
        lambda error, request: request.say(
            "Tables in this server open in {places}.",
            places=request.context.words.either(f"<#{channel}>" for channel in error.channels),
        ),
    ),
    refusal(
        NoHost,
        lambda error, request: request.say(
            "In this server {role} opens tables. You can sit down at any of them.",
            role=f"<@&{error.role}>",
        ),
    ),
    refusal(NoEventHost, _no_event_host),
    refusal(
        NoLeaderboard,
        lambda _, request: request.say(
            "This server keeps no leaderboard. /profile shows your own results."
        ),
        lambda _, request: (Button(request.say("Profile"), ComponentId(Verb.PROFILE)),),
    ),
    refusal(
        MaySayNothing,
        lambda _, request: request.say(
            "You can't send messages in this channel, so I can't post it here."
        ),
    ),
    refusal(
        NotManager,
        lambda _, request: request.say(
            "Only people with **Manage Server** can change these settings."
        ),
    ),
    refusal(
        StillBusy,
        lambda _, request: request.say("One at a time: I'm still working on your last one."),
        try_again,
    ),
    refusal(TooFast, _too_fast, try_again),
    refusal(ShutOut, _shut_out),
)
