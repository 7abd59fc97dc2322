"""The codes by which people sit down."""

import pytest

from bot.runtime.randomness import SeededRandomness, SystemRandomness
from bot.values.table_codes import LENGTH, LETTERS, read_code


@pytest.mark.parametrize("randomness", [SystemRandomness(), SeededRandomness("a")])
def test_drawn_codes_are_read_back(randomness):
    codes = {randomness.table_code() for _ in range(50)}
    assert len(codes) > 40
    assert {read_code(code) for code in codes} == codes


@pytest.mark.parametrize("typed", ["fhklm", " FH-KLM ", "f h k l m"])
def test_code_is_read_however_it_is_typed(typed):
    assert read_code(typed) == "FHKLM"


@pytest.mark.parametrize("typed", ["", "FHKL", "FHKLMM", "FHKLA", "12345", "FHKL1"])
def test_what_is_not_a_code_is_none(typed):
    assert read_code(typed) is None


def test_letters_are_told_apart_by_eye_and_ear():
    rhymes = ("AJK", "BCDEGPTVZ", "FS", "MN", "IY", "QU")
    looks = ("OQ", "UV", "IJ", "MN", "EF", "CG", "PR", "BD")
    together = [set(group) & set(LETTERS) for group in (*rhymes, *looks)]
    assert [group for group in together if len(group) > 1] == []
    assert LENGTH == 5
