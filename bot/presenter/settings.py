"""What a user can choose for themselves, each with a button that changes it."""

from __future__ import annotations

from collections.abc import Mapping

from .ids import Verb, format_id
from .parts import lines
from .render_context import RenderContext
from .spec import Accent, Button, Container, Message, Section, Text
from .words import Words

DMS, PICTURES, BOARDS = "dms", "pictures", "boards"
ON, OFF = "on", "off"


def settings_screen(chosen: Mapping[str, bool], context: RenderContext) -> Message:
    """Return a user's settings. `chosen`: what each of them is now."""
    words = context.words
    sections = [_section(name, on, words) for name, on in chosen.items()]
    head = Text(words.say("## Your settings"))
    return Message(body=(Container((head, *sections), Accent.NORMAL),))


def _section(name: str, on: bool, words: Words) -> Section:
    """Return a setting: what it is now, and the button that changes it."""
    say = words.say
    titles = {
        DMS: say("**Dominoes by DM**"),
        PICTURES: say("**Pictures on your panel**"),
        BOARDS: say("**Leaderboards**"),
    }
    now = {
        (DMS, True): say("I send you each hand in a DM. You see it at the table, too."),
        (DMS, False): say("No DMs. Press My hand at the table to see your dominoes."),
        (PICTURES, True): say("You see the table as a picture."),
        (PICTURES, False): say("You see the table in words."),
        (BOARDS, True): say("You can be on them."),
        (BOARDS, False): say("You're not on any. Your results still count on your profile."),
    }
    label = say("Turn off") if on else say("Turn on")
    arg = f"{name}/{OFF if on else ON}"
    button = Button(label, format_id(Verb.SETTINGS, arg=arg))
    return Section(lines(titles[name], now[name, on]), button)
