"""The attempts of the ways out to a host: metrics, the log, and the command line."""

from __future__ import annotations

import asyncio
import io
from contextlib import redirect_stderr, redirect_stdout

from bot.__main__ import main
from tests.support.health import page_at

from .attempts import Attempt, Try

HAND = "HAND"
"""The place of the hand's id in a command."""


async def metrics(attempt: Attempt) -> None:
    """Read the pages for the host's monitoring."""
    for page in ("metrics", "healthz", "readyz"):
        _, text = await page_at(attempt.town.port, page)
        attempt.town.eyes.told("", "metrics", text)


async def log(attempt: Attempt) -> None:
    """Read the log, which is recorded all the time; a press makes it grow."""
    await attempt.command("daily")


def command_line(*words: str) -> Try:
    """Build the attempt of a command of the command line, on the database of the running bot."""

    async def run(attempt: Attempt) -> None:
        named = [attempt.hand_id if word == HAND else word for word in words]
        text = await asyncio.to_thread(_printed, named)
        attempt.town.eyes.told("", "output", text)

    return run


def _printed(words: list[str]) -> str:
    with io.StringIO() as stream, redirect_stdout(stream), redirect_stderr(stream):
        main(words)
        return stream.getvalue()
