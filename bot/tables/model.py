"""What a table is made of, as the store keeps it.

These values cross the `Store` port in both directions. They are frozen: a change is a new value,
and it counts once `Store.commit` has returned.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from bot.values.pace import Pace

from .results import GameRow, HandRow


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

    `away`: the seat is a person's, but a computer plays it until they take it back.
    `absences`: turns in a row that a computer had to play for the person.
    `ready`: asked for the next hand, or for the rematch.
    `dealt_to`: the person who got this seat's tiles when the current hand was shaken. Nobody
    else is shown them while the hand lasts.
    `reserved_by`, `reserved_name`: the person who gets a computer's seat at the next shake.
    `plays_forced`: the person's only legal domino is played for them, after a computer's pause.
    `asks_first`: the person confirms each domino before it is played.
    """

    occupant: Occupant = Occupant.OPEN
    user_id: int | None = None
    name: str = ""
    level: str = ""
    away: bool = False
    absences: int = 0
    ready: bool = False
    dealt_to: int | None = None
    reserved_by: int | None = None
    reserved_name: str = ""
    plays_forced: bool = False
    asks_first: bool = False

    @property
    def played_by_computer(self) -> bool:
        """Whether the next act of this seat comes from a computer player."""
        return self.occupant is Occupant.COMPUTER or self.away

    @property
    def holder(self) -> int | None:
        """The person whose seat it is, now or from the next shake on."""
        return self.user_id if self.occupant is Occupant.PERSON else self.reserved_by

    @property
    def holder_name(self) -> str:
        """The name of the holder."""
        return self.name if self.occupant is Occupant.PERSON else self.reserved_name

    @property
    def attended(self) -> bool:
        """Whether somebody is there who plays this seat, now or from the next shake on."""
        return self.holder is not None and not self.away


class SeatEvent(StrEnum):
    """What happened to a person's place at a table."""

    SAT = "sat"
    MOVED = "moved"  # to another seat
    RESERVED = "reserved"  # a seat, from the next shake on
    LEFT = "left"
    AWAY = "away"  # a computer plays the seat for them
    BACK = "back"
    HINT = "hint"  # they asked for one


@dataclass(frozen=True, slots=True)
class PlayChoice:
    """How a person wants their turns to go; see `Seat`."""

    plays_forced: bool = False
    asks_first: bool = False

    def noted_on(self, seat: Seat) -> Seat:
        """Return the person's seat with this choice."""
        return replace(seat, plays_forced=self.plays_forced, asks_first=self.asks_first)


@dataclass(frozen=True, slots=True)
class SeatChange:
    """One line of a table's seat log: who came, left or moved, and during which hand.

    `user_id` is None once the person has asked to be forgotten.
    """

    event: SeatEvent
    seat: int
    user_id: int | None
    hand_no: int
    at: float


@dataclass(frozen=True, slots=True)
class TableClock:
    """How long a table waits for its players, in seconds.

    `pace`: between computer plays at the normal pace. `chosen`: the pace its host has chosen, or
    None. `nudge`, `takeover`: until the player in turn is called,
    until the table is offered a computer's turn; at three times that a computer plays. An
    unanswered claim is refused after `takeover`. `between`: from the end of a hand to the next.
    """

    pace: float = 1.2
    nudge: float = 20.0
    takeover: float = 60.0
    between: float = 20.0
    chosen: Pace | None = None

    @property
    def absent(self) -> float:
        """Seconds after which a computer plays the turn of somebody who is not there."""
        return 3 * self.takeover


@dataclass(frozen=True, slots=True)
class Claim:
    """A leader's claim to every trick left, which the leader's own view does not prove.

    `asked`: the opponents' seats whose people play themselves; `accepted`: those who have
    granted it. Refused or not, it stands until the claimer's next play: one claim a lead.
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
    `clock`: how long this table waits; None at a table opened before tables had their own, which
    waits as the program is set.
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
    laid_down: tuple[int, ...] = ()  # the seats whose tiles lie face up in this hand, in order
    wake_at: float | None = None  # when the table's clock rings next
    clock: TableClock | None = None
    closed_at: float | None = None

    @property
    def attended(self) -> bool:
        """Whether somebody is there who plays, or waits for the next shake."""
        return any(seat.attended for seat in self.seats)

    @property
    def alone(self) -> bool:
        """Whether one person plays here and computers have all other seats.

        Nobody else waits there, so the table waits for that person. An event's table never does.
        """
        holders = sum(seat.holder is not None for seat in self.seats)
        full = all(seat.occupant is not Occupant.OPEN for seat in self.seats)
        return self.event_id is None and holders == 1 and full

    @property
    def pace(self) -> Pace:
        """How fast computers act here: as the host chose, else fast where nobody else waits."""
        chosen = None if self.clock is None else self.clock.chosen
        return chosen or (Pace.FAST if self.alone else Pace.NORMAL)

    @property
    def mid_hand(self) -> bool:
        """Whether tiles are dealt and hidden: a hand is going on, or paused."""
        return Status.PLAYING in (self.status, self.paused_from)

    def seat_of(self, user_id: int) -> int | None:
        """Return the seat in which this person sits; None also for one who only has it reserved."""
        for number, seat in enumerate(self.seats):
            if seat.occupant is Occupant.PERSON and seat.user_id == user_id:
                return number
        return None

    def held_by(self, user_id: int) -> int | None:
        """Return the seat that is this person's, now or from the next shake on, or None."""
        return next((n for n, seat in enumerate(self.seats) if seat.holder == user_id), None)


SEATED_AT = (Status.LOBBY, Status.PLAYING, Status.BETWEEN)


def is_live_seat(table: Table, user_id: int) -> bool:
    """Return whether a person plays here or is in from the next hand, and is not away."""
    seat = table.held_by(user_id)
    return seat is not None and table.status in SEATED_AT and not table.seats[seat].away


@dataclass(frozen=True, slots=True)
class UniqueResources:
    """What a change takes that no other table may have: live seats of people, a channel."""

    people: frozenset[int] = frozenset()
    channel_id: int | None = None


NOTHING_UNIQUE = UniqueResources()


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
class StoredShake:
    """The secret from which one hand is dealt; see `bot.records.shake`.

    `dealt`: the tiles lie with the players. Until then players may still add to `public`.
    """

    hand_no: int
    public: str
    commitment: str
    secret: bytes = field(repr=False)
    dealt: bool = False


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table as it is loaded: its row, the shake and the acts of its current hand."""

    table: Table
    shake: StoredShake | None
    acts: tuple[Act, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """What one commit writes: the table's new row, and what came with it.

    `table.version` is one more than the stored one. `shakes` are inserted, or replaced where
    the hand has one already and it was not dealt. `seats`: the numbers of the seats that differ
    from the stored ones. `seat_log`: what happened to people's places; it is numbered by itself,
    apart from the acts, so that nobody's buttons go stale when somebody sits down. `unique`: what
    nobody else may have taken meanwhile.
    """

    table: Table
    acts: tuple[Act, ...] = ()
    shakes: tuple[StoredShake, ...] = ()
    hand: HandRow | None = None
    game: GameRow | None = None
    seats: tuple[int, ...] = ()
    seat_log: tuple[SeatChange, ...] = ()
    unique: UniqueResources = NOTHING_UNIQUE
