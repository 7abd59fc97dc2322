"""The warm-up compiles in a child process: one at a time, tied to its parent, never silent."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import psutil
import pytest

from tests.support.compiled import SHARED
from texas42.ai.players import warm_up
from texas42.ai.players.compile_kernels import (
    LOCK,
    CompilerFailed,
    Part,
    compile_kernels,
    is_compiled,
)
from texas42.ai.players.levels import LevelPlayer
from texas42.ai.players.warm_up import WarmUp, WarmUpState
from texas42.ai.solver.loading import kernel_folder

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60.0

# A child that takes its turn, records what it does, and waits as long as a test needs. It stands in
# for the compiler, which reuses the cache of an earlier process in the same way.
CHILD = """
import os, sys, time
from pathlib import Path
from texas42.ai.players.compile_kernels import end_with_parent, sole_process
folder = Path(sys.argv[1])
end_with_parent()
(folder / f"started-{os.getpid()}").touch()
with sole_process(folder):
    (folder / "began").write_text(str(os.getpid()))
    if not (folder / "compiled").exists():
        with (folder / "log").open("a") as log:
            log.write("compiled\\n")
        while not (folder / "go-on").exists():
            time.sleep(0.01)
        (folder / "compiled").touch()
"""
# A child whose compiler holds the GIL, so that none of its threads run.
DEAF_CHILD = """
import ctypes, os, sys
from pathlib import Path
from texas42.ai.players.compile_kernels import end_with_parent
end_with_parent()
(Path(sys.argv[1]) / "began").write_text(str(os.getpid()))
ctypes.PyDLL(None).sleep(600)
"""
PARENT = """
import asyncio, sys
from texas42.ai.players.compile_kernels import compile_kernels
asyncio.run(compile_kernels(sys.argv[1:]))
"""


def command(folder: Path) -> tuple[str, ...]:
    return (sys.executable, "-c", CHILD, str(folder))


def until(done: Callable[[], bool]) -> None:
    """Poll until another process has made the condition true."""
    end = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < end
        time.sleep(0.01)


def began(folder: Path) -> int | None:
    """Return the id of the process that holds the folder, or None."""
    file = folder / "began"
    text = file.read_text() if file.exists() else ""
    return int(text) if text else None


def lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{process}/stat")
    # A zombie that has not been reaped is dead too.
    return not status.exists() or status.read_text().rpartition(")")[2].split()[0] != "Z"


def program(child: Sequence[str]) -> subprocess.Popen[bytes]:
    """Start a program that warms up with this child."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen([sys.executable, "-c", PARENT, *child], env=environment)


@pytest.fixture
def parent(tmp_path: Path) -> subprocess.Popen[bytes]:
    """Start a program and wait until its warm-up is under way."""
    started = program(command(tmp_path))
    until(lambda: began(tmp_path) is not None)
    return started


