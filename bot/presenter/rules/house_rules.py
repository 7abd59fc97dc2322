"""House rules in plain words: their groups, and a sentence for each value.

The same sentence appears on the house-rules screen, in the lobby, under Rules, and in
autocomplete. It has no period, and is unique within its game.
"""

from __future__ import annotations

from enum import Enum

from texas42.engine import DoublesRule, Rules, Suit
from texas42.library import Option, games, has_effect, options_of, rules_json

from ..words.contracts import special_options
from ..words.language import Words
from .option_words import RuleWords, ordinary_options

PRESET = "preset"
TARGETS = (1, 2, 3, 4, 5, 7, 9, 10, 11, 12, 15, 20, 21, 25, 50, 100, 150, 200, 250, 400, 500, 1000)
"""The targets to offer; any other number can be typed."""
MOST_MARKS = 20
MOST_EXAMPLES = 4
MOST_LEFT_OUT = 2
"""If a table leaves out at most this many trumps, name these; else name the ones it plays with."""


class Group(Enum):
    """A group of related options, in the order of a game."""

    BIDDING = (
        "first_bidder",
        "all_pass",
        "ladder",
        "open_max_marks",
        "raise_marks",
        "max_marks",
        "after84",
        "game_bid",
        "trump_in_bid",
        "bid_21",
    )
    TRUMP = ("trumps", "nt_doubles")
    SPECIALS = tuple(special_options(Words()))
    PLAY = (
        "moon_set",
        "boneyard_exchange",
        "moon_widow",
        "must_lead_trump",
        "small_end_first_lead",
        "doubles_follow_pip",
        "renege",
        "indicating",
        "stacked_tricks",
        "early_stop",
    )
    SCORING = (
        "scoring",
        "target",
        "win_by_two",
        "tie_250",
        "exact_42plus",
        "moon_made",
        "next_game_shaker",
    )

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


def rule_words(option: str, words: Words) -> RuleWords:
    """Return the words of an option; KeyError for one without words."""
    ordinary = ordinary_options(words)
    return ordinary[option] if option in ordinary else special_options(words)[option]


def groups_of(game_id: str) -> dict[Group, list[Option]]:
    """Return the options of a game by group, each in the order of the screen."""
    known = options_of(game_id)
    found = {group: [known[name] for name in group.value if name in known] for group in Group}
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


def rule_sentence(option: Option, value: object, words: Words) -> str:
    """Write the sentence of one value of an option, without a period."""
    say = words.say
    match option.name:
        case "target":
            return say("First to {n} wins", n=value)
        case "open_max_marks" if isinstance(value, int):
            return words.plural(
                "You can open with {n} mark", "You can open with up to {n} marks", value
            )
        case "max_marks" if isinstance(value, int):
            return words.plural("Bids stop at {n} mark", "Bids stop at {n} marks", value)
        case "max_marks":
            return say("Bids of marks have no limit")
        case "trumps":
            return _trumps(option, value, words)
        case "nt_doubles":
            return say("Follow me is played with {doubles}", doubles=_doubles(value, words))
        case "nello_doubles":
            return say("Nel-o is played with {doubles}", doubles=_doubles(value, words))
        case "plunge_doubles":
            return say(
                "Plunge and splash are played with {doubles}", doubles=_doubles(value, words)
            )
        case _:
            return rule_words(option.name, words).values[value]


def rule_examples(name: str, words: Words) -> list[str]:
    """Return sentences that people can type for an option: all of them, or the first few."""
    option = next(found for game in games() for found in [options_of(game.id).get(name)] if found)
    sentences = [rule_sentence(option, value, words) for value in offered_values(option, None)]
    return sentences[:MOST_EXAMPLES]


def member_name(option: Option, member: object, words: Words) -> str:
    """Name one member of an option that is a list."""
    if option.name == "trumps":
        suit = Suit(str(member))
        return words.say("follow me") if suit is Suit.FOLLOW_ME else words.suit(suit)
    return words.doubles(DoublesRule(str(member)))


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


def _doubles(value: object, words: Words) -> str:
    chosen = value if isinstance(value, tuple) else ()
    return words.either(words.doubles(DoublesRule(str(member))) for member in chosen)
