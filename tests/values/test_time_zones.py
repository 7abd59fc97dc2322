"""The time zones of servers, and of people who have chosen none."""

from __future__ import annotations

import discord
import pytest

from bot.values.preferences import Preferences
from bot.values.server_settings import ServerSettings
from bot.values.time_zones import DEFAULT_ZONE, known_zones, server_zone

USUAL = ServerSettings(1)


@pytest.mark.parametrize("language", [each.value for each in discord.Locale])
def test_each_language_of_discord_suggests_a_known_time_zone(language: str) -> None:
    assert server_zone(USUAL, language) in known_zones()


def test_servers_choice_goes_before_what_its_language_suggests() -> None:
    assert server_zone(USUAL, None) == server_zone(USUAL, "en-US") == DEFAULT_ZONE
    assert server_zone(USUAL, "de") == "Europe/Berlin"
    assert server_zone(ServerSettings(1, time_zone="Asia/Tokyo"), "de") == "Asia/Tokyo"


def test_persons_choice_goes_before_the_servers() -> None:
    assert Preferences(1).zone("Asia/Tokyo") == "Asia/Tokyo"
    assert Preferences(1, time_zone="UTC").zone("Asia/Tokyo") == "UTC"
    assert Preferences(1).zone() == DEFAULT_ZONE
