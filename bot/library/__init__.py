"""The games and presets of data/games as checked engine values."""

from bot.library.catalog import Preset, game, games, load_rules, presets, rules_json
from bot.library.errors import DataFileError, UnknownGame, UnknownRule
from bot.library.option_syntax import complete_options, parse_options

__all__ = [
    "DataFileError",
    "Preset",
    "UnknownGame",
    "UnknownRule",
    "complete_options",
    "game",
    "games",
    "load_rules",
    "parse_options",
    "presets",
    "rules_json",
]
