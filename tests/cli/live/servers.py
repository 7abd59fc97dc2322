"""Sandboxes for `doctor --live`: a well-behaved one with a host, and a misbehaving one."""

from __future__ import annotations

import asyncio
import itertools
from argparse import Namespace
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from copy import deepcopy
from dataclasses import replace
from functools import partial
from typing import Any

from bot.cli.live.command import LiveReport, try_out
from bot.cli.live.presses import LETTERS
from bot.cli.live.screens import NOTHING, PICTURE, screen
from bot.presenter.words.ids import ComponentId, Verb, format_id
from discord_sandbox.api.rest import ApiCall, Reply
from discord_sandbox.checks.components import walk
from discord_sandbox.checks.message_flags import EPHEMERAL
from discord_sandbox.checks.refusal import Refusal
from discord_sandbox.server import Sandbox
from discord_sandbox.state.permissions import Permission
from tests.support.discord_at import discord_at
from tests.support.patience import TexasSandbox, unhurried

Json = dict[str, Any]
Handler = Callable[..., Any]
DIRECT = 1
NEWS = 5
NEWS_THREAD = 10
LETTER_OF = {screen("", letter=letter).pictures[PICTURE]: letter for letter in LETTERS}
DENIED = {
    "Attach Files": Permission.ATTACH_FILES,
    "Embed Links": Permission.EMBED_LINKS,
}
STEPS = {
    "Press Start": "start",
    "Which picture": "look",
    "Press Go on": "board",
    "Deny the bot Attach Files": "Attach Files",
    "Deny the bot Embed Links": "Embed Links",
}
COMMAND = {"description": "x", "contexts": [0], "integration_types": [0]}


class MovedClock:
    """The sandbox's clock; sleeping advances it."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.sandbox = sandbox

    def now(self) -> float:
        return self.sandbox.clock.began + self.sandbox.clock.work.now()

    def elapsed(self) -> float:
        return self.now()

    def is_right(self) -> bool:
        return True

    async def sleep(self, seconds: float) -> None:
        self.sandbox.clock.move(seconds)


class Host:
    """The person at the keyboard, who follows the printed instructions.

    With `presses=False` they have walked away.
    """

    def __init__(self, sandbox: Sandbox) -> None:
        self.sandbox = sandbox
        self.person = sandbox.people[0]
        self.said: list[str] = []
        self.presses = True
        self._pressing: set[asyncio.Task[Any]] = set()

    def say(self, text: str) -> None:
        """Follow an instruction that the program prints."""
        self.said.append(text)
        if "write: @" in text:
            number = text.split()[-1]
            self.person.say(self.sandbox.channel_id, f"<@{self.sandbox.state.bot_id}> {number}")
        for asked, step in STEPS.items():
            if text.startswith(asked) and self.presses:
                if step in DENIED:
                    self.sandbox.deny(self.sandbox.channel_id, DENIED[step])
                self._press(format_id(ComponentId(Verb.LIVE, arg=f"{step}/")))

    def _press(self, prefix: str) -> None:
        for message in reversed(self.person.messages(self.sandbox.channel_id)):
            parts = walk(message["components"])
            ids = [
                part["custom_id"] for part in parts if part.get("custom_id", "").startswith(prefix)
            ]
            if ids:
                custom_id = (
                    ids[0] if not prefix.endswith(":look/") else prefix + self._letter(parts)
                )
                pressing = asyncio.create_task(self.person.click(message, custom_id))
                self._pressing.add(pressing)
                pressing.add_done_callback(self._pressing.discard)
                return

    def _letter(self, parts: list[Json]) -> str:
        """Read the letter in the picture from its file name."""
        (media,) = [item["media"] for part in parts for item in part.get("items", ())]
        blob = self.sandbox.state.blobs.get(media.get("attachment_id", ""))
        return NOTHING if blob is None else LETTER_OF[blob.data]


@asynccontextmanager
async def run_server() -> AsyncIterator[Host]:
    """Run a server with an announcement channel, an old message of the bot and a host."""
    async with unhurried(TexasSandbox(clock_rate=30.0)) as sandbox:
        news = sandbox.state.channel(sandbox.channels["general"])
        sandbox.state.change_channel(news, {"type": NEWS})
        channel = sandbox.state.channel(sandbox.channel_id)
        sandbox.message_writer.create(
            channel, sandbox.state.bot_id, {"content": "An old board."}, ()
        )
        sandbox.clock.move(7_200.0)
        with discord_at(sandbox):
            yield Host(sandbox)


async def run_check(host: Host, channel: str | None = None, wait: float = 10.0) -> LiveReport:
    """Run the whole check and return its report."""
    options = Namespace(channel=channel and int(channel), person=None, wait=wait)
    return await try_out(host.sandbox.token, options, MovedClock(host.sandbox), host.say)


def store_commands(sandbox: Sandbox, names: list[str], **fields: Any) -> None:
    """Register the commands that a bot would register."""
    sandbox.commands.replace("", [{"name": name, **COMMAND, **fields} for name in names])


def change(sandbox: Sandbox, route: str, around: Callable[..., Any]) -> None:
    """Wrap a route's handler in `around(handler, call, *ids)`."""
    old = sandbox.rest.routes[route]
    sandbox.rest.add({route: replace(old, handler=partial(around, old.handler))})


