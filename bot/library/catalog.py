"""The shipped games, read once, and a host's own presets."""

import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from bot.library.errors import PresetError, UnknownGame, UnknownRule
from bot.library.game_entry import Entry, Preset, read_entry
from bot.library.options import read_options, read_value
from bot.library.shipped import shipped_data

OPTIONS_FILE = "options.toml"

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")
_PRESET_KEYS = {"game", "name", "title", "summary", "base", "rules"}


@lru_cache(maxsize=1)
def shelf() -> Mapping[str, Entry]:
    """Return every shipped game by its id, in the order players are shown them.

    The files are part of the program and never change while it runs, so they are read once.
    """
    folder = shipped_data() / "games"
    tables = {
        file.name: tomllib.loads(file.read_text(encoding="utf-8"))
        for file in folder.iterdir()
        if file.name.endswith(".toml")
    }
    options = read_options(tables.pop(OPTIONS_FILE))
    entries = [read_entry(table, options) for table in tables.values()]
    return MappingProxyType(
        {entry.spec.id: entry for entry in sorted(entries, key=lambda entry: entry.order)}
    )


def entry_of(game_id: str) -> Entry:
    """Return a shipped game; raises UnknownGame."""
    try:
        return shelf()[game_id]
    except (KeyError, TypeError) as error:
        raise UnknownGame(game_id) from error


def _read_preset(file: Path) -> tuple[str, Preset]:
    """Read a host's preset and the id of its game."""
    try:
        table: dict[str, Any] = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise PresetError(file.name, f"cannot be read: {error}") from error
    unknown = sorted(set(table) - _PRESET_KEYS)
    if unknown:
        raise PresetError(file.name, f"unknown key {unknown[0]!r}")
    for key in ("game", "name", "title", "summary"):
        if not isinstance(table.get(key), str):
            raise PresetError(file.name, f"{key!r} must be a text")
    if not _NAME.fullmatch(table["name"]):
        raise PresetError(file.name, "'name' is written in small letters, digits and hyphens")
    try:
        entry = entry_of(table["game"])
        options = _options(entry, table)
    except (UnknownGame, UnknownRule) as error:
        raise PresetError(file.name, str(error)) from error
    preset = Preset(table["name"], table["title"], table["summary"], MappingProxyType(options))
    return entry.spec.id, preset


def _options(entry: Entry, table: Mapping[str, Any]) -> dict[str, object]:
    base = entry.presets.get(table.get("base", entry.default_preset))
    if base is None:
        raise UnknownRule("base", f"{table['base']!r} is no preset of {entry.spec.name}")
    own = table.get("rules", {})
    if not isinstance(own, dict):
        raise UnknownRule("rules", "must be a table")
    checked = {}
    for name, value in own.items():
        if name not in entry.options:
            raise UnknownRule(name, f"is no option of {entry.spec.name}")
        checked[name] = entry.options[name].check(read_value(value))
    return {**base.options, **checked}


def presets_of(entry: Entry, folder: Path | None) -> Mapping[str, Preset]:
    """Return the presets of a game, a host's own from a folder after the shipped ones.

    Raises PresetError where a file of the folder cannot be used or takes a name twice.
    """
    presets = dict(entry.presets)
    if folder is None or not folder.is_dir():
        return presets
    for file in sorted(folder.glob("*.toml")):
        game_id, preset = _read_preset(file)
        if game_id != entry.spec.id:
            continue
        if preset.name in presets:
            raise PresetError(file.name, f"there is a preset {preset.name!r} already")
        presets[preset.name] = preset
    return presets
