"""Leaderboards and profiles: what finished games and hands say about people.

`Stats` is the service, `views` what the screens may see, `ports` what the store answers.
"""

from __future__ import annotations

from .service import Stats

__all__ = ["Stats"]
