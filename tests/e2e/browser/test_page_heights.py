"""Every page that people open, and an event's card, is at most 640 points high on a phone.

A lobby has at most 480: the chat goes on below it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

import discord
import pytest

from bot.presenter.panel.screen import hand_panel
from bot.presenter.table.lobby import lobby
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import Message
from bot.publisher.calls.convert import picture_of, to_send
from bot.render import render_picture
from tests.render.samples import NAMES
from tests.sandbox.page.chromium import launched
from tests.screens.pages import pages
from tests.screens.registry import Look, samples
from tests.support.discord_at import discord_at
from tests.support.matrix import mostly_long
from tests.support.patience import TexasSandbox

from .every_screen import LOADED, open_page

pytestmark = pytest.mark.browser

MOST = 640
MOST_OF_LOBBY = 480
LONG = tuple("Wenceslaus Wolverton" if set(name) == {"W"} else name for name in NAMES["long"])
"""The long names, but for one that no row of buttons is wide enough for."""


async def heights(shown: Iterable[tuple[str, Message]]) -> dict[str, int]:
    """Measure messages by name on a phone."""
    found = {}
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
    found = asyncio.run(heights(pages(Look(RenderContext(), NAMES["long"]), game_id)))
    high = {name: height for name, height in found.items() if height > MOST}
    assert not high, high


@pytest.mark.parametrize("names", [NAMES["usual"], LONG])
@pytest.mark.parametrize("game_id", mostly_long(["42", "84x8"], "42"))
def test_every_lobby_leaves_room_for_the_chat(game_id: str, names: tuple[str, ...]) -> None:
    look = Look(RenderContext(), names)
    panels = samples(hand_panel, look, [game_id])
    shown = [*samples(lobby, look, [game_id]).items(), ("by DM", panels["by-dm-lobby"])]
    found = asyncio.run(heights(shown))
    high = {name: height for name, height in found.items() if height > MOST_OF_LOBBY}
    assert not high, high
