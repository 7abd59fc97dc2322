"""Refusals and delays of Discord, and channels where the bot can't post or open threads."""

from __future__ import annotations

from bot.tables.company.errors import NoPrivateThread
from bot.tables.errors import (
    CannotPost,
    ChannelBusy,
    DiscordBusy,
    DiscordDown,
    DiscordError,
    DiscordRefused,
    NoChat,
    NoThread,
    ThreadRefusal,
)
from bot.tables.views import Note

from ..words.language import Words
from ..words.names import shown_name
from ..words.refusal import RefusedRequest, refusal
from ..words.render_context import RenderContext
from .board_trouble import board_trouble

SECONDS_IN_WORDS = 90
"""A longer wait is given in minutes."""


def not_shown(error: DiscordError, context: RenderContext) -> str:
    """Explain that an action counted although Discord refused to show it."""
    if isinstance(error, DiscordRefused):
        return context.say(
            "What you did counts, but Discord refused to show it (error {code}). "
            "Press My hand, or use /hand.",
            code=error.code,
        )
    return context.say("What you did counts, but Discord is slow. Press My hand, or use /hand.")


def played_here(error: NoThread, context: RenderContext) -> str:
    """Explain why a table that was to get a thread is played in the channel."""
    here = context.say("We'll play right here.")
    return f"{no_thread(error, context)} {here}"


