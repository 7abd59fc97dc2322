"""Fixtures for questions about hands, on a real table service and a real store."""

from __future__ import annotations

from tests.tables.conftest import file, house

__all__ = ["file", "house"]
