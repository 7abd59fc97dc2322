"""Finds the bots that run on this machine: each holds a locked file that names its database."""

from __future__ import annotations

import json
import logging
import os
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from bot.store.database import parse_url, sqlite_file
from bot.store.private_files import FOLDER_MODE, TAKEN, lock_file

_LOG = logging.getLogger(__name__)
VARIABLE = "RUNTIME_DIRECTORY"  # systemd sets it for a unit with RuntimeDirectory
UNIT_FOLDER = Path("/run/fortytwo")
"""RuntimeDirectory of the unit in docs/hosting.md: a command that is typed has no VARIABLE."""
_PATTERN = "bot-", ".json"
_READABLE = 0o644  # a path is not a secret, and the host may type as another user


@dataclass(frozen=True, slots=True)
class RunningBot:
    """A process that runs the bot. `database`: its `database_key`."""

    pid: int
    database: str


def database_key(address: str) -> str:
    """Identify the database of an address: its file, or its server and name. No secrets.

    Raises BadDatabaseUrl.
    """
    url = parse_url(address)
    file = sqlite_file(url)
    if file is not None:
        return str(file.resolve())
    host = url.host or url.query.get("host") or "localhost"
    port = url.port or url.query.get("port") or 5432
    shown = f"[{host}]" if set("/:") & set(host) else host
    return f"postgresql://{shown}:{port}/{url.database or ''}"


@contextmanager
def announce(address: str) -> Iterator[None]:
    """Announce this process as a bot on a database to the commands of this machine.

    A bot that can't write the file runs unannounced, with a warning. Raises BadDatabaseUrl.
    """
    bot = RunningBot(os.getpid(), database_key(address))
    with ExitStack() as stack:
        try:
            stack.enter_context(_hold_file(_own_folder(), bot))
        except OSError as error:
            _LOG.warning(
                "commands on this machine won't find this bot's database: %s; set %s to a folder "
                "that the bot can write to",
                error,
                VARIABLE,
            )
        yield


def running_bots() -> list[RunningBot]:
    """Find the bots that run on this machine; delete the files of those that are gone."""
    folders = [_own_folder()]
    if VARIABLE not in os.environ:
        folders.append(UNIT_FOLDER)
    before, after = _PATTERN
    found = [
        _read(file)
        for folder in folders
        if folder == UNIT_FOLDER or _is_safe(folder)
        for file in sorted(folder.glob(f"{before}*{after}"))
    ]
    return [bot for bot in found if bot is not None]


def _own_folder() -> Path:
    """Return the folder of this account's bots."""
    given = os.environ.get(VARIABLE)
    if given:
        return Path(given.split(":")[0])  # systemd lists several in the order of the unit
    user = f"-{os.getuid()}" if hasattr(os, "getuid") else ""
    return Path(tempfile.gettempdir()) / f"fortytwo{user}"


def _is_safe(folder: Path) -> bool:
    """Return False if another account made this account's folder in the temp folder."""
    if VARIABLE in os.environ or not hasattr(os, "getuid") or not folder.exists():
        return True
    return folder.lstat().st_uid == os.getuid()


@contextmanager
def _hold_file(folder: Path, bot: RunningBot) -> Iterator[None]:
    """Keep a locked file that names a bot; the system releases the lock even after a crash."""
    folder.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
    if not _is_safe(folder):
        raise PermissionError(f"{folder} belongs to another account")
    before, after = _PATTERN
    descriptor, name = tempfile.mkstemp(after, before, folder)
    file = Path(name)
    try:
        # locked before it is written: `_read` deletes a file only if it is complete and unlocked
        lock_file(descriptor)
        os.lseek(descriptor, 0, os.SEEK_SET)
        os.write(descriptor, json.dumps(asdict(bot)).encode())
        file.chmod(_READABLE)
        yield
    finally:
        os.close(descriptor)
        file.unlink(missing_ok=True)


def _read(file: Path) -> RunningBot | None:
    """Read the file of a running bot; delete that of one that is gone."""
    try:
        with file.open("rb") as opened:
            bot = _parse(opened.read())
            if bot is None or _is_locked(opened.fileno()):
                return bot
        file.unlink(missing_ok=True)
    except OSError:  # it has just been deleted, or belongs to another account
        return None
    return None


def _parse(content: bytes) -> RunningBot | None:
    """Parse the file of a bot; None if it is incomplete or another program's."""
    try:
        match json.loads(content):
            case {"pid": int(pid), "database": str(database)}:
                return RunningBot(pid, database)
    except ValueError:
        return None
    return None


def _is_locked(descriptor: int) -> bool:
    try:
        lock_file(descriptor, shared=True)
    except OSError as error:
        if error.errno in TAKEN:
            return True
        raise
    return False
