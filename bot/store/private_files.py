"""Files that only the account which runs the program may read, and the lock on a database."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from .errors import DatabaseInUse, NoLocks

FOLDER_MODE, FILE_MODE = 0o700, 0o600
LOCK = ".lock"
SIDECARS = ("-wal", "-shm")  # SQLite makes them with the mode of the file they belong to
_OTHERS = 0o077
_TAKEN = {errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK}  # as each system says it


def beside(file: Path, suffix: str) -> Path:
    """Return the file that stands beside a database under its name and a suffix."""
    return file.with_name(file.name + suffix)


def make_private_folder(folder: Path) -> None:
    """Make a folder that only its owner may enter, or close an existing one to others.

    One that belongs to somebody else stays as it is: `doctor` tells of it.
    """
    folder.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
    with suppress(PermissionError):
        folder.chmod(FOLDER_MODE)


def make_private_file(file: Path) -> None:
    """Make an empty file that only its owner may read, or close an existing one to others."""
    if not file.exists():
        os.close(os.open(file, os.O_CREAT | os.O_WRONLY, FILE_MODE))
    for each in (file, *(beside(file, suffix) for suffix in SIDECARS)):
        with suppress(FileNotFoundError, PermissionError):
            each.chmod(FILE_MODE)


def open_to_others(path: Path) -> bool:
    """Return whether other accounts of this machine may read a file or enter a folder."""
    return os.name == "posix" and path.exists() and bool(path.stat().st_mode & _OTHERS)


@contextmanager
def only_user(file: Path) -> Iterator[None]:
    """Hold a SQLite file for this process alone; raise DatabaseInUse where another one has it.

    The lock is a file of its own, which the operating system frees even after a crash. Raises
    NoLocks on a drive that has none.
    """
    file.parent.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
    lock = os.open(beside(file, LOCK), os.O_CREAT | os.O_RDWR, FILE_MODE)
    try:
        try:
            _lock(lock)
        except OSError as error:
            if error.errno in _TAKEN:
                raise DatabaseInUse(file) from error
            raise NoLocks(file, error.strerror) from error
        yield
    finally:
        os.close(lock)


if sys.platform == "win32":  # pragma: no cover
    import msvcrt

    def _lock(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
