"""Signs of a second process with the same token are logged once, and expire."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.link.second_process import QUIET_SECONDS, SecondProcess
from bot.runtime.metrics import Metrics
from bot.runtime.request_trace import count_requests

# in place of a status
BREAKS = -1
HANGS = -2
CALLBACK = "/api/v10/interactions/{}/a-token/callback"


async def test_sign_warns_the_host_once_and_fails_readiness_until_it_expires(
    caplog: pytest.LogCaptureFixture,
) -> None:
    time = 0.0
    second = SecondProcess(lambda: time)
    assert await second.lack() is None
    for _ in range(3):
        second.note("it posted table abcdef")
    (warning,) = caplog.records
    assert warning.levelname == "WARNING"
    assert "it posted table abcdef" in warning.getMessage()
    time = QUIET_SECONDS - 1.0
    assert await second.lack() is not None
    time = QUIET_SECONDS
    assert await second.lack() is None
    second.note("it answered an interaction")
    assert len(caplog.records) == 2


class Discord:
    """A fake Discord with scripted answers, and a client whose requests are traced."""

    def __init__(self, port: int) -> None:
        self.signs = 0
        self.answers: list[tuple[int, int]] = []
        self.hung = asyncio.Event()
        trace = aiohttp.TraceConfig()
        count_requests(trace, Metrics(), self._sign, lambda *_: None, lambda: 0.0, "http")
        self.session = aiohttp.ClientSession(f"http://127.0.0.1:{port}", trace_configs=[trace])

    def _sign(self) -> None:
        self.signs += 1

    async def post(self, path: str, *answer: int) -> None:
        status, code = answer
        self.answers.append((status, code))
        async with self.session.post(path) as response:
            await response.read()


@pytest.fixture
async def discord() -> AsyncIterator[Discord]:
    answers: list[tuple[int, int]] = []
    hung = asyncio.Event()

    async def answer(request: web.Request) -> web.Response:
        status, code = answers.pop(0)
        if status == BREAKS:
            assert request.transport is not None
            request.transport.abort()
        elif status == HANGS:
            hung.set()
            await asyncio.Event().wait()
        return web.json_response({"code": code, "message": "said"}, status=status)

    application = web.Application()
    application.router.add_post("/{path:.*}", answer)
    async with TestServer(application) as server:
        assert server.port is not None
        made = Discord(server.port)
        made.answers = answers
        made.hung = hung
        yield made
        await made.session.close()


async def test_already_answered_interaction_is_a_sign(discord: Discord) -> None:
    await discord.post(CALLBACK.format(1), 400, 40060)
    assert discord.signs == 1


@pytest.mark.parametrize("status", [200, 408, 429, 500, 503])
async def test_retried_answer_is_not_a_sign(discord: Discord, status: int) -> None:
    await discord.post(CALLBACK.format(1), status, 0)
    await discord.post(CALLBACK.format(1), 400, 40060)
    assert discord.signs == 0


async def test_answer_after_one_whose_connection_broke_is_not_a_sign(discord: Discord) -> None:
    with pytest.raises(aiohttp.ClientError):
        await discord.post(CALLBACK.format(1), BREAKS, 0)
    await discord.post(CALLBACK.format(1), 400, 40060)
    assert discord.signs == 0


async def test_answer_after_one_that_timed_out_is_not_a_sign(discord: Discord) -> None:
    waiting = asyncio.create_task(discord.post(CALLBACK.format(1), HANGS, 0))
    await discord.hung.wait()
    waiting.cancel()
    await asyncio.wait({waiting})
    await discord.post(CALLBACK.format(1), 400, 40060)
    assert discord.signs == 0


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        (CALLBACK.format(1), 200, 0),
        (CALLBACK.format(1), 404, 10062),
        ("/api/v10/channels/1/messages", 400, 40060),
    ],
)
async def test_other_responses_are_not_signs(
    discord: Discord, path: str, status: int, code: int
) -> None:
    await discord.post(path, status, code)
    assert discord.signs == 0
