"""The commands `referee` and `verify` as a user runs them: files, pipes, exit statuses."""

import io
import json
import sys

import pytest

from bot.__main__ import main
from tests.support.records import (
    EIGHTY_EIGHT,
    MOON,
    PLUNGE,
    SAMPLE,
    edit,
    judge_record,
    text,
)
from texas42.library import load_rules
from texas42.records.shakefile import format_shake_file, shake_file

BROKEN = edit(SAMPLE, "hands", 0, "plays", 4, "66")
ERROR = {"code": "illegal_play", "hand": 1, "index": 5}


def referee_main(argv):
    return main(["referee", *argv])


def verify_main(argv):
    return main(["verify", *argv])


@pytest.fixture
def stdin(monkeypatch):
    def put(data):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data.encode())))

    return put


@pytest.fixture
def file(tmp_path):
    def put(data):
        path = tmp_path / "file.json"
        path.write_text(data, encoding="utf-8")
        return str(path)

    return put


def error_of(line):
    error = json.loads(line)["error"]
    assert error.pop("message")
    return error


def test_referee_json_prints_one_object(file, capsys):
    assert referee_main(["--json", file(text(SAMPLE))]) == 0
    assert json.loads(capsys.readouterr().out) == judge_record(SAMPLE)


def test_referee_reads_standard_input(stdin, capsys):
    stdin(text(SAMPLE))
    assert referee_main(["--json", "-"]) == 0
    assert json.loads(capsys.readouterr().out) == judge_record(SAMPLE)


def test_broken_record_prints_its_error_and_exits_with_2(file, capsys):
    assert referee_main(["--json", file(text(BROKEN))]) == 2
    assert error_of(capsys.readouterr().out) == ERROR


def test_lines_prints_an_object_per_nonblank_line(file, capsys):
    lines = [text(SAMPLE), text(BROKEN), "{", "", text(MOON)]
    assert referee_main(["--json", "--lines", file("\n".join(lines) + "\n")]) == 2
    found = capsys.readouterr().out.splitlines()
    assert json.loads(found[0]) == judge_record(SAMPLE)
    assert error_of(found[1]) == ERROR
    assert error_of(found[2])["code"] == "bad_record"
    assert json.loads(found[3]) == judge_record(MOON)
    assert len(found) == 4


def test_lines_of_valid_records_exit_with_0(stdin, capsys):
    stdin(text(SAMPLE) + "\n" + text(PLUNGE))
    assert referee_main(["--lines", "--json", "-"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2


def test_referee_describes_a_hand_in_plain_words(file, capsys):
    assert referee_main([file(text(SAMPLE))]) == 0
    told = capsys.readouterr().out
    assert "Nancy bids 32." in told
    assert "Trick 7: Steve 5-5, Will 6-6, Nancy 6-4, Ella 5-0. To Steve, 26 points." in told
    assert "Nancy and Steve 35, Ella and Will 7" in told
    assert "The bid is made" in told


def test_referee_explains_an_illegal_play_and_the_play_before_it(file, capsys):
    broken = edit(SAMPLE, "hands", 0, "plays", 5, "50")
    assert referee_main([file(text(broken))]) == 2
    told = capsys.readouterr().out
    assert "Trick 1: Nancy 1-1" in told
    assert "Hand 1, play 6: an illegal play. Ones were led and you hold 5-1. Play a one." in told


@pytest.mark.parametrize("record", [EIGHTY_EIGHT, MOON, PLUNGE])
def test_referee_names_the_seat_to_act(record, file, capsys):
    assert referee_main([file(text(record))]) == 0
    assert f"Seat {judge_record(record)['to_act']['seat']} is to act" in capsys.readouterr().out


def test_missing_file_exits_with_2(tmp_path, capsys):
    for command in (referee_main, verify_main):
        assert command([str(tmp_path / "none.json")]) == 2
        assert "none.json" in capsys.readouterr().err


@pytest.mark.parametrize("main", [referee_main, verify_main])
def test_help_gives_an_example(main, capsys):
    with pytest.raises(SystemExit) as end:
        main(["--help"])
    assert end.value.code == 0
    assert "example:" in capsys.readouterr().out


SHAKEN = format_shake_file(shake_file(load_rules("42"), bytes(32), "table:1:"))


def test_verify_confirms_a_fair_shake(file, stdin, capsys):
    assert verify_main([file(SHAKEN)]) == 0
    assert "Everything matches" in capsys.readouterr().out
    stdin(SHAKEN)
    assert verify_main(["--json", "-"]) == 0
    assert json.loads(capsys.readouterr().out) == {"ok": True, "differences": []}


def test_verify_lists_differences_and_exits_with_1(file, capsys):
    assert verify_main([file(SHAKEN.replace("table:1:", "table:2:"))]) == 1
    assert len(capsys.readouterr().out.splitlines()) == 4


def test_verify_exits_with_2_if_there_is_nothing_to_compare(file, capsys):
    assert verify_main([file(text(SAMPLE))]) == 2
    assert "file.json" in capsys.readouterr().err


def test_verify_lists_the_dominoes_of_a_draw_in_order_of_drawing(file, capsys):
    drawn = shake_file(load_rules("42"), bytes(range(32)), "draw-k3f9q2:1-1:")
    assert verify_main([file(format_shake_file(drawn))]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[-4:] == [f"seat {seat}: {' '.join(hand)}" for seat, hand in enumerate(drawn.deal)]
    older = shake_file(load_rules("42"), bytes(range(32)), "draw-k3f9q2:1-2:")
    assert verify_main([file(format_shake_file(older))]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1
