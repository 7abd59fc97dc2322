"""Rate limits and injected faults."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from email.utils import parsedate_to_datetime
from io import BytesIO
from typing import Any

import aiohttp
import discord
import pytest

from discord_sandbox.api.buckets import Limit
from discord_sandbox.client.simulated_user import SimulatedUser
from discord_sandbox.server import Sandbox
from discord_sandbox.state.channel_types import NEWS
from tests.sandbox.conftest import ask
from tests.sandbox.demo_bot import DemoBot
from tests.support.discord_at import running
from tests.support.patience import TexasSandbox, unhurried

MESSAGES = "POST /channels/*/messages"


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    """A sandbox whose time is frozen until a test moves it."""
    async with unhurried(TexasSandbox()) as place:
        place.clock.date.rate = 1e-6
        yield place


async def post(sandbox: Sandbox, http: aiohttp.ClientSession, text: str = "x") -> Any:
    path = f"{sandbox.api_base}/channels/{sandbox.channel_id}/messages"
    async with http.post(path, json={"content": text}) as response:
        return response.status, response.headers, await response.json()


async def test_bucket_counts_down_and_answers_429_with_discords_headers(
    sandbox: Sandbox, http: aiohttp.ClientSession
) -> None:
    left = [(await post(sandbox, http))[1]["X-RateLimit-Remaining"] for _ in range(5)]
    assert left == ["4", "3", "2", "1", "0"]
    status, headers, body = await post(sandbox, http)
    assert status == 429
    assert headers["Via"]
    assert headers["X-RateLimit-Limit"] == "5"
    assert headers["X-RateLimit-Scope"] == "user"
    assert 0 < float(headers["X-RateLimit-Reset-After"]) <= 5
    assert 0 < body["retry_after"] <= 5
    assert body["global"] is False
    sandbox.clock.move(5)
    assert (await post(sandbox, http))[0] == 200


async def test_channels_have_their_own_buckets(
    sandbox: Sandbox, http: aiohttp.ClientSession
) -> None:
    for _ in range(6):
        await post(sandbox, http)
    path = f"/channels/{sandbox.channels['general']}/messages"
    assert (await ask(sandbox, http, "POST", path, {"content": "x"}))[0] == 200


async def test_global_limit_is_fifty_requests_a_second(
    sandbox: Sandbox, http: aiohttp.ClientSession
) -> None:
    answers = [await ask(sandbox, http, "GET", f"/users/{n}") for n in range(10)]
    for n in range(41):
        path = f"/channels/{n}"
        answers.append(await ask(sandbox, http, "GET", path))
    assert [status for status, _ in answers].count(429) == 1
    assert answers[-1][1]["global"] is True
    sandbox.clock.move(1)
    assert (await ask(sandbox, http, "GET", "/channels/99"))[0] == 404


async def test_global_limit_is_told_in_headers_and_body(
    sandbox: Sandbox, http: aiohttp.ClientSession
) -> None:
    sandbox.rest.buckets.in_all = Limit(1, 4.0)
    await post(sandbox, http)
    status, headers, body = await post(sandbox, http)
    assert status == 429
    assert headers["X-RateLimit-Global"] == "true"
    assert headers["X-RateLimit-Scope"] == "global"
    assert headers["Retry-After"] == "4"
    assert headers["Via"]
    assert 0 < body["retry_after"] <= 4
    assert body["global"] is True


async def test_too_many_refusals_in_ten_minutes_ban_the_address(
    sandbox: Sandbox, http: aiohttp.ClientSession
) -> None:
    sandbox.invalid.most = 3
    wrong = {"headers": {"Authorization": "Bot wrong"}}
    for status in (401, 401, 401, 429):
        async with http.get(f"{sandbox.api_base}/users/@me", **wrong) as response:
            assert response.status == status
    callback = f"{sandbox.api_base}/interactions/1/token/callback"
    async with http.post(callback, json={"type": 6}) as response:  # answers are blocked, too
        assert response.status == 429
        assert "Via" not in response.headers
        assert int(response.headers["Retry-After"]) > 60
    sandbox.clock.move(3601)
    assert (await post(sandbox, http))[0] == 200


async def test_old_and_other_refusals_ban_nobody(
    sandbox: Sandbox, http: aiohttp.ClientSession
) -> None:
    sandbox.invalid.most = 2
    nowhere = f"{sandbox.api_base}/channels/1/messages"
    for _ in range(3):
        async with http.post(nowhere, json={"content": "x"}) as response:
            assert response.status == 404
    for _ in range(2):
        async with http.get(nowhere, headers={"Authorization": "no"}) as response:
            assert response.status == 401
        sandbox.clock.move(601)
    assert sandbox.invalid.banned_for is None


async def test_discord_py_waits_for_the_bucket() -> None:
    async with TexasSandbox(clock_rate=20) as sandbox:
        bot = DemoBot()
        async with running(bot, sandbox):
            channel = bot.get_channel(int(sandbox.channel_id))
            await asyncio.gather(*(channel.send(str(n)) for n in range(12)))
        assert len(sandbox.people[0].messages(sandbox.channel_id)) == 12
        assert not sandbox.refusals


async def test_limits_can_be_turned_off() -> None:
    async with TexasSandbox(limits=False) as sandbox:
        headers = {"Authorization": f"Bot {sandbox.token}"}
        async with aiohttp.ClientSession(headers=headers) as http:
            answers = [await post(sandbox, http) for _ in range(60)]
    assert {status for status, _, _ in answers} == {200}


async def test_channel_can_be_renamed_twice_in_ten_minutes(
    sandbox: Sandbox, http: aiohttp.ClientSession
) -> None:
    path = f"/channels/{sandbox.channel_id}/threads"
    _, thread = await ask(sandbox, http, "POST", path, {"name": "0", "type": 11})
    own = f"/channels/{thread['id']}"
    codes = [await ask(sandbox, http, "PATCH", own, {"name": f"{n}"}) for n in range(3)]
    assert [status for status, _ in codes] == [200, 200, 429]
    assert 590 < codes[2][1]["retry_after"] <= 600


async def test_old_message_can_be_edited_three_times_in_six_seconds(
    sandbox: Sandbox, http: aiohttp.ClientSession
) -> None:
    _, _, sent = await post(sandbox, http)
    path = f"/channels/{sandbox.channel_id}/messages/{sent['id']}"
    sandbox.clock.move(3_599)
    edits = [await ask(sandbox, http, "PATCH", path, {"content": str(n)}) for n in range(4)]
    assert [status for status, _ in edits] == [200] * 4
    sandbox.clock.move(10)
    edits = [await ask(sandbox, http, "PATCH", path, {"content": str(n)}) for n in range(4)]
    assert [status for status, _ in edits] == [200, 200, 200, 429]
    assert edits[3][1]["code"] == 30046
    sandbox.clock.move(6)
    assert (await ask(sandbox, http, "PATCH", path, {"content": "x"}))[0] == 200


async def test_message_in_an_announcement_channel_can_be_edited_three_times_an_hour(
    sandbox: Sandbox, http: aiohttp.ClientSession
) -> None:
    """Error code 20022; the number, and the wrong header, are reported by bots' authors."""
    news = sandbox.add_channel("news", kind=NEWS)
    _, sent = await ask(sandbox, http, "POST", f"/channels/{news}/messages", {"content": "x"})
    path = f"/channels/{news}/messages/{sent['id']}"
    for _ in range(3):
        assert (await ask(sandbox, http, "PATCH", path, {"content": "y"}))[0] == 200
    async with http.patch(f"{sandbox.api_base}{path}", json={"content": "z"}) as refused:
        body = await refused.json()
        assert (refused.status, body["code"]) == (429, 20022)
        assert 3_590 < body["retry_after"] <= 3_600
        assert refused.headers["Retry-After"] == "1"
    sandbox.clock.move(3_600)
    assert (await ask(sandbox, http, "PATCH", path, {"content": "z"}))[0] == 200


