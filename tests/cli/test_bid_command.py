"""The command `bid` and its public output format."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numba", reason="the stronger players need numba")

from bot.cli.bid import answer
from bot.cli.parser import build_parser
from tests.support.compiled import SHARED, compile_once

SIXES = "66 56 64 63 62 61 60"


@pytest.fixture(autouse=True)
def _compiled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    compile_once()
    monkeypatch.chdir(tmp_path)


def bid(line: str) -> int:
    return answer(build_parser().parse_args(["bid", *shlex.split(line)]), SHARED)


def asked(line: str, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    assert bid(f"{line} --json") == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_json_is_one_object_in_the_words_of_the_record(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = asked(SIXES, capsys)
    assert found["hand"] == ["66", "65", "64", "63", "62", "61", "60"]
    assert list(found["bids"]) == [*map(str, range(30, 42)), "1m", "2m"]
    contracts = [*map(str, range(7)), "doubles", "follow-me"]
    assert all(sorted(made) == contracts for made in found["bids"].values())
    assert found["best"] == {"call": "2m", "contract": "6", "chance": 1.0}


def test_dominoes_are_read_as_bid_this_reads_them(capsys: pytest.CaptureFixture[str]) -> None:
    typed = asked('6-6 6:5 "6|4" 3-6 26 "6-1, 60"', capsys)
    assert typed == asked(SIXES, capsys)


def test_pass_has_neither_contract_nor_chance(capsys: pytest.CaptureFixture[str]) -> None:
    found = asked("10 20 31 42 53 62 60 --calls pass,31 --score 3-2", capsys)
    assert found["best"] == {"call": "pass", "contract": None, "chance": None}


def test_best_call_is_legal_after_the_calls(capsys: pytest.CaptureFixture[str]) -> None:
    found = asked(f"{SIXES} --calls 2m", capsys)
    assert found["best"]["call"] == "3m"


def test_same_question_has_the_same_answer(capsys: pytest.CaptureFixture[str]) -> None:
    line = "55 53 52 51 66 64 10 --calls pass,31 --score 3-2"
    assert asked(line, capsys) == asked(line, capsys)


def test_calls_may_have_spaces_after_commas(capsys: pytest.CaptureFixture[str]) -> None:
    assert asked(f"{SIXES} --calls 'pass, 31'", capsys) == asked(f"{SIXES} --calls pass,31", capsys)


def test_answer_in_words_ends_with_the_experts_call(capsys: pytest.CaptureFixture[str]) -> None:
    assert bid(SIXES) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["30", "31", "32", "34", "36", "1m", "2m"]
    assert lines[-1] == "Bid 2m in 6: made 100% of the time."


@pytest.mark.parametrize(
    "line",
    [
        "66 65",
        "66 66 64 63 62 61 60",
        "66 65 64 63 62 61 6x",
        "66 65 64 63 62 61 77",
        f"{SIXES} --calls 31,30",
        f"{SIXES} --calls pass,,31",
        f"{SIXES} --calls hello",
        f"{SIXES} --calls pass,pass,pass,pass",
        f"{SIXES} --score 7-0",
        f"{SIXES} --score three",
    ],
)
def test_bad_input_is_one_sentence_and_status_2(
    line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert bid(line) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert said.err.startswith("python -m bot bid: ")
