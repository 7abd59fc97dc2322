"""Records in the encodings of editors and systems: BOM, UTF-16, CRLF, blank lines."""

import codecs
import io
import json
import sys

import pytest

from bot.__main__ import main
from tests.support.records import MOON, PLUNGE, SAMPLE, judge_record, text
from texas42.library import load_rules
from texas42.records.shakefile import format_shake_file, shake_file

ONE_LINE = text(SAMPLE)
SHAKEN = format_shake_file(shake_file(load_rules("42"), bytes(32), "table:1:"))
ENCODINGS = {
    "UTF-8": str.encode,
    "UTF-8 with a mark": lambda t: codecs.BOM_UTF8 + t.encode(),
    "UTF-16, little end first": lambda t: codecs.BOM_UTF16_LE + t.encode("utf-16-le"),
    "UTF-16, big end first": lambda t: codecs.BOM_UTF16_BE + t.encode("utf-16-be"),
}


@pytest.fixture(params=ENCODINGS)
def encode(request):
    return ENCODINGS[request.param]


@pytest.fixture(params=["file", "standard input"])
def given(request, tmp_path, monkeypatch):
    """Provide the bytes as a file or on standard input; return the name for the command line."""

    def put(raw):
        if request.param == "file":
            (tmp_path / "file.json").write_bytes(raw)
            return str(tmp_path / "file.json")
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))
        return "-"

    return put


def answers(capsys):
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def message(answer):
    assert {**answer["error"], "message": ""} == {
        "code": "bad_record", "hand": 0, "index": 0, "message": "",
    }  # fmt: skip
    return answer["error"]["message"]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_lines_are_read_in_every_encoding_with_either_line_ending(encode, given, end, capsys):
    lines = ["", ONE_LINE, " \t", text({**MOON, "players": ["ਊ", "Ċ", "Zoë"]}), ""]
    assert main(["referee", "--json", "--lines", given(encode(end.join(lines)))]) == 0
    assert answers(capsys) == [judge_record(SAMPLE), judge_record(MOON)]


def test_one_record_and_a_shake_file_are_read_in_every_encoding(encode, given, capsys):
    assert main(["referee", "--json", given(encode(f"\r\n{ONE_LINE}\r\n"))]) == 0
    assert answers(capsys) == [judge_record(SAMPLE)]
    assert main(["verify", given(encode(SHAKEN))]) == 0


def test_undecodable_line_is_reported_by_number_and_the_others_are_judged(given, capsys):
    lines = [b"", ONE_LINE.encode(), b'{"format": "\xe9"}', text(PLUNGE).encode()]
    assert main(["referee", "--json", "--lines", given(b"\n".join(lines))]) == 2
    first, broken, last = answers(capsys)
    assert (first, last) == (judge_record(SAMPLE), judge_record(PLUNGE))
    assert "Line 3 " in message(broken)


def test_half_a_utf_16_character_is_reported_by_line(given, capsys):
    lines = f"{ONE_LINE}\n\ud800\n{ONE_LINE}".encode("utf-16-le", "surrogatepass")
    raw = codecs.BOM_UTF16_LE + lines + b"\n\0x"
    assert main(["referee", "--json", "--lines", given(raw)]) == 2
    first, broken, third, cut = answers(capsys)
    assert first == third == judge_record(SAMPLE)
    assert "Line 2 " in message(broken)
    assert "Line 4 " in message(cut)


def test_undecodable_file_is_reported_by_line(given, capsys):
    raw = json.dumps(SAMPLE, indent=1).replace('"Nancy"', '"Zoë"').encode("latin-1")
    number = raw[: raw.index(b"\xeb")].count(b"\n") + 1
    assert main(["referee", "--json", given(raw)]) == 2
    assert f"Line {number} " in message(*answers(capsys))
    assert main(["verify", given(raw)]) == 2
    assert f"Line {number} " in capsys.readouterr().err


def test_only_a_line_feed_ends_a_line(given, capsys):
    told = text({**SAMPLE, "players": ["a\u2028b", "c\u0085d", "e", "f"]})
    assert main(["referee", "--json", "--lines", given(told.encode())]) == 0
    assert answers(capsys) == [judge_record(SAMPLE)]


def test_fault_in_text_output_has_its_line_number(given, capsys):
    assert main(["referee", "--lines", given(b"\n{\n")]) == 2
    assert capsys.readouterr().out.startswith("Line 2: ")


EVIL = "\x1b[31m\x07\x9b2J\u202e\u2066\u200e\u2028\ufeff\x7f\r\n\U000e0041"


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_control_characters_in_records_are_escaped(options, given, capsys):
    evil = [EVIL, f"Zoë {EVIL}", "👩\u200d🚀", "d"]
    assert main(["referee", *options, given(text({**SAMPLE, "players": evil}).encode())]) == 0
    broken = text({**SAMPLE, EVIL: 1})
    assert main(["referee", *options, given(broken.encode())]) == 2
    said = capsys.readouterr().out
    assert all(line.replace("\u200d", "").isprintable() for line in said.split("\n"))
    if options:
        assert all(json.loads(line) for line in said.splitlines())
    else:
        assert "Zoë \\u001b[31m\\u0007" in said
        assert "👩\u200d🚀" in said
