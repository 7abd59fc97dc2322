"""The lesson hand: dealt for a newcomer, the same for everyone, before the first game.

Its shake is known to all, so it has no proof. It is the only hand of game 0 and counts for
nothing; the first game starts after it, at zero.
"""

from __future__ import annotations

from bot.engine import Rules, Suit
from bot.records.shake import SECRET_BYTES, commitment, deal_in, public_text

from .model import StoredShake

GAME = "42"
SEAT, SHAKER = 0, 0
"""The newcomer's seat, who also shakes, so nobody bids after them."""
TRUMP = Suit.THREES
NAME = "lesson:1"
SECRET = (1_111_217).to_bytes(SECRET_BYTES, "big")
"""Found by `tests/bench/find_lesson_hands.py`, which also defines what makes a good lesson."""


def lesson_shake(hand_no: int) -> StoredShake:
    """Build the shake of the lesson hand."""
    return StoredShake(hand_no, public_text(NAME), commitment(SECRET), SECRET)


def is_lesson(shake: StoredShake) -> bool:
    """Return True if a hand was dealt as a lesson."""
    return deal_in(shake.public) == NAME


def has_lesson(rules: Rules) -> bool:
    """Return True if newcomers to such a table get the lesson hand: a long enough game of 42."""
    usual = rules.game.target_marks if rules.by_marks else rules.game.target_points
    return rules.game.id == GAME and rules.target >= usual and TRUMP in rules.nameable
