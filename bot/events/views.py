"""Frozen views of an event, built by the service."""

from __future__ import annotations

from dataclasses import dataclass

from texas42.engine import Rules

from .model import EventStatus, Partners


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A place's public view. `name` is as the person wrote it: escape before showing."""

    number: int
    user_id: int | None
    name: str
    away: bool = False


@dataclass(frozen=True, slots=True)
class TableLine:
    """A table in the current round. `sides`: the two pairs; `total`: the current score.

    `winner`: the winning side. `counted`: the game was played to its end. `paused`: its thread is
    gone, and no other could be opened.
    """

    number: int
    channel_id: int
    sides: tuple[tuple[PlayerLine, ...], tuple[PlayerLine, ...]]
    total: tuple[int, ...]
    winner: int | None
    counted: bool
    paused: bool = False


@dataclass(frozen=True, slots=True)
class StandingLine:
    """A line of the standings: a pair, or one player if partners rotate."""

    place: int
    players: tuple[PlayerLine, ...]
    played: int
    won: int
    scored: int
    against: int


@dataclass(frozen=True, slots=True)
class EventView:
    """The public view of an event.

    `pairs`: while it is open, the people who have chosen each other. `wishes`: other wishes for a
    partner, as numbers of places and ids of people. `table_count`: the number of tables, now or
    after the start. `next_at`: when its timer is due; `goes_on`: True if it then continues, False
    if it ends.
    """

    event_id: str
    guild_id: int
    channel_id: int
    host_id: int
    host: str
    rules: Rules
    partners: Partners
    status: EventStatus
    round_no: int
    players: tuple[PlayerLine, ...]
    pairs: tuple[tuple[PlayerLine, PlayerLine], ...]
    wishes: tuple[tuple[PlayerLine, int], ...]
    tables: tuple[TableLine, ...]
    standings: tuple[StandingLine, ...]
    table_count: int
    version: int
    next_at: float | None
    goes_on: bool

    @property
    def people(self) -> tuple[PlayerLine, ...]:
        """The places that people hold."""
        return tuple(player for player in self.players if player.user_id is not None)

    def place_of(self, user_id: int) -> PlayerLine | None:
        """Return a person's place in the event, or None."""
        return next((player for player in self.players if player.user_id == user_id), None)

    def standing_of(self, user_id: int) -> StandingLine | None:
        """Return a person's line of the standings, or None."""
        lines = (
            line for line in self.standings for each in line.players if each.user_id == user_id
        )
        return next(lines, None)
