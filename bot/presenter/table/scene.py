"""A table as one reader sees it, the input of every screen of a table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Self

from bot.render import has_composition
from bot.tables.views import PanelView, TableView
from texas42.engine import Phase, SeatView

from ..words.ids import ComponentId, Verb
from ..words.language import Words
from ..words.render_context import RenderContext
from ..words.spec import Button, ButtonStyle


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """A table, a view of its hand, and the context of its reader: language and pictures.

    `hand` is the reader's own view, or the public one; None while no hand is dealt. `brief`: names
    are cut as a picture beside them cuts them. `reader`: the seat that is "you"; None on a screen
    for everyone, and for a watcher.
    """

    context: RenderContext
    table: TableView
    hand: SeatView | None
    brief: bool = False
    reader: int | None = None

    @classmethod
    def of(cls, table: TableView, context: RenderContext, hand: SeatView | None = None) -> Scene:
        """Build the scene of a table; without a view of the hand, the public one."""
        shown = table.view if hand is None else hand
        return cls(context=_of_table(context, table), table=table, hand=shown)

    @property
    def words(self) -> Words:
        """The reader's language."""
        return self.context.words

    def say(self, text: str, /, **values: object) -> str:
        """Translate a sentence for the reader; see `Words.say`."""
        return self.words.say(text, **values)

    def plural(self, one: str, many: str, number: int, /, **values: object) -> str:
        """Translate a sentence for a number; see `Words.plural`."""
        return self.words.plural(one, many, number, **values)

    def both(self, items: Iterable[str]) -> str:
        """Write "a, b and c"."""
        return self.words.both(items)

    def without_emoji(self) -> Self:
        """Build the scene with dominoes in numbers alone."""
        return replace(self, context=replace(self.context, tile_emoji={}))

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
    def hides_hand(self) -> bool:
        """True if a hand is over whose dominoes the reader may not see: they know how it ended."""
        ended = self.hand is not None and self.hand.phase is Phase.OVER
        return ended and self.hand is not None and self.hand.revealed is None

    @property
    def has_pictures(self) -> bool:
        """True if tables of this game have pictures."""
        return has_composition(self.table.rules.game.seats, self.table.rules.game.sides)

    @property
    def shows_pictures(self) -> bool:
        """True if the reader sees a picture of the table, not words."""
        return self.context.pictures and self.has_pictures

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

    `link`: to the table, for a panel shown elsewhere. `chosen`: the argument of a step button, the
    part of an action decided so far, such as a bid whose trump is still to be named; after a wrong
    answer to a question, that answer. `in_dm`: it stands in a DM with its owner.
    """

    panel: PanelView
    link: str | None
    chosen: str = ""
    in_dm: bool = False

    @classmethod
    def of_panel(
        cls,
        panel: PanelView,
        context: RenderContext,
        link: str | None,
        *,
        chosen: str = "",
        in_dm: bool = False,
    ) -> PanelScene:
        """Build the scene of a panel."""
        context = _of_table(context, panel.table)
        newcomer = panel.guided or panel.table.first_game
        if context.newcomer is not newcomer:
            context = replace(context, newcomer=newcomer)
        return cls(
            context=context,
            table=panel.table,
            hand=panel.view,
            reader=panel.seat,
            panel=panel,
            link=link,
            chosen=chosen,
            in_dm=in_dm,
        )

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
        has_card = self.table.place is not None and not self.table.hides_hands
        return ended and self.link is None and has_card


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


def _of_table(context: RenderContext, table: TableView) -> RenderContext:
    """Build the context of a table: a single hand is scored by points, but bid as if by marks."""
    return replace(context, words=context.words.in_marks) if table.deals.one_hand else context
