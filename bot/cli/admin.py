"""What a host does now and then: look whether all is well, back up, export, migrate."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Awaitable, Callable
from datetime import UTC
from email.utils import parsedate_to_datetime
from pathlib import Path

import aiohttp

from bot.library import rules_json
from bot.records.build import game_text
from bot.runtime.settings import Settings
from bot.store import BadDatabaseUrl, NewerSchema, SqlStore, open_store
from bot.tables.loaded import rebuild
from bot.tables.ports import StoreFailure

OK, FAILED = 0, 1
CLOCK_MAY_BE_OFF = 5.0


def doctor_main(settings: Settings) -> int:
    """Check the token, the database and the clock; say each in a line."""
    return asyncio.run(_doctor(settings))


def backup_main(settings: Settings, file: str) -> int:
    """Copy the database to a file."""

    async def work(store: SqlStore) -> int:
        await store.backup(Path(file))
        print(f"copied to {file}")
        return OK

    return asyncio.run(_with_store(settings, work))


def export_main(settings: Settings, table_id: str) -> int:
    """Print the record of a table's newest game."""

    async def work(store: SqlStore) -> int:
        stored = await store.load(table_id)
        if stored is None:
            print(f"there is no table {table_id!r}", file=sys.stderr)
            return FAILED
        live = rebuild(stored, None)
        rows = await store.hands(table_id, stored.table.game_no)
        names = tuple(seat.name for seat in stored.table.seats)
        rules = rules_json(live.rules)
        print(game_text(stored.table.game, rules, names, [row.record for row in rows]))
        return OK

    return asyncio.run(_with_store(settings, work))


def migrate_main(settings: Settings) -> int:
    """Open the database, which brings it to the newest schema."""

    async def work(_: SqlStore) -> int:
        print("the database has the newest schema")
        return OK

    return asyncio.run(_with_store(settings, work))


async def _with_store(settings: Settings, work: Callable[[SqlStore], Awaitable[int]]) -> int:
    try:
        store = await open_store(settings.database, backups=settings.data_dir / "backups")
    except (BadDatabaseUrl, NewerSchema, StoreFailure) as error:
        print(f"the database cannot be opened: {error}", file=sys.stderr)
        return FAILED
    try:
        return await work(store)
    except (StoreFailure, OSError) as error:
        print(f"that did not work: {error}", file=sys.stderr)
        return FAILED
    finally:
        await store.close()


async def _doctor(settings: Settings) -> int:
    async def fine(_: SqlStore) -> int:
        print("database  ok")
        return OK

    settings.data_dir.mkdir(parents=True, exist_ok=True)
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
