"""Counts Discord's responses by tracing discord.py's requests.

It also passes on the date of each, and detects interactions that another process has answered:
Discord says so at the first try.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable
from types import SimpleNamespace

import aiohttp

from .metrics import Metrics

ALREADY_ANSWERED = 40060
MOST_INTERACTIONS = 10_000
NO_REFUSAL = (408, 429)
"""Client errors that only ask to wait."""


def count_requests(
    trace: aiohttp.TraceConfig,
    metrics: Metrics,
    answered_elsewhere: Callable[[], None],
    dated: Callable[[str | None, float], None],
    elapsed: Callable[[], float],
    api: str,
) -> None:
    """Count each response of Discord that a trace sees, and each refusal by its code.

    `dated` is called with the `Date` of each response from `api`, and with when it was asked for.

    `answered_elsewhere` is called for an interaction that was answered before this process tried.
    """
    tried: OrderedDict[str, None] = OrderedDict()

    def is_first_try(path: str) -> bool:
        interaction = _interaction_of(path)
        if interaction is None or interaction in tried:
            return False
        tried[interaction] = None
        if len(tried) > MOST_INTERACTIONS:
            tried.popitem(last=False)
        return True

    async def on_start(
        _session: object, context: SimpleNamespace, _params: aiohttp.TraceRequestStartParams
    ) -> None:
        context.asked_at = elapsed()

    async def on_end(
        _session: object, context: SimpleNamespace, params: aiohttp.TraceRequestEndParams
    ) -> None:
        context.is_first_answer = is_first_try(params.url.path)
        context.status = params.response.status
        metrics.discord_answered(context.status)
        if str(params.url).startswith(api):
            dated(params.response.headers.get("Date"), context.asked_at)

    async def on_read(
        _session: object, context: SimpleNamespace, params: aiohttp.TraceResponseChunkReceivedParams
    ) -> None:
        if 400 <= context.status < 500 and context.status not in NO_REFUSAL:
            code = _code_in(params.chunk)
            metrics.discord_refused(code)
            if code == ALREADY_ANSWERED and context.is_first_answer:
                answered_elsewhere()

    async def on_exception(
        _session: object, _context: object, params: aiohttp.TraceRequestExceptionParams
    ) -> None:
        is_first_try(params.url.path)
        metrics.discord_answered(None)

    trace.on_request_start.append(on_start)
    trace.on_request_end.append(on_end)
    trace.on_response_chunk_received.append(on_read)
    trace.on_request_exception.append(on_exception)


def _interaction_of(path: str) -> str | None:
    """Return the interaction that a request answers, None for any other request."""
    *_, before, interaction, _token, last = ["", "", "", *path.split("/")]
    return interaction if (before, last) == ("interactions", "callback") else None


def _code_in(body: bytes) -> int:
    """Extract Discord's error code from the body of a refusal, 0 if there is none."""
    try:
        refusal = json.loads(body)
    except ValueError:
        return 0
    code = refusal.get("code") if isinstance(refusal, dict) else None
    return code if isinstance(code, int) else 0
