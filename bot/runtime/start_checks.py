"""Checks of the machine at start-up, each failure one line for the host; and the renderer."""

from __future__ import annotations

import asyncio
import errno
import getpass
import logging
import os
import shutil
import socket
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

from bot.render import Renderer
from bot.runtime.errors import StartError, Unreachable
from bot.store import DatabaseInUse
from bot.store.backup import SUFFIX, is_damage
from bot.store.database import database_name, parse_url, sqlite_file
from bot.store.errors import NoLocks, StoreFailure, TooManyConnections
from bot.store.private_files import LOCK, SIDECARS, beside, make_private_folder

_LOG = logging.getLogger(__name__)
MEGABYTE = 1_000_000
MOST_COPIES = 3  # the newest are named
SHARED_MEMORY = "/dev/shm"  # noqa: S108 - it is only named


def make_data_dir(folder: Path) -> None:
    """Create the folder that the program writes to. Raises StartError if that fails."""
    try:
        make_private_folder(folder)
    except OSError as error:
        raise StartError(f"DATA_DIR: {folder} cannot be created ({error.strerror})") from error
    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise StartError(
            f"DATA_DIR: {folder} cannot be written to ({error.strerror}); "
            "give the bot's user write access, or set another folder"
        ) from error


@contextmanager
def opening_database(address: str, backups: Path) -> Iterator[None]:
    """Explain why the database at a URL can't be opened: its part, its path and the fix.

    Raises StartError if the host has to change something, else Unreachable.
    """
    try:
        yield
    except DatabaseInUse:
        raise
    except (NoLocks, TooManyConnections) as error:
        raise StartError(f"database: {error}") from error
    except (StoreFailure, OSError) as error:
        raise database_trouble(error, address, backups) from error


def database_trouble(error: Exception, address: str, backups: Path) -> StartError:
    """Explain why a database can't be used; it is Unreachable where a restart may help."""
    file = sqlite_file(parse_url(address))
    if file is None:
        return Unreachable(_server_trouble(error, address))
    return file_trouble(error, file, backups)


def file_trouble(error: BaseException, file: Path, backups: Path) -> StartError:
    """Explain why a SQLite file can't be used; Unreachable if a restart may help."""
    cause = _root(error)
    code = _sqlite_code(cause)
    if is_damage(error):
        return StartError(
            f"database: {file} is damaged or not a SQLite database ({_line(cause)}); "
            f"{_way_back(backups)}"
        )
    if code == "SQLITE_FULL" or getattr(cause, "errno", None) in (errno.ENOSPC, errno.EDQUOT):
        free = shutil.disk_usage(file.parent).free / MEGABYTE
        return Unreachable(
            f"database: the disk with {file.parent} is full ({free:.1f} MB left); free some space"
        )
    if code.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return Unreachable(f"database: another program has locked {file}; close that program")
    if file.is_dir():
        return StartError(f"database: {file} is a folder; put a file in DATABASE_URL")
    sidecars = (beside(file, suffix) for suffix in (*SIDECARS, LOCK))
    paths = (file.parent, file, *sidecars)
    closed = next((path for path in paths if path.exists() and not _is_ours(path)), None)
    if closed is None:
        return Unreachable(f"database: {file} cannot be used: {_line(cause)}")
    if os.statvfs(closed).f_flag & os.ST_RDONLY:
        return StartError(f"database: {closed} is on a read-only drive; remount it read-write")
    return StartError(
        f"database: {closed} belongs to {_owner(closed)}, and the bot, running as {_me()}, can't "
        "read and write it; chown it to the bot's user, or run the bot as its owner"
    )


def _sqlite_code(error: BaseException) -> str:
    return getattr(error, "sqlite_errorname", "") or ""


def _server_trouble(error: BaseException, address: str) -> str:
    cause = _root(error)
    start = f"database: {database_name(address)} cannot be reached"
    if isinstance(cause, socket.gaierror):
        return (
            f"{start}: unknown host ({cause.strerror}); "
            "fix the host in DATABASE_URL, or this machine's DNS"
        )
    return f"{start}: {_line(error)}; start it, or fix DATABASE_URL"


def _root(error: BaseException) -> BaseException:
    """Return the root cause: the error of SQLite or the operating system."""
    while error.__cause__ is not None:
        error = error.__cause__
    return error


def _line(error: BaseException) -> str:
    why = getattr(error, "strerror", None) or str(error)
    line = " ".join(why.split("\n", 1)[0].split())
    return line or type(error.__cause__ or error).__name__


def _way_back(backups: Path) -> str:
    copies = sorted(backups.glob(f"*{SUFFIX}"), key=lambda copy: copy.stat().st_mtime)
    if not copies:
        return f"there are no backups in {backups}: restore one of your own with `restore`"
    names = ", ".join(copy.name for copy in copies[: -MOST_COPIES - 1 : -1])
    return f"restore a backup with `python -m bot restore {copies[-1]}` (newest: {names})"


def _is_ours(path: Path) -> bool:
    """Return True if this account may read and write a file, or enter a folder too."""
    return os.access(path, os.R_OK | os.W_OK | (os.X_OK if path.is_dir() else 0))


def _owner(path: Path) -> str:
    try:
        return path.owner()
    except (KeyError, NotImplementedError, OSError):
        return f"user {path.stat().st_uid}"


def _me() -> str:
    try:
        return getpass.getuser()
    except (KeyError, ImportError, OSError):
        return "an account without a name"


def usable_renderer(workers: int) -> Renderer | None:
    """Build the renderer; None, with a warning, if the machine has no shared memory for it."""
    try:
        return Renderer(workers)
    except (OSError, ImportError) as error:
        _LOG.warning(
            "shared memory: %s cannot be used (%s), so tables appear as text without pictures. "
            "Mount it so that the bot can write to it, or set RENDER_WORKERS=0",
            SHARED_MEMORY,
            _line(error),
        )
        return None


async def warm_up_renderer(renderer: Renderer) -> None:
    """Start the render workers ahead of the first picture, which starts them otherwise."""
    try:
        await renderer.start()
    except Exception:  # noqa: BLE001 - whatever it is, the bot starts
        _LOG.exception("could not warm up the render workers; the first picture retries")


@asynccontextmanager
async def running_renderer(
    workers: int,
) -> AsyncIterator[tuple[Renderer | None, set[asyncio.Task[None]]]]:
    """Yield a renderer, None without workers, and the tasks that end once it is warm."""
    renderer = usable_renderer(workers) if workers else None
    if renderer is None:
        yield None, set()
        return
    warming = asyncio.create_task(warm_up_renderer(renderer), name="render workers")
    try:
        yield renderer, {warming}
    finally:
        warming.cancel()
        await asyncio.gather(warming, return_exceptions=True)
        await renderer.close()
