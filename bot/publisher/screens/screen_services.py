"""What the screens of all tables have in common."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import discord

from bot.publisher.calls.discord_errors import Failure
from bot.publisher.calls.dm_channels import DmChannels
from bot.publisher.ports import Clock, PreferencesStore, Surfaces

from .board_rate import BoardRate
from .screen_builder import ScreenBuilder


@dataclass(frozen=True, slots=True)
class ScreenServices:
    """What the screens of all tables have in common.

    `set_away` tells the table service of a user who cannot be reached; `is_answering` says whether
    a user's press at a table is about to be answered; `shown_in` is told in which channel a table
    is shown; `keeps` says whether this process, of several, shows the tables of a server;
    `goes_on_in_words` whether a server's tables do so from now on, after this failure.
    """

    bot: discord.Client
    surfaces: Surfaces
    preferences: PreferencesStore
    clock: Clock
    own: ScreenBuilder
    set_away: Callable[[str, int], Awaitable[object]]
    is_answering: Callable[[str, int], bool]
    shown_in: Callable[[int, str], None]
    keeps: Callable[[int | None], bool]
    dm_channels: DmChannels
    goes_on_in_words: Callable[[int | None, Failure | None], bool]
    pace: BoardRate
