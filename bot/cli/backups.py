"""The commands `backup` and `restore`: copies of the SQLite file."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path

from bot.cli import FAILED, MISUSED, OK, complain
from bot.cli.elsewhere import other_bot_warning, warn_if_elsewhere
from bot.cli.parser import Runner, describe, positive
from bot.runtime.settings import Settings, load_settings
from bot.runtime.start_checks import file_trouble
from bot.store import BadDatabaseUrl, UnknownSchema
from bot.store.backup import (
    check_copy,
    copy_sqlite,
    dated_copy_path,
    is_damage,
    keep_newest,
    require_replaceable,
    restore_sqlite,
)
from bot.store.database import parse_url, sqlite_file
from bot.store.errors import StoreFailure
from bot.store.migrate import require_known
from bot.store.private_files import only_user


def configure_backup(parser: argparse.ArgumentParser) -> Runner:
    """Add the options of `backup` and return its runner."""
    describe(
        parser, "Back up the database while it is in use, and check the copy.", "backup --keep 7"
    )
    parser.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        help="the file to write (only an earlier copy is overwritten), or a folder for copies with "
        "dates in their names; "
        "default: the folder backups in DATA_DIR",
    )
    parser.add_argument(
        "--keep", type=positive, metavar="N", help="keep only the newest N dated copies there"
    )
    return lambda options: _on_file(None, lambda file, settings: _backup(file, settings, options))


def configure_restore(parser: argparse.ArgumentParser) -> Runner:
    """Add the options of `restore` and return its runner."""
    describe(
        parser,
        "Replace the database with a backup, while the bot is stopped. The replaced database is "
        "kept in the folder backups in DATA_DIR, or next to the file given with --to.",
        "restore copy.sqlite3",
    )
    parser.add_argument("file", metavar="FILE", help="a copy made by `backup`")
    parser.add_argument(
        "--to",
        metavar="FILE",
        help="the SQLite database to replace; default: the one in the settings",
    )
    parser.add_argument("--yes", action="store_true", help="don't ask for confirmation")
    return lambda options: _on_file(
        options.to, lambda file, settings: _restore(file, settings, options)
    )


def _on_file(named: str | None, work: Callable[[Path, Settings], int]) -> int:
    """Run `work` on a SQLite file, by default the bot's; return the exit status."""
    settings = load_settings()
    try:
        file = Path(named) if named else sqlite_file(parse_url(settings.database))
        if file is None:
            complain("this command copies SQLite only; use pg_dump and pg_restore for PostgreSQL")
            return FAILED
        return work(file, settings)
    except (BadDatabaseUrl, UnknownSchema, StoreFailure, OSError) as error:
        complain(str(error))
        return FAILED


def _backup(file: Path, settings: Settings, options: argparse.Namespace) -> int:
    """Copy the database to a file, and delete older copies."""
    warn_if_elsewhere(settings, "backup")
    target = settings.backups if options.file is None else Path(options.file)
    dated = options.file is None or target.is_dir()
    if options.keep is not None and not dated:
        complain("--keep works with dated copies only: give a folder, or no FILE", "backup")
        return MISUSED
    folder = target
    if dated:
        target = dated_copy_path(folder, file.stem, time.time())
    try:
        copy_sqlite(file, target)
    except StoreFailure as error:
        if not is_damage(error):
            raise
        complain(str(file_trouble(error, file, settings.backups)), "backup")
        return FAILED
    print(f"copied {file} to {target}")
    if options.keep is not None:
        for old in keep_newest(folder, file.stem, options.keep):
            print(f"deleted {old}")
    return OK


def _restore(file: Path, settings: Settings, options: argparse.Namespace) -> int:
    """Check a copy and replace the database with it, once the host agrees."""
    warning = None if options.to else other_bot_warning(settings)
    if warning is not None:
        complain(f"{warning}; nothing was restored; give the target with --to FILE", "restore")
        return FAILED
    require_replaceable(file, configured=_is_configured(file, settings))
    copy = Path(options.file)
    revision = check_copy(copy)
    if revision is None:
        complain(f"{copy} is not a copy of the bot's database", "restore")
        return FAILED
    require_known(revision)
    backups = file.parent / "backups" if options.to else settings.backups
    aside = dated_copy_path(backups, f"{file.stem}-before-restore", time.time())
    had = file.exists()
    with only_user(file):
        if not (options.yes or _confirm(file, had=had)):
            complain("nothing was restored; use --yes to skip the question", "restore")
            return FAILED
        restore_sqlite(copy, file, aside)
    print(f"restored {copy} to {file}" + (f"; the replaced database is {aside}" if had else ""))
    return OK


def _is_configured(file: Path, settings: Settings) -> bool:
    """Return True if a file is the database that the settings name."""
    named = sqlite_file(parse_url(settings.database))
    return named is not None and named.resolve() == file.resolve()


def _confirm(file: Path, *, had: bool) -> bool:
    """Ask whether to replace the database; no answer means no."""
    there = "The database there is copied first." if had else "There is no database there yet."
    print(f"restore to {file}? {there} [y/N] ", end="", flush=True)
    return sys.stdin.readline().strip().lower() in {"y", "yes"}
