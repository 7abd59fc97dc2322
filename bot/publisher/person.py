"""One person at one table: where he sees his tiles, and what he sees there at present.

A person has up to two private messages: one DM a hand, and one panel at the table that only he
sees. The one he clicked last is live and follows the game, both of them until he has clicked one;
the other one is brought up to date at the deal, at the end of the hand, and when it is touched.
A panel can be edited for as long as the token of the click that made it is good, so every click
renews it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from enum import Enum, auto

import discord

from bot.presenter import Message
from bot.tables.model import Status
from bot.tables.views import Advice, Note, PanelView, TableView

from .convert import to_edit, to_send
from .digest import digest_of
from .ports import Clock, Surface, SurfaceKind, Surfaces

_LOG = logging.getLogger(__name__)
TOKEN_SECONDS = 14 * 60
CLOSED_TO_US = 50007  # he takes no direct messages from members of the server
NOT_TOGETHER = 50278  # he is in no server with the bot any more
DM_TOO_FAST = 40003
CANNOT_DM = frozenset({CLOSED_TO_US, NOT_TOGETHER})
GONE = frozenset({10008, 10003, 10015, 50027})


class DirectRefused(Exception):
    """Discord does not let the bot write to this person. `code` is Discord's."""

    def __init__(self, code: int) -> None:
        super().__init__(f"cannot write to this person (code {code})")
        self.code = code


@dataclass(slots=True)
class DirectRest:
    """What keeps the bot from opening direct messages too fast, which Discord does not like.

    `until`: until when, in Unix seconds, none is opened: Discord found them too many. `turn`:
    they are opened one after another, so that discord.py knows how many Discord still allows.
    """

    until: float = 0.0
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)


@dataclass(frozen=True, slots=True)
class Part:
    """What a person has to do with a hand at a moment.

    `turn`: it is his turn. `out`: he does not play in this hand, as a nel-o's partner does not.
    `asked`: a claim waits for his answer.
    """

    turn: bool = False
    out: bool = False
    asked: bool = False


def part_in(table: TableView, seat: int | None) -> Part:
    """Return the part of a seat; None has no part in anything."""
    view, claim = table.view, table.claim
    if view is None or seat is None:
        return Part()
    return Part(
        turn=view.to_act == seat,
        out=view.sitting_out == seat,
        asked=claim is not None and seat in claim.waiting,
    )


def shown_at(table: TableView) -> tuple[int, Status, int]:
    """Return the stage of a table's life at which everybody is brought up to date."""
    return table.hand_no, table.status, table.channel_id


class Call(Enum):
    """Why a person is called at the table: his hand did not come to him."""

    DEALT = auto()  # it waits under "My hand"
    CLOSED = auto()  # and it will not come by DM, which is said once
    GONE = auto()  # he is not in the server any more


@dataclass(frozen=True, slots=True)
class Panel:
    """A private message at the table. `expires`: when its token ends, in Unix seconds.

    `message_id`: None where Discord has not told it.
    """

    message_id: int | None
    edit: Callable[..., Awaitable[object]]
    delete: Callable[[], Awaitable[object]]
    expires: float
    digest: str


