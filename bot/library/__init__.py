"""The games and presets of data/ as checked engine values."""

from bot.library.errors import PresetError, UnknownGame, UnknownRule
from bot.library.game_entry import Preset
from bot.library.option_syntax import complete_options, parse_options
from bot.library.rulesets import game, games, load_rules, presets, rules_json

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
