"""Languages: sentences from a catalog, numbers and lists, names of suits.

The catalog of a language is `data/locales/<language>.po`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from importlib.resources.abc import Traversable
from io import BytesIO
from pathlib import Path

from babel.core import Locale, negotiate_locale
from babel.lists import format_list
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal, format_percent

from texas42.engine import DOUBLES, FOLLOW_ME, DoublesRule, Rules, Suit

from .names import ISOLATE_END

SOURCE = "en"
LANGUAGES = (SOURCE,)
"""Named as Discord names locales, with or without the country: "es", "pt-BR"."""
COMMAND_NAME = "command name"
"""The gettext context of the names of commands and their options."""
TYPED = "typed"
"""The gettext context of the words that people type: a list with commas, all of them accepted."""
_FULL_STOP = re.compile(r"\{(\w+)\}\.(?!\.)")
_LIST_LOCALES = {"en": "en_GB"}  # "a, b or c": no comma before the last word


class Words:
    """The sentences of one language; `catalog` translates the English source text.

    `calls_marks`: bids of a whole hand are called "2 marks", not "84", whatever the scoring.
    """

    def __init__(
        self,
        language: str = "en",
        catalog: NullTranslations | None = None,
        *,
        calls_marks: bool = False,
    ) -> None:
        self._language = language
        self._locale = language.replace("-", "_")
        self._catalog = catalog or NullTranslations()
        self.calls_marks = calls_marks

    @cached_property
    def in_marks(self) -> Words:
        """The same language, with bids of a whole hand called in marks."""
        return Words(self._language, self._catalog, calls_marks=True)

    def say(self, text: str, /, **values: object) -> str:
        """Translate a sentence and fill its named placeholders."""
        return _fill(self._catalog.gettext(text), values)

    def say_as(self, meaning: str, text: str, /, **values: object) -> str:
        """Translate one meaning of an English text that has several."""
        return _fill(self._catalog.pgettext(meaning, text), values)

    def plural(self, one: str, many: str, number: int, /, **values: object) -> str:
        """Translate a sentence for a number, which fills `{n}`."""
        return _fill(self._catalog.ngettext(one, many, number), {"n": number, **values})

    def find(self, text: str, meaning: str = "") -> str:
        """Translate a text from data; without a translation, return it unchanged."""
        catalog = self._catalog
        return catalog.pgettext(meaning, text) if meaning else catalog.gettext(text)

    def find_filled(self, text: str, /, **values: object) -> str:
        """Translate a text from data and fill its placeholders; more values may be given."""
        return _fill(self.find(text), values)

    def find_plural(self, one: str, many: str, number: int, /, **values: object) -> str:
        """Translate a text from data for a number, which fills `{n}`; more values may be given."""
        return _fill(self._catalog.ngettext(one, many, number), {"n": number, **values})

    def typed(self, accepted: str, /) -> frozenset[str]:
        """Return every word that a player may type for a thing, English included."""
        listed = f"{accepted},{self._catalog.pgettext(TYPED, accepted)}"
        return frozenset(word.strip().casefold() for word in listed.split(","))

    def either(self, items: Iterable[str]) -> str:
        """Write "a, b or c"."""
        return format_list(list(items), style="or", locale=self._list_locale)

    def both(self, items: Iterable[str]) -> str:
        """Write "a, b and c"."""
        return format_list(list(items), style="standard", locale=self._list_locale)

    def listed(self, items: Iterable[str]) -> str:
        """Write "a, b, c"."""
        return format_list(list(items), style="unit", locale=self._list_locale)

    def percent(self, share: float) -> str:
        """Write a share of 1 as a whole percentage."""
        return format_percent(share, locale=self._locale)

    def spelled(self, count: int) -> str:
        """Write a small count as a word: "three"; a larger one as a number."""
        names = (
            self.say("none"),
            self.say("one"),
            self.say("two"),
            self.say("three"),
            self.say("four"),
            self.say("five"),
            self.say("six"),
            self.say("seven"),
            self.say("eight"),
            self.say("nine"),
        )
        return names[count] if count < len(names) else self.number(count)

    def number(self, value: float) -> str:
        """Write a number in the language's format."""
        return format_decimal(value, locale=self._locale)

    @cached_property
    def _list_locale(self) -> Locale:
        return Locale.parse(_LIST_LOCALES.get(self._locale, self._locale))

    def suit(self, suit: Suit) -> str:
        """Name a suit."""
        return self._suits[suit]

    @cached_property
    def _suits(self) -> Mapping[Suit, str]:
        return {
            Suit.BLANKS: self.say("blanks"),
            Suit.ONES: self.say("ones"),
            Suit.TWOS: self.say("twos"),
            Suit.THREES: self.say("threes"),
            Suit.FOURS: self.say("fours"),
            Suit.FIVES: self.say("fives"),
            Suit.SIXES: self.say("sixes"),
            Suit.SEVENS: self.say_as("suit", "sevens"),
            Suit.EIGHTS: self.say("eights"),
            DOUBLES: self.say("doubles"),
            FOLLOW_ME: self.say("follow me"),
        }

    def one_of(self, suit: Suit) -> str:
        """Name one domino of a suit: "a five"."""
        return self._one_of[suit]

    @cached_property
    def _one_of(self) -> Mapping[Suit, str]:
        return {
            Suit.BLANKS: self.say("a blank"),
            Suit.ONES: self.say("a one"),
            Suit.TWOS: self.say("a two"),
            Suit.THREES: self.say("a three"),
            Suit.FOURS: self.say("a four"),
            Suit.FIVES: self.say("a five"),
            Suit.SIXES: self.say("a six"),
            Suit.SEVENS: self.say("a seven"),
            Suit.EIGHTS: self.say("an eight"),
            DOUBLES: self.say("a double"),
        }

    def doubles(self, rule: DoublesRule) -> str:
        """Describe how doubles rank."""
        return ", ".join(self.doubles_notes(rule))

    def doubles_notes(self, rule: DoublesRule) -> tuple[str, ...]:
        """Describe how doubles rank in one or two short notes."""
        own = self.say("doubles a suit of their own")
        notes = {
            DoublesRule.HIGH: (self.say("doubles high"),),
            DoublesRule.LOW: (self.say("doubles low"),),
            DoublesRule.OWN: (own,),
            DoublesRule.OWN_REVERSED: (own, self.say("0-0 high")),
            DoublesRule.REVERSED: (self.say("the 0-0 high"),),
        }
        return notes[rule]

    def marks(self, number: int) -> str:
        """Write "1 mark", "2 marks"."""
        return self.plural("{n} mark", "{n} marks", number)

    def score(self, number: int, rules: Rules) -> str:
        """Write a score with its unit, marks or points."""
        if rules.by_marks:
            return self.marks(number)
        return self.plural("{n} point", "{n} points", number)


