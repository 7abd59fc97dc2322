"""Calls of the auction and their notation."""

import re
from dataclasses import dataclass
from enum import Enum, auto

from texas42.engine.errors import NotationError
from texas42.engine.rules import Rules
from texas42.engine.tiles import Rebuildable, Suit


class CallKind(Rebuildable, Enum):
    """The kinds of call."""

    PASS = auto()
    POINTS = auto()
    """Fewer points than all of a hand."""
    MULTIPLE = auto()
    """n times all points of a hand: n marks, 42 and "one mark" being the same bid."""
    GAME = auto()
    """The game itself is the stake (001:81)."""
    PLUNGE = auto()
    """n marks, all tricks, the partner naming trump and leading (000:176, 004:250)."""
    TRICKS = auto()
    """Moon's bids; 21 shoots the moon."""


@dataclass(frozen=True, slots=True)
class Call:
    """One call; its kind says whether `number` counts points, multiples of T or tricks."""

    kind: CallKind
    number: int = 0
    trump: Suit | None = None
    """Named with the bid where the table's `trump_in_bid` is on."""

    def __str__(self) -> str:
        return format_call(self)

    @property
    def is_bid(self) -> bool:
        """True for anything but a pass."""
        return self.kind is not CallKind.PASS

    @property
    def multiple(self) -> int:
        """The multiple of T; 0 below T and in Moon, above every number for the game."""
        if self.kind is CallKind.GAME:
            return GAME_LEVEL
        return self.number if self.kind in {CallKind.MULTIPLE, CallKind.PLUNGE} else 0


PASS = Call(CallKind.PASS)
GAME_LEVEL = 1 << 62
"""Above every number of marks that a table could allow (ruling 8.3)."""
SHOOT_THE_MOON = 21

_SUIT_WORDS = frozenset(Suit)
_NUMBER = re.compile(r"[1-9][0-9]{0,17}")
_MARKS = re.compile(r"([1-9][0-9]{0,17})m")


def _parse_multiple(text: str, rules: Rules) -> int | None:
    """Parse the n of n marks or of n times T; None if the number is neither."""
    marks = _MARKS.fullmatch(text)
    if marks:
        return int(marks[1]) if rules.by_marks else None
    if not _NUMBER.fullmatch(text):
        return None
    times, rest = divmod(int(text), rules.game.total)
    return times if rest == 0 else None


def _parse_bid(text: str, rules: Rules) -> Call | None:
    if text == "game":
        return Call(CallKind.GAME)
    if text.startswith("plunge "):
        multiple = _parse_multiple(text.removeprefix("plunge "), rules)
        return None if multiple is None else Call(CallKind.PLUNGE, multiple)
    if rules.game.bid_unit == "tricks":
        return Call(CallKind.TRICKS, int(text)) if _NUMBER.fullmatch(text) else None
    multiple = _parse_multiple(text, rules)
    if multiple is not None:
        return Call(CallKind.MULTIPLE, multiple)
    return Call(CallKind.POINTS, int(text)) if _NUMBER.fullmatch(text) else None


def parse_call(text: str, rules: Rules) -> Call:
    """Parse a call in record notation, legal or not.

    Raises NotationError if the text is not a call at this table: marks at a table that scores
    points, a trump if bids name none, or no trump if they do.
    """
    if text == "pass":
        return PASS
    if rules.trump_in_bid:
        number, _, word = text.partition(" ")
        call = _parse_bid(number, rules)
        named = call is not None and call.kind in {CallKind.POINTS, CallKind.MULTIPLE}
        if call and named and word in _SUIT_WORDS:
            return Call(call.kind, call.number, Suit(word))
    else:
        call = _parse_bid(text, rules)
        if call:
            return call
    raise NotationError(f"{text!r} is not a call at this table.")


def format_call(call: Call, rules: Rules | None = None) -> str:
    """Format a call in record notation: ``pass``, ``31``, ``2m``, ``84``, ``60 5``.

    Two marks are ``2m`` at a table scored by marks and ``84`` at one scored by points; without
    rules they are written in marks.
    """
    if call.kind is CallKind.PASS:
        return "pass"
    if call.kind is CallKind.GAME:
        return "game"
    text = str(call.number)
    if call.multiple:
        text = f"{call.number}m"
        if rules is not None and not rules.by_marks:
            text = str(call.number * rules.game.total)
    if call.kind is CallKind.PLUNGE:
        return f"plunge {text}"
    return text if call.trump is None else f"{text} {call.trump}"
