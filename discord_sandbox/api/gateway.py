"""The gateway: sessions that identify, send heartbeats, lose their socket and resume."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

import orjson
from aiohttp import WSMsgType, web

from discord_sandbox.api.session_starts import OutOfStarts, SessionStarts
from discord_sandbox.checks.refusal import Json
from discord_sandbox.state.channel_types import DIRECT
from discord_sandbox.state.discord_state import DiscordState

BACKLOG = 5_000
ACK_SECONDS = 0.02
EVENTS_A_MINUTE = 120
PRIVILEGED = (1 << 1) | (1 << 8) | (1 << 15)
MESSAGE_CONTENT = 1 << 15
#: Event -> the intent bits that let it through, in a server and in a DM.
INTENTS: dict[str, tuple[int, int]] = {
    **dict.fromkeys(("MESSAGE_CREATE", "MESSAGE_UPDATE", "MESSAGE_DELETE"), (1 << 9, 1 << 12)),
    **dict.fromkeys(("CHANNEL_CREATE", "CHANNEL_UPDATE", "CHANNEL_DELETE"), (1 << 0, 1 << 12)),
    **dict.fromkeys(("THREAD_CREATE", "THREAD_UPDATE", "THREAD_DELETE"), (1 << 0, 0)),
    **dict.fromkeys(("GUILD_CREATE", "GUILD_DELETE", "GUILD_ROLE_CREATE"), (1 << 0, 0)),
}


class _Close(Exception):
    """Ends a conversation; the argument is the close code."""


class FrameSender:
    """Sends queued frames to a socket in order."""

    def __init__(self, socket: web.WebSocketResponse) -> None:
        self.socket = socket
        self._queue: asyncio.Queue[bytes] = asyncio.Queue()
        self._writer = asyncio.create_task(self._write())

    def send(self, frame: bytes) -> None:
        """Queue one frame."""
        self._queue.put_nowait(frame)

    def stop(self) -> None:
        """Stop the writer; queued frames are dropped."""
        self._writer.cancel()

    async def _write(self) -> None:
        with contextlib.suppress(ConnectionError):
            while True:
                frame = await self._queue.get()
                await self.socket.send_str(frame.decode())


class Connection(FrameSender):
    """One socket of the bot."""

    def __init__(self, socket: web.WebSocketResponse, request: web.Request) -> None:
        super().__init__(socket)
        self.request = request

    def send_op(self, op: int, data: Any) -> None:
        """Queue a frame without a sequence number."""
        self.send(orjson.dumps({"op": op, "d": data, "s": None, "t": None}))

    def abort(self) -> None:
        """Drop the connection without a close frame."""
        if self.request.transport is not None:
            self.request.transport.abort()


class Session:
    """A shard's session, which outlives its sockets."""

    def __init__(self, shard: tuple[int, int], intents: int) -> None:
        self.id = secrets.token_hex(16)
        self.shard = shard
        self.intents = intents
        self.seq = 0
        self.backlog: deque[bytes] = deque(maxlen=BACKLOG)
        self.connection: Connection | None = None

    def send(self, event: str, payload: bytes) -> None:
        """Send an event if there is a socket, and keep it for a resume."""
        self.seq += 1
        frame = b'{"op":0,"t":"%b","s":%d,"d":%b}' % (event.encode(), self.seq, payload)
        self.backlog.append(frame)
        if self.connection is not None:
            self.connection.send(frame)

    def serves(self, guild_id: str | None) -> bool:
        """Return True if this shard gets a server's events; shard 0 gets those of DMs."""
        index, count = self.shard
        return index == (0 if guild_id is None else (int(guild_id) >> 22) % count)

    def resume(self, connection: Connection, seq: int) -> bool:
        """Replay the events after `seq`; return False if the backlog no longer has them."""
        missed = self.seq - seq
        if not 0 <= missed <= len(self.backlog):
            return False
        self.connection = connection
        for frame in list(self.backlog)[len(self.backlog) - missed :]:
            connection.send(frame)
        self.send("RESUMED", b"{}")
        return True


