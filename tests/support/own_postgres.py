"""A private PostgreSQL server for a test, which can stop and restart it."""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

USER = "postgres"  # the server refuses to run as root


class OwnPostgres:
    """A server in a folder; `url` is that of its only database."""

    def __init__(self, folder: Path, programs: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.url = f"postgresql://{USER}@127.0.0.1:{port}/{USER}"
        self._folder = folder
        self._programs = programs
        self._options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c fsync=off"

    def make(self) -> None:
        """Initialize the server's files and start it."""
        self._run("initdb", "-D", self._data, "-U", USER, "-A", "trust", "--no-sync")
        self._control("start")

    def remove(self) -> None:
        """Stop it and delete its files."""
        self._control("stop", "-m", "immediate")

    async def restart(self, how: str, *, down_seconds: float = 0.0) -> None:
        """Restart it, with a `fast` shutdown or an `immediate` one like a crash."""
        await asyncio.to_thread(self._control, "stop", "-m", how)
        await asyncio.sleep(down_seconds)
        await asyncio.to_thread(self._control, "start")

    @property
    def _data(self) -> str:
        return str(self._folder / "data")

    def _control(self, verb: str, *more: str) -> None:
        log = str(self._folder / "log")
        self._run("pg_ctl", verb, "-w", "-D", self._data, "-l", log, "-o", self._options, *more)

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._programs / program), *arguments]
        if os.geteuid() == 0:
            command = ["runuser", "-u", USER, "--", *command]
        # its output goes on in the server, which must not keep a pipe of ours open
        subprocess.run(command, check=True, cwd=self._folder, stdout=subprocess.DEVNULL, timeout=60)


@contextmanager
def own_postgres() -> Iterator[OwnPostgres]:
    """Run a server; skip the test if PostgreSQL is missing, unless services are required."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    place = shutil.which("initdb") or (str(found[-1]) if found else None)
    if place is None:
        if os.environ.get("FORTYTWO_REQUIRE_SERVICES") == "1":
            pytest.fail("no initdb on this machine")
        pytest.skip("no initdb on this machine")
    with tempfile.TemporaryDirectory(prefix="fortytwo-postgres-") as name:
        if os.geteuid() == 0:
            shutil.chown(name, USER)
        server = OwnPostgres(Path(name), Path(place).parent)
        server.make()
        try:
            yield server
        finally:
            server.remove()
