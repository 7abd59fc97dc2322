"""One of several processes on one database: the messages between them, and their effects.

A table's row holds everything that other processes changed, and its version shows that it is new:
the process that serves the table reloads it and updates the screens. Messages may be lost with the
connection; after a reconnect every table and every preference is reloaded.
"""

from __future__ import annotations

import asyncio
import logging
import uuid
from collections.abc import Awaitable, Callable, Collection, Coroutine, Sequence
from typing import Any, Protocol

from bot.runtime.loops import Loop, Pauses
from bot.store.errors import StoreFailure
from bot.store.processes import ProcessStore
from bot.tables.errors import TableError
from bot.tables.ports import EveryTable
from bot.tables.service import TableService
from bot.tables.views import Progress

from .leases import ShardLeases

_LOG = logging.getLogger(__name__)
RETRY_SECONDS = 1.0
LISTEN_SECONDS = 0.5
IsMeant = Callable[[int | None], bool]


class Screens(Protocol):
    """The screens that this process serves."""

    def drop(self, is_meant: IsMeant) -> Coroutine[Any, Any, None]:
        """Drop the screens of servers that another process shows, now or until now.

        They are forgotten at once; the returned awaitable cancels pending sends.
        """

    def answered_elsewhere(self, table_id: str, user_id: int, digest: str) -> None:
        """Record that another process answered a user on their DM, which now shows that."""

    def post_again(self, progress: Progress) -> None:
        """Post a table's board again."""

    def forget(self, user_id: int) -> Coroutine[Any, Any, None]:
        """Stop sending messages to a deleted user."""


class ChoiceFollower(Protocol):
    """Applies preferences of people and servers."""

    def follow(self, user_id: int) -> Coroutine[Any, Any, object]:
        """Apply a user's preferences to every screen."""

    def show_pictures(self, guild_id: int, *, wanted: bool) -> None:
        """Show the tables of a server as pictures, or in words."""

    def read_again(self) -> Coroutine[Any, Any, None]:
        """Reload and apply all saved preferences. Raises StoreFailure."""


