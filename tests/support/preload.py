"""Imports what each program would import by itself; the server that forks them does it once."""

from contextlib import suppress
from importlib import import_module

import bot.runtime.composition  # noqa: F401
from bot.ai.players.levels import STRONG_LEVELS, make_player
from bot.ai.solver.failures import SolverMissing
from bot.app import COGS
from tests.support.compiled import SHARED

for cog in COGS:
    import_module(cog)
with suppress(SolverMissing):
    for level in STRONG_LEVELS:
        make_player(level, SHARED)
