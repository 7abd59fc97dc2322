"""Frozen views of a table, built by the service, safe to show.

`TableView` is public. `PanelView` belongs to one person: its `view` is that of their own seat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from enum import Enum, StrEnum, auto

from bot.values.game_fact import GameFact
from bot.values.names import NAMELESS, NOTHING, distinguish
from bot.values.pace import Pace
from texas42.ai.findings.judgments import Advice, Objection
from texas42.engine import (
    Action,
    DealEnded,
    Ended,
    Happening,
    OutOfTurn,
    Rules,
    SeatView,
    Shaken,
    Tile,
)

from .model import Claim, Occupant, PublicSeat, PublicTable, Status
from .rated import RatingOutcome


class Note(StrEnum):
    """A note to one person on their panel."""

    STALE = "stale"  # the button was stale
    UNCONFIRMED = "unconfirmed"  # asks for confirmation of a domino
    WRONG = "wrong"  # not an answer to the question of the lesson
    ASKED = "asked"  # the doubles will be shown once trump is named
    SEAT_BACK = "seat-back"  # the seat is theirs again
    ANSWER_LOST = "answer-lost"  # Discord was slow: the act counts, its answer was lost
    BOARD_SLOW = "board-slow"  # Discord is slow: the board lags
    PLACE_GONE = "place-gone"  # the table's channel or thread was deleted
    NOT_ALLOWED = "not-allowed"  # the bot lost permissions in the table's channel
    CHANGED = "changed"  # the host changed the next game since the button was shown
    LOCKED = "locked"  # a moderator locked the table's thread
    AUTOMOD = "automod"  # AutoMod blocks the board
    SENDING_OFF = "sending-off"  # Discord has paused posting
    WRONG_CHANNEL = "wrong-channel"  # not allowed in this channel type
    BAD_REQUEST = "bad-request"  # Discord rejects the message as invalid
    TOO_MANY_THREADS = "too-many-threads"  # the server is at its limit of open threads
    TOO_MANY_NEWS_THREADS = "too-many-news-threads"  # the same for announcement channels
    NO_UPLOADS = "no-uploads"  # no files allowed in this server
    REFUSED = "refused"  # an unknown reason


@dataclass(frozen=True, slots=True)
class SeatLine(PublicSeat):
    """A seat's public view. Names are as people wrote them: screens take `TableView.names`."""

    _: KW_ONLY
    seat: int
    side: int
    host: bool = False


def names_at(seats: Sequence[PublicSeat]) -> tuple[str, ...]:
    """Return the names of a table's seats, no two alike, then of those who get or may have them.

    Where two look alike, or one is a word of the table, the seat's number follows a person's name:
    "Alex #2". The name of an open seat is empty, and of a computer player without one.
    """
    numbers = [str(number) for number in range(1, len(seats) + 1)]
    names = []
    marks = []
    for seat, number in zip(seats, numbers, strict=True):
        is_person = seat.occupant is Occupant.PERSON
        unknown = NOTHING if is_person and seat.user_id is not None else ""
        names.append(seat.name or unknown)
        marks.append(number if is_person else "")
    newcomers = [seat.reserved_name for seat in seats]
    told = list(distinguish((*names, *newcomers), (*marks, *numbers)))
    gone = [n for n, name in enumerate(names) if marks[n] and not name]
    for n in gone:
        told[n] = f"{NAMELESS} #{numbers[n]}" if len(gone) > 1 else NAMELESS
    return tuple(told)


def in_finished_hand(line: SeatLine) -> SeatLine:
    """Return a seat with the player that it had as the hand ended."""
    if line.played is None:
        return line
    return replace(
        line,
        occupant=line.played,
        user_id=line.played_by,
        name=line.played_name,
        level="",
        away=False,
        played=None,
    )


def without_hands(view: SeatView) -> SeatView:
    """Return a finished hand as people know it who may not see its dominoes: how it ended.

    The domino of a renege stays: it ended the hand before everybody's eyes.
    """
    reneged = view.result is not None and view.result.ended is Ended.RENEGE
    return replace(
        view,
        hand=(),
        kitty=None,
        exchange=None,
        shown=(),
        tricks=(),
        trick=view.trick if reneged else None,
        revealed=None,
    )


