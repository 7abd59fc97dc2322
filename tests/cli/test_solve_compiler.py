"""`solve` compiles the search on first use; a compiler failure is one line."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from bot.__main__ import main
from tests.support.records import EIGHTY, text


@pytest.mark.parametrize("option", [(), ("--lines",)])
def test_search_that_fails_to_compile_ends_solve_with_one_line(
    option: tuple[str, ...],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    pytest.importorskip("numba", reason="the solver needs numba")
    from texas42.ai import kernels

    monkeypatch.setenv("DATA_DIR", str(tmp_path))
    monkeypatch.setattr("bot.cli.solve.load_solver", _loaded)
    monkeypatch.delattr(kernels, "search_general", raising=False)
    monkeypatch.setitem(sys.modules, "texas42.ai.kernels.search_general", None)
    file = tmp_path / "record.json"
    file.write_text(text(EIGHTY) + "\n")
    assert main(["solve", str(file), *option]) == 2
    said = capsys.readouterr().err
    assert said.startswith("python -m bot solve: numba is installed and cannot be loaded: ")
    assert said.count("\n") == 1


def _loaded(*_: object, **__: object) -> object:
    """Load the solver with the kernels that the tests share."""
    from texas42.ai.solver.solver import Solver

    return Solver()
