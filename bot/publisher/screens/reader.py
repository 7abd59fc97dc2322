"""The private messages of one user at one table.

A user has up to two of them: one DM, and one ephemeral panel at the table. The one used last is
live and shows every play (both are, until one is used); the other is updated at the deal, at the
end of the hand, and when it is used. A panel can be edited while the token of its interaction is
valid, and each press renews the token. A DM is replaced once it is too old to be edited often.

An answer never waits for a pending send to the same user. The two may overlap, and then the
message is sent once more (`LiveMessage.is_unknown`).
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from enum import Enum, auto
from functools import partial

from bot.budget.kinds import Kind
from bot.presenter.words.spec import Message
from bot.publisher.calls.discord_errors import CANNOT_DM, DM_CLOSED, NO_MUTUAL_SERVER, quietly
from bot.publisher.calls.dm_channels import DmRefused, NoDm
from bot.publisher.keeper.answers import Answer, Token
from bot.publisher.keeper.in_words import or_in_words
from bot.publisher.keeper.live_message import Files, LiveMessage
from bot.publisher.keeper.means import Means
from bot.publisher.keeper.posted_message import PostedMessage, sent_at
from bot.publisher.keeper.wanted import Wanted
from bot.tables.model import Place, Status
from bot.tables.views import Note, PanelView, TableView
from bot.values.posted import PostedKey, PostedKind
from bot.values.preferences import Preferences
from texas42.ai.findings.judgments import Advice

PICTURE_SECONDS = 1.0
"""Shortest time between two pictures of a message; faster plays are shown together."""
OWN_NOTES = frozenset(
    {Note.STALE, Note.CHANGED, Note.WRONG, Note.ASKED, Note.SEAT_BACK, Note.ANSWER_LOST}
)
"""Notes about a user's own action, shown until the next one; others stay while they hold."""
Built = tuple[Message, Files]
"""A message and its picture files."""
Stage = tuple[int, Status, Place | None]


def stage_of(table: TableView) -> Stage:
    """Return the stage of a table; a new one updates the messages of all its users."""
    return table.hand_no, table.status, table.place


class PingReason(Enum):
    """Why a user is pinged at the table: their hand did not reach them."""

    DEALT = auto()  # it is under "My hand"
    CLOSED = auto()  # DMs are closed, which is said once
    LATER = auto()  # the DM has to wait for a later hand, which is said once
    GONE = auto()  # they have left the server


