"""A sandbox, and the demo bot on it."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.sandbox import Person, Sandbox
from tests.sandbox.demo_bot import DemoBot
from tests.support.discord_at import running


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    async with Sandbox() as place:
        yield place


@pytest.fixture
async def bot(sandbox: Sandbox) -> AsyncIterator[DemoBot]:
    client = DemoBot()
    async with running(client, sandbox):
        yield client


@pytest.fixture
def ana(sandbox: Sandbox) -> Person:
    return sandbox.people[0]


@pytest.fixture
def bo(sandbox: Sandbox) -> Person:
    return sandbox.people[1]
