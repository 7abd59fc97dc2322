"""Hostile records, requests and shake files end a command with a readable error."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from tests.ai.positions import calling, playing
from tests.support.records import SAMPLE, edit, text
from texas42.ai.players.protocol import request_json
from texas42.records.limits import MOST_BYTES

HUGE = 10**7
WIDE = {"rules": {"preset": "straight-marks", "open_max_marks": HUGE, "max_marks": None}}
RECORDS: Mapping[str, str] = {
    "ten million marks": text({**SAMPLE, **WIDE}),
    "ten million marks at most": text({**SAMPLE, "rules": {"max_marks": HUGE}}),
    "a target without end": text({**SAMPLE, "rules": {"target": 10**15}}),
    "a number of a thousand digits": text(SAMPLE).replace('"shaker": 0', '"shaker": ' + "9" * 1000),
    "a number that Python does not read": text(SAMPLE).replace(
        '"shaker": 0', '"shaker": ' + "9" * 5000
    ),
    "nested lists": "[" * 100_000,
    "nested in the rules": text(SAMPLE).replace(
        '"rules"', '"rules": {"target": ' + "[" * 900 + "]" * 900 + '}, "x"'
    ),
    "nested objects": '{"a":' * 50_000,
    "a rule of a million letters": text({**SAMPLE, "rules": {"renege": "x" * 1_000_000}}),
    "too many hands": text({**SAMPLE, "hands": [{}] * 20_000}),
    "too many calls": text(edit(SAMPLE, "hands", 0, "calls", [[1, "pass"]] * 20_000)),
    "too many plays": text(edit(SAMPLE, "hands", 0, "plays", ["11"] * 20_000)),
}


@pytest.fixture(autouse=True)
def _in_an_empty_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)


def _set_input(monkeypatch: pytest.MonkeyPatch, given: str | bytes) -> None:
    raw = given.encode() if isinstance(given, str) else given
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))


@pytest.mark.parametrize("command", [("referee",), ("referee", "--json"), ("solve", "--json")])
@pytest.mark.parametrize("name", RECORDS)
def test_hostile_record_is_refused_with_a_readable_error(
    name: str,
    command: tuple[str, ...],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    _set_input(monkeypatch, RECORDS[name])
    assert main([*command, "-"]) == 2
    said = capsys.readouterr().out
    assert len(said) < 1000
    assert said.count("\n") == 1
    if "--json" in command:
        assert json.loads(said)["error"]["code"] in ("bad_record", "unknown_rule")


def test_large_but_finite_option_is_accepted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    record = {**SAMPLE, "rules": {"open_max_marks": 1000, "max_marks": None, "target": 500}}
    _set_input(monkeypatch, text(record))
    assert main(["referee", "--json", "-"]) == 0
    assert "1000m" in json.loads(capsys.readouterr().out)["hands"][0]["calls"][0]["legal"]


@pytest.mark.parametrize("command", ["referee", "solve", "verify"])
def test_endless_input_is_refused_before_it_is_read(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _set_input(monkeypatch, b" " * (MOST_BYTES + 1))
    assert main([command, "-"]) == 2
    assert capsys.readouterr().err == f"python -m bot {command}: -: longer than 16 MB\n"


def test_endless_line_ends_the_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _set_input(
        monkeypatch, text(SAMPLE).replace("\n", "").encode() + b"\n" + b" " * (MOST_BYTES + 1)
    )
    assert main(["referee", "--json", "--lines", "-"]) == 2
    said = capsys.readouterr()
    assert said.out.count("\n") == 1
    assert "longer than 16 MB" in said.err


CALL = request_json(calling("66 55 44 33 11 20 61", "pass"), 17, 1.0)
PLAY = request_json(playing("64 60 20 30 10 31 42", "62 66 61", contract="5"), 18, 1.0)
REQUESTS: Mapping[str, tuple[Mapping[str, Any], Mapping[str, Any]]] = {
    "ten million marks": (CALL, {"rules": {"open_max_marks": HUGE, "max_marks": None}}),
    "a seat that is none": (CALL, {"seat": 10**9}),
    "a seat below none": (CALL, {"seat": -1}),
    "a seat in words": (CALL, {"seat": "one"}),
    "a shaker that is none": (CALL, {"shaker": 9}),
    "a bidder that is none": (PLAY, {"bidder": 99}),
    "no hand": (CALL, {"hand": []}),
    "a hand in the air": (CALL, {"hand": None}),
    "a hand of thousands": (CALL, {"hand": ["66"] * 5000}),
    "the same domino seven times": (CALL, {"hand": ["66"] * 7}),
    "a domino held and played": (PLAY, {"plays": ["62", "64", "61"]}),
    "more plays than dominoes": (PLAY, {"plays": ["62"] * 40}),
    "calls without end": (CALL, {"calls": [[0, "pass"]] * 20_000}),
    "a caller that is none": (CALL, {"calls": [[77, "pass"]]}),
    "nothing legal": (CALL, {"legal": []}),
    "too much that is legal": (CALL, {"legal": ["pass"] * 50_000}),
    "an act that is none": (CALL, {"legal": ["frobnicate"]}),
    "a score of another game": (CALL, {"total": [0] * 99}),
    "a score in words": (CALL, {"total": ["a", "b"]}),
    "time without end": (CALL, {"time_ms": 1e300}),
    "time that is not a number": (CALL, {"time_ms": "soon"}),
    "less than no time": (CALL, {"time_ms": -1}),
    "a phase that is none": (CALL, {"phase": "x"}),
    "a contract that is none": (PLAY, {"contract": "green"}),
}


@pytest.mark.parametrize("name", REQUESTS)
def test_hostile_request_ends_the_player_with_a_readable_error(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    request, changes = REQUESTS[name]
    _set_input(monkeypatch, json.dumps({**request, **changes}))
    assert main(["player", "--level", "rules"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("python -m bot player: ")
    assert said.err.count("\n") == 1
    assert len(said.err) < 500


@pytest.mark.parametrize(
    "line",
    [
        b"\xff\xfe{",
        b"\xff\xfd",
        b"[" * 100_000,
        b"[]",
        b"1",
        b"{}",
        b"NaN",
        b" " * (MOST_BYTES + 1),
    ],
)
def test_malformed_request_ends_the_player_with_a_readable_error(
    line: bytes, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _set_input(monkeypatch, line)
    assert main(["player", "--level", "rules"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_valid_request_is_answered(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _set_input(monkeypatch, f"{json.dumps(CALL)}\n{json.dumps(PLAY)}\n")
    assert main(["player", "--level", "rules"]) == 0
    assert [json.loads(line)["id"] for line in capsys.readouterr().out.splitlines()] == [17, 18]
