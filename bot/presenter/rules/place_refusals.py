"""Why the bot can't post, or open threads, in a channel, and what the host can do."""

from __future__ import annotations

from bot.tables.errors import CannotPost, ChannelBusy, NoChat, NoThread, TableError, ThreadRefusal

from ..words.language import Words
from ..words.names import shown_name
from ..words.render_context import RenderContext


def place_sentence(error: TableError, context: RenderContext) -> str:
    """Explain a refusal of a channel; empty for any other refusal."""
    if isinstance(error, ChannelBusy):
        return _channel_busy(error, context)
    if isinstance(error, NoThread):
        return _no_thread_for_event(error, context)
    if isinstance(error, NoChat):
        channel = _channel(error.channel, context.words)
        return context.say("I can't post in {channel}. Choose a text channel.", channel=channel)
    if not isinstance(error, CannotPost):
        return ""
    if error.missing[0] == "create_public_threads":  # posting is possible, threads are not
        no_thread = NoThread(error.channel, ThreadRefusal.RIGHTS, error.missing)
        return _reason(no_thread, context)
    return context.say(
        "I can't post in {channel}. Ask a moderator to give me {rights} there, "
        "in the channel's settings.",
        channel=_channel(error.channel, context.words),
        rights=_rights(error.missing, context.words),
    )


def _channel_busy(error: ChannelBusy, context: RenderContext) -> str:
    say = context.words.say
    playing = say("Table {number} is playing here.", number=error.number)
    reason = "" if error.no_thread is None else _reason(error.no_thread, context)
    instead = say("Try another channel, or wait for the game to end.")
    return " ".join(filter(None, (playing, reason, instead)))


def played_here(error: NoThread, context: RenderContext) -> str:
    """Explain why a table that was to get a thread is played in the channel."""
    here = context.say("We'll play right here.")
    return f"{_reason(error, context)} {here}"


def _no_thread_for_event(error: NoThread, context: RenderContext) -> str:
    """Explain why an event's threads can't be opened, and what its host can do."""
    say = context.words.say
    elsewhere = say("Use /event move in a text channel, and start the event there.")
    ways_out = {
        ThreadRefusal.RIGHTS: say("Or use /event move in another channel."),
        ThreadRefusal.SERVER_FULL: say("Close some threads, then start the event again."),
        ThreadRefusal.OTHER: say("Try again in a minute, or use /event move in another channel."),
    }
    return f"{_reason(error, context)} {ways_out.get(error.why, elsewhere)}"


def _reason(error: NoThread, context: RenderContext) -> str:
    say = context.words.say
    channel = _channel(error.channel, context.words)
    texts = {
        ThreadRefusal.KIND: say("{channel} can't have threads.", channel=channel),
        ThreadRefusal.RIGHTS: say(
            "I can't open threads in {channel}. Ask a moderator to give me {rights} there, "
            "in the channel's settings.",
            channel=channel,
            rights=_rights(error.missing, context.words),
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


def _channel(name: str, words: Words) -> str:
    return f"#{shown_name(name)}" if name else words.say("this channel")


def _rights(missing: tuple[str, ...], words: Words) -> str:
    titles = {
        "view_channel": words.say("View Channel"),
        "send_messages": words.say("Send Messages"),
        "send_messages_in_threads": words.say("Send Messages in Threads"),
        "create_public_threads": words.say("Create Public Threads"),
        "connect": words.say("Connect"),
        "attach_files": words.say("Attach Files"),
        "read_message_history": words.say("Read Message History"),
    }
    return words.both(f"**{titles.get(right, shown_name(right))}**" for right in missing)
