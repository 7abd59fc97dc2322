"""Each golden transcript belongs to an evening."""

from __future__ import annotations

import inspect

from . import test_servers, test_tables, test_two_processes
from .transcript import FOLDER


def test_evenings_and_golden_transcripts_match() -> None:
    functions = {
        name: function
        for module in (test_servers, test_tables, test_two_processes)
        for name, function in inspect.getmembers(module, inspect.isfunction)
    }
    evenings = {
        name.removeprefix("test_")
        for name, function in functions.items()
        if name.startswith("test_") and "transcript" in inspect.signature(function).parameters
    }
    assert {path.stem for path in FOLDER.iterdir()} == evenings
    assert len(evenings) == 12
