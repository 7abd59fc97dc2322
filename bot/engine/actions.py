"""What can be done in a game, the shake included, and how it is written."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from bot.engine.calls import Call, format_call, parse_call
from bot.engine.contracts import Contract, format_contract, parse_contract
from bot.engine.errors import NotationError
from bot.engine.plays import PlayTile
from bot.engine.rules import Rules
from bot.engine.suits import NUMBER_SUITS, Rebuildable, Suit
from bot.engine.tiles import Tile, format_tile, parse_tile

UNSEEN = "?"
"""How an undealt tile that is taken unseen is written."""


class Phase(Rebuildable, StrEnum):
    """What the seat in turn is asked for."""

    CALL = "call"
    CONTRACT = "contract"
    EXCHANGE = "exchange"
    PLAY = "play"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Shake:
    """The act of chance that begins a deal: each seat's tiles, seat 0 first, and the rest."""

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
    """The naming of trump or of a special contract."""

    seat: int
    contract: Contract


@dataclass(frozen=True, slots=True)
class MakeExchange:
    """Tiles taken from the undealt ones and tiles put back; order has no meaning.

    `unseen` counts undealt tiles taken without looking: at a `blind_swap` table the bidder, who
    may not know the widow, swaps with ``unseen=1`` and an empty `take`. `Deal.exchange` always
    holds the real tiles.
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
    """Write an action in the words of the record, without its seat.

    ``31``, ``5``, ``64``, ``61@1``; an exchange as tiles taken and put back, ``55,50/21,31``,
    ``/`` for none, ``?`` for a tile taken unseen; a shake as its hands and the rest. Without
    rules, bids of a whole hand are written in marks and follow-me without ``high``.
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
        raise NotationError(f"{text!r} is no exchange: write tiles taken/tiles put back.")
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
        raise NotationError(f"{text!r} is no play: write the suit led behind @, like 61@1.")
    return PlayTile(seat, parse_tile(tile), Suit(word))


def parse_action(text: str, phase: Phase, seat: int, rules: Rules) -> Action:
    """Read an action of a seat in a phase; raises NotationError."""
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
