"""The command `bidbook`: progress, look-ups and failures."""

from __future__ import annotations

import errno
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.__main__ import main
from texas42.ai.valuation import bid_book_model
from texas42.ai.valuation.bid_book import HANDS, NAME, STORED
from texas42.ai.valuation.bid_book_model import Model

SIXES = "66 65 64 63 62 61 60"
ROW = b"\xff\x00" * len(STORED)


@pytest.fixture(autouse=True)
def data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Use an empty DATA_DIR, and a book in which every bid makes, written in four batches."""

    def sure(_: Model) -> Iterator[bytes]:
        for _ in range(4):
            yield ROW * (HANDS // 4)

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATA_DIR", str(tmp_path / "var"))
    monkeypatch.setattr(bid_book_model, "table", sure)
    return tmp_path / "var"


def test_book_is_written_once_with_progress(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bidbook"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:4] == [f"{share}% of the hands" for share in (25, 50, 75, 100)]
    assert lines[4:] == [f"The bid book is ready: {data / NAME}"]
    assert main(["bidbook"]) == 0
    assert capsys.readouterr().out.splitlines() == lines[4:]


def test_damaged_book_is_rewritten(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data.mkdir()
    (data / NAME).write_bytes(b"not a book")
    assert main(["bidbook"]) == 0
    assert "100% of the hands" in capsys.readouterr().out


def test_hand_is_printed_in_the_format_of_bid(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bidbook", *SIXES.split(), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["hand"] == SIXES.split()
    assert list(found["bids"]) == [*map(str, range(30, 42)), "1m", "2m"]
    contracts = [*map(str, range(7)), "doubles", "follow-me"]
    assert all(list(made) == contracts for made in found["bids"].values())
    assert main(["bidbook", *SIXES.split()]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["30", "31", "32", "34", "36", "1m", "2m"]
    assert [line.split()[0] for line in lines[1:]] == contracts


@pytest.mark.parametrize("line", ["66 65", f"{SIXES[:-2]}77", "--json"])
def test_bad_input_is_one_sentence_and_status_2(
    line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bidbook", *line.split()]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert said.startswith("python -m bot bidbook: ")


def test_full_disk_is_one_sentence(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(_: Model) -> Iterator[bytes]:
        yield ROW
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(bid_book_model, "table", full)
    assert main(["bidbook"]) == 1
    assert capsys.readouterr().err == (
        f"python -m bot bidbook: DATA_DIR: {data / NAME} cannot be written "
        "(No space left on device)\n"
    )
    assert list(data.iterdir()) == []


def test_without_numpy_the_command_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, "texas42.ai.valuation.bid_book")
    monkeypatch.setitem(sys.modules, "numpy", None)
    assert main(["bidbook"]) == 2
    assert "install the extra `solver`" in capsys.readouterr().err


@pytest.mark.parametrize(
    "error", ["ImportError('too new')", "OSError('libblas.so:\\nno such file')"]
)
def test_broken_numpy_is_one_sentence_with_the_cause(
    error: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "numpy.py").write_text(f"raise {error}")
    for name in [each for each in sys.modules if each.split(".")[0] == "numpy"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delitem(sys.modules, "texas42.ai.valuation.bid_book")
    monkeypatch.syspath_prepend(tmp_path)
    assert main(["bidbook"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("python -m bot bidbook: NumPy is installed and cannot be loaded: ")
    assert error.split("'")[1].split("\\n")[0] in said
    assert said.count("\n") == 1
