"""Where pictures can be posted."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord

from bot.publisher.pictures.uploads import Uploads
from tests.support.clocks import HandClock


def thread_of_an_unknown_channel() -> discord.Thread:
    """Build a thread whose channel is not in discord.py's cache, as under a missing right."""
    thread = discord.Thread.__new__(discord.Thread)
    thread.guild = SimpleNamespace(id=7, me=None, get_channel=lambda _: None)  # type: ignore[assignment]
    thread.parent_id = 70
    return thread


def test_thread_of_an_unknown_channel_gets_pictures() -> None:
    bot: Any = SimpleNamespace(get_channel=lambda _: thread_of_an_unknown_channel())
    screens: Any = SimpleNamespace(in_words=set())
    assert Uploads(bot, screens, HandClock()).are_possible(71)