class Gateway:
    """All sessions of the bot.

    `revoke` replaces the token, and is called when the bot has identified too often in a day.
    """

    def __init__(
        self,
        state: DiscordState,
        token: str,
        heartbeat_interval: float,
        starts: SessionStarts,
        revoke: Callable[[], Awaitable[None]],
    ) -> None:
        self.state = state
        self.token = token
        self.starts = starts
        self.revoke = revoke
        self.heartbeat_interval = heartbeat_interval
        self.url = ""
        self.down = False
        self.shards = 1
        """How many shards Discord recommends."""
        self.identifies = 0
        self.resumes = 0
        self.sessions: dict[str, Session] = {}
        self._omitted_fields: dict[str, str] = {}
        self._connections: set[Connection] = set()

    # --- for tests ---------------------------------------------------------------------

    async def drop(self, code: int | None = None) -> None:
        """Close every socket with a code, or drop the connections without one."""
        for connection in list(self._connections):
            if code is None:
                connection.abort()
            else:
                await connection.socket.close(code=code)

    def ask_reconnect(self) -> None:
        """Send RECONNECT (op 7) to every socket."""
        for connection in self._connections:
            connection.send_op(7, None)

    def invalidate(self, *, resumable: bool) -> None:
        """Send INVALID SESSION (op 9); unless `resumable`, forget the sessions."""
        for connection in self._connections:
            connection.send_op(9, resumable)
        if not resumable:
            self.sessions.clear()

    def omit_field(self, event: str, field: str) -> None:
        """Omit a field from the next payload of an event."""
        self._omitted_fields[event] = field

    # --- events ------------------------------------------------------------------------

    def on_event(self, event: str, channel: Json | None, data: Json, owner: str | None) -> None:
        """Send an event to its shard; ephemeral messages send none."""
        if owner is not None or not self._has_bot(channel):
            return
        if channel is None:  # about a server, or something in it
            guild_id = data.get("guild_id", data.get("id"))
        else:
            guild_id = channel.get("guild_id")
        intents = INTENTS[event][guild_id is None]
        if not intents:
            return
        full: bytes | None = None
        for session in self.sessions.values():
            if not (session.intents & intents and session.serves(guild_id)):
                continue
            if event.startswith("MESSAGE") and guild_id is not None:
                session.send(event, self._message(event, guild_id, data, session.intents))
            else:
                full = full or orjson.dumps(self._omit_fields(event, data))
                session.send(event, full)

    def _has_bot(self, channel: Json | None) -> bool:
        """Return True if the bot is in a channel; events without a channel are its own."""
        if channel is None:
            return True
        if "guild_id" not in channel:
            return bool(channel["type"] == DIRECT)
        return self.state.bot_id in self.state.guilds[channel["guild_id"]].members

    def interact(self, payload: Json) -> None:
        """Send an interaction to its shard."""
        frame = orjson.dumps(self._omit_fields("INTERACTION_CREATE", payload))
        for session in self.sessions.values():
            if session.serves(payload.get("guild_id")):
                session.send("INTERACTION_CREATE", frame)

    def _omit_fields(self, event: str, payload: Json) -> Json:
        if event not in self._omitted_fields:
            return payload
        field = self._omitted_fields.pop(event)
        return {name: value for name, value in payload.items() if name != field}

    def _message(self, event: str, guild_id: str, data: Json, intents: int) -> bytes:
        payload = {**data, "guild_id": guild_id}
        if event == "MESSAGE_DELETE":
            return orjson.dumps(self._omit_fields(event, payload))
        author = data["author"]["id"]
        if author in self.state.guilds[guild_id].members:
            payload["member"] = self.state.member_json(guild_id, author, with_user=False)
        mine = author == self.state.bot_id
        named = any(user["id"] == self.state.bot_id for user in data["mentions"])
        if not (mine or named or intents & MESSAGE_CONTENT):
            payload |= {"content": "", "embeds": [], "attachments": [], "components": []}
        return orjson.dumps(self._omit_fields(event, payload))

    # --- the socket --------------------------------------------------------------------

    async def connect(self, request: web.Request) -> web.StreamResponse:
        """Serve one socket of the bot until it closes."""
        if self.down:
            return web.Response(status=503)
        socket = web.WebSocketResponse(compress=False, max_msg_size=1 << 20)
        await socket.prepare(request)
        connection = Connection(socket, request)
        self._connections.add(connection)
        connection.send_op(10, {"heartbeat_interval": int(self.heartbeat_interval * 1000)})
        try:
            await self._converse(connection)
        except _Close as close:
            await socket.close(code=close.args[0])
        except OutOfStarts:
            self.sessions.clear()
            await self.revoke()
        finally:
            self._connections.discard(connection)
            connection.stop()
            self._release(connection)
        return socket

    async def _converse(self, connection: Connection) -> None:
        recent: deque[float] = deque(maxlen=EVENTS_A_MINUTE)
        session: Session | None = None
        clock = self.state.clock.work
        while True:
            try:
                message = await connection.socket.receive(timeout=self.heartbeat_interval * 1.5)
            except TimeoutError:
                raise _Close(4009) from None
            if message.type is not WSMsgType.TEXT:
                return
            if len(recent) == EVENTS_A_MINUTE and clock.now() - recent[0] < 60:
                raise _Close(4008)
            recent.append(clock.now())
            try:
                frame = orjson.loads(message.data)
                op = frame["op"]
                data = frame.get("d")
            except (orjson.JSONDecodeError, KeyError, TypeError):
                raise _Close(4002) from None
            if op == 1:
                # discord.py records a heartbeat's time only after sending it: an immediate answer
                # would count for the previous heartbeat and log a warning
                asyncio.get_running_loop().call_later(ACK_SECONDS, connection.send_op, 11, None)
            elif op in (2, 6):
                session = self._enter(connection, session, op, data)
            elif session is None:
                raise _Close(4003)
            elif op not in (3, 4):
                raise _Close(4001)

    def _enter(
        self, connection: Connection, session: Session | None, op: int, data: Json
    ) -> Session | None:
        if session is not None:
            raise _Close(4005)
        if data["token"].removeprefix("Bot ") != self.token:
            raise _Close(4004)
        if op == 2:
            return self._identify(connection, data)
        known = self.sessions.get(data["session_id"])
        if known is not None and data["seq"] > known.seq:
            raise _Close(4007)
        if known is None or not known.resume(connection, data["seq"]):
            connection.send_op(9, False)
            return None
        self.resumes += 1
        return known

    def _identify(self, connection: Connection, data: Json) -> Session | None:
        index, count = data.get("shard") or (0, 1)
        if not 0 <= index < count:
            raise _Close(4010)
        intents = data["intents"]
        if intents & PRIVILEGED:
            raise _Close(4014)
        self.starts.count()
        self.identifies += 1
        if not self.starts.is_in_turn(index):
            connection.send_op(9, False)
            return None
        session = Session((index, count), intents)
        # As on Discord, a connected session stays connected beside a new one of the same shard.
        for old in list(self.sessions.values()):
            same = old.shard == session.shard
            if old.connection is None and (same or old.shard[1] != count):
                del self.sessions[old.id]
        self.sessions[session.id] = session
        session.connection = connection
        guilds = [g for g in self.state.bot_guilds() if session.serves(g.id)]
        ready = {
            "v": 10,
            "user": {**self.state.users[self.state.bot_id], "verified": True, "flags": 0},
            "guilds": [{"id": g.id, "unavailable": True} for g in guilds],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "shard": [index, count],
            "application": {"id": self.state.bot_id, "flags": 0},
        }
        session.send("READY", orjson.dumps(ready))
        if intents & INTENTS["GUILD_CREATE"][0]:
            for guild in guilds:
                # Without "unavailable" discord.py reports that the bot has just joined the server.
                known = {**self.state.guild_json(guild), "unavailable": False}
                session.send("GUILD_CREATE", orjson.dumps(known))
        return session

    def _release(self, connection: Connection) -> None:
        for session in list(self.sessions.values()):
            if session.connection is connection:
                session.connection = None
                if connection.socket.close_code in (1000, 1001):
                    del self.sessions[session.id]
