"""The command `status`: the state of the running bot, read from its database."""

from __future__ import annotations

import argparse
import asyncio
import json
import shutil
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace

from bot.budget.refusals import BRAKE
from bot.cli import FAILED, OK
from bot.cli.admin import REFUSED, explain_unusable, file_of
from bot.cli.elsewhere import other_bot_warning
from bot.cli.parser import Runner, describe
from bot.runtime.clock import SystemClock
from bot.runtime.settings import Settings, load_settings
from bot.store import Store, open_store
from bot.store.backup import SUFFIX
from bot.store.database import parse_url, sqlite_file
from bot.store.errors import StoreFailure
from bot.store.migrate import revisions
from bot.upkeep.views import Heartbeat, is_alive
from bot.values.durations import DAY, in_words

LEAST_SPACE = 200_000_000
"""Bytes: with less, or less than the database's size, an upgrade may have no room for a copy."""
LATE_COPY_DAYS = 2.0
MEGABYTE = 1_000_000


@dataclass(frozen=True, slots=True)
class StatusLine:
    """One line of the status. `value`: the same for programs. `wrong`: the host has to act."""

    name: str
    words: str
    value: object
    wrong: bool = False


def configure(parser: argparse.ArgumentParser) -> Runner:
    """Add the options of `status` and return its runner."""
    describe(
        parser,
        "Show the state of the running bot: its processes, tables, people, disk space, backups and "
        "unseen reports. Exit status 1 if something is wrong.",
        "status --json",
    )
    parser.add_argument("--json", action="store_true", help="print it as JSON")
    return lambda options: asyncio.run(_status(load_settings(), as_json=options.json))


async def _status(settings: Settings, *, as_json: bool) -> int:
    now = SystemClock(settings.clock_rate, settings.clock_since).now()
    lines = [*await _database(settings, now), _space(settings), _copies(settings, time.time())]
    warning = other_bot_warning(settings)
    if warning is not None:
        lines.append(StatusLine("elsewhere", warning, warning, wrong=True))
    if as_json:
        print(json.dumps(_for_programs(lines), indent=1))
    else:
        for line in lines:
            print(f"{'!' if line.wrong else ' '} {line.name:<10}{line.words}")
    return FAILED if any(line.wrong for line in lines) else OK


def _for_programs(lines: list[StatusLine]) -> Mapping[str, object]:
    found = {line.name: line.value for line in lines}
    return {**found, "wrong": [line.name for line in lines if line.wrong]}


async def _database(settings: Settings, now: float) -> list[StatusLine]:
    """Report on the database, or why it cannot be read."""
    try:
        address = parse_url(settings.database)
        shown = str(sqlite_file(address) or address.render_as_string(hide_password=True))
        store = await open_store(settings.database, read_only=True)
    except REFUSED as error:
        return [_unusable(settings, error, None)]
    try:
        return [
            StatusLine("database", shown, shown),
            StatusLine("schema", revisions()[-1], revisions()[-1]),
            *await _processes(store, now),
            *await _session_starts(store, now),
            await _refused(store),
            *await _in_use(store),
        ]
    except StoreFailure as error:
        return [_unusable(settings, error, shown)]
    finally:
        await store.close()


def _unusable(settings: Settings, error: Exception, shown: str | None) -> StatusLine:
    words = explain_unusable(settings, error).removeprefix("database: ")
    return StatusLine("database", words, shown, wrong=True)


async def _processes(store: Store, now: float) -> list[StatusLine]:
    """Report the running processes and their failed checks."""
    beats = await store.heartbeats.load_heartbeats()
    alive = [each for each in beats if is_alive(each, now)]
    words = [
        f"{each.pid} on {each.machine}, version {each.version}, "
        f"for {in_words(now - each.started_at)}"
        for each in alive
    ]
    if not alive:
        words = [f"no bot is running on this database ({_last_seen(beats, now)})"]
    running: list[Mapping[str, object]] = [
        {"pid": each.pid, "machine": each.machine, "version": each.version} for each in alive
    ]
    found = [f"{each.pid}: {name} {said}" for each in alive for name, said in each.wrong.items()]
    checks = StatusLine("checks", "; ".join(found) or "ok", found, wrong=bool(found))
    return [StatusLine("process", "; ".join(words), running, wrong=not alive), checks]


async def _session_starts(store: Store, now: float) -> list[StatusLine]:
    """Report how often Discord lets the bot connect; nothing if it never did."""
    limit = await store.session_starts.load_limit()
    if limit is None:
        return []
    if now >= limit.resets_at:
        limit = replace(limit, left=limit.total)
    words = f"{limit.left} of {limit.total} sessions left to start"
    if limit.left < limit.total:
        words = f"{words}, all again in {in_words(limit.resets_at - now)}"
    scarce = not limit.allows(1)
    return [StatusLine("discord", words, asdict(limit), wrong=scarce)]


async def _refused(store: Store) -> StatusLine:
    """Report how many requests Discord has refused in ten minutes, in real time."""
    found = await store.refusals.recent_refusals(time.time())
    held = found >= BRAKE
    words = f"{found:,} requests in ten minutes"
    if held:
        words += f"; cards, boards of days, votes and events wait until it is below {BRAKE:,}"
    return StatusLine("refused", words, found, wrong=held)


async def _in_use(store: Store) -> list[StatusLine]:
    tables, people = await store.tables.in_use()
    waiting = len(await store.reports.waiting_reports())
    return [
        StatusLine("tables", str(tables), tables),
        StatusLine("people", f"{people} seated", people),
        StatusLine("reports", f"{waiting} waiting", waiting),
    ]


def _space(settings: Settings) -> StatusLine:
    """Report the free disk space beside the data."""
    file = file_of(settings)
    folder = settings.data_dir if file is None else file.parent
    there = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    free = shutil.disk_usage(there).free
    size = file.stat().st_size if file is not None and file.is_file() else 0
    scarce = free < max(LEAST_SPACE, size)
    return StatusLine("space", f"{free / MEGABYTE:,.0f} MB free in {there}", free, wrong=scarce)


def _last_seen(beats: Sequence[Heartbeat], now: float) -> str:
    """Say when a bot was seen last. `beats`: the newest first."""
    if not beats:
        return "none seen yet"
    ago = now - beats[0].at
    if ago < 0:
        return f"last seen {in_words(-ago)} ahead of this machine's clock"
    return f"last seen {in_words(ago)} ago"


def _copies(settings: Settings, now: float) -> StatusLine:
    """Report the age of the newest backup; a nightly one may be late."""
    made = [copy.stat().st_mtime for copy in settings.backups.glob(f"*{SUFFIX}")]
    if not made:
        return StatusLine("copy", f"none in {settings.backups}", None)
    age = now - max(made)
    late = bool(settings.nightly_backups) and age > LATE_COPY_DAYS * DAY
    return StatusLine("copy", f"{in_words(age)} old, in {settings.backups}", round(age), wrong=late)
