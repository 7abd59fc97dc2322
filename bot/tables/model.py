"""A table as it is stored.

The store takes and returns these values. They are frozen: a change is a new value, effective once
`TableStore.commit` has returned.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, replace
from enum import StrEnum
from typing import Any

from bot.values.pace import Pace
from bot.values.score_words import ALL
from bot.values.turn_asks import TurnAsks
from texas42.ai.findings.judgments import Advised

from .deals.deals import SHAKEN, Deals
from .results import NextGame

HELD_SECONDS = 600.0
"""How long a new table holds seats for the people for whom it was opened."""


class Status(StrEnum):
    """The life cycle of a table."""

    LOBBY = "lobby"
    PLAYING = "playing"
    BETWEEN = "between"  # a hand has ended; waiting for "Ready"
    FINISHED = "finished"  # the game or match is won; a rematch is offered
    PAUSED = "paused"  # interrupted mid-hand with no one there
    CLOSED = "closed"


class Occupant(StrEnum):
    """The person or computer in a seat."""

    OPEN = "open"
    PERSON = "person"
    COMPUTER = "computer"


@dataclass(frozen=True, slots=True)
class PublicSeat:
    """What everybody at a table may know of a seat: a field of `Seat` is public if it stands here.

    `away`: the seat belongs to a person, but a computer plays it until they return. `ready`: asked
    for the next hand, or for the rematch. `reserved_by`, `reserved_name`: the person who gets a
    computer's seat at the next shake, or for whom an open seat is held. `played`, `played_by`,
    `played_name`: who had the seat as the hand ended, if that was another than now; until the next
    shake.
    """

    occupant: Occupant = Occupant.OPEN
    user_id: int | None = None
    name: str = ""
    level: str = ""
    away: bool = False
    ready: bool = False
    reserved_by: int | None = None
    reserved_name: str = ""
    played: Occupant | None = None
    played_by: int | None = None
    played_name: str = ""

    @property
    def holder(self) -> int | None:
        """The seat's owner, now or from the next shake."""
        if self.occupant is Occupant.PERSON:
            return self.user_id
        return None if self.occupant is Occupant.OPEN else self.reserved_by

    @property
    def holder_name(self) -> str:
        """The name of the holder."""
        return self.name if self.occupant is Occupant.PERSON else self.reserved_name

    @property
    def held_for(self) -> int | None:
        """The person for whom an open seat is held; they have not said that they come."""
        return self.reserved_by if self.occupant is Occupant.OPEN else None


@dataclass(frozen=True, slots=True)
class Seat(PublicSeat):
    """One seat of a table.

    `absences`: consecutive turns that a computer had to play for the person. `dealt_to`: the person
    who got this seat's tiles at the current shake. No one else may see them while the hand lasts.
    `plays_forced`: forced plays are automatic, after a computer's pause. `asks_first`: the person
    confirms each domino before it is played.
    """

    absences: int = 0
    dealt_to: int | None = None
    plays_forced: bool = False
    asks_first: bool = False

    @property
    def played_by_computer(self) -> bool:
        """True if a computer player makes this seat's next act."""
        return self.occupant is Occupant.COMPUTER or self.away

    def followed_by(self, after: Seat) -> Seat:
        """Return the seat after a change of its player between hands: it names who played."""
        if self.played is not None:
            played = self.played
            user_id = self.played_by
            name = self.played_name
            return replace(after, played=played, played_by=user_id, played_name=name)
        return replace(after, played=self.occupant, played_by=self.user_id, played_name=self.name)

    @property
    def attended(self) -> bool:
        """True if a present person owns this seat, now or from the next shake."""
        return self.holder is not None and not self.away


@dataclass(frozen=True, slots=True)
class PlayChoice:
    """A person's preferences for their turns; see `Seat`."""

    plays_forced: bool = False
    asks_first: bool = False

    def noted_on(self, seat: Seat) -> Seat:
        """Return the person's seat with this choice."""
        return replace(seat, plays_forced=self.plays_forced, asks_first=self.asks_first)


