"""Why the event service refuses. Each error carries what a sentence needs, but no wording."""

from __future__ import annotations

from dataclasses import dataclass

from .model import EventStatus


class EventError(Exception):
    """A request that the event service refuses."""


class NoSuchEvent(EventError):
    """There is no event here, or it has ended."""


@dataclass
class EventHere(EventError):
    """An event is open in this channel already."""

    host: str


class NotInEvent(EventError):
    """Only people in the event may do this."""


@dataclass
class NotEventHost(EventError):
    """Only the host of the event may do this."""

    host: str


class EventFull(EventError):
    """No place is open."""


@dataclass
class WrongEventStatus(EventError):
    """This can't be done at the present point of the event's life."""

    status: EventStatus


@dataclass
class RoundGoesOn(EventError):
    """Games of the round are still being played, at these tables."""

    tables: tuple[int, ...]


class PairsOnly(EventError):
    """The game is not for two pairs at a table."""


@dataclass
class NeedsThreads(EventError):
    """An event's tables get threads, and this place, a voice chat or a thread, has none."""

    channel: str


@dataclass
class SeatedElsewhere(EventError):
    """These people have a live seat at another table."""

    names: tuple[str, ...]


class PartnersRotate(EventError):
    """Partners cannot be chosen in this event."""


class BadPartner(EventError):
    """People can't partner with themselves or with a computer."""


class TooLateForPartners(EventError):
    """The pairs have been drawn."""
