"""The command `doctor --live`: asks, connects, runs the experiments and prints the findings."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from secrets import randbelow

import aiohttp
import discord

from bot.cli import FAILED, MISUSED, OK, complain
from bot.cli.live import application, boards, emojis, nonces, permissions, presses, threads
from bot.cli.live.expectations import Finding, FindingStatus
from bot.cli.live.report import as_json, as_table
from bot.cli.live.trial import AnsweredElsewhere, Tester, Trial
from bot.link.addresses import point_at
from bot.runtime.clock import SystemClock
from bot.runtime.errors import SettingsError
from bot.runtime.log_setup import set_up_log
from bot.runtime.settings import Settings
from bot.store import BadDatabaseUrl, DatabaseInUse
from bot.store.errors import StoreFailure
from bot.store.in_use import unused_database
from bot.values.clock import Clock

COMMAND = "doctor --live"
EXPERIMENTS = (
    *application.EXPERIMENTS,
    *threads.EXPERIMENTS,
    *emojis.EXPERIMENTS,
    *presses.EXPERIMENTS,
    *nonces.EXPERIMENTS,
    *permissions.EXPERIMENTS,
    *boards.EXPERIMENTS,
)
QUESTIONS = (
    (
        "This tries your bot's token on Discord, in about two minutes. Use a test server.\n"
        "It posts in one channel, sends at most one DM to the person who presses its buttons,\n"
        f"uploads {emojis.UPLOADS} emojis, opens a thread if there is an announcement channel, and "
        "deletes\nall that at the end. Go on?",
        True,
    ),
    ("Does this bot run anywhere else, on another machine? It would answer those presses.", False),
)
NEEDED = discord.Permissions(view_channel=True, send_messages=True, read_message_history=True)
ELSEWHERE = (
    "another process answered a press: this bot runs somewhere else. Stop it there, and try again"
)


class CannotTry(Exception):
    """The test cannot begin; the text says what to do."""


@dataclass
class LiveReport:
    """The findings, undeleted leftovers, and whether another process interfered."""

    findings: list[Finding] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    elsewhere: bool = False

    @property
    def status(self) -> int:
        """The exit status: 1 if Discord deviates from what is expected."""
        different = any(each.outcome is FindingStatus.DIFFERENT for each in self.findings)
        return FAILED if different or self.elsewhere else OK


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Run the test; return the exit status."""
    if settings.discord_token is None:
        raise SettingsError("DISCORD_TOKEN: set it in .env to try it on Discord")
    set_up_log("ERROR", settings.log_format, settings.secrets)
    try:
        if not options.yes:
            _ask()
        return asyncio.run(_run(options, settings, settings.discord_token.get_secret_value()))
    except DatabaseInUse:
        complain("the bot runs with this database and would answer the presses: stop it", COMMAND)
    except (CannotTry, BadDatabaseUrl, StoreFailure) as error:
        complain(str(error), COMMAND)
    except discord.LoginFailure:
        complain("Discord refuses DISCORD_TOKEN; copy it again", COMMAND)
    except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
        complain(f"Discord cannot be reached ({type(error).__name__}); try again", COMMAND)
        return FAILED
    return MISUSED


def _ask() -> None:
    """Ask whether to begin. Raises CannotTry."""
    for question, wanted in QUESTIONS:
        print(f"{question} [y/n] ", end="", file=sys.stderr, flush=True)
        answer = sys.stdin.readline().strip().lower()
        if answer not in ("y", "yes", "n", "no"):
            raise CannotTry("answer y or n, or give --yes")
        if answer.startswith("y") is not wanted:
            raise CannotTry("nothing was tried")


async def _run(options: argparse.Namespace, settings: Settings, token: str) -> int:
    """Run all experiments while no bot uses the database, and print the findings."""
    point_at(settings)
    clock = SystemClock(settings.clock_rate, settings.clock_since)
    async with unused_database(settings.database):
        report = await try_out(token, options, clock, partial(print, file=sys.stderr, flush=True))
    print(as_json(report.findings, report.left) if options.json else as_table(report.findings))
    if report.elsewhere:
        complain(ELSEWHERE, COMMAND)
    return report.status


async def try_out(
    token: str, options: argparse.Namespace, clock: Clock, say: Callable[[str], None]
) -> LiveReport:
    """Run every experiment in one channel and delete its messages. Raises CannotTry."""
    client = Tester(clock)
    report = LiveReport()
    async with client.stay_connected(token):
        channel, person = await _place(client, options, say)
        trial = Trial(client, channel, person, clock, options.wait, say, report.left)
        try:
            async with trial:
                for experiment in EXPERIMENTS:
                    async for finding in experiment.run(trial):
                        say(f"{finding.outcome:9}  {finding.what}")
                        report.findings.append(finding)
        except AnsweredElsewhere:
            report.elsewhere = True
        finally:
            for each in report.left:
                say(f"Left behind: {each}. Delete it by hand.")
    return report


async def _place(
    client: Tester, options: argparse.Namespace, say: Callable[[str], None]
) -> tuple[discord.TextChannel, int | None]:
    """Return the channel of the test, and the person whose presses count, if one is named."""
    person = options.person
    found: object = client.get_channel(options.channel) if options.channel else None
    if options.channel is None:
        message = await _ask_channel(client, options.wait, say)
        found = message.channel
        person = person or message.author.id
    if not isinstance(found, discord.TextChannel):
        raise CannotTry("--channel: give the id of a text channel that the bot can see")
    lacking = NEEDED.value & ~found.permissions_for(found.guild.me).value
    if lacking:
        rights = [name.replace("_", " ") for name, is_set in discord.Permissions(lacking) if is_set]
        raise CannotTry(f"in #{found.name} the bot lacks: {', '.join(rights)}")
    return found, person


async def _ask_channel(client: Tester, wait: float, say: Callable[[str], None]) -> discord.Message:
    """Wait until the host mentions the bot in a channel, with a number that only they know."""
    number = str(1000 + randbelow(9000))
    say(f"In the channel to use, on your test server, write: @{client.user} {number}")
    try:
        async with asyncio.timeout(wait):
            while True:
                message = await client.written.get()
                if number in message.content.split():
                    return message
    except TimeoutError:
        raise CannotTry("nobody wrote that; name the channel with --channel") from None
