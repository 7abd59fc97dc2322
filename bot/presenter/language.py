"""The languages there are, and the catalogue of each: `data/locales/<language>.po`."""

from __future__ import annotations

from functools import lru_cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO

from babel.core import negotiate_locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from bot.library.files import shipped_data

from .words import Words

SOURCE = "en"
LANGUAGES = (SOURCE,)
"""Named as Discord names locales, with or without the country: "es", "pt-BR"."""
COMMAND_NAME = "command name"
"""The gettext context of the names of commands and of what is typed behind them."""


def words_for(locale: str | None) -> Words:
    """Return the words of the language that fits a Discord locale best; English if none does."""
    asked = [locale] if locale else []
    return _words(negotiate_locale(asked, LANGUAGES, sep="-") or SOURCE)


def read_languages() -> None:
    """Read every catalogue, so that a broken one stops the start and not a player."""
    for language in LANGUAGES:
        _words(language)


def read_catalog(po: bytes) -> NullTranslations:
    """Return the translations that stand in a .po file."""
    compiled = BytesIO()
    write_mo(compiled, read_po(BytesIO(po), abort_invalid=True))
    compiled.seek(0)
    return GNUTranslations(compiled)


@lru_cache(maxsize=len(LANGUAGES))
def _words(language: str) -> Words:
    """Return the words of a language, read once: the file never changes while the bot runs."""
    if language == SOURCE:
        return Words()
    po = shipped_data() / "locales" / f"{language}.po"
    return Words(language, read_catalog(po.read_bytes()))
