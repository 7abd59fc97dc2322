"""The command `doctor`: checks what the bot needs, and changes nothing."""

from __future__ import annotations

import argparse
import asyncio
import os
import time
from collections.abc import Iterable
from http import HTTPStatus
from pathlib import Path

import aiohttp
from prometheus_client.parser import text_string_to_metric_families
from yarl import URL

from bot.cli import FAILED, OK
from bot.cli.admin import file_of
from bot.cli.elsewhere import other_bot_warning
from bot.cli.parser import Runner, describe, positive
from bot.runtime.clock import SystemClock
from bot.runtime.compared_clock import MAY_DIFFER_SECONDS, describe_difference, read_date
from bot.runtime.errors import StartError
from bot.runtime.settings import Settings, load_settings
from bot.runtime.start_checks import opening_database
from bot.store import BadDatabaseUrl, UnknownSchema
from bot.store.backup import SUFFIX
from bot.store.database import database_name
from bot.store.inspection import DatabaseReport, TableReport, inspect_database
from bot.store.migrate import require_known
from bot.store.private_files import SIDECARS, beside, open_to_others
from bot.values.clock import Clock
from texas42.ai.solver.failures import SolverBroken, SolverMissing
from texas42.ai.solver.loading import prepare

PATIENCE = aiohttp.ClientTimeout(total=10)
CLOCK_MAY_BE_OFF = 5.0
MEGABYTE = 1_000_000
DAY = 86_400.0
MOST_TABLES = 8  # only the largest are printed
ANYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - the addresses to query instead
FAILURES = "fortytwo_store_failures_total"


def configure(parser: argparse.ArgumentParser) -> Runner:
    """Add the options of `doctor` and return its runner."""
    describe(
        parser,
        "Check the token, the database and the clock without changing anything. With --live, "
        "check in one channel of a test server that Discord does what the bot relies on, then "
        "clean up.",
        "doctor --live",
    )
    parser.add_argument(
        "--live", action="store_true", help="test against Discord itself, after asking you"
    )
    live = parser.add_argument_group("with --live")
    live.add_argument(
        "--channel", type=positive, metavar="ID", help="the channel to use; asks you by default"
    )
    live.add_argument(
        "--person", type=positive, metavar="ID", help="count only the presses of this user"
    )
    live.add_argument(
        "--wait",
        type=positive,
        default=60,
        metavar="SECONDS",
        help="time to wait for each press, default %(default)s",
    )
    live.add_argument("--yes", action="store_true", help="don't ask for confirmation")
    live.add_argument("--json", action="store_true", help="print the findings as JSON")
    return _run


def _run(options: argparse.Namespace) -> int:
    """Check everything, or try Discord; return the exit status."""
    settings = load_settings()
    if not options.live:
        return asyncio.run(_doctor(settings))
    from bot.cli.live.command import run

    return run(options, settings)


async def _doctor(settings: Settings) -> int:
    outcome = max(_folder(settings.data_dir), await _database(settings), _other_bot(settings))
    outcome = max(outcome, _files(settings))
    _backups(settings)
    outcome = max(outcome, _players())
    return max(outcome, await _running(settings), await _discord(settings))


def _folder(folder: Path) -> int:
    """Check that the bot can write to its folder, or create it."""
    there = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    if there.is_dir() and os.access(there, os.W_OK | os.X_OK):
        return OK
    reason = "cannot be written to" if there.is_dir() else "Not a directory"
    print(f"folder    DATA_DIR: {folder} cannot be used ({there}: {reason})")
    return FAILED


async def _database(settings: Settings) -> int:
    """Print the schema, size and growth of the database."""
    try:
        with opening_database(settings.database, settings.backups):
            report = await inspect_database(settings.database, time.time())
    except (BadDatabaseUrl, StartError) as error:
        print(f"database  cannot be opened: {str(error).removeprefix('database: ')}")
        return FAILED
    name = database_name(settings.database)
    if report is None:
        print(f"database  none yet, {name}: the bot creates it when it starts")
        return OK
    try:
        if report.revision is not None:
            require_known(report.revision)
    except UnknownSchema as error:
        print(f"database  {name} cannot be used: {error}")
        return FAILED
    print(f"database  ok, {name}, {_schema(report)}, {report.size / MEGABYTE:.1f} MB")
    filled = [(name, found) for name, found in report.tables.items() if found.rows]
    for name, found in sorted(filled, key=_weight, reverse=True)[:MOST_TABLES]:
        print(f"          {name}: {_describe(found)}")
    if report.growth is not None:
        print(
            f"growth    about {report.growth / MEGABYTE:.1f} MB a month, based on the last 7 days"
        )
    return OK


def _other_bot(settings: Settings) -> int:
    """Report a bot on this machine that uses another database."""
    warning = other_bot_warning(settings)
    if warning is not None:
        print(f"database  {warning}")
    return OK if warning is None else FAILED


def _weight(named: tuple[str, TableReport]) -> tuple[int, int]:
    return named[1].size or 0, named[1].rows


def _describe(found: TableReport) -> str:
    """Describe a table's size and growth."""
    parts = [f"{found.rows:,} row{'' if found.rows == 1 else 's'}"]
    if found.size is not None:
        parts.append(f"{found.size / MEGABYTE:.1f} MB")
    if found.lately is not None:
        parts.append(f"{found.lately:,} new in 7 days")
    return ", ".join(parts)


