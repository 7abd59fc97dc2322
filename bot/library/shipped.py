"""Where the shipped data is: games, presets and translations."""

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path


def shipped_data() -> Traversable:
    """Return the folder of shipped data.

    A wheel keeps it inside `bot`; in a source tree or an editable install it is `data` beside it.
    """
    packaged = files("bot") / "data"
    return packaged if packaged.is_dir() else Path(__file__).resolve().parents[2] / "data"
