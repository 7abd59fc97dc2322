"""The words of each option in the reader's language; `data/games/options.toml` has the English.

Only the trumps get their words here, since a sentence depends on how many a table leaves out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from texas42.engine import DoublesRule, Rules, Suit
from texas42.library import Option, all_options, options_of, written

from ..words.language import Words

TRUMPS = "trumps"
MOST_LEFT_OUT = 2
"""If a table leaves out at most this many trumps, name these; else name the ones it plays with."""


def rule_title(option: str, words: Words) -> str:
    """Name an option; KeyError if there is none of that name."""
    return words.find(all_options()[option].text.title)


def rule_about(option: str, words: Words) -> str:
    """Describe what an option is about."""
    return words.find(all_options()[option].text.about)


def rule_sentence(option: Option, value: object, words: Words) -> str:
    """Write the sentence of one value of an option, without a period.

    The same sentence appears on the house-rules screen, in the lobby, under Rules, and in
    autocomplete. It is unique within its game.
    """
    if option.name == TRUMPS:
        return _trumps(option, value, words)
    return _of_value(option, option.text.sentences, value, words)


def usual_sentence(option: str, rules: Rules, words: Words) -> str:
    """Write the sentence of a table's value of an option, with its period."""
    found = options_of(rules.game.id).get(option, all_options()[option])
    return f"{rule_sentence(found, getattr(rules, option), words)}."


def short_rule(option: Option, value: object, rules: Rules, words: Words) -> str:
    """Name a value of an option in a few words."""
    number = value if isinstance(value, int) else 0
    marks = words.marks(number)
    score = words.score(number, rules)
    return _of_value(option, option.text.shorts, value, words, marks=marks, score=score)


def short_changes(option: Option, rules: Rules, base: Rules, words: Words) -> Iterable[str]:
    """Name the new value of an option, or what was added to and taken out of the trumps."""
    value = getattr(rules, option.name)
    before = getattr(base, option.name)
    if option.name != TRUMPS:
        return [short_rule(option, value, rules, words)]
    added = [_trump(each, words) for each in value if each not in before]
    gone = [_trump(each, words) for each in before if each not in value]
    return [*added, *(words.say("no {rule}", rule=name) for name in gone)]


def member_name(option: Option, member: object, words: Words) -> str:
    """Name one member of an option that is a list."""
    if option.name == TRUMPS:
        return words.suit(Suit(str(member)))
    return words.doubles(DoublesRule(str(member)))


def _of_value(
    option: Option, texts: Mapping[str, str], value: object, words: Words, **units: str
) -> str:
    """Find the words of a value and fill them; `units`: a number with its unit."""
    match option.kind:
        case "number" if isinstance(value, int) and "one" in texts:
            return words.find_plural(texts["one"], texts["many"], value, **units)
        case "number" if isinstance(value, int):
            return words.find_filled(texts["many"], n=value, **units)
        case "list":
            chosen = value if isinstance(value, tuple) else ()
            doubles = words.either(member_name(option, member, words) for member in chosen)
            return words.find_filled(texts["some"], doubles=doubles)
        case _:
            return words.find(texts[written(value)])


def _trumps(option: Option, value: object, words: Words) -> str:
    chosen = {str(member) for member in value} if isinstance(value, tuple) else set()
    left_out = [each for each in option.values if each not in chosen]
    if not left_out:
        return words.say("Trump can be any suit, doubles or follow me")
    if len(left_out) <= MOST_LEFT_OUT:
        names = words.either(member_name(option, each, words) for each in left_out)
        return words.say("Trump can't be {suits}", suits=names)
    named = [each for each in option.values if each in chosen]
    names = words.either(member_name(option, each, words) for each in named)
    return words.say("Trump can only be {suits}", suits=names)


def _trump(suit: Suit, words: Words) -> str:
    """Name what can be trump."""
    if suit is Suit.FOLLOW_ME:
        return words.say("follow me")
    return words.say("{suit} as trump", suit=words.suit(suit))
