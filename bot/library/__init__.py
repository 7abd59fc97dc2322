"""The games and presets of data/ as checked engine values."""

from bot.library.entry import Preset
from bot.library.errors import PresetError, UnknownGame, UnknownRule
from bot.library.tables import game, games, load_rules, presets, rules_json
from bot.library.written import complete_options, parse_options

__all__ = [
    "Preset",
    "PresetError",
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
