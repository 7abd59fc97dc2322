"""The More screens: everything in words, and the less common buttons."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.views import PanelView, TableView
from texas42.engine import CallKind, Phase

from ..company.inviting import invite_button
from ..hand.ending import back_button
from ..hand.outcome import gained_line, laid_down_line, outcome_line
from ..hand.result import files_row, recap
from ..panel.screen import panel_in_full
from ..panel.tools import hint_button, lay_down_button
from ..words.bids import legal_bids
from ..words.ids import ComponentId, Verb
from ..words.losses import loss_sentences
from ..words.parts import framed, lines, small
from ..words.render_context import RenderContext
from ..words.spec import Button, Link, Message, Part, Row, Text
from .code import code_line
from .front_door import FROM_MORE
from .pages import paged
from .scene import PanelScene, Scene, last_button, rules_button
from .seats import hand_title, height_of_names
from .shaking import own_words
from .showing import ask_button, kitty_button

MOST_IN_ROW = 5
PICTURES_ON = "on"
PICTURES_OFF = "off"


def more_screen(
    panel: PanelView, context: RenderContext, link: str | None = None, page: int = 1
) -> Message:
    """Build a page of the screen of a table in words, with the less common buttons.

    `link`: to the table, for a screen shown elsewhere.
    """
    scene = PanelScene.of_panel(panel, context, link)
    view = panel.view
    if view is not None and view.phase is Phase.OVER:
        parts = list(_hand_over(scene))
        rows = files_row(scene)
        if panel.table.held_by(panel.user_id) is not None:
            parts += own_words(scene)
    else:
        text, rows = panel_in_full(panel, context)
        parts = [Text(text), *_losses(scene)]
        if told := code_line(panel.code, scene.context):
            parts.append(Text(told))
    acts = (*hint_button(scene), *lay_down_button(scene), *invite_button(scene, panel.user_id))
    buttons: list[Button | Link] = [*last_button(scene, FROM_MORE)]
    if view is not None and view.phase is not Phase.OVER:
        buttons.append(scene.press(Verb.PROOF, scene.say("Fair shake"), arg=f"/{FROM_MORE}"))
    buttons += [*ask_button(scene), *kitty_button(scene), rules_button(scene), *_switch(scene)]
    if link is not None:
        buttons.append(Link(scene.say("Go to the table"), link))
    back = back_button(scene.table.table_id, scene.context)
    if len(buttons) == MOST_IN_ROW:
        rows = (*rows, Row(tuple(buttons)))
        buttons = []
    if acts:
        rows = (*rows, Row(acts))
    below = *rows, Row((back, *buttons))
    return framed(*_page(parts, page, "", scene, below))


def more_of_hand(table: TableView, context: RenderContext, page: int = 1) -> Message:
    """Build a page of a finished hand in words, with its files; ValueError before the end."""
    scene = Scene.of(table, context)
    below = *files_row(scene), Row((back_button(table.table_id, scene.context),))
    return framed(*_page(_hand_over(scene), page, str(table.hand_no), scene, below))


def _page(
    parts: Sequence[Part], page: int, hand: str, scene: Scene, below: tuple[Row, ...]
) -> tuple[Part, ...]:
    """Build a page of parts; `hand`: the number of a finished hand, or none."""
    text = "\n\n".join(part.markdown for part in parts if isinstance(part, Text))
    own = (part for part in parts if isinstance(part, Row))

    def id_of(number: int) -> ComponentId:
        return scene.id_of(Verb.MORE, f"{hand}/{number}")

    spare = height_of_names(scene)
    return paged(text, page, id_of, scene.context, *own, *below, spare=spare)


def _losses(scene: PanelScene) -> tuple[Part, ...]:
    """Say what each bid that the reader may make can lose; empty when they don't bid points."""
    if scene.hand is None or scene.hand.phase is not Phase.CALL:
        return ()
    points = (call.number for call in legal_bids(scene.hand) if call.kind is CallKind.POINTS)
    sentences = loss_sentences(scene.hand.rules.game, points, scene.words)
    return (Text(small(lines(*sentences))),) if sentences else ()


def _hand_over(scene: Scene) -> tuple[Part, ...]:
    top = lines(
        f"### {hand_title(scene)}", outcome_line(scene), laid_down_line(scene), gained_line(scene)
    )
    return (Text(top), *recap(scene))


def _switch(scene: Scene) -> tuple[Button, ...]:
    """Build the button that switches between pictures and words, if the game has pictures."""
    if not (scene.context.may_switch and scene.has_pictures):
        return ()
    if scene.context.pictures:
        return (scene.press(Verb.PICTURES, scene.say("Text only"), arg=PICTURES_OFF),)
    return (scene.press(Verb.PICTURES, scene.say("With pictures"), arg=PICTURES_ON),)
