"""An event as it is stored. Frozen: a change is a new value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from bot.values.names import names_of

SEATS = 4  # an event is played in pairs, two at a table
FEWEST_TABLES = 2
MOST_TABLES = 8
PEOPLE_A_TABLE = 2  # at least, on average; computers fill the other seats

Pair = tuple[int, int]


class Partners(StrEnum):
    """How partners are assigned."""

    FIXED = "fixed"  # chosen or drawn once; winners move up, losers stay
    ROTATING = "rotating"  # each with each, by the whist schedule


class EventStatus(StrEnum):
    """The life cycle of an event."""

    OPEN = "open"  # people join
    PLAYING = "playing"  # a round is in progress
    BETWEEN = "between"  # all games of the round are over
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Entry:
    """One place in an event: a person's, or a computer's if `user_id` is None.

    Entries are numbered from 0: in order of joining while the event is open, afterwards as drawn;
    with fixed partners 0 and 1 are a pair, 2 and 3, and so on. `wish`: the person wanted as
    partner. `away`: the place belongs to a person, but a computer plays for them. `counts_from`:
    the first round that counts for them; those before were played by others.
    """

    number: int
    user_id: int | None
    name: str
    wish: int | None = None
    away: bool = False
    counts_from: int = 1

    @property
    def is_person(self) -> bool:
        """True if a person has the place, also one who has since deleted their data."""
        return self.user_id is not None or not self.name


@dataclass(frozen=True, slots=True)
class EventGame:
    """The game of one round at one table, table one being the highest.

    `entries`: the places, by seat. `table_id` is None until the table is open. `first_game`: the
    number that the table gives its first game of this round. `winner`: the winning side. If the
    game was broken off, the winner is drawn by lot, since one pair has to move up, and `total` is
    None: the game counts for no one. `played`: the places whose people played its last hand, for
    whom it counts; None for a game that ended before this was noted, which counts for all.
    """

    round_no: int
    table_no: int
    channel_id: int
    entries: tuple[int, ...]
    table_id: str | None = None
    first_game: int = 1
    winner: int | None = None
    total: tuple[int, ...] | None = None
    played: tuple[int, ...] | None = None

    @property
    def pairs(self) -> tuple[Pair, Pair]:
        """The two pairs, by side: partners sit opposite."""
        north, east, south, west = self.entries
        return (north, south), (east, west)

    @property
    def over(self) -> bool:
        """True if the game has ended, finished or broken off."""
        return self.winner is not None


@dataclass(frozen=True, slots=True)
class Event:
    """An event with all its rounds.

    `rules`: the `rules` object of a game record. `best_of`: how many games a match is, which each
    table plays in a round; None if the preset of the rules decides it. `table_count`: the number of
    tables, if the host has set it; otherwise as many as the people need. `round_no`: the current or
    last round, 0 before the start. `version` grows by one with each commit. `since`: start of the
    current wait.
    Times are Unix seconds.
    """

    event_id: str
    guild_id: int
    channel_id: int
    host_id: int
    game: str
    rules: Mapping[str, object]
    partners: Partners
    table_count: int | None = None
    best_of: int | None = None
    status: EventStatus = EventStatus.OPEN
    round_no: int = 0
    entries: tuple[Entry, ...] = ()
    games: tuple[EventGame, ...] = ()
    version: int = 0
    created_at: float = 0.0
    since: float = 0.0

    @property
    def people(self) -> tuple[Entry, ...]:
        """The places that people hold."""
        return tuple(entry for entry in self.entries if entry.user_id is not None)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the places as screens show them, no two people's alike."""
        return names_of([(entry.user_id, entry.name) for entry in self.entries])

    @property
    def attended(self) -> bool:
        """True if any person in the event is not away."""
        return any(not entry.away for entry in self.people)

    @property
    def round_games(self) -> tuple[EventGame, ...]:
        """The games of the current round, table one first."""
        games = (game for game in self.games if game.round_no == self.round_no)
        return tuple(sorted(games, key=lambda game: game.table_no))

    @property
    def tables_needed(self) -> int:
        """The number of tables, now or after the start."""
        if self.status is not EventStatus.OPEN:
            return len(self.entries) // SEATS
        return self.table_count or max(FEWEST_TABLES, -(-len(self.entries) // SEATS))

    def entry_of(self, user_id: int) -> Entry | None:
        """Return a person's place, or None."""
        return next((entry for entry in self.entries if entry.user_id == user_id), None)
