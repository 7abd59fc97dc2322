"""The command `warm`: compile the strong computer players ahead of a start, as for an image."""

from __future__ import annotations

import argparse
import asyncio
import time

from bot.cli import FAILED, OK, complain
from bot.cli.parser import Runner, describe
from bot.runtime.settings import Settings, load_settings
from bot.runtime.start_checks import make_data_dir
from texas42.ai.players.compile_kernels import (
    CompilerFailed,
    Part,
    child_command,
    compile_kernels,
    is_compiled,
)
from texas42.ai.solver.failures import SolverMissing
from texas42.ai.solver.loading import prepare

NAMES = {Part.PLAYERS: "the strong computer players", Part.SOLVER: "the solver for reviews"}


def configure(parser: argparse.ArgumentParser) -> Runner:
    """Add the options of `warm` and return its runner."""
    describe(
        parser,
        "Compile the strong computer players into DATA_DIR, so that they are ready when the bot "
        "starts. The code fits this machine's processor; another kind compiles its own.",
        "warm",
    )
    return lambda _: asyncio.run(_warm(load_settings()))


async def _warm(settings: Settings) -> int:
    """Compile all missing parts, one by one; return the exit status."""
    make_data_dir(settings.data_dir)
    folder = settings.compiled_code
    try:
        prepare(folder)
        for number, part in enumerate(Part, 1):
            begun = time.monotonic()
            said = f"{number} of {len(Part)}: {NAMES[part]}"
            if is_compiled(folder, part):
                print(f"{said}: already compiled", flush=True)
                continue
            print(f"{said}: compiling…", flush=True)
            await compile_kernels(child_command(folder, part))
            print(f"{said}: compiled in {time.monotonic() - begun:.1f} s", flush=True)
    except (SolverMissing, OSError) as error:
        complain(str(error), "warm")
        return FAILED
    except CompilerFailed as error:
        complain(f"the compiler failed: {str(error).splitlines()[-1]}", "warm")
        return FAILED
    return OK
