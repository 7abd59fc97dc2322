"""Threads for tables: reusing unused ones, opening new ones, and naming refusals."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.publisher.calls.threads import archive_unused, open_thread
from bot.tables.errors import DiscordBusy, DiscordDown, DiscordError, NoThread, ThreadRefusal

ME = 42


class Channel:
    """A text or announcement channel whose next thread can be made to fail."""

    def __init__(self, *threads: Any, news: bool = False, error: Exception | None = None) -> None:
        self.id = 1
        self.name = "dominoes"
        self.guild = SimpleNamespace(me=SimpleNamespace(id=ME))
        self.threads = list(threads)
        self.asked: list[dict[str, Any]] = []
        self._news = news
        self._error = error

    def is_news(self) -> bool:
        return self._news

    async def create_thread(self, **options: Any) -> Any:
        self.asked.append(options)
        if self._error is not None:
            raise self._error
        return SimpleNamespace(id=99)


class Thread(SimpleNamespace):
    """An active thread, by default the bot's own and unused."""

    def __init__(self, thread_id: int, **changes: Any) -> None:
        usual = {"name": "Table 1", "owner_id": ME, "last_message_id": None, "locked": False}
        super().__init__(**{"id": thread_id, "archived": False, **usual, **changes})

    def is_private(self) -> bool:
        return False

    async def edit(self, *, archived: bool) -> None:
        self.archived = archived


def refused(status: int, code: int) -> discord.HTTPException:
    response = SimpleNamespace(status=status, reason="")
    return discord.HTTPException(cast("Any", response), {"code": code, "message": ""})


async def opened(channel: Channel, name: str = "Table 1", **options: Any) -> int:
    return await open_thread(cast("discord.TextChannel", channel), name, **options)


@pytest.mark.parametrize(
    ("news", "kind"),
    [(False, discord.ChannelType.public_thread), (True, discord.ChannelType.news_thread)],
)
async def test_thread_has_its_channels_type_and_archives_after_a_day(
    news: bool, kind: discord.ChannelType
) -> None:
    channel = Channel(news=news)
    assert await opened(channel) == 99
    (asked,) = channel.asked
    assert asked == {
        "name": "Table 1",
        "type": kind,
        "auto_archive_duration": 1_440,
        "invitable": True,
    }


async def test_unused_thread_of_the_same_name_is_reused() -> None:
    channel = Channel(Thread(5), Thread(6))
    assert await opened(channel) == 5
    assert await opened(channel, in_use={5}) == 6
    assert channel.asked == []
    assert await opened(channel, "Table 2") == 99


@pytest.mark.parametrize(
    "changes", [{"owner_id": 7}, {"last_message_id": 8}, {"locked": True}, {"name": "Table 3"}]
)
async def test_thread_in_use_is_left_alone(changes: dict[str, Any]) -> None:
    used = Thread(5, **changes)
    channel = Channel(used)
    assert await opened(channel) == 99
    await archive_unused(cast("discord.TextChannel", channel), ["Table 1"])
    assert not used.archived


async def test_only_unused_threads_with_matching_names_are_archived() -> None:
    left = Thread(5)
    other = Thread(6, name="Table 2")
    channel = cast("discord.TextChannel", Channel(left, other))
    await archive_unused(channel, ["Table 1"])
    assert (left.archived, other.archived) == (True, False)


@pytest.mark.parametrize(
    ("error", "why", "missing"),
    [
        (refused(400, 50024), ThreadRefusal.KIND, ()),
        (refused(400, 160006), ThreadRefusal.SERVER_FULL, ()),
        (refused(400, 160007), ThreadRefusal.NEWS_FULL, ()),
        (refused(403, 50013), ThreadRefusal.RIGHTS, ("create_public_threads",)),
        (refused(403, 50001), ThreadRefusal.RIGHTS, ("view_channel",)),
        (refused(400, 50035), ThreadRefusal.OTHER, ()),
    ],
)
async def test_every_refusal_has_a_reason(
    error: Exception, why: ThreadRefusal, missing: tuple[str, ...]
) -> None:
    with pytest.raises(NoThread) as raised:
        await opened(Channel(error=error))
    assert raised.value == NoThread("dominoes", why, missing)


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (refused(503, 0), DiscordDown),
        (discord.RateLimited(60.0), DiscordBusy),
        (ConnectionResetError(), DiscordDown),
    ],
)
async def test_transient_refusal_is_reported_as_retryable(
    error: Exception, told: type[DiscordError]
) -> None:
    with pytest.raises(told):
        await opened(Channel(error=error))