def _schema(report: DatabaseReport) -> str:
    if report.revision == report.newest:
        return f"schema {report.revision}"
    if report.revision is None:
        return f"empty: the bot creates schema {report.newest} when it starts"
    return (
        f"schema {report.revision}: the bot backs it up and migrates it to {report.newest} "
        "when it starts"
    )


def _files(settings: Settings) -> int:
    """List private files that other accounts can read."""
    file = file_of(settings)
    found = [path for path in _private_paths(settings, file) if open_to_others(path)]
    for path in found:
        mode = "700" if path.is_dir() else "600"
        print(f"files     other accounts can read {path}: run chmod {mode} on it")
    if not found:
        print("files     ok, only this account can read them")
    return FAILED if found else OK


def _private_paths(settings: Settings, file: Path | None) -> Iterable[Path]:
    """Yield the paths that no other account should read."""
    yield Path(".env")
    yield settings.data_dir
    yield settings.backups
    yield from settings.backups.glob(f"*{SUFFIX}")
    if file is not None:
        yield file
        yield from (beside(file, suffix) for suffix in SIDECARS)


def _backups(settings: Settings) -> None:
    """Print the age of the newest backup."""
    copies = [copy.stat().st_mtime for copy in settings.backups.glob(f"*{SUFFIX}")]
    if copies:
        days = max(0.0, time.time() - max(copies)) / DAY
        print(f"backups   {len(copies)} in {settings.backups}, the newest {days:.1f} days old")
    else:
        print(f"backups   none in {settings.backups}")


def _players() -> int:
    """Check that the strong computer players load; without the extra they are optional."""
    try:
        prepare(None)
    except SolverMissing as error:
        print(f"players   plain rules only: {error}")
        return FAILED if isinstance(error, SolverBroken) else OK
    print("players   ok, the strong ones load")
    return OK


async def _running(settings: Settings) -> int:
    """Ask the running bot whether it can serve people, and whether saves fail."""
    if settings.health_port is None:
        print("running   not checked: set HEALTH_PORT to see failed saves here")
        return OK
    host = ANYWHERE.get(settings.health_host, settings.health_host)
    address = URL.build(scheme="http", host=host, port=settings.health_port)
    try:
        async with aiohttp.ClientSession(timeout=PATIENCE) as session:
            status, ready = await _page(session, address / "readyz")
            _, figures = await _page(session, address / "metrics")
    except aiohttp.ClientConnectorError:
        print(f"running   no: nothing is listening at {address}")
        return OK
    except (aiohttp.ClientError, TimeoutError) as error:
        print(f"running   no answer from {address}: {type(error).__name__}")
        return FAILED
    wrong = [line for line in ready.splitlines() if not line.endswith(": ok")]
    print(f"running   {'ok' if status == HTTPStatus.OK else '; '.join(wrong)}")
    failures = _failures(figures)
    if failures:
        print(f"          failed database operations since it started: {failures:,} (see the log)")
    return OK if status == HTTPStatus.OK else FAILED


async def _page(session: aiohttp.ClientSession, address: URL) -> tuple[int, str]:
    async with session.get(address) as answer:
        return answer.status, await answer.text()


def _failures(figures: str) -> int:
    """Return how many database operations have failed since the bot started."""
    families = text_string_to_metric_families(figures)
    return int(sum(s.value for found in families for s in found.samples if s.name == FAILURES))


async def _discord(settings: Settings) -> int:
    """Check the token with Discord, and compare the clocks."""
    if settings.discord_token is None:
        print("token     DISCORD_TOKEN is not set: only `practice` works")
        return OK
    headers = {"Authorization": f"Bot {settings.discord_token.get_secret_value()}"}
    try:
        async with (
            aiohttp.ClientSession(timeout=PATIENCE) as session,
            session.get(f"{settings.discord_api_base}/users/@me", headers=headers) as answer,
        ):
            me = await answer.json() if answer.status == HTTPStatus.OK else {}
            status = answer.status
            date = answer.headers.get("Date")
    except (aiohttp.ClientError, TimeoutError) as error:
        print(f"token     Discord cannot be reached: {type(error).__name__}")
        return FAILED
    if status == HTTPStatus.UNAUTHORIZED:
        print(f"token     Discord refuses it (status {status}); copy it again")
        return FAILED
    if status != HTTPStatus.OK:
        print(f"token     not checked: Discord answered {_status_text(status)}; try again later")
        return FAILED
    print(f"token     ok, the bot is {me.get('username')}")
    return _clock(date, SystemClock(settings.clock_rate, settings.clock_since))


def _status_text(status: int) -> str:
    try:
        return f"{status} {HTTPStatus(status).phrase}"
    except ValueError:
        return str(status)


def _clock(date: str | None, clock: Clock) -> int:
    """Compare the clock with Discord's."""
    there = read_date(date)
    if there is None:
        return OK
    ahead = clock.now() - there
    if abs(ahead) > MAY_DIFFER_SECONDS:
        print(f"clock     {describe_difference(ahead)}; correct it")
        return FAILED
    if abs(ahead) > CLOCK_MAY_BE_OFF:
        print(f"clock     {abs(ahead):.0f} s off: Discord may refuse interactions; correct it")
        return FAILED
    print("clock     ok")
    return OK
