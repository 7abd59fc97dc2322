"""What `doctor` reports about a running bot and a growing database."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from email.utils import formatdate
from pathlib import Path

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from pydantic import SecretStr

from bot.cli.doctor import _database, _discord, _running
from bot.runtime.health import health_server
from bot.runtime.metrics import Metrics
from bot.runtime.settings import Settings
from bot.store import open_store
from tests.support.health import free_port


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    where = {"health_host": "0.0.0.0", "health_port": free_port()}
    return Settings(_env_file=None, data_dir=tmp_path, **where)


async def run_doctor(settings: Settings, wrong: str | None, metrics: Metrics) -> int:
    """Run `doctor` against a bot with this database health."""

    async def database() -> str | None:
        return wrong

    async def gateway() -> str | None:
        return None

    checks = {"gateway": gateway, "database": database}
    async with health_server("127.0.0.1", settings.health_port, checks, metrics.registry):
        return await _running(settings)


async def test_doctor_fails_while_the_running_bot_cannot_save(
    settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await run_doctor(settings, "the last commit failed", Metrics()) == 1
    assert "running   database: the last commit failed\n" in capsys.readouterr().out


async def test_doctor_counts_past_failed_saves(
    settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    metrics = Metrics()
    for operation in ("commit", "commit", "load"):
        metrics.store_used(operation, 0.1, failed=True)
    assert await run_doctor(settings, None, metrics) == 0
    said = capsys.readouterr().out
    assert "running   ok\n" in said
    assert "failed database operations since it started: 3 (see the log)\n" in said


async def test_doctor_reports_if_no_bot_runs_or_health_port_is_unset(
    settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await _running(settings) == 0
    assert "running   no: nothing is listening" in capsys.readouterr().out
    assert await _running(settings.model_copy(update={"health_port": None})) == 0
    assert "set HEALTH_PORT" in capsys.readouterr().out


async def test_doctor_lists_the_fastest_growing_tables_first(
    settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    await (await open_store(settings.database)).close()
    with closing(sqlite3.connect(settings.data_dir / "fortytwo.sqlite3")) as db, db:
        db.execute("INSERT INTO servers (guild_id) VALUES (1)")
        row = "('t', ?, 'bid', 0, NULL, 1, unixepoch() - 86400 * ?)"
        columns = "(table_id, number, event, seat, user_id, hand_no, at)"
        days = [(number, number % 14 + 0.5) for number in range(2000)]
        db.executemany(f"INSERT INTO seat_log {columns} VALUES {row}", days)
    assert await _database(settings) == 0
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert [line.split(":")[0] for line in lines[1:3]] == ["seat_log", "servers"]
    assert lines[1] == "seat_log: 2,000 rows, 0.1 MB, 1,001 new in 7 days"
    assert lines[2] == "servers: 1 row, 0.0 MB"


async def check_token(status: int, settings: Settings, *, behind: float = 0.0) -> int:
    """Run the token check against a Discord that answers with this status.

    `behind`: how many seconds the date of its answers is behind this machine's.
    """

    async def me(_: web.Request) -> web.Response:
        date = {"Date": formatdate(time.time() - behind, usegmt=True)}
        return web.json_response({"username": "42"}, status=status, headers=date)

    application = web.Application()
    application.router.add_get("/users/@me", me)
    async with TestServer(application) as server:
        token = SecretStr("a.token")
        base = f"http://127.0.0.1:{server.port}"
        changed = {"discord_token": token, "discord_api_base": base}
        return await _discord(settings.model_copy(update=changed))


@pytest.mark.parametrize(
    ("status", "told"),
    [
        (401, "token     Discord refuses it (status 401); copy it again"),
        (403, "token     not checked: Discord answered 403 Forbidden; try again later"),
        (429, "token     not checked: Discord answered 429 Too Many Requests; try again later"),
        (503, "token     not checked: Discord answered 503 Service Unavailable; try again later"),
        (520, "token     not checked: Discord answered 520; try again later"),
    ],
)
async def test_host_is_asked_for_a_new_token_only_if_discord_rejects_it(
    settings: Settings, capsys: pytest.CaptureFixture[str], status: int, told: str
) -> None:
    assert await check_token(status, settings) == 1
    assert capsys.readouterr().out == f"{told}\n"


@pytest.mark.parametrize(
    ("behind", "outcome", "told"),
    [
        (0.0, 0, "clock     ok"),
        (100.0, 1, "s off: Discord may refuse interactions; correct it"),
        (5.5 * 86_400.0, 1, "clock     5 days ahead of Discord's: nothing is deleted, opened or"),
        (-5.5 * 86_400.0, 1, "clock     5 days behind Discord's: nothing is deleted, opened or"),
    ],
)
async def test_doctor_says_how_wrong_the_clock_is(
    behind: float, outcome: int, told: str, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await check_token(200, settings, behind=behind) == outcome
    assert told in capsys.readouterr().out


async def test_doctor_names_the_damaged_file_and_its_copies(
    settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    (settings.data_dir / "fortytwo.sqlite3").write_bytes(b"not a database" * 999)
    assert await _database(settings) == 1
    said = capsys.readouterr().out
    assert "fortytwo.sqlite3 is damaged" in said
    assert "restore" in said
