"""Every page that people open, and an event's card, is at most 640 points high on a phone."""

from __future__ import annotations

import asyncio

import discord
import pytest

from bot.presenter.words.render_context import RenderContext
from bot.publisher.calls.convert import picture_of, to_send
from bot.render import render_picture
from tests.render.samples import NAMES
from tests.sandbox.page.chromium import launched
from tests.screens.pages import pages
from tests.screens.registry import Look
from tests.support.discord_at import discord_at
from tests.support.matrix import mostly_long
from tests.support.patience import TexasSandbox

from .every_screen import LOADED, open_page

pytestmark = pytest.mark.browser

MOST = 640


async def heights(context: RenderContext, game_id: str) -> dict[str, int]:
    """Measure each page on a phone."""
    found = {}
    shown = pages(Look(context, NAMES["long"]), game_id)
    sandbox = TexasSandbox(limits=False, people=("Guest",), history_limit=4, log_limit=10)
    bot = discord.Client(intents=discord.Intents.none())
    async with sandbox, launched() as browser, bot:
        with discord_at(sandbox):
            await bot.login(sandbox.token)
            channel = bot.get_partial_messageable(int(sandbox.channels["dominoes"]))
            page = await open_page(browser, sandbox.page_url(), 390, "dark", 1)
            for name, message in shown:
                picture = picture_of(message)
                files = (
                    {} if picture is None else {picture.name: render_picture(picture.drawing, {})}
                )
                sent = await channel.send(**to_send(message, files))
                element = page.locator(f'[data-message-id="{sent.id}"]')
                await element.wait_for()
                await page.wait_for_function(LOADED)
                box = await element.bounding_box()
                assert box is not None
                found[name] = round(box["height"])
    return found


@pytest.mark.parametrize("game_id", mostly_long(["42", "88"], "42"))
def test_every_page_fits_a_phone(game_id: str) -> None:
    found = asyncio.run(heights(RenderContext(), game_id))
    high = {name: height for name, height in found.items() if height > MOST}
    assert not high, high
