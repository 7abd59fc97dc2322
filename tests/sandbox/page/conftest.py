"""Fixtures: a browser, and a page on a stage."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest_asyncio
from playwright.async_api import Browser, Page, Request

from tests.sandbox.page.chromium import chromium
from tests.sandbox.page.fake_sandbox import FakeSandbox, Visit
from tests.support.patience import PATIENCE

__all__ = ["chromium"]

TOUCH_BELOW = 800
Idle = dict[bool, list[Page]]


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def idle() -> Idle:
    """Empty pages by whether they have a touch screen: a new page costs more than most tests."""
    return defaultdict(list)


@pytest_asyncio.fixture(loop_scope="session")
async def visit(chromium: Browser, idle: Idle) -> AsyncIterator[Visit]:
    """Open the page on a stage; afterwards fail on script errors and outside requests."""
    complaints: list[str] = []
    used: list[tuple[Page, bool]] = []
    async with AsyncExitStack() as stack:

        async def open_page(
            stage: FakeSandbox, query: str = "", width: int = 1280, height: int = 860
        ) -> tuple[Page, FakeSandbox]:
            await stack.enter_async_context(stage)
            has_touch = width < TOUCH_BELOW
            pages = idle[has_touch]
            page = pages.pop() if pages else await chromium.new_page(has_touch=has_touch)
            used.append((page, has_touch))
            await page.set_viewport_size({"width": width, "height": height})
            page.set_default_timeout(PATIENCE * 1000)

            def on_error(error: Exception) -> None:
                complaints.append(str(error))

            def on_request(request: Request) -> None:
                if not request.url.startswith((f"http://127.0.0.1:{stage.port}/", "data:")):
                    complaints.append(request.url)

            page.on("pageerror", on_error)
            page.on("request", on_request)
            stack.callback(page.remove_listener, "pageerror", on_error)
            stack.callback(page.remove_listener, "request", on_request)
            await page.goto(stage.address(query))
            await page.locator("body.ready, body.four main").wait_for()
            return page, stage

        yield open_page
        await asyncio.gather(*(empty(page) for page, _ in used))
    for page, has_touch in used:
        idle[has_touch].append(page)
    assert complaints == []


async def empty(page: Page) -> None:
    """Make a page as good as new."""
    await page.evaluate("localStorage.clear(); sessionStorage.clear()")
    await page.goto("about:blank")
    await page.mouse.move(-1, -1)
    await page.emulate_media(color_scheme="light", reduced_motion="no-preference")
