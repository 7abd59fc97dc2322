"""Refusals of the event service. Each has the facts for a sentence, but no wording."""

from __future__ import annotations

from dataclasses import dataclass

from .model import FEWEST_TABLES, PEOPLE_A_TABLE, EventStatus


class EventError(Exception):
    """A request refused by the event service."""


class NoSuchEvent(EventError):
    """There is no event here, or it has ended."""


@dataclass
class EventHere(EventError):
    """The channel already has an event."""

    host: str
    event_id: str


@dataclass
class NotEventHost(EventError):
    """The user is not the host of the event."""

    host: str


class EventFull(EventError):
    """No place is open."""


@dataclass
class WrongEventStatus(EventError):
    """The request is not possible in the event's current status."""

    event_id: str
    status: EventStatus


@dataclass
class TooFewPeople(EventError):
    """This many tables need more people than have joined."""

    event_id: str
    tables: int
    people: int

    @property
    def tables_possible(self) -> int:
        """The most tables that these people can start with; 0 if they are too few for an event."""
        tables = self.people // PEOPLE_A_TABLE
        return tables if tables >= FEWEST_TABLES else 0


@dataclass
class RoundGoesOn(EventError):
    """Games of the round are still being played, at these tables."""

    tables: tuple[int, ...]


class PairsOnly(EventError):
    """The game is not for two pairs at a table."""


@dataclass
class NeedsThreads(EventError):
    """An event's tables need threads, and a voice chat or a thread can't have any."""

    channel: str


@dataclass
class SeatedElsewhere(EventError):
    """These people have a live seat at another table."""

    names: tuple[str, ...]


@dataclass
class PartnersRotate(EventError):
    """Partners cannot be chosen in this event."""

    event_id: str


@dataclass
class BadPartner(EventError):
    """People can't partner with themselves or with a computer."""

    event_id: str


@dataclass
class TooLateForPartners(EventError):
    """The pairs have been drawn."""

    event_id: str
