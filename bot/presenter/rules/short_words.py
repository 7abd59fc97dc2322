"""A word or two for each value of an option, for lists such as "forced bid, nel-o, plunge"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from texas42.engine import DoublesRule, Rules, Suit
from texas42.library import Option, has_effect, load_rules, options_of, toggles_of

from ..table.scene import Scene
from ..words.contracts import SPECIAL
from ..words.games import preset_title
from ..words.language import Words
from ..words.parts import lines
from .house_rules import groups_of

MOST_NAMED = 6
MOST_OF_PRESET = 4
OF_LENGTH = frozenset({"scoring", "target"})
HIGHEST_MARKS_BY_POINTS = 4
"""168 is the highest bid where bids go by points (ruling 8.2)."""


def differences(rules: Rules, base: Rules, words: Words, *, length: bool = True) -> list[str]:
    """Name what differs between rules of one game, the most noticed rules first.

    `length`: also what the game is played to, and how many games a match is.
    """
    said: list[str] = []
    for option in _in_order(rules.game.id):
        if option.name in OF_LENGTH and not length:
            continue
        if has_effect(rules, option.name) and _differs(option.name, rules, base):
            said += _changed(option, rules, base, words)
    if length and rules.game.best_of != base.game.best_of:
        said.append(match_words(rules.game.best_of, words))
    return said


def named_differences(
    rules: Rules, base: Rules, words: Words, *, length: bool = True, most: int = MOST_NAMED
) -> str:
    """Name what differs in one line, "forced bid, nel-o, plunge"; may be empty."""
    said = differences(rules, base, words, length=length)
    shown = said[:most] if len(said) > most + 1 else said
    text = words.listed(shown)
    if rest := len(said) - len(shown):
        return words.plural("{rules}, and {n} more", "{rules}, and {n} more", rest, rules=text)
    return text


def preset_rules(rules: Rules) -> Rules:
    """Return the rules of a table's preset as it is."""
    return load_rules(rules.game.id, {"preset": rules.preset})


def house_rules_lines(scene: Scene) -> str:
    """Name what a preset changes about the usual rules, and what the table changes about it.

    Not what the game is played to, which stands beside this.
    """
    rules = scene.table.rules
    words = scene.words
    preset = preset_rules(rules)
    first = load_rules(rules.game.id)
    usual = named_differences(preset, first, words, length=False, most=MOST_OF_PRESET)
    title = preset_title(rules.game.id, rules.preset, words)
    own = named_differences(rules, preset, words, length=False)
    return lines(
        words.say("{preset}: {rules}.", preset=title, rules=usual) if usual else "",
        words.say("House rules: {rules}.", rules=own) if own else "",
    )


def match_words(games: int, words: Words) -> str:
    """Name how many games a match is."""
    return words.say("one game") if games == 1 else words.say("best of {n}", n=games)


def _in_order(game_id: str) -> list[Option]:
    """List the options of a game: those of its page of house rules, then the others."""
    known = options_of(game_id)
    toggles = [toggle.option.name for toggle in toggles_of(game_id).values()]
    rest = [option.name for options in groups_of(game_id).values() for option in options]
    names = dict.fromkeys(("scoring", *toggles, "target", *rest))
    return [known[name] for name in names if name in known]


def _differs(name: str, rules: Rules, base: Rules) -> bool:
    """Return True if an option differs, and not only because another one does."""
    if getattr(rules, name) == getattr(base, name):
        return False
    if name == "target":
        usual = rules.game.target_marks if rules.by_marks else rules.game.target_points
        return rules.scoring == base.scoring or rules.target != usual
    if name == "max_marks" and rules.ladder == "points84":
        most = rules.max_marks
        return rules.after84 != "none" and most is not None and most < HIGHEST_MARKS_BY_POINTS
    return True


def _changed(option: Option, rules: Rules, base: Rules, words: Words) -> Iterable[str]:
    """Name the new value of an option, or what was added to and taken out of the trumps."""
    value = getattr(rules, option.name)
    before = getattr(base, option.name)
    if option.name != "trumps":
        return [short_rule(option, value, rules, words)]
    added = [_trump(each, words) for each in value if each not in before]
    gone = [_trump(each, words) for each in before if each not in value]
    return [*added, *(words.say("no {rule}", rule=name) for name in gone)]


def _trump(suit: Suit, words: Words) -> str:
    """Name what can be trump."""
    if suit is Suit.FOLLOW_ME:
        return words.say("follow me")
    return words.say("{suit} as trump", suit=words.suit(suit))


