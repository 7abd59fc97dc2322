"""Discord's refusals and delays: what they mean for people, and what to do."""

from __future__ import annotations

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
                "Discord refused that (its error {code}). Try again in a minute. "
                "If it keeps happening, send me a /report with that number.",
                code=code,
            )
        case _:
            raise TypeError(f"no sentence for {type(error).__name__}")


def not_shown(error: DiscordError, words: Words) -> str:
    """Explain that an action counted although Discord refused to show it."""
    if isinstance(error, DiscordRefused):
        return words.say(
            "What you did counts, but Discord refused to show it (its error {code}). "
            "Press My hand, or use /hand.",
            code=error.code,
        )
    return words.say("What you did counts, but Discord is slow. Press My hand, or use /hand.")


def _refusal(note: Note, words: Words) -> str:
    say = words.say
    match note:
        case Note.PLACE_GONE:
            return say("That channel or thread is gone. Try it in another one.")
        case Note.NOT_ALLOWED:
            return say(
                "Discord says I lack a permission here. Ask a moderator to check mine in the "
                "channel's settings, or try another channel."
            )
        case Note.LOCKED:
            return say("A moderator closed this thread. Try it in another channel.")
        case Note.WRONG_CHANNEL:
            return say("Discord doesn't allow that in this kind of channel. Try a text channel.")
        case Note.SENDING_OFF:
            return say("Discord has turned off posting here for now. Try again later.")
        case Note.TOO_MANY_THREADS:
            return say(
                "This server has as many open threads as Discord allows. "
                "Ask a moderator to close some, then try again."
            )
        case Note.TOO_MANY_NEWS_THREADS:
            return say(
                "This server has as many open announcement threads as Discord allows. "
                "Ask a moderator to close some, or try a text channel."
            )
        case Note.NO_UPLOADS:
            return say(
                "Discord isn't taking files in this server right now. Ask me for it in a DM."
            )
        case Note.BAD_REQUEST:
            return say(
                "Discord couldn't read what I sent. That's a bug of mine: please send me a "
                "/report and say what you pressed."
            )
        case _:
            return board_trouble(note, words)


def board_trouble(note: Note, words: Words, *, paused: bool = False) -> str:
    """Write the panel's line that explains why the table's board can't be shown.

    `paused`: the table is paused, so any of its players can move it.
    """
    say = words.say
    reason = _reason_to_move(note, words)
    if reason is not None and paused:
        move = say(
            "Any of its players can move the table: use /table move in another text channel."
        )
        return f"{reason} {move}"
    if reason is not None:
        move = say(
            "The host or a manager can move the table: use /table move in another text channel."
        )
        return f"{reason} {move}"
    match note:
        case Note.AUTOMOD:
            return say("AutoMod blocked my message. Ask a moderator to allow the bot.")
        case Note.SENDING_OFF:
            return say(
                "Discord has turned off posting in the table's channel for now. "
                "What you do counts: play on from here."
            )
        case Note.NO_UPLOADS:
            return uploads_limited(words)
        case Note.BAD_REQUEST:
            return say(
                "Discord couldn't read the board I sent. That's a bug of mine: please send me a "
                "/report. What you do counts: play on from here."
            )
        case _:
            raise ValueError(f"{note} is no trouble of a board")


def _reason_to_move(note: Note, words: Words) -> str | None:
    """Explain a trouble that moving the table would solve; None for any other."""
    say = words.say
    match note:
        case Note.PLACE_GONE:
            return say("Somebody deleted the table's channel. Nothing is lost.")
        case Note.NOT_ALLOWED:
            return say(
                "I can't post in the table's channel any more. Ask a moderator to give me "
                "**View Channel** and **Send Messages** there."
            )
        case Note.LOCKED:
            return say("A moderator locked the table's thread. The game is saved.")
        case Note.WRONG_CHANNEL:
            return say("Discord doesn't allow tables in this kind of channel.")
        case Note.TOO_MANY_THREADS:
            return say(
                "I can't open the table's thread again: this server has as many open threads as "
                "Discord allows. Ask a moderator to close some."
            )
        case Note.TOO_MANY_NEWS_THREADS:
            return say(
                "I can't open the table's thread again: this server has as many open announcement "
                "threads as Discord allows."
            )
        case Note.REFUSED:
            return say(
                "Discord won't let me show the board right now. What you do counts: play on from "
                "here."
            )
        case _:
            return None


def uploads_limited(words: Words) -> str:
    """Explain why there are words in place of pictures."""
    return words.say("Discord has limited uploads in this server, so you get words, not pictures.")
