"""What is special at a table: its special contracts and signals."""

from __future__ import annotations

from texas42.engine import DoublesRule, Rules

from ..words.bids import bids_reach
from ..words.contracts import SPECIAL
from ..words.language import Words
from .explanation import Explanation
from .option_words import usual_sentence


def specials(rules: Rules, words: Words) -> Explanation:
    """Describe each special contract with what it's worth, and what else is special."""
    plunges = rules.plunge or rules.splash
    lines = [
        *_contracts(rules, words),
        _plunge_doubles(rules, words) if plunges else "",
        usual_sentence("show_doubles", rules, words) if plunges and rules.show_doubles else "",
        usual_sentence("indicating", rules, words) if not rules.indicating else "",
    ]
    return Explanation.of(lines)


def _contracts(rules: Rules, words: Words) -> list[str]:
    """Describe the special contracts that a bid can be high enough for."""
    return [
        special.house_rule(rules, words)
        for kind, special in SPECIAL.items()
        if kind.overlay.is_played(rules)
        if kind.overlay.call or bids_reach(rules, kind.overlay.level)
    ]


def _plunge_doubles(rules: Rules, words: Words) -> str:
    if rules.plunge_doubles == (DoublesRule.HIGH,):
        return ""
    choices = words.either(map(words.doubles, rules.plunge_doubles))
    if len(rules.plunge_doubles) > 1:
        return words.say("In a plunge or splash the partner chooses {doubles}.", doubles=choices)
    return words.say("Plunge and splash are played with {doubles}.", doubles=choices)
