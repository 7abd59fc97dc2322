"""Frozen views of stored data, for the screens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

BEAT_SECONDS = 15.0
"""How often a running process renews its heartbeat."""
SILENT_SECONDS = 60.0
"""After this long without a heartbeat, a process counts as gone."""


class HostRefused(Exception):
    """Discord refuses direct messages to the host for good."""


@dataclass(frozen=True, slots=True)
class Host:
    """The host's information for people, and the running version.

    `contact`: a Discord user id, which receives reports, or an address in any words. `days`: how
    long the details of finished tables, backups and logs are kept.
    """

    contact: str | None = None
    privacy_url: str | None = None
    terms_url: str | None = None
    days: int = 30
    version: str = ""

    @property
    def user_id(self) -> int | None:
        """The Discord user who receives reports, None if the contact is an address."""
        written = (self.contact or "").strip()
        return int(written) if written.isdecimal() else None


@dataclass(frozen=True, slots=True)
class DataSummary:
    """The amount of data stored about a person: finished hands and games, acts, messages."""

    known: bool
    hands: int = 0
    games: int = 0
    acts: int = 0
    messages: int = 0


@dataclass(frozen=True, slots=True)
class NewReport:
    """A report to the host. `guild_id`, `channel_id`: where it was sent, 0 for a direct message.

    `named`: the people whom the text mentions.
    """

    user_id: int
    name: str
    guild_id: int
    channel_id: int
    text: str
    named: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """A stored report. `told_at`: when it was delivered to the host, None while it is pending."""

    number: int
    user_id: int
    name: str
    guild_id: int
    channel_id: int
    text: str
    at: float
    told_at: float | None = None


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """A running process. `at`: its last heartbeat; `wrong`: its failed checks."""

    process: str
    pid: int
    machine: str
    version: str
    started_at: float
    at: float
    wrong: Mapping[str, str]


def is_alive(heartbeat: Heartbeat, now: float) -> bool:
    """Return True if a process has renewed its heartbeat recently.

    One of the future tells nothing, beyond the small difference between two machines' clocks.
    """
    return now - SILENT_SECONDS < heartbeat.at < now + BEAT_SECONDS
