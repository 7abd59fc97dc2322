"""Messages that Discord refused for good: what was to be shown where, and what can be done."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.views import Note
from bot.values.undelivered import Undelivered, UndeliveredKind

from ..words.parts import lines, note
from ..words.render_context import RenderContext
from ..words.spec import Message


def undelivered_screen(found: Sequence[Undelivered], context: RenderContext) -> Message:
    """List a person's refused messages, with the reasons."""
    return note(lines(*(undelivered_line(each, context) for each in found)))


def undelivered_line(found: Undelivered, context: RenderContext) -> str:
    """Say what couldn't be shown, and why."""
    say = context.say
    place = f"<#{found.channel_id}>"
    texts = {
        UndeliveredKind.VOTE: say("I couldn't show your vote in {channel}.", channel=place),
        UndeliveredKind.EVENT: say("I couldn't show your event in {channel}.", channel=place),
        UndeliveredKind.PLAN: say("I couldn't show your plan in {channel}.", channel=place),
        UndeliveredKind.DAILY_BOARD: say(
            "I couldn't post the daily hand's results in {channel}.", channel=place
        ),
        UndeliveredKind.WELCOME: say("I couldn't post my welcome in {channel}.", channel=place),
    }
    return f"{texts[found.kind]} {_reason(found, context)}"


def _reason(found: Undelivered, context: RenderContext) -> str:
    say = context.say
    texts = {
        Note.NOT_ALLOWED: say(
            "Ask a moderator to give me **View Channel** and **Send Messages** there."
        ),
        Note.LOCKED: say("A moderator locked that thread."),
        Note.PLACE_GONE: say("Somebody deleted that channel or thread."),
        Note.WRONG_CHANNEL: say("Discord doesn't allow my messages in that kind of channel."),
        Note.AUTOMOD: say("AutoMod blocked my message. Ask a moderator to allow the bot."),
        Note.SENDING_OFF: say("Discord has turned off posting there for now."),
    }
    known = next((text for each, text in texts.items() if each.value == found.reason), None)
    return known or say("Discord refused it (error {code}).", code=found.code)
