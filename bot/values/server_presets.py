"""House rules that a server's managers saved under a name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

MOST_PRESETS = 20
"""How many presets a server can have."""
LONGEST_PRESET_NAME = 40
SIGN = "@"
"""What the key of a server's preset begins with; no shipped preset's or host's name does."""


@dataclass(frozen=True, slots=True)
class ServerPreset:
    """House rules of one game, saved by the managers of a server.

    `preset_id`: made once, never used again. `rules`: as in a record, with the shipped preset that
    they were made from. `best_of`: how many games a match is, None if that preset decides it.
    `saved_at`: when the rules were last saved.
    """

    preset_id: str
    guild_id: int
    name: str
    game: str
    rules: Mapping[str, object]
    best_of: int | None
    saved_at: float

    @property
    def key(self) -> str:
        """What lists and buttons name it by, in the place of a shipped preset's name."""
        return SIGN + self.preset_id


@dataclass(frozen=True, slots=True)
class ChosenRules:
    """What a table or event is to play. `rules`, `best_of`: as in `ServerPreset`."""

    game: str
    rules: Mapping[str, object]
    best_of: int | None = None
