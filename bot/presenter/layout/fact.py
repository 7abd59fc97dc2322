"""What a screen says, one thing at a time, in the forms of each way to show it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ..words.parts import small


class Look(StrEnum):
    """How a fact is written, as Markdown around its text."""

    TITLE = "## {}"
    HEADING = "### {}"
    PLAIN = "{}"
    STRONG = "**{}**"
    SMALL = "-# {}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One thing that a screen says.

    `words`: its forms where there is no picture, and `beside`: beside a picture; each with the
    fullest form first, and empty if it isn't said there. `spoken`: in the picture's alt text.
    `kept`: it is never left out to save room. `least`: what is said beside a picture where not even
    what is kept has room.
    """

    words: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    spoken: str = ""
    look: Look = Look.PLAIN
    kept: bool = False
    least: str = ""

    def written(self, form: str) -> str:
        """Write a form of it as Markdown."""
        return small(form) if self.look is Look.SMALL else self.look.format(form)


NOTHING = Fact()


def drawn(
    *forms: str, spoken: str | None = None, look: Look = Look.PLAIN, kept: bool = False
) -> Fact:
    """Build a fact that a picture shows, so that only its alt text says it; the alt text in full.

    `forms`: without a picture, the fullest first. `spoken`: what the alt text says instead.
    """
    words = said(*forms)
    full = words[0] if words else ""
    return Fact(words=words, spoken=full if spoken is None else spoken, look=look, kept=kept)


def written(*forms: str, look: Look = Look.PLAIN, kept: bool = False) -> Fact:
    """Build a fact that no picture shows, so that it is written with and without one."""
    told = said(*forms)
    return Fact(words=told, beside=told, look=look, kept=kept)


def said(*forms: str) -> tuple[str, ...]:
    """List the forms of a fact that say something."""
    return tuple(dict.fromkeys(filter(None, forms)))
