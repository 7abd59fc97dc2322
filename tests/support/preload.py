"""Does what each program would do by itself; the server that forks them does it once."""

import gc
from contextlib import suppress
from importlib import import_module

import aiosqlite  # noqa: F401
import alembic.command  # noqa: F401

import bot.__main__
import bot.runtime.composition
import bot.store.upgrade  # noqa: F401
from bot.app import COGS
from tests.support.compiled import SHARED
from tests.support.newest_schema import migrate_once, share_newest_schema
from texas42.ai.players.levels import STRONG_LEVELS, make_player
from texas42.ai.solver.failures import SolverMissing

for cog in COGS:
    import_module(cog)
with suppress(SolverMissing):
    for level in STRONG_LEVELS:
        make_player(level, SHARED)

share_newest_schema()
migrate_once()

# No program scans what all of them share, nor copies it by scanning.
gc.collect()
gc.freeze()
