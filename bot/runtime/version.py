"""The program's version, which pyproject.toml states."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.metadata import version
from pathlib import Path

DISTRIBUTION = "texas42"
_PROJECT = Path(__file__).resolve().parents[2] / "pyproject.toml"


@cache
def program_version() -> str:
    """Read the version from the source checkout, else from the installed distribution."""
    if _PROJECT.is_file():
        project = tomllib.loads(_PROJECT.read_text(encoding="utf-8"))["project"]
        if project["name"] == DISTRIBUTION:
            return str(project["version"])
    return version(DISTRIBUTION)
