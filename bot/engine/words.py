"""Plain English for the sentences of errors."""

from collections.abc import Sequence

from bot.engine.suits import DOUBLES, FOLLOW_ME, Suit
from bot.engine.tiles import Tile

_NUMBERS = ("blank", "one", "two", "three", "four", "five", "six", "seven", "eight")


def one_of(suit: Suit) -> str:
    """Name one tile of a suit with its article: ``a five``, ``an eight``, ``a double``."""
    if suit is FOLLOW_ME:
        return "follow-me"
    name = "double" if suit is DOUBLES else _NUMBERS[suit.pip]
    return f"an {name}" if name == "eight" else f"a {name}"


def all_of(suit: Suit) -> str:
    """Name a suit: ``fives``, ``sixes``, ``doubles``."""
    if suit in {DOUBLES, FOLLOW_ME}:
        return suit.value
    name = _NUMBERS[suit.pip]
    return f"{name}es" if name == "six" else f"{name}s"


def listed(tiles: Sequence[Tile]) -> str:
    """List dominoes: ``5-1``, ``5-1 and 5-0``, ``5-1, 5-0 and 5-3``."""
    names = [str(tile) for tile in tiles]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
