"""One process among several on one database: the messages between them, and what they cause.

The row of a table has all that other processes changed, and its version shows that it is new: the
process that keeps the table reloads it and updates the screens. Messages may be lost with the
connection; after a reconnect every table and every choice is read again.
"""

from __future__ import annotations

import asyncio
import logging
import uuid
from collections.abc import Awaitable, Callable, Collection, Coroutine, Sequence
from typing import Any, Protocol

from bot.runtime.loops import Loop, Pauses
from bot.tables.errors import TableError
from bot.tables.ports import LeaseStore, StoreFailure
from bot.tables.service import TableService
from bot.tables.views import Progress

from .leases import EveryTable, ShardLeases

_LOG = logging.getLogger(__name__)
RETRY_SECONDS = 1.0
LISTEN_SECONDS = 0.5
IsMeant = Callable[[int | None], bool]


class MessageBus(Protocol):
    """Carries messages between processes."""

    def tell(self, words: str) -> Coroutine[Any, Any, None]:
        """Send a message to all processes, this one included. Raises StoreFailure."""
        ...

    def listen(
        self, on_notice: Callable[[str], None], connected: Callable[[], None]
    ) -> Coroutine[Any, Any, None]:
        """Deliver messages until the connection is lost. Raises StoreFailure then.

        `connected`: earlier ones may have been missed.
        """
        ...


class SharedStore(LeaseStore, MessageBus, Protocol):
    """What several processes share."""


class Screens(Protocol):
    """The screens that this process keeps."""

    def drop(self, is_meant: IsMeant) -> Coroutine[Any, Any, None]:
        """Forget the screens of servers that another process shows from now on, or did so.

        They are forgotten at once; what is returned gives up what was being sent.
        """
        ...

    def answered_elsewhere(self, table_id: str, user_id: int, digest: str) -> None:
        """Note that another process has answered a user on their DM, which shows this now."""
        ...

    def post_again(self, progress: Progress) -> None:
        """Post a table's board anew."""
        ...

    def forget(self, user_id: int) -> Coroutine[Any, Any, None]:
        """Send a user who has asked to be forgotten nothing more."""
        ...


class ChoiceFollower(Protocol):
    """What people and servers have chosen."""

    def follow(self, user_id: int) -> Coroutine[Any, Any, object]:
        """Follow on every screen what a user has chosen."""
        ...

    def show_pictures(self, guild_id: int, *, wanted: bool) -> None:
        """Show the tables of a server as pictures, or in words."""
        ...

    def read_again(self) -> Coroutine[Any, Any, None]:
        """Follow all that was chosen as it is saved. Raises StoreFailure."""
        ...


