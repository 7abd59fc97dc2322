"""The commands `reports`, `block`, `unblock` and `close-table`: a host's orders."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime

from bot.cli import FAILED, OK, complain
from bot.cli.admin import add_table, on_store
from bot.cli.parser import Runner, describe, positive
from bot.runtime.clock import SystemClock
from bot.runtime.settings import load_settings
from bot.store import Store
from bot.tables.model import Status
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
    return on_store("reports", _reports)


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
    return on_store("block", _block)


def configure_unblock(parser: argparse.ArgumentParser) -> Runner:
    """Add the options of `unblock` and return its runner."""
    describe(parser, "Unblock a person or a server.", "unblock 1234567890123456789")
    _add_id(parser)
    return on_store("unblock", _unblock)


def configure_close_table(parser: argparse.ArgumentParser) -> Runner:
    """Add the options of `close-table` and return its runner."""
    describe(parser, "Tell the running bot to close a table for good.", "close-table k3f9q2")
    add_table(parser)
    return on_store("close-table", _close)


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


async def _reports(store: Store, name: str, options: argparse.Namespace) -> int:
    """Print the reports, and mark them as seen by the host."""
    found = [
        each for each in await store.reports.load_reports() if not (options.new and each.told_at)
    ]
    if options.json:
        print(json.dumps([_for_programs(each) for each in found], indent=1))
        complain(f"{len(found)} in {name}", "reports")
    else:
        print(f"reports in {name}:" if found else f"no reports in {name}")
        _print(found)
    if found:
        await store.reports.mark_told(found[-1].number, time.time())
    return OK


def _for_programs(report: Report) -> dict[str, object]:
    """Build the JSON of a report, ids as strings: many programs round such long numbers."""
    row = asdict(report)
    for name in ("user_id", "guild_id", "channel_id"):
        row[name] = str(row[name])
    return row


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


async def _block(store: Store, name: str, options: argparse.Namespace) -> int:
    if not await store.host.block(options.id, time.time()):
        complain(f"{options.id} is already blocked in {name}", "block")
        return FAILED
    print(f"blocked {options.id} in {name}; {await _when(store)}")
    if not await store.own_data.has_seen(options.id):
        complain(f"the bot has never seen {options.id}; is the id right?", "block")
    return OK


async def _unblock(store: Store, name: str, options: argparse.Namespace) -> int:
    if not await store.host.unblock(options.id):
        complain(f"{options.id} is not blocked in {name}", "unblock")
        return FAILED
    print(f"unblocked {options.id} in {name}; {await _when(store)}")
    return OK


async def _close(store: Store, name: str, options: argparse.Namespace) -> int:
    table_id = options.table
    stored = await store.tables.load(table_id)
    if stored is None or stored.table.status is Status.CLOSED:
        what = "there is no table" if stored is None else "already closed:"
        complain(f"{what} {table_id!r} in {name}", "close-table")
        return FAILED
    await store.host.order_close(table_id, time.time())
    print(f"ordered to close table {table_id} in {name}; {await _when(store)}")
    return OK


async def _when(store: Store) -> str:
    """Describe when a bot will carry out an order."""
    settings = load_settings()
    now = SystemClock(settings.clock_rate, settings.clock_since).now()
    if any(is_alive(each, now) for each in await store.heartbeats.load_heartbeats()):
        return "the running bot does it within seconds"
    return "no bot is running on this database: it happens at the next start"
