"""Every screen says, shows and offers what its golden file has."""

from __future__ import annotations

import pytest

from .golden import FOLDER, difference, path_of
from .registry import Screen, full_name, screens

MOST_BYTES = 6_000_000
ANEW = "If that is meant: python -m tests.screens.golden"


@pytest.mark.parametrize("screen", screens(), ids=full_name)
def test_screen_is_as_its_golden_file(screen: Screen) -> None:
    changed = difference(screen)
    assert not changed, f"\n{changed}\n{ANEW}"


def test_each_golden_file_has_a_screen() -> None:
    found = set(FOLDER.glob("*/*.json"))
    assert found == {path_of(screen) for screen in screens()}, ANEW
    assert sum(path.stat().st_size for path in found) <= MOST_BYTES
