"""What the bot keeps of people and servers, and for how long."""

from __future__ import annotations

from .sweeper import Sweeper

__all__ = ["Sweeper"]
