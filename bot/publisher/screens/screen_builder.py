"""Builds the screens of a table for each reader: their language, in pictures or in words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from bot.presenter.hand.cards import card_in_one_line, unfinished_card_in_one_line
from bot.presenter.panel.screen import hand_panel
from bot.presenter.table.board import table_screen
from bot.presenter.table.notices import board_deleted
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import Message
from bot.publisher.answers import Answer
from bot.publisher.pictures.rendering import Pictures
from bot.publisher.ports import Tables
from bot.render import Colors, Priority
from bot.tables.errors import NoSuchHand
from bot.tables.views import PanelView, TableView
from bot.values.preferences import Preferences
from bot.values.surfaces import Surface

from .endings import Endings
from .guide import FirstHandGuide
from .personal_screens import Drawn, PersonalScreens


@dataclass(frozen=True, slots=True)
class ScreenBuilder:
    """Builds boards and panels. `context` returns the words and emojis of a server and language.

    A newcomer's panel includes the guide through the first hand, and a panel at a game's end a fact
    about its owner.
    """

    context: Callable[[int | None, str | None], RenderContext]
    pictures: Pictures
    guide: FirstHandGuide
    endings: Endings

    async def completed(self, panel: PanelView) -> PanelView:
        """Add the guide, and after a game a fact about its owner, to a panel."""
        if panel.table.winner is not None:
            panel = await self.endings.with_fact(panel)
        return await self.guide.with_guide(panel) if panel.table.alone else panel

    async def at_table(self, person: PersonalScreens, panel: PanelView) -> Drawn:
        """Build a user's panel for the table."""
        context = self._of(person, panel.table, person.locale, panel.table.channel_id)
        resumed, chosen = person.resume(await self.completed(panel))
        return await self._draw(person, panel, await self.panel_of(resumed, context, chosen))

    async def direct(self, person: PersonalScreens, panel: PanelView) -> Drawn:
        """Build a user's panel for their DM."""
        context = self._of(person, panel.table, person.locale, None)
        resumed, chosen = person.resume(await self.completed(panel))
        place = place_of(panel.table)
        message = await self.panel_of(resumed, context, chosen, place)
        return await self._draw(person, panel, message)

    async def panel_of(
        self, panel: PanelView, context: RenderContext, chosen: str, place: str | None = None
    ) -> Message:
        """Build the message of a panel; after an event, with its owner's place there."""
        event = await self.endings.event_after(panel.table)
        return hand_panel(panel, context, chosen=chosen, place=place, event=event)

    def answer_context(
        self, answer: Answer, person: PersonalScreens, table: TableView
    ) -> tuple[RenderContext, str | None]:
        """Return the context for an answer, and the table's address if it is read elsewhere."""
        at_table = answer.interaction.context.guild
        locale = answer.interaction.locale.value
        context = self._of(person, table, locale, table.channel_id if at_table else None)
        return context, None if at_table else place_of(table)

    def board_of(self, table: TableView) -> Message:
        """Build the board of a table."""
        shown = self.pictures.are_shown(table.channel_id)
        return table_screen(table, replace(self.context(table.guild_id, None), pictures=shown))

    def board_deleted(self, table: TableView) -> Message:
        """Build the note that stands in for a board that was deleted twice."""
        return board_deleted(table, self.context(table.guild_id, None))

    async def line_of(self, tables: Tables, card: Surface, guild_id: int | None) -> Message:
        """Build the one-line version of a hand's card."""
        context = self.context(guild_id, None)
        try:
            replay = await tables.archive.card(card.table_id, card.hand_no)
        except NoSuchHand:
            return unfinished_card_in_one_line(context)
        return card_in_one_line(replay, context)

    def _of(
        self, person: PersonalScreens, table: TableView, locale: str | None, channel_id: int | None
    ) -> RenderContext:
        """Return the context of a user in a channel, or in their DM if that is None."""
        may = self.pictures.are_shown(channel_id)
        context = self.context(table.guild_id, locale)
        return as_chosen(replace(context, may_switch=may), person.preferences, shown=may)

    async def _draw(self, person: PersonalScreens, panel: PanelView, message: Message) -> Drawn:
        """Draw a message; the pictures of users who wait for it come first."""
        waits = person.waits_at(panel.table, panel.seat)
        priority = Priority.IN_TURN if waits else Priority.WATCHING
        return message, await self.pictures.of(message, priority=priority)


def as_chosen(context: RenderContext, chosen: Preferences, *, shown: bool) -> RenderContext:
    """Apply a user's preferences; `shown`: whether pictures are possible there."""
    colors = Colors.COLOR_BLIND_SAFE if chosen.safe_colors else Colors.STANDARD
    return replace(context, pictures=shown and chosen.pictures, colors=colors)


def place_of(table: TableView) -> str:
    """Return the URL of the table's channel, for a message that is read elsewhere."""
    return f"https://discord.com/channels/{table.guild_id or '@me'}/{table.channel_id}"
