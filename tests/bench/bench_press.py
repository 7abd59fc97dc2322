"""Count what one press of a domino touches: files, functions, calls, locks, reads, commits.

    python tests/bench/bench_press.py [--names]

The whole program runs on a sandbox in this process: a person plays a domino, once at a table of
four people and once against computers. Only `bot` and `cogs` on the event loop count, without the
sandbox and the command line: first the critical path, from the interaction's arrival until Discord
has the answer; then what follows it (the board, other panels, computers' turns) until all is
quiet. `--names` prints the functions of the critical path. The counts are the same on any machine;
no time is measured. Of the locks, one is an answer's own, which no other press waits for.
"""

from __future__ import annotations

import argparse
import asyncio
import inspect
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from bot.app import FortyTwo
from bot.runtime.composition import compose_bot
from bot.runtime.settings import Settings
from bot.store.topic import Topic
from discord_sandbox.server import Sandbox
from tests.bench.support.load import Click, press, quiet
from tests.support.patience import PatientSandbox
from tests.support.play import Player, acting, open_table, seat
from tests.support.screens import Press

ROOT = Path(__file__).parents[2]
COUNTED = ("bot/", "cogs/", "texas42/")
ASIDE = ("bot/cli/", "bot/__main__.py")
ARRIVAL = FortyTwo.on_interaction.__code__


@dataclass(slots=True)
class Passed:
    """The code that ran between two moments."""

    files: set[str] = field(default_factory=set)
    functions: set[CodeType] = field(default_factory=set)
    calls: int = 0
    store: Counter[str] = field(default_factory=Counter)

    def by_file(self) -> Iterator[tuple[str, list[str]]]:
        """Yield each file and its functions that ran."""
        for file in sorted(self.files):
            here = {code for code in self.functions if code.co_filename.endswith(file)}
            yield file, sorted(code.co_qualname for code in here)

    def line(self) -> str:
        """Format the counts."""
        locks = self.store["table lock"] + self.store["other lock"]
        reads = self.store.total() - locks - self.store["commit"]
        return (
            f"{len(self.files):3} files  {len(self.functions):4} functions  {self.calls:5} calls  "
            f"{self.store['table lock']:2} table locks  {self.store['other lock']:2} others  "
            f"{reads:2} reads  {self.store['commit']:2} commits"
        )


