"""Tests of the project's own files; most of them parse its sources."""

from tests.support.tidy import nothing_left_over

__all__ = ["nothing_left_over"]
