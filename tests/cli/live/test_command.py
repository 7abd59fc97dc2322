"""`doctor --live`: its prompts, refusals, output and interruption."""

from __future__ import annotations

import asyncio
import io
import json
import os
import signal
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import aiohttp
import discord
import pytest

from bot.__main__ import main
from bot.cli.live import command
from bot.cli.live.command import CannotTry
from bot.cli.live.expectations import Finding, FindingStatus
from bot.cli.live.report import as_json, as_table
from bot.store.private_files import only_user
from discord_sandbox.state.permissions import Permission
from tests.cli.live.servers import run_check, run_server

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[3]
LINE = ["doctor", "--live", "--yes"]
FINDINGS = [
    Finding("a press", FindingStatus.OK, "less than 1.5 s", "0.20 s"),
    Finding("a nonce", FindingStatus.DIFFERENT, "refused", "a new message was made", "x" * 90),
]


@pytest.fixture(autouse=True)
def _settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", "a-token")
    monkeypatch.setenv("DISCORD_API_BASE", "http://127.0.0.1:9/api")
    monkeypatch.setenv("DATA_DIR", str(tmp_path))
    monkeypatch.setattr(command, "set_up_log", lambda *_: None)


def replace_checks(monkeypatch: pytest.MonkeyPatch, act: Callable[..., Awaitable[int]]) -> None:
    """Replace the live checks with this function."""
    monkeypatch.setattr(command, "_run", act)


async def nothing(*_: object) -> int:
    raise AssertionError("it began")


def test_live_check_requires_a_token(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("DISCORD_TOKEN")
    assert main(LINE) == 2
    assert "DISCORD_TOKEN" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("typed", "told"),
    [("n\n", "nothing was tried"), ("y\ny\n", "nothing was tried"), ("y\n", "--yes")],
)
def test_live_check_confirms_the_start_and_that_no_other_bot_runs(
    typed: str, told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    replace_checks(monkeypatch, nothing)
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    assert main(LINE[:2]) == 2
    said = capsys.readouterr().err
    assert "Use a test server" in said
    assert told in said
    assert ("anywhere else" in said) is typed.startswith("y")


def test_live_check_starts_when_the_host_confirms(monkeypatch: pytest.MonkeyPatch) -> None:
    async def begun(*_: object) -> int:
        return 0

    replace_checks(monkeypatch, begun)
    monkeypatch.setattr("sys.stdin", io.StringIO("y\nn\n"))
    assert main(LINE[:2]) == 0


def test_live_check_refuses_to_run_beside_a_bot_on_the_database(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "fortytwo.sqlite3"
    file.touch()
    with only_user(file):
        assert main(LINE) == 2
    assert "the bot runs with this database" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("error", "status", "told"),
    [
        (discord.LoginFailure("a-token"), 2, "copy it again"),
        (CannotTry("no such channel"), 2, "no such channel"),
        (aiohttp.ClientError("a-token"), 1, "cannot be reached (ClientError)"),
    ],
)
def test_connection_error_is_one_line_without_the_token(
    error: Exception,
    status: int,
    told: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    async def fails(*_: object) -> int:
        raise error

    replace_checks(monkeypatch, fails)
    assert main(LINE) == status
    said = capsys.readouterr().err
    assert told in said
    assert said.count("\n") == 1
    assert "a-token" not in said


def test_press_answered_by_another_process_is_reported_below_the_findings(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def answered(*_: object) -> command.LiveReport:
        return command.LiveReport(FINDINGS[:1], elsewhere=True)

    monkeypatch.setattr(command, "try_out", answered)
    monkeypatch.setattr(command, "point_at", lambda _: None)
    assert main([*LINE, "--json"]) == 1
    out, told = capsys.readouterr()
    assert len(json.loads(out)["findings"]) == 1
    assert "this bot runs somewhere else. Stop it there" in told


async def test_unusable_channel_is_named() -> None:
    async with run_server() as host:
        with pytest.raises(CannotTry, match="--channel"):
            await run_check(host, "1")
        host.sandbox.deny(host.sandbox.channel_id, Permission.SEND_MESSAGES)
        with pytest.raises(CannotTry, match="#dominoes the bot lacks: send messages"):
            await run_check(host, host.sandbox.channel_id)


def test_table_shows_every_column_within_the_terminal_width(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    head, rule, *lines = as_table(FINDINGS).splitlines()
    assert head.split() == ["what", "outcome", "expected", "seen", "so", "what"]
    assert max(map(len, (head, rule, *lines))) <= 100
    assert lines[0].split("  ")[0] == "a press"
    assert "".join(lines).count("x") == 90
    assert lines[-1] == "1 ok, 1 different, 0 skipped"


def test_json_output_is_machine_readable() -> None:
    read = json.loads(as_json(FINDINGS, ["a message"]))
    assert [each["outcome"] for each in read["findings"]] == ["ok", "different"]
    assert read["findings"][1]["so_what"] == "x" * 90
    assert read["left_behind"] == ["a message"]


async def test_interrupted_check_cleans_up_without_showing_the_token() -> None:
    async with run_server() as host:
        sandbox = host.sandbox
        program = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot", *LINE, "--channel", sandbox.channel_id),
            env={
                **os.environ,
                "PYTHONPATH": str(ROOT),
                "DISCORD_TOKEN": sandbox.token,
                "DISCORD_API_BASE": sandbox.api_base,
                "DISCORD_GATEWAY_URL": sandbox.gateway_url,
                "CLOCK_RATE": "30",
            },
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        assert program.stderr is not None
        said = b""
        while b"Press Start" not in said:
            said += await program.stderr.readline()
        assert len(sandbox.state.emojis) == 5
        assert len(host.person.messages(sandbox.channel_id)) == 2
        program.send_signal(signal.SIGINT)
        out, rest = await program.communicate()
        assert program.returncode == 130
        assert sandbox.state.emojis == {}
        assert len(host.person.messages(sandbox.channel_id)) == 1
        assert sandbox.token.encode() not in out + said + rest
        assert b"Traceback" not in rest
