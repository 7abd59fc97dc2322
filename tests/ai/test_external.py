"""The arena reports any misbehavior of an external program and terminates."""

import os
import select
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.cli.arena import compete
from bot.cli.parser import build_parser
from tests.ai.positions import playing
from texas42.ai.players import external
from texas42.ai.players.external import MOST_ANSWER, ExternalPlayer, ProgramError, arguments

VIEW = playing("64 60 20 30 10 31 42", "62 66 61", contract="5")
POSIX = pytest.mark.skipif(os.name != "posix", reason="process groups are of POSIX")
SAY = "import sys\nsys.stdin.readline()\nsys.stdout.buffer.write({!r})\nsys.stdout.flush()\n"
WAIT = "sys.stdin.read()\n"
ROOT = Path(__file__).resolve().parents[2]
PARENT = """
import sys
from texas42.ai.players.external import ExternalPlayer
player = ExternalPlayer(sys.argv[1])
print("guarded", flush=True)
sys.stdin.read()
"""


def command(program: str) -> str:
    return shlex.join([sys.executable, "-c", program])


def fault_of(program: str, seconds: float = 20.0) -> str:
    with ExternalPlayer(command(program)) as player, pytest.raises(ProgramError) as raised:
        player.choose(VIEW, seconds)
    return str(raised.value)


@pytest.fixture
def _no_time_to_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(external, "STARTING", 0.0)
    monkeypatch.setattr(external, "GRACE", 0.0)


def test_endless_answer_is_cut_off() -> None:
    said = fault_of(SAY.replace("{!r}", f"b'x' * {3 * MOST_ANSWER}") + WAIT)
    assert "longer than 64 KB" in said
    assert len(said) < 1000


def test_unsolicited_lines_are_not_buffered() -> None:
    program = "import sys\nwhile True:\n    sys.stdout.write('hello' * 1000 + '\\n')\n"
    assert "not JSON" in fault_of(program)


ANSWERS = [
    b"hello, I am an engine\n",
    b"\xff\xfe\x00\n",
    b"\n",
    b"[" * 50_000 + b"\n",
    b"{" * 50_000 + b"\n",
    b"[[1]]\n",
    b"1\n",
    b"null\n",
    b'"id"\n',
    b'["id", "action"]\n',
    b"{}\n",
    b'{"id": true, "action": "64"}\n',
    b'{"id": 1.0, "action": "64"}\n',
    b'{"id": 1}\n',
    b'{"id": 1, "id": 1, "action": "64"}\n',
    b'{"id": 1, "action": NaN}\n',
    b'{"id": 1, "action": ' + b"9" * 5000 + b"}\n",
    b'{"id": 1, "action": {"take": [1], "give": {}}}\n',
    b'{"id": 1, "action": {"take": ["99"], "give": ["xx"]}}\n',
    b'{"id": 1, "action": [["64"]]}\n',
    b'{"id": 1, "action": "\\ud800"}\n',
    b'{"id": 1, "action": "64@"}\n',
    b'{"id": 1, "action": "64", "why": "because"}\n',
    b'{"id": 2, "action": "64"}\n',
    b'{"id": 1, "action": "\x1b[31m64\n',
]


@pytest.mark.parametrize("answer", ANSWERS, ids=lambda answer: repr(answer[:40]))
def test_illegal_answer_is_reported_with_its_program(answer: bytes) -> None:
    said = fault_of(SAY.format(answer) + WAIT)
    assert said.startswith(f"cmd:{shlex.quote(sys.executable)}")
    assert said.isprintable()
    assert len(said) < 1000


def test_exit_error_includes_the_end_of_standard_error() -> None:
    said = fault_of(
        "import sys\nprint('x' * 200_000, file=sys.stderr)\nraise ValueError('no luck')"
    )
    assert "exited without an answer" in said
    assert "ValueError: no luck" in said
    assert len(said) < 1000


