"""Why the event service refuses. Each has what a sentence needs; no wording here."""

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
    """Only those who take part may do this."""


@dataclass
class NotEventHost(EventError):
    """Only the host of the event may do this."""

    host: str


class EventFull(EventError):
    """No place is open."""


@dataclass
class WrongEventStatus(EventError):
    """The event is not at the point of its life at which this can be done."""

    status: EventStatus


@dataclass
class RoundGoesOn(EventError):
    """Games of the round are still going on, at these tables."""

    tables: tuple[int, ...]


class PairsOnly(EventError):
    """The game is not one for two pairs at a table."""


@dataclass
class SeatedElsewhere(EventError):
    """These people have a live seat at another table."""

    names: tuple[str, ...]


class PartnersRotate(EventError):
    """Partners cannot be chosen in this event."""


class BadPartner(EventError):
    """Nobody is his own partner, and computers are not asked."""


class TooLateForPartners(EventError):
    """The pairs have been drawn."""
