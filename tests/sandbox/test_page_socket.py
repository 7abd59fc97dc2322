"""The page's URL and socket, and who is refused."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import pytest

from discord_sandbox.client.simulated_user import SimulatedUser
from discord_sandbox.server import Sandbox
from tests.sandbox.demo_bot import DemoBot
from tests.support.patience import PATIENCE

Json = dict[str, Any]


class PageSocket:
    """A client of the page's socket."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket

    async def send(self, op: str, **data: Any) -> None:
        await self.socket.send_json({"op": op, **data})

    async def get(self, *kinds: str) -> Any:
        """Return the next frame of one of these kinds."""
        while True:
            frame = await self.socket.receive_json(timeout=PATIENCE)
            if frame["t"] in kinds:
                return frame["d"]

    async def next_status(self) -> str:
        while True:
            state = (await self.get("interaction"))["state"]
            if state != "pending":
                return str(state)


@asynccontextmanager
async def page(sandbox: Sandbox, person: SimulatedUser) -> AsyncIterator[tuple[PageSocket, Json]]:
    url = f"{sandbox.origin}/s/{sandbox.capability}/ws?user={person.id}"
    async with (
        aiohttp.ClientSession(headers={"Origin": sandbox.origin}) as session,
        session.ws_connect(url) as socket,
    ):
        client = PageSocket(socket)
        yield client, await client.get("hello")


