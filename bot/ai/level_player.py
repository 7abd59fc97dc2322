"""A level as the table service takes it: shared by threads, at once ready, never missing."""

from pathlib import Path
from threading import local

from bot.ai.levels import make_player
from bot.ai.player import Player
from bot.ai.rules_player import RulesPlayer
from bot.engine import Action, SeatView


class LevelPlayer:
    """Plays a level in any thread, each with a working memory of its own.

    Until `warm` has run, and where numba is missing, the plain player serves; `serving` tells
    which level answers now.
    """

    def __init__(self, level: str, cache: Path | None = None) -> None:
        self._level = level
        self._cache = cache
        self._plain = RulesPlayer()
        self._own = local()
        self.serving = "rules"

    def warm(self) -> None:
        """Load the compiled code; call it in a thread, the first time takes seconds.

        Raises SolverMissing where numba is not installed; the plain player goes on serving.
        """
        self._own.player = make_player(self._level, self._cache)
        self.serving = self._level

    def choose(self, view: SeatView, seconds: float) -> Action:
        """Return one of `view.legal`, within `seconds` of wall time."""
        if self.serving != self._level:
            return self._plain.choose(view, seconds)
        player: Player | None = getattr(self._own, "player", None)
        if player is None:
            player = self._own.player = make_player(self._level, self._cache)
        return player.choose(view, seconds)
