"""With numba installed but broken, computers play by plain rules and one line gives the cause."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from bot.cli import FAILED, OK
from bot.cli.doctor import _players
from texas42.ai.players.levels import LevelPlayer
from texas42.ai.players.warm_up import WarmUp, WarmUpState
from texas42.ai.solver import loading
from texas42.ai.solver.failures import SolverMissing
from texas42.ai.solver.loading import prepare

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
TOO_NEW = "Numba needs NumPy 2.2 or less. Got NumPy 9.9."
CAUSES = {
    "NumPy is too new": (ImportError, TOO_NEW),
    "an extension fails": (SystemError, "initialization of _internal failed"),
    "NumPy lacks something": (AttributeError, "module 'numpy' has no attribute 'trapz'"),
    "a version is unknown": (KeyError, "llvm"),
    "a library is missing": (OSError, "libllvmlite.so: cannot open shared object file"),
    "a dependency is missing": (ModuleNotFoundError, "No module named 'llvmlite'"),
}
causes = pytest.mark.parametrize(("kind", "text"), CAUSES.values(), ids=CAUSES)


def broken(folder: Path, kind: type[Exception], text: str) -> Path:
    """Make a numba whose import raises this error; return the folder to put on the path."""
    (folder / "numba").mkdir()
    (folder / "numba" / "__init__.py").write_text(f"raise {kind.__name__}({text!r})\n")
    return folder


@pytest.fixture
def fail(monkeypatch: pytest.MonkeyPatch) -> Callable[[Exception], None]:
    """Make every later import of numba or of a kernel raise this error."""

    def set_to(error: Exception) -> None:
        def import_module(name: str) -> object:
            raise error

        monkeypatch.setattr(loading, "import_module", import_module)

    return set_to


@causes
def test_error_names_the_root_cause(
    fail: Callable[[Exception], None], kind: type[Exception], text: str
) -> None:
    fail(kind(text))
    with pytest.raises(SolverMissing) as raised:
        prepare(None)
    said = str(raised.value)
    assert text in said
    assert "\n" not in said
    assert "install the extra" not in said


def test_error_names_the_extra_if_numba_is_not_installed(
    fail: Callable[[Exception], None],
) -> None:
    fail(ModuleNotFoundError("No module named 'numba'", name="numba"))
    with pytest.raises(SolverMissing, match="install the extra `solver`"):
        prepare(None)


@causes
async def test_computers_fall_back_to_plain_rules_and_log_the_cause_once(
    fail: Callable[[Exception], None],
    caplog: pytest.LogCaptureFixture,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    kind: type[Exception],
    text: str,
) -> None:
    monkeypatch.setattr("texas42.ai.players.warm_up.RETRY_SECONDS", 0.0)
    fail(kind(text))
    warm_up = WarmUp([LevelPlayer("expert")], tmp_path, at_once)
    for _ in range(2):
        assert not await warm_up.wait_until_ready(60.0)
    assert warm_up.state is WarmUpState.FAILED
    (line,) = [each.getMessage() for each in caplog.records if each.levelname == "WARNING"]
    assert "plain rules" in line
    assert text in line


async def at_once(work: Callable[[], None]) -> None:
    work()


@pytest.mark.parametrize("error", [KeyError("llvm"), RuntimeError("x"), MemoryError()])
async def test_warm_up_fails_without_hanging_on_any_exception(
    tmp_path: Path, error: Exception
) -> None:
    async def failing(work: Callable[[], None]) -> None:
        raise error

    in_background: Callable[[Callable[[], None]], Awaitable[None]] = failing
    warm_up = WarmUp([LevelPlayer("expert")], tmp_path, in_background)
    assert not await warm_up.wait_until_ready(60.0)
    assert (warm_up.state, warm_up.failures) == (WarmUpState.FAILED, 1)


@pytest.mark.parametrize("command", [["solve", "-"], ["arena", "--a", "expert", "--b", "rules"]])
@pytest.mark.parametrize("cause", ["NumPy is too new", "a version is unknown"])
def test_command_reports_broken_numba_in_one_line(
    tmp_path: Path, command: list[str], cause: str
) -> None:
    folder = broken(tmp_path, *CAUSES[cause])
    ended = subprocess.run(
        [sys.executable, "-m", "bot", *command],
        cwd=tmp_path,
        env={
            **{name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ},
            "PYTHONPATH": os.pathsep.join((str(folder), str(ROOT))),
            "DATA_DIR": str(tmp_path / "var"),
        },
        input=b"{}",
        capture_output=True,
        timeout=120,
        check=False,
    )
    said = ended.stderr.decode()
    assert ended.returncode == 2, said
    assert said.count("\n") == 1, said
    assert CAUSES[cause][1] in said


@causes
def test_doctor_names_the_cause_and_fails(
    fail: Callable[[Exception], None],
    capsys: pytest.CaptureFixture[str],
    kind: type[Exception],
    text: str,
) -> None:
    fail(kind(text))
    assert _players() == FAILED
    assert text in capsys.readouterr().out


def test_doctor_passes_without_the_extra(
    fail: Callable[[Exception], None], capsys: pytest.CaptureFixture[str]
) -> None:
    fail(ModuleNotFoundError("No module named 'numba'", name="numba"))
    assert _players() == OK
    assert "players   plain rules only: install the extra" in capsys.readouterr().out
