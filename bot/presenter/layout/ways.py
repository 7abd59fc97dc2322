"""The ways to show facts: in words, beside a picture, and in the picture's alt text.

Facts come in order of importance. Where there is no room for all of them, shorter forms are tried,
then the last ones are left out; those that are `kept` never are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from ..words.parts import lines, plain, small
from ..words.spec import Picture, Row
from .fact import Fact
from .phone import fits_below, fits_page

ALT_LIMIT = 1024
"""Discord's limit of an alt text, in letters."""
Rows = tuple[Row, ...]
_MARK = re.compile(r"^(?:#+ |-# )?", re.MULTILINE)
"""What makes a line of Markdown a heading, or small; nothing in a plain one."""


def in_full(facts: Iterable[Fact]) -> str:
    """Write every fact in words, in full."""
    return lines(*(fact.written(fact.words[0]) for fact in facts if fact.words))


def in_full_beside(facts: Iterable[Fact]) -> str:
    """Write every fact that a picture doesn't show, in full."""
    return lines(*(fact.written(fact.beside[0]) for fact in facts if fact.beside))


def in_words(facts: Iterable[Fact], rows: Rows, *, spare: int = 0) -> str:
    """Write as much as a phone shows above these rows, and `spare` points more."""
    text = ""
    for text in _shorter(facts, lambda fact: fact.words):
        if fits_page(text, rows, spare=spare):
            break
    return text


def beside_picture(
    facts: Iterable[Fact], picture: Picture, *ways: Sequence[Rows], saved: int = 0
) -> tuple[str, Rows]:
    """Write what a picture doesn't show, as much as a phone shows, and choose the rows below it.

    `ways`: of arranging the buttons, the best first; with the ways of one list all texts are tried
    before the next list. `saved`: by how many points what is around them is lower than in a panel;
    negative if they may be less high than a phone shows.
    """
    told = tuple(facts)
    text = ""
    for alike in ways:
        for text in _beside(told):
            for rows in alike:
                if fits_below(picture, text, rows, saved=saved):
                    return text, rows
    return text, ways[0][-1]


def _beside(facts: tuple[Fact, ...]) -> Iterator[str]:
    """Yield what a picture doesn't show, shorter and shorter, in the end in small letters."""
    text = ""
    for text in _shorter(facts, lambda fact: fact.beside):
        yield text
    if any(fact.least for fact in facts):
        yield _MARK.sub("-# ", text)
        yield small("\n".join(fact.least for fact in facts if fact.least))


def alt_text(facts: Iterable[Fact]) -> str:
    """Write what a picture shows as sentences, as many as an alt text holds."""
    said = ""
    for text in _shorter(facts, lambda fact: (fact.spoken,) if fact.spoken else (), _sentence, " "):
        said = text
        if len(said) <= ALT_LIMIT:
            break
    return said[:ALT_LIMIT]


def _shorter(
    facts: Iterable[Fact],
    forms_of: Callable[[Fact], tuple[str, ...]],
    write: Callable[[Fact, str], str] = Fact.written,
    between: str = "\n",
) -> Iterator[str]:
    """Yield all facts in full, then with shorter forms, then with fewer and fewer of them."""
    left = [fact for fact in facts if forms_of(fact)]
    while True:
        for level in range(max((len(forms_of(fact)) for fact in left), default=1)):
            forms = ((fact, forms_of(fact)) for fact in left)
            yield between.join(write(fact, each[min(level, len(each) - 1)]) for fact, each in forms)
        last = next((at for at in reversed(range(len(left))) if not left[at].kept), None)
        if last is None:
            return
        del left[last]


def _sentence(_fact: Fact, text: str) -> str:
    said = plain(text)
    return said if said.endswith((".", "!", "?")) else f"{said}."
