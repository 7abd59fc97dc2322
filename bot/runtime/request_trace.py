"""Counts what Discord answers, by looking at each request of discord.py."""

from __future__ import annotations

import json
from types import SimpleNamespace

import aiohttp

from .metrics import Metrics

NO_REFUSAL = (408, 429)
"""Client errors that only ask to wait."""


def counting_requests(metrics: Metrics) -> aiohttp.TraceConfig:
    """Return what tells the metrics of each answer of Discord, and of each refusal by its code."""
    trace = aiohttp.TraceConfig()

    async def answered(
        _session: object, context: SimpleNamespace, params: aiohttp.TraceRequestEndParams
    ) -> None:
        context.status = params.response.status
        metrics.discord_answered(context.status)

    async def read(
        _session: object, context: SimpleNamespace, params: aiohttp.TraceResponseChunkReceivedParams
    ) -> None:
        if 400 <= context.status < 500 and context.status not in NO_REFUSAL:
            metrics.discord_refused(_code_in(params.chunk))

    async def failed(_session: object, _context: object, _params: object) -> None:
        metrics.discord_answered(None)

    trace.on_request_end.append(answered)
    trace.on_response_chunk_received.append(read)
    trace.on_request_exception.append(failed)
    return trace


def _code_in(body: bytes) -> int:
    """Return Discord's error code in the body of a refusal, 0 where there is none."""
    try:
        refusal = json.loads(body)
    except ValueError:
        return 0
    code = refusal.get("code") if isinstance(refusal, dict) else None
    return code if isinstance(code, int) else 0