@dataclass(frozen=True, slots=True)
class TableClock:
    """How long a table waits for its players, in seconds.

    `pace`: between computer plays at the normal pace. `chosen`: the pace that the host chose, or
    None. `nudge`: until the player in turn is pinged. `takeover`: until a computer's turn is
    offered; at three times that a computer plays. An unanswered claim is refused after `takeover`.
    `between`: from the end of a hand to the next.
    """

    pace: float = 1.2
    nudge: float = 20.0
    takeover: float = 60.0
    between: float = 20.0
    chosen: Pace | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """A leader's unproved claim to all remaining tricks.

    `asked`: the opposing seats that people play; `accepted`: those that granted it. Refused or not,
    it stands until the claimer's next play: one claim per lead.
    """

    seat: int
    asked: tuple[int, ...]
    accepted: tuple[int, ...] = ()
    refused: bool = False

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats whose answer is pending."""
        if self.refused:
            return ()
        return tuple(seat for seat in self.asked if seat not in self.accepted)


@dataclass(frozen=True, slots=True)
class Place:
    """Where everybody sees a table: a channel or thread with its board.

    `guild_id`: the server, None outside of servers. `home_channel_id`: the channel in which the
    table was opened; if `channel_id` is a thread of it, the board is there. `number`: the table's
    in the server, or in its event; 0 until it is saved.
    """

    guild_id: int | None
    channel_id: int
    home_channel_id: int
    number: int = 0


@dataclass(frozen=True, slots=True)
class PublicTable:
    """What everybody may know of a table's row: a field of `Table` is public if it stands here.

    `place`: None if only panels and DMs show the table. `plan`: the plan that opened the table, and
    its date; the people for whom it holds seats know of it. `seq`: the number of the next act; acts
    are numbered through all hands of the table, from 1. `hand_no`: the current hand, or the next to
    be shaken; hands are numbered through all games of the table, from 1. `deals`: where the tiles
    of the current hand come from, or of the one that has just ended. `game_no`: a hand that doesn't
    count belongs to game 0. `wins`: games won at this table by side, by seat where partners change
    with each game; in a match, those of the current match. `winner`: the side that won the game
    that has just ended. `turn_since`: start of the current wait, in Unix seconds. `score_word`: the
    word whose strokes are the marks. `hints`: people who play each other may take them, see
    `TableView.offers_hints`. `home_guild_id`: the server on whose leaderboards a table without a
    place counts; None if none does. `private`: only people who are invited or know its code sit
    here, or see its hands. `keeps_hands`: the host keeps finished hands to those who played, as at
    every private table, see `hides_hands`.
    """

    table_id: str
    place: Place | None
    _: KW_ONLY
    event_id: str | None = None
    plan: str | None = None
    status: Status = Status.LOBBY
    seq: int = 1
    game_no: int = 1
    hand_no: int = 1
    deals: Deals = SHAKEN
    wins: tuple[int, ...] = ()
    winner: int | None = None
    turn_since: float = 0.0
    score_word: str = ALL
    hints: bool = True
    home_guild_id: int | None = None
    private: bool = False
    keeps_hands: bool = False

    @property
    def hides_hands(self) -> bool:
        """True if only those who played see the table's finished hands."""
        return self.keeps_hands or self.private

    @property
    def has_finished_hands(self) -> bool:
        """True if a hand was played to its end here."""
        return self.hand_no > 1 or self.status in (Status.BETWEEN, Status.FINISHED)

    @property
    def known_place(self) -> Place:
        """The place; ValueError at a table without one, which has no board and no channel."""
        if self.place is None:
            raise ValueError(f"no place: {self.table_id}")
        return self.place

    @property
    def guild_id(self) -> int | None:
        """The server on whose leaderboards the table counts; None outside of servers."""
        return self.home_guild_id if self.place is None else self.place.guild_id

    @property
    def number(self) -> int | None:
        """The number by which people know the table; None without a place."""
        return None if self.place is None else self.place.number


def public_part(
    part: type[PublicSeat | PublicTable], whole: PublicSeat | PublicTable
) -> dict[str, Any]:
    """Return the fields of a seat's or a table's public part, by name."""
    # each change of a table asks for all its seats: `fields` would take twice the time
    return {name: getattr(whole, name) for name in part.__slots__}


CHOSEN_FOR_TABLE = ("draws_partners", "changes_partners", "score_word", "hints")
"""The fields that a host chooses for the table, whatever is played there: they outlast a game."""


