"""The commands `export` and `migrate`: a host's upkeep of the database."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from pathlib import Path

from bot.cli import FAILED, OK, complain
from bot.cli.elsewhere import warn_if_elsewhere
from bot.cli.parser import Runner, describe
from bot.cli.streams import print_line
from bot.runtime.settings import Settings, load_settings
from bot.runtime.start_checks import database_trouble
from bot.store import (
    BadDatabaseUrl,
    DatabaseInUse,
    OlderSchema,
    Store,
    UnknownSchema,
    open_store,
)
from bot.store.database import database_name, parse_url, sqlite_file
from bot.store.errors import NoLocks, StoreFailure
from bot.store.private_files import only_user
from bot.tables.loaded import rebuild
from bot.tables.views import names_at
from texas42.library import rules_json
from texas42.records.build import game_text

REFUSED = (BadDatabaseUrl, OlderSchema, UnknownSchema, StoreFailure, OSError)


def configure_export(parser: argparse.ArgumentParser) -> Runner:
    """Add the options of `export` and return its runner."""
    describe(parser, "Print the record of a table's newest game.", "export k3f9q2")
    add_table(parser)
    return on_store("export", _export, read_only=True)


def configure_migrate(parser: argparse.ArgumentParser) -> Runner:
    """Add the options of `migrate` and return its runner."""
    describe(parser, "Migrate the database to the newest schema.", "migrate")
    return lambda _: asyncio.run(_migrate(load_settings()))


def add_table(parser: argparse.ArgumentParser) -> None:
    """Add the argument that names a table."""
    parser.add_argument(
        "table", metavar="TABLE", help="the table's id, found in the ids of its buttons"
    )


Work = Callable[[Store, str, argparse.Namespace], Awaitable[int]]
"""A command's work on the bot's store, given the database's name; returns the exit status."""


def on_store(command: str, work: Work, *, read_only: bool = False) -> Runner:
    """Build the runner of a command that works on the bot's store, without an upgrade."""

    async def run(options: argparse.Namespace) -> int:
        settings = load_settings()
        warn_if_elsewhere(settings, command)
        try:
            store = await open_store(settings.database, read_only=read_only, upgrades=False)
            try:
                return await work(store, database_name(settings.database), options)
            finally:
                await store.close()
        except REFUSED as error:
            complain(explain_unusable(settings, error), command)
            return FAILED

    return lambda options: asyncio.run(run(options))


async def _export(store: Store, name: str, options: argparse.Namespace) -> int:
    """Print the record of a table's newest game."""
    table_id = options.table
    stored = await store.tables.load(table_id)
    if stored is None:
        complain(f"there is no table {table_id!r} in {name}", "export")
        return FAILED
    rows = await store.results.hands(table_id, stored.table.game_no)
    names = names_at(stored.table.seats)[: len(stored.table.seats)]
    rules = rules_json(rebuild(stored, None).rules)
    print_line(game_text(stored.table.game, rules, names, [row.record for row in rows]))
    complain(f"table {table_id} of {name}", "export")
    return OK


async def _migrate(settings: Settings) -> int:
    """Migrate the database to the newest schema by opening it."""
    warn_if_elsewhere(settings, "migrate")
    try:
        file = sqlite_file(parse_url(settings.database))
        with nullcontext() if file is None else only_user(file):
            await (await open_store(settings.database, backups=settings.backups)).close()
    except REFUSED as error:
        complain(explain_unusable(settings, error), "migrate")
        return FAILED
    print(f"{database_name(settings.database)} is at the newest schema")
    return OK


def explain_unusable(settings: Settings, error: Exception) -> str:
    """Explain why the database can't be used, and name it, as `run` does."""
    if isinstance(error, BadDatabaseUrl):
        return f"database: cannot be used: {error}"
    file = sqlite_file(parse_url(settings.database))
    told = isinstance(error, (DatabaseInUse, NoLocks, OlderSchema, UnknownSchema))
    if told and not (file is not None and file.is_dir()):
        return f"database: {database_name(settings.database)} cannot be used: {error}"
    return str(database_trouble(error, settings.database, settings.backups))


def file_of(settings: Settings) -> Path | None:
    """Return the SQLite file; None for PostgreSQL, and for an address that can't be used."""
    try:
        return sqlite_file(parse_url(settings.database))
    except BadDatabaseUrl:
        return None
