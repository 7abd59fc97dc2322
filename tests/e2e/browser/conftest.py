"""The practice table as a user starts it, and their browser."""

import asyncio
import os
import re
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from tests.sandbox.page.chromium import chromium
from tests.support.compiled import share_compiled
from tests.support.patience import PATIENCE
from tests.support.program import BRIEF, FORKS, PATIENT, TROUBLE, run_command
from tests.support.sitter import Sitter

HEIGHTS = {1280: 1240, 390: 844}
SETTINGS = {
    **PATIENT,
    **BRIEF,
    "LOG_LEVEL": "WARNING",
    "PACE_SECONDS": "0.1",
    "SHAKE_SEED": "x",
}
# On a busy machine no press may fail because its answer took more than three seconds.
UNHURRIED = "from tests.support.patience import be_unhurried; be_unhurried()"

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
    output, writing = FORKS.Pipe(duplex=False)
    process = FORKS.Process(
        target=run_command,
        args=(
            *(folder, environment | SETTINGS, writing),
            *("practice", "--port", "0", "--no-browser", *options),
        ),
        kwargs={"before": UNHURRIED},
    )
    process.start()
    writing.close()
    with os.fdopen(os.dup(output.fileno()), encoding="utf-8") as file:
        output.close()
        said = ""
        try:
            async with asyncio.timeout(PATIENCE):
                while (found := re.search(r"http://\S+", said)) is None:
                    line = await asyncio.to_thread(file.readline)
                    assert line, said
                    said += line
            yield found[0]
        finally:
            if process.pid is not None and process.is_alive():
                os.kill(process.pid, end)
            said += await asyncio.to_thread(file.read)
            await asyncio.to_thread(process.join)
    assert not any(word in said for word in TROUBLE), said
    assert process.exitcode == (0 if end is signal.SIGINT else -end)


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
