"""A table as one reader sees it, the input of every screen of a table."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from bot.render import has_composition
from bot.tables.views import PanelView, TableView
from texas42.engine import Phase, SeatView

from ..words.ids import ComponentId, Verb
from ..words.render_context import RenderContext
from ..words.spec import Button, ButtonStyle


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene(RenderContext):
    """A table, a view of its hand, and the reader's language and pictures.

    `hand` is the reader's own view, or the public one; None while no hand is dealt. `brief`: names
    are cut as a picture beside them cuts them. `reader`: the seat that is "you"; None on a screen
    for everyone, and for a watcher.
    """

    table: TableView
    hand: SeatView | None
    brief: bool = False
    reader: int | None = None

    @classmethod
    def of(cls, table: TableView, context: RenderContext, hand: SeatView | None = None) -> Scene:
        """Build the scene of a table; without a view of the hand, the public one."""
        shown = table.view if hand is None else hand
        return cls(table=table, hand=shown, **_fields_of(context, table))

    @property
    def view(self) -> SeatView:
        """The view of the hand; ValueError while no hand is dealt."""
        if self.hand is None:
            raise ValueError("no hand is dealt")
        return self.hand

    @property
    def own(self) -> int | None:
        """The reader's side; None for everyone, or a watcher."""
        return None if self.hand is None else own_side(self.hand)

    @property
    def is_beside_card(self) -> bool:
        """True if the reader sees this beside the public card of the finished hand."""
        return False

    @property
    def has_pictures(self) -> bool:
        """True if tables of this game have pictures."""
        return has_composition(self.table.rules.game.seats, self.table.rules.game.sides)

    @property
    def shows_pictures(self) -> bool:
        """True if the reader sees a picture of the table, not words."""
        return self.pictures and self.has_pictures

    def id_of(self, verb: Verb, arg: str = "", copy: int = 1) -> ComponentId:
        """Build the id of a button or select of the table."""
        return ComponentId(verb, self.table.table_id, self.table.seq, arg, copy)

    def press(
        self,
        verb: Verb,
        label: str,
        *,
        arg: str = "",
        style: ButtonStyle = ButtonStyle.SECONDARY,
        disabled: bool = False,
        copy: int = 1,
    ) -> Button:
        """Build a button of the table."""
        return Button(label, self.id_of(verb, arg, copy), style, disabled)


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelScene(Scene):
    """The table as the owner of a panel sees it.

    `place`: a link to the table, for a panel shown elsewhere. `chosen`: the argument of a step
    button, the part of an action decided so far, such as a bid whose trump is still to be named;
    after a wrong answer to a question, that answer. In words, `terse` leaves out what
    More and Last trick have, and `in_full` says all, however high that is.
    """

    panel: PanelView
    place: str | None
    chosen: str = ""
    terse: bool = False
    in_full: bool = False

    @classmethod
    def of_panel(cls, panel: PanelView, context: RenderContext, place: str | None) -> PanelScene:
        """Build the scene of a panel."""
        inherited = _fields_of(context, panel.table)
        inherited["reader"] = panel.seat
        return cls(table=panel.table, hand=panel.view, panel=panel, place=place, **inherited)

    @property
    def has_guide(self) -> bool:
        """True if the guide explains this hand to its owner, a newcomer."""
        panel = self.panel
        is_dealt = self.hand is not None and panel.seat is not None
        return panel.guided and is_dealt and panel.unproved is None

    @property
    def is_beside_card(self) -> bool:
        """True if the hand is over and the panel is at its table, where the card shows the hand."""
        ended = self.hand is not None and self.hand.phase is Phase.OVER
        return ended and self.place is None and self.table.deals.day is None


def my_hand(scene: Scene) -> Button:
    """Build the button that shows each user their own panel."""
    return scene.press(Verb.HAND, scene.say("My hand"), style=ButtonStyle.PRIMARY)


def more_button(scene: Scene, arg: str = "") -> Button:
    """Build the More button of the table, or of the finished hand `arg`."""
    return scene.press(Verb.MORE, scene.say("More"), arg=arg)


def rules_button(scene: Scene) -> Button:
    """Build the button that shows the table's rules."""
    return scene.press(Verb.RULES, scene.say("Rules"))


def last_button(scene: Scene, origin: str = "") -> tuple[Button, ...]:
    """Build the button that shows the last trick; empty before the first one and after the hand.

    `origin`: the page that its Back leads to.
    """
    if scene.hand is None or scene.hand.phase is not Phase.PLAY or not scene.hand.tricks:
        return ()
    return (scene.press(Verb.LAST, scene.say("Last trick"), arg=origin),)


def own_side(view: SeatView) -> int | None:
    """Return the side of a view's owner; None for a watcher."""
    return None if view.seat is None else view.rules.game.side_of(view.seat)


def _fields_of(context: RenderContext, table: TableView) -> dict[str, Any]:
    inherited = {each.name: getattr(context, each.name) for each in fields(RenderContext)}
    if table.deals.day is not None:  # scored by points, but bid as at a table by marks
        inherited["words"] = context.words.in_marks
    return inherited
