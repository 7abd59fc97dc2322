"""A deal, from the shake to its score: its actions, its state, its happenings."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from texas42.engine.calls import Call, format_call, parse_call
from texas42.engine.contracts import Contract, format_contract, parse_contract
from texas42.engine.errors import NotationError
from texas42.engine.rules import Rules
from texas42.engine.tiles import (
    NUMBER_SUITS,
    PlayTile,
    Rebuildable,
    Suit,
    Tile,
    Trick,
    format_tile,
    parse_tile,
)

UNSEEN = "?"
"""The notation of an undealt tile that is taken unseen."""


class Phase(Rebuildable, StrEnum):
    """The kind of action expected from the seat in turn."""

    CALL = "call"
    CONTRACT = "contract"
    EXCHANGE = "exchange"
    PLAY = "play"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Shake:
    """The random start of a deal: each seat's tiles, seat 0 first, and the rest."""

    shaker: int
    hands: tuple[tuple[Tile, ...], ...]
    kitty: tuple[Tile, ...] = ()


@dataclass(frozen=True, slots=True)
class MakeCall:
    """A call in the auction."""

    seat: int
    call: Call


@dataclass(frozen=True, slots=True)
class NameContract:
    """The choice of trump or of a special contract."""

    seat: int
    contract: Contract


@dataclass(frozen=True, slots=True)
class MakeExchange:
    """The tiles taken from the undealt ones, and the tiles put back, as sets.

    `unseen` counts undealt tiles taken without looking: at a `blind_swap` table the bidder, who may
    not know the widow, swaps with ``unseen=1`` and an empty `take`. `Deal.exchange` always holds
    the real tiles.
    """

    seat: int
    take: tuple[Tile, ...] = ()
    give: tuple[Tile, ...] = ()
    unseen: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "take", tuple(sorted(self.take)))
        object.__setattr__(self, "give", tuple(sorted(self.give)))


Action = Shake | MakeCall | NameContract | MakeExchange | PlayTile


def _format_tiles(tiles: Iterable[Tile]) -> str:
    return ",".join(format_tile(tile) for tile in tiles)


def format_action(action: Action, rules: Rules | None = None) -> str:
    """Format an action in record notation, without its seat.

    ``31``, ``5``, ``64``, ``61@1``; an exchange as tiles taken and put back, ``55,50/21,31``, ``/``
    for none, ``?`` for a tile taken unseen; a shake as its hands and the rest. Without rules, bids
    of a whole hand are written in marks and follow-me without ``high``.
    """
    match action:
        case MakeCall(call=call):
            return format_call(call, rules)
        case NameContract(contract=contract):
            return format_contract(contract, rules)
        case PlayTile(tile=tile, declared=declared):
            return format_tile(tile) if declared is None else f"{format_tile(tile)}@{declared}"
        case MakeExchange(take=take, give=give, unseen=unseen):
            taken = [format_tile(tile) for tile in take] + [UNSEEN] * unseen
            return f"{','.join(taken)}/{_format_tiles(give)}"
        case Shake(hands=hands, kitty=kitty):
            return "/".join(_format_tiles(tiles) for tiles in (*hands, kitty))


def _parse_exchange(text: str, seat: int) -> MakeExchange:
    taken, slash, given = text.partition("/")
    if not slash:
        raise NotationError(f"{text!r} is not an exchange: write tiles taken/tiles put back.")
    take = taken.split(",") if taken else []
    give = given.split(",") if given else []
    unseen = take.count(UNSEEN)
    seen = tuple(parse_tile(tile) for tile in take if tile != UNSEEN)
    return MakeExchange(seat, seen, tuple(parse_tile(tile) for tile in give), unseen)


def _parse_play(text: str, seat: int) -> PlayTile:
    tile, at, word = text.partition("@")
    if not at:
        return PlayTile(seat, parse_tile(tile))
    if word not in NUMBER_SUITS:
        raise NotationError(f"{text!r} is not a play: write the suit led behind @, like 61@1.")
    return PlayTile(seat, parse_tile(tile), Suit(word))


def parse_action(text: str, phase: Phase, seat: int, rules: Rules) -> Action:
    """Parse an action of a seat in a phase; raises NotationError."""
    match phase:
        case Phase.CALL:
            return MakeCall(seat, parse_call(text, rules))
        case Phase.CONTRACT:
            return NameContract(seat, parse_contract(text, rules))
        case Phase.EXCHANGE:
            return _parse_exchange(text, seat)
        case Phase.PLAY:
            return _parse_play(text, seat)
        case Phase.OVER:
            raise NotationError("The hand is over: nothing can be done in it.")


class Shown(Rebuildable, StrEnum):
    """Tiles that the rules allow to be shown during a deal."""

    DOUBLES = "doubles"
    """The doubles of a plunge or splash (004:241, ruling 8.23)."""
    KITTY = "kitty"
    """The kitty of 88 (000:213, ruling 8.24)."""


class ShowingTime(Rebuildable, StrEnum):
    """When the kitty was shown."""

    BEFORE = "before"
    """Before the exchange: the tiles dealt to the kitty."""
    AFTER = "after"
    """After the exchange: the tiles that the bidder left in the kitty."""


