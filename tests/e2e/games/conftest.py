"""Stages with as many people as a game needs."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.support.guests import Guests
from tests.support.live_stage import RATE, LiveStage
from tests.support.patience import PatientSandbox
from tests.support.processes import programs
from texas42.library import load_rules, parse_options

from .deals import Wanted, seed_for

PEOPLE = ("Ana", "Bo", "Cy", "Di", "Eve", "Fay", "Gus", "Hal")

Sit = Callable[..., Awaitable[Guests]]


@pytest.fixture
async def sit(tmp_path: Path) -> AsyncIterator[Sit]:
    """Start a game of people only, with a given deal; panels are texts unless `pictures` is set."""
    async with AsyncExitStack() as stack:

        async def start_guests(
            game: str = "42",
            wanted: Wanted = lambda hand, kitty: True,
            *,
            first: int = 0,
            pictures: bool = False,
            **options: Any,
        ) -> Guests:
            preset = {"preset": options["preset"]} if "preset" in options else {}
            rules = load_rules(game, parse_options(game, options.get("options", "")) | preset)
            seed = seed_for(rules, wanted, first=first)
            people = PEOPLE[: rules.game.seats]
            sandbox = await stack.enter_async_context(
                PatientSandbox(people=people, clock_rate=RATE)
            )
            settings = {"SHAKE_SEED": seed, "RENDER_WORKERS": str(int(pictures))}
            program = await stack.enter_async_context(programs(sandbox, tmp_path, settings))
            stage = LiveStage(sandbox, program, seed)
            await program.start()
            guests = await Guests.start_game(stage, rules.game.seats, game=game, **options)
            stack.push_async_callback(_end, stage)
            return guests

        yield start_guests


async def _end(stage: LiveStage) -> None:
    """Stop the program and check its run."""
    assert await stage.program.stop() == 0
    stage.check()
