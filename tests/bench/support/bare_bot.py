"""The baseline: a bot of plain discord.py that answers each click with the next view.

`small` is one text with one button; `panel` has as many components as a hand in play.
"""

from __future__ import annotations

import asyncio
import gc
import os

import discord
import yarl
from discord import ui
from discord.gateway import DiscordWebSocket
from discord.http import Route

from tests.bench.support.child import serve

TEXT = "**You can play:** 6-5, 5-5, 5-1"


def small(number: int) -> ui.LayoutView:
    """Build a view of a text and a button."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.TextDisplay(TEXT))
    view.add_item(ui.ActionRow(ui.Button(label="6-5", custom_id=f"bare:small:{number}")))
    view.stop()
    return view


def panel(number: int) -> ui.LayoutView:
    """Build a view like a hand: a container, a text, two rows of dominoes and one row below."""
    view = ui.LayoutView(timeout=None)
    rows = [
        ui.ActionRow(
            *(
                ui.Button(label=f"{row}-{place}", custom_id=f"bare:panel:{number}:{row}{place}")
                for place in range(width)
            )
        )
        for row, width in enumerate((4, 3, 2))
    ]
    view.add_item(
        ui.Container(ui.TextDisplay(TEXT * 8), *rows, accent_colour=discord.Colour(0xF9A825))
    )
    view.stop()
    return view


class Bare(discord.Client):
    """Edits the clicked message, and does nothing else."""

    def __init__(self) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True, guild_messages=True), guild_ready_timeout=0.2
        )
        self.is_there = asyncio.Event()
        self._number = 0

    async def on_ready(self) -> None:
        """Report ready."""
        self.is_there.set()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        self._number += 1
        make = panel if interaction.data["custom_id"].startswith("bare:panel") else small
        await interaction.response.edit_message(view=make(self._number))


async def main() -> None:
    """Serve until standard input closes."""
    Route.BASE = os.environ["DISCORD_API_BASE"]
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ["DISCORD_GATEWAY_URL"])
    async with Bare() as bot:
        running = asyncio.create_task(bot.start(os.environ["DISCORD_TOKEN"]))
        await bot.is_there.wait()
        gc.freeze()
        await serve({})
        await bot.close()
        await running


if __name__ == "__main__":
    asyncio.run(main())