class Processes:
    """Handles other processes' messages, and notifies them of what is not in the database."""

    def __init__(self, holder: str, leases: ShardLeases, bus: ProcessStore) -> None:
        self._holder = holder
        self._leases = leases
        self._bus = bus
        self._under_way: set[asyncio.Task[None]] = set()
        self._stopped = False
        self.listening = Loop(
            "news of other processes",
            self._listen,
            pauses=Pauses(LISTEN_SECONDS, LISTEN_SECONDS),
            expected=(StoreFailure,),
        )

    @property
    def loops(self) -> tuple[Loop, ...]:
        """The background loops."""
        return self._leases.loop, self.listening

    def serves(self, guild_id: int | None) -> bool:
        """Return True if this process serves the tables of a server."""
        return self._leases.holds(guild_id)

    def share(self) -> float:
        """Return the fraction of Discord's rate limits that this process may use."""
        return self._leases.share

    def notify_dm_answered(self, table_id: str, user_id: int, digest: str) -> None:
        """Notify the table's process that a user was answered on their DM, which now shows that."""
        self._send("pressed", table_id, user_id, digest)

    def notify_preferences(self, user_id: int) -> None:
        """Notify the others of a user's changed preferences."""
        self._send("chosen", user_id)

    def notify_pictures(self, guild_id: int, *, wanted: bool) -> None:
        """Notify the others that a server's tables are now shown as pictures, or not."""
        self._send("pictures", guild_id, int(wanted))

    def request_board(self, table_id: str) -> None:
        """Ask the process that serves a table to post its board again."""
        self._send("again", table_id)

    def notify_forgotten(self, user_id: int) -> None:
        """Notify the others of a deleted user."""
        self._send("forgotten", user_id)

    async def start(
        self,
        tables: TableService,
        screens: Screens,
        choices: ChoiceFollower,
        resume_events: Callable[[IsMeant], Awaitable[None]],
    ) -> None:
        """Take the own tables, and start listening. Raises ShardsDiffer and StoreFailure."""
        self._tables = tables
        self._screens = screens
        self._choices = choices
        self._resume_events = resume_events
        await self._leases.start(self._on_leases_changed)
        self.listening.start()

    async def stop(self) -> None:
        """Stop listening, and release the leases."""
        self._stopped = True
        await self.listening.stop()
        for task in self._under_way:
            task.cancel()
        await asyncio.gather(*self._under_way, return_exceptions=True)
        await self._leases.stop()

    # Inside ----------------------------------------------------------------------------------

    def _on_leases_changed(self, come_or_gone: frozenset[int], to_look_at: frozenset[int]) -> None:
        shard_of = self._leases.shard_of
        self._run_soon(self._screens.drop(lambda guild_id: shard_of(guild_id) in come_or_gone))
        self._run_soon(self._resume(lambda guild_id: shard_of(guild_id) in to_look_at))

    async def _resume(self, is_meant: IsMeant) -> None:
        """Reload the tables and events of these servers."""

        async def look() -> None:
            await self._tables.invalidate()
            await self._tables.resume(is_meant)
            await self._resume_events(is_meant)

        await _retry(look)

    async def _listen(self) -> float:
        await self._bus.listen(self._on_notice, self._on_connected)
        return LISTEN_SECONDS

    def _on_connected(self) -> None:
        self.listening.note_success()
        self._run_soon(self._resume(self.serves))
        self._run_soon(_retry(self._choices.read_again))

    def _on_notice(self, words: str) -> None:
        kind, *rest = words.split(" ")
        if kind == "leases":
            self._leases.look_soon()
        elif kind == "table":
            table_id, version, guild_id = rest
            self._run_soon(self._tables.on_table_changed(table_id, int(version), int(guild_id)))
        elif rest[0] != self._holder:
            self._on_choice(kind, rest[1:])

    def _on_choice(self, kind: str, words: Sequence[str]) -> None:
        """Handle another process's change that is in no table's row."""
        if kind == "pressed":
            table_id, user_id, digest = words
            self._screens.answered_elsewhere(table_id, int(user_id), digest)
        elif kind == "chosen":
            self._run_soon(self._choices.follow(int(words[0])))
        elif kind == "pictures":
            self._choices.show_pictures(int(words[0]), wanted=words[1] == "1")
        elif kind == "again":
            self._run_soon(self._post_again(words[0]))
        elif kind == "forgotten":
            self._run_soon(self._screens.forget(int(words[0])))

    async def _post_again(self, table_id: str) -> None:
        progress = await self._tables.look(table_id)
        if self.serves(progress.after.guild_id):
            self._screens.post_again(progress)

    def _send(self, kind: str, *what: object) -> None:
        self._run_soon(self._bus.tell(" ".join(map(str, (kind, self._holder, *what)))))

    def _run_soon(self, work: Coroutine[Any, Any, object]) -> None:
        """Run this in the background; the next reconnect makes up for a failure."""
        if self._stopped:
            work.close()
            return
        task = asyncio.create_task(self._run(work), name="message from another process")
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        task.add_done_callback(lambda _: work.close())  # it may not have begun

    async def _run(self, work: Coroutine[Any, Any, object]) -> None:
        try:
            await work
        except (StoreFailure, TableError) as error:
            _LOG.info("missed a message from another process: %s", type(error).__name__)
        except Exception:  # noqa: BLE001 - the next message may be fine
            _LOG.exception("could not handle a message from another process")


async def _retry(look: Callable[[], Awaitable[None]]) -> None:
    """Retry until the database answers."""
    pauses = Pauses(RETRY_SECONDS, RETRY_SECONDS)
    expected = (StoreFailure, TableError)
    await Loop("reading the database", look, pauses=pauses, expected=expected).run()


def sharing(
    shared: ProcessStore | None, own: Collection[int], shards: int
) -> tuple[ShardLeases | EveryTable, Processes | None]:
    """Build the leases and the connection to other processes that share a store.

    `own`: the shards that this process serves, of `shards`.
    """
    if shared is None:
        return EveryTable(), None
    holder = uuid.uuid4().hex
    leases = ShardLeases(shared, holder, own, shards)
    return leases, Processes(holder, leases, shared)
