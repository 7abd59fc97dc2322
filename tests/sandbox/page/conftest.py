"""Fixtures: a browser and a page on a stage."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest_asyncio
from playwright.async_api import Browser, Page

from tests.sandbox.page.chromium import launched
from tests.sandbox.page.stage import Stage, Visit
from tests.support.patience import PATIENCE


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncIterator[Browser]:
    async with launched() as browser:
        yield browser


@pytest_asyncio.fixture(loop_scope="session")
async def visit(chromium: Browser) -> AsyncIterator[Visit]:
    """Open the page on a stage; afterwards fail on script errors and outside requests."""
    async with AsyncExitStack() as stack:
        complaints: list[str] = []

        async def open_page(
            stage: Stage, query: str = "", width: int = 1280, height: int = 860
        ) -> tuple[Page, Stage]:
            await stack.enter_async_context(stage)
            page = await chromium.new_page(
                viewport={"width": width, "height": height}, has_touch=width < 800
            )
            page.set_default_timeout(PATIENCE * 1000)
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.on(
                "request",
                lambda request: (
                    None
                    if request.url.startswith((f"http://127.0.0.1:{stage.port}/", "data:"))
                    else complaints.append(request.url)
                ),
            )
            await page.goto(stage.address(query))
            await page.locator("body.ready, body.four main").wait_for()
            return page, stage

        yield open_page
        await asyncio.gather(*(context.close() for context in chromium.contexts))
        assert complaints == []
