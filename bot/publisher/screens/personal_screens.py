"""One user at one table: where they see their tiles, and what they see there now.

A user has up to two private messages: one DM, and one panel at the table. The one they used last
is live and follows every play, both of them until then; the other one is brought up to date at the
deal, at the end of the hand, and when it is touched. A panel can be edited for as long as the
token of the interaction that made it is good, so every press renews it. The DM is sent anew, and
the old one taken away, once it is older than Discord edits well.

An answer to the user never waits for a message that is on its way to them: the two may overlap,
and what a message shows then is sent once more (`LiveMessage.is_unknown`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import Enum, auto

import discord

from bot.presenter.words.spec import Message
from bot.publisher.answers import Answer, Token
from bot.publisher.calls.discord_errors import (
    CANNOT_DM,
    DM_CLOSED,
    NO_MUTUAL_SERVER,
    is_out_of_reach,
    quietly,
)
from bot.publisher.calls.dm_channels import DmChannels, DmRefused, NoDm
from bot.publisher.messages.live_message import KeptMessage, LiveMessage
from bot.publisher.ports import Surfaces
from bot.tables.model import Status
from bot.tables.views import Advice, Note, PanelView, TableView
from bot.values.preferences import Preferences
from bot.values.surfaces import Surface, SurfaceKind

PICTURE_SECONDS = 1.0
"""A message's picture changes at most so often: plays that follow faster are shown together."""
DIRECT_SECONDS = 55 * 60.0
"""How old a DM may grow: after an hour Discord lets a bot edit a message seldom."""
OWN_NOTES = frozenset({Note.STALE, Note.SEAT_BACK, Note.ANSWER_LOST})
"""What one user was told of what they did; everything else is told as long as it is so."""
Drawn = tuple[Message, Mapping[str, bytes]]
"""A message, and the files of its picture."""


def shown_at(table: TableView) -> tuple[int, Status, int]:
    """Return the stage of a table's life; at each new one everybody is brought up to date."""
    return table.hand_no, table.status, table.channel_id


class PingReason(Enum):
    """Why a user is pinged at the table: their hand did not come to them."""

    DEALT = auto()  # it waits under "My hand"
    CLOSED = auto()  # and it will not come by DM, which is said once
    LATER = auto()  # and it comes by DM at a later hand, which is said once at a table
    GONE = auto()  # they are not in the server any more