async def test_fault_can_spare_requests_without_a_file(sandbox: Sandbox, bot: DemoBot) -> None:
    channel = bot.get_channel(int(sandbox.channel_id))
    sandbox.add_fault(MESSAGES, code=50046, with_file=True)
    await channel.send("x")
    with pytest.raises(discord.HTTPException) as refused:
        await channel.send("x", file=discord.File(BytesIO(b"x"), "x.png"))
    assert (refused.value.status, refused.value.code) == (400, 50046)


async def test_fast_clock_shortens_the_bots_waits() -> None:
    async with TexasSandbox(clock_rate=100) as sandbox:
        headers = {"Authorization": f"Bot {sandbox.token}"}
        async with aiohttp.ClientSession(headers=headers) as http:
            _, seen, _ = await post(sandbox, http)
    assert float(seen["X-RateLimit-Reset-After"]) <= 0.05


async def test_answers_have_the_sandboxs_date(
    sandbox: Sandbox, http: aiohttp.ClientSession
) -> None:
    sandbox.clock.date.move(7 * 86_400.0)
    for _ in range(6):  # the last one is refused
        _, headers, _ = await post(sandbox, http)
        shown = parsedate_to_datetime(headers["Date"]).timestamp()
        assert abs(shown - sandbox.clock.now()) < 60


