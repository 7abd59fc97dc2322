"""A bot in its own process that reports its resource use over a pipe."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import sys
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from discord_sandbox.server import Sandbox

ROOT = Path(__file__).parents[3]
PATIENCE_SECONDS = 60.0
Report = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Used:
    """Processor time of a process in seconds, in total and by thread.

    `drawing` is that of its render workers, in addition.
    """

    cpu: float
    threads: Mapping[str, float]
    drawing: float

    def since(self, before: Used) -> Used:
        """Subtract an earlier measurement."""
        threads = {name: at - before.threads.get(name, 0.0) for name, at in self.threads.items()}
        return Used(self.cpu - before.cpu, threads, self.drawing - before.drawing)


class Child:
    """The parent's side: starts a module as a process and queries it."""

    def __init__(self, module: str, sandbox: Sandbox, folder: Path, **settings: str) -> None:
        self._module = module
        self._sandbox = sandbox
        self._folder = folder
        self._settings = settings
        self._process: asyncio.subprocess.Process | None = None

    async def __aenter__(self) -> Child:
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            self._module,
            cwd=self._folder,
            env=environment(self._sandbox, self._folder, **self._settings),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        await self._answer()
        return self

    async def __aexit__(self, *_: object) -> None:
        process = self._running()
        assert process.stdin is not None
        process.stdin.close()
        await asyncio.wait_for(process.wait(), PATIENCE_SECONDS)

    async def used(self) -> Used:
        """Query the processor time used so far."""
        return Used(**await self.ask("used"))

    async def ask(self, line: str) -> Report:
        """Send a line and return the reply."""
        process = self._running()
        assert process.stdin is not None
        process.stdin.write(line.encode() + b"\n")
        return await self._answer()

    async def _answer(self) -> Report:
        process = self._running()
        assert process.stdout is not None
        line = await asyncio.wait_for(process.stdout.readline(), PATIENCE_SECONDS)
        if not line:
            raise SystemExit(f"{self._module} has ended")
        return json.loads(line)

    def _running(self) -> asyncio.subprocess.Process:
        assert self._process is not None
        return self._process


def environment(sandbox: Sandbox, folder: Path, **settings: str) -> dict[str, str]:
    """Build the environment of a bot that runs on the sandbox."""
    return {
        "PATH": os.environ.get("PATH", ""),
        "PYTHONPATH": str(ROOT),
        "DISCORD_TOKEN": sandbox.token,
        "DISCORD_API_BASE": sandbox.api_base,
        "DISCORD_GATEWAY_URL": sandbox.gateway_url,
        "DISCORD_CDN_BASE": sandbox.cdn_base,
        "DATA_DIR": str(folder),
        "NEW_DMS_PER_HOUR": "1000000",
        "NEW_DMS_PER_DAY": "1000000",
        "REQUESTS_PER_SECOND": "1000000",
        **settings,
    }


async def serve(answers: Mapping[str, Callable[[], Report | None]]) -> None:
    """Answer lines in the child process until standard input closes.

    `answers` maps commands besides `used`. The first line written reports that the child is ready.
    A command that returns nothing is answered with the time used.
    """
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    _say({})
    while line := (await reader.readline()).decode().strip():
        report = None if line == "used" else answers[line]()
        _say(_used() if report is None else report)


def _say(report: Report) -> None:
    sys.stdout.write(json.dumps(report) + "\n")
    sys.stdout.flush()


def _used() -> Report:
    """Measure this process."""
    drawing = sum(_cpu_of(child.pid) for child in multiprocessing.active_children())
    return {"cpu": time.process_time(), "threads": _threads(), "drawing": drawing}


def _cpu_of(process_id: int | None) -> float:
    """Return the user and system time of another process."""
    fields = Path(f"/proc/{process_id}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _threads() -> dict[str, float]:
    """Return the processor time by kind of thread."""
    used: dict[str, float] = {}
    for thread in threading.enumerate():
        if thread.ident is None:
            continue
        clock = time.pthread_getcpuclockid(thread.ident)
        kind = thread.name.split("_")[0].split("-")[0] if thread.name else ""
        used[kind] = used.get(kind, 0.0) + time.clock_gettime(clock)
    return used
