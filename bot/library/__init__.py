"""The games and presets of data/games as checked engine values."""

from bot.library.catalog import (
    NO_PRESETS,
    HostPresets,
    Preset,
    game,
    games,
    load_rules,
    portable_rules,
    presets,
    read_host_presets,
    rules_json,
)
from bot.library.errors import DataFileError, UnknownGame, UnknownRule
from bot.library.option_syntax import complete_options, parse_options

__all__ = [
    "NO_PRESETS",
    "DataFileError",
    "HostPresets",
    "Preset",
    "UnknownGame",
    "UnknownRule",
    "complete_options",
    "game",
    "games",
    "load_rules",
    "parse_options",
    "portable_rules",
    "presets",
    "read_host_presets",
    "rules_json",
]
