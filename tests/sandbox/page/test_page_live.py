"""The page on the sandbox itself, with a bot behind it."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from discord_sandbox.client.simulated_user import SimulatedUser
from discord_sandbox.server import Sandbox
from tests.sandbox.demo_bot import DemoBot
from tests.support.discord_at import running
from tests.support.patience import PATIENCE, TexasSandbox, unhurried

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


@pytest_asyncio.fixture(loop_scope="session")
async def sandbox() -> AsyncIterator[Sandbox]:
    async with unhurried(TexasSandbox()) as place:
        yield place


@pytest_asyncio.fixture(loop_scope="session")
async def bot(sandbox: Sandbox) -> AsyncIterator[DemoBot]:
    client = DemoBot()
    async with running(client, sandbox):
        yield client


@pytest_asyncio.fixture(loop_scope="session")
async def browser(chromium: Browser) -> AsyncIterator[Browser]:
    """The browser of all tests; afterwards without the pages of this one."""
    before = set(chromium.contexts)
    yield chromium
    for context in set(chromium.contexts) - before:
        await context.close()


async def look(browser: Browser, address: str) -> Page:
    page = await browser.new_page(viewport={"width": 1280, "height": 860})
    page.set_default_timeout(PATIENCE * 1000)
    await page.goto(address)
    await page.locator("body.ready").wait_for()
    return page


async def test_people_play_with_the_bot_through_the_page(
    sandbox: Sandbox, bot: DemoBot, ana: SimulatedUser, bo: SimulatedUser, browser: Browser
) -> None:
    page, other = [await look(browser, sandbox.page_url(person)) for person in (ana, bo)]
    box = page.get_by_label("Message #dominoes")
    await box.fill("/table open ")
    await page.keyboard.press("Enter")
    await expect(other.get_by_role("button", name="Pressed 0")).to_be_visible()

    await page.get_by_role("button", name="Pressed 0").click()
    await expect(page.get_by_role("button", name="Pressed 1")).to_be_visible()
    await expect(other.get_by_role("button", name="Pressed 1")).to_be_visible()

    await page.get_by_role("button", name="Hand").click()
    await expect(page.get_by_role("heading", name="Your hand")).to_be_visible()
    await other.get_by_role("button", name="Sit").click()
    await expect(page.get_by_text("@Bo sits East")).to_be_visible()
    await expect(other.get_by_role("heading", name="Your hand")).to_have_count(0)
    await page.get_by_role("button", name="Dismiss message").click()
    await expect(page.get_by_role("heading", name="Your hand")).to_have_count(0)

    await page.get_by_role("combobox", name="Bid").click()
    await page.get_by_role("option", name="37").click()
    await expect(page.get_by_text("bid 37")).to_be_visible()

    await page.get_by_role("button", name="Options").click()
    await page.get_by_role("radio", name="3 marks").check()
    await page.get_by_label("Name").fill("Friday")
    await page.get_by_role("button", name="Submit").click()
    await expect(other.get_by_text("'name': 'Friday'")).to_be_visible()
    await expect(page.get_by_role("dialog")).to_have_count(0)

    await box.fill("")
    await box.focus()
    await page.keyboard.type("/play 6")
    await page.get_by_role("option").first.click()
    await page.keyboard.press("Enter")
    await expect(page.get_by_text("Sending /play…")).to_have_count(0)
    await expect(page.get_by_role("alert")).to_have_count(0)
    assert not sandbox.refusals
    assert bot.problems == []


async def test_missing_answer_is_shown_as_a_failed_interaction(
    sandbox: Sandbox, bot: DemoBot, ana: SimulatedUser, browser: Browser
) -> None:
    page = await look(browser, sandbox.page_url(ana))
    await page.get_by_label("Message #dominoes").fill("/hold ")
    await page.keyboard.press("Enter")
    await bot.held.get()
    sandbox.clock.move(3)
    await expect(page.get_by_text("/hold: This interaction failed.")).to_be_visible()


async def test_four_sandbox_users_are_shown_side_by_side(
    sandbox: Sandbox, browser: Browser
) -> None:
    page = await browser.new_page(viewport={"width": 1280, "height": 860})
    await page.goto(sandbox.page_url(four=True))
    await expect(page.locator("iframe")).to_have_count(4)
    for frame, person in zip(await page.locator("iframe").all(), sandbox.people, strict=False):
        await expect(frame.content_frame.locator("#whose")).to_have_text(person.name)
