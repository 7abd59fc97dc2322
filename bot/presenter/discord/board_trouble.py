"""Why Discord doesn't show a table's board, and what people can do."""

from __future__ import annotations

from collections.abc import Mapping

from bot.tables.views import Note

from ..words.language import Words


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
            "**View Channel** and **Send Messages** there, or in a thread "
            "**Send Messages in Threads**."
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