async def test_first_frame_has_everything_the_page_needs(
    sandbox: Sandbox, bot: DemoBot, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    await (await bot.fetch_user(int(ana.id))).send("unread")
    async with page(sandbox, ana) as (_, hello):
        assert hello["me"]["id"] == ana.id
        assert bo.id in {user["id"] for user in hello["users"]}
        assert [c["name"] for c in hello["guilds"][0]["channels"]] == ["dominoes", "general"]
        assert [c["id"] for c in hello["dms"]] == [ana.dm]
        assert hello["unread"][ana.dm] == 1
        assert {c["name"] for c in hello["commands"]} >= {"table", "bid"}
        assert hello["dm_open"] is True


async def test_page_runs_commands_and_clicks_over_its_socket(
    sandbox: Sandbox, bot: DemoBot, ana: SimulatedUser
) -> None:
    command = next(c for c in sandbox.commands.all() if c["name"] == "table")
    here = {"channel": sandbox.channel_id}
    async with page(sandbox, ana) as (client, _):
        options = [{"type": 1, "name": "open", "options": []}]
        await client.send("command", nonce="a", command=command["id"], options=options, **here)
        board = await client.get("message_create")
        assert await client.next_status() == "ok"
        press = {"message": board["id"], "component_type": 2, **here}
        await client.send("click", nonce="b", custom_id="demo:press:0", **press)
        assert (await client.get("message_update"))["id"] == board["id"]
        await client.send("click", nonce="c", custom_id="demo:options", **press)
        modal = await client.get("modal")
        assert (modal["nonce"], modal["title"]) == ("c", "Table options")
        await client.send("click", nonce="d", custom_id="demo:off", **press)
        assert (await client.get("error"))["nonce"] == "d"
        await client.send("nonsense", nonce="e")
        assert (await client.get("error"))["nonce"] == "e"


async def test_page_receives_choices_and_failures(
    sandbox: Sandbox, bot: DemoBot, ana: SimulatedUser
) -> None:
    ids = {c["name"]: c["id"] for c in sandbox.commands.all()}
    here = {"channel": sandbox.channel_id}
    async with page(sandbox, ana) as (client, _):
        options = [{"type": 3, "name": "tile", "value": "5", "focused": True}]
        await client.send("autocomplete", nonce=1, command=ids["play"], options=options, **here)
        assert (await client.get("choices"))["choices"] == [{"name": "5-5", "value": "5-5"}]
        assert await client.next_status() == "ok"
        await client.send("command", nonce=2, command=ids["hold"], options=[], **here)
        await bot.held.get()
        sandbox.clock.move(3)
        assert await client.next_status() == "failed"


async def test_page_receives_nothing_its_user_cannot_see(
    sandbox: Sandbox, bot: DemoBot, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    async with page(sandbox, bo) as (client, _):
        await ana.command("bid", sandbox.channel_id, call=30)
        ana.say(ana.open_dm(), "private")
        ana.say(sandbox.channel_id, "public")
        assert (await client.get("message_create"))["content"] == "public"
        await client.send("history", channel=sandbox.channel_id)
        history = await client.get("history")
        assert [m["content"] for m in history["messages"]] == ["public"]
        await client.send("history", channel=ana.dm)
        assert (await client.get("error", "history"))["text"]


async def test_page_counts_and_clears_unread_messages(
    sandbox: Sandbox, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    async with page(sandbox, bo) as (client, _):
        ana.say(sandbox.channel_id, "one")
        ana.say(sandbox.channel_id, "two")
        assert await client.get("unread") == {sandbox.channel_id: 1}
        assert await client.get("unread") == {sandbox.channel_id: 2}
        await client.send("read", channel=sandbox.channel_id)
        assert await client.get("unread") == {sandbox.channel_id: 0}


async def test_page_changes_settings_and_dismisses_messages(
    sandbox: Sandbox, bot: DemoBot, ana: SimulatedUser
) -> None:
    async with page(sandbox, ana) as (client, _):
        await client.send("open_dm")
        dm = await client.get("channel_create")
        assert dm["id"] == ana.dm
        await client.send("settings", dm_open=False)
        await client.send("send", channel=dm["id"], content="hello")
        assert (await client.get("message_create"))["content"] == "hello"
        assert not ana.dms_open
        hand = (await ana.command("bid", sandbox.channel_id, call=30)).message
        await client.send("dismiss", message=hand["id"])
        assert (await client.get("message_delete"))["id"] == hand["id"]


async def test_page_receives_new_commands_and_threads(
    sandbox: Sandbox, bot: DemoBot, ana: SimulatedUser
) -> None:
    async with page(sandbox, ana) as (client, _):
        await bot.tree.sync()
        assert len(await client.get("commands")) == len(sandbox.commands.all())
        channel = bot.get_channel(int(sandbox.channel_id))
        thread = await (await channel.send("x")).create_thread(name="T")
        made = await client.get("channel_create")
        assert (made["id"], made["parent_id"]) == (str(thread.id), sandbox.channel_id)


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("/s/{capability}/", {}, 200),
        ("/s/{capability}/static/app.js", {}, 200),
        ("/s/{capability}/static/..%2F..%2Fworld.py", {}, 404),
        ("/s/{capability}/static/absent.js", {}, 404),
        ("/s/guess/", {}, 404),
        ("/s/guess/ws?user={user}", {}, 404),
        ("/s/{capability}/ws?user={user}", {}, 403),
        ("/s/{capability}/ws", {}, 403),
        ("/s/{capability}/ws?user=1", {"Origin": "{origin}"}, 403),
        ("/s/{capability}/ws?user={bot}", {"Origin": "{origin}"}, 403),
        ("/s/{capability}/", {"Origin": "http://evil.test"}, 403),
        ("/s/{capability}/", {"Host": "evil.test"}, 403),
        ("/api/v10/users/@me", {"Origin": "http://evil.test"}, 403),
        ("/api/v10/users/@me", {"Host": "evil.test:80"}, 403),
        ("/gateway", {"Origin": "null"}, 403),
        ("/cdn/attachments/1/1/x.png", {}, 404),
    ],
)
async def test_socket_requires_the_secret_a_known_user_and_an_origin(
    sandbox: Sandbox, path: str, headers: dict[str, str], status: int
) -> None:
    names = {
        "capability": sandbox.capability,
        "user": sandbox.people[0].id,
        "bot": sandbox.state.bot_id,
        "origin": sandbox.origin,
    }
    headers = {name: value.format(**names) for name, value in headers.items()}
    async with aiohttp.ClientSession() as session:
        url = aiohttp.client.URL(sandbox.origin + path.format(**names), encoded=True)
        async with session.get(url, headers=headers) as response:
            assert response.status == status


async def test_sandbox_listens_on_loopback_only(sandbox: Sandbox) -> None:
    assert sandbox.origin.startswith("http://127.0.0.1:")
    assert {address[0] for address in sandbox._runner.addresses} == {"127.0.0.1"}
