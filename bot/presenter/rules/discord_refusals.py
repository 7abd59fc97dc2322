"""Discord's refusals and delays: what they mean for people, and what to do."""

from __future__ import annotations

from collections.abc import Mapping

from bot.tables.errors import DiscordBusy, DiscordDown, DiscordError, DiscordRefused
from bot.tables.views import Note

from ..words.language import Words

SECONDS_IN_WORDS = 90
"""A longer wait is given in minutes."""


def discord_sentence(error: DiscordError, words: Words) -> str:
    """Explain a failed Discord call to the person who waits for it."""
    match error:
        case DiscordDown():
            return words.say("Discord isn't answering me right now. Try again in a minute.")
        case DiscordBusy(seconds=seconds) if seconds <= SECONDS_IN_WORDS:
            return words.plural(
                "Discord wants me to slow down. Try again in {n} second.",
                "Discord wants me to slow down. Try again in {n} seconds.",
                seconds,
            )
        case DiscordBusy(seconds=seconds):
            return words.plural(
                "Discord wants me to slow down. Try again in {n} minute.",
                "Discord wants me to slow down. Try again in {n} minutes.",
                -(-seconds // 60),
            )
        case DiscordRefused(note=Note() as note):
            return _refusal(note, words)
        case DiscordRefused(code=code):
            return words.say(
                "Discord refused that (error {code}). Try again in a minute. "
                "If it keeps happening, send me a /report with that number.",
                code=code,
            )
        case _:
            raise TypeError(f"no sentence for {type(error).__name__}")


def not_shown(error: DiscordError, words: Words) -> str:
    """Explain that an action counted although Discord refused to show it."""
    if isinstance(error, DiscordRefused):
        return words.say(
            "What you did counts, but Discord refused to show it (error {code}). "
            "Press My hand, or use /hand.",
            code=error.code,
        )
    return words.say("What you did counts, but Discord is slow. Press My hand, or use /hand.")


def _refusal(note: Note, words: Words) -> str:
    say = words.say
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
    return texts.get(note) or board_trouble(note, words)


def board_trouble(note: Note, words: Words, *, paused: bool = False) -> str:
    """Write the panel's line that explains why the table's board can't be shown.

    `paused`: the table is paused, so any of its players can move it.
    """
    say = words.say
    if reason := _reasons_to_move(words).get(note):
        move = say(
            "The host or a manager can move the table: use /table move in another text channel."
        )
        if paused:
            move = say(
                "Any of its players can move the table: use /table move in another text channel."
            )
        return f"{reason} {move}"
    texts = {
        Note.AUTOMOD: say("AutoMod blocked my message. Ask a moderator to allow the bot."),
        Note.SENDING_OFF: say(
            "Discord has turned off posting in the table's channel for now. "
            "What you do counts: play on from here."
        ),
        Note.NO_UPLOADS: uploads_limited(words),
        Note.BAD_REQUEST: say(
            "Discord couldn't read the board I sent. That's a bug of mine: please send me a "
            "/report. What you do counts: play on from here."
        ),
    }
    return texts[note]


def _reasons_to_move(words: Words) -> Mapping[Note, str]:
    """Explain the troubles that moving the table would solve."""
    say = words.say
    return {
        Note.PLACE_GONE: say("Somebody deleted the table's channel. Nothing is lost."),
        Note.NOT_ALLOWED: say(
            "I can't post in the table's channel any more. Ask a moderator to give me "
            "**View Channel** and **Send Messages** there."
        ),
        Note.LOCKED: say("A moderator locked the table's thread. The game is saved."),
        Note.WRONG_CHANNEL: say("Discord doesn't allow tables in this kind of channel."),
        Note.TOO_MANY_THREADS: say(
            "I can't open the table's thread again: this server has as many open threads as "
            "Discord allows. Ask a moderator to close some."
        ),
        Note.TOO_MANY_NEWS_THREADS: say(
            "I can't open the table's thread again: this server has as many open announcement "
            "threads as Discord allows."
        ),
        Note.REFUSED: say(
            "Discord won't let me show the board right now. What you do counts: play on from here."
        ),
    }


def uploads_limited(words: Words) -> str:
    """Explain why there are words in place of pictures."""
    return words.say("Discord has limited uploads in this server, so you get words, not pictures.")
