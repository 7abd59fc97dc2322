"""Channels are found without asking every server, and none that is new is missed."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from bot.link import channel_finder
from bot.link.channel_finder import ChannelFinder


class Town:
    """Servers with channels, and how often all of them were searched."""

    def __init__(self) -> None:
        self.guilds: dict[int, Any] = {}
        self.searches = 0

    def add(self, guild_id: int, *channel_ids: int) -> None:
        guild = SimpleNamespace(id=guild_id, channels={})
        guild.get_channel_or_thread = guild.channels.get
        self.guilds[guild_id] = guild
        for channel_id in channel_ids:
            guild.channels[channel_id] = SimpleNamespace(id=channel_id, guild=guild)

    def search(self, channel_id: int) -> Any:
        self.searches += 1
        found = (guild.get_channel_or_thread(channel_id) for guild in self.guilds.values())
        return next((each for each in found if each is not None), None)

    def finder(self) -> ChannelFinder:
        return ChannelFinder(self.search, self.guilds.get)


def test_channel_is_searched_once() -> None:
    town = Town()
    town.add(1, 10, 11)
    town.add(2, 20)
    finder = town.finder()
    assert [finder.find(20).guild.id for _ in range(3)] == [2, 2, 2]
    assert [finder.find(99) for _ in range(3)] == [None, None, None]
    assert town.searches == 2


def test_deleted_channel_is_not_found_at_once() -> None:
    town = Town()
    town.add(1, 10)
    finder = town.finder()
    assert finder.find(10) is not None
    del town.guilds[1].channels[10]
    assert finder.find(10) is None
    town.add(2, 10)
    del town.guilds[1]
    finder.note("guild_join", town.guilds[2])
    assert finder.find(10).guild.id == 2


@pytest.mark.parametrize("event", sorted(channel_finder._ONE_IS_NEW))
def test_new_channel_is_found_after_its_event(event: str) -> None:
    town = Town()
    town.add(1)
    finder = town.finder()
    assert finder.find(10) is None
    town.add(1, 10)
    finder.note("message", SimpleNamespace(id=10))
    assert finder.find(10) is None
    finder.note(event, town.guilds[1].channels[10])
    assert finder.find(10) is not None


def test_as_many_are_remembered_as_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(channel_finder, "MOST_KNOWN", 2)
    town = Town()
    town.add(1, 10, 11, 12)
    finder = town.finder()
    for channel_id in (10, 11, 12, 11, 12):
        assert finder.find(channel_id) is not None
    assert town.searches == 3
    finder.find(10)
    assert town.searches == 4


def test_channel_that_is_known_is_not_searched_again_when_servers_come() -> None:
    town = Town()
    town.add(1, 10)
    finder = town.finder()
    assert finder.find(10) is not None
    finder.note("guild_available", town.guilds[1])
    assert finder.find(10) is not None
    assert town.searches == 1
