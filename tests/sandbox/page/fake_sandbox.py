"""Serves the page with a fake of the sandbox's socket."""

import asyncio
import io
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Self

from aiohttp import WSMsgType, web
from PIL import Image, ImageDraw
from playwright.async_api import Page

import discord_sandbox
from tests.support.patience import PATIENCE

PAGE = Path(discord_sandbox.__path__[0]) / "page"
CAPABILITY = "c4p"
GUILD = "900000000000000001"
LOBBY, DOMINOES, THREAD, DIRECT = (f"90000000000000010{n}" for n in range(4))
IMAGE = "/cdn/attachments/1/2/board.png"
Json = dict[str, Any]


def user(number: int, name: str, *, bot: bool = False) -> Json:
    return {
        "id": f"80000000000000000{number}",
        "username": name.lower(),
        "global_name": name,
        "bot": bot,
        "avatar": None,
    }


FORTYTWO = user(0, "Forty-Two", bot=True)
PEOPLE = [user(n, name) for n, name in enumerate(["Ana", "Bo", "Cy", "Di"], start=1)]
ANA, BO = PEOPLE[:2]


def text(content: str) -> Json:
    return {"type": 10, "content": content}


def button(label: str, custom_id: str, style: int = 2, **more: Any) -> Json:
    return {"type": 2, "style": style, "label": label, "custom_id": custom_id, **more}


def row(*components: Json) -> Json:
    return {"type": 1, "components": list(components)}


def container(colour: int, *components: Json) -> Json:
    return {"type": 17, "accent_color": colour, "components": list(components)}


class Messages:
    """Builds messages in chronological order."""

    def __init__(self) -> None:
        self.count = 0

    def make(self, channel: str = DOMINOES, author: Json = FORTYTWO, **fields: Any) -> Json:
        self.count += 1
        minute = self.count % 60
        return {
            "id": str(700000000000000000 + self.count),
            "channel_id": channel,
            "author": author,
            "content": "",
            "timestamp": f"2026-11-20T10:{minute:02}:00+00:00",
            "edited_timestamp": None,
            "flags": 0,
            "type": 0,
            "mentions": [],
            "embeds": [],
            "attachments": [],
            "components": [],
            **fields,
        }

    def v2(self, *components: Json, channel: str = DOMINOES, flags: int = 0, **fields: Any) -> Json:
        return self.make(channel, flags=32768 | flags, components=list(components), **fields)


def command(name: str, *options: Json, **more: Any) -> Json:
    return {
        "id": str(600000000000000000 + sum(name.encode())),
        "type": 1,
        "name": name,
        "description": f"The command {name}",
        "contexts": [0, 1],
        "options": list(options),
        **more,
    }


def option(kind: int, name: str, **more: Any) -> Json:
    return {"type": kind, "name": name, "description": f"The {name}", **more}


COMMANDS = [
    command("bid", option(3, "call", required=True, autocomplete=True)),
    command("hand"),
    command("play", option(3, "tile", required=True, autocomplete=True), option(3, "as")),
    command(
        "table",
        option(
            1,
            "open",
            options=[
                option(
                    3,
                    "game",
                    choices=[
                        {"name": "Texas 42", "value": "42"},
                        {"name": "Moon", "value": "moon"},
                    ],
                ),
                option(4, "marks", min_value=1, max_value=7),
                option(5, "rated"),
            ],
        ),
        option(1, "join", options=[option(6, "beside", required=True)]),
        contexts=[0],
    ),
    command("admin", option(7, "channel", required=True), contexts=[0]),
]


