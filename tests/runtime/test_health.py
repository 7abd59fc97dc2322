"""Health endpoints: liveness, readiness and metrics."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator

import aiohttp
import pytest
from prometheus_client import CollectorRegistry, Counter

from bot.runtime.errors import StartError
from bot.runtime.health import health_server
from tests.support.health import free_port

LOCAL = "127.0.0.1"


class Answers:
    """A health server with one check whose result the test sets."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.wrong: str | None = None

    async def check(self) -> str | None:
        return self.wrong

    async def get(self, path: str) -> tuple[int, str, str]:
        url = f"http://{LOCAL}:{self.port}/{path}"
        async with aiohttp.ClientSession() as session, session.get(url) as response:
            return response.status, await response.text(), response.headers["Content-Type"]


@pytest.fixture
async def server() -> AsyncIterator[Answers]:
    port = free_port()
    answers = Answers(port)
    registry = CollectorRegistry()
    Counter("fortytwo_acts", "Acts saved.", registry=registry).inc(7)
    async with health_server(LOCAL, port, {"gateway": answers.check}, registry):
        yield answers


async def test_liveness_passes_even_if_checks_fail(server: Answers) -> None:
    server.wrong = "cut off"
    assert (await server.get("healthz"))[:2] == (200, "ok\n")


async def test_readiness_requires_every_check_to_pass(server: Answers) -> None:
    assert (await server.get("readyz"))[:2] == (200, "gateway: ok\n")
    server.wrong = "disconnected: shard 1"
    assert (await server.get("readyz"))[:2] == (503, "gateway: disconnected: shard 1\n")


async def test_metrics_are_in_the_prometheus_format(server: Answers) -> None:
    status, text, content_type = await server.get("metrics")
    assert status == 200
    assert content_type.startswith("text/plain; version=")
    assert "# HELP fortytwo_acts_total Acts saved.\n" in text
    assert "fortytwo_acts_total 7.0\n" in text


async def test_port_in_use_is_reported() -> None:
    with socket.create_server((LOCAL, 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(StartError, match=f"HEALTH_PORT: {LOCAL}:{port} cannot be used"):
            async with health_server(LOCAL, port, {}, CollectorRegistry()):
                pass


async def test_no_server_runs_without_a_port() -> None:
    async with health_server(LOCAL, None, {}, CollectorRegistry()):
        pass
