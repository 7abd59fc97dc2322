"""The chance to win a game by marks from its score, between equal sides."""

from functools import lru_cache


@lru_cache(maxsize=4096)
def win_chance(ours: int, theirs: int) -> float:
    """Return the chance to win for a side that needs `ours` marks against one that needs `theirs`.

    Each hand gives one mark to either side with even chances.
    """
    if ours <= 0:
        return 1.0
    if theirs <= 0:
        return 0.0
    return 0.5 * (win_chance(ours - 1, theirs) + win_chance(ours, theirs - 1))


def stakes(ours: int, theirs: int, marks: int) -> tuple[float, float]:
    """Return what winning and losing so many marks are worth, in units of one mark now.

    Marks beyond those needed to win the game are worth nothing.
    """
    now = win_chance(ours, theirs)
    one = (win_chance(ours - 1, theirs) - win_chance(ours, theirs - 1)) / 2
    gain = win_chance(ours - marks, theirs) - now
    loss = now - win_chance(ours, theirs - marks)
    return gain / one, loss / one