class Meter:
    """Records what runs on the event loop: before an interaction, until its answer, and after."""

    def __init__(self) -> None:
        self.way = Passed()
        self.after = Passed()
        self._background: set[asyncio.Task[Any]] = (
            set()
        )  # loops that run independently of any press
        self._now: Passed | None = None
        self._files: dict[str, str | None] = {}

    def note(self, what: str) -> None:
        """Count a lock or a call of the store."""
        if self._now is not None and not self._is_beside():
            self._now.store[what] += 1

    def answered(self) -> None:
        """End the critical path of the click."""
        self._now = self.after

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Count from the next interaction on."""
        self._background = asyncio.all_tasks()
        sys.setprofile(self._called)
        try:
            yield
        finally:
            sys.setprofile(None)
            self._now = None

    def _called(self, frame: FrameType, event: str, _: Any) -> None:
        if event != "call":
            return
        code = frame.f_code
        if code is ARRIVAL and self._now is None:
            self._now = self.way
        if self._now is None or self._is_beside():
            return
        name = self.file_of(code)
        if name is not None and not code.co_name.startswith("<"):
            self._now.files.add(name)
            self._now.functions.add(code)
            self._now.calls += 1

    def _is_beside(self) -> bool:
        """Return True for a background loop that happens to run before the answer."""
        return self._now is self.way and asyncio.current_task() in self._background

    def file_of(self, code: CodeType) -> str | None:
        """Return the file of a function that counts, or None."""
        path = code.co_filename
        if path not in self._files:
            inside = Path(path).is_relative_to(ROOT)
            name = Path(path).relative_to(ROOT).as_posix() if inside else ""
            counts = name.startswith(COUNTED) and not name.startswith(ASIDE)
            self._files[path] = name if counts else None
        return self._files[path]


@contextmanager
def count_calls(meter: Meter) -> Iterator[None]:
    """Report each lock that the bot takes, and each call of its store, to the meter."""
    acquire = asyncio.Lock.acquire
    methods = {
        (topic, name): method
        for topic in Topic.__subclasses__()
        for name, method in inspect.getmembers(topic, inspect.iscoroutinefunction)
        if not name.startswith("_")
    }

    async def acquired(lock: asyncio.Lock) -> bool:
        taker = _taker_of(meter, sys._getframe(1))
        if taker is not None:
            meter.note("table lock" if taker.startswith("bot/tables/") else "other lock")
        return await acquire(lock)

    def wrapped(topic: type[Topic], name: str) -> Any:
        async def called(*args: Any, **options: Any) -> Any:
            meter.note(name)
            return await methods[topic, name](*args, **options)

        return called

    asyncio.Lock.acquire = acquired  # type: ignore[method-assign]
    for topic, name in methods:
        setattr(topic, name, wrapped(topic, name))
    try:
        yield
    finally:
        asyncio.Lock.acquire = acquire  # type: ignore[method-assign]
        for (topic, name), method in methods.items():
            setattr(topic, name, method)


def _taker_of(meter: Meter, frame: FrameType | None) -> str | None:
    """Return the file of the first caller outside asyncio; None if it is not part of the bot."""
    while frame is not None and "asyncio" in frame.f_code.co_filename:
        frame = frame.f_back
    return None if frame is None else meter.file_of(frame.f_code)


@asynccontextmanager
async def run_bot(sandbox: Sandbox, folder: Path) -> AsyncIterator[None]:
    """Run the bot on the sandbox, both in this process."""
    settings = Settings(
        _env_file=None,
        discord_token=sandbox.token,
        discord_api_base=sandbox.api_base,
        discord_gateway_url=sandbox.gateway_url,
        discord_cdn_base=sandbox.cdn_base,
        data_dir=folder,
        nudge_seconds=100_000,
        takeover_seconds=100_000,
        shake_seed="press",
    )
    assert settings.discord_token is not None
    async with compose_bot(settings) as bot:
        connection = asyncio.create_task(bot.start(settings.discord_token.get_secret_value()))
        await bot.ready.wait()
        yield
        await bot.close()
        await connection


async def until_play(players: list[Player]) -> tuple[Player, Press]:
    """Act until the next act is a domino; return who plays it."""
    while True:
        player = await acting(players)
        act = player.choose(player, player.acts())
        if act.verb == "play":
            return player, act
        await player.act(act)


async def main(options: argparse.Namespace) -> None:
    """Print the counts of both tables."""
    for name, people in (("one person and computers", 1), ("four people", 4)):
        meter = Meter()
        with tempfile.TemporaryDirectory() as folder, count_calls(meter):
            async with PatientSandbox() as sandbox, run_bot(sandbox, Path(folder)):
                await measure(sandbox, people, meter)
        print(f"{name:<26} the way   {meter.way.line()}")
        print(f"{'':<26} after it  {meter.after.line()}")
        if options.names:
            for file, functions in meter.way.by_file():
                print(f"    {file:<40} {', '.join(functions)}")


async def measure(sandbox: Sandbox, people: int, meter: Meter) -> None:
    """Play one domino at a new table."""
    guests = [sandbox.add_user(name) for name in ("Bo", "Cy", "Di")[: people - 1]]
    host = sandbox.people[0]
    channel = sandbox.channel_id
    await open_table(host, channel)
    players = await seat([host, *guests], channel)
    started = await host.command("table start", channel, computers="none" if guests else "easy")
    assert started.ok, "the table was not started"
    player, act = await until_play(players)
    await quiet(sandbox)
    with meter.watching():
        click = Click(player.person, act.message, act.custom_id)
        assert await press(sandbox, click, meter.answered), "the press was not answered"
        await quiet(sandbox)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--names", action="store_true", help="print what the way passes")
    asyncio.run(main(parser.parse_args()))