class Person:
    """The private messages of one person at one table. Use under `lock`."""

    def __init__(self, table_id: str, user_id: int, surfaces: Surfaces) -> None:
        self.table_id = table_id
        self.user_id = user_id
        self.lock = asyncio.Lock()
        self.direct: Surface | None = None
        self.panel: Panel | None = None
        self.token: tuple[discord.Interaction, float] | None = None
        self.panel_is_live: bool | None = None  # None: he has not acted in either place yet
        self.pushed = 0  # how many panels he was shown unasked
        self.panel_hand: int | None = None  # the hand for which the panel was shown
        self.shown_seq = 0
        self.part = Part()  # his part in what he was shown
        self.shown: tuple[TableView, Note | None] | None = None
        self._advice: tuple[int, Advice] | None = None  # the last hint, and the turn it is for
        self.answer_lost = False
        self.answers = 0  # how many clicks of his are being answered
        self.passed_over = False  # whether he was not brought up to date on that account
        self.up_to: tuple[int, Status, int] | None = None  # hand and channel, as last shown
        self.call: Call | None = None
        self.dm_refused = False
        self._dm_tried: int | None = None
        self._surfaces = surfaces

    def advised(self, panel: PanelView) -> PanelView:
        """Return his panel with the hint that he has asked for at this turn, if he has."""
        seq = panel.table.seq
        if panel.advice is not None:
            self._advice = seq, panel.advice
        elif self._advice is not None and self._advice[0] == seq:
            return replace(panel, advice=self._advice[1])
        return panel

    def saw(self, panel: PanelView) -> None:
        """Note what the person has been shown."""
        self.shown_seq = panel.table.seq
        self.part = part_in(panel.table, panel.seat)
        self.shown = panel.table, panel.note

    def is_everybodys(self, table: TableView) -> bool:
        """Return whether a table is at a stage that he has not been brought up to yet."""
        if self.up_to is None:
            return table.status is Status.PLAYING
        return self.up_to != shown_at(table)

    def is_concerned(self, table: TableView, seat: int, note: Note | None) -> bool:
        """Return whether this table has news for him, who sits in that seat.

        `note`: what everybody has to know beside it, since the board cannot tell.
        """
        if table.view is None:
            return False
        if self.is_everybodys(table):
            return True
        part = part_in(table, seat)
        news = part.turn or part != self.part or note is not None
        return news and self.shown != (table, note)

    def note_token(self, interaction: discord.Interaction, now: float) -> None:
        """Keep the newest click at the table: it lets us show him a panel unasked."""
        if interaction.guild_id is not None:
            self.token = (interaction, now + TOKEN_SECONDS)

    def shown_by(
        self,
        interaction: discord.Interaction,
        message_id: int | None,
        message: Message,
        hand_no: int,
        now: float,
    ) -> Panel | None:
        """Note that the answer to this click shows this, and is the live message from now on.

        Return the panel in whose place it stands now, where that is another message.
        """
        clicked, older = interaction.message, self.panel
        if interaction.guild_id is None and clicked is not None and not clicked.flags.ephemeral:
            self.panel_is_live = False
            if self.direct is not None and clicked.id == self.direct.message_id:
                self.direct = replace(self.direct, digest=digest_of(message))
            return None
        self.panel_is_live, self.panel_hand = True, hand_no
        self.panel = Panel(
            message_id,
            interaction.edit_original_response,
            interaction.delete_original_response,
            now + TOKEN_SECONDS,
            digest_of(message),
        )
        edited = clicked is not None and clicked.id == message_id
        if older is None or (edited and older.message_id in (None, message_id)):
            return None
        return older

    async def has_panel(self, clock: Clock) -> bool:
        """Return whether he has opened a panel himself meanwhile."""
        async with self.lock:  # an answer that is under way comes first
            return self.panel is not None and self.panel.expires > clock.now()

    async def delete_panel(self, panel: Panel | None, now: float) -> None:
        """Take away a panel in whose place a newer one is shown."""
        if panel is None or panel.expires < now:
            return
        try:
            await panel.delete()
        except discord.HTTPException as error:
            if error.code not in GONE:
                _LOG.warning("an old panel could not be deleted: %s", error.code)

    def can_push(self, hand_no: int, now: float) -> bool:
        """Whether a new panel may be shown for a hand: not to one who plays in his DM."""
        fresh = self.token is not None and self.token[1] >= now
        return fresh and self.panel_is_live is not False and self.panel_hand != hand_no

    async def push_panel(self, message: Message, hand_no: int, now: float) -> bool:
        """Show a panel without being asked, in place of the older one; say whether it went."""
        if self.token is None:
            return False
        older = self.panel
        interaction, expires = self.token
        try:
            sent = await interaction.followup.send(
                ephemeral=True, wait=True, **to_send(message, {})
            )
        except discord.HTTPException as error:
            _LOG.info("a panel could not be pushed: %s", error.code)
            self.token = None
            return False
        self.panel = Panel(sent.id, sent.edit, sent.delete, expires, digest_of(message))
        self.pushed, self.panel_hand = self.pushed + 1, hand_no
        await self.delete_panel(older, now)
        return True

    async def edit_panel(self, message: Message, now: float) -> bool:
        """Bring the panel at the table up to date; say whether there is one that could be."""
        panel = self.panel
        if panel is None or panel.expires < now:
            self.panel = None
            return False
        digest = digest_of(message)
        if digest == panel.digest:
            return True
        try:
            await panel.edit(**to_edit(message, {}))
        except discord.HTTPException as error:
            if error.code in GONE or error.status in (401, 404):
                self.panel = None
                return False
            raise
        self.panel = replace(panel, digest=digest)
        return True

    async def edit_direct(self, bot: discord.Client, message: Message) -> bool:
        """Bring the DM of this hand up to date; say whether there is one that could be."""
        direct, digest = self.direct, digest_of(message)
        if direct is None:
            return False
        if direct.digest == digest:
            return True
        channel = bot.get_partial_messageable(direct.channel_id)
        try:
            await channel.get_partial_message(direct.message_id).edit(**to_edit(message, {}))
        except discord.HTTPException as error:
            if error.code not in GONE and error.code not in CANNOT_DM:
                raise
            await self._surfaces.drop_surface(direct)
            self.direct = None
            return False
        self.direct = replace(direct, digest=digest)
        return True

    async def send_direct(
        self, bot: discord.Client, message: Message, hand_no: int, rest: DirectRest
    ) -> None:
        """Send the DM of a hand. Raises DirectRefused where Discord does not allow it."""
        again, self._dm_tried = self._dm_tried == hand_no, hand_no
        try:
            async with rest.turn:
                channel = await bot.create_dm(discord.Object(self.user_id))
            nonce = f"{self.table_id}:{hand_no}"  # sent again, it is not written twice
            sent = await channel.send(nonce=nonce, **to_send(message, {}))
        except discord.Forbidden as error:
            self.dm_refused = error.code in CANNOT_DM
            raise DirectRefused(error.code) from error
        self.direct = Surface(
            self.table_id,
            SurfaceKind.HAND,
            self.user_id,
            hand_no,
            channel.id,
            sent.id,
            "" if again else digest_of(message),
        )
        await self._surfaces.put_surface(self.direct)
        if again:  # what was written the first time may be out of date
            await self.edit_direct(bot, message)