def _fill(text: str, values: Mapping[str, object]) -> str:
    """Fill the placeholders of a sentence; a name cut to "Braz…" ends it without a further dot."""
    for name in _before_full_stops(text):
        if str(values[name]).rstrip(ISOLATE_END).endswith((".", "…")):
            text = text.replace(f"{{{name}}}.", f"{{{name}}}")
    return text.format(**values)


@lru_cache(maxsize=4096)
def _before_full_stops(text: str) -> tuple[str, ...]:
    """Return the placeholders that a full stop follows."""
    return tuple(_FULL_STOP.findall(text))


@lru_cache(maxsize=64)
def words_for(locale: str | None) -> Words:
    """Return the language that fits a Discord locale best; English if none does."""
    asked = [locale] if locale else []
    return _words(negotiate_locale(asked, LANGUAGES, sep="-") or SOURCE)


def read_languages() -> None:
    """Load every catalog, so that a broken one fails at start-up."""
    for language in LANGUAGES:
        _words(language)


def read_catalog(po: bytes) -> NullTranslations:
    """Parse the translations of a .po file."""
    compiled = BytesIO()
    write_mo(compiled, read_po(BytesIO(po), abort_invalid=True))
    compiled.seek(0)
    return GNUTranslations(compiled)


@lru_cache(maxsize=len(LANGUAGES))
def _words(language: str) -> Words:
    """Load the words of a language, cached: the file never changes while the bot runs."""
    if language == SOURCE:
        return Words()
    po = _locales() / f"{language}.po"
    return Words(language, read_catalog(po.read_bytes()))


def _locales() -> Traversable:
    """Return the folder of the catalogs.

    A wheel keeps it inside `bot`; in a source tree or an editable install it is `data/locales`
    beside it.
    """
    packaged = files("bot") / "data" / "locales"
    if packaged.is_dir():
        return packaged
    return Path(__file__).resolve().parents[3] / "data" / "locales"