def picture(size: tuple[int, int], words: str) -> bytes:
    image = Image.new("RGB", size, (38, 84, 62))
    ImageDraw.Draw(image).text(
        (size[0] // 8, size[1] // 3), words, fill="white", font_size=size[1] // 3
    )
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue()


class FakeSandbox:
    """Serves the page and one socket: `push` sends a frame, `take` waits for an op."""

    def __init__(
        self,
        history: dict[str, list[Json]] | None = None,
        image: tuple[int, int] = (960, 640),
        **hello: Any,
    ) -> None:
        self.history = history or {}
        self.image = image
        self.hello = hello
        self.ops: asyncio.Queue[Json] = asyncio.Queue()
        self.sockets: list[web.WebSocketResponse] = []
        self.refuse = False
        self.foreign: list[str] = []

    async def __aenter__(self) -> Self:
        app = web.Application()
        app.router.add_get(f"/s/{CAPABILITY}/", self.index)
        app.router.add_get(f"/s/{CAPABILITY}/ws", self.socket)
        app.router.add_static(f"/s/{CAPABILITY}/static/", PAGE)
        app.router.add_get("/cdn/emojis/{name}", self.emoji)
        app.router.add_get("/cdn/attachments/{tail:.*}", self.attachment)
        app.router.add_get("/cdn/avatars/{tail:.*}", self.attachment)
        self.runner = web.AppRunner(app)
        await self.runner.setup()
        site = web.TCPSite(self.runner, "127.0.0.1", 0)
        await site.start()
        self.port = self.runner.addresses[0][1]
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.drop()
        await self.runner.cleanup()

    def address(self, query: str = "") -> str:
        return f"http://127.0.0.1:{self.port}/s/{CAPABILITY}/{query}"

    async def index(self, _: web.Request) -> web.FileResponse:
        return web.FileResponse(PAGE / "index.html")

    async def emoji(self, request: web.Request) -> web.Response:
        digits = request.match_info["name"].removesuffix(".png")[-2:]
        words = "|".join(digits)
        return web.Response(body=picture((128, 128), words), content_type="image/png")

    async def attachment(self, _: web.Request) -> web.Response:
        return web.Response(body=picture(self.image, "Board"), content_type="image/png")

    def greeting(self, who: str) -> Json:
        me = next((person for person in PEOPLE if person["id"] == who), ANA)
        channels = [
            {"id": LOBBY, "type": 0, "name": "lobby", "position": 0, "topic": "Say hello"},
            {"id": DOMINOES, "type": 0, "name": "dominoes", "position": 1},
            {"id": THREAD, "type": 11, "name": "Table 4", "parent_id": DOMINOES},
        ]
        return {
            "me": me,
            "users": [FORTYTWO, *PEOPLE],
            "guilds": [{"id": GUILD, "name": "The Domino Hall", "channels": channels}],
            "dms": [{"id": DIRECT, "type": 1, "recipients": [FORTYTWO]}],
            "commands": COMMANDS,
            "unread": {},
            "dm_open": True,
            "clock_rate": 1,
            "title": "Practice Discord",
            "welcome": {"channel": DOMINOES},
            **self.hello,
        }

    async def socket(self, request: web.Request) -> web.WebSocketResponse:
        if self.refuse:
            raise web.HTTPServiceUnavailable
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        self.sockets.append(socket)
        await socket.send_json({"t": "hello", "d": self.greeting(request.query.get("user", ""))})
        async for frame in socket:
            if frame.type is WSMsgType.TEXT:
                await self.received(json.loads(frame.data), socket)
        return socket

    async def received(self, op: Json, socket: web.WebSocketResponse) -> None:
        if op["op"] == "history":
            messages = self.history.get(op["channel"], [])
            answer = {"channel": op["channel"], "messages": messages}
            await socket.send_json({"t": "history", "d": answer})
        else:
            await self.ops.put(op)

    async def push(self, kind: str, data: Any) -> None:
        for socket in self.sockets:
            if not socket.closed:
                await socket.send_json({"t": kind, "d": data})

    async def answer(self, op: Json, state: str = "ok") -> None:
        await self.push("interaction", {"nonce": op["nonce"], "state": state})

    async def take(self, kind: str) -> Json:
        """Return the next op of this kind, skipping others."""
        async with asyncio.timeout(PATIENCE):
            while (op := await self.ops.get())["op"] != kind:
                pass
        return op

    async def drop(self) -> None:
        for socket in self.sockets:
            await socket.close()
        self.sockets.clear()


Visit = Callable[..., Awaitable[tuple[Page, FakeSandbox]]]
