"""Host commands on the database of a running bot."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.store import Store, open_store
from bot.upkeep.views import Heartbeat, NewReport
from tests.store.samples import game, hand, save_played_table, shake, table


@pytest.fixture(autouse=True)
def _place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Point the commands at the test's database, without other settings."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATA_DIR", str(tmp_path))
    for name in ("DISCORD_TOKEN", "DATABASE_URL", "HEALTH_PORT"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = await open_store(f"sqlite:///{tmp_path / 'fortytwo.sqlite3'}")
    yield opened
    await opened.close()


async def run_command(*arguments: str) -> int:
    """Run a command while the store is open and return its exit status."""
    return await asyncio.to_thread(main, arguments)


async def test_listed_reports_are_escaped_and_marked_as_seen(
    store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = tmp_path / "fortytwo.sqlite3"
    await store.reports.add_report(
        NewReport(11, "Ana\x1b[2J", 7, 70, "One\x1b]0;x\x07\ntwo"), 60.0, 3
    )
    await store.reports.add_report(NewReport(12, "Bo", 0, 71, "Rude."), 120.0, 3)
    await store.reports.mark_told(1, 90.0)
    assert await run_command("reports") == 0
    assert capsys.readouterr().out == (
        f"reports in {name}:\n"
        " 1  1970-01-01 00:01 UTC  Ana[2J (11) in server 7, channel 70\n"
        "    One]0;x\n    two\n"
        "*2  1970-01-01 00:02 UTC  Bo (12) in a direct message\n"
        "    Rude.\n"
    )
    assert await run_command("reports", "--new") == 0
    assert capsys.readouterr().out == f"no reports in {name}\n"


async def test_reports_are_printed_as_json(
    store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    user_id = 2**60 + 1  # JavaScript's numbers and jq would round it
    await store.reports.add_report(NewReport(user_id, "Ana", 7, 70, "Rude."), 60.0, 3)
    assert await run_command("reports", "--json") == 0
    said = capsys.readouterr()
    (report,) = json.loads(said.out)
    assert "fortytwo.sqlite3" in said.err
    assert (report["number"], report["text"], report["told_at"]) == (1, "Rude.", None)
    assert (report["user_id"], report["guild_id"]) == (str(user_id), "7")
    assert report["channel_id"] == "70"


@pytest.mark.parametrize(("discord_id", "known"), [(11, True), (7, True), (12, False)])
async def test_block_says_if_the_bot_has_never_seen_an_id(
    discord_id: int, known: bool, store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    await store.reports.add_report(NewReport(11, "Ana", 7, 70, "Rude."), 60.0, 3)
    await store.servers.server_here(7)
    assert await run_command("block", str(discord_id)) == 0
    said = capsys.readouterr()
    assert said.out.startswith(f"blocked {discord_id} in ")
    assert (f"the bot has never seen {discord_id}" in said.err) is not known


async def test_block_can_be_added_and_removed(
    store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await run_command("block", "4242") == 0
    said = capsys.readouterr().out
    assert said.startswith(f"blocked 4242 in {tmp_path / 'fortytwo.sqlite3'}; ")
    assert "no bot is running on this database" in said
    assert await store.host.blocked() == {4242}
    assert await run_command("block", "4242") == 1
    assert "4242 is already blocked" in capsys.readouterr().err
    assert await run_command("unblock", "4242") == 0
    assert await store.host.blocked() == frozenset()
    assert await run_command("unblock", "4242") == 1
    assert "4242 is not blocked" in capsys.readouterr().err


async def test_table_can_be_closed_once_and_only_while_open(
    store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    await store.tables.create(table("k3f9q2"), shake(), [])
    await store.heartbeats.beat(Heartbeat("p", 1, "here", "1.0", 1.0, time.time(), {}))
    assert await run_command("close-table", "k3f9q2") == 0
    assert "the running bot does it within seconds" in capsys.readouterr().out
    assert await store.host.close_orders() == ["k3f9q2"]
    await save_played_table(store, "ended1", [hand()], game())
    assert await run_command("close-table", "ended1") == 1
    assert "already closed" in capsys.readouterr().err
    assert await run_command("close-table", "nowhere") == 1
    assert "there is no table 'nowhere'" in capsys.readouterr().err


@pytest.mark.parametrize("given", ["0", "-1", "ana", str(2**63)])
def test_only_a_discord_id_can_be_blocked(given: str) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["block", given])
    assert ended.value.code == 2


COMMANDS = ["reports", "block 1", "unblock 1", "close-table k3f9q2"]


@pytest.mark.parametrize("command", [*COMMANDS, "export k3f9q2", "migrate", "backup", "status"])
def test_command_names_the_damaged_database_and_its_backups(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "fortytwo.sqlite3"
    file.write_bytes(b"not a database" * 999)
    copy = tmp_path / "backups" / "fortytwo-20260101-091500.sqlite3"
    copy.parent.mkdir()
    copy.touch()
    assert main(command.split()) == 1
    said = "".join(capsys.readouterr())
    assert f"{file} is damaged" in said
    assert f"restore {copy}" in said


async def test_backup_of_a_database_with_a_damaged_page_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "fortytwo.sqlite3"
    await (await open_store(f"sqlite:///{file}")).close()
    whole = file.read_bytes()
    file.write_bytes(whole[:8192] + b"\xff" * 4096 + whole[12288:])
    assert await run_command("backup") == 1
    assert f"{file} is damaged" in capsys.readouterr().err


@pytest.mark.parametrize("command", COMMANDS)
def test_command_does_not_create_a_missing_database(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(command.split()) == 1
    assert "There is no database yet" in capsys.readouterr().err
    assert not list(tmp_path.glob("*.sqlite3*"))