@dataclass(frozen=True, slots=True)
class Showing:
    """Tiles shown to everyone, ascending; `when` is set only for the kitty."""

    what: Shown
    seat: int
    tiles: tuple[Tile, ...]
    when: ShowingTime | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "tiles", tuple(sorted(self.tiles)))


class Ended(Rebuildable, StrEnum):
    """The way in which a deal ended."""

    MADE = "made"
    """Stopped early, the bid made."""
    SET = "set"
    """Stopped early, the bid set."""
    PLAYED_OUT = "played-out"
    PASSED_OUT = "passed-out"
    """Nobody bid, or no exchange was possible."""
    RENEGE = "renege"


@dataclass(frozen=True, slots=True)
class DealResult:
    """The result of a deal."""

    ended: Ended
    made: bool | None
    """True if the bidder's side made its bid; None in a hand thrown in."""
    points: tuple[int, ...]
    """Each side's points in its finished tricks."""
    score: tuple[int, ...]
    """What the deal added to each side, in the table's scoring."""
    next_shaker: int | None
    """None if it is drawn for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """One deal; lists of hands are by seat, lists of points by side."""

    rules: Rules
    shaker: int
    dealt: tuple[tuple[Tile, ...], ...]
    """The hands as they were dealt, in the order they were given."""
    undealt: tuple[Tile, ...]
    """The tiles left over at the deal."""
    hands: tuple[tuple[Tile, ...], ...]
    """The tiles still held, ascending."""
    kitty: tuple[Tile, ...]
    """The tiles lying aside now: `undealt`, or after the exchange, with the bidder's discards."""
    phase: Phase
    to_act: int | None
    points: tuple[int, ...]
    """Each side's points in its finished tricks."""
    calls: tuple[MakeCall, ...] = ()
    bidder: int | None = None
    """The winner of the auction; None until it is over."""
    bid: Call | None = None
    contract: Contract | None = None
    exchange: MakeExchange | None = None
    asked: bool = False
    """True if an opponent has asked for the doubles of a plunge or splash."""
    shown: tuple[Showing, ...] = ()
    """Tiles shown under the rules, in order."""
    tricks: tuple[Trick, ...] = ()
    """The finished tricks."""
    trick: Trick | None = None
    """The trick in play; after a renege the one that holds the offending tile."""
    result: DealResult | None = None

    @property
    def standing(self) -> MakeCall | None:
        """The highest bid so far, with its seat."""
        return next((made for made in reversed(self.calls) if made.call.is_bid), None)

    @property
    def declaring(self) -> int | None:
        """The bidder's side, None before there is a bid."""
        return None if self.bidder is None else self.rules.game.side_of(self.bidder)

    @property
    def sitting_out(self) -> int | None:
        """The seat that lays its tiles face down: the bidder's partner in nel-o (rules.md 2.1)."""
        return sitting_out(self.rules, self.bidder, self.contract)

    def opponents(self, seat: int) -> tuple[int, ...]:
        """List the seats that play against one, ascending.

        If every seat is its own side, all the others play together against the bidder.
        """
        game = self.rules.game
        others = [other for other in range(game.seats) if other != seat]
        if game.sides == game.seats:
            return tuple(other for other in others if self.bidder in (seat, other))
        return tuple(other for other in others if game.side_of(other) != game.side_of(seat))


def sitting_out(rules: Rules, bidder: int | None, contract: Contract | None) -> int | None:
    """Return the bidder's partner if the contract lets them sit out, else None."""
    if bidder is None or contract is None or not contract.overlay.partner_sits_out:
        return None
    return rules.game.partner(bidder)


@dataclass(frozen=True, slots=True)
class Shaken:
    """A deal began."""

    shaker: int


@dataclass(frozen=True, slots=True)
class CallMade:
    """A seat called."""

    seat: int
    call: Call


@dataclass(frozen=True, slots=True)
class AuctionWon:
    """The auction is over; this bid won."""

    seat: int
    bid: Call


@dataclass(frozen=True, slots=True)
class PassedOut:
    """Every seat passed."""


@dataclass(frozen=True, slots=True)
class Exchanged:
    """The bidder took this many of the undealt tiles and put as many back."""

    seat: int
    number: int


@dataclass(frozen=True, slots=True)
class ContractNamed:
    """A contract was named, with or without the suit that the partner names."""

    seat: int
    contract: Contract


@dataclass(frozen=True, slots=True)
class TilesShown:
    """Tiles were shown to everyone."""

    showing: Showing


@dataclass(frozen=True, slots=True)
class TilePlayed:
    """A tile was played."""

    seat: int
    tile: Tile
    declared: Suit | None


@dataclass(frozen=True, slots=True)
class TrickTaken:
    """A trick is finished; numbers count from 1."""

    number: int
    trick: Trick


@dataclass(frozen=True, slots=True)
class DealEnded:
    """The deal is over."""

    result: DealResult


@dataclass(frozen=True, slots=True)
class GameWon:
    """A side has won the game."""

    side: int


Happening = (
    Shaken
    | CallMade
    | AuctionWon
    | PassedOut
    | Exchanged
    | ContractNamed
    | TilesShown
    | TilePlayed
    | TrickTaken
    | DealEnded
    | GameWon
)
"""What an action led to; an action has one or more of them."""
