"""The REST API: routing, parsing, rate limits, injected faults and the request log."""

from __future__ import annotations

import asyncio
import logging
import math
import re
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from email.utils import formatdate
from typing import Any

import orjson
from aiohttp import web

from discord_sandbox.api.buckets import VIA, Buckets, Limit
from discord_sandbox.api.invalid_requests import InvalidRequests
from discord_sandbox.checks.refusal import REFUSALS, Json, Refusal

log = logging.getLogger(__name__)

REQUEST_LIMIT = 25 * 1024 * 1024
USUAL = Limit(10, 10.0)
CLOUDFLARE = "error code: 1015"


@dataclass(frozen=True, slots=True)
class Upload:
    """A file of a multipart request; `field` is as sent, `files[0]`."""

    field: str
    filename: str
    data: bytes


@dataclass(slots=True)
class Request:
    """A logged request of the bot and its outcome.

    `route` is the template, None for a route that the sandbox does not serve. `at` is the arrival
    by the loop's clock, `raw` the JSON as sent. `code` and `reason` say why it was refused.
    """

    method: str
    path: str
    route: str | None
    query: Mapping[str, str]
    at: float
    raw: bytes = b""
    uploads: tuple[Upload, ...] = ()
    status: int = 0
    code: int = 0
    reason: str = ""
    injected: bool = False

    @property
    def body(self) -> Any:
        """The JSON body, None if there was none."""
        return orjson.loads(self.raw) if self.raw else None

    @property
    def files(self) -> dict[str, str]:
        """The form fields and names of the uploaded files."""
        return {upload.field: upload.filename for upload in self.uploads}


@dataclass(slots=True)
class ApiCall:
    """A handler's argument: the parsed body, the files and the query."""

    body: Any
    uploads: tuple[Upload, ...]
    query: Mapping[str, str]

    def json(self) -> Json:
        """Return the body as an object, or raise 50109."""
        if not isinstance(self.body, dict):
            raise Refusal(50109)
        return self.body


@dataclass(frozen=True, slots=True)
class Reply:
    """A handler's response, unless it is a plain 200 with JSON."""

    status: int
    data: Any = None


@dataclass(frozen=True, slots=True)
class Route:
    """A handler, called with the request's `ApiCall` and the ids in the path.

    `limit` is None for interaction callbacks, which have no bucket. `open` routes are authorized by
    the token in their path: they need no bot token and do not count globally.
    """

    handler: Callable[..., Any]
    limit: Limit | None = USUAL
    open: bool = False


@dataclass(slots=True)
class Fault:
    """A failure to inject into the next `times` requests that match `pattern`.

    `pattern` is a method and a path as in `POST /channels/*/messages`; a star matches one id.
    The response has `status`, and `code`, `message` and `retry_after` in its body, or the plain
    `text`; status and message default to those that Discord documents for the code. `reset` drops
    the connection instead; `delay` waits that many seconds first, and `until` for that event. With
    `after` the request is carried out and only its response is lost. Without `via` a 429 is
    Cloudflare's, in plain text. `with_file` spares requests without a file.
    """

    pattern: str
    status: int | None = None
    code: int = 0
    message: str = ""
    text: str | None = None
    retry_after: float = 0.5
    global_: bool = False
    via: bool = True
    reset: bool = False
    delay: float = 0.0
    until: asyncio.Event | None = None
    after: bool = False
    with_file: bool = False
    times: int = 1
    hits: int = 0

    def __post_init__(self) -> None:
        if self.code and self.code in REFUSALS:
            status, message = REFUSALS[self.code]
            self.status = self.status or status
            self.message = self.message or message


class Faults:
    """The armed faults; the first that matches a request is injected."""

    def __init__(self) -> None:
        self.armed: list[Fault] = []

    def add(self, fault: Fault) -> Fault:
        """Arm a fault; its `hits` counts the requests that it has affected."""
        self.armed.append(fault)
        return fault

    def clear(self) -> None:
        """Disarm everything."""
        self.armed.clear()

    def match(self, method: str, path: str, *, has_file: bool) -> Fault | None:
        """Return the fault to inject into this request, if any."""
        for fault in self.armed:
            if fault.with_file and not has_file:
                continue
            wanted = re.escape(fault.pattern).replace(r"\*", "[^/]+")
            if re.fullmatch(wanted, f"{method} {path}"):
                fault.hits += 1
                if fault.hits >= fault.times:
                    self.armed.remove(fault)
                return fault
        return None


