"""The sentences for people who send too many requests, or who are blocked."""

from __future__ import annotations

from bot.tables.errors import ShutOut, StillBusy, TableError, TooFast

from ..words.render_context import RenderContext


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
