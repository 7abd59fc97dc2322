"""The games and presets of data/games as checked engine values."""

from texas42.library.catalog import (
    NO_PRESETS,
    HostPresets,
    Preset,
    all_options,
    change_rule,
    game,
    games,
    lengths_of,
    load_rules,
    options_of,
    portable_rules,
    preset_of,
    presets,
    read_host_presets,
    rules_json,
    toggles_of,
)
from texas42.library.effects import has_effect
from texas42.library.errors import DataFileError, UnknownGame, UnknownRule
from texas42.library.option_syntax import complete_options, parse_options
from texas42.library.options import Option, written
from texas42.library.toggles import Toggle

__all__ = [
    "NO_PRESETS",
    "DataFileError",
    "HostPresets",
    "Option",
    "Preset",
    "Toggle",
    "UnknownGame",
    "UnknownRule",
    "all_options",
    "change_rule",
    "complete_options",
    "game",
    "games",
    "has_effect",
    "lengths_of",
    "load_rules",
    "options_of",
    "parse_options",
    "portable_rules",
    "preset_of",
    "presets",
    "read_host_presets",
    "rules_json",
    "toggles_of",
    "written",
]
