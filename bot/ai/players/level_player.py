"""A level as the table service uses it: shared by threads, and always able to answer."""

from pathlib import Path
from threading import local

from bot.ai.players.levels import make_strong
from bot.ai.players.player import Reasoner
from bot.ai.rules.explain import in_words
from bot.ai.rules.player import RulesPlayer
from bot.ai.rules.reasons import Reason
from bot.engine import Action, SeatView


class LevelPlayer:
    """Plays a level in any thread, each with a player of its own.

    Until `warm` has run, and where numba is missing, the plain player answers; `serving` is the
    level that answers now.
    """

    def __init__(self, level: str, cache: Path | None = None) -> None:
        self._level = level
        self._cache = cache
        self._plain = RulesPlayer()
        self._own = local()
        self.serving = "rules"

    def warm(self) -> None:
        """Load the compiled code, which may take seconds.

        Raises SolverMissing where numba is not installed; the plain player goes on answering.
        """
        self._own.player = make_strong(self._level, self._cache)
        self.serving = self._level

    def choose(self, view: SeatView, seconds: float) -> Action:
        """Return one of `view.legal`, within `seconds` of wall time."""
        player = self._mine()
        return self._plain.choose(view, seconds) if player is None else player.choose(view, seconds)

    def choose_with_reason(self, view: SeatView, seconds: float) -> tuple[Action, Reason]:
        """Return a choice and its reason, in words of the game where there are any."""
        player = self._mine()
        if player is None:
            return self._plain.choose_with_reason(view)
        action, reason = player.choose_with_reason(view, seconds)
        return action, in_words(view, action, reason)

    def _mine(self) -> Reasoner | None:
        """Return this thread's player, None while the plain one answers."""
        if self.serving != self._level:
            return None
        player: Reasoner | None = getattr(self._own, "player", None)
        if player is None:
            player = self._own.player = make_strong(self._level, self._cache)
        return player