class Processes:
    """Handles what other processes do, and notifies them of what is not in the database."""

    def __init__(self, holder: str, leases: ShardLeases, bus: MessageBus) -> None:
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

    def keeps(self, guild_id: int | None) -> bool:
        """Return whether the tables of a server are this process's to keep."""
        return self._leases.holds(guild_id)

    def share(self) -> float:
        """Return which part of what Discord allows the bot this process may use."""
        return self._leases.share

    def notify_dm_answered(self, table_id: str, user_id: int, digest: str) -> None:
        """Tell who keeps a table that a user was answered on their DM, which shows this now."""
        self._tell("pressed", table_id, user_id, digest)

    def notify_preferences(self, user_id: int) -> None:
        """Tell the others that a user has made other choices."""
        self._tell("chosen", user_id)

    def notify_pictures(self, guild_id: int, *, wanted: bool) -> None:
        """Tell the others whether the tables of a server are shown as pictures from now on."""
        self._tell("pictures", guild_id, int(wanted))

    def request_board(self, table_id: str) -> None:
        """Tell who keeps a table that its board is to be posted anew."""
        self._tell("again", table_id)

    def notify_forgotten(self, user_id: int) -> None:
        """Tell the others that a user has asked to be forgotten."""
        self._tell("forgotten", user_id)

    async def start(
        self,
        tables: TableService,
        screens: Screens,
        choices: ChoiceFollower,
        resume_events: Callable[[IsMeant], Awaitable[None]],
    ) -> None:
        """Take the own tables, and listen from now on. Raises ShardsDiffer and StoreFailure."""
        self._tables, self._screens, self._choices = tables, screens, choices
        self._resume_events = resume_events
        await self._leases.start(self._leases_changed)
        self.listening.start()

    async def stop(self) -> None:
        """Stop listening, and give the leases back."""
        self._stopped = True
        await self.listening.stop()
        for task in self._under_way:
            task.cancel()
        await asyncio.gather(*self._under_way, return_exceptions=True)
        await self._leases.stop()

    # Inside ----------------------------------------------------------------------------------

    def _leases_changed(self, come_or_gone: frozenset[int], to_look_at: frozenset[int]) -> None:
        shard_of = self._leases.shard_of
        self._soon(self._screens.drop(lambda guild_id: shard_of(guild_id) in come_or_gone))
        self._soon(self._resume(lambda guild_id: shard_of(guild_id) in to_look_at))

    async def _resume(self, is_meant: IsMeant) -> None:
        """Reload the tables and events of these servers."""

        async def look() -> None:
            await self._tables.invalidate()
            await self._tables.resume(is_meant)
            await self._resume_events(is_meant)

        await _until_done(look)

    async def _listen(self) -> float:
        await self._bus.listen(self._on_notice, self._connected)
        return LISTEN_SECONDS

    def _connected(self) -> None:
        self.listening.note_success()
        self._soon(self._resume(self.keeps))
        self._soon(_until_done(self._choices.read_again))

    def _on_notice(self, words: str) -> None:
        kind, *rest = words.split(" ")
        if kind == "leases":
            self._leases.look_soon()
        elif kind == "table":
            table_id, version, guild_id = rest
            self._soon(self._tables.on_table_changed(table_id, int(version), int(guild_id)))
        elif rest[0] != self._holder:
            self._on_choice(kind, rest[1:])

    def _on_choice(self, kind: str, words: Sequence[str]) -> None:
        """Handle what a person did through another process and no table's row shows."""
        if kind == "pressed":
            table_id, user_id, digest = words
            self._screens.answered_elsewhere(table_id, int(user_id), digest)
        elif kind == "chosen":
            self._soon(self._choices.follow(int(words[0])))
        elif kind == "pictures":
            self._choices.show_pictures(int(words[0]), wanted=words[1] == "1")
        elif kind == "again":
            self._soon(self._post_again(words[0]))
        elif kind == "forgotten":
            self._soon(self._screens.forget(int(words[0])))

    async def _post_again(self, table_id: str) -> None:
        progress = await self._tables.look(table_id)
        if self.keeps(progress.after.guild_id):
            self._screens.post_again(progress)

    def _tell(self, kind: str, *what: object) -> None:
        self._soon(self._bus.tell(" ".join(map(str, (kind, self._holder, *what)))))

    def _soon(self, work: Coroutine[Any, Any, object]) -> None:
        """Run this in the background; a failure is made good at the next reconnect."""
        if self._stopped:
            work.close()
            return
        task = asyncio.create_task(self._do(work), name="word of another process")
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        task.add_done_callback(lambda _: work.close())  # it may not have begun

    async def _do(self, work: Coroutine[Any, Any, object]) -> None:
        try:
            await work
        except (StoreFailure, TableError) as error:
            _LOG.info("missed a message of another process: %s", type(error).__name__)
        except Exception:  # noqa: BLE001 - the next word may be fine
            _LOG.exception("word of another process could not be taken up")


async def _until_done(look: Callable[[], Awaitable[None]]) -> None:
    """Retry until the database answers."""
    pauses, expected = Pauses(RETRY_SECONDS, RETRY_SECONDS), (StoreFailure, TableError)
    await Loop("reading the database", look, pauses=pauses, expected=expected).run()


def sharing(
    shared: SharedStore | None, own: Collection[int], shards: int
) -> tuple[ShardLeases | EveryTable, Processes | None]:
    """Return which tables this process keeps, and what connects it to others that share a store.

    `own`: the shards that it serves, of `shards`.
    """
    if shared is None:
        return EveryTable(), None
    holder = uuid.uuid4().hex
    leases = ShardLeases(shared, holder, own, shards)
    return leases, Processes(holder, leases, shared)
