"""House rules in one line, in plain words or in codes: "A renege loses the hand; plunge"."""

from __future__ import annotations

import re
from collections.abc import Iterable

from texas42.library import UnknownRule, complete_options, options_of, parse_options, presets

from ..words.autocomplete import LONGEST, MOST, Choice
from ..words.language import Words
from ..words.render_context import RenderContext
from ..words.typed_text import squeezed
from .house_rules import groups_of, offered_values
from .option_words import rule_sentence

BETWEEN = "; "
CUT = "…"
_NUMBER = re.compile(r"[0-9]{1,5}")


def read_rules(game_id: str, typed: str, words: Words) -> dict[str, object]:
    """Parse options from a line of sentences and codes, separated by semicolons.

    A sentence may be shortened as long as it stays unique. Raises UnknownGame and UnknownRule.
    """
    found: dict[str, object] = {}
    for part in filter(None, map(str.strip, typed.split(";"))):
        found |= parse_options(game_id, _code_of(game_id, part, words))
    return found


def rule_choices(game_id: str, typed: str, context: RenderContext) -> tuple[Choice, ...]:
    """Complete the last rule of the line in every way that fits.

    Choices are shown in words and inserted as codes; someone who types codes sees codes.
    """
    *before, last = typed.split(";")
    try:
        chosen = [_code_of(game_id, part.strip(), context.words) for part in before if part.strip()]
        used = {name for code in chosen for name in parse_options(game_id, code)}
    except UnknownRule:
        return ()
    sentences = _sentences(game_id, typed, context.words)
    whole = [sentences.get(code, code) for code in chosen]
    short = [_shorten(code, sentences) for code in chosen]
    free = {code: text for code, text in sentences.items() if code.partition("=")[0] not in used}
    fitting = [
        Choice(_line(whole, short, free[code]), BETWEEN.join((*chosen, code)))
        for code in _that_fit(game_id, free, last)
    ]
    if not fitting and typed.strip():
        fitting = [Choice(line, line) for line in complete_options(game_id, typed)]
    return tuple(c for c in fitting if max(len(c.name), len(c.value)) <= LONGEST)[:MOST]


def _line(whole: Iterable[str], short: Iterable[str], last: str) -> str:
    """Write a line of rules, shortening all but the last one if it is too long."""
    line = BETWEEN.join((*whole, last))
    return line if len(line) <= LONGEST else BETWEEN.join((*short, last))


def _that_fit(game_id: str, sentences: dict[str, str], typed: str) -> list[str]:
    """Return the codes of the matching sentences, prefix matches first.

    With nothing typed, the rules that differ from the game's first preset.
    """
    wanted = squeezed(typed)
    if not wanted:
        usual = _usual(game_id)
        return [code for code in sentences if code not in usual]
    begins = [code for code, text in sentences.items() if squeezed(text).startswith(wanted)]
    contains = [code for code, text in sentences.items() if wanted in squeezed(text)]
    return list(dict.fromkeys((*begins, *contains)))


def _usual(game_id: str) -> set[str]:
    """Return the codes of a game's first preset; every number counts as usual."""
    preset = presets(game_id)[0]
    options = options_of(game_id).values()
    numbers = {o.line(v) for o in options if o.kind == "number" for v in offered_values(o, None)}
    return numbers | {o.line(preset.options[o.name]) for o in options if o.name in preset.options}


def _code_of(game_id: str, part: str, words: Words) -> str:
    """Convert part of a line to codes; raises UnknownRule if it is neither code nor words."""
    try:
        parse_options(game_id, part)
    except UnknownRule:
        sentences = _sentences(game_id, part, words)
        wanted = squeezed(part)
        same = [code for code, text in sentences.items() if squeezed(text) == wanted]
        begun = [code for code, text in sentences.items() if squeezed(text).startswith(wanted)]
        if same or len(begun) == 1:
            return (same or begun)[0]
        if "=" in part:
            raise
        raise UnknownRule(part, f"is not a rule of {game_id}") from None
    return part


def _sentences(game_id: str, typed: str, words: Words) -> dict[str, str]:
    """Map a game's rules by code to their sentences, including typed numbers."""
    numbers = [int(number) for number in _NUMBER.findall(typed)]
    found: dict[str, str] = {}
    for options in groups_of(game_id).values():
        for option in options:
            values = offered_values(option, None)
            if option.kind == "number":
                values += tuple(n for n in numbers if n >= option.least and n not in values)
            found |= {option.line(v): rule_sentence(option, v, words) for v in values}
    return found


def _shorten(code: str, sentences: dict[str, str]) -> str:
    """Shorten a rule to the fewest first words that are unique in its game."""
    text = sentences.get(code)
    if text is None:
        return code
    others = [squeezed(other) for each, other in sentences.items() if each != code]
    words = text.split(" ")
    for count in range(1, len(words)):
        begun = " ".join(words[:count])
        if not any(other.startswith(squeezed(begun)) for other in others):
            return begun + CUT
    return text
