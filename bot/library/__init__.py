"""The games and presets of data/ as checked engine values."""

from bot.library.entry import Preset
from bot.library.errors import PresetError, UnknownGame, UnknownRule
from bot.library.tables import game, games, load_rules, presets, rules_json

__all__ = [
    "Preset",
    "PresetError",
    "UnknownGame",
    "UnknownRule",
    "game",
    "games",
    "load_rules",
    "presets",
    "rules_json",
]
