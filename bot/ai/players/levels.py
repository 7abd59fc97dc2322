"""Makes computer players by level, or by a SPEC of the command line."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from bot.ai.players.external import ExternalPlayer
from bot.ai.rollouts.level_config import Level
from bot.ai.rules.player import RulesPlayer
from bot.ai.solver.loading import prepare

if TYPE_CHECKING:
    from bot.ai.players.player import Player, Reasoner

LEVELS = ("rules", "easy", "steady", "expert")
_PROGRAM = "cmd:"


def make_player(level: str, cache: Path | None = None) -> Player:
    """Return a new player of a level; raises SolverMissing where it needs numba.

    `cache` is the folder for compiled code. Use a player in one thread only.
    """
    return RulesPlayer() if level == "rules" else make_strong(level, cache)


def make_strong(level: str, cache: Path | None = None) -> Reasoner:
    """Return a new player of one of the levels that need numba; raises SolverMissing."""
    if level not in LEVELS[1:]:
        raise ValueError(f"there is no level {level!r}: {', '.join(LEVELS)}")
    prepare(cache)
    sampled = import_module("bot.ai.players.sampled_player")
    player: Reasoner = sampled.SampledPlayer(Level(level))
    return player


def player_of(spec: str, cache: Path | None = None) -> Player:
    """Return the player of a SPEC: a level, or `cmd:PROGRAM ARGS`.

    Raises ValueError, SolverMissing or ProgramError.
    """
    if spec.startswith(_PROGRAM):
        return ExternalPlayer(spec.removeprefix(_PROGRAM))
    return make_player(spec, cache)
