"""Collects garbage left by earlier tests."""

from __future__ import annotations

import gc

import pytest


@pytest.fixture(scope="module", autouse=True)
def nothing_left_over() -> None:
    """Collect garbage before sources are parsed.

    A finalizer that logs an exception parses source for its traceback; in the middle of another
    parse CPython 3.11 takes that for an error ("AST constructor recursion depth mismatch").
    """
    gc.collect()
