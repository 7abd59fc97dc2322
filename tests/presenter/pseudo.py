"""Find untranslated English on screens rendered in the pseudo-language.

The pseudo-language wraps every translated text in ⟦ ⟧, so a letter outside the brackets is a
text that no translator can reach.
"""

import re
from dataclasses import fields, is_dataclass
from enum import StrEnum

from bot.presenter.words.language import Words, read_catalog
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import Picture
from bot.render import DayPicture, StripPicture
from bot.render.values import Scoreboard
from tests.support.catalog import PSEUDO, pseudo_language
from texas42.library import games

from .tabling import parts_of, selects_of, text_of

WORDS = Words(PSEUDO, read_catalog(pseudo_language()))
CONTEXT = RenderContext(WORDS)
IN_WORDS = RenderContext(WORDS, pictures=False)
NO_WORDS = {(Scoreboard, "word"), (DayPicture, "tricks"), (StripPicture, "tricks")}
"""A choice of the table's host, and letters that stand for drawings."""
OURS = re.compile(
    r"⟦[^⟦⟧]*⟧|<t:\d+:[RdtF]>|<[@#]\d+>|https://\S+|<[a-z]+[-\d]*\.webp>|`[0-9a-f]{64}`|#dominoes"
    r"|`/[a-z -]+`|" + "|".join(re.escape(game.inventor) for game in games() if game.inventor)
)


def leaks(text):
    """List the Latin words outside translated text."""
    return re.findall(r"[A-Za-z]+", OURS.sub("", text))


def assert_translated(text):
    assert not leaks(text), f"{leaks(text)} in {text!r}"


def assert_screen_translated(message):
    assert_translated(text_of(message))
    for select in selects_of(message):
        for option in select.options:
            assert_translated(f"{option.label} {option.description}")


def words_in(value):
    """Yield every text in a picture's dataclasses."""
    if isinstance(value, str) and not isinstance(value, StrEnum):
        yield value
    elif isinstance(value, tuple):
        for each in value:
            yield from words_in(each)
    elif is_dataclass(value):
        for each in fields(value):
            if (type(value), each.name) not in NO_WORDS:
                yield from words_in(getattr(value, each.name))


def assert_pictures_translated(message):
    for part in parts_of(message):
        if isinstance(part, Picture):
            for text in (part.alt, *words_in(part.drawing)):
                assert_translated(text)
