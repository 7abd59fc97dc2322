"""The sentence for a person who sends too many requests."""

from __future__ import annotations

from bot.tables.errors import TooFast

from ..words.language import Words


def too_fast(error: TooFast, words: Words) -> str:
    """Explain a rate limit, and how long to wait."""
    if error.everyone:
        return words.plural(
            "There's a lot going on in this server. Try again in {n} second.",
            "There's a lot going on in this server. Try again in {n} seconds.",
            error.seconds,
        )
    return words.plural(
        "That's a lot in a short time. Try again in {n} second.",
        "That's a lot in a short time. Try again in {n} seconds.",
        error.seconds,
    )


def still_busy(words: Words) -> str:
    """Explain that a person's last request comes first."""
    return words.say("One at a time: I'm still working on your last one.")
