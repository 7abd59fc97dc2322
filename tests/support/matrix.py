"""Case matrices: a few cases in every run, fewer in `make quick`, all of them in the long suite."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def mostly_long(cases: Iterable[Any], *short: Any) -> list[Any]:
    """Mark every case `long` except the named ones, for `pytest.mark.parametrize`."""
    found = list(cases)
    assert set(short) <= set(found), "a case that is always to run is not in the matrix"
    return [case if case in short else long(case) for case in found]


def long(case: Any) -> Any:
    """Mark one case `long`; `case` may be a tuple of parameters."""
    values = case if isinstance(case, tuple) else (case,)
    return pytest.param(*values, marks=pytest.mark.long)


def slow_except(cases: Iterable[Any], *quick: Any) -> list[Any]:
    """Mark cases `slow`, which `make quick` leaves out, unless these are their first parameters."""
    found = [case if hasattr(case, "marks") else pytest.param(*case) for case in cases]
    slow = pytest.mark.slow
    return [
        case if case.values[0] in quick else pytest.param(*case.values, marks=[*case.marks, slow])
        for case in found
    ]
