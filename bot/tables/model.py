"""What a table is made of, as the store keeps it.

These values cross the `Store` port in both directions. They are frozen: a change is a new value,
and it exists once `Store.commit` has returned.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Status(StrEnum):
    """Where a table stands in its life."""

    LOBBY = "lobby"
    PLAYING = "playing"
    BETWEEN = "between"  # a hand has ended, the next one waits for "Ready"
    FINISHED = "finished"  # somebody has won the game, or the match; a rematch is offered
    PAUSED = "paused"  # in the middle of a hand with nobody there
    CLOSED = "closed"


class Occupant(StrEnum):
    """Who sits in a seat."""

    OPEN = "open"
    PERSON = "person"
    COMPUTER = "computer"


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat of a table.

    `away`: the seat is a person's, but a computer plays it until he takes it back.
    `absences`: turns in a row that a computer had to play for the person.
    `ready`: asked for the next hand, or for the rematch.
    """

    occupant: Occupant = Occupant.OPEN
    user_id: int | None = None
    name: str = ""
    level: str = ""
    away: bool = False
    absences: int = 0
    ready: bool = False

    @property
    def played_by_computer(self) -> bool:
        """Whether the next act of this seat comes from a computer player."""
        return self.occupant is Occupant.COMPUTER or self.away


@dataclass(frozen=True, slots=True)
class Claim:
    """What the leader of a trick says: that every trick left is his.

    `asked`: the opponents' seats in which people sat who play themselves; `accepted` those who
    grant it. It stands until his next play, `refused` or not: he claims once at a lead.
    """

    seat: int
    asked: tuple[int, ...]
    accepted: tuple[int, ...] = ()
    refused: bool = False

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats whose answer is awaited."""
        if self.refused:
            return ()
        return tuple(seat for seat in self.asked if seat not in self.accepted)


@dataclass(frozen=True, slots=True)
class Table:
    """A table's own row: everything about it but the tiles.

    `rules`: the `rules` object of a game record. `seq`: the number the next act will have; acts
    are numbered through all hands of the table, from 1. `version`: grows by one with each commit.
    `hand_no`: the current hand, or the one to be shaken next; hands are numbered through all
    games of the table, from 1. `total` and `deals_played` stand as they were before that hand,
    `shaker` shakes it. `wins`: games won at this table by side; where the game is played as a
    match, those of the current match. `winner`: the side that won the game that has just ended.
    `turn_since`: when what is now awaited began to be awaited.
    Times are Unix seconds.
    """

    table_id: str
    guild_id: int | None
    channel_id: int
    home_channel_id: int
    host_id: int
    game: str
    rules: Mapping[str, object]
    seats: tuple[Seat, ...]
    number: int = 0  # its number in its server, given by the store; an event's, in the event
    event_id: str | None = None  # the event to which it belongs
    status: Status = Status.LOBBY
    paused_from: Status | None = None
    seq: int = 1
    version: int = 0
    game_no: int = 1
    hand_no: int = 1
    total: tuple[int, ...] = ()
    wins: tuple[int, ...] = ()
    shaker: int | None = None
    deals_played: int = 0
    winner: int | None = None
    created_at: float = 0.0
    turn_since: float = 0.0
    nudged: bool = False  # the player in turn has been called
    offered: bool = False  # the table has been offered a computer's turn
    claim: Claim | None = None  # the claim of the player in turn
    wake_at: float | None = None  # when the table wants to be looked at again

    @property
    def attended(self) -> bool:
        """Whether somebody is there who plays himself."""
        return any(seat.occupant is Occupant.PERSON and not seat.away for seat in self.seats)

    def seat_of(self, user_id: int) -> int | None:
        """Return the seat in which this person sits, or None."""
        for number, seat in enumerate(self.seats):
            if seat.occupant is Occupant.PERSON and seat.user_id == user_id:
                return number
        return None


@dataclass(frozen=True, slots=True)
class Act:
    """One accepted action, in the words of the game record.

    `text` is what `format_action` of the engine prints. `user_id` is None for a computer's act.
    """

    seq: int
    hand_no: int
    seat: int
    phase: str
    text: str
    user_id: int | None
    at: float


@dataclass(frozen=True, slots=True)
class Shake:
    """The secret from which one hand is dealt; see `bot.records.shake`.

    `dealt`: the tiles lie with the players. Until then players may still add to `public`.
    """

    hand_no: int
    public: str
    commitment: str
    secret: bytes = field(repr=False)
    dealt: bool = False


@dataclass(frozen=True, slots=True)
class HandRow:
    """A finished hand, for results and records. `record` is the hand object of the game record."""

    hand_no: int
    game_no: int
    bidder: int | None
    bid: str | None
    contract: str | None
    made: bool | None
    ended: str
    points: tuple[int, ...]
    score: tuple[int, ...]
    players: tuple[int | None, ...]  # user id by seat, None where a computer played
    record: Mapping[str, object]
    at: float


@dataclass(frozen=True, slots=True)
class GameRow:
    """A finished game. `players`: user id by seat, None for a computer; `names` beside them."""

    game_no: int
    game: str
    rules: Mapping[str, object]
    winner: int
    total: tuple[int, ...]
    marks: tuple[int, ...]  # marks by side; under points, games count as the winner's one mark
    players: tuple[int | None, ...]
    names: tuple[str, ...]
    at: float


@dataclass(frozen=True, slots=True)
class Stored:
    """A table as it is loaded: its row, the shake and the acts of its current hand."""

    table: Table
    shake: Shake | None
    acts: tuple[Act, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """What one commit writes: the row as it shall be, and what came with it.

    `table.version` is one more than the stored one. `shakes` are inserted, or replaced where
    the hand has one already and it was not dealt.
    """

    table: Table
    acts: tuple[Act, ...] = ()
    shakes: tuple[Shake, ...] = ()
    hand: HandRow | None = None
    game: GameRow | None = None
