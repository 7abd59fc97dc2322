"""Leaderboards and profiles, computed from finished games and hands.

`Stats` is the service, `views` its frozen results for the screens, `ports` the store.
"""

from __future__ import annotations

from .service import Stats

__all__ = ["Stats"]