@dataclass(slots=True)
class _Node:
    children: dict[str, _Node] = field(default_factory=dict)
    routes: dict[str, tuple[str, Route]] = field(default_factory=dict)


class Rest:
    """Serves `/api/v10`. Handlers are synchronous: each request is atomic."""

    def __init__(
        self,
        token: str,
        buckets: Buckets,
        invalid: InvalidRequests,
        faults: Faults,
        log_limit: int | None,
        now: Callable[[], float],
    ) -> None:
        """`now`: the time in the `Date` of each response."""
        self.now = now
        self.token = token
        self.buckets = buckets
        self.invalid = invalid
        self.faults = faults
        self.log: deque[Request] = deque(maxlen=log_limit)
        self.refusals: deque[Request] = deque(maxlen=log_limit)
        self.unserved: list[Request] = []
        self.routes: dict[str, Route] = {}
        self._root = _Node()

    def add(self, routes: Mapping[str, Route]) -> None:
        """Add routes keyed by `METHOD /path/{}`, replacing those of the same name."""
        self.routes |= routes
        for name, route in routes.items():
            method, path = name.split(" ")
            node = self._root
            for part in path.strip("/").split("/"):
                node = node.children.setdefault(part, _Node())
            node.routes[method] = (name, route)

    async def handle(self, http: web.Request) -> web.StreamResponse:
        """Serve one request, with the sandbox's date on the response, and record it."""
        response = await self._handle(http)
        response.headers["Date"] = formatdate(self.now(), usegmt=True)
        return response

    async def _handle(self, http: web.Request) -> web.StreamResponse:
        path = "/" + http.match_info["tail"]
        found, params = self._find(http.method, path)
        at = asyncio.get_running_loop().time()
        record = Request(http.method, path, found[0] if found else None, dict(http.query), at)
        self.log.append(record)
        if found is None:
            self.unserved.append(record)
            log.error("the sandbox has no route %s %s", http.method, path)
            return self._answer(record, 501, {"message": "sandbox: unknown route", "code": 0}, {})
        # only files make a request a form
        has_file = http.content_type == "multipart/form-data"
        fault = self.faults.match(http.method, path, has_file=has_file)
        if fault is not None:
            record.injected = True
            if fault.delay:
                await asyncio.sleep(fault.delay)
            if fault.until is not None:
                await fault.until.wait()
        raw = await http.read()
        if fault is not None and not fault.after and (fault.reset or fault.status):
            record.raw = raw
            return self._fail(record, http, fault)
        response = self._serve(record, found[1], params, http, raw)
        if fault is not None and fault.after and (fault.reset or fault.status):
            return self._fail(record, http, fault)
        return response

    def _serve(
        self, record: Request, route: Route, params: list[str], http: web.Request, raw: bytes
    ) -> web.Response:
        headers: dict[str, str] = {}
        banned_for = self.invalid.banned_for
        if banned_for is not None:
            return self._ban(record, banned_for)
        try:
            body = self._parse(record, http, raw)
            if not route.open:
                self._authorise(http)
                wait = self.buckets.spend("global", "", self.buckets.in_all)
                if wait is not None:
                    return self._slow_down(record, wait, _global_headers(wait))
            if route.limit is not None and record.route is not None:
                major = _major(record.route, params)
                headers, wait = self.buckets.take(record.route, major, route.limit)
                if wait is not None:
                    return self._slow_down(record, wait, headers)
            result = route.handler(ApiCall(body, record.uploads, http.query), *params)
        except Refusal as refusal:
            record.code = refusal.code
            record.reason = str(refusal)
            if refusal.header is not None:
                headers = {**headers, "Via": VIA, "Retry-After": str(int(refusal.header) + 1)}
            return self._answer(record, refusal.status, refusal.body(), headers)
        except Exception:
            # A body that passed every check: a bug in the sandbox, which must fail the test.
            record.status = 500
            self.unserved.append(record)
            raise
        reply = (
            result if isinstance(result, Reply) else Reply(204 if result is None else 200, result)
        )
        return self._answer(record, reply.status, reply.data, headers)

    def _find(self, method: str, path: str) -> tuple[tuple[str, Route] | None, list[str]]:
        node = self._root
        params = []
        for part in path.strip("/").split("/"):
            step = node.children.get(part)
            if step is None:
                step = node.children.get("{}")
                params.append(part)
            if step is None:
                return None, []
            node = step
        return node.routes.get(method), params

    def _authorise(self, http: web.Request) -> None:
        if http.headers.get("Authorization") != f"Bot {self.token}":
            raise Refusal(0)

    def _parse(self, record: Request, http: web.Request, raw: bytes) -> Any:
        if len(raw) > REQUEST_LIMIT:
            raise Refusal(40005)
        if http.content_type == "multipart/form-data":
            record.raw, record.uploads = _multipart(raw, http.headers["Content-Type"])
        else:
            record.raw = raw
        try:
            return record.body
        except orjson.JSONDecodeError:
            record.raw = b""
            raise Refusal(50109) from None

    def _slow_down(self, record: Request, wait: float, headers: dict[str, str]) -> web.Response:
        scope = "X-RateLimit-Global" in headers
        data = {"message": "You are being rate limited.", "retry_after": wait, "global": scope}
        return self._answer(record, 429, data, headers)

    def _ban(self, record: Request, wait: float, text: str = CLOUDFLARE) -> web.Response:
        """Answer as Cloudflare does, which blocks the whole address."""
        record.status = 429
        record.reason = text
        self.invalid.note(429)
        headers = {"Retry-After": str(math.ceil(wait))}
        return web.Response(status=429, headers=headers, text=text)

    def _fail(self, record: Request, http: web.Request, fault: Fault) -> web.StreamResponse:
        if fault.reset:
            if http.transport is not None:
                http.transport.abort()
            record.reason = "reset"
            return web.Response(status=500)
        status = fault.status or 500
        data: Json = {"message": fault.message or "injected", "code": fault.code}
        headers = {"Via": VIA} if fault.via else {}
        if status != 429:
            return self._answer(record, status, data if fault.text is None else fault.text, headers)
        headers["Retry-After"] = str(math.ceil(fault.retry_after))
        if not fault.via:
            return self._ban(record, fault.retry_after, fault.text or CLOUDFLARE)
        headers |= {"X-RateLimit-Global": "true"} if fault.global_ else {}
        headers["X-RateLimit-Scope"] = "global" if fault.global_ else "shared"
        data |= {"retry_after": fault.retry_after, "global": fault.global_}
        return self._answer(record, status, data, headers)

    def _answer(
        self, record: Request, status: int, data: Any, headers: dict[str, str]
    ) -> web.Response:
        record.status = status
        self.invalid.note(status, shared=headers.get("X-RateLimit-Scope") == "shared")
        if 400 <= status < 500 and not record.injected:
            record.reason = record.reason or str(data["message"])
            self.refusals.append(record)
            log.info("refused %s %s: %d %s", record.method, record.path, status, record.reason)
        if status == 204:
            return web.Response(status=204, headers=headers)
        if isinstance(data, str):
            return web.Response(status=status, text=data, headers=headers)
        # Without a charset: discord.py reads any other content type as plain text.
        return web.Response(
            status=status,
            body=orjson.dumps(data),
            headers={**headers, "Content-Type": "application/json"},
        )


