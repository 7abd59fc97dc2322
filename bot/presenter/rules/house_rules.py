"""House rules in plain words: their groups, those that a table changes, and the values to offer."""

from __future__ import annotations

from enum import Enum

from texas42.engine import Rules
from texas42.library import Option, all_options, games, has_effect, options_of, rules_json

from ..words.language import Words
from .option_words import rule_sentence

PRESET = "preset"
TARGETS = (1, 2, 3, 4, 5, 7, 9, 10, 11, 12, 15, 20, 21, 25, 50, 100, 150, 200, 250, 400, 500, 1000)
"""The targets to offer; any other number can be typed."""
MOST_MARKS = 20
MOST_EXAMPLES = 4


class Group(Enum):
    """A list of related options."""

    BIDDING = "bidding"
    TRUMP = "trump"
    SPECIALS = "specials"
    PLAY = "play"
    SCORING = "scoring"

    def title(self, words: Words) -> str:
        """Name the group."""
        titles = {
            Group.BIDDING: words.say("Bidding"),
            Group.TRUMP: words.say("Trump"),
            Group.SPECIALS: words.say("Specials"),
            Group.PLAY: words.say("Play"),
            Group.SCORING: words.say("Scoring"),
        }
        return titles[self]


def groups_of(game_id: str) -> dict[Group, list[Option]]:
    """Return the options of a game by group, each in the order of the screen."""
    known = options_of(game_id)
    listed = [known[name] for name in all_options() if name in known]
    found = {group: [each for each in listed if each.group == group.value] for group in Group}
    return {group: options for group, options in found.items() if options}


def groups_in_effect(rules: Rules) -> dict[Group, list[Option]]:
    """Return the options that matter at a table by group; see `has_effect`."""
    groups = groups_of(rules.game.id)
    found = {g: [o for o in options if has_effect(rules, o.name)] for g, options in groups.items()}
    return {group: options for group, options in found.items() if options}


def changes(rules: Rules, words: Words) -> list[str]:
    """Write a sentence for each rule that differs from the table's preset."""
    changed = rules_json(rules).keys() - {PRESET}
    return [
        rule_sentence(option, getattr(rules, option.name), words)
        for options in groups_of(rules.game.id).values()
        for option in options
        if option.name in changed
    ]


def rule_examples(name: str, words: Words) -> list[str]:
    """Return sentences that people can type for an option: all of them, or the first few."""
    option = next(found for game in games() for found in [options_of(game.id).get(name)] if found)
    sentences = [rule_sentence(option, value, words) for value in offered_values(option, None)]
    return sentences[:MOST_EXAMPLES]


def offered_values(option: Option, now: object) -> tuple[object, ...]:
    """Return the values of an option that a list offers, always including `now`.

    For a list of trumps: those that leave out a single trump.
    """
    match option.kind:
        case "switch":
            return (True, False)
        case "choice":
            return option.values
        case "list" if option.name == "trumps":
            fewer = [tuple(v for v in option.values if v != left) for left in option.values]
            return (option.values, *fewer)
        case "list":
            return tuple((value,) for value in option.values)
    if option.name != "target":
        unlimited = (None,) if option.unlimited else ()
        return (*unlimited, *range(option.least, MOST_MARKS + 1))
    return tuple(sorted({*TARGETS, *([now] if isinstance(now, int) else [])}))
