"""Every word of every sample can be translated, but for what people wrote themselves."""

from __future__ import annotations

import re

import pytest

from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import Picture, TextForm
from tests.presenter.pseudo import (
    CONTEXT,
    IN_WORDS,
    leaks,
    words_in,
)
from tests.presenter.tabling import parts_of, selects_of, text_of

from .registry import Look, Screen, full_name, samples, screens

PEOPLE = tuple(f"名{number}" for number in range(8))
DATA = re.compile(
    r"(?<![A-Za-z])(?:LUCK|ALL|Ana|Bo|Cy|Di|Pearl|Hoyt|Opal|Prague|Troll|gone|house|puremco"
    r"|max\\?_marks|nello\\?_doubles|https|e\.example|ana@example\.org|The bot hung|Bold"
    r"|everyone|user 12|FHKLM|x{9,}…?)(?![A-Za-z])"
)
"""What is written by people, or names a thing that has only one name."""


def texts_of(message) -> list[str]:
    """List all texts of a message: its words, its choices, and those of its pictures."""
    if isinstance(message, TextForm):
        return [message.title, message.label]
    found = [text_of(message)]
    for select in selects_of(message):
        found += [f"{option.label} {option.description}" for option in select.options]
    for part in parts_of(message):
        if isinstance(part, Picture):
            found += [part.alt, *words_in(part.drawing)]
    return found


@pytest.mark.parametrize("context", [CONTEXT, IN_WORDS], ids=["pictures", "words"])
@pytest.mark.parametrize("screen", screens(), ids=full_name)
def test_no_english_leaks_from_a_screen(screen: Screen, context: RenderContext) -> None:
    for name, message in samples(screen, Look(context, PEOPLE)).items():
        for text in texts_of(message):
            found = leaks(DATA.sub("", text))
            assert not found, f"{name}: {found} in {text!r}"
