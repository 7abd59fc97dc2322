"""The addresses of the Discord that the bot connects to."""

from __future__ import annotations

import yarl
from discord.asset import Asset
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.runtime.settings import Settings


def point_at(settings: Settings) -> None:
    """Point discord.py at the Discord that the settings name.

    There is no other way: all its addresses come from these three class attributes.
    """
    Route.BASE = settings.discord_api_base
    if settings.discord_gateway_url is not None:
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.discord_gateway_url)
    if settings.discord_cdn_base is not None:
        Asset.BASE = settings.discord_cdn_base
