"""What upkeep needs from outside: the store, tables and events, messages."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from bot.values.surfaces import Redraw

from .views import Heartbeat, NewReport, Report, ReportMessage


class RetentionStore(Protocol):
    """Deletes what is old, a small batch at a time. Raises `StoreFailure`."""

    async def sweep_tables(self, before: float, limit: int) -> int:
        """Empty some tables that ended before a time; return how many."""
        ...

    async def sweep_events(self, before: float, limit: int) -> int:
        """Delete some events that ended before a time; return how many."""
        ...

    async def sweep_reports(self, before: float, limit: int) -> int:
        """Delete some reports that were sent before a time; return how many."""
        ...

    async def forget_servers(self, before: float, limit: int) -> int:
        """Delete something of a server that the bot left before a time; return how much."""
        ...

    async def servers_here(self) -> Sequence[int]:
        """Return the servers that the bot is in, as far as the store knows."""
        ...

    async def server_here(self, guild_id: int) -> None:
        """Note that the bot is in a server."""
        ...

    async def server_left(self, guild_id: int, at: float) -> None:
        """Note that the bot is no longer in a server, unless that is known."""
        ...


Rows = Mapping[str, Sequence[Mapping[str, object]]]


class OwnDataStore(Protocol):
    """Finds and deletes what is about one person. Raises `StoreFailure`."""

    async def about(self, user_id: int) -> Rows:
        """Return each row with a person's id, by table, without what is about somebody else."""
        ...

    async def counts(self, user_id: int) -> Mapping[str, int]:
        """Return how many rows of each table have a person's id, without those that have none."""
        ...

    async def tables_naming(self, user_id: int) -> Sequence[str]:
        """Return the live tables that know a person."""
        ...

    async def events_naming(self, user_id: int) -> Sequence[str]:
        """Return the live events that know a person."""
        ...

    async def screens_naming(self, user_id: int, since: float) -> Sequence[Redraw]:
        """Return the messages to a person, and since a time the boards with them."""
        ...

    async def begin_deletion(self, user_id: int, screens: Sequence[Redraw], now: float) -> None:
        """Note that a person is being deleted, and the messages that show them."""
        ...

    async def unfinished_deletions(self) -> Sequence[int]:
        """Return the people whose deletion has begun and is not over."""
        ...

    async def delete_some(self, user_id: int, limit: int) -> int:
        """Take a person out of at most so many rows; return out of how many, 0 at the end."""
        ...


class Places(Protocol):
    """Tables or events, which a person can leave."""

    async def leave(self, place_id: str, user_id: int, /) -> object:
        """Let a person go; nothing happens where they are not there."""
        ...


class Messages(Protocol):
    """The messages that the bot has sent."""

    async def stop_following(self, user_id: int) -> None:
        """Send a person nothing more about the tables that they have left."""
        ...

    def clean(self) -> None:
        """Take the messages off that deletions have noted, and the name off boards.

        Returns at once; what Discord does not let go stays.
        """
        ...

    async def stop(self) -> None:
        """Stop; what is left goes on at the next start."""
        ...


class ReportStore(Protocol):
    """Keeps reports, and the messages that show them to the host. Raises `StoreFailure`."""

    async def add_report(self, report: NewReport, at: float, most: int) -> int | None:
        """Keep a report and return its number; None where its author has sent `most` in a day."""
        ...

    async def reports(self, first: int, last: int) -> Sequence[Report]:
        """Return the reports with these numbers, the oldest first."""
        ...

    async def waiting_reports(self) -> Sequence[int]:
        """Return the numbers of the reports that the host does not know of yet."""
        ...

    async def mark_told(self, last: int, at: float) -> None:
        """Note that the host knows of the reports up to this number."""
        ...

    async def newest_report_message(self, host_id: int) -> ReportMessage | None:
        """Return the newest message of reports to a host, None where there is none."""
        ...

    async def outdated_report_messages(self) -> Sequence[ReportMessage]:
        """Return the messages that show what is not kept any more."""
        ...

    async def save_report_message(self, message: ReportMessage) -> None:
        """Remember a message of reports."""
        ...

    async def drop_report_message(self, first: int) -> None:
        """Forget a message of reports."""
        ...


class ReportMessages(Protocol):
    """The direct messages that bring reports to the host."""

    async def show(self, message: ReportMessage, reports: Sequence[Report]) -> ReportMessage | None:
        """Send or edit a message and return it as it stands; None where the host can't be reached.

        A message without reports is deleted.
        """
        ...


class OrderStore(Protocol):
    """Keeps what the host has ordered. Raises `StoreFailure`."""

    async def blocked(self) -> Collection[int]:
        """Return the people and servers that are shut out."""
        ...

    async def live_in_blocked_servers(self) -> tuple[Sequence[str], Sequence[str]]:
        """Return the live tables and the live events of servers that are shut out."""
        ...

    async def close_orders(self) -> Sequence[str]:
        """Return the tables that the host wants closed."""
        ...

    async def drop_close_order(self, table_id: str) -> None:
        """Note that a table is closed, as the host wanted."""
        ...


class Closes(Protocol):
    """Tables or events, which can be closed."""

    async def close(self, place_id: str, user_id: int, /, *, manager: bool = False) -> object:
        """End one for good, for a manager or its host; nothing happens where it has ended."""
        ...


class HeartbeatStore(Protocol):
    """Keeps what running processes say about themselves. Raises `StoreFailure`."""

    async def beat(self, heartbeat: Heartbeat) -> None:
        """Renew the row of a process."""
        ...

    async def drop_heartbeat(self, process: str) -> None:
        """Note that a process has stopped."""
        ...
