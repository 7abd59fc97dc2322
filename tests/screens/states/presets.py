"""Presets that a server's managers saved: two, and as many as there can be with long names."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.presets import OfferedPresets
from bot.values.server_presets import LONGEST_PRESET_NAME, MOST_PRESETS, ServerPreset
from texas42.library import Preset

FRIDAY = ServerPreset(
    "ab12cd",
    7,
    "星期五",
    "42",
    {"preset": "straight-marks", "nello": "any", "renege": "forfeit"},
    3,
    1_000.0,
)
MOONLIGHT = ServerPreset("ef34gh", 7, "*月*亮", "moon", {"preset": "standard"}, None, 1_000.0)
SAVED = (FRIDAY, MOONLIGHT)
FULL = tuple(
    ServerPreset(
        f"p{number:05}",
        7,
        f"{number} " + "名" * (LONGEST_PRESET_NAME - 3),
        "42",
        {"preset": "house", "target": 1 + number},
        None,
        1_000.0,
    )
    for number in range(MOST_PRESETS)
)


def offered(saved: Sequence[ServerPreset], game: str) -> Sequence[Preset]:
    """List the presets of a game where a server saved these."""
    return OfferedPresets(tuple(saved)).of_game(game)
