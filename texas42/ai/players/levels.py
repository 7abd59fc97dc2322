"""Computer players by level: protocols, construction, and use at tables."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from threading import local
from typing import Protocol

from texas42.ai.findings.judgments import Reason
from texas42.ai.players.external import ExternalPlayer
from texas42.ai.rollouts.level_config import Level
from texas42.ai.rules.player import RulesPlayer
from texas42.ai.solver.failures import numba_errors
from texas42.ai.solver.loading import prepare
from texas42.engine import Action, SeatView


class Player(Protocol):
    """Chooses for a seat from that seat's view."""

    def choose(self, view: SeatView, seconds: float) -> Action:
        """Choose one of `view.legal`, within `seconds` of wall time."""


class Reasoner(Player, Protocol):
    """A player that gives reasons."""

    def choose_with_reason(self, view: SeatView, seconds: float) -> tuple[Action, Reason]:
        """Choose one of `view.legal` within `seconds`, and return the reason too."""


LEVELS = tuple(level.value for level in Level)
"""The names of all levels, the default first."""
STRONG_LEVELS = tuple(level.value for level in Level if level is not Level.RULES)
"""The levels that need numba."""
_PROGRAM = "cmd:"


def make_player(level: str, cache: Path | None = None) -> Player:
    """Create a player of a level; raises SolverMissing if it needs numba.

    `cache` is the folder for compiled code. Use a player in one thread only.
    """
    return RulesPlayer() if level == "rules" else make_strong(level, cache)


def make_strong(level: str, cache: Path | None = None) -> Reasoner:
    """Create a player of one of the levels that need numba; raises SolverMissing."""
    if level not in STRONG_LEVELS:
        raise ValueError(f"there is no level {level!r}: {', '.join(LEVELS)}")
    prepare(cache)
    with numba_errors():
        sampled = import_module("texas42.ai.players.sampled_player")
        player: Reasoner = sampled.SampledPlayer(Level(level))
    return player


def player_of(spec: str, cache: Path | None = None) -> Player:
    """Create the player of a SPEC: a level, or `cmd:PROGRAM ARGS`.

    Raises ValueError, SolverMissing or ProgramError.
    """
    if spec.startswith(_PROGRAM):
        return ExternalPlayer(spec.removeprefix(_PROGRAM))
    return make_player(spec, cache)


class LevelPlayer:
    """Plays a level in any thread, with a separate player for each.

    Until `warm` has run, and without numba, the plain player answers; `serving` is the level that
    answers now.
    """

    def __init__(self, level: str, cache: Path | None = None) -> None:
        self._level = level
        self._cache = cache
        self._plain = RulesPlayer()
        self._own = local()
        self.serving = "rules"

    def warm(self) -> None:
        """Load the compiled code, which may take seconds.

        Raises SolverMissing if numba cannot be loaded; the plain player keeps answering.
        """
        self._own.player = make_strong(self._level, self._cache)
        self.serving = self._level

    def choose(self, view: SeatView, seconds: float) -> Action:
        """Choose one of `view.legal`, within `seconds` of wall time."""
        player = self._thread_player()
        return self._plain.choose(view, seconds) if player is None else player.choose(view, seconds)

    def _thread_player(self) -> Reasoner | None:
        """Return this thread's player, None while the plain one answers."""
        if self.serving != self._level:
            return None
        player: Reasoner | None = getattr(self._own, "player", None)
        if player is None:
            player = self._own.player = make_strong(self._level, self._cache)
        return player
