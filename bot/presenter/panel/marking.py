"""The act that a hint or the guide recommends: its button is green, and never only in a list."""

from __future__ import annotations

from dataclasses import replace

from bot.tables.views import PanelView
from texas42.engine import Action, MakeCall, MakeExchange, SeatView, format_action, format_call

from ..table.scene import PanelScene
from ..words.ids import ACTS, ComponentId, Verb
from ..words.spec import Button, ButtonStyle, Link, Row, Select
from .half_swap import fits, parse_half

LONGEST_LABEL = 24
"""Letters that a button may have beside More; only contracts have more, which the hint names."""


def recommended(panel: PanelView) -> Action | None:
    """Return the act that the hint or the guide recommends; None without one."""
    if panel.advice is not None:
        return panel.advice.action
    return panel.better.action if panel.guided and panel.better is not None else None


def mark_rows(rows: tuple[Row, ...], scene: PanelScene) -> tuple[Row, ...]:
    """Turn the button of the recommended act, or of the step to it, green."""
    action = recommended(scene.panel)
    if action is None:
        return rows
    return tuple(Row(tuple(_mark(item, action, scene.view) for item in row.items)) for row in rows)


def buttons_from_lists(rows: tuple[Row, ...], scene: PanelScene) -> tuple[Button, ...]:
    """Build a button for the recommended act, if the rows have it only in a list."""
    action = recommended(scene.panel)
    if action is None:
        return ()
    found = []
    for item in (item for row in rows for item in row.items if isinstance(item, Select)):
        for option in item.options:
            chosen = replace(item.component_id, arg=option.value)
            if _leads_to(chosen, action, scene.view):
                fits_row = len(option.label) <= LONGEST_LABEL
                label = option.label if fits_row else scene.say("Name it")
                style = ButtonStyle.SUCCESS
                found.append(scene.press(chosen.verb, label, arg=chosen.arg, style=style))
    return tuple(found)


def _mark(item: Button | Link | Select, action: Action, view: SeatView) -> Button | Link | Select:
    if not isinstance(item, Button) or not _leads_to(item.component_id, action, view):
        return item
    return replace(item, style=ButtonStyle.SUCCESS)


def _leads_to(pressed: ComponentId, action: Action, view: SeatView) -> bool:
    """Return True if a component makes this act, or is a step toward it."""
    if isinstance(action, MakeExchange):
        half = parse_half(pressed.arg, view)
        swaps = pressed.verb in (Verb.SWAP, Verb.EXCHANGE)
        return swaps and half is not None and fits(action, half)
    if pressed.verb is Verb.BIDS and isinstance(action, MakeCall):
        return pressed.arg == format_call(replace(action.call, trump=None), view.rules)
    return pressed.verb in ACTS and pressed.arg == format_action(action, view.rules)
