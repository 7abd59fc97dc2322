"""What is stored with a table: acts, seat log and secrets, and the changes that a commit writes."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from .model import Table
from .results import GameRow, HandRow


@dataclass(frozen=True, slots=True)
class UniqueResources:
    """Resources that only one table may have: people's live seats, and a channel."""

    people: frozenset[int] = frozenset()
    channel_id: int | None = None


NOTHING_UNIQUE = UniqueResources()


class SeatEvent(StrEnum):
    """What happened to a person's seat at a table."""

    SAT = "sat"
    MOVED = "moved"  # changed seats
    RESERVED = "reserved"  # reserved for the next shake
    LEFT = "left"
    AWAY = "away"  # a computer plays the seat for them
    BACK = "back"
    HINT = "hint"  # asked for a hint


@dataclass(frozen=True, slots=True)
class SeatChange:
    """A row of a table's seat log: who came, left or moved, and in which hand.

    `user_id` is None once the person has been deleted.
    """

    event: SeatEvent
    seat: int
    user_id: int | None
    hand_no: int
    at: float


@dataclass(frozen=True, slots=True)
class Act:
    """One accepted action, in record notation.

    `text` is the engine's `format_action`. `user_id` is None for a computer's act.
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
    """The secret from which one hand is dealt; see `texas42.records.shake`.

    `dealt`: the tiles are out. Until then players may add to `public`.
    """

    hand_no: int
    public: str
    commitment: str
    secret: bytes = field(repr=False)
    dealt: bool = False


@dataclass(frozen=True, slots=True)
class StoredDraw:
    """The secret of one series of draws before a game; see `texas42.records.draws`.

    `drawers`: the seats that drew, numbered as they were then; empty until the draw.
    `for_partners`: the draw also decided who sits where. `from_one_deal`: ties were drawn from the
    same deal; before that rule they had new deals, whose dominoes are no longer known.
    """

    game_no: int
    commitment: str
    secret: bytes = field(repr=False)
    drawers: tuple[int, ...] = ()
    for_partners: bool = False
    from_one_deal: bool = False

    @property
    def drawn(self) -> bool:
        """True if the dominoes are drawn."""
        return bool(self.drawers)


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table as loaded: its row, the shake and acts of its current hand, and its draw.

    `draw`: that of `Table.draw_game`.
    """

    table: Table
    shake: StoredShake | None
    acts: tuple[Act, ...]
    draw: StoredDraw | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """One commit: the table's new row and its related rows.

    `table.version` is one above the stored one. `shakes` are inserted, or replace an undealt shake
    of the same hand; so is `draw`, of the same game. `seats`: the numbers of the changed seats;
    `resized`: the table has more or fewer seats than before. `seat_log`: what happened to people's
    seats, numbered apart from the acts, so that no buttons go stale when a person sits down.
    `unique`: what no other table may have taken meanwhile. `is_replaced`: the table closes and goes
    on as another one, which gets its invitations.
    """

    table: Table
    acts: tuple[Act, ...] = ()
    shakes: tuple[StoredShake, ...] = ()
    draw: StoredDraw | None = None
    hand: HandRow | None = None
    game: GameRow | None = None
    seats: tuple[int, ...] = ()
    resized: bool = False
    seat_log: tuple[SeatChange, ...] = ()
    unique: UniqueResources = NOTHING_UNIQUE
    is_replaced: bool = False
