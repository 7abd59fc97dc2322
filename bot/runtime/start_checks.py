"""What a start needs of the machine, and one line for the host where it lacks that."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bot.runtime.errors import StartError, Unreachable
from bot.store.private_files import make_private_folder
from bot.tables.ports import StoreFailure


def make_data_dir(folder: Path) -> None:
    """Make the folder that the program writes to. Raises StartError where that can't be done."""
    try:
        make_private_folder(folder)
    except OSError as error:
        raise StartError(f"DATA_DIR: {folder} cannot be made ({error.strerror})") from error
    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise StartError(
            f"DATA_DIR: {folder} cannot be written to ({error.strerror}); "
            "let the bot's user write there, or name another folder"
        ) from error


@contextmanager
def reachable() -> Iterator[None]:
    """Raise Unreachable with one line where the database cannot be reached."""
    try:
        yield
    except (StoreFailure, ConnectionError, TimeoutError) as error:
        why = " ".join(str(error).split("\n", 1)[0].split())
        why = why or type(error.__cause__ or error).__name__
        raise Unreachable(
            f"the database cannot be reached: {why}; start it, or mend DATABASE_URL"
        ) from error
