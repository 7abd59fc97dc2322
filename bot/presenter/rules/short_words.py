"""What differs between rules, in lists such as "forced bid, nel-o, plunge"."""

from __future__ import annotations

from texas42.engine import Rules
from texas42.library import Option, has_effect, load_rules, options_of, toggles_of

from ..table.scene import Scene
from ..words.games import preset_title
from ..words.language import Words
from ..words.parts import lines
from .house_rules import groups_of
from .option_words import short_changes

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
            said += short_changes(option, rules, base, words)
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


def fitting_differences(rules: Rules, base: Rules, words: Words, longest: int) -> str:
    """Name as much of what differs as has room in this many letters; may be empty."""
    for most in range(MOST_NAMED, 0, -1):
        text = named_differences(rules, base, words, most=most)
        if len(text) <= longest:
            return text
    return ""


def preset_rules(rules: Rules) -> Rules:
    """Return the rules of a table's preset as it is."""
    return load_rules(rules.game.id, {"preset": rules.preset})


def house_rules_lines(scene: Scene, most: int = MOST_NAMED) -> str:
    """Name what a preset changes about the usual rules, and what the table changes about it.

    Not what the game is played to, which stands beside this. `most`: how many of each.
    """
    rules = scene.table.rules
    words = scene.words
    preset = preset_rules(rules)
    first = load_rules(rules.game.id)
    usual = named_differences(preset, first, words, length=False, most=min(most, MOST_OF_PRESET))
    title = preset_title(rules.game.id, rules.preset, words)
    own = named_differences(rules, preset, words, length=False, most=most)
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
