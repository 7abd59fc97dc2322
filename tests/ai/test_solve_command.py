"""The public output format of `solve`."""

import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numba", reason="the solver needs numba")

from bot.cli.parser import build_parser
from bot.cli.solve import solve
from tests.support.records import SAMPLE


def solve_main(argv: list[str]) -> int:
    return solve(build_parser().parse_args(["solve", *argv]), cache=None)


def answers(capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def record(tmp_path: Path, **changes: object) -> Path:
    """The sample hand after three tricks, under straight marks."""
    whole: dict[str, Any] = SAMPLE["hands"][0]
    hand = {**whole, "plays": whole["plays"][:12], **changes}
    path = tmp_path / "game.json"
    value = {"format": "fortytwo/1", "game": "42", "rules": {"preset": "straight-marks"}}
    path.write_text(json.dumps({**value, "hands": [hand]}))
    return path


def test_solve_values_each_play_of_a_position(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert solve_main(["--json", str(record(tmp_path))]) == 0
    (answer,) = answers(capsys)
    assert answer["to_act"] == 1
    assert answer["exact"] is True
    assert set(answer["moves"]) == {"22", "20", "50", "53"}  # type: ignore[call-overload]
    assert sum(answer["points"]) == 42  # type: ignore[call-overload]
    assert answer["points"][1] == max(  # type: ignore[index]
        move["points"][1]
        for move in answer["moves"].values()  # type: ignore[attr-defined]
    )
    assert "bounds" not in answer


def test_sample_hand_has_the_value_in_the_source(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    calls = [[1, "pass"], [2, "30"], [3, "pass"], [0, "pass"]]
    for contract in ("4", "follow-me"):
        assert (
            solve_main(["--json", str(record(tmp_path, calls=calls, contract=contract, plays=[]))])
            == 0
        )
        (answer,) = answers(capsys)
        assert answer["made"] is True
        assert answer["points"] == [42, 0]
    calls = [[1, "31"], [2, "pass"], [3, "pass"], [0, "pass"]]
    assert solve_main(["--json", str(record(tmp_path, calls=calls, contract="5", plays=[]))]) == 0
    (answer,) = answers(capsys)
    assert answer["points"] == [27, 15]
    assert answer["made"] is False


def test_small_budget_gives_bounds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = record(tmp_path, plays=[])
    assert solve_main(["--json", "--nodes", "200", str(path)]) == 0
    (answer,) = answers(capsys)
    assert answer["exact"] is False
    low, high = answer["bounds"]["points"][0]  # type: ignore[index]
    assert 0 <= low < high <= 42
    assert solve_main(["--nodes", "200", str(path)]) == 0
    told = capsys.readouterr().out
    assert "the bid is still open" in told
    assert "The node budget ran out" in told


def test_record_must_stop_during_play(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = record(tmp_path, contract=None, plays=[])
    assert solve_main(["--json", str(path)]) == 2
    (answer,) = answers(capsys)
    assert answer["error"]["code"] == "bad_record"  # type: ignore[index]


def test_each_input_line_gives_one_output_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = tmp_path / "games.jsonl"
    good = record(tmp_path).read_text()
    lines.write_text(f"{good}\nnonsense\n{good}\n")
    assert solve_main(["--lines", str(lines)]) == 2
    first, second, third = answers(capsys)
    assert first == third
    assert "error" in second


def test_text_output_lists_every_play(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert solve_main([str(record(tmp_path))]) == 0
    told = capsys.readouterr().out
    assert "Seat 1 is to play." in told
    assert "22" in told
