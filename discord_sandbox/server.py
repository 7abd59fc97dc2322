"""The sandbox: wires its parts together and serves them on one port."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from aiohttp import web

from discord_sandbox.api.application_routes import ApplicationRoutes
from discord_sandbox.api.buckets import GLOBAL, Buckets, Limit
from discord_sandbox.api.channel_routes import ChannelRoutes
from discord_sandbox.api.commands import Commands
from discord_sandbox.api.gateway import Gateway
from discord_sandbox.api.interactions import Interactions
from discord_sandbox.api.invalid_requests import MOST_INVALID, InvalidRequests
from discord_sandbox.api.message_writer import MessageWriter
from discord_sandbox.api.rest import REQUEST_LIMIT, Fault, Faults, Request, Rest
from discord_sandbox.api.session_starts import SessionStarts
from discord_sandbox.api.spam_guard import NEW_DMS, SpamGuard
from discord_sandbox.api.thread_member_routes import ThreadMemberRoutes
from discord_sandbox.checks.refusal import Json
from discord_sandbox.client.hub import Hub
from discord_sandbox.client.page_server import PageServer
from discord_sandbox.client.simulated_user import SimulatedUser
from discord_sandbox.client.user_actions import UserActions
from discord_sandbox.state.archiving import Archiving
from discord_sandbox.state.channel_types import PUBLIC_THREAD, TEXT, THREADS
from discord_sandbox.state.clock import SandboxClock
from discord_sandbox.state.discord_state import DiscordState
from discord_sandbox.state.installs import TO_SERVER
from discord_sandbox.state.objects import Blob, Guild
from discord_sandbox.state.permissions import Permission
from discord_sandbox.state.restore import restore
from discord_sandbox.state.saved_state import StateFile

HOST = "127.0.0.1"


class UnservedError(AssertionError):
    """The bot used a route that the sandbox does not serve."""


class Sandbox:
    """A Discord on loopback, as an async context manager.

    It starts with one server, its channels and users; the first user owns the server. With
    `guild=None` there are only users until `invite` creates a server. `file` persists the state
    between runs; a saved state replaces `bot`, `people`, `guild` and `channels`. `bot` names the
    bot's account and its role; `bot_icon` is its picture on the page, an SVG. `clock_rate` speeds
    up the date. `limits` enforces rate limits: `global_limit` for all requests of the bot, those of
    each route, and a ban after `most_invalid` refusals in ten minutes. `new_dms` is the number of
    DM channels that the bot may open in an hour before it is quarantined (None for no limit),
    `history_limit` the number of messages kept in a channel and `log_limit` the number of requests
    kept in `log` (None for all).
    `installs` is what the Developer Portal allows: installation to servers, to users, or both.
    Exiting raises `UnservedError` if the bot used a route that the sandbox does not serve.
    """

    def __init__(
        self,
        *,
        port: int = 0,
        bot: str = "Bot",
        bot_icon: bytes | None = None,
        people: Sequence[str] = ("Ana", "Bo", "Cy", "Di"),
        channels: Sequence[str] = ("general",),
        guild: str | None = "Server",
        title: str = "Sandbox",
        clock_rate: float = 1.0,
        limits: bool = True,
        global_limit: Limit = GLOBAL,
        most_invalid: int = MOST_INVALID,
        new_dms: int | None = NEW_DMS,
        history_limit: int | None = None,
        log_limit: int | None = None,
        heartbeat_interval: float = 41.25,
        file: StateFile | None = None,
        installs: Sequence[int] = (TO_SERVER,),
    ) -> None:
        self.port = port
        self.token = _new_token()
        self.clock = SandboxClock(clock_rate)
        self.faults = Faults()
        self.state = DiscordState(self.clock, history_limit, file, installs)
        restore(self.state, bot)
        self.capability = self._capability()
        self.hub = Hub(self.state)
        self.message_writer = MessageWriter(self.state)
        self.commands = Commands(self.state)
        starts = SessionStarts(self.clock, paced=limits)
        self.gateway = Gateway(self.state, self.token, heartbeat_interval, starts, self.reset_token)
        self.interactions = Interactions(self.state, self.gateway, self.message_writer)
        self.actions = UserActions(
            self.state, self.hub, self.message_writer, self.commands, self.interactions
        )
        self.page = PageServer(self.hub, self.actions, self.commands, title, bot_icon)
        buckets = Buckets(self.clock, global_limit, enforced=limits)
        self.invalid = InvalidRequests(self.clock, most_invalid, enforced=limits)
        self.rest = Rest(self.token, buckets, self.invalid, self.faults, log_limit, self.clock.now)
        self.log: Sequence[Request] = self.rest.log
        """Every REST request so far."""
        self.refusals: Sequence[Request] = self.rest.refusals
        """Every refused request, except by an injected fault."""
        application = ApplicationRoutes(self.state, self.gateway, self.commands, self.interactions)
        application.commands_changed = self.page.commands_changed
        self.rest.add(application.routes())
        self.spam_guard = SpamGuard(self.clock, new_dms)
        in_channels = ChannelRoutes(self.state, self.message_writer, buckets, self.spam_guard)
        self.rest.add(in_channels.routes())
        self.rest.add(ThreadMemberRoutes(self.state).routes())
        self.archiving = Archiving(self.state)
        self.state.listeners = [self.gateway, self.hub, self.archiving]
        self._runner: web.AppRunner | None = None
        self.guild_id = ""
        self.channel_id = ""
        self.channels: dict[str, str] = {}
        known = [user_id for user_id, user in self.state.users.items() if not user["bot"]]
        self.people: list[SimulatedUser] = [self._user(user_id) for user_id in known]
        if not known:
            self.people = [self._new_user(name) for name in people]
        for first in list(self.state.guilds.values())[:1]:
            self._make_first_guild(first)
        if guild is not None and not self.guild_id:
            self.invite(guild, channels)

    def _capability(self) -> str:
        """Load or create the secret in the page's URL; open pages survive a restart."""
        known: str | None = self.state.loaded("secret").get("capability")
        capability = known or secrets.token_urlsafe(18)
        self.state.save("secret", "capability", capability)
        return capability

    # --- addresses ---------------------------------------------------------------------

    @property
    def origin(self) -> str:
        """Scheme, host and port."""
        return f"http://{HOST}:{self.port}"

    @property
    def api_base(self) -> str:
        """The value of DISCORD_API_BASE."""
        return f"{self.origin}/api/v10"

    @property
    def gateway_url(self) -> str:
        """The value of DISCORD_GATEWAY_URL."""
        return f"ws://{HOST}:{self.port}/gateway"

    @property
    def cdn_base(self) -> str:
        """The value of DISCORD_CDN_BASE."""
        return f"{self.origin}/cdn"

    def page_url(self, user: SimulatedUser | None = None, *, four: bool = False) -> str:
        """Return the page's URL for one user, or for four side by side."""
        who = user or self.people[0]
        return f"{self.origin}/s/{self.capability}/?user={who.id}" + ("&four=1" if four else "")

    # --- the state ---------------------------------------------------------------------

    def add_guild(
        self,
        name: str,
        people: Sequence[SimulatedUser],
        channels: Sequence[str] = (),
        *,
        system: str | None = None,
        with_bot: bool = True,
    ) -> str:
        """Create a server with these users; the first owns it. Return its id.

        `system` names the channel for the bot's welcome message.
        """
        guild = self.state.add_guild(name, people[0].id, channels, system, with_bot=with_bot)
        for person in people[1:]:
            self.state.add_member(guild.id, person.id)
        return guild.id

    def invite(self, name: str, channels: Sequence[str], system: str | None = None) -> None:
        """Create a server with all users and the bot, and make it the first one."""
        guild_id = self.add_guild(name, self.people, channels, system=system)
        self._make_first_guild(self.state.guilds[guild_id])

    def _make_first_guild(self, guild: Guild) -> None:
        """Set `guild_id`, `channels` and `channel_id` to a server's."""
        self.guild_id = guild.id
        found = (self.state.channels[channel_id] for channel_id in guild.channels)
        self.channels = {c["name"]: c["id"] for c in found if c["type"] not in THREADS}
        self.channel_id = guild.channels[0]

    def add_channel(self, name: str, guild_id: str | None = None, *, kind: int = TEXT) -> str:
        """Create a channel of a type from `channel_types`; return its id."""
        return str(self.state.add_channel(guild_id or self.guild_id, name, kind)["id"])

    def add_post(self, forum_id: str, person: SimulatedUser, title: str, content: str) -> str:
        """Create a user's post in a forum or media channel; return its thread's id."""
        thread = self.state.add_thread(
            self.state.channel(forum_id),
            {"name": title, "type": PUBLIC_THREAD},
            self.state.clock.snowflake(),
            person.id,
        )
        person.say(thread["id"], content)
        return str(thread["id"])

    def add_group(self, *people: SimulatedUser) -> str:
        """Create a group DM of users and return its id."""
        return str(self.state.add_group([person.id for person in people])["id"])

    def add_user(self, name: str, *, locale: str = "en-US") -> SimulatedUser:
        """Create a user in the first server."""
        person = self._new_user(name, locale)
        self.state.add_member(self.guild_id, person.id)
        self.people.append(person)
        return person

    def give_avatar(self, person: SimulatedUser, image: bytes) -> None:
        """Give a user a WebP avatar until the sandbox is closed."""
        self.state.set_avatar(person.id, image)

    def deny(self, channel_id: str, permission: Permission) -> None:
        """Deny the bot permissions in a channel; 0 restores them all."""
        guild = self.state.guilds[self.state.channel(channel_id)["guild_id"]]
        role_id = guild.members[self.state.bot_id]["roles"][0]
        self._overwrite(channel_id, role_id, 0, permission)

    def add_role(self, name: str, *, mentionable: bool = False) -> str:
        """Create a role of the first server, without permissions; return its id."""
        return str(self.state.add_role(self.guild_id, name, mentionable=mentionable)["id"])

    def limit_uploads(self, guild_id: str) -> None:
        """Refuse file uploads in a server, as Discord does in servers that it distrusts."""
        self.state.guilds_without_uploads.add(guild_id)

    def hide(self, channel_id: str, person: SimulatedUser) -> None:
        """Hide a channel from a user."""
        self._overwrite(channel_id, person.id, 1, Permission.VIEW_CHANNEL)

    def _overwrite(self, channel_id: str, who: str, kind: int, denied: Permission) -> None:
        """Deny permissions to a role (0) or a user (1) in a channel."""
        channel = self.state.channel(channel_id)
        others = [o for o in channel["permission_overwrites"] if o["id"] != who]
        own = {"id": who, "type": kind, "allow": "0", "deny": str(int(denied))}
        self.state.change_channel(channel, {"permission_overwrites": [*others, own]})

    def archive(self, thread_id: str, *, locked: bool = False) -> None:
        """Archive a thread as a moderator."""
        changes = {"thread_metadata": {"archived": True, "locked": locked}}
        self.state.change_channel(self.state.channel(thread_id), changes)

    def remove_from_thread(self, thread_id: str, person: SimulatedUser) -> None:
        """Remove a member of a thread as a moderator; no bot without the members intent is told."""
        thread = self.state.channel(thread_id)
        self.state.notify("THREAD_DELETE", thread, thread, owner=person.id)
        self.state.thread_members.remove(thread_id, person.id)

    def delete_channel(self, channel_id: str) -> None:
        """Delete a channel or thread as a moderator."""
        self.state.remove_channel(self.state.channel(channel_id))

    def delete_message(self, message: Json) -> None:
        """Delete a message as a moderator."""
        self.state.remove(self.state.message(message["channel_id"], message["id"]))

    def add_fault(self, pattern: str, **terms: Any) -> Fault:
        """Arm a fault for requests like `POST /channels/*/messages`; see `Fault`."""
        return self.faults.add(Fault(pattern, **terms))

    async def disconnect(self, code: int | None = None) -> None:
        """Close the bot's sockets with a close code, or drop the connections without one."""
        await self.gateway.drop(code)

    async def reset_token(self) -> None:
        """Replace the bot's token, as its owner can in the portal; the old one is invalid."""
        self.token = self.rest.token = self.gateway.token = _new_token()
        await self.gateway.drop(4004)

    def reconnect(self) -> None:
        """Ask the bot to reconnect (op 7)."""
        self.gateway.ask_reconnect()

    def invalidate(self, *, resumable: bool = False) -> None:
        """Invalidate the bot's session (op 9)."""
        self.gateway.invalidate(resumable=resumable)

    def _new_user(self, name: str, locale: str = "en-US") -> SimulatedUser:
        return self._user(self.state.add_user(name, locale=locale)["id"])

    def _user(self, user_id: str) -> SimulatedUser:
        return SimulatedUser(self.state, self.hub, self.actions, self.commands, user_id)

    # --- serving -----------------------------------------------------------------------

    async def __aenter__(self) -> Sandbox:
        app = web.Application(client_max_size=REQUEST_LIMIT + 1, middlewares=[_guard])
        app.router.add_route("*", "/api/v10/{tail:.*}", self.rest.handle)
        app.router.add_get("/gateway", self.gateway.connect)
        app.router.add_get("/gateway/", self.gateway.connect)
        app.router.add_get("/cdn/attachments/{channel}/{id}/{name}", self._cdn)
        app.router.add_get("/cdn/emojis/{id}.{kind}", self._cdn)
        app.router.add_get("/cdn/avatars/{id}/{name}", self._avatar)
        app.add_routes(self.page.routes())
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        site = web.TCPSite(self._runner, HOST, self.port)
        await site.start()
        self.port = self._runner.addresses[0][1]
        self.page.capability = self.capability
        self.state.serve_files_at(self.cdn_base)
        self.gateway.url = self.gateway_url
        self.archiving.start()
        return self

    async def __aexit__(self, kind: type[BaseException] | None, *_error: object) -> None:
        self.clock.stop()
        await self.gateway.drop(1001)
        if self._runner is not None:
            await self._runner.cleanup()
        if self.state.file is not None:
            self.state.file.close()
        if kind is None and self.rest.unserved:
            raise UnservedError(", ".join(f"{r.method} {r.path}" for r in self.rest.unserved))

    async def _cdn(self, request: web.Request) -> web.Response:
        blob = self.state.blobs.get(request.match_info["id"])
        return _file(blob, request.match_info.get("name"))

    async def _avatar(self, request: web.Request) -> web.Response:
        blob = self.state.avatars.get(request.match_info["id"])
        return _file(blob, request.match_info["name"])


def _new_token() -> str:
    return f"sandbox.{secrets.token_urlsafe(24)}"


def _file(blob: Blob | None, name: str | None) -> web.Response:
    """Respond with a file, or 404 if the URL's name is not the file's."""
    if blob is None or (name is not None and name != blob.filename):
        raise web.HTTPNotFound
    headers = {"Cache-Control": "private, max-age=86400", "X-Content-Type-Options": "nosniff"}
    if not blob.content_type.startswith("image/"):
        headers["Content-Disposition"] = "attachment"
    return web.Response(body=blob.data, content_type=blob.content_type, headers=headers)


@web.middleware
async def _guard(request: web.Request, handler: Any) -> web.StreamResponse:
    """Refuse requests that are not from the own page or a program on this machine."""
    host = request.headers.get("Host", "").rpartition(":")[0]
    origin = request.headers.get("Origin")
    own = f"http://{request.headers.get('Host')}"
    if host not in (HOST, "localhost") or (origin is not None and origin != own):
        return web.Response(status=403, text="forbidden")
    response: web.StreamResponse = await handler(request)
    return response
