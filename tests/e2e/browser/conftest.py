"""The practice table as a user starts it, and their browser."""

import asyncio
import os
import re
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from tests.sandbox.page.chromium import chromium
from tests.support.compiled import share_compiled
from tests.support.patience import PATIENCE
from tests.support.program import BRIEF, PATIENT, ROOT, TROUBLE
from tests.support.sitter import Sitter

HEIGHTS = {1280: 1240, 390: 844}
SETTINGS = {
    **PATIENT,
    **BRIEF,
    "LOG_LEVEL": "WARNING",
    "PACE_SECONDS": "0.1",
    "SHAKE_SEED": "x",
    "PYTHONPATH": str(ROOT),
    "PYTHONUNBUFFERED": "1",
}
# On a busy machine no press may fail because its answer took more than three seconds.
PRACTICE = """
import runpy
from tests.support.patience import be_unhurried
be_unhurried()
runpy.run_module("bot", run_name="__main__", alter_sys=True)
"""

__all__ = ["chromium"]

Sit = Callable[..., Awaitable[Sitter]]


@asynccontextmanager
async def practice(
    folder: Path, *options: str, end: signal.Signals = signal.SIGINT
) -> AsyncIterator[str]:
    """Run `python -m bot practice` as a process and yield the URL that it prints.

    `end` is the signal that stops it; `folder` contains its saved state.
    """
    share_compiled(folder / "data" / "var")
    environment = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", PRACTICE, "practice", "--port", "0", "--no-browser", *options),
        cwd=folder,
        env={**environment, **SETTINGS},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    try:
        async with asyncio.timeout(PATIENCE):
            line = (await process.stdout.readline()).decode()
        found = re.search(r"http://\S+", line)
        assert found is not None, line
        yield found[0]
    finally:
        if process.returncode is None:
            process.send_signal(end)
        _, complaints = await process.communicate()
    said = complaints.decode()
    assert not any(word in said for word in TROUBLE), said
    assert process.returncode == (0 if end is signal.SIGINT else -end)


@pytest.fixture
def shots(tmp_path: Path) -> Path:
    """The folder for the screenshots."""
    folder = Path(os.environ.get("FORTYTWO_SHOTS") or tmp_path / "shots")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest_asyncio.fixture(loop_scope="session")
async def sit(chromium: Browser, tmp_path: Path, shots: Path) -> AsyncIterator[Sit]:
    """Open the practice table, or a URL, at a width; afterwards check for script errors."""
    complaints: list[str] = []
    async with AsyncExitStack() as stack:

        async def open_page(
            width: int, *, height: int = 0, keys: bool = False, address: str = ""
        ) -> Sitter:
            address = address or await stack.enter_async_context(practice(tmp_path))
            page = await chromium.new_page(
                viewport={"width": width, "height": height or HEIGHTS[width]},
                has_touch=width < 800,
                reduced_motion="reduce",
            )
            page.set_default_timeout(PATIENCE * 1000)
            page.on("pageerror", lambda error: complaints.append(str(error)))
            await page.goto(address)
            await page.locator("body.ready").wait_for()
            return Sitter(page, shots, keys=keys)

        yield open_page
        for context in chromium.contexts:
            for page in context.pages:  # answer every press before stopping the bot
                await expect(page.locator("[aria-busy=true]")).to_have_count(0)
        await asyncio.gather(*(context.close() for context in chromium.contexts))
    assert complaints == []
