"""Buttons that several screens of a table share."""

from __future__ import annotations

from ..words.ids import Verb
from ..words.spec import Button, ButtonStyle
from .scene import Scene


def my_hand(scene: Scene) -> Button:
    """Build the button that shows each user their own panel."""
    return scene.press(Verb.HAND, scene.say("My hand"), style=ButtonStyle.PRIMARY)


def more_button(scene: Scene, arg: str = "") -> Button:
    """Build the More button of the table, or of the finished hand `arg`."""
    return scene.press(Verb.MORE, scene.say("More"), arg=arg)
