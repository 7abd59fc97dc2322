"""What a user can choose for themselves: a list for each setting, which says what it is now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from .ids import Verb, format_id
from .parts import lines, small
from .render_context import RenderContext
from .spec import Accent, Container, Message, Option, Row, Select, Text
from .words import Words

DMS, PICTURES, CONFIRM, FORCED, BOARDS = "dms", "pictures", "confirm", "forced", "boards"
ON, OFF = "on", "off"


def settings_screen(chosen: Mapping[str, str], context: RenderContext) -> Message:
    """Return a user's settings. `chosen`: the value of each as it is now."""
    words = context.words
    head = lines(
        words.say("## Your settings"),
        small(words.say("Pick another line to change one. It counts right away.")),
    )
    offered = _offered(words)
    rows = [
        _row(number, name, offered[name], now, words)
        for number, (name, now) in enumerate(chosen.items())
    ]
    return Message(body=(Container((Text(head), *rows), Accent.NORMAL),))


def _offered(words: Words) -> Mapping[str, Mapping[str, str]]:
    """Return the lines of each setting by their values; each says all that it means."""
    say = words.say
    return {
        DMS: {
            ON: say("Dominoes by DM and at the table"),
            OFF: say("Dominoes at the table only (My hand)"),
        },
        PICTURES: {ON: say("The table as a picture"), OFF: say("The table in words")},
        CONFIRM: {
            OFF: say("A press plays the domino"),
            ON: say("A press asks before it plays"),
        },
        FORCED: {
            OFF: say("I play every domino myself"),
            ON: say("Play my domino when it's the only legal one"),
        },
        BOARDS: {
            ON: say("On the leaderboards"),
            OFF: say("Off the leaderboards; my profile still counts"),
        },
    }


def _row(number: int, name: str, lines_of: Mapping[str, str], now: str, words: Words) -> Row:
    """Return a setting as a list. `number`: its own, so that each list has another id."""
    options = tuple(_options(name, lines_of.items(), now))
    return Row((Select(format_id(Verb.SETTINGS, seq=number), words.say("Choose"), options),))


def _options(name: str, offered: Iterable[tuple[str, str]], now: str) -> Iterable[Option]:
    for value, label in offered:
        yield Option(label, f"{name}/{value}", default=value == now)
