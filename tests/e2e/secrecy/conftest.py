"""Towns for the tests of secrecy."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest
import pytest_asyncio

from discord_sandbox.client.simulated_user import SimulatedUser
from texas42.engine import Tile

from . import inside
from .attempts import TYPED, Role
from .town import MONDAY, Town, running_town
from .ways import WAYS, leaks


@pytest.fixture
async def town(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Town]:
    """A town of its own."""
    async with running_town(tmp_path, monkeypatch) as running:
        yield running


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def played_town(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Town]:
    """A town during a day: Ana has finished, Bo is mid-hand, Cy has not begun."""
    folder = tmp_path_factory.mktemp("town")
    with pytest.MonkeyPatch.context() as patch:
        async with running_town(folder, patch) as running:
            ana, bo, cy = running.people[:3]
            for person in (ana, bo, cy):
                usual = [way for way in WAYS if not way.counts_days]
                assert await leaks(running, MONDAY, person, usual) == []
            assert await running.begin(ana)
            await running.finish(ana, Random(1))
            assert await running.begin(bo)
            await running.act(bo, Random(1))
            await inside.turn_boards(running.stage)
            yield running


@dataclass(frozen=True, slots=True)
class Secret:
    """What nobody may know yet: a tile that a computer holds, and the secret of the day."""

    tile: Tile
    secret: str

    def told_to(self, role: Role) -> str:
        """Return what somebody in this role does not know."""
        if role is Role.FINISHED:
            return f"It was dealt from {self.secret}."
        return f"Somebody holds the {self.tile}."


@pytest.fixture
async def secret(played_town: Town) -> Secret:
    """A secret of the day."""
    hidden = await inside.hidden_tiles(played_town.stage, MONDAY) - set(TYPED)
    day = await inside.read_day(played_town.stage, MONDAY)
    assert day is not None
    return Secret(min(hidden), day.secret.hex())


def somebody(town: Town, role: Role) -> SimulatedUser:
    """Return somebody in a role; a host is nobody there."""
    roles = (Role.FINISHED, Role.PLAYING, Role.NEW)
    return town.onlooker if role is Role.HOST else town.people[roles.index(role)]