@dataclass(frozen=True, slots=True)
class Table(PublicTable):
    """A table's own row: everything about it but the tiles.

    `rules`: the `rules` object of a game record. `version`: grows by one with each commit. `clock`:
    how long this table waits; None at a table opened before tables had their own, which uses the
    program's defaults. `total` and `deals_played` are as before the current hand, `shaker` shakes
    it. `best_of`: how many games a match is, None if the preset decides it. `draws_partners`:
    partners are drawn as the first game begins; `changes_partners`: they change with each new game
    or match. `usual_rules`: the rules after a newcomer's first game, which is shorter; None in
    others. `code`: what somebody types to sit down; None if that is not possible, or over. Times
    are Unix seconds.
    """

    host_id: int
    game: str
    rules: Mapping[str, object]
    seats: tuple[Seat, ...]
    paused_from: Status | None = None
    version: int = 0
    total: tuple[int, ...] = ()
    best_of: int | None = None
    draws_partners: bool = False
    changes_partners: bool = False
    next_game: NextGame | None = None  # what the host has changed after a game
    shaker: int | None = None
    deals_played: int = 0
    created_at: float = 0.0
    nudged: bool = False  # the player in turn has been pinged
    offered: bool = False  # a computer's turn has been offered
    turn_asks: TurnAsks | None = None  # who asks for a computer's turn before that
    claim: Claim | None = None  # the claim of the player in turn
    laid_down: tuple[int, ...] = ()  # seats whose tiles lie face up in this hand, in order
    advised: tuple[Advised, ...] = ()  # what the guide and hints advised in this hand, in order
    wake_at: float | None = None  # when the table's timer is due
    clock: TableClock | None = None
    closed_at: float | None = None
    usual_rules: Mapping[str, object] | None = None
    code: str | None = None

    @property
    def attended(self) -> bool:
        """True if a present person plays, or waits for the next shake."""
        return any(seat.attended for seat in self.seats)

    @property
    def alone(self) -> bool:
        """True if one person plays here with computers in all other seats.

        The table then waits for that person without limit. An event's table never does.
        """
        holders = sum(seat.holder is not None for seat in self.seats)
        full = all(seat.occupant is not Occupant.OPEN for seat in self.seats)
        return self.event_id is None and holders == 1 and full

    @property
    def chosen(self) -> dict[str, Any]:
        """What the host has chosen for the table, by field."""
        return {name: getattr(self, name) for name in CHOSEN_FOR_TABLE}

    @property
    def pace(self) -> Pace:
        """The computers' pace: the host's choice, otherwise fast if no other person waits."""
        chosen = None if self.clock is None else self.clock.chosen
        return chosen or (Pace.FAST if self.alone else Pace.NORMAL)

    @property
    def draw_game(self) -> int:
        """The game whose draw of dominoes matters now: the next one, once this one is over."""
        return self.game_no + (self.winner is not None or not self.deals.counts)

    @property
    def awaits_draw(self) -> bool:
        """True if the dominoes of `draw_game` are still to be drawn, if any are."""
        return self.status is Status.LOBBY or self.draw_game != self.game_no

    @property
    def mid_hand(self) -> bool:
        """True if tiles are dealt and hidden: a hand is in progress, or paused."""
        return Status.PLAYING in (self.status, self.paused_from)

    @property
    def held_until(self) -> float | None:
        """Until when a lobby holds seats for people; None if it holds none."""
        holds = any(seat.held_for is not None for seat in self.seats)
        return self.created_at + HELD_SECONDS if holds else None

    @property
    def asking(self) -> tuple[int, ...]:
        """The seats whose people ask for a computer to play the turn that goes on."""
        asks = self.turn_asks
        return asks.seats if asks is not None and asks.since == self.turn_since else ()

    def others_present(self, seat: int) -> frozenset[int]:
        """Return the seats of the people who play here and are not away, but for one."""
        person = Occupant.PERSON
        return frozenset(
            n
            for n, each in enumerate(self.seats)
            if each.occupant is person and not each.away and n != seat
        )

    def seat_of(self, user_id: int) -> int | None:
        """Return this person's seat; None also if it is only reserved."""
        for number, seat in enumerate(self.seats):
            if seat.occupant is Occupant.PERSON and seat.user_id == user_id:
                return number
        return None

    def seat_played_by(self, user_id: int) -> int | None:
        """Return the seat that a person had as a finished hand ended, if others sit there now."""
        return next((n for n, seat in enumerate(self.seats) if seat.played_by == user_id), None)

    def held_by(self, user_id: int) -> int | None:
        """Return this person's seat, now or from the next shake, or None."""
        return next((n for n, seat in enumerate(self.seats) if seat.holder == user_id), None)


SEATED_AT = (Status.LOBBY, Status.PLAYING, Status.BETWEEN)


def is_live_seat(table: Table, user_id: int) -> bool:
    """Return True if a person plays here, now or from the next hand, and is not away."""
    seat = table.held_by(user_id)
    return seat is not None and table.status in SEATED_AT and not table.seats[seat].away
