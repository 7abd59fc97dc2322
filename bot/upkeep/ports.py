"""What upkeep needs from outside: the store, tables and events, messages."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from bot.values.posted import Posted, PostedKey, PostedKind
from bot.values.redraw import Redraw

from .views import Heartbeat, NewReport, Report


class RetentionStore(Protocol):
    """Deletes old data in small batches. Raises `StoreFailure`."""

    async def date_anew(self, now: float) -> None:
        """Date what ended at an impossible time now: a wrong clock wrote that down."""

    async def sweep_tables(self, before: float, limit: int) -> int:
        """Strip some tables that ended before a time to their results; return how many."""

    async def sweep_events(self, before: float, limit: int) -> int:
        """Delete some events that ended before a time; return how many."""

    async def sweep_reports(self, before: float, limit: int) -> int:
        """Delete some reports that were sent before a time; return how many."""

    async def sweep_days(self, before: float, limit: int) -> int:
        """Strip some daily hands that closed before a time to their results; return how many."""

    async def sweep_undelivered(self, before: float, limit: int) -> int:
        """Delete some messages that Discord refused before a time; return how many."""

    async def sweep_shared(self, before: float, limit: int) -> int:
        """Forget some messages that people shared before a time; return how many."""

    async def forget_servers(self, before: float, limit: int) -> int:
        """Delete some rows of servers that the bot left before a time; return how many."""

    async def servers_here(self) -> Sequence[int]:
        """Return the servers that the store records the bot as being in."""

    async def server_here(self, guild_id: int) -> None:
        """Record that the bot is in a server."""

    async def server_left(self, guild_id: int, at: float) -> None:
        """Record that the bot has left a server, unless that is recorded already."""


Rows = Mapping[str, Sequence[Mapping[str, object]]]


class OwnDataStore(Protocol):
    """Finds and deletes the data about one person. Raises `StoreFailure`."""

    async def about(self, user_id: int) -> Rows:
        """Return the rows with a person's id, by table, without other people's ids and names."""

    async def counts(self, user_id: int) -> Mapping[str, int]:
        """Count the rows with a person's id, by table; omit tables without any."""

    async def tables_naming(self, user_id: int) -> Sequence[str]:
        """Return the live tables that mention a person."""

    async def events_naming(self, user_id: int) -> Sequence[str]:
        """Return the live events that mention a person."""

    async def screens_naming(self, user_id: int, since: float) -> Sequence[Redraw]:
        """Find the messages sent to a person, and boards with them since a time."""

    async def begin_deletion(self, user_id: int, screens: Sequence[Redraw], now: float) -> None:
        """Record that a deletion has begun, and queue the messages that show the person."""

    async def unfinished_deletions(self) -> Sequence[int]:
        """List the people with an unfinished deletion."""

    async def delete_some(self, user_id: int, limit: int) -> int:
        """Remove a person from up to `limit` rows; return how many, 0 once none is left."""


class SupportsLeave(Protocol):
    """The part of the table and event services that removes a person."""

    async def leave(self, place_id: str, user_id: int, /) -> object:
        """Remove a person; do nothing if they are not there."""


class MessageCleaner(Protocol):
    """Removes users who deleted their data from messages that the bot has sent."""

    async def stop_following(self, user_id: int) -> None:
        """Stop sending a person updates about tables that they have left."""

    def clean(self) -> None:
        """Delete the DMs and redraw the boards that deletions have queued.

        Returns at once; messages that Discord refuses to change stay.
        """

    async def stop(self) -> None:
        """Stop; the next start resumes."""


class ReportStore(Protocol):
    """Keeps reports, and the messages that show them to the host. Raises `StoreFailure`."""

    async def add_report(self, report: NewReport, at: float, most: int) -> int | None:
        """Keep a report and return its number; None if its author has sent `most` in a day."""

    async def reports(self, first: int, last: int) -> Sequence[Report]:
        """Return the reports with these numbers, the oldest first."""

    async def waiting_reports(self) -> Sequence[int]:
        """Return the numbers of the reports that the host has not seen yet."""

    async def mark_told(self, last: int, at: float) -> None:
        """Mark the reports up to this number as seen by the host."""

    async def newest_posted(self, kind: PostedKind, user_id: int) -> Posted | None:
        """Return the newest message of a kind to a person, None if there is none."""

    async def outdated_posted(self, *kinds: PostedKind) -> Sequence[Posted]:
        """Return the messages of these kinds whose content is unknown or outdated."""

    async def reports_of(self, posted: Posted) -> Sequence[Report]:
        """Return the reports that a message shows, without deleted ones."""

    async def save_report_message(self, posted: Posted, shown: Sequence[Report]) -> None:
        """Save a message and what it shows; it is outdated if that has changed meanwhile."""


class ReportMessages(Protocol):
    """The direct messages that deliver reports to the host."""

    async def show(self, key: PostedKey, reports: Sequence[Report]) -> Posted | None:
        """Show reports in a message and return it; None if the host can't be reached now.

        Raises HostRefused if a retry cannot succeed.
        """

    async def redraw(self, key: PostedKey, reports: Sequence[Report]) -> Posted | None:
        """Show what is left of the reports in a message, or delete it; None if it is gone.

        Raises HostRefused if that must be retried.
        """


class OrderStore(Protocol):
    """Stores the host's orders. Raises `StoreFailure`."""

    async def blocked(self) -> Collection[int]:
        """Return the ids of blocked people and servers."""

    async def live_in_blocked_servers(self) -> tuple[Sequence[str], Sequence[str]]:
        """Return the live tables and live events of blocked servers."""

    async def close_orders(self) -> Sequence[str]:
        """Return the tables that the host has ordered closed."""

    async def drop_close_order(self, table_id: str) -> None:
        """Delete the order to close a table, once it is closed."""


class SupportsClose(Protocol):
    """The part of the table and event services that closes one."""

    async def close(self, place_id: str, user_id: int, /, *, manager: bool = False) -> object:
        """Close one for good, for a manager or its host; do nothing if it has ended."""


class HeartbeatStore(Protocol):
    """Stores the heartbeats of running processes. Raises `StoreFailure`."""

    async def beat(self, heartbeat: Heartbeat) -> None:
        """Insert or update the heartbeat of a process."""

    async def drop_heartbeat(self, process: str) -> None:
        """Delete the heartbeat of a process that has stopped."""