class PersonalScreens:
    """The private messages of one user at one table."""

    def __init__(self, table_id: str, user_id: int, surfaces: Surfaces) -> None:
        self.table_id = table_id
        self.user_id = user_id
        self.direct: KeptMessage | None = None
        self.panel: LiveMessage | None = None
        self.token: Token | None = None  # their newest press at the table: it allows a push
        self.panel_is_live: bool | None = None  # None: they have not used either place yet
        self.panel_hand: int | None = None  # the hand for which the panel was shown
        self.shown_version = 0
        self.shown_at = 0.0  # when that was, in Unix seconds
        self.shown: tuple[TableView, Note | None] | None = None
        self.locale: str | None = None  # the language of their client, once they have pressed
        self.preferences = Preferences(user_id)
        self.answer_lost = False
        self.up_to: tuple[int, Status, int] | None = None  # the stage they were brought up to
        self.ping: PingReason | None = None
        self.pinged = 0  # the occasion of the last ping
        self.dm_refused = False
        self.knows_dm_is_later = False
        self._dm_tried = False  # whether a DM has failed, of which Discord may have a message
        self._advice: tuple[int, Advice] | None = None  # the last hint, and the turn it is for
        self._answered: tuple[PanelView, str] | None = None  # the last answer, and its step
        self._surfaces = surfaces

    # What they have seen ---------------------------------------------------------------------

    def with_advice(self, panel: PanelView) -> PanelView:
        """Return their panel with the hint that they asked for at this turn, if they did."""
        seq = panel.table.seq
        if panel.advice is not None:
            self._advice = seq, panel.advice
        elif self._advice is not None and self._advice[0] == seq:
            return replace(panel, advice=self._advice[1])
        return panel

    def record_answer(self, panel: PanelView, chosen: str) -> None:
        """Note how they were answered; `chosen`: the step of an act on which they are."""
        self._answered = panel, chosen

    def resume(self, panel: PanelView) -> tuple[PanelView, str]:
        """Return their panel as it was answered at this turn, and the step on which they are.

        What follows in the background must not take a question or a note away.
        """
        if self._answered is None or self._answered[0].table.seq != panel.table.seq:
            return panel, ""
        last, chosen = self._answered
        note = last.note if panel.note is None and last.note in OWN_NOTES else panel.note
        return replace(panel, unproved=last.unproved, note=note), chosen

    def record_shown(self, panel: PanelView, version: int, now: float) -> None:
        """Note what the user has been shown."""
        self.shown_version = version
        self.shown_at = now
        self.shown = panel.table, panel.note

    def choose(self, chosen: Preferences) -> None:
        """Note what they have chosen; if that is new, both messages are out of date."""
        if chosen != self.preferences:
            self.preferences, self.shown, self.up_to = chosen, None, None

    def rest(self, table: TableView, seat: int, now: float) -> float:
        """Return for how long their messages should not change again: each change loads a picture.

        Nobody waits for their own turn, or for a new stage of the table.
        """
        if self.waits_at(table, seat) or self.is_new_stage(table) or self.shown is None:
            return 0.0
        return max(0.0, self.shown_at + PICTURE_SECONDS - now)

    def waits_at(self, table: TableView, seat: int) -> bool:
        """Return whether the user looks at their messages now: in turn, or after a press."""
        return self.is_unknown or (table.view is not None and table.view.to_act == seat)

    def end_rest(self) -> None:
        """Note that their messages may change again."""
        self.shown_at = 0.0

    def is_new_stage(self, table: TableView) -> bool:
        """Return whether a table is at a stage to which this user has not been brought yet."""
        if self.up_to is None:
            return table.status is Status.PLAYING
        return self.up_to != shown_at(table)

    def has_news(self, table: TableView, note: Note | None) -> bool:
        """Return whether this table has news for the user.

        `note`: what everybody has to know beside it, since the board cannot tell.
        """
        if table.view is None:
            return False
        return self.is_new_stage(table) or self.is_unknown or self.shown != (table, note)

    @property
    def is_unknown(self) -> bool:
        """Whether a message that follows the game may show something old."""
        live = [None if self.panel_is_live is False else self.panel]
        live.append(None if self.panel_is_live else self.direct)
        return any(message is not None and message.is_unknown for message in live)

    # Answers ---------------------------------------------------------------------------------

    def message(self, message_id: int | None) -> LiveMessage | None:
        """Return the user's message of this id."""
        known = (self.panel, self.direct)
        return next((m for m in known if m is not None and m.message_id == message_id), None)

    def note_token(self, answer: Answer) -> None:
        """Keep their newest interaction, which may allow a push, and their language."""
        self.locale = answer.interaction.locale.value
        if answer.interaction.context.guild:
            self.token = answer.token

    def adopt(
        self, answer: Answer, shown: LiveMessage, known: LiveMessage | None, hand_no: int
    ) -> LiveMessage | None:
        """Note that this shows the answer, and is the live message from now on.

        `known`: the user's message that was clicked, where it is one of those above. Return the
        panel whose place the new one takes, where that is another message.
        """
        in_place = shown.message_id == answer.clicked_id
        if in_place and answer.on_direct_message:
            self.panel_is_live = False
            return None
        if in_place and known is not None and known.deleted:
            return None  # a newer panel was pushed meanwhile
        self.panel_is_live, self.panel_hand = True, hand_no
        if in_place and known is not None:
            known.adopt_token(shown)
            return None
        older, self.panel = self.panel, shown
        return older

    def answered_elsewhere(self, digest: str) -> bool:
        """Note that another process has answered on the DM; return whether it may be outdated."""
        self.panel_is_live = False
        if self.direct is None or self.direct.digest == digest:
            return False
        self.direct.digest = ""
        return True

    # Sending in the background ---------------------------------------------------------------

    def has_panel(self, now: float) -> bool:
        """Return whether the user has a panel at the table that can still be edited."""
        return self.panel is not None and self.panel.expires > now

    def is_at_the_table(self, now: float) -> bool:
        """Return whether the user can still be shown something at the table without a press."""
        return self.has_panel(now) or self._may_push(now)

    def _may_push(self, now: float) -> bool:
        return self.token is not None and self.token.expires >= now

    def can_push(self, hand_no: int, now: float) -> bool:
        """Return whether a new panel may be shown for a hand: not to who plays in their DM."""
        wanted = self.panel_is_live is not False and self.panel_hand != hand_no
        return wanted and self._may_push(now)

    async def push_panel(self, drawn: Drawn, hand_no: int, version: int, now: float) -> bool:
        """Show a panel without being asked, in place of the older one; return whether it went.

        `version`: of the table that it shows.
        """
        token, older = self.token, self.panel
        if token is None:
            return False
        pushed = await quietly(token.push(*drawn), "pushing a panel")
        if pushed is None:
            self.token = None
            return False
        if self.panel is not older:  # an answer has shown a panel meanwhile
            await pushed.delete(now)
            return True
        if self.shown_version > version:
            pushed.digest = ""
        self.panel, self.panel_hand = pushed, hand_no
        if older is not None:
            await older.delete(now)
        return True

    async def edit_panel(self, drawn: Drawn, now: float) -> bool:
        """Bring the panel at the table up to date; return whether there is one to edit."""
        panel = self.panel
        if panel is not None and panel.expires >= now and await panel.edit(*drawn):
            return True
        if self.panel is panel:
            self.panel = None
        return False

    async def edit_direct(self, drawn: Drawn) -> bool:
        """Bring the DM up to date; return whether there is one to edit."""
        direct = self.direct
        if direct is None:
            return False
        if await direct.edit(*drawn):
            return True
        if self.direct is direct:
            self.direct = None
            await direct.forget()
        return False

    async def take_direct_away(self) -> None:
        """Delete the DM of a user who wants none any more."""
        direct, self.direct = self.direct, None
        if direct is not None:
            await quietly(direct.remove(), "taking a direct message away")
            await direct.forget()

    def direct_is_old(self, now: float) -> bool:
        """Return whether there is a DM that Discord does not edit well any more."""
        if self.direct is None:
            return False
        sent = discord.utils.snowflake_time(self.direct.message_id).timestamp()
        return now - sent > DIRECT_SECONDS

    @property
    def plays_at_the_table(self) -> bool:
        """Whether they see the game at the table, so that a DM need not call them."""
        return self.panel_is_live is True or self.panel is not None

    def note_no_dm(self, error: NoDm, *, knows_it: bool) -> None:
        """Note why the DM did not go, and what the user is to be told at the table about it.

        `knows_it`: they have been told before that their DMs are closed.
        """
        if isinstance(error, DmRefused):
            self.dm_refused = error.code in CANNOT_DM
            if error.code == NO_MUTUAL_SERVER:
                self.ping = PingReason.GONE
            elif error.code == DM_CLOSED and not knows_it:
                self.ping = PingReason.CLOSED
        elif not self.knows_dm_is_later:
            self.ping = PingReason.LATER

    async def send_direct(
        self, bot: discord.Client, channels: DmChannels, drawn: Drawn, hand_no: int, now: float
    ) -> None:
        """Send the DM, in place of the one before; silently to who may not be pinged now.

        Raises DmRefused and DmLater.
        """
        message, pictures = drawn
        tried, self._dm_tried = self._dm_tried, True
        older = self.direct
        async with channels.writing_to(self.user_id) as channel_id:
            surface = Surface(
                self.table_id, SurfaceKind.HAND, self.user_id, hand_no, channel_id, message_id=0
            )
            unheard = older is not None or self.plays_at_the_table
            quiet = replace(message, silent=unheard or not self.preferences.may_be_pinged(now))
            direct = await KeptMessage.post(
                bot, self._surfaces, surface, quiet, pictures, is_out_of_reach, instead_of=older
            )
        self.direct, self._dm_tried = direct, False
        if tried or direct.found:
            direct.digest = ""
            await quietly(direct.edit(message, pictures), "bringing a found message up to date")
        if older is not None:
            await quietly(older.remove(), "taking an old direct message away")
            if older.surface.hand_no != hand_no:
                await older.forget()
