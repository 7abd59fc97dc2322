"""`warm` compiles each part once and reports progress."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.cli import warm
from bot.runtime.settings import load_settings
from texas42.ai.players.compile_kernels import CompilerFailed, Part
from texas42.ai.solver.failures import SolverBroken
from texas42.ai.solver.loading import kernel_folder


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    pytest.importorskip("numba", reason="the strong levels need numba")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATA_DIR", str(tmp_path / "var"))
    monkeypatch.setattr(
        warm, "prepare", lambda folder: kernel_folder(folder).mkdir(parents=True, exist_ok=True)
    )
    return load_settings().compiled_code


def test_warm_compiles_each_part_once_and_shows_progress(
    monkeypatch: pytest.MonkeyPatch, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    compiled: list[str] = []

    async def compile_kernels(command: Sequence[str]) -> None:
        compiled.append(command[-1])
        (kernel_folder(folder) / f"{command[-1]}.compiled").touch()

    monkeypatch.setattr(warm, "compile_kernels", compile_kernels)
    assert main(["warm"]) == 0
    assert compiled == list(Part)
    assert "2 of 2: the solver for reviews: compiled in" in capsys.readouterr().out
    assert main(["warm"]) == 0
    assert compiled == list(Part)
    assert capsys.readouterr().out.count("already compiled") == len(Part)


def test_warm_reports_a_failed_compiler_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def compile_kernels(_: Sequence[str]) -> None:
        raise CompilerFailed("exit status 1\nTraceback\nOSError: no space")

    monkeypatch.setattr(warm, "compile_kernels", compile_kernels)
    assert main(["warm"]) == 1
    said = capsys.readouterr().err
    assert said == "python -m bot warm: the compiler failed: OSError: no space\n"


def test_warm_reports_why_numba_does_not_load(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def prepare(_: Path) -> None:
        raise SolverBroken("numba is installed and cannot be loaded: KeyError: 'llvm'")

    monkeypatch.setattr(warm, "prepare", prepare)
    assert main(["warm"]) == 1
    said = capsys.readouterr().err
    assert said.startswith("python -m bot warm: numba is installed and cannot be loaded")
    assert said.count("\n") == 1


def test_warm_names_a_folder_that_cannot_be_made(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("DATA_DIR", str(tmp_path / "file"))
    assert main(["warm"]) == 2
    said = capsys.readouterr().err
    assert "DATA_DIR: " in said
    assert said.count("\n") == 1
