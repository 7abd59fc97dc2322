"""The bot never uses up Discord's daily number of sessions, whatever restarts it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import discord
import pytest

from bot.link.connection import Connection
from bot.link.patience import Patience
from bot.link.session_starts import SessionStarts
from bot.runtime.clock import SystemClock
from bot.store import Store, open_store
from discord_sandbox.server import Sandbox
from tests.support.discord_at import discord_at
from tests.support.matrix import mostly_long
from tests.support.patience import PATIENCE, TexasSandbox, unhurried

DAY = 86_400.0
RESTART_SECONDS = 30.0  # RestartSec of the unit in docs/hosting.md


class SandboxClock(SystemClock):
    """The sandbox's clock, which sleeps move, once the sandbox has heard what was sent before."""

    def __init__(self, sandbox: Sandbox) -> None:
        super().__init__()
        self.date = sandbox.clock
        self.gateway = sandbox.gateway
        self.identifies = 0
        self.slept: list[float] = []

    def now(self) -> float:
        return self.date.now()

    def elapsed(self) -> float:
        return self.date.now()

    async def sleep(self, seconds: float) -> None:
        await until(lambda: self.gateway.identifies == self.identifies)
        self.slept.append(seconds)
        self.date.move(seconds)


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    async with unhurried(TexasSandbox(people=("Ana",))) as place:
        with discord_at(place):
            yield place


@pytest.fixture
def clock(sandbox: Sandbox) -> SandboxClock:
    return SandboxClock(sandbox)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = await open_store(f"sqlite:///{tmp_path / 'bot.sqlite3'}")
    yield opened
    await opened.close()


class Bot(Connection):
    """A bot that only connects."""

    def __init__(self, store: Store, clock: SandboxClock, shards: int | None = None) -> None:
        self.clock = clock
        patience = Patience(60.0, clock)
        super().__init__(
            patience,
            SessionStarts(store.session_starts, patience, shards),
            command_prefix="!",
            intents=discord.Intents(guilds=True),
            guild_ready_timeout=0.0,
            shard_count=shards,
        )

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Count what is sent."""
        await super().before_identify_hook(shard_id, initial=initial)
        self.clock.identifies += 1

    @asynccontextmanager
    async def connected(self, token: str) -> AsyncIterator[asyncio.Task[None]]:
        """Connect; the bot is ready when the block begins."""
        running = asyncio.create_task(self.start(token))
        await until(lambda: running.done() or self.is_ready())
        try:
            if running.done():
                running.result()
            yield running
        finally:
            await self.close()
            await asyncio.wait({running})


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds():  # noqa: ASYNC110 - no event to await
            await asyncio.sleep(0.001)


@pytest.mark.slow
@pytest.mark.parametrize("restarts", mostly_long([200, 1_000], 200))
async def test_restarts_never_use_up_the_days_sessions(
    sandbox: Sandbox, clock: SandboxClock, store: Store, restarts: int
) -> None:
    token = sandbox.token
    began = clock.now()
    fewest = sandbox.gateway.starts.total
    for _ in range(fewest - restarts):
        sandbox.gateway.starts.count()
    for _ in range(restarts):
        async with Bot(store, clock).connected(token):
            fewest = min(fewest, sandbox.gateway.starts.as_json()["remaining"])
        clock.date.move(RESTART_SECONDS)
    assert sandbox.token == token
    assert sandbox.gateway.identifies == restarts
    assert fewest == 100
    assert clock.now() - began > DAY


async def test_start_waits_for_the_reset_if_too_few_sessions_would_remain(
    sandbox: Sandbox, clock: SandboxClock, store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(899):
        sandbox.gateway.starts.count()
    async with Bot(store, clock, shards=2).connected(sandbox.token):
        assert clock.slept[0] == pytest.approx(DAY, abs=5.0)
        assert sandbox.gateway.starts.as_json()["remaining"] == 998
    assert "Discord lets the bot start 101 of 1000 sessions more until 20" in caplog.text
    assert "waiting, as 2 shards would leave fewer than 100" in caplog.text


async def test_start_goes_on_if_the_reserve_remains(
    sandbox: Sandbox, clock: SandboxClock, store: Store
) -> None:
    for _ in range(898):
        sandbox.gateway.starts.count()
    async with Bot(store, clock, shards=2).connected(sandbox.token):
        assert max(clock.slept) < 10.0
    limit = await store.session_starts.load_limit()
    assert limit is not None
    assert limit.left == 100


async def test_shards_identify_at_discords_pace(
    sandbox: Sandbox, clock: SandboxClock, store: Store
) -> None:
    async with Bot(store, clock, shards=4).connected(sandbox.token):
        assert clock.slept == [pytest.approx(5.25, abs=1.0)] * 3
    assert sandbox.gateway.identifies == 4  # none was too fast


async def test_shards_of_different_buckets_do_not_wait_for_each_other(
    sandbox: Sandbox, clock: SandboxClock, store: Store
) -> None:
    sandbox.gateway.starts.concurrency = 4
    async with Bot(store, clock, shards=5).connected(sandbox.token):
        assert len(clock.slept) == 1
    assert sandbox.gateway.identifies == 5


async def test_session_is_resumed_after_attempts_that_failed(
    sandbox: Sandbox, clock: SandboxClock, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    delays: list[float] = []
    monkeypatch.setattr(
        "discord.backoff.ExponentialBackoff.delay", lambda _: delays.append(0.0) or 0.001
    )
    bot = Bot(store, clock)
    async with bot.connected(sandbox.token):
        sandbox.gateway.down = True
        await sandbox.disconnect()
        await until(lambda: len(delays) > 3)
        sandbox.gateway.down = False
        await until(lambda: sandbox.gateway.resumes == 1)
        assert sandbox.gateway.identifies == 1


async def test_ended_session_is_replaced_in_turn_and_out_of_the_reserve(
    sandbox: Sandbox, clock: SandboxClock, store: Store
) -> None:
    for _ in range(899):
        sandbox.gateway.starts.count()
    async with Bot(store, clock).connected(sandbox.token):
        sandbox.invalidate()
        await until(lambda: sandbox.gateway.identifies == 2)
        assert clock.slept == [pytest.approx(5.25, abs=1.0)]
        assert sandbox.gateway.starts.as_json()["remaining"] == 99


async def test_shard_that_lost_its_session_leaves_the_last_ones(
    sandbox: Sandbox, clock: SandboxClock, store: Store
) -> None:
    bot = Bot(store, clock)
    async with bot.connected(sandbox.token):
        while sandbox.gateway.starts.as_json()["remaining"] > 10:
            sandbox.gateway.starts.count()
        clock.date.move(60.0)
        sandbox.invalidate()
        await until(lambda: sandbox.gateway.identifies == 2)
        assert max(clock.slept) == pytest.approx(DAY, abs=100.0)
        assert sandbox.gateway.starts.as_json()["remaining"] == 999


async def test_running_bot_warns_once_when_sessions_get_few(
    sandbox: Sandbox, clock: SandboxClock, store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    bot = Bot(store, clock)
    async with bot.connected(sandbox.token):
        while sandbox.gateway.starts.as_json()["remaining"] > 100:
            sandbox.gateway.starts.count()
        for _ in range(2):
            await bot.session_starts._look()
    assert caplog.text.count("What keeps restarting the bot?") == 1
