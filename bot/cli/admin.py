"""The commands `doctor`, `backup`, `export` and `migrate`: a host's upkeep."""

from __future__ import annotations

import argparse
import asyncio
import time
from collections.abc import Awaitable, Callable
from datetime import UTC
from email.utils import parsedate_to_datetime
from pathlib import Path

import aiohttp

from bot.cli import FAILED, OK, complain
from bot.cli.parser import Runner, describe
from bot.library import rules_json
from bot.records.build import game_text
from bot.runtime.settings import Settings, load_settings
from bot.store import BadDatabaseUrl, NewerSchema, SqlStore, open_store
from bot.tables.loaded import rebuild
from bot.tables.ports import StoreFailure

CLOCK_MAY_BE_OFF = 5.0

StoreWork = Callable[[SqlStore, argparse.Namespace], Awaitable[int]]


def configure_doctor(parser: argparse.ArgumentParser) -> Runner:
    """Declare the options of `doctor`; return what runs it."""
    describe(parser, "Check the token, the database and the clock.", "doctor")
    return lambda _: asyncio.run(_doctor(load_settings()))


def configure_backup(parser: argparse.ArgumentParser) -> Runner:
    """Declare the options of `backup`; return what runs it."""
    describe(parser, "Copy the database while it is in use.", "backup copy.sqlite3")
    parser.add_argument("file", metavar="FILE", help="where to write the copy")
    return _on_store(_backup)


def configure_export(parser: argparse.ArgumentParser) -> Runner:
    """Declare the options of `export`; return what runs it."""
    describe(parser, "Write the record of a table's newest game.", "export k3f9q2")
    parser.add_argument("table", metavar="TABLE", help="the table's id, as its buttons have it")
    return _on_store(_export)


def configure_migrate(parser: argparse.ArgumentParser) -> Runner:
    """Declare the options of `migrate`; return what runs it."""
    describe(parser, "Bring the database to the newest schema.", "migrate")
    return _on_store(_migrate)


def _on_store(work: StoreWork) -> Runner:
    """Return what runs some work on the open database."""
    return lambda options: asyncio.run(
        _with_store(load_settings(), lambda store: work(store, options))
    )


async def _backup(store: SqlStore, options: argparse.Namespace) -> int:
    """Copy the database to a file."""
    await store.backup(Path(options.file))
    print(f"copied to {options.file}")
    return OK


async def _export(store: SqlStore, options: argparse.Namespace) -> int:
    """Print the record of a table's newest game."""
    stored = await store.load(options.table)
    if stored is None:
        complain(f"there is no table {options.table!r}", "export")
        return FAILED
    loaded = rebuild(stored, None)
    rows = await store.hands(options.table, stored.table.game_no)
    names = tuple(seat.name for seat in stored.table.seats)
    rules = rules_json(loaded.rules)
    print(game_text(stored.table.game, rules, names, [row.record for row in rows]))
    return OK


async def _migrate(_: SqlStore, __: argparse.Namespace) -> int:
    """Say that the database is up to date: opening it has brought it there."""
    print("the database has the newest schema")
    return OK


async def _with_store(settings: Settings, work: Callable[[SqlStore], Awaitable[int]]) -> int:
    try:
        store = await open_store(settings.database, backups=settings.data_dir / "backups")
    except (BadDatabaseUrl, NewerSchema, StoreFailure, OSError) as error:
        complain(f"the database cannot be opened: {error}")
        return FAILED
    try:
        return await work(store)
    except (StoreFailure, OSError) as error:
        complain(f"the database or the file failed: {error}")
        return FAILED
    finally:
        await store.close()


async def _doctor(settings: Settings) -> int:
    async def fine(_: SqlStore) -> int:
        print("database  ok")
        return OK

    outcome = await _with_store(settings, fine)
    if settings.discord_token is None:
        print("token     DISCORD_TOKEN is not set: only practice is possible")
        return outcome
    headers = {"Authorization": f"Bot {settings.discord_token.get_secret_value()}"}
    try:
        async with (
            aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=10)) as session,
            session.get(f"{settings.discord_api_base}/users/@me", headers=headers) as answer,
        ):
            me = await answer.json() if answer.status == 200 else {}
            status, date = answer.status, answer.headers.get("Date")
    except (aiohttp.ClientError, TimeoutError) as error:
        print(f"token     Discord cannot be reached: {type(error).__name__}")
        return FAILED
    if status != 200:
        print(f"token     Discord refuses it (status {status}); copy it again")
        return FAILED
    print(f"token     ok, the bot is {me.get('username')}")
    return max(outcome, _clock(date))


def _clock(date: str | None) -> int:
    """Compare the clock with Discord's."""
    if date is None:
        return OK
    there = parsedate_to_datetime(date).replace(tzinfo=UTC).timestamp()
    off = abs(time.time() - there)
    if off > CLOCK_MAY_BE_OFF:
        print(f"clock     {off:.0f} s off: interactions may be refused; set it")
        return FAILED
    print("clock     ok")
    return OK
