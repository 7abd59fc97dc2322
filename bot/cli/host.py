"""The commands `reports`, `block`, `unblock` and `close-table`: a host's orders."""

from __future__ import annotations

import argparse
import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict
from datetime import UTC, datetime

from bot.cli import FAILED, OK, complain
from bot.cli.admin import REFUSED, explain_unusable
from bot.cli.elsewhere import warn_if_elsewhere
from bot.cli.parser import Runner, describe, positive
from bot.runtime.settings import load_settings
from bot.store import SqlStore, open_store
from bot.store.database import database_name
from bot.tables.model import Status
from bot.tables.ports import StoreFailure
from bot.upkeep.views import Report, is_alive
from bot.values.names import bare_text

MOST_ID = 2**63 - 1


def configure_reports(parser: argparse.ArgumentParser) -> Runner:
    """Add the options of `reports` and return its runner."""
    describe(
        parser,
        "List what people reported with /report, oldest first. A star marks reports you haven't "
        "seen yet, here or by direct message.",
        "reports --new",
    )
    parser.add_argument("--new", action="store_true", help="only reports you haven't seen yet")
    parser.add_argument("--json", action="store_true", help="print them as JSON")
    return lambda options: _on_store(
        "reports",
        lambda store, name: _reports(store, name, only_new=options.new, as_json=options.json),
    )


def configure_block(parser: argparse.ArgumentParser) -> Runner:
    """Add the options of `block` and return its runner."""
    describe(
        parser,
        "Block a person or a server. From then on the bot answers everything they press or type, "
        "except /privacy, with one sentence. Tables and events in a blocked server close. The "
        "block remains if the person deletes their data.",
        "block 1234567890123456789",
    )
    _add_id(parser)
    return lambda options: _on_store("block", lambda store, name: _block(store, name, options.id))


def configure_unblock(parser: argparse.ArgumentParser) -> Runner:
    """Add the options of `unblock` and return its runner."""
    describe(parser, "Unblock a person or a server.", "unblock 1234567890123456789")
    _add_id(parser)
    return lambda options: _on_store(
        "unblock", lambda store, name: _unblock(store, name, options.id)
    )


def configure_close_table(parser: argparse.ArgumentParser) -> Runner:
    """Add the options of `close-table` and return its runner."""
    describe(parser, "Tell the running bot to close a table for good.", "close-table k3f9q2")
    parser.add_argument(
        "table", metavar="TABLE", help="the table's id, found in the ids of its buttons"
    )
    return lambda options: _on_store(
        "close-table", lambda store, name: _close(store, name, options.table)
    )


def _add_id(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "id", metavar="USER|SERVER", type=_discord_id, help="the id of a user or a server"
    )


def _discord_id(text: str) -> int:
    """Parse a Discord id."""
    number = positive(text)
    if number > MOST_ID:
        raise argparse.ArgumentTypeError(f"{text!r} is not a Discord id")
    return number


def _on_store(command: str, work: Callable[[SqlStore, str], Awaitable[int]]) -> int:
    """Run `work` on the bot's store and the database's name; return the exit status."""

    async def run() -> int:
        settings = load_settings()
        warn_if_elsewhere(settings, command)
        try:
            store = await open_store(settings.database, upgrades=False)
        except REFUSED as error:
            complain(explain_unusable(settings, error), command)
            return FAILED
        name = database_name(settings.database)
        try:
            return await work(store, name)
        except StoreFailure as error:
            complain(explain_unusable(settings, error), command)
            return FAILED
        finally:
            await store.close()

    return asyncio.run(run())


async def _reports(store: SqlStore, name: str, *, only_new: bool, as_json: bool) -> int:
    """Print the reports, and mark them as seen by the host."""
    found = [each for each in await store.reports() if not (only_new and each.told_at)]
    if as_json:
        print(json.dumps([asdict(each) for each in found], indent=1))
        complain(f"{len(found)} in {name}", "reports")
    else:
        print(f"reports in {name}:" if found else f"no reports in {name}")
        _print(found)
    if found:
        await store.mark_told(found[-1].number, time.time())
    return OK


def _print(reports: Sequence[Report]) -> None:
    for report in reports:
        at = datetime.fromtimestamp(report.at, UTC).strftime("%Y-%m-%d %H:%M UTC")
        place = f"server {report.guild_id}, channel {report.channel_id}"
        star = " " if report.told_at else "*"
        name = bare_text(report.name)
        where = place if report.guild_id else "a direct message"
        print(f"{star}{report.number}  {at}  {name} ({report.user_id}) in {where}")
        for line in report.text.splitlines():
            print(f"    {bare_text(line)}")


async def _block(store: SqlStore, name: str, blocked_id: int) -> int:
    if not await store.block(blocked_id, time.time()):
        complain(f"{blocked_id} is already blocked in {name}", "block")
        return FAILED
    print(f"blocked {blocked_id} in {name}; {await _when(store)}")
    return OK


async def _unblock(store: SqlStore, name: str, blocked_id: int) -> int:
    if not await store.unblock(blocked_id):
        complain(f"{blocked_id} is not blocked in {name}", "unblock")
        return FAILED
    print(f"unblocked {blocked_id} in {name}; {await _when(store)}")
    return OK


async def _close(store: SqlStore, name: str, table_id: str) -> int:
    stored = await store.load(table_id)
    if stored is None or stored.table.status is Status.CLOSED:
        what = "there is no table" if stored is None else "already closed:"
        complain(f"{what} {table_id!r} in {name}", "close-table")
        return FAILED
    await store.order_close(table_id, time.time())
    print(f"ordered to close table {table_id} in {name}; {await _when(store)}")
    return OK


async def _when(store: SqlStore) -> str:
    """Describe when a bot will carry out an order."""
    if any(is_alive(each, time.time()) for each in await store.heartbeats()):
        return "the running bot does it within seconds"
    return "no bot is running on this database: it happens at the next start"