def test_endless_standard_error_does_not_block() -> None:
    program = (
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    sys.stderr.write('x' * 3_000_000)\n"
        "    request = json.loads(line)\n"
        "    print(json.dumps({'id': request['id'], 'action': request['legal'][0]}), flush=True)\n"
    )
    with ExternalPlayer(command(program)) as player:
        assert {player.choose(VIEW, 20.0) for _ in range(2)} <= set(VIEW.legal)


@pytest.mark.usefixtures("_no_time_to_start")
@pytest.mark.parametrize(
    "program",
    [
        "import sys\nsys.stdin.read()",
        "import sys, time\nwhile True:\n    sys.stdout.write('x')\n    sys.stdout.flush()\n"
        "    time.sleep(0.01)\n",
        "import time\ntime.sleep(3600)",
    ],
    ids=["silent", "a letter at a time", "deaf"],
)
def test_move_time_limit_applies_to_any_program(program: str) -> None:
    assert "no answer in time" in fault_of(program, 0.2)


@pytest.mark.usefixtures("_no_time_to_start")
def test_unread_request_times_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(external, "request_json", lambda *_: {"id": 1, "legal": ["64"] * 100_000})
    assert "no answer in time" in fault_of("import time\ntime.sleep(3600)", 0.2)


@pytest.fixture
def held(tmp_path: Path) -> Iterator[tuple[Path, int]]:
    """Make a FIFO, which reports end of file once all its writers have ended."""
    path = tmp_path / "held"
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    yield path, reader
    os.close(reader)


@POSIX
def test_deaf_program_and_its_children_end_with_their_killed_parent(held: tuple[Path, int]) -> None:
    path, reader = held
    script = f"exec 3>{shlex.quote(str(path))}; (sleep 15; echo late >&3) & echo up >&3; wait"
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT, shlex.join(["sh", "-c", script])],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert parent.stdout is not None
    assert parent.stdout.readline() == b"guarded\n"
    select.select([reader], [], [])
    os.set_blocking(reader, True)
    assert os.read(reader, 100) == b"up\n"
    parent.kill()
    parent.communicate()
    assert os.read(reader, 100) == b""


@POSIX
def test_child_processes_end_with_the_program(held: tuple[Path, int]) -> None:
    path, reader = held
    child = (
        f"import time\nfile = open({str(path)!r}, 'w')\nfile.write('up ')\nfile.flush()\n"
        "print('ready', flush=True)\ntime.sleep(15)\nfile.write('and still there')\n"
    )
    program = (
        "import subprocess, sys\n"
        f"child = subprocess.Popen([sys.executable, '-c', {child!r}], stdout=subprocess.PIPE)\n"
        "child.stdout.readline()\nprint('hello', flush=True)\n"
    )
    fault_of(program)
    os.set_blocking(reader, True)
    assert os.read(reader, 100) == b"up "
    assert os.read(reader, 100) == b""


def test_command_is_split_as_on_its_operating_system() -> None:
    path = r'"C:\Program Files\engine.exe" --level 3'
    assert arguments(path, windows=True) == path
    assert arguments("'my engine' --level 3", windows=False) == ["my engine", "--level", "3"]


@pytest.mark.parametrize(
    "spec",
    [
        "",
        " ",
        '""',
        r"C:\Users\me\engine.exe --fast",
        '"unclosed',
        "/",
        "a\0b",
        "no\nsuch",
        "x" * 9999,
    ],
)
def test_program_that_cannot_start_is_a_one_line_error(
    spec: str, capsys: pytest.CaptureFixture[str]
) -> None:
    argv = ["arena", "--a", f"cmd:{spec}", "--b", "rules", "--deals", "1"]
    assert compete(build_parser().parse_args(argv), None) == 2
    said = capsys.readouterr().err
    assert said.startswith("python -m bot arena: cmd:")
    assert said.count("\n") == 1
    assert len(said) < 1000
