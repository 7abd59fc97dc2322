"""Refusals of games and house rules."""

from __future__ import annotations

from bot.tables.errors import NameTaken, NoPresetName, NoSuchPreset, PresetsFull, RuleTooHigh
from bot.values.server_presets import LONGEST_PRESET_NAME
from texas42.library import UnknownGame, UnknownRule

from ..words.games import game_titles, saved_title
from ..words.ids import ComponentId, Verb
from ..words.names import shown_name
from ..words.refusal import Offers, RefusedRequest, refusal
from ..words.spec import Button
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


def _to_presets(_: Exception, request: RefusedRequest) -> Offers:
    """Offer the list of the server's presets, to delete or rename one there."""
    label = request.say("House rules of this server")
    return (Button(label, ComponentId(Verb.SERVER_PRESETS)),)


REFUSALS = (
    refusal(
        PresetsFull,
        lambda error, request: request.plural(
            "This server has {n} preset, and that's all I keep. Delete it first.",
            "This server has {n} presets, and that's all I keep. Delete one of them first.",
            error.most,
        ),
        _to_presets,
    ),
    refusal(
        NoPresetName,
        lambda _, request: request.say(
            "Type a name for these rules, up to {n} characters.", n=LONGEST_PRESET_NAME
        ),
    ),
    refusal(
        NameTaken,
        lambda error, request: request.say(
            "{name} is another preset of this server. Type another name.",
            name=saved_title(error.name),
        ),
    ),
    refusal(
        NoSuchPreset,
        lambda _, request: request.say("This server has no such preset. Pick one from the list."),
        _to_presets,
    ),
    refusal(
        UnknownGame,
        lambda _, request: request.say(
            "I don't know that game. I play {games}.",
            games=request.context.both(game_titles(request.context.words).values()),
        ),
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
