"""What screens show of what is kept: frozen values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

BEAT_SECONDS = 15.0
"""How often a running process renews its heartbeat."""
SILENT_SECONDS = 60.0
"""After how long without one it counts as gone."""


@dataclass(frozen=True, slots=True)
class Host:
    """What the host of the bot tells people, and the version that they run.

    `contact`: a Discord user id, to which reports go, or an address in any words. `days`: how
    long the details of finished tables, backups and logs are kept.
    """

    contact: str | None = None
    privacy_url: str | None = None
    terms_url: str | None = None
    days: int = 30
    version: str = ""

    @property
    def user_id(self) -> int | None:
        """The Discord user to whom reports go, None where the contact is an address."""
        written = (self.contact or "").strip()
        return int(written) if written.isdecimal() else None


@dataclass(frozen=True, slots=True)
class Kept:
    """How much is kept of a person: finished hands and games, single acts, messages."""

    known: bool
    hands: int = 0
    games: int = 0
    acts: int = 0
    messages: int = 0


@dataclass(frozen=True, slots=True)
class NewReport:
    """What a person tells the host. `guild_id`, `channel_id`: where, 0 for a direct message.

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
    """A report that is kept. `told_at`: since when the host knows of it, None where it waits."""

    number: int
    user_id: int
    name: str
    guild_id: int
    channel_id: int
    text: str
    at: float
    told_at: float | None = None


@dataclass(frozen=True, slots=True)
class ReportMessage:
    """A direct message to the host with the reports from `first` to `last`, sent first `at`.

    `message_id` is 0 before it is sent; `digest` is empty where it is to be drawn again.
    """

    first: int
    last: int
    host_id: int
    at: float
    channel_id: int = 0
    message_id: int = 0
    digest: str = ""


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """A running process. `at`: when it last said so; `wrong`: what its checks found, by check."""

    process: str
    pid: int
    machine: str
    version: str
    started_at: float
    at: float
    wrong: Mapping[str, str]


def is_alive(heartbeat: Heartbeat, now: float) -> bool:
    """Return True if a process has renewed its heartbeat lately."""
    return heartbeat.at > now - SILENT_SECONDS
