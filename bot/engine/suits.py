"""The suits, and how doubles stand where there is no trump."""

from enum import StrEnum


class Rebuildable:
    """An enum's mixin whose repr is the expression for the member: ``Suit.FIVES``."""

    name: str

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"


class Suit(Rebuildable, StrEnum):
    """A number suit, the suit of doubles, or the word for a hand without trump (000:19)."""

    BLANKS = "0"
    ONES = "1"
    TWOS = "2"
    THREES = "3"
    FOURS = "4"
    FIVES = "5"
    SIXES = "6"
    SEVENS = "7"
    EIGHTS = "8"
    DOUBLES = "doubles"
    FOLLOW_ME = "follow-me"

    @property
    def pip(self) -> int:
        """The number of a number suit; raises ValueError for doubles and follow-me."""
        return int(self.value)


DOUBLES = Suit.DOUBLES
FOLLOW_ME = Suit.FOLLOW_ME

NUMBER_SUITS: tuple[Suit, ...] = tuple(suit for suit in Suit if suit not in {DOUBLES, FOLLOW_ME})
"""The number suits, indexed by their pip."""


class DoublesRule(Rebuildable, StrEnum):
    """How doubles rank in a contract without trump (000:195, 004:197-212, ruling 8.7)."""

    HIGH = "high"
    """The double is the highest of its suit."""
    LOW = "low"
    """The double is the lowest of its suit and still calls its number."""
    OWN = "own"
    """The doubles are a suit of their own, 6-6 high."""
    OWN_REVERSED = "own-reversed"
    """The doubles are a suit of their own, 0-0 high."""

    @property
    def is_own_suit(self) -> bool:
        """Whether doubles leave their number suits."""
        return self in {DoublesRule.OWN, DoublesRule.OWN_REVERSED}
