"""The gate of all requests to Discord: where discord.py's session sends each of them.

discord.py's own retries pass it again. Answers to interactions, and the edits and follow-ups by
their tokens, go at once: Discord doesn't count them (documentation: Interactions, "Receiving and
Responding"). So do files, which come from elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from types import SimpleNamespace

import aiohttp

from .kinds import Kind
from .queue import RequestQueue

ANSWERS = re.compile(r"/(interactions|webhooks)/\d+/[^/]+")
CONNECTING = re.compile(
    r"/gateway(/bot)?|/oauth2/applications/@me|/users/@me|/applications/\d+/commands"
)
"""A start waits for these, and so do all people."""
REFUSED = (401, 403, 429)
"""The statuses that count towards a ban of the address."""
TOO_MANY = 429


def guarded(
    queue: RequestQueue, api: str, note_refusal: Callable[[], object] = lambda: None
) -> aiohttp.TraceConfig:
    """Build the trace with which a session's requests to `api` pass the queue.

    `note_refusal` counts those that Discord refuses. What else the trace is to see comes after: it
    measures from when a request is sent.
    """
    trace = aiohttp.TraceConfig()

    async def on_start(
        _session: object, context: SimpleNamespace, params: aiohttp.TraceRequestStartParams
    ) -> None:
        path = _path_in(api, params.url)
        context.is_refusable = path is not None
        context.is_counted = path is not None and ANSWERS.match(path) is None
        if context.is_counted:
            await queue.admit(Kind.CONNECTION if CONNECTING.fullmatch(path or "") else None)

    async def on_end(
        _session: object, context: SimpleNamespace, params: aiohttp.TraceRequestEndParams
    ) -> None:
        if context.is_counted:
            queue.end()
        response = params.response
        if context.is_refusable and response.status in REFUSED:
            # a limit that many bots share is none of its own
            if response.headers.get("X-RateLimit-Scope") != "shared":
                note_refusal()
            if response.status == TOO_MANY and "X-RateLimit-Global" in response.headers:
                queue.stop_for(_seconds_in(response))

    async def on_exception(
        _session: object, context: SimpleNamespace, _params: aiohttp.TraceRequestExceptionParams
    ) -> None:
        if context.is_counted:
            queue.end()

    trace.on_request_start.append(on_start)
    trace.on_request_end.append(on_end)
    trace.on_request_exception.append(on_exception)
    return trace


def _path_in(api: str, url: object) -> str | None:
    """Return the path of a request within the API; None if it goes elsewhere."""
    address = str(url)
    return address.removeprefix(api).partition("?")[0] if address.startswith(api) else None


def _seconds_in(response: aiohttp.ClientResponse) -> float:
    """Return the seconds that a rate limit asks to wait, at least one."""
    try:
        return max(1.0, float(response.headers["Retry-After"]))
    except (KeyError, ValueError):
        return 1.0
