"""The command `reports`: a host's work while the bot runs."""

from __future__ import annotations

import argparse
import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict
from datetime import UTC, datetime

from bot.cli import FAILED, OK, complain
from bot.cli.admin import REFUSED
from bot.cli.parser import Runner, describe
from bot.presenter.words.names import bare_text
from bot.runtime.settings import load_settings
from bot.store import SqlStore, open_store
from bot.tables.ports import StoreFailure
from bot.upkeep.views import Report


def configure_reports(parser: argparse.ArgumentParser) -> Runner:
    """Declare the options of `reports`; return what runs it."""
    describe(
        parser,
        "List what people have told you with /report, the oldest first. A star marks what you "
        "haven't seen yet, here or by direct message.",
        "reports --new",
    )
    parser.add_argument("--new", action="store_true", help="only what you haven't seen yet")
    parser.add_argument("--json", action="store_true", help="print them as JSON")
    return lambda options: _on_store(
        "reports", lambda store: _reports(store, only_new=options.new, as_json=options.json)
    )


def _on_store(command: str, work: Callable[[SqlStore], Awaitable[int]]) -> int:
    """Do some work on the database of the running bot; return the exit status."""

    async def run() -> int:
        try:
            store = await open_store(load_settings().database, upgrades=False)
        except REFUSED as error:
            complain(f"the database cannot be opened: {error}", command)
            return FAILED
        try:
            return await work(store)
        except StoreFailure as error:
            complain(f"the database failed: {error}", command)
            return FAILED
        finally:
            await store.close()

    return asyncio.run(run())


async def _reports(store: SqlStore, *, only_new: bool, as_json: bool) -> int:
    """Print the reports, and note that the host has seen them."""
    found = [each for each in await store.reports() if not (only_new and each.told_at)]
    if as_json:
        print(json.dumps([asdict(each) for each in found], indent=1))
    else:
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
    if not reports:
        print("no reports")
