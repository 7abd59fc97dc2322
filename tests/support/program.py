"""The bot in its own process, on a sandbox in the test's process."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path

from discord_sandbox.server import Sandbox
from tests.support.compiled import share_compiled

ROOT = Path(__file__).resolve().parents[2]
READY = " bot.app: ready: "
START_SECONDS = 100.0
STOP_SECONDS = 60.0
TROUBLE = (" ERROR ", " CRITICAL ", "Traceback (most recent call last)", "never awaited")
#: The bot's clocks never end a person's turn: tests only wait for what somebody does.
PATIENT = {"NUDGE_SECONDS": "1000000", "TAKEOVER_SECONDS": "1000000"}
#: Computers think briefly: how well they play is tested without the program.
BRIEF = {"AI_SECONDS": "0.1"}
#: Most tests of whole games read text; those of pictures set RENDER_WORKERS.
IN_WORDS = {"RENDER_WORKERS": "0"}

#: Forks the programs. Importing the bot is slower than starting it, so it is imported once.
FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["bot.cli.run", "bot.cli.parser", "tests.support.preload"])


def run_command(
    folder: Path, environment: dict[str, str], output: Connection, *words: str, before: str = ""
) -> None:
    """Run `python -m bot` with these words in this child process; its output goes to `output`.

    `before`: statements to execute first, such as those that break a module.
    """
    from bot.__main__ import main

    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    os.dup2(output.fileno(), 1)
    os.dup2(output.fileno(), 2)
    output.close()
    sys.stdout = open(1, "w", buffering=1, closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", buffering=1, closefd=False)  # noqa: SIM115
    exec(before, {})
    sys.exit(main([*words]))


def run_to_its_end(folder: Path, environment: dict[str, str], before: str = "") -> tuple[int, str]:
    """Run `python -m bot run` until it ends by itself; return its exit status and its output."""
    output, writing = FORKS.Pipe(duplex=False)
    process = FORKS.Process(
        target=run_command, args=(folder, environment, writing, "run"), kwargs={"before": before}
    )
    process.start()
    writing.close()
    with os.fdopen(os.dup(output.fileno()), encoding="utf-8") as file:
        output.close()
        said = file.read()
    process.join(STOP_SECONDS)
    assert process.exitcode is not None, f"the bot did not end:\n{said}"
    return process.exitcode, said


class Program:
    """`python -m bot run` against a sandbox; it can be killed and started again.

    `settings` are environment variables beside those that point at the sandbox. `log` is what all
    its starts have written so far. `before`: as in `run_command`.
    """

    def __init__(
        self, sandbox: Sandbox, folder: Path, settings: dict[str, str], *, before: str = ""
    ) -> None:
        self._folder = folder
        self._before = before
        self._environment = {
            **{name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ},
            "PYTHONPATH": str(ROOT),
            "DISCORD_TOKEN": sandbox.token,
            "DISCORD_API_BASE": sandbox.api_base,
            "DISCORD_GATEWAY_URL": sandbox.gateway_url,
            "DISCORD_CDN_BASE": sandbox.cdn_base,
            "DATA_DIR": str(folder / "var"),
            "RUNTIME_DIRECTORY": str(folder / "run"),
            "CLOCK_RATE": str(sandbox.clock.rate),
            "CLOCK_SINCE": str(sandbox.clock.began),
            "PACE_SECONDS": "0",
            "REQUESTS_PER_SECOND": "1000000",
            **PATIENT,
            **BRIEF,
            **IN_WORDS,
            **settings,
        }
        self.lines: list[str] = []
        self._process: multiprocessing.process.BaseProcess | None = None
        self._reading: asyncio.Task[None] | None = None
        self._waiting: list[tuple[Callable[[str], bool], asyncio.Future[str]]] = []

    @property
    def log(self) -> str:
        return "".join(self.lines)

    @property
    def trouble(self) -> list[str]:
        """The lines of the log that show an error."""
        return [line for line in self.lines if any(word in line for word in TROUBLE)]

    @property
    def pid(self) -> int:
        assert self._process is not None
        assert self._process.pid is not None
        return self._process.pid

    async def start(self) -> None:
        """Start it and wait until it logs that it is ready."""
        ready = self.line(lambda line: READY in line)
        await self.begin()
        assert self._reading is not None
        async with asyncio.timeout(START_SECONDS):
            await asyncio.wait({ready, self._reading}, return_when=asyncio.FIRST_COMPLETED)
        assert ready.done(), f"the bot did not start:\n{self.log}"

    async def begin(self, *options: str) -> None:
        """Start it without waiting."""
        share_compiled(self._folder / "var")
        output, writing = FORKS.Pipe(duplex=False)
        self._process = FORKS.Process(
            target=run_command,
            args=(self._folder, self._environment, writing, "run", *options),
            kwargs={"before": self._before},
        )
        self._process.start()
        writing.close()
        self._reading = asyncio.create_task(self._read(output))

    def line(self, fits: Callable[[str], bool]) -> asyncio.Future[str]:
        """Return a future of the next matching line of the log."""
        found: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._waiting.append((fits, found))
        return found

    async def ended(self) -> int:
        """Wait until it ends by itself; return its exit status."""
        assert self._process is not None
        await asyncio.to_thread(self._process.join, START_SECONDS)
        assert self._process.exitcode is not None, f"the bot did not end:\n{self.log}"
        return await self._end(signal.SIGTERM)

    async def stop(self) -> int:
        """Stop it as a host does (SIGTERM); return its exit status."""
        return await self._end(signal.SIGTERM)

    async def kill(self) -> None:
        """Kill it (`kill -9`)."""
        await self._end(signal.SIGKILL)

    async def _end(self, how: signal.Signals) -> int:
        process = self._process
        self._process = None
        if process is None or self._reading is None:
            return 0
        if process.is_alive():
            os.kill(process.pid, how)
        await asyncio.to_thread(process.join, STOP_SECONDS)
        try:
            assert process.exitcode is not None, f"the bot did not stop:\n{self.log}"
        finally:
            process.kill()
            await self._reading
        return process.exitcode

    async def _read(self, output: Connection) -> None:
        reader = asyncio.StreamReader()
        with os.fdopen(os.dup(output.fileno()), "rb") as file:
            output.close()
            await asyncio.get_running_loop().connect_read_pipe(
                lambda: asyncio.StreamReaderProtocol(reader), file
            )
            async for raw in reader:
                self._note(raw.decode())

    def _note(self, line: str) -> None:
        self.lines.append(line)
        for waiting in list(self._waiting):
            fits, found = waiting
            if found.done():
                self._waiting.remove(waiting)
            elif fits(line):
                found.set_result(line)