@dataclass(frozen=True, slots=True)
class ExposedHand:
    """A hand that lies face up for the rest of the deal: its remaining tiles, ascending."""

    seat: int
    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class DrawView:
    """The draw before a game: committed, or drawn for all to see.

    `game_no`: that of the game. `rounds`: while the dominoes lie face up, each draw as seats and
    their dominoes; after the first, of those who tied. Seats are those after the draw. `shaker`:
    who drew the highest of them.
    """

    commitment: str
    game_no: int
    drawn: bool = False
    rounds: tuple[tuple[tuple[int, Tile], ...], ...] = ()
    shaker: int | None = None
    for_partners: bool = False


@dataclass(frozen=True, slots=True)
class NextGameView:
    """What the host has changed after a game; None for what stays."""

    rules: Rules
    level: str | None = None
    draws_partners: bool = False
    changes_partners: bool | None = None


@dataclass(frozen=True, slots=True)
class TableView(PublicTable):
    """The public view of a table: the public part of its row, and what follows from the rest.

    `view` is the watcher's view of the hand: the current one, or the finished one while the table
    is between hands or finished; None in the lobby. `nudge`: ping the player in turn; `nudge_at`:
    since when. `offer`: a computer's turn is offered. `asking`: the seats that ask for it before,
    of those in `asked`, all others who are here; both empty until the nudge. `next_at`: when the
    table goes on by itself, or ends. `table_id`, `seq`: for the ids of buttons, which name no
    person. `event_id`: the event that goes on with this table after a game. `claimed`: the seat
    that laid the hand down, if that ended it. `claim`: the claim of the player in turn at this
    lead. `alone`: one person plays here with computers, and the table waits for them. `pace`: the
    computers' pace. `laid_down`: the hands that lie face up, the last one last. `rated`: the rating
    changes of the game that has just ended. `shake_words`: the seats whose words are in the shake
    of this hand, or of the next one once this is over. `next_shaker`: who shakes the next game,
    once that is known. `draw`: the draw of this game, or of a coming one. `draws_partners`,
    `changes_partners`: the table's settings, None where the game has no such partners; `wins` are
    by seat if they change with each game. `next_sides`: the seats that play together in the next
    game, if others do then. `next_game`: what changes with it. `first_game`: a newcomer's first
    game, to three marks, is on or has just ended.
    """

    rules: Rules
    seats: tuple[SeatLine, ...]
    total: tuple[int, ...]
    view: SeatView | None
    commitment: str | None
    nudge: bool = False
    nudge_at: float | None = None
    offer: bool = False
    asking: tuple[int, ...] = ()
    asked: tuple[int, ...] = ()
    next_at: float | None = None
    claimed: int | None = None
    claim: Claim | None = None
    alone: bool = False
    pace: Pace = Pace.NORMAL
    laid_down: tuple[ExposedHand, ...] = ()
    rated: RatingOutcome | None = None
    shake_words: tuple[int, ...] = ()
    next_shaker: int | None = None
    draw: DrawView | None = None
    held_until: float | None = None
    draws_partners: bool | None = None
    changes_partners: bool | None = None
    next_sides: tuple[tuple[int, ...], ...] = ()
    next_game: NextGameView | None = None
    first_game: bool = False
    _names: tuple[str, ...] = field(init=False, repr=False, compare=False)
    _played: tuple[str, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_names", names_at(self.seats))
        played = self._names
        if any(line.played is not None for line in self.seats):
            played = names_at([in_finished_hand(line) for line in self.seats])
        object.__setattr__(self, "_played", played)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats as screens show them; see `names_at`."""
        return self._names[: len(self.seats)]

    @property
    def players(self) -> tuple[str, ...]:
        """The names of who plays the hand shown; once it is over, of who played it."""
        return self._played[: len(self.seats)]

    @property
    def newcomers(self) -> tuple[str, ...]:
        """The names of the people for whom seats are reserved or held, by seat."""
        return self._names[len(self.seats) :]

    @property
    def hand_of_game(self) -> int:
        """The number of the hand in its game, from 1; `hand_no` counts through all games."""
        return 1 if self.view is None else self.view.deal_number

    @property
    def people(self) -> tuple[SeatLine, ...]:
        """The seats in which people sit."""
        return tuple(line for line in self.seats if line.occupant is Occupant.PERSON)

    @property
    def free_seats(self) -> int:
        """How many open seats are held for nobody."""
        return sum(line.occupant is Occupant.OPEN and line.held_for is None for line in self.seats)

    @property
    def has_opponents(self) -> bool:
        """True if people sit on more than one side."""
        return len({line.side for line in self.people}) > 1

    @property
    def forbids_hints(self) -> bool:
        """True in an event or a match, in which people who play each other get no hints."""
        return self.event_id is not None or self.rules.game.best_of > 1

    @property
    def offers_hints(self) -> bool:
        """True if the player in turn may take a hint; always where people have no opponents."""
        return not self.has_opponents or (self.hints and not self.forbids_hints)

    def may_set_rules(self, user_id: int) -> bool:
        """Return True if this person may change the house rules now."""
        own = [line for line in self.people if line.user_id == user_id]
        over = self.status is Status.FINISHED and self.event_id is None
        return any(self.status is Status.LOBBY or (over and line.host) for line in own)

    @property
    def rules_ahead(self) -> Rules:
        """The rules of the next game, with what the host has changed."""
        return self.rules if self.next_game is None else self.next_game.rules

    def is_left_by(self, user_id: int) -> bool:
        """Return True if a user who leaves the table leaves other people during a game."""
        if self.view is None or self.seat_of(user_id) is None:
            return False
        return any(line.user_id != user_id for line in self.people)

    def seat_of(self, user_id: int) -> int | None:
        """Return a person's seat, or None."""
        return next((line.seat for line in self.people if line.user_id == user_id), None)

    def held_by(self, user_id: int) -> int | None:
        """Return a person's seat, now or from the next shake, or None."""
        return next((line.seat for line in self.seats if line.holder == user_id), None)


@dataclass(frozen=True, slots=True)
class UnprovedClaim:
    """A lay-down that the leader's own view does not prove.

    `objection`: the one tile that refutes it, if any. `opponents`: who must agree if the leader
    lays down anyway.
    """

    objection: Objection | None
    opponents: tuple[int, ...]


class QuestionKind(Enum):
    """A decision that the lesson leaves to the newcomer."""

    TRUMP = auto()  # what to name
    FOLLOW = auto()  # what may be played to the suit led
    GIVE = auto()  # what to give a partner who has the trick


@dataclass(frozen=True, slots=True)
class Question:
    """A question of the lesson: only a right answer is played."""

    kind: QuestionKind
    right: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class PanelView:
    """One person's view of a table. `seat` is None for a watcher, whose `view` is public.

    `view` is None in the lobby. `advice`: the hint they asked for at this turn. `unproved`: why
    their latest claim was not granted. `can_skip`: only computers act before this person's turn.
    `guided`: their first hand, with explanations; `better`: the advised act at this turn of it.
    `out_of_turn`: what they may do now although it is nobody's turn for it. `fact`: what the game
    that has just ended means among their games. `question`: what they have to decide alone at this
    turn of the lesson. `asks_level`: ask how strong the opponents of their next games shall be.
    `meets`: the seats of people whom they have blocked. `code`: what others type to sit down here,
    for who sits here.
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
    out_of_turn: tuple[OutOfTurn, ...] = ()
    fact: GameFact | None = None
    question: Question | None = None
    asks_level: bool = False
    meets: tuple[int, ...] = ()
    code: str | None = None

    @property
    def is_asked(self) -> bool:
        """True if a claim waits for this person's answer."""
        claim = self.table.claim
        return claim is not None and self.seat in claim.waiting


@dataclass(frozen=True, slots=True)
class Progress:
    """The effect of an act, a timer or a computer player on a table.

    `after`: the public view. `happenings`: those of the engine, in order. `version` grows by one
    with each change. `user_id`: the user who asked, None for a timer or a computer player; `note`,
    `advice` and `unproved` are for that user. `panels`: what those at the table see, by user.
    """

    after: TableView
    version: int
    panels: Mapping[int, PanelView] = field(repr=False, compare=False)
    happenings: tuple[Happening, ...] = ()
    user_id: int | None = None
    note: Note | None = None
    advice: Advice | None = None
    unproved: UnprovedClaim | None = None

    @property
    def panel(self) -> PanelView:
        """The asking user's view of the table afterwards."""
        if self.user_id is None:
            raise ValueError("nobody asked for this")
        return replace(
            self.panel_for(self.user_id),
            note=self.note,
            advice=self.advice,
            unproved=self.unproved,
        )

    def panel_for(self, user_id: int) -> PanelView:
        """Return a user's view of the table afterwards; that of a watcher for anybody else."""
        panel = self.panels.get(user_id)
        return panel or PanelView(self.after, user_id, None, self.after.view)

    @property
    def hand_ended(self) -> bool:
        """True if a hand ended."""
        return any(isinstance(happening, DealEnded) for happening in self.happenings)

    @property
    def hand_began(self) -> bool:
        """True if dominoes were dealt."""
        return any(isinstance(happening, Shaken) for happening in self.happenings)
