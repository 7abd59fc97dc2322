"""Each expectation of `doctor --live`, met by one sandbox and violated by another."""

from __future__ import annotations

import pytest

from bot.cli.live import command
from bot.cli.live.application import _names
from bot.cli.live.expectations import FindingStatus
from discord_sandbox.checks.refusal import Refusal
from tests.cli.live.servers import Contrary, change, run_check, run_server, store_commands

pytestmark = pytest.mark.slow

EVERYTHING = [each.what for one in command.EXPERIMENTS for each in one.expectations]


def others(report: command.LiveReport, outcome: FindingStatus) -> list[str]:
    """List the rows with a different outcome."""
    return [
        f"{each.what}: {each.outcome}, {each.seen} ({each.so_what})"
        for each in report.findings
        if each.outcome is not outcome
    ]


async def test_documented_behavior_passes_every_check_and_leaves_nothing_behind() -> None:
    async with run_server() as host:
        store_commands(host.sandbox, sorted(_names()))
        report = await run_check(host)
        state = host.sandbox.state
        assert others(report, FindingStatus.OK) == []
        assert [each.what for each in report.findings] == EVERYTHING
        assert report.status == 0
        (thread,) = state.threads_of(host.sandbox.channels["general"])
        assert thread["thread_metadata"]["archived"]
        (left,) = report.left  # the invite does not request permission to delete threads
        assert f"/{thread['id']} (refused with 403/50013" in left
        posted = host.person.messages(host.sandbox.channel_id)
        own = [message for message in posted if message["author"]["id"] == state.bot_id]
        assert [message["content"] for message in own] == ["An old board."]
        assert host.person.messages(host.person.dm or "") == []
        assert state.emojis == {}


async def test_every_deviation_is_found() -> None:
    async with run_server() as host:
        Contrary(host.sandbox)
        store_commands(host.sandbox, ["old"], contexts=None)
        report = await run_check(host, host.sandbox.channel_id)
    assert others(report, FindingStatus.DIFFERENT) == []
    assert [each.what for each in report.findings] == EVERYTHING
    assert all(each.so_what and each.seen for each in report.findings)
    assert report.status == 1
    assert [left for left in report.left if "/@me/" in left and "403/50013" in left]


async def test_unpressed_button_skips_its_checks_with_the_reason() -> None:
    async with run_server() as host:
        host.presses = False
        report = await run_check(host, host.sandbox.channel_id, wait=0.05)
    skipped = {each.what: each.so_what for each in report.findings if each.seen == "not tried"}
    assert skipped["from a press to its answer"] == "nobody pressed the button within 0.05 seconds"
    assert "--person" in skipped["the same nonce in a channel, then in a DM"]
    assert "start the bot once" in skipped["the commands that Discord has stored"]


async def test_press_answered_by_another_process_ends_the_check_and_cleans_up() -> None:
    async with run_server() as host:

        def answered(*_: object) -> None:
            raise Refusal(40060)

        change(host.sandbox, "POST /interactions/{}/{}/callback", answered)
        report = await run_check(host, host.sandbox.channel_id)
        assert report.elsewhere
        assert report.status == 1
        assert len(host.person.messages(host.sandbox.channel_id)) == 1
        assert host.sandbox.state.emojis == {}