def short_rule(option: Option, value: object, rules: Rules, words: Words) -> str:
    """Name a value of an option in a few words."""
    say = words.say
    match option.name:
        case "target":
            number = value if isinstance(value, int) else 0
            return say("to {score}", score=words.score(number, rules))
        case "open_max_marks" if isinstance(value, int):
            return say("openings up to {marks}", marks=words.marks(value))
        case "max_marks" if isinstance(value, int):
            return say("bids up to {marks}", marks=words.marks(value))
        case "max_marks":
            return say("bids without limit")
        case "nt_doubles":
            return say("follow me with {doubles}", doubles=_doubles(value, words))
        case "nello_doubles":
            return say("nel-o with {doubles}", doubles=_doubles(value, words))
        case "plunge_doubles":
            return say("plunge with {doubles}", doubles=_doubles(value, words))
        case _:
            return short_values(words)[option.name][value]


def _doubles(value: object, words: Words) -> str:
    chosen = value if isinstance(value, tuple) else ()
    return words.either(words.doubles(DoublesRule(str(member))) for member in chosen)


@lru_cache(maxsize=8)  # otherwise, each name would build those of all values
def short_values(words: Words) -> Mapping[str, Mapping[object, str]]:
    """Return a name for each value of each option that is a switch or a choice."""
    return {**_bidding(words), **_specials(words), **_play(words), **_scoring(words)}


def _switch(on: str, off: str) -> Mapping[object, str]:
    return {True: on, False: off}


def _bidding(words: Words) -> dict[str, Mapping[object, str]]:
    say = words.say
    return {
        "first_bidder": {
            "left": say("first bid left of the shaker"),
            "holder10": say("first bid by the 1-0"),
        },
        "all_pass": {
            "reshake": say("no forced bid"),
            "forced30": say("forced bid"),
            "forced31": say("forced bid of 31"),
        },
        "ladder": {
            "to42": say("no bid over 42"),
            "points84": say("84 after 42"),
            "marks": say("bids in marks"),
        },
        "raise_marks": {
            "plus1": say("raise by one mark"),
            "plus1_or_double": say("raise by one or double"),
            "plus2": say("raise by one or two marks"),
        },
        "after84": {
            "step": say("126 after 84"),
            "any": say("168 after 84"),
            "none": say("no bid over 84"),
        },
        "game_bid": _switch(say("the game can be bid"), say("the game can't be bid")),
        "trump_in_bid": _switch(say("trump in the bid"), say("trump after the bid")),
        "bid_21": _switch(say("bids of 21"), say("no bid of 21")),
    }


def _specials(words: Words) -> dict[str, Mapping[object, str]]:
    say = words.say
    names = {kind.value: special.name(words) for kind, special in SPECIAL.items()}
    plain = {name: names[name] for name in ("plunge", "splash", "sevens")}
    return {
        **{name: _switch(each, say("no {rule}", rule=each)) for name, each in plain.items()},
        "nello": {
            "off": say("no nel-o"),
            "forced_only": say("forced nel-o"),
            "any": say("nel-o"),
        },
        "low_no": _switch(say("low-no"), say("no low-no")),
        "show_doubles": _switch(say("proof of a plunge"), say("no proof of a plunge")),
        "sevens_tie": {
            "first": say("first domino wins ties in sevens"),
            "bidder_side": say("bidders win ties in sevens"),
        },
        "sevens_lead": {
            "free": say("free leads in sevens"),
            "forced": say("nearest leads in sevens"),
        },
    }


def _play(words: Words) -> dict[str, Mapping[object, str]]:
    say = words.say
    return {
        "moon_set": {22: say("double blank in"), 21: say("no double blank")},
        "boneyard_exchange": _switch(say("swap"), say("no swap")),
        "moon_widow": {
            "see_then_discard": say("widow seen first"),
            "blind_swap": say("widow unseen"),
        },
        "must_lead_trump": _switch(say("first lead trump"), say("any first lead")),
        "small_end_first_lead": _switch(say("small end"), say("no small end")),
        "doubles_follow_pip": _switch(say("follow a double's number"), say("anything on a double")),
        "renege": {"reject": say("no reneges"), "forfeit": say("a renege loses the hand")},
        "indicating": _switch(say("signals"), say("no signals")),
        "stacked_tricks": _switch(say("two tricks open"), say("every trick open")),
        "early_stop": {
            "none": say("hands to the last domino"),
            "loss": say("hands stop when lost"),
            "decided": say("hands stop when decided"),
        },
    }


def _scoring(words: Words) -> dict[str, Mapping[object, str]]:
    say = words.say
    return {
        "scoring": {"points": say("by points"), "marks": say("by marks")},
        "win_by_two": _switch(say("win by two"), say("one mark ahead wins")),
        "tie_250": {"bidder": say("bidder wins ties"), "higher": say("higher score wins ties")},
        "exact_42plus": _switch(
            say("high bids score exactly"), say("points on top of a set high bid")
        ),
        "moon_made": {"bid": say("score your bid"), "tricks": say("score your tricks")},
        "next_game_shaker": {
            "rotate": say("next player shakes"),
            "winner": say("winners shake"),
            "winner-choice": say("winners choose who shakes"),
            "loser": say("losers shake"),
            "loser-draw": say("losers draw to shake"),
            "draw": say("draw to shake"),
        },
    }