def test_killed_program_leaves_no_child_behind(
    parent: subprocess.Popen[bytes], tmp_path: Path
) -> None:
    child = began(tmp_path)
    assert child is not None
    assert lives(child)
    parent.kill()
    parent.wait()
    until(lambda: not lives(child))


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel of Linux ends it")
def test_killed_program_leaves_no_child_that_holds_the_gil(tmp_path: Path) -> None:
    started = program((sys.executable, "-c", DEAF_CHILD, str(tmp_path)))
    until(lambda: began(tmp_path) is not None)
    child = began(tmp_path)
    assert child is not None
    started.kill()
    started.wait()
    try:
        until(lambda: not lives(child))
    finally:
        if lives(child):
            os.kill(child, signal.SIGKILL)


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel of Linux ends it")
def test_child_whose_program_has_ended_before_it_watches_never_begins(tmp_path: Path) -> None:
    child = [sys.executable, "-c", DEAF_CHILD, str(tmp_path)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    ended = subprocess.run(
        child, env=environment, stdin=subprocess.DEVNULL, timeout=PATIENCE, check=False
    )
    assert ended.returncode == 1
    assert began(tmp_path) is None


def test_real_compiler_ends_with_its_program(tmp_path: Path) -> None:
    pytest.importorskip("numba", reason="the strong levels need numba")
    started = program(warm_up.child_command(tmp_path, Part.PLAYERS))
    until((tmp_path / LOCK).exists)
    (child,) = psutil.Process(started.pid).children()
    started.kill()
    started.wait()
    until(lambda: not lives(child.pid))


async def test_next_program_compiles_after_a_killed_one(
    parent: subprocess.Popen[bytes], tmp_path: Path
) -> None:
    parent.kill()
    parent.wait()
    (tmp_path / "go-on").touch()
    await asyncio.wait_for(compile_kernels(command(tmp_path)), PATIENCE)
    assert (tmp_path / "compiled").exists()


async def test_two_programs_started_together_compile_once(tmp_path: Path) -> None:
    both = [asyncio.create_task(compile_kernels(command(tmp_path))) for _ in range(2)]
    await asyncio.to_thread(until, lambda: len(list(tmp_path.glob("started-*"))) == 2)
    await asyncio.to_thread(until, lambda: began(tmp_path) is not None)
    (tmp_path / "go-on").touch()
    await asyncio.wait_for(asyncio.gather(*both), PATIENCE)
    assert (tmp_path / "log").read_text() == "compiled\n"


async def test_cancelled_warm_up_stops_its_child(tmp_path: Path) -> None:
    task = asyncio.create_task(compile_kernels(command(tmp_path)))
    await asyncio.to_thread(until, lambda: began(tmp_path) is not None)
    child = began(tmp_path)
    assert child is not None
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert not lives(child)


async def test_compiler_failure_includes_its_last_lines() -> None:
    script = "import sys; [print(n, file=sys.stderr) for n in range(100)]; sys.exit(3)"
    with pytest.raises(CompilerFailed) as raised:
        await compile_kernels((sys.executable, "-c", script))
    told = str(raised.value).splitlines()
    assert told[0] == "exit status 3"
    assert told[-1] == "99"
    assert len(told) < 20


class Warm(LevelPlayer):
    def warm(self) -> None:
        self.serving = "expert"


async def at_once(work: Callable[[], None]) -> None:
    work()


@pytest.fixture
def strong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> WarmUp:
    monkeypatch.setattr(warm_up, "prepare", lambda _: None)
    return WarmUp([Warm("expert")], tmp_path, at_once)


def compiler(*outcomes: Exception | None) -> Callable[[Sequence[str]], Awaitable[None]]:
    """Build a fake compiler with these outcomes, one per run."""
    left = list(outcomes)

    async def compile_once(command: Sequence[str]) -> None:
        outcome = left.pop(0) if command[-1] == Part.PLAYERS else None
        if outcome is not None:
            raise outcome

    return compile_once


async def test_failure_is_logged_and_counted_and_the_plain_player_keeps_serving(
    strong: WarmUp, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    failure = CompilerFailed("exit status 1\nno space left")
    monkeypatch.setattr(warm_up, "compile_kernels", compiler(failure))
    assert not await strong.wait_until_ready(PATIENCE)
    assert (strong.state, strong.failures) == (WarmUpState.FAILED, 1)
    assert strong._players[0].serving == "rules"
    (record,) = [each for each in caplog.records if each.levelname == "WARNING"]
    assert "exit status 1\nno space left" in record.getMessage()
    assert not await strong.wait_until_ready(PATIENCE)
    assert strong.failures == 1


async def test_failed_warm_up_is_retried_later(
    strong: WarmUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(warm_up, "compile_kernels", compiler(OSError("no memory"), None))
    monkeypatch.setattr(warm_up, "RETRY_SECONDS", 0.0)
    assert not await strong.wait_until_ready(PATIENCE)
    assert await strong.wait_until_ready(PATIENCE)
    assert strong.state is WarmUpState.READY
    assert strong._players[0].serving == "expert"


async def test_players_serve_before_the_solver_is_compiled(
    strong: WarmUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled = asyncio.Event()
    go_on = asyncio.Event()

    async def slow_solver(command: Sequence[str]) -> None:
        if command[-1] == Part.SOLVER:
            await go_on.wait()
            compiled.set()

    monkeypatch.setattr(warm_up, "compile_kernels", slow_solver)
    assert await strong.wait_until_ready(PATIENCE)
    assert strong._players[0].serving == "expert"
    assert await strong.solver_state(0.0) is WarmUpState.COMPILING
    assert not compiled.is_set()
    go_on.set()
    assert await strong.solver_state(PATIENCE) is WarmUpState.READY


async def test_players_serve_even_if_the_solver_does_not_compile(
    strong: WarmUp, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def no_solver(command: Sequence[str]) -> None:
        if command[-1] == Part.SOLVER:
            raise CompilerFailed("exit status 1\nno memory")

    monkeypatch.setattr(warm_up, "compile_kernels", no_solver)
    assert await strong.solver_state(PATIENCE) is WarmUpState.FAILED
    assert (strong.state, strong.failures) == (WarmUpState.READY, 1)
    assert "the solver" in caplog.text
    assert "no memory" in caplog.text


LOAD = """
import sys
from pathlib import Path
from texas42.ai.players.levels import make_player
make_player("expert", Path(sys.argv[1]))
print(*sorted(name for name in sys.modules if name.startswith("texas42.ai.kernels.")))
"""


def test_child_compiles_what_the_strong_players_load() -> None:
    """The real child compiled the shared kernels before the first test."""
    pytest.importorskip("numba", reason="the strong levels need numba")
    assert all(is_compiled(SHARED, part) for part in Part)
    kernels = {each.name.split(".")[0] for each in kernel_folder(SHARED).rglob("*.nbi")}
    run = (sys.executable, "-c", LOAD, str(SHARED))
    loaded = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    names = {name.rpartition(".")[2] for name in loaded.split()}
    assert {"play_sampling", "hand_sampling"} <= names & kernels
    assert "search_general" in kernels - names  # the solver is compiled after the players


async def test_compiled_kernels_need_no_child(
    strong: WarmUp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(warm_up, "is_compiled", lambda folder, part: part is Part.PLAYERS)
    commands: list[Sequence[str]] = []

    async def compiled(command: Sequence[str]) -> None:
        commands.append(command)

    monkeypatch.setattr(warm_up, "compile_kernels", compiled)
    assert await strong.solver_state(PATIENCE) is WarmUpState.READY
    assert [command[-1] for command in commands] == [Part.SOLVER]