class Contrary:
    """A sandbox that violates everything the bot expects of Discord."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.sandbox = sandbox
        self.state = sandbox.state
        self._uploads = itertools.count()
        self._edits = itertools.count()
        sandbox.rest.buckets.spend = lambda *_: None  # type: ignore[method-assign]
        for route, around in {
            "GET /applications/@me": self.application,
            "POST /applications/{}/emojis": self.emoji,
            "POST /channels/{}/threads": self.thread,
            "POST /channels/{}/messages": self.post,
            "GET /channels/{}/messages/{}": self.read,
            "PATCH /channels/{}/messages/{}": self.edit,
            "DELETE /channels/{}/messages/{}": self.delete,
            "POST /interactions/{}/{}/callback": self.callback,
            "PATCH /webhooks/{}/{}/messages/@original": self.original,
            "POST /webhooks/{}/{}": self.follow_up,
        }.items():
            change(sandbox, route, around)

    def application(self, handler: Handler, call: ApiCall) -> Json:
        flags = {"flags": 1 << 18 | 1 << 23, "interactions_endpoint_url": "https://x.test"}
        return {**handler(call), **flags, "integration_types_config": {"0": {}, "1": {}}}

    def emoji(self, handler: Handler, call: ApiCall, *ids: str) -> Any:
        if next(self._uploads) == 1:
            raise Refusal(20028, retry_after=0.0)
        return handler(call, *ids)

    def thread(self, _handler: Handler, call: ApiCall, channel_id: str) -> Reply:
        if call.body["type"] == NEWS_THREAD:
            raise Refusal(50024)
        channel = self.state.channel(channel_id)
        thread_id = self.sandbox.clock.snowflake()
        return Reply(201, self.state.add_thread(channel, call.body, thread_id, self.state.bot_id))

    def post(self, handler: Handler, call: ApiCall, channel_id: str) -> Json:
        """Ignore nonces; accept files without ATTACH_FILES, but not without EMBED_LINKS."""
        call.body.pop("nonce", None), call.body.pop("enforce_nonce", None)
        channel = self.state.channel(channel_id)
        if self._has(channel, Permission.ATTACH_FILES):
            if "'url': 'https:" in str(call.body) and not self._has(
                channel, Permission.EMBED_LINKS
            ):
                raise Refusal(50013)
            return handler(call, channel_id)
        return self.sandbox.message_writer.create(
            channel, self.state.bot_id, call.body, call.uploads
        )

    def read(self, handler: Handler, call: ApiCall, *ids: str) -> Json:
        """Add an attachment that no component displays."""
        file = {"id": "1", "filename": "x.png", "size": 1, "url": "https://x.test", "proxy_url": ""}
        return {**handler(call, *ids), "attachments": [file]}

    def edit(self, handler: Handler, call: ApiCall, *ids: str) -> Json:
        """Refuse the first edit for good and rate limit the second."""
        number = next(self._edits)
        if number < 2:
            raise Refusal(50013) if number == 0 else Refusal(20028, retry_after=0.0)
        return handler(call, *ids)

    def delete(self, handler: Handler, call: ApiCall, channel_id: str, message_id: str) -> None:
        """Refuse to delete direct messages."""
        if self.state.channel(channel_id)["type"] == DIRECT:
            raise Refusal(50013)
        handler(call, channel_id, message_id)

    def callback(self, handler: Handler, call: ApiCall, *ids: str) -> Any:
        """Answer late, drop the picture, and refuse files without ATTACH_FILES."""
        self.sandbox.clock.move(2.0)
        interaction = self.sandbox.interactions.by_id[ids[0]]
        if call.uploads and not self._has(interaction.channel, Permission.ATTACH_FILES):
            raise Refusal(50013)
        done = handler(call, *ids)
        if call.uploads:
            message = self.state.message(interaction.channel["id"], interaction.original_id or "")
            message = deepcopy(message)
            for part in walk(message["components"]):
                for item in part.get("items", ()):
                    item["media"] = {"url": "https://x.test/old.webp"}
            self.state.replace({**message, "attachments": []})
        return done

    def original(self, _handler: Handler, _call: ApiCall, _application: str, token: str) -> Json:
        """Change nothing."""
        interaction = self.sandbox.interactions.by_token[token]
        return self.state.message(interaction.channel["id"], interaction.original_id or "")

    def follow_up(self, handler: Handler, call: ApiCall, *ids: str) -> Json:
        """Make an ephemeral follow-up public."""
        call.body["flags"] &= ~EPHEMERAL
        return handler(call, *ids)

    def _has(self, channel: Json, right: Permission) -> bool:
        return bool(self.state.permissions(channel, self.state.bot_id) & right)
