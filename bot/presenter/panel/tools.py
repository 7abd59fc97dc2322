"""The last row of a panel: its tools, one row as wide as a phone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.tables.model import Occupant, Status
from bot.tables.views import PanelView
from texas42.engine import Phase

from ..layout.phone import fits_phone
from ..table.scene import PanelScene, last_button, more_button, rules_button
from ..table.showing import ask_button
from ..words.ids import ACTS, Verb
from ..words.spec import Button, Link, Row, Select

A_PHONES_ROW = 3  # of buttons, where they take several rows
MAKING_ROOM = (None, Verb.LAST, Verb.ASK_DOUBLES, Verb.CLAIM, Verb.HINT)
"""The tools that leave a full row, in this order; More has each of them."""


def verb_of(item: Button | Link | Select) -> Verb | None:
    """Return the verb of a button; None for anything else."""
    return item.component_id.verb if isinstance(item, Button) else None


def tool_rows(tools: tuple[Button | Link, ...], *, below: bool) -> tuple[Row, ...]:
    """Arrange tools in one row, without those that More has if that row would wrap; or none.

    `below`: dominoes or choices are above them; without those, there is room for a second row.
    """
    row = tools
    if not tools:
        return ()
    for verb in MAKING_ROOM if below else MAKING_ROOM[:2]:
        row = tuple(tool for tool in row if verb is None or verb_of(tool) is not verb)
        if fits_phone(row):
            return (Row(row),)
    if below and any(verb_of(tool) is Verb.KNOW for tool in tools):
        for verbs in ({*ACTS, Verb.MORE, Verb.KNOW}, {*ACTS, Verb.MORE}):
            row = tuple(tool for tool in tools if verb_of(tool) in verbs)
            if fits_phone(row):
                return (Row(row),)
    return spoken_tool_rows(tools)


def spoken_tool_rows(tools: tuple[Button | Link, ...]) -> tuple[Row, ...]:
    """Arrange the tools of a panel in words: in a row, or in two equal ones; none without tools."""
    if not tools:
        return ()
    if len(tools) <= A_PHONES_ROW:
        return (Row(tools),)
    half = (len(tools) + 1) // 2
    return Row(tools[:half]), Row(tools[half:])


def beside_dominoes(
    rows: tuple[Row, ...], tools: tuple[Button | Link, ...]
) -> tuple[Row, ...] | None:
    """Add tools to rows that have room for them: the recommended act, More, the guide's end first.

    None if there is no room for those two, and so for what More leads to, or for an absent player's
    turn.
    """
    filled = [row.items for row in rows]
    needed = (*ACTS, Verb.MORE, Verb.TAKEOVER)
    first = tuple(tool for tool in tools if verb_of(tool) in needed)
    last = sorted((t for t in tools if t not in first), key=lambda t: verb_of(t) is not Verb.KNOW)
    for tool in (*first, *last):
        at = next((at for at in _upward(filled) if fits_phone((*filled[at], tool))), None)
        if at is None and tool in first:
            return None
        if at is not None and not (isinstance(tool, Button) and tool.disabled):
            filled[at] = (*filled[at], tool)
    return tuple(Row(_more_last(items)) for items in filled)


def _upward(rows: Sequence[object]) -> Iterator[int]:
    return reversed(range(len(rows)))


def _more_last(items: tuple[Button | Link | Select, ...]) -> tuple[Button | Link | Select, ...]:
    last = (Verb.MORE, Verb.KNOW)
    return tuple(sorted(items, key=lambda item: verb_of(item) in last))


def panel_tools(scene: PanelScene, link: str | None) -> tuple[Button | Link, ...]:
    """Build the tools of a panel, and the link to the table."""
    if scene.table.deals.one_hand:
        return _tools_of_one_hand(scene)
    items: list[Button] = []
    if is_away(scene.panel) and scene.table.status is not Status.CLOSED:
        items.append(scene.press(Verb.BACK, scene.say("Take my seat back")))
    items += skip_button(scene)
    if scene.panel.out_of_turn:
        items += ask_button(scene)
    items += hint_button(scene)
    items += lay_down_button(scene)
    items += last_button(scene)
    is_empty = scene.hand is None or scene.table.status is Status.CLOSED
    items.append(rules_button(scene) if is_empty else more_button(scene))
    go = (Link(scene.say("Go to the table"), link),) if link else ()
    return (*items, *go)


def _tools_of_one_hand(scene: PanelScene) -> tuple[Button, ...]:
    """Build the tools of a table's only hand: a way on, or to refresh, while waiting; no hints."""
    waits = () if in_turn(scene.panel) else (scene.press(Verb.HAND, scene.say("My hand")),)
    return (*(skip_button(scene) or waits), *last_button(scene), rules_button(scene))


def skip_button(scene: PanelScene) -> tuple[Button, ...]:
    """Build the button that skips computers' pauses; empty where others wait, too."""
    if not scene.panel.can_skip:
        return ()
    return (scene.press(Verb.SKIP, scene.say("Skip to my turn")),)


def hint_button(scene: PanelScene) -> tuple[Button, ...]:
    """Build the button that asks for a hint, disabled while one is open; empty without hints."""
    if not (in_turn(scene.panel) and len(scene.view.legal) > 1 and scene.table.offers_hints):
        return ()
    return (scene.press(Verb.HINT, scene.say("Hint"), disabled=scene.panel.advice is not None),)


def lay_down_button(scene: PanelScene) -> tuple[Button, ...]:
    """Build the button that lays the owner's hand down; empty if they can't."""
    if not can_lay_down(scene.panel):
        return ()
    return (scene.press(Verb.CLAIM, scene.say("Lay down")),)


def in_turn(panel: PanelView) -> bool:
    """Return True if it is the owner's turn and no computer plays for them."""
    view = panel.view
    playing = panel.table.status is Status.PLAYING
    return playing and view is not None and bool(view.legal) and not is_away(panel)


def can_lay_down(panel: PanelView) -> bool:
    """Return True if the owner leads with more than one domino left, and nobody has laid down."""
    view = panel.view
    if view is None or not in_turn(panel) or view.phase is not Phase.PLAY:
        return False
    if not panel.table.deals.claims:
        return False
    leads = view.trick is None or not view.trick.plays
    return leads and len(view.hand) > 1 and panel.table.claim is None


def is_away(panel: PanelView) -> bool:
    """Return True if a computer plays the owner's seat."""
    if panel.seat is None:
        return False
    line = panel.table.seats[panel.seat]
    return line.occupant is Occupant.PERSON and line.away
