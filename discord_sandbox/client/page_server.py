"""Serves the page and its socket, behind a secret in the URL."""

from __future__ import annotations

from importlib import resources

import orjson
from aiohttp import WSMsgType, web

from discord_sandbox.api.commands import Commands
from discord_sandbox.api.gateway import FrameSender
from discord_sandbox.checks.refusal import Json
from discord_sandbox.client.hub import Hub, frame
from discord_sandbox.client.user_actions import UserActions

_TYPES = {
    "html": "text/html",
    "css": "text/css",
    "js": "text/javascript",
    "svg": "image/svg+xml",
    "png": "image/png",
    "woff2": "font/woff2",
    "webmanifest": "application/manifest+json",
}
_HEADERS = {
    "Content-Security-Policy": "default-src 'self'; style-src 'self' 'unsafe-inline';"
    " img-src 'self' data: blob:; frame-ancestors 'self'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}


class PageSocket(FrameSender):
    """An open socket of the page."""

    def __init__(self, page: PageServer, socket: web.WebSocketResponse, user_id: str) -> None:
        super().__init__(socket)
        self.page = page
        self.user_id = user_id

    def send_frame(self, data: Json) -> None:
        """Queue a frame about the user's own action."""
        self.send(orjson.dumps(data))

    def refresh(self) -> None:
        """Send the complete state."""
        page = self.page
        self.send(
            frame("hello", page.hub.initial_state(self.user_id, page.commands.all(), page.title))
        )


class PageServer:
    """Serves the static files and the sockets."""

    def __init__(self, hub: Hub, actions: UserActions, commands: Commands, title: str) -> None:
        self.hub = hub
        self.actions = actions
        self.commands = commands
        self.title = title
        self.capability = ""
        self._folder = resources.files("discord_sandbox") / "page"

    def routes(self) -> list[web.RouteDef]:
        """Return the routes of the page."""
        return [
            web.get("/s/{capability}/", self.index),
            web.get("/s/{capability}/static/{name}", self.static),
            web.get("/s/{capability}/ws", self.connect),
        ]

    def commands_changed(self) -> None:
        """Send the bot's commands to every open page."""
        encoded = frame("commands", self.commands.all())
        for page in self.hub.pages:
            page.send(encoded)

    async def index(self, request: web.Request) -> web.Response:
        """Serve the page itself."""
        return self._file(request, "index.html")

    async def static(self, request: web.Request) -> web.Response:
        """Serve a static file."""
        return self._file(request, request.match_info["name"])

    def _file(self, request: web.Request, name: str) -> web.Response:
        self._check(request)
        file = self._folder / name
        kind = _TYPES.get(name.rpartition(".")[2])
        if "/" in name or kind is None or not file.is_file():
            raise web.HTTPNotFound
        charset = "utf-8" if kind.startswith("text/") else None
        return web.Response(
            body=file.read_bytes(), content_type=kind, charset=charset, headers=_HEADERS
        )

    def _check(self, request: web.Request) -> None:
        if request.match_info["capability"] != self.capability:
            raise web.HTTPNotFound

    async def connect(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one socket of the page until it closes."""
        self._check(request)
        # The page of four users side by side has no user of its own: it gets the first one's view.
        people = [u["id"] for u in self.hub.state.users.values() if not u["bot"]]
        user_id = request.query.get("user", people[0])
        if user_id not in people or "Origin" not in request.headers:
            raise web.HTTPForbidden
        socket = web.WebSocketResponse(max_msg_size=1 << 20)
        await socket.prepare(request)
        page = PageSocket(self, socket, user_id)
        page.refresh()
        self.hub.pages.append(page)
        try:
            async for message in socket:
                if message.type is not WSMsgType.TEXT:
                    break
                try:
                    request_frame = orjson.loads(message.data)
                except orjson.JSONDecodeError:
                    break
                self.actions.handle(user_id, request_frame, page.send_frame)
        finally:
            self.hub.pages.remove(page)
            page.stop()
        return socket
