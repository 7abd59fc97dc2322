"""Sevens: only the lead, and a choice between equals, is free."""

from bot.ai.rules.reasons import Reason, ReasonKind
from bot.engine import PlayTile


def play_sevens(legal: tuple[PlayTile, ...]) -> tuple[PlayTile, Reason]:
    """Play the tile nearest to seven pips, of equals the highest."""
    best = min(legal, key=lambda play: (abs(7 - play.tile.pips), -play.tile.pips))
    kind = ReasonKind.ONLY_LEGAL if len(legal) == 1 else ReasonKind.NEAR_SEVEN
    return best, Reason(kind, best.tile)
