"""The screens of one table: its board, its players' private messages and its pings.

Each message is brought up to date on its own, so that a slow one delays no other: the board, paced
to stay below Discord's rate limits; the messages of each player; each DM being sent, which may be
slow; and the pings. Each job reads the newest progress of the table, so a failed one is simply
repeated.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable
from functools import partial

from bot.budget.kinds import Kind
from bot.presenter.table.notices import words_for_pictures
from bot.presenter.words.render_context import RenderContext
from bot.publisher.alerts import lacks_one
from bot.publisher.calls.discord_errors import Failure
from bot.publisher.keeper.policies import POLICIES
from bot.publisher.keeper.updater import Updater
from bot.tables.model import Status
from bot.tables.views import Progress, TableView
from bot.values.posted import PostedKind
from bot.values.preferences import Preferences

from .board import Board
from .held_seats import HeldSeats
from .invitations import remove_invitations
from .news import TableNews
from .pings import TurnPing, may_be_pinged, ping_people, set_away, tell_unreached
from .press import Answered, Press
from .reader import Reader
from .readers import Readers
from .surroundings import Surroundings
from .thread_members import ThreadMembers

BEHIND_SECONDS = 5.0
"""A board that has waited longer for its turn says that it is behind."""
KINDS = PostedKind.BOARD, PostedKind.HAND, PostedKind.PING, PostedKind.HELD_SEATS


class TableScreens:
    """Keeps all messages about one table up to date.

    `serves`: whether this process serves a server. `goes_on_in_words`: whether a failure makes a
    server's tables change from pictures to words.
    """

    def __init__(
        self,
        progress: Progress,
        around: Surroundings,
        *,
        serves: Callable[[int | None], bool],
        goes_on_in_words: Callable[[int | None, Failure | None], bool],
    ) -> None:
        self.news = TableNews(progress)
        self.table_id = table_id = progress.after.table_id
        self.board = Board(around.means, around.contents, table_id)
        self._around = around
        self._serves = serves
        self._may_go_on_in_words = goes_on_in_words
        self._ping = TurnPing(around.means, table_id)
        self._held = HeldSeats(around, table_id)
        self._members = ThreadMembers(around.means, around.contents.tables)
        self._loading: asyncio.Task[None] | None = None
        self._unexplained = False  # whether the change to words is still to be explained
        self.readers = Readers(
            self.news,
            self.board,
            around,
            on_result=self._goes_on_in_words,
            on_unreached=self._ping_soon,
            load=self._load,
            is_ours=lambda: self.is_ours,
        )
        self._boarding = Updater(
            f"board {table_id}",
            self._show_board,
            around.means.clock,
            gap=POLICIES[PostedKind.BOARD].gap,
            on_result=self._on_board,
            is_wanted=lambda: self.is_ours,
        )
        self._shrinking = Updater(
            f"cards {table_id}",
            self.board.shrink_old_card,
            around.means.clock,
            is_wanted=lambda: self.is_ours,
        )
        self._pinging = Updater(
            f"pings {table_id}",
            self._show_pings,
            around.means.clock,
            is_wanted=lambda: self.is_ours,
        )
        self._alerting = Updater(
            f"alerts {table_id}",
            self._tell_of_open_seat,
            around.means.clock,
            is_wanted=lambda: self.is_ours,
        )
        self._following = Updater(
            f"members {table_id}",
            self._follow_members,
            around.means.clock,
            is_wanted=lambda: self.is_ours,
        )

    @property
    def newest(self) -> Progress:
        """The newest progress of the table."""
        return self.news.newest

    @property
    def is_ours(self) -> bool:
        """True if this process shows the table."""
        return self._serves(self.newest.after.guild_id)

    @property
    def is_leaving(self) -> bool:
        """True if the table has ended or moved to another process."""
        return self.newest.after.status is Status.CLOSED or not self.is_ours

    @property
    def is_idle(self) -> bool:
        """True if nothing is pending."""
        return not self.tasks

    @property
    def is_evictable(self) -> bool:
        """True if the screens could be rehydrated from the store."""
        now = self._around.means.clock.now()
        held = any(reader.is_at_the_table(now) for reader in self.readers.all())
        return self.is_idle and self.news.trouble.note is None and not held

    @property
    def _updaters(self) -> tuple[Updater, ...]:
        own = self._boarding, self._shrinking, self._pinging, self._alerting, self._following
        return *own, *self.readers.updaters

    @property
    def tasks(self) -> list[asyncio.Task[None]]:
        """The background tasks that are running."""
        return [task for updater in self._updaters for task in updater.tasks]

    def take(self, progress: Progress) -> None:
        """Store the progress of the table unless a newer one is known."""
        self.news.take(progress)
        if progress.hand_ended:
            self.board.final = progress.after

    def refresh(self) -> None:
        """Bring all screens up to date in the background."""
        self.readers.request_all()
        if self.newest.after.place is not None:
            self._boarding.request()
        if self._members.are_behind(self.newest.after):
            self._following.request()
        self._ping_soon()
        if lacks_one(self.newest.after):
            self._alerting.request()

    def _ping_soon(self) -> None:
        self._pinging.request()

    async def shown(self) -> None:
        """Wait until all screens are up to date or one attempt has failed."""
        await self._boarding.wait_tried()
        await self.readers.wait_sent()
        await self._pinging.wait_tried()
        await self._following.wait_tried()

    async def admit(self, user_ids: Iterable[int]) -> None:
        """Let people see the thread of a private table, as somebody there invites them."""
        await self._members.add(self.newest.after, user_ids)

    async def dismiss(self, user_id: int) -> None:
        """Hide the thread of a private table from somebody without a seat whom its host blocks."""
        await self._members.remove(self.newest.after, user_id)

    async def admit_again(self, user_id: int) -> None:
        """Let a person who has a seat see that thread again, if somebody removed them from it."""
        await self._members.add_again(self.newest.after, user_id)

    async def answer(self, press: Press) -> Answered:
        """Bring the panel of a user up to date by the answer to their press."""
        await self._load()
        if self.news.trouble.note is not None:
            self._boarding.request()  # the board may be possible now
        return await self.readers.answer(press)

    async def reader(self, user_id: int) -> Reader:
        """Return a user's private messages at this table."""
        await self._load()
        return await self.readers.reader(user_id)

    async def stop(self) -> None:
        """Cancel pending work and start no more."""
        await asyncio.gather(*(updater.stop() for updater in self._updaters))

    def people(self) -> Collection[int]:
        """Return the users who see the table."""
        return self.readers.people()

    def redraw(self) -> None:
        """Draw everything again, since its look has changed."""
        self.readers.redraw()
        self.refresh()

    async def _load(self) -> None:
        """Load, once, the messages that an earlier run posted."""
        task = self._loading
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            task = self._loading = asyncio.create_task(self._read_posted())
        await asyncio.shield(task)

    async def _read_posted(self) -> None:
        for posted in await self._around.means.messages.posted_about(self.table_id, *KINDS):
            if posted.key.kind is PostedKind.BOARD:
                self.board.message.remember(posted)
            elif posted.key.kind is PostedKind.HAND:
                self.readers.remember(posted)
            elif posted.key.kind is PostedKind.PING:
                self._ping.message.remember(posted)
            else:
                self._held.remember(posted)

    # The board -------------------------------------------------------------------------------

    def _context(self, table: TableView) -> RenderContext:
        return self._around.contents.context(table.guild_id, None)

    async def _show_board(self) -> None:
        await self._load()
        await self._around.answers.settled(self.table_id, self.newest.user_id)
        self.news.trouble.sending()
        # the DMs with a hand wait for its board
        is_new = self.board.message.part != self.newest.after.hand_no
        kind = Kind.HAND if is_new else Kind.BOARD
        async with self._around.means.queue.turn(kind) as waited:
            is_behind = waited > BEHIND_SECONDS
            self._boarding.mark_current()  # what follows includes newer changes
            table = self.newest.after
            try:
                await self.board.show(table, is_behind=is_behind)
            finally:
                self.news.board_tried()
            if self._unexplained:
                words = words_for_pictures(self._context(table))
                await self._around.means.channels.say(table.known_place.channel_id, words)
                self._unexplained = False
        self._shrinking.request()
        if is_behind:  # it stops saying so once it is in time
            self._boarding.request_after(BEHIND_SECONDS, lambda: None)

    def _on_board(self, failure: Failure | None) -> None:
        """Record whether the board could be shown, and inform the players if that changed."""
        if not self._goes_on_in_words(failure) and self.news.trouble.sent(failure):
            self.readers.request_all()

    def _goes_on_in_words(self, failure: Failure | None) -> bool:
        """Return True if only a picture was refused: everything is sent again in words."""
        return self._may_go_on_in_words(self.newest.after.guild_id, failure)

    def limit_uploads(self) -> None:
        """Switch to words, and explain it once."""
        self._unexplained = self.newest.after.status in (Status.PLAYING, Status.BETWEEN)
        self.redraw()

    async def _follow_members(self) -> None:
        """Keep those of a private table in its thread, once a board has opened that."""
        await self._boarding.wait_tried()
        async with self._around.means.queue.turn(Kind.HAND):
            await self._members.follow_seats(self.newest.after)

    # Pings -----------------------------------------------------------------------------------

    async def _show_pings(self) -> None:
        """Bring the pings in the channel up to date, after the messages of those they reach.

        What is said of seats stands below the lobby that shows them.
        """
        await self._load()
        await self.readers.wait_tried()
        await self._boarding.wait_tried()
        async with self._around.means.queue.turn(Kind.HAND):
            await self._show_newest_pings()

    async def _show_newest_pings(self) -> None:
        table = self.newest.after
        means = self._around.means
        context = self._context(table)
        now = means.clock.now()
        if table.status is Status.CLOSED:
            await remove_invitations(means, self.table_id)
        unreached = [reader for reader in self.readers.all() if reader.ping is not None]
        gone = partial(set_away, self._around.contents.tables, self.table_id)
        if table.place is None:
            await tell_unreached(table, context, unreached, now, gone=gone)
            await self._held.show_by_dm(table)
            return
        await self._ping.show(table, context, await may_be_pinged(table, self.reader, now))
        await self._held.show(table, context)
        waiting = self.readers.is_sending_dms
        await ping_people(
            means.channels, table, context, unreached, now, waiting=waiting, gone=gone
        )

    async def _tell_of_open_seat(self) -> None:
        """Tell people who wait for such a table, below the lobby that shows it."""
        await self._boarding.wait_tried()
        await self._around.alerts.wait_for_servers()
        await self._around.alerts.tell(self.newest.after)

    # Choices ---------------------------------------------------------------------------------

    async def forget(self, user_id: int) -> None:
        """Stop sending to a user, and delete their panel."""
        self._held.forget(user_id)
        await self.readers.forget(user_id)

    def choose(self, chosen: Preferences) -> None:
        """Apply a user's new preferences."""
        if chosen.user_id in self.readers.people():
            self.readers.choose(chosen)
            self._ping_soon()

    def answered_elsewhere(self, user_id: int, digest: str) -> None:
        """Record that another process has edited a user's DM, which now shows this."""
        self.readers.answered_elsewhere(user_id, digest)
