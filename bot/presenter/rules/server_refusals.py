"""Refusals by a server's settings: where tables open, who opens them, whether it ranks people."""

from __future__ import annotations

from bot.tables.errors import (
    NoEventHost,
    NoHost,
    NoLeaderboard,
    NotInThisChannel,
    NotManager,
    TableError,
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
        case NotManager():
            return context.say("Only people with **Manage Server** can change these settings.")
        case _:
            return ""