class Reader:
    """The private messages of one user at one table."""

    def __init__(self, means: Means, table_id: str, user_id: int) -> None:
        self.table_id = table_id
        self.user_id = user_id
        key = PostedKey(PostedKind.HAND, table_id, user_id=user_id)
        self.direct = PostedMessage(means, key, is_ours=True)
        self.panel: LiveMessage | None = None
        self.token: Token | None = None  # of their newest press at the table
        self._newest_token: Token | None = None  # of their newest press there or in their DM
        self.panel_is_live: bool | None = None  # None: neither was used yet
        self._replaced: int | None = None  # the panel before this one, which is being deleted
        self.panel_hand: int | None = None  # the hand for which the panel was shown
        self.shown_version = 0
        self.seen_at = 0.0  # when that was, in Unix seconds
        self.shown: tuple[TableView, Note | None] | None = None
        self.locale: str | None = None  # of their client, once they have pressed
        self.preferences = Preferences(user_id)
        self.answer_lost = False
        self.up_to: Stage | None = None  # the stage that they have seen
        self.ping: PingReason | None = None
        self.pinged = 0  # the occasion of the last ping
        self.dm_refused = False
        self.asks_anew = False  # they asked for their DM below newer messages
        # the turn or claim that a DM has called them to
        self._called: tuple[int, bool] | None = None
        self._advice: tuple[int, Advice] | None = None  # the last hint, and the turn it is for
        self._answered: tuple[PanelView, str] | None = None  # the last answer, and its step

    # What they have seen ---------------------------------------------------------------------

    def with_advice(self, panel: PanelView) -> PanelView:
        """Add the hint that they asked for this turn, if any."""
        seq = panel.table.seq
        if panel.advice is not None:
            self._advice = seq, panel.advice
        elif self._advice is not None and self._advice[0] == seq:
            return replace(panel, advice=self._advice[1])
        return panel

    def record_answer(self, panel: PanelView, chosen: str) -> None:
        """Record an answer; `chosen`: the step that they have reached in choosing an action."""
        self._answered = panel, chosen

    def resume(self, panel: PanelView) -> tuple[PanelView, str]:
        """Restore the state of the last answer this turn; return the panel and the step reached.

        Background updates then keep a pending question or note.
        """
        if self._answered is None or self._answered[0].table.seq != panel.table.seq:
            return panel, ""
        last, chosen = self._answered
        note = last.note if panel.note is None and last.note in OWN_NOTES else panel.note
        return replace(panel, unproved=last.unproved, note=note), chosen

    def record_shown(self, panel: PanelView, version: int, now: float) -> None:
        """Record what the user has seen."""
        self.shown_version = version
        self.seen_at = now
        self.shown = panel.table, panel.note

    def choose(self, chosen: Preferences) -> None:
        """Apply new preferences, which make both messages stale."""
        if chosen != self.preferences:
            self.preferences = chosen
            self.shown = None
            self.up_to = None

    def rest(self, table: TableView, seat: int, now: float) -> float:
        """Compute the seconds until their messages may change: each change loads a picture.

        The player in turn and a new stage of the table never wait.
        """
        if self.waits_at(table, seat) or self.is_new_stage(table) or self.shown is None:
            return 0.0
        return max(0.0, self.seen_at + PICTURE_SECONDS - now)

    def waits_at(self, table: TableView, seat: int | None) -> bool:
        """Return True if the user is waiting for this update: in turn, or after a press."""
        to_act = None if table.view is None else table.view.to_act
        return self.is_unknown or (to_act is not None and to_act == seat)

    @property
    def key(self) -> Hashable:
        """What their DM waits for its turn under."""
        return self.table_id, self.user_id

    def kind_at(self, table: TableView) -> Kind:
        """Return how important their DM is: most if the table waits for them."""
        seat = next((line.seat for line in table.people if line.user_id == self.user_id), None)
        to_act = None if table.view is None else table.view.to_act
        if to_act is not None and to_act == seat:
            return Kind.IN_TURN
        if self.answer_lost:
            return Kind.ASKED
        # after a restart the stage is unknown, and the DM is there already
        is_new = self.up_to is not None or self.direct.live is None
        return Kind.HAND if is_new and self.is_new_stage(table) else Kind.BOARD

    def end_rest(self) -> None:
        """Allow changes of their messages again."""
        self.seen_at = 0.0

    def is_new_stage(self, table: TableView) -> bool:
        """Return True if the user has not seen this stage of the table."""
        if self.up_to is None:
            return table.status is Status.PLAYING or table.place is None
        return self.up_to != stage_of(table)

    def has_news(self, table: TableView, note: Note | None) -> bool:
        """Return True if the user's messages are stale.

        `note`: shown to all users while the board cannot be shown.
        """
        if table.view is None and table.place is not None:  # its board is the lobby
            return False
        is_stale = self.is_new_stage(table) or self.is_unknown or self.asks_anew
        return is_stale or self.shown != (table, note)

    @property
    def is_unknown(self) -> bool:
        """True if a live message may be stale."""
        live = [None if self.panel_is_live is False else self.panel]
        live.append(None if self.panel_is_live else self.direct.live)
        return any(message is not None and message.is_unknown for message in live)

    # Answers ---------------------------------------------------------------------------------

    @property
    def messages(self) -> list[LiveMessage]:
        """The user's messages."""
        return [message for message in (self.panel, self.direct.live) if message is not None]

    def message(self, message_id: int | None) -> LiveMessage | None:
        """Return the user's message with this id."""
        return next((each for each in self.messages if each.message_id == message_id), None)

    def seen_picture(self, clicked: LiveMessage | None) -> bytes | None:
        """Return what they see now: the picture of the clicked message, or else of their panel."""
        seen = clicked or self.panel
        return None if seen is None else seen.picture

    def note_token(self, answer: Answer) -> None:
        """Store the token of their newest interaction, and their language."""
        self.locale = answer.interaction.locale.value
        self._newest_token = answer.token
        if answer.interaction.context.guild:
            self.token = answer.token
        if answer.on_direct_message:
            self.dm_refused = False

    def adopt(
        self, answer: Answer, shown: LiveMessage, known: LiveMessage | None, hand_no: int
    ) -> LiveMessage | None:
        """Make the message that shows an answer the live one.

        `known`: the clicked message, if it is one of the user's. Return the panel that the new one
        replaces, if any.
        """
        in_place = shown.message_id == answer.clicked_id
        if in_place and answer.on_direct_message:
            self.panel_is_live = False
            return None
        self.panel_is_live = True
        self.panel_hand = hand_no
        if in_place and known is not None:
            known.adopt_token(shown)
            return None
        return self._replace_panel(shown)

    def _replace_panel(self, newer: LiveMessage) -> LiveMessage | None:
        older = self.panel
        self.panel = newer
        self._replaced = None if older is None else older.message_id
        return older

    def is_replaced(self, message_id: int | None) -> bool:
        """Return True if a newer panel has just replaced this one."""
        return self.panel is not None and message_id is not None and message_id == self._replaced

    def answered_elsewhere(self, digest: str) -> bool:
        """Record that another process has edited the DM; return True if ours may be stale."""
        self.panel_is_live = False
        direct = self.direct.live
        if direct is None or direct.digest == digest:
            return False
        direct.digest = ""
        return True

    # Sending in the background ---------------------------------------------------------------

    def has_panel(self, now: float) -> bool:
        """Return True if the user has a panel that can still be edited."""
        return self.panel is not None and self.panel.expires > now

    def is_at_the_table(self, now: float) -> bool:
        """Return True if a message at the table can reach the user without a press."""
        return self.has_panel(now) or self._may_push(now)

    def _may_push(self, now: float) -> bool:
        return self.token is not None and self.token.expires >= now

    def can_push(self, hand_no: int, now: float) -> bool:
        """Return True if a new panel may be pushed for a hand; never if they play by DM."""
        wanted = self.panel_is_live is not False and self.panel_hand != hand_no
        return wanted and self._may_push(now)

    async def push_panel(self, built: Built, hand_no: int, version: int, now: float) -> bool:
        """Replace the panel without a press; return True if Discord took it.

        `version`: of the table that it shows.
        """
        token = self.token
        older = self.panel
        if token is None:
            return False
        message, files = built
        pushed = await quietly(or_in_words(partial(token.push, message), files), "pushing a panel")
        if pushed is None:
            self.token = None
            return False
        if self.panel is not older:  # an answer has shown a panel meanwhile
            await pushed.delete(now)
            return True
        if self.shown_version > version:
            pushed.digest = ""
        self._replace_panel(pushed)
        self.panel_hand = hand_no
        if older is not None:
            await older.delete(now)
        return True

    async def edit_panel(self, built: Built, version: int, now: float) -> bool:
        """Edit the panel at the table, unless an answer has shown a newer version of the table.

        Return False if there is none.
        """
        panel = self.panel
        if panel is not None and self.panel_is_live and self.shown_version > version:
            return True
        if panel is not None and panel.expires >= now:
            message, files = built
            if await or_in_words(partial(panel.edit, message), files):
                return True
        if self.panel is panel:
            self.panel = None
        return False

    async def edit_direct(self, wanted: Wanted, version: int) -> bool:
        """Edit the DM, unless an answer has shown a newer version of the table.

        Return False if there is none.
        """
        if self.panel_is_live is False and self.shown_version > version:
            return self.direct.live is not None
        return await self.direct.edit(wanted)

    async def tell(self, message: Message, now: float) -> None:
        """Tell the user something where they have pressed last, if that is possible."""
        token = self._newest_token
        if token is not None and token.expires >= now:
            await quietly(token.push(message), "telling a user that no DM reaches them")

    async def part(self, wanted: Wanted) -> None:
        """Edit the DM for the last time."""
        await self.direct.edit(wanted)
        await self.direct.drop()

    async def delete_direct(self) -> None:
        """Delete the DM of a user who has turned DMs off."""
        await quietly(self.direct.remove(), "deleting a direct message")

    @property
    def plays_at_the_table(self) -> bool:
        """True if they follow the game at the table, so that a DM need not ring."""
        return self.panel_is_live is True or self.panel is not None

    def note_no_dm(self, error: NoDm, chosen: Preferences) -> None:
        """Record why the DM failed, and the ping that explains it at the table, unless they know.

        `chosen`: their newest preferences, which note what they were told before.
        """
        if isinstance(error, DmRefused):
            self.dm_refused = error.code in CANNOT_DM
            if error.code == NO_MUTUAL_SERVER:
                self.ping = PingReason.GONE
            elif error.code == DM_CLOSED and not chosen.dm_closed:
                self.ping = PingReason.CLOSED
        elif not chosen.dm_later:
            self.ping = PingReason.LATER

    def is_called(self, panel: PanelView, now: float) -> bool:
        """Return True if their DM is due anew, at a table without a channel to ping them in.

        They have kept it waiting, or a claim asks them; or they have asked for their DM themselves.
        """
        table = panel.table
        if table.place is not None or self.asks_anew:
            return self.asks_anew
        since = _called_since(panel)
        if since is None or self._called == _occasion(table):
            return False
        posted = self.direct.posted
        is_older = posted is None or sent_at(posted.message_id) < since
        return is_older and self.preferences.is_pinged(now, late=True)

    def note_sent(self, panel: PanelView) -> None:
        """Record that a new DM shows this."""
        self.asks_anew = False
        if _called_since(panel) is not None:
            self._called = _occasion(panel.table)

    def rings(self, panel: PanelView, now: float) -> bool:
        """Return True if a new DM with a hand is to make a sound.

        It is silent for who gets a panel at the table, whichever of the two is sent first, and for
        who asked for it.
        """
        if self.asks_anew:
            return False
        if self.is_called(panel, now):
            return True
        follows = self.plays_at_the_table or self.can_push(panel.table.hand_no, now)
        unheard = self.direct.live is not None or follows
        return not unheard and self.preferences.may_be_pinged(now)


def _called_since(panel: PanelView) -> float | None:
    """Return since when the table waits for this person to be called; None if it doesn't."""
    table = panel.table
    if panel.is_asked:
        return table.turn_since
    to_act = None if table.view is None else table.view.to_act
    return table.nudge_at if to_act is not None and to_act == panel.seat else None


def _occasion(table: TableView) -> tuple[int, bool]:
    return table.seq, table.claim is not None
