"""Refusals of games and house rules."""

from __future__ import annotations

from bot.tables.errors import RuleTooHigh
from texas42.library import UnknownGame, UnknownRule

from ..words.names import shown_name
from ..words.refusal import RefusedRequest, refusal
from .house_rules import PRESET, rule_examples
from .option_words import rule_title


def _unknown_rule(error: UnknownRule, request: RefusedRequest) -> str:
    name = shown_name(error.name)
    words = request.context.words
    if not error.choices and error.name == "trumps":
        return request.say("Those options leave no trump to name.")
    if not error.choices:
        return request.say(
            "This game has no house rule {name}. Pick one from the list while you type.", name=name
        )
    if error.name == PRESET:
        allowed = words.either(shown_name(word) for word in error.choices)
        return request.say("House rules can start from {allowed}.", allowed=allowed)
    title = rule_title(error.name, words)
    if error.open_ended:
        allowed = words.either(error.choices)
        return request.say("{rule} can be {allowed}, or more.", rule=title, allowed=allowed)
    sentences = words.either(f'"{each}"' for each in rule_examples(error.name, words))
    return request.say("{rule}: you can write {sentences}.", rule=title, sentences=sentences)


REFUSALS = (
    refusal(
        UnknownGame,
        lambda _, request: request.say("I don't know that game. Pick one from the list."),
    ),
    refusal(UnknownRule, _unknown_rule),
    refusal(
        RuleTooHigh,
        lambda error, request: request.say(
            "{rule} can be at most {most} at a table.",
            rule=rule_title(error.option, request.context.words),
            most=error.most,
        ),
    ),
)
