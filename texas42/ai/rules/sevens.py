"""Sevens: tiles win by their distance from seven; only leads and equal tiles leave a choice."""

from random import Random

from texas42.ai.findings.judgments import Reason, ReasonKind
from texas42.ai.inference.knowledge import Knowledge
from texas42.engine import Contract, PlayTile, SeatView

_DEALS = 48


def chance(view: SeatView, contract: Contract) -> float:
    """Estimate the chance that the seat's hand, leading, loses no trick to the other side.

    The sampled deals depend on the hand alone, so that equal questions have equal answers.
    """
    del contract  # there is only one form
    hand = view.hand
    mine = sorted(abs(7 - tile.pips) for tile in hand)
    others = [abs(7 - tile.pips) for tile in view.rules.game.tiles if tile not in hand]
    rng = Random("".join(f"{tile.high}{tile.low}" for tile in sorted(hand)))
    made = sum(_is_made(mine, others, rng) for _ in range(_DEALS))
    return made / _DEALS


def choose(know: Knowledge, legal: tuple[PlayTile, ...]) -> tuple[PlayTile, Reason]:
    """Choose the tile nearest to seven pips, of equals the highest."""
    del know  # the other tiles do not matter
    best = min(legal, key=lambda play: (abs(7 - play.tile.pips), -play.tile.pips))
    kind = ReasonKind.ONLY_LEGAL if len(legal) == 1 else ReasonKind.NEAR_SEVEN
    return best, Reason(kind, best.tile)


def explain(know: Knowledge, play: PlayTile) -> Reason:
    """Explain another play: only by its better result."""
    del know, play
    return Reason(ReasonKind.SAMPLED)


def _is_made(mine: list[int], others: list[int], rng: Random) -> bool:
    """Deal the others once and play the tiles out; among equals the first played wins the trick."""
    size = len(mine)
    rng.shuffle(others)
    left, partner, right = (sorted(others[i * size : (i + 1) * size]) for i in range(3))
    leader = 0
    for near in zip(mine, left, partner, right, strict=True):
        turn = near[leader:] + near[:leader]
        leader = (leader + turn.index(min(turn))) % 4
        if leader % 2:
            return False
    return True
