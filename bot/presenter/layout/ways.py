"""The ways to show facts: in words, beside a picture, and in the picture's alt text.

Facts come in order of importance. Where there is no room for all of them, shorter forms are tried,
then the last ones are left out; those that are `kept` never are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from ..words.parts import lines, plain
from .fact import Fact

ALT_LIMIT = 1024
"""Discord's limit of an alt text, in letters."""


def in_words(facts: Iterable[Fact]) -> str:
    """Write facts in full, a line each."""
    return lines(*(fact.written(fact.words[0]) for fact in facts if fact.words))


def beside_picture(facts: Iterable[Fact]) -> str:
    """Write in full what a picture doesn't show, a line each."""
    return lines(*(fact.written(fact.beside[0]) for fact in facts if fact.beside))


def alt_text(facts: Iterable[Fact]) -> str:
    """Write facts as sentences, as many as an alt text holds."""
    text = ""
    for said in _shorter(facts, lambda fact: (fact.spoken,) if fact.spoken else ()):
        text = " ".join(_sentence(plain(form)) for _, form in said)
        if len(text) <= ALT_LIMIT:
            break
    return text[:ALT_LIMIT]


def _shorter(
    facts: Iterable[Fact], forms_of: Callable[[Fact], tuple[str, ...]]
) -> Iterator[list[tuple[Fact, str]]]:
    """Yield a form of each fact that has one, in full, then with less and less of them."""
    left = [fact for fact in facts if forms_of(fact)]
    while True:
        longest = max((len(forms_of(fact)) for fact in left), default=1)
        for level in range(longest):
            yield [(fact, _at_level(forms_of(fact), level)) for fact in left]
        last = next((at for at in reversed(range(len(left))) if not left[at].kept), None)
        if last is None:
            return
        del left[last]


def _at_level(forms: tuple[str, ...], level: int) -> str:
    return forms[min(level, len(forms) - 1)]


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."
