"""A table as the screens see it: frozen values, made by the service, safe to show.

`TableView` is public. `PanelView` belongs to one person: its `view` is that of their own seat.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import StrEnum

from bot.engine import (
    DealEnded,
    Event,
    Rules,
    SeatView,
    Shaken,
    Tile,
)
from bot.values.findings import Advice, Objection
from bot.values.pace import Pace

from .model import Claim, Occupant, Status
from .rated import RatingOutcome


class Note(StrEnum):
    """A word to one person on their panel."""

    STALE = "stale"  # the button was from an earlier turn
    UNCONFIRMED = "unconfirmed"  # the player is asked before their domino is played
    SEAT_BACK = "seat-back"  # the seat is theirs again
    ANSWER_LOST = "answer-lost"  # Discord was slow: the last act counts, the answer was lost
    BOARD_SLOW = "board-slow"  # Discord is slow: the board is behind what has been played
    PLACE_GONE = "place-gone"  # the table's channel or thread was deleted
    NOT_ALLOWED = "not-allowed"  # the bot may not write in the table's channel any more
    LOCKED = "locked"  # a moderator has locked the table's thread
    AUTOMOD = "automod"  # AutoMod does not let the board through
    SENDING_OFF = "sending-off"  # Discord has turned off posting for a while
    WRONG_CHANNEL = "wrong-channel"  # Discord does not allow it in this kind of channel
    BAD_REQUEST = "bad-request"  # Discord finds fault with what the bot sent
    TOO_MANY_THREADS = "too-many-threads"  # the server has no room for another open thread
    TOO_MANY_NEWS_THREADS = "too-many-news-threads"  # nor for another one on announcements
    NO_UPLOADS = "no-uploads"  # Discord takes no files in this server
    REFUSED = "refused"  # Discord refuses for a reason that nobody foresaw


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A seat as everybody sees it. Names are as people wrote them: escape before showing.

    `reserved_by`, `reserved_name`: who gets this computer's seat at the next shake.
    """

    seat: int
    side: int
    occupant: Occupant
    user_id: int | None
    name: str
    level: str
    away: bool
    ready: bool
    host: bool
    reserved_by: int | None = None
    reserved_name: str = ""

    @property
    def holder(self) -> int | None:
        """The person whose seat it is, now or from the next shake on."""
        return self.user_id if self.occupant is Occupant.PERSON else self.reserved_by

    @property
    def holder_name(self) -> str:
        """The name of the holder."""
        return self.name if self.occupant is Occupant.PERSON else self.reserved_name


@dataclass(frozen=True, slots=True)
class ExposedHand:
    """A hand that lies face up for the rest of the deal: what its seat still holds, ascending."""

    seat: int
    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class TableView:
    """A table as everybody sees it.

    `view` is the watcher's view of the hand: the current one, or the one just finished while
    the table is between hands or finished; None in the lobby. `nudge` and `offer`: the player
    in turn is to be called; the table is offered a computer's turn. `next_at`: when
    the table goes on by itself (the next hand, or the end of a lobby). `wins`: games won at
    this table by side; where the game is played as a match, those of the current match.
    `winner`: the side that won the game that has just ended. `seq`: for the ids of buttons.
    `event_id`: the event to which the table belongs; that goes on with it after a game.
    `claimed`: the seat that laid the hand down, where that is how it ended. `claim`: what the
    player in turn has claimed at this lead. `alone`: one person plays here with computers, and
    the table waits for them. `pace`: how fast computers act. `laid_down`: the hands that lie
    face up, the one laid down last at the end. `rated`: what the game that has just ended did to
    people's ratings. `shake_words`: the seats whose words are in the shake of this hand, or of the
    next one once this is over.
    """

    table_id: str
    number: int
    guild_id: int | None
    channel_id: int
    home_channel_id: int
    rules: Rules
    status: Status
    seats: tuple[SeatLine, ...]
    total: tuple[int, ...]
    wins: tuple[int, ...]
    winner: int | None
    game_no: int
    hand_no: int
    seq: int
    view: SeatView | None
    commitment: str | None
    turn_since: float
    nudge: bool
    offer: bool
    next_at: float | None
    event_id: str | None = None
    claimed: int | None = None
    claim: Claim | None = None
    alone: bool = False
    pace: Pace = Pace.NORMAL
    laid_down: tuple[ExposedHand, ...] = ()
    rated: RatingOutcome | None = None
    shake_words: tuple[int, ...] = ()

    @property
    def people(self) -> tuple[SeatLine, ...]:
        """The seats in which people sit."""
        return tuple(line for line in self.seats if line.occupant is Occupant.PERSON)

    def seat_of(self, user_id: int) -> int | None:
        """Return the seat in which a person sits, or None."""
        return next((line.seat for line in self.people if line.user_id == user_id), None)

    def held_by(self, user_id: int) -> int | None:
        """Return the seat that is a person's, now or from the next shake on, or None."""
        return next((line.seat for line in self.seats if line.holder == user_id), None)


@dataclass(frozen=True, slots=True)
class UnprovedClaim:
    """A lay-down that the leader's own view does not prove.

    `objection` refutes it, where one tile does. `opponents`: who must agree if the leader lays down
    anyway.
    """

    objection: Objection | None
    opponents: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PanelView:
    """A table as one person sees it. `seat` is None for a watcher, whose `view` is public.

    `view` is None in the lobby. `advice`: the hint they asked for at this turn. `unproved`: why
    they were not given the rest when they just laid down. `can_skip`: computers are to act until
    it is this person's turn. `guided`: it is their first hand, and the game is explained to them;
    `better`: what they had better do at this turn of it.
    """

    table: TableView
    user_id: int
    seat: int | None
    view: SeatView | None
    note: Note | None = None
    advice: Advice | None = None
    can_skip: bool = False
    unproved: UnprovedClaim | None = None
    guided: bool = False
    better: Advice | None = None


@dataclass(frozen=True, slots=True)
class Progress:
    """What an act, a clock or a computer player made of a table, found out once.

    `after`: the table as everybody sees it. `events`: what happened in the hand, in order.
    `version` grows by one with each change. `user_id`: the user who asked, None for a clock or a
    computer player; `note`, `advice` and `unproved` are for that user. `panel_of` gives the table
    as one user sees it.
    """

    after: TableView
    version: int
    panel_of: Callable[[int], PanelView] = field(repr=False, compare=False)
    events: tuple[Event, ...] = ()
    user_id: int | None = None
    note: Note | None = None
    advice: Advice | None = None
    unproved: UnprovedClaim | None = None

    @property
    def panel(self) -> PanelView:
        """The table afterwards, as the user who asked sees it."""
        if self.user_id is None:
            raise ValueError("nobody asked for this")
        return replace(
            self.panel_of(self.user_id),
            note=self.note,
            advice=self.advice,
            unproved=self.unproved,
        )

    @property
    def hand_ended(self) -> bool:
        """Whether a hand ended."""
        return any(isinstance(event, DealEnded) for event in self.events)

    @property
    def hand_began(self) -> bool:
        """Whether dominoes were dealt."""
        return any(isinstance(event, Shaken) for event in self.events)


@dataclass(frozen=True, slots=True)
class ShakeProof:
    """What lets anybody deal a finished hand again. `seats`: whose words were in the shake."""

    table_id: str
    hand_no: int
    content: str  # the file itself, JSON of `fortytwo-shake/1`
    seats: tuple[int, ...] = ()
