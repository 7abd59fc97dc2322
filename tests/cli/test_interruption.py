"""A command that Ctrl+C or SIGTERM cuts short says so in one line and leaves nothing half done."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

import bot.__main__
from bot.__main__ import UNTIL_STOPPED, main
from bot.cli.parser import COMMANDS
from bot.store import backup

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60.0
SIGNALS = (signal.SIGINT, signal.SIGTERM)
ENDING = [each for each in COMMANDS if each != "run" and each not in UNTIL_STOPPED]
SLOW_COMPILER = """
import sys
import bot.cli.warm as warm
from bot.__main__ import main

COMPILER = "import os, sys; sys.stderr.close(); print(os.getpid(), flush=True); sys.stdin.read()"
compile_kernels = warm.compile_kernels
warm.prepare = lambda folder: None
warm.is_compiled = lambda folder, part: False
warm.child_command = lambda folder, part: (sys.executable, "-c", COMPILER)
sys.exit(main(["warm"]))
"""
MANY_DEALS = """
import sys
import bot.cli.arena as arena
from bot.__main__ import main

show = arena._show_progress

def report(tallies, number):
    for tally in show(tallies, number):
        print("playing", flush=True)
        yield tally

arena._show_progress = report
sys.exit(main(["arena", "--a", "rules", "--b", "rules", "--deals", "1000000"]))
"""


@pytest.fixture(autouse=True)
def usual_signals() -> Iterator[None]:
    """Handle signals as a new process does; tests of `run` leave handlers that end the process."""
    usual = (signal.default_int_handler, signal.SIG_DFL)
    before = [signal.signal(*each) for each in zip(SIGNALS, usual, strict=True)]
    yield
    for each in zip(SIGNALS, before, strict=True):
        signal.signal(*each)


@contextmanager
def program(folder: Path, text: str) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, "-c", text],
        cwd=folder,
        env={
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(ROOT),
            "DATA_DIR": str(folder / "var"),
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


@pytest.mark.parametrize("number", SIGNALS)
@pytest.mark.parametrize("command", ENDING)
def test_interrupted_command_says_so_in_one_line(
    command: str,
    number: signal.Signals,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def interrupted(_: Sequence[str]) -> int:
        signal.raise_signal(number)
        raise AssertionError("the signal was ignored")

    monkeypatch.setattr(bot.__main__, "run_command", interrupted)
    assert main([command]) == 128 + number
    said = capsys.readouterr().err
    assert said == f"python -m bot {command}: interrupted before it was done\n"


@pytest.mark.parametrize("number", SIGNALS)
@pytest.mark.parametrize("command", UNTIL_STOPPED)
def test_command_without_an_end_of_its_own_is_silent_when_stopped(
    command: str,
    number: signal.Signals,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(bot.__main__, "run_command", lambda _: signal.raise_signal(number))
    assert main([command]) == 0
    assert capsys.readouterr().err == ""


def test_command_leaves_the_signals_as_they_were(monkeypatch: pytest.MonkeyPatch) -> None:
    before = signal.getsignal(signal.SIGTERM)
    monkeypatch.setattr(bot.__main__, "run_command", lambda _: 0)
    assert main(["warm"]) == 0
    assert signal.getsignal(signal.SIGTERM) is before


@pytest.mark.slow
@pytest.mark.parametrize("number", SIGNALS)
@pytest.mark.parametrize(("text", "told"), [(SLOW_COMPILER, "compiling"), (MANY_DEALS, "playing")])
def test_long_command_ends_on_a_signal_without_a_traceback(
    text: str, told: str, number: signal.Signals, tmp_path: Path
) -> None:
    pytest.importorskip("numba", reason="the strong levels need numba")
    with program(tmp_path, text) as process:
        assert process.stdout is not None
        assert told in process.stdout.readline()
        process.send_signal(number)
        _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 128 + number
    assert said.count("\n") == 1
    assert said.endswith(": interrupted before it was done\n")


def test_interrupted_backup_leaves_no_part_of_a_copy(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATA_DIR", str(tmp_path / "var"))
    assert main(["migrate"]) == 0
    copies = tmp_path / "copies"
    copies.mkdir()
    seen: list[str] = []

    def interrupted(_: object) -> None:
        seen.extend(file.name for file in copies.iterdir())
        signal.raise_signal(signal.SIGTERM)

    monkeypatch.setattr(backup, "_require_sound", interrupted)
    assert main(["backup", str(copies)]) == 128 + signal.SIGTERM
    assert seen
    assert list(copies.iterdir()) == []
    assert "interrupted" in capsys.readouterr().err
