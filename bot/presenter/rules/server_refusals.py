"""Refusals by a server's settings, such as where tables open, by rate limits and by blocks."""

from __future__ import annotations

from bot.tables.errors import (
    MaySayNothing,
    NoEventHost,
    NoHost,
    NoLeaderboard,
    NotInThisChannel,
    NotManager,
    ShutOut,
    StillBusy,
    TableError,
    TooFast,
)

from ..words.render_context import RenderContext


def server_sentence(error: TableError, context: RenderContext) -> str:
    """Explain a refusal by a server's settings or permissions; empty for any other refusal."""
    match error:
        case NotInThisChannel(channels=channels):
            places = context.words.either(f"<#{channel}>" for channel in channels)
            return context.say("Tables in this server open in {places}.", places=places)
        case NoHost(role=role):
            return context.say(
                "In this server {role} opens tables. You can sit down at any of them.",
                role=f"<@&{role}>",
            )
        case NoEventHost(role=None):
            return context.say(
                "In this server only people with **Manage Server** open events. "
                "You can join any of them."
            )
        case NoEventHost(role=role):
            return context.say(
                "In this server {role} opens events. You can join any of them.", role=f"<@&{role}>"
            )
        case NoLeaderboard():
            return context.say("This server keeps no leaderboard. /profile shows your own results.")
        case MaySayNothing():
            return context.say("You can't send messages in this channel, so I can't post it here.")
        case NotManager():
            return context.say("Only people with **Manage Server** can change these settings.")
        case _:
            return ""


def pace_sentence(error: TableError, context: RenderContext) -> str:
    """Explain a rate limit and how long to wait, or a block; empty for any other refusal."""
    match error:
        case StillBusy():
            return context.say("One at a time: I'm still working on your last one.")
        case TooFast(everyone=True, seconds=seconds):
            return context.plural(
                "There's a lot going on in this server. Try again in {n} second.",
                "There's a lot going on in this server. Try again in {n} seconds.",
                seconds,
            )
        case TooFast(seconds=seconds):
            return context.plural(
                "That's a lot in a short time. Try again in {n} second.",
                "That's a lot in a short time. Try again in {n} seconds.",
                seconds,
            )
        case ShutOut(everyone=True):
            return context.say("The people who run this bot have blocked this server.")
        case ShutOut():
            return context.say(
                "The people who run this bot have blocked you. /privacy still works."
            )
        case _:
            return ""
