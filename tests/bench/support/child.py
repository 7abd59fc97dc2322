"""A bot in a process of its own, and a line by which it tells what it has used."""

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

from bot.sandbox.server import Sandbox

ROOT = Path(__file__).parents[3]
PATIENCE_SECONDS = 60.0
Report = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Used:
    """Processor time of a process in seconds, all of it and by thread.

    `drawing`: that of the processes in which it draws, besides.
    """

    cpu: float
    threads: Mapping[str, float]
    drawing: float

    def since(self, before: Used) -> Used:
        """Return what has been used since an earlier look."""
        threads = {name: at - before.threads.get(name, 0.0) for name, at in self.threads.items()}
        return Used(self.cpu - before.cpu, threads, self.drawing - before.drawing)


class Child:
    """The other side: starts a module as a process and asks it."""

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
        """Return the processor time that it has used so far."""
        return Used(**await self.ask("used"))

    async def ask(self, line: str) -> Report:
        """Send a line and return the answer."""
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
    """Return the environment of a bot that is to run on the sandbox."""
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
        **settings,
    }


async def serve(answers: Mapping[str, Callable[[], Report | None]]) -> None:
    """In the child: answer lines until there are no more; `answers` are the words besides `used`.

    The first line that is written says that the child is ready. A word that returns nothing is
    answered with what has been used.
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
    """Return what Used says of this process."""
    drawing = sum(_cpu_of(child.pid) for child in multiprocessing.active_children())
    return {"cpu": time.process_time(), "threads": _threads(), "drawing": drawing}


def _cpu_of(process_id: int | None) -> float:
    """Return the processor time of another process, in the system and out of it."""
    fields = Path(f"/proc/{process_id}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _threads() -> dict[str, float]:
    """Return the processor time of each kind of thread."""
    used: dict[str, float] = {}
    for thread in threading.enumerate():
        if thread.ident is None:
            continue
        clock = time.pthread_getcpuclockid(thread.ident)
        kind = thread.name.split("_")[0].split("-")[0] if thread.name else ""
        used[kind] = used.get(kind, 0.0) + time.clock_gettime(clock)
    return used
