"""Output to consoles with other encodings, full disks and closed pipes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import IO

import pytest

from tests.support.records import SAMPLE, text

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
NAMED = text({**SAMPLE, "players": ["Zoë", "★", "c", "d"]})
POSIX = pytest.mark.skipif(os.name != "posix", reason="/dev/full and shells are of POSIX")


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "game.json"
    path.write_text(NAMED + "\n", encoding="utf-8")
    return str(path)


def run(
    *words: str, out: int | IO[bytes] = subprocess.PIPE, shell: str = "", **env: str
) -> subprocess.CompletedProcess[bytes]:
    command: Sequence[str] = [sys.executable, "-m", "bot", *words]
    if shell:
        command = ["sh", "-c", f'"$@" {shell}', "sh", *command]
    return subprocess.run(
        command,
        cwd=Path(words[-1]).parent if Path(words[-1]).is_absolute() else ROOT,
        env={"PYTHONPATH": str(ROOT), "PATH": os.environ["PATH"], **env},
        stdout=out,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        check=False,
    )


def test_unencodable_characters_become_question_marks(file: str) -> None:
    ended = run("referee", file, PYTHONIOENCODING="latin-1")
    assert ended.returncode == 0
    assert "Zoë".encode("latin-1") in ended.stdout
    assert b"? passes" in ended.stdout or b"? bids" in ended.stdout


def test_json_is_lossless_in_any_encoding(tmp_path: Path) -> None:
    broken = tmp_path / "game.json"
    broken.write_text(text({**SAMPLE, "★": 1}), encoding="utf-8")
    ended = run("referee", "--json", str(broken), PYTHONIOENCODING="ascii")
    assert ended.returncode == 2
    assert "★" in json.loads(ended.stdout)["error"]["message"]


def test_error_in_another_encoding_is_one_line(tmp_path: Path) -> None:
    ended = run("referee", str(tmp_path / "★\x1b\n.json"), PYTHONIOENCODING="ascii")
    assert ended.returncode == 2
    assert ended.stderr.count(b"\n") == 1
    assert b"\x1b" not in ended.stderr


@POSIX
@pytest.mark.parametrize("command", ["referee", "verify", "--help", "referee --help", "doctor"])
def test_full_output_is_reported(command: str, file: str, tmp_path: Path) -> None:
    words = [*command.split(), *([file] if command in {"referee", "verify"} else [])]
    if command == "verify":
        Path(file).write_text("{}", encoding="utf-8")
    with Path("/dev/full").open("wb") as full:
        ended = run(*words, out=full, DATA_DIR=str(tmp_path))
    said = ended.stderr.decode()
    if command == "verify":  # which writes nothing to standard output here
        assert ended.returncode == 2
    else:
        assert ended.returncode == 1
        assert "standard output: No space left on device" in said
    assert said.count("\n") == 1


@POSIX
def test_closed_output_is_reported(file: str) -> None:
    ended = run("referee", file, shell=">&-")
    assert ended.returncode == 1
    assert ended.stderr.decode().endswith("standard output: is closed\n")


@POSIX
def test_closed_input_is_reported() -> None:
    ended = run("referee", "-", shell="<&-")
    assert ended.returncode == 2
    assert ended.stderr.decode().endswith("referee: -: standard input is closed\n")


@POSIX
@pytest.mark.parametrize("target", ["2>&-", "2>/dev/full"])
def test_exit_status_survives_closed_standard_error(target: str) -> None:
    assert run("referee", "none.json", shell=target).returncode == 2


@POSIX
@pytest.mark.parametrize("options", [["--lines"], ["--json", "--lines"]])
def test_broken_pipe_ends_the_command_quietly(options: list[str], file: str) -> None:
    Path(file).write_text((NAMED + "\n") * 300, encoding="utf-8")
    ended = run("referee", *options, file, shell="| head -n 1")
    assert ended.stdout.count(b"\n") == 1
    assert ended.stderr == b""