# --- faults ------------------------------------------------------------------------------


async def test_injected_429_is_waited_out(
    sandbox: Sandbox, bot: DemoBot, ana: SimulatedUser
) -> None:
    fault = sandbox.add_fault(MESSAGES, status=429, retry_after=0.01)
    await bot.get_channel(int(sandbox.channel_id)).send("x")
    assert fault.hits == 1
    assert len(ana.messages(sandbox.channel_id)) == 1
    assert [r.status for r in sandbox.log][-2:] == [429, 200]
    assert not sandbox.refusals


async def test_injected_429_has_discords_headers_and_body(
    sandbox: Sandbox, http: aiohttp.ClientSession
) -> None:
    """Documentation: Rate Limits, "Header Format" and "Exceeding A Rate Limit"."""
    sandbox.add_fault(MESSAGES, status=429, retry_after=600.5)
    status, headers, body = await post(sandbox, http)
    assert (status, body["retry_after"], body["global"]) == (429, 600.5, False)
    assert (headers["Retry-After"], headers["X-RateLimit-Scope"]) == ("601", "shared")
    sandbox.add_fault(MESSAGES, status=429, global_=True)
    _, headers, body = await post(sandbox, http)
    assert body["global"] is True
    assert (headers["X-RateLimit-Global"], headers["X-RateLimit-Scope"]) == ("true", "global")


async def test_injected_429_without_via_looks_like_cloudflare(
    sandbox: Sandbox, bot: DemoBot
) -> None:
    """Documentation: Rate Limits, "Invalid Request Limit aka CloudFlare Bans"."""
    sandbox.add_fault(MESSAGES, status=429, via=False, retry_after=900)
    with pytest.raises(discord.HTTPException) as refused:
        await bot.get_channel(int(sandbox.channel_id)).send("x")
    assert (refused.value.status, refused.value.code) == (429, 0)
    assert refused.value.text == "error code: 1015"
    assert refused.value.response.headers["Retry-After"] == "900"


async def test_429_beyond_max_ratelimit_timeout_raises() -> None:
    """Documentation: Rate Limits, "Exceeding A Rate Limit"; discord.py: `max_ratelimit_timeout`."""
    async with unhurried(TexasSandbox()) as sandbox:
        bot = DemoBot()
        bot.http.max_ratelimit_timeout = 30.0
        async with running(bot, sandbox):
            sandbox.add_fault(MESSAGES, status=429, retry_after=600)
            with pytest.raises(discord.RateLimited) as limited:
                await bot.get_channel(int(sandbox.channel_id)).send("x")
            assert limited.value.retry_after == 600


