"""The composition root: builds the program from its parts and runs it until it is stopped."""

from __future__ import annotations

from .root import compose_bot

__all__ = ["compose_bot"]
