"""A stage with the bot on it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import bot.runtime.composition.database
import bot.runtime.composition.foundation
import bot.runtime.composition.services
import texas42.ai.players.warm_up
from bot.app import FortyTwo
from bot.budget.queue import RequestQueue
from bot.runtime.clock import SystemClock
from bot.store import Store, open_store
from bot.tables.limits import RATES, Rate
from discord_sandbox.client.simulated_user import SimulatedUser
from discord_sandbox.state.installs import TO_SERVER
from tests.store.databases import DELETE_ALL, SERVER, newest_postgres, run_statement
from tests.support.clocks import MovableClock, Watch
from tests.support.discord_at import discord_at
from tests.support.emojis import with_emojis
from tests.support.faulty_store import FaultyStore
from tests.support.patience import TexasSandbox, unhurried
from tests.support.stage import Stage
from tests.support.translated_commands import share_translated_commands

from .onlookers import Draftsman

__all__ = ["newest_postgres"]
WITHOUT_END = {what: (Rate(10**6, 1.0), None) for what in RATES}
PEOPLE = ("Ana", "Bo", "Cy", "Di", "Eve")


@pytest.fixture
def people() -> tuple[str, ...]:
    """The members of the server; tests may override them."""
    return PEOPLE


@pytest.fixture
def settings() -> dict[str, Any]:
    """Settings that override the stage's; tests may override it."""
    return {}


@pytest.fixture
def on_postgres(settings: dict[str, Any], newest_postgres: str) -> dict[str, Any]:
    """Settings for several processes that share an empty database."""
    run_statement(newest_postgres, DELETE_ALL)
    return settings | {"database_url": f"{SERVER}{newest_postgres}"}


@pytest.fixture
def draftsman(monkeypatch: pytest.MonkeyPatch, settings: dict[str, Any]) -> Draftsman:
    """Draw placeholders from now on: the drawn views say more than pixels."""
    made = Draftsman(1)
    monkeypatch.setattr("bot.runtime.start_checks.Renderer", lambda _workers: made)
    settings["render_workers"] = 1
    return made


@pytest.fixture
def unlimited() -> bool:
    """Whether users are exempt from rate limits; tests may override it."""
    return True


@pytest.fixture
def installs() -> tuple[int, ...]:
    """Where the application can be installed; tests may override it."""
    return (TO_SERVER,)


@pytest.fixture
async def unlit(
    tmp_path: Path,
    people: tuple[str, ...],
    settings: dict[str, Any],
    unlimited: bool,
    installs: tuple[int, ...],
    monkeypatch: pytest.MonkeyPatch,
) -> AsyncIterator[Stage]:
    """A stage without a running bot."""
    async with built(tmp_path, people, settings, monkeypatch, installs) as stage:
        if unlimited:
            lift_limits(monkeypatch)
        yield stage


def lift_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Exempt users from rate limits."""
    monkeypatch.setattr(bot.runtime.composition.services, "RATES", WITHOUT_END)


@asynccontextmanager
async def built(
    folder: Path,
    people: tuple[str, ...],
    settings: dict[str, Any],
    monkeypatch: pytest.MonkeyPatch,
    installs: tuple[int, ...] = (TO_SERVER,),
) -> AsyncIterator[Stage]:
    """Yield a stage in a folder, without a running bot."""
    place = TexasSandbox(limits=False, people=people, installs=installs)
    async with with_emojis(unhurried(place)) as sandbox:
        stage = Stage(sandbox, folder, settings)

        async def opened(url: str, **options: Any) -> Any:
            store: Store = await open_store(url, **options)
            stage.stores.append(FaultyStore(store))
            return stage.stores[-1]

        def clock(rate: float | None = None, _since: float | None = None) -> MovableClock | Watch:
            return stage.watch if rate is None else stage.clock

        def queue(_watch: Watch, *rest: Any) -> RequestQueue:  # Discord's stops must pass
            return RequestQueue(SystemClock(), *rest)

        # the sandbox's own clock stands still when a test moves the bot's
        monkeypatch.setattr(sandbox.rest, "now", stage.clock.now)
        monkeypatch.setattr(FortyTwo, "load_extension", load_imported)
        share_translated_commands(monkeypatch)
        monkeypatch.setattr(bot.runtime.composition.database, "open_store", opened)
        monkeypatch.setattr(texas42.ai.players.warm_up, "compile_kernels", still_compiling)
        monkeypatch.setattr(bot.runtime.composition.foundation, "SystemClock", clock)
        monkeypatch.setattr(bot.runtime.composition.foundation, "RequestQueue", queue)
        with discord_at(sandbox):
            yield stage


async def load_imported(running: FortyTwo, name: str) -> None:
    """Add the cogs of a module; discord.py would run the module again for each test."""
    await import_module(name).setup(running)


async def still_compiling(*_: object) -> None:
    """Replace the compiler of the strong players, which these tests do not need."""
    await asyncio.Event().wait()


@pytest.fixture
async def stage(unlit: Stage) -> AsyncIterator[Stage]:
    """A stage with the bot running."""
    async with unlit.running():
        yield unlit


@pytest.fixture
def ana(unlit: Stage) -> SimulatedUser:
    return unlit.people[0]


@pytest.fixture
def bo(unlit: Stage) -> SimulatedUser:
    return unlit.people[1]


@pytest.fixture
def cy(unlit: Stage) -> SimulatedUser:
    return unlit.people[2]


@pytest.fixture
def di(unlit: Stage) -> SimulatedUser:
    return unlit.people[3]


@pytest.fixture
def eve(unlit: Stage) -> SimulatedUser:
    return unlit.people[4]
