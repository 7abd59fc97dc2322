"""Files that only the program's account can read, and the lock on a database."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from .errors import DatabaseInUse, NoLocks

FOLDER_MODE = 0o700
FILE_MODE = 0o600
LOCK = ".lock"
SIDECARS = ("-wal", "-shm")  # SQLite creates them with the permissions of their database
_OTHERS = 0o077
TAKEN = {errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK}
"""Error numbers of `lock_file` if another process holds the lock, on each system."""
_FAR = 1 << 30


def beside(file: Path, suffix: str) -> Path:
    """Return the path of a database's companion file with this suffix."""
    return file.with_name(file.name + suffix)


def make_private_folder(folder: Path) -> None:
    """Create a private folder, or make an existing one private.

    A folder owned by another account is left alone; `doctor` reports it.
    """
    folder.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
    with suppress(PermissionError):
        folder.chmod(FOLDER_MODE)


def make_private_file(file: Path) -> None:
    """Create a private file, or make an existing one private.

    Leave anything but regular files as it is: /dev/null belongs to the whole machine.
    """
    if not file.exists():
        os.close(os.open(file, os.O_CREAT | os.O_WRONLY, FILE_MODE))
    for each in (file, *(beside(file, suffix) for suffix in SIDECARS)):
        if each.is_file():
            with suppress(FileNotFoundError, PermissionError):
                each.chmod(FILE_MODE)


def open_to_others(path: Path) -> bool:
    """Return True if other accounts can read a file or enter a folder."""
    return os.name == "posix" and path.exists() and bool(path.stat().st_mode & _OTHERS)


@contextmanager
def only_user(file: Path) -> Iterator[None]:
    """Lock a SQLite file for this process; raise DatabaseInUse if another one holds it.

    The lock is a separate file, which the operating system releases even after a crash. Raises
    NoLocks on a drive without file locks.
    """
    file.parent.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
    lock = os.open(beside(file, LOCK), os.O_CREAT | os.O_RDWR, FILE_MODE)
    try:
        try:
            lock_file(lock)
        except OSError as error:
            if error.errno in TAKEN:
                raise DatabaseInUse(file) from error
            raise NoLocks(file, error.strerror) from error
        yield
    finally:
        os.close(lock)


if sys.platform == "win32":  # pragma: no cover
    import msvcrt

    def lock_file(descriptor: int, *, shared: bool = False) -> None:  # noqa: ARG001
        """Lock an open file for this process, or raise OSError; Windows has no shared locks."""
        os.lseek(descriptor, _FAR, os.SEEK_SET)  # others can't read the bytes that are locked
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def lock_file(descriptor: int, *, shared: bool = False) -> None:
        """Lock an open file for this process, or raise OSError."""
        fcntl.flock(descriptor, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