@pytest.mark.parametrize(
    ("code", "status", "words"),
    [
        (40004, 400, "Send messages has been temporarily disabled"),
        (50024, 400, "Cannot execute action on this channel type"),
        (50035, 400, "Invalid Form Body"),
        (160006, 400, "Maximum number of active threads reached"),
        (160007, 400, "Maximum number of active announcement threads reached"),
        (200000, 400, "Message was blocked by automatic moderation"),
        (400001, 403, "Access to file uploads has been limited for this guild"),
    ],
)
async def test_injected_code_has_discords_status_and_message(
    sandbox: Sandbox, http: aiohttp.ClientSession, code: int, status: int, words: str
) -> None:
    """Documentation: Opcodes and Status Codes, "JSON Error Codes"."""
    sandbox.add_fault(MESSAGES, code=code)
    answered, _, body = await post(sandbox, http)
    assert (answered, body) == (status, {"code": code, "message": words})


async def test_cloudflare_ban_is_plain_text_with_retry_after_only_in_the_header(
    sandbox: Sandbox, bot: DemoBot
) -> None:
    """Rate Limits, "Invalid Request Limit aka CloudFlare Bans"."""
    sandbox.add_fault(MESSAGES, status=429, via=False, text="error code: 1015", retry_after=3600)
    with pytest.raises(discord.HTTPException) as refused:
        await bot.get_channel(int(sandbox.channel_id)).send("x")
    assert (refused.value.status, refused.value.code) == (429, 0)
    assert refused.value.text == "error code: 1015"
    headers = refused.value.response.headers
    assert headers["Retry-After"] == "3600"
    assert "Via" not in headers


async def test_429_of_hours_raises_instead_of_waiting(sandbox: Sandbox, bot: DemoBot) -> None:
    sandbox.add_fault(MESSAGES, status=429, retry_after=82_800.0)
    with pytest.raises(discord.RateLimited) as refused:
        await bot.get_channel(int(sandbox.channel_id)).send("x")
    assert refused.value.retry_after == 82_800.0


async def test_injected_5xx_and_codes_reach_the_bot(sandbox: Sandbox, bot: DemoBot) -> None:
    channel = bot.get_channel(int(sandbox.channel_id))
    sandbox.add_fault(MESSAGES, status=503)
    with pytest.raises(discord.DiscordServerError):
        await channel.send("x")
    sandbox.add_fault(MESSAGES, status=403, code=40003)
    with pytest.raises(discord.Forbidden) as refused:
        await channel.send("x")
    assert refused.value.code == 40003
    await channel.send("x")


async def test_connection_reset_before_and_after_the_request_is_carried_out(
    sandbox: Sandbox, bot: DemoBot, ana: SimulatedUser
) -> None:
    channel = bot.get_channel(int(sandbox.channel_id))
    sandbox.add_fault(MESSAGES, reset=True)
    with pytest.raises((OSError, aiohttp.ClientError)):
        await channel.send("lost")
    assert ana.messages(sandbox.channel_id) == []
    sandbox.add_fault(MESSAGES, reset=True, after=True)
    with pytest.raises((OSError, aiohttp.ClientError)):
        await channel.send("done, though nobody heard")
    assert len(ana.messages(sandbox.channel_id)) == 1


async def test_fault_can_delay_several_requests(
    sandbox: Sandbox, http: aiohttp.ClientSession
) -> None:
    sandbox.add_fault(MESSAGES, delay=0.01, times=2)
    assert [(await post(sandbox, http))[0] for _ in range(2)] == [200, 200]
    assert sandbox.faults.armed == []


async def test_connection_reset_on_a_callback_fails_the_interaction(
    sandbox: Sandbox, bot: DemoBot, ana: SimulatedUser
) -> None:
    sandbox.add_fault("POST /interactions/*/*/callback", reset=True)
    act = asyncio.create_task(ana.command("hold", sandbox.channel_id))
    interaction = await bot.held.get()
    with pytest.raises((OSError, aiohttp.ClientError)):
        await interaction.response.send_message("x")
    sandbox.clock.move(3)
    assert not (await act).ok


async def test_request_log_has_the_body_and_the_files(
    sandbox: Sandbox, bot: DemoBot, ana: SimulatedUser
) -> None:
    await ana.command("table picture", sandbox.channel_id)
    request = sandbox.log[-1]
    assert request.route == "POST /interactions/{}/{}/callback"
    assert request.body["type"] == 4
    assert request.files == {"files[0]": "board.png"}
    assert request.status == 200
