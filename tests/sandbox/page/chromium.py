"""Starts Chromium for the page's tests, or skips them if it is missing."""

import contextlib
import shutil
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright, expect

from tests.support.patience import PATIENCE

CHROMIUM = shutil.which("chromium", path="/usr/bin")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncIterator[Browser]:
    """A browser for all tests of a worker."""
    async with launched() as browser:
        yield browser


@contextlib.asynccontextmanager
async def launched() -> AsyncIterator[Browser]:
    """Run a headless Chromium."""
    if CHROMIUM is None:
        pytest.skip("there is no /usr/bin/chromium")
    expect.set_options(timeout=PATIENCE * 1000)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=CHROMIUM, args=ARGUMENTS, timeout=PATIENCE * 1000
        )
        yield browser
        await browser.close()
