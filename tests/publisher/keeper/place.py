"""A sandbox server with people, where the keeper posts for a bot with a real store."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, cast

import discord

from bot.budget.queue import RequestQueue
from bot.presenter.words.ids import ComponentId, Verb
from bot.presenter.words.spec import Button, Message, Part, Row, Text
from bot.publisher.calls.dm_channels import DmChannels, NewDms
from bot.publisher.keeper.channels import Channels
from bot.publisher.keeper.means import Means
from bot.publisher.keeper.posted_message import PostedMessage
from bot.publisher.keeper.wanted import Wanted
from bot.publisher.pictures.rendering import Pictures
from bot.runtime.metrics import Metrics
from bot.store import Store
from bot.values.posted import PostedKey
from discord_sandbox.client.simulated_user import SimulatedUser
from discord_sandbox.server import Sandbox
from tests.store.samples import shake, table
from tests.support.discord_at import logged_in
from tests.support.patience import TexasSandbox
from tests.support.screens import Json, text_of

POST = "POST /channels/*/messages"
NO_PICTURES = Pictures(cast("Any", None), {}, lambda _: False)


class PlaceClock:
    """A clock that tests set."""

    def __init__(self, now: float) -> None:
        self.time = now

    def now(self) -> float:
        return self.time

    def elapsed(self) -> float:
        return self.time

    def is_right(self) -> bool:
        return True

    async def sleep(self, _seconds: float) -> None:
        raise AssertionError("nothing here sleeps")


def says(words: str, *, button: bool = False) -> Message:
    """Build a message of these words, with a button if wanted."""
    body: tuple[Part, ...] = (Text(words),)
    if button:
        body = (*body, Row((Button("Press", ComponentId(Verb.HAND)),)))
    return Message(body=body)


def wanted(words: str, channel_id: int | None, *, button: bool = False, **more: Any) -> Wanted:
    """Build what a message of these words wants."""
    return Wanted(write=lambda: says(words, button=button), channel_id=channel_id, **more)


@dataclass
class Place:
    """A sandbox server with people, the bot and its store."""

    sandbox: Sandbox
    bot: discord.Client
    store: Store
    dm_channels: DmChannels
    clock: PlaceClock
    queue: RequestQueue
    limited: list[int | None] = field(default_factory=list)

    @property
    def means(self) -> Means:
        """What a new process sends with."""
        return Means(
            Channels(self.bot, self.queue),
            self.store.messages,
            self.dm_channels,
            NO_PICTURES,
            self.clock,
            self.queue,
            self.limited.append,
        )

    @property
    def channel(self) -> int:
        return int(self.sandbox.channel_id)

    @property
    def ana(self) -> SimulatedUser:
        return self.sandbox.people[0]

    @property
    def said(self) -> list[Json]:
        """The messages in the channel."""
        return self.sandbox.state.visible(self.sandbox.channel_id, None, 100)

    @property
    def texts(self) -> list[str]:
        """What the messages in the channel say."""
        return [text_of(message) for message in self.said]

    @property
    def posted(self) -> int:
        """The number of messages the bot has tried to post."""
        return sum((request.route or "").endswith("/messages") for request in self.sandbox.log)

    def message(self, key: PostedKey) -> PostedMessage:
        """Return the message of a process that has just started."""
        return PostedMessage(self.means, key)


@asynccontextmanager
async def opened(store: Store) -> AsyncIterator[Place]:
    """Yield a place whose bot has logged in."""
    await store.tables.create(table(), shake())
    async with TexasSandbox(limits=False) as sandbox, logged_in(sandbox) as client:
        clock = PlaceClock(time.time())
        channels = DmChannels(client, store.dm_channels, NewDms(15, 100), clock, Metrics().new_dm)
        yield Place(sandbox, client, store, channels, clock, RequestQueue(clock))