def _busy(error: DiscordBusy, request: RefusedRequest) -> str:
    if error.seconds <= SECONDS_IN_WORDS:
        return request.plural(
            "Discord wants me to slow down. Try again in {n} second.",
            "Discord wants me to slow down. Try again in {n} seconds.",
            error.seconds,
        )
    return request.plural(
        "Discord wants me to slow down. Try again in {n} minute.",
        "Discord wants me to slow down. Try again in {n} minutes.",
        -(-error.seconds // 60),
    )


def _refused(error: DiscordRefused, request: RefusedRequest) -> str:
    say = request.say
    if error.note is None:
        return say(
            "Discord refused that (error {code}). Try again in a minute. "
            "If it keeps happening, send me a /report with that number.",
            code=error.code,
        )
    texts = {
        Note.PLACE_GONE: say("That channel or thread is gone. Try it in another one."),
        Note.NOT_ALLOWED: say(
            "Discord says I lack a permission here. Ask a moderator to check mine in the "
            "channel's settings, or try another channel."
        ),
        Note.LOCKED: say("A moderator closed this thread. Try it in another channel."),
        Note.WRONG_CHANNEL: say(
            "Discord doesn't allow that in this kind of channel. Try a text channel."
        ),
        Note.SENDING_OFF: say("Discord has turned off posting here for now. Try again later."),
        Note.TOO_MANY_THREADS: say(
            "This server has as many open threads as Discord allows. "
            "Ask a moderator to close some, then try again."
        ),
        Note.TOO_MANY_NEWS_THREADS: say(
            "This server has as many open announcement threads as Discord allows. "
            "Ask a moderator to close some, or try a text channel."
        ),
        Note.NO_UPLOADS: say(
            "Discord isn't taking files in this server right now. Ask me for it in a DM."
        ),
        Note.BAD_REQUEST: say(
            "Discord couldn't read what I sent. That's a bug of mine: please send me a "
            "/report and say what you pressed."
        ),
    }
    return texts.get(error.note) or board_trouble(error.note, request.context.words)


def _cannot_post(error: CannotPost, request: RefusedRequest) -> str:
    if error.missing[0] == "create_public_threads":  # posting is possible, threads are not
        refusal = NoThread(error.channel, ThreadRefusal.RIGHTS, error.missing)
        return no_thread(refusal, request.context)
    words = request.context.words
    return request.say(
        "I can't post in {channel}. Ask a moderator to give me {rights} there, "
        "in the channel's settings.",
        channel=_channel(error.channel, words),
        rights=rights_named(error.missing, words),
    )


def _channel_busy(error: ChannelBusy, request: RefusedRequest) -> str:
    playing = request.say("Table {number} is playing here.", number=error.number)
    reason = "" if error.no_thread is None else no_thread(error.no_thread, request.context)
    instead = request.say("Try another channel, or wait for the game to end.")
    return " ".join(filter(None, (playing, reason, instead)))


def _no_thread_for_event(error: NoThread, request: RefusedRequest) -> str:
    """Explain why an event's threads can't be opened, and what its host can do."""
    say = request.say
    elsewhere = say("Use /event move in a text channel, and start the event there.")
    ways_out = {
        ThreadRefusal.RIGHTS: say("Or use /event move in another channel."),
        ThreadRefusal.SERVER_FULL: say("Close some threads, then start the event again."),
        ThreadRefusal.OTHER: say("Try again in a minute, or use /event move in another channel."),
    }
    return f"{no_thread(error, request.context)} {ways_out.get(error.why, elsewhere)}"


def no_thread(error: NoThread, context: RenderContext) -> str:
    """Explain why a channel can't have a thread."""
    say = context.say
    channel = _channel(error.channel, context.words)
    texts = {
        ThreadRefusal.KIND: say("{channel} can't have threads.", channel=channel),
        ThreadRefusal.RIGHTS: say(
            "I can't open threads in {channel}. Ask a moderator to give me {rights} there, "
            "in the channel's settings.",
            channel=channel,
            rights=rights_named(error.missing, context.words),
        ),
        ThreadRefusal.SERVER_FULL: say("This server has as many open threads as Discord allows."),
        ThreadRefusal.NEWS_FULL: say(
            "This server's announcement channels have as many open threads as Discord allows."
        ),
        ThreadRefusal.OTHER: say(
            "Discord won't open a thread in {channel} right now.", channel=channel
        ),
    }
    return texts[error.why]


def _no_private_thread(error: NoPrivateThread, request: RefusedRequest) -> str:
    """Explain why a private table can't be in a channel, and where it can."""
    text = request.say("A private table needs a private thread. Try it in a text channel.")
    return f"{no_private_thread(error.why, request.context)} {text}"


def no_private_thread(error: NoThread, context: RenderContext) -> str:
    """Explain why a private thread can't be opened."""
    if error.why is ThreadRefusal.KIND:
        channel = _channel(error.channel, context.words)
        return context.say("{channel} can't have private threads.", channel=channel)
    return no_thread(error, context)


def _channel(name: str, words: Words) -> str:
    return f"#{shown_name(name)}" if name else words.say("this channel")


def rights_named(missing: tuple[str, ...], words: Words) -> str:
    """Name permissions as Discord's pages do."""
    titles = {
        "view_channel": words.say("View Channel"),
        "send_messages": words.say("Send Messages"),
        "send_messages_in_threads": words.say("Send Messages in Threads"),
        "create_public_threads": words.say("Create Public Threads"),
        "create_private_threads": words.say("Create Private Threads"),
        "connect": words.say("Connect"),
        "attach_files": words.say("Attach Files"),
        "read_message_history": words.say("Read Message History"),
    }
    return words.both(f"**{titles.get(right, shown_name(right))}**" for right in missing)


REFUSALS = (
    refusal(
        DiscordDown,
        lambda _, request: request.say(
            "Discord isn't answering me right now. Try again in a minute."
        ),
    ),
    refusal(DiscordBusy, _busy),
    refusal(DiscordRefused, _refused),
    refusal(CannotPost, _cannot_post),
    refusal(
        NoChat,
        lambda error, request: request.say(
            "I can't post in {channel}. Choose a text channel.",
            channel=_channel(error.channel, request.context.words),
        ),
    ),
    refusal(ChannelBusy, _channel_busy),
    refusal(NoThread, _no_thread_for_event),
    refusal(NoPrivateThread, _no_private_thread),
)
