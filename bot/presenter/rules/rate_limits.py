"""The sentence for a person who sends too many requests."""

from __future__ import annotations

from bot.tables.errors import StillBusy, TooFast

from ..words.language import Words


def pace_sentence(error: StillBusy | TooFast, words: Words) -> str:
    """Explain a rate limit and how long to wait, or that the last request comes first."""
    if isinstance(error, StillBusy):
        return words.say("One at a time: I'm still working on your last one.")
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
