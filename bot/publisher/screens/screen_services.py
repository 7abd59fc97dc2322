"""The services that the screens of all tables share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import discord

from bot.publisher.calls.discord_errors import Failure
from bot.publisher.calls.dm_channels import DmChannels
from bot.publisher.pictures.rendering import LatePictures
from bot.publisher.ports import PreferencesStore, Surfaces, Tables
from bot.values.clock import Clock

from .board_rate import BoardRate
from .screen_builder import ScreenBuilder


@dataclass(frozen=True, slots=True)
class ScreenServices:
    """What all `TableScreens` share.

    `is_answering` is True while a user's press at a table waits for its answer. `shown_in` records
    the channel in which a table is shown. `serves` is True if this process shows the tables of a
    server. `goes_on_in_words` is True if a failure makes the tables of a server change from
    pictures to words.
    """

    bot: discord.Client
    surfaces: Surfaces
    preferences: PreferencesStore
    clock: Clock
    own: ScreenBuilder
    tables: Tables
    is_answering: Callable[[str, int], bool]
    late: LatePictures
    shown_in: Callable[[int, str], None]
    serves: Callable[[int | None], bool]
    dm_channels: DmChannels
    goes_on_in_words: Callable[[int | None, Failure | None], bool]
    pace: BoardRate