def _global_headers(wait: float) -> dict[str, str]:
    return {
        "X-RateLimit-Global": "true",
        "X-RateLimit-Scope": "global",
        "Retry-After": str(math.ceil(wait)),
        "Via": VIA,
    }


def _major(route: str, params: list[str]) -> str:
    kind = route.split("/", 2)[1]
    if kind == "webhooks":
        return "/".join(params[:2])
    return params[0] if kind in ("channels", "guilds") and params else ""


def _multipart(raw: bytes, content_type: str) -> tuple[bytes, tuple[Upload, ...]]:
    """Split a form into its `payload_json` and its files."""
    boundary = content_type.partition("boundary=")[2].strip('"').encode()
    payload = b""
    uploads = []
    for part in raw.split(b"--" + boundary)[1:-1]:
        head, _, data = part[2:-2].partition(b"\r\n\r\n")
        disposition = next(
            line.decode()
            for line in head.split(b"\r\n")
            if line.lower().startswith(b"content-disposition")
        )
        named = dict(
            piece.strip().split("=", 1) for piece in disposition.split(";")[1:] if "=" in piece
        )
        name = named["name"].strip('"')
        if name == "payload_json":
            payload = data
        else:
            uploads.append(Upload(name, named.get("filename", '""').strip('"'), data))
    return payload, tuple(uploads)
