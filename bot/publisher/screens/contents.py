"""What the screens of a table say to each reader: in their language, in pictures or in words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from bot.presenter.hand.cards import card_in_one_line, unfinished_card_in_one_line
from bot.presenter.panel.screen import hand_panel
from bot.presenter.table.board import table_screen
from bot.presenter.table.front_door import address_of
from bot.presenter.table.more import more_screen
from bot.presenter.table.notices import board_deleted
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import Message
from bot.publisher.keeper.live_message import Files
from bot.publisher.pictures.rendering import Pictures
from bot.render import Colors, Priority
from bot.tables.errors import NoSuchHand
from bot.tables.service import TableService
from bot.tables.views import PanelView, TableView
from bot.values.posted import Posted
from bot.values.preferences import Preferences

from .endings import Endings
from .guide import FirstHandGuide
from .meetings import Meetings
from .reader import Reader


@dataclass(frozen=True, slots=True)
class Sight:
    """Where a reader sees a panel, and in which language; None: that of the server."""

    at_table: bool
    locale: str | None


@dataclass(frozen=True, slots=True)
class Contents:
    """Builds boards and panels. `context` returns the words and emojis of a server and language.

    A newcomer's panel includes the guide through the first hand, and a panel at a game's end a fact
    about its owner.
    """

    context: Callable[[int | None, str | None], RenderContext]
    pictures: Pictures
    guide: FirstHandGuide
    endings: Endings
    tables: TableService
    meetings: Meetings

    async def completed(self, panel: PanelView) -> PanelView:
        """Add the guide, whom its owner meets, and after a game a fact about them, to a panel."""
        panel = await self.meetings.with_meetings(panel)
        if panel.table.winner is not None:
            panel = await self.endings.with_fact(panel)
        return await self.guide.with_guide(panel) if panel.table.alone else panel

    async def panel(self, reader: Reader, panel: PanelView, sight: Sight, chosen: str) -> Message:
        """Build a user's panel; after an event, with its owner's place there.

        `chosen`: the step that they have reached in choosing an action.
        """
        event = await self.endings.event_after(panel.table)
        context = self.of(reader, panel.table, sight)
        link = None if sight.at_table else link_to(panel.table)
        in_dm = not sight.at_table
        return hand_panel(panel, context, chosen=chosen, link=link, event=event, in_dm=in_dm)

    def more(self, reader: Reader, panel: PanelView, sight: Sight, page: int) -> Message:
        """Build the details that don't fit on a panel."""
        link = None if sight.at_table else link_to(panel.table)
        return more_screen(panel, self.of(reader, panel.table, sight), link, page)

    async def files(self, reader: Reader, panel: PanelView, message: Message) -> Files:
        """Draw a panel; the pictures of users who wait for it come first."""
        waits = reader.waits_at(panel.table, panel.seat)
        priority = Priority.IN_TURN if waits else Priority.WATCHING
        return await self.pictures.of(message, priority=priority)

    def board(self, table: TableView, *, is_behind: bool = False) -> Message:
        """Build the board of a table, which may say that it comes late."""
        shown = self.pictures.are_shown(table.known_place.channel_id)
        context = self.context(table.guild_id, None)
        return table_screen(table, replace(context, pictures=shown, is_behind=is_behind))

    def board_deleted(self, table: TableView) -> Message:
        """Build the note that stands in for a board that was deleted twice."""
        return board_deleted(table, self.context(table.guild_id, None))

    async def line_of(self, card: Posted) -> Message:
        """Build the one-line version of a hand's card."""
        context = self.context(card.guild_id or None, None)
        try:
            replay = await self.tables.archive.card(card.key.about, card.key.part)
        except NoSuchHand:
            return unfinished_card_in_one_line(context)
        return card_in_one_line(replay, context)

    def of(self, reader: Reader, table: TableView, sight: Sight) -> RenderContext:
        """Return the context of a user at the table, or in their DM."""
        channel_id = None if table.place is None else table.place.channel_id
        may = self.pictures.are_shown(channel_id if sight.at_table else None)
        context = self.context(table.guild_id, sight.locale)
        return as_chosen(replace(context, may_switch=may), reader.preferences, shown=may)


def as_chosen(context: RenderContext, chosen: Preferences, *, shown: bool) -> RenderContext:
    """Apply a user's preferences; `shown`: whether pictures are possible there."""
    colors = Colors.COLOR_BLIND_SAFE if chosen.safe_colors else Colors.STANDARD
    return replace(context, pictures=shown and chosen.pictures, colors=colors)


def link_to(table: TableView) -> str | None:
    """Return the URL of the table's channel, for a message that is read elsewhere; None without."""
    return None if table.place is None else address_of(table.place)
