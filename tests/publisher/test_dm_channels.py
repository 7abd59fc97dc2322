"""Opening DM channels: quota, known channels, and Discord's refusals."""

from __future__ import annotations

import asyncio
from collections import Counter
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.publisher.calls.dm_channels import PAUSE_SECONDS, DmChannels, DmLater, DmRefused, NewDms

ANA = 11
BO = 12
CY = 13
CHANNEL = 1_000  # a user's channel id is this plus their id


def refusal(status: int, code: int) -> discord.HTTPException:
    response = SimpleNamespace(status=status, reason="")
    return discord.HTTPException(cast("Any", response), {"code": code, "message": "no"})


class Store:
    """An in-memory store with a quota of new channels."""

    def __init__(self, room: int) -> None:
        self.known: dict[int, int] = {}
        self.openings: set[str] = set()
        self.asked: list[tuple[float, int, int]] = []
        self.writes = 0
        self._room = room

    async def dm_channel(self, user_id: int) -> int | None:
        return self.known.get(user_id)

    async def save_dm_channel(self, user_id: int, channel_id: int | None) -> None:
        self.writes += 1
        self.known.pop(user_id, None)
        if channel_id is not None:
            self.known[user_id] = channel_id

    async def take_dm_opening(
        self, opening_id: str, now: float, *, per_hour: int, per_day: int
    ) -> bool:
        self.asked.append((now, per_hour, per_day))
        if len(self.openings | {opening_id}) > self._room:
            return False
        self.openings.add(opening_id)
        return True


class Discord:
    """A fake Discord that opens channels, or raises the next error in `refuses`."""

    def __init__(self) -> None:
        self.opened: list[int] = []
        self.refuses: list[Exception] = []

    async def create_dm(self, user: discord.Object) -> discord.Object:
        self.opened.append(user.id)
        await asyncio.sleep(0)
        if self.refuses:
            raise self.refuses.pop(0)
        return discord.Object(CHANNEL + user.id)


class Bench:
    """DM channels on a fake Discord, store and clock."""

    def __init__(self, room: int = 2) -> None:
        self.discord = Discord()
        self.store = Store(room)
        self.now = 0.0
        self.counted: Counter[str] = Counter()
        self.channels = self.started_again()

    def started_again(self) -> DmChannels:
        """Build the DM channels of a freshly started bot."""
        client = cast("Any", self.discord)
        clock = cast("Any", SimpleNamespace(now=lambda: self.now, elapsed=lambda: self.now))
        return DmChannels(client, self.store, NewDms(15, 100), clock, self._count)

    def _count(self, outcome: str) -> None:
        self.counted[outcome] += 1

    async def write(self, user_id: int, refused: Exception | None = None) -> int:
        """Send a message and return its channel; `refused` is the error Discord raises."""
        async with self.channels.writing_to(user_id) as channel_id:
            if refused is not None:
                raise refused
        return channel_id


@pytest.fixture
def bench() -> Bench:
    return Bench()


async def test_used_channel_is_known_and_needs_no_quota(bench: Bench) -> None:
    for _ in range(3):
        assert await bench.write(ANA) == CHANNEL + ANA
    bench.channels = bench.started_again()
    assert await bench.write(ANA) == CHANNEL + ANA
    assert (bench.discord.opened, bench.store.known) == ([ANA], {ANA: CHANNEL + ANA})
    assert (bench.store.asked, bench.store.writes) == ([(0.0, 15, 100)], 1)
    assert bench.counted == {"opened": 1}


async def test_exhausted_quota_makes_no_request(bench: Bench) -> None:
    await bench.write(ANA)
    await bench.write(BO)
    with pytest.raises(DmLater):
        await bench.write(CY)
    assert bench.discord.opened == [ANA, BO]
    assert bench.counted == {"opened": 2, "limited": 1}


@pytest.mark.parametrize("error", [refusal(500, 0), refusal(429, 0), OSError("reset")])
async def test_transient_failure_is_retried_and_counts_once(bench: Bench, error: Any) -> None:
    bench.discord.refuses = [error]
    with pytest.raises(type(error)):
        await bench.write(ANA)
    with pytest.raises(type(error)):
        await bench.write(ANA, refused=error)
    await bench.write(ANA)
    assert len(bench.store.openings) == 1
    assert bench.counted == {"opened": 1}


@pytest.mark.parametrize("code", [40003, 20026, 50001, 0])
@pytest.mark.parametrize("when", ["opening", "writing"])
async def test_refusal_by_discord_pauses_new_channels_only(
    bench: Bench, code: int, when: str
) -> None:
    bench.store.known[CY] = CHANNEL + CY
    refused = refusal(403, code)
    bench.discord.refuses = [refused] if when == "opening" else []
    with pytest.raises(DmLater):
        await bench.write(ANA, refused=refused)
    asked = len(bench.discord.opened)
    bench.now = PAUSE_SECONDS - 1
    for user_id in (ANA, BO):
        with pytest.raises(DmLater):
            await bench.write(user_id)
    assert await bench.write(CY) == CHANNEL + CY
    assert len(bench.discord.opened) == asked
    assert bench.counted == {"paused": 2}
    bench.now = PAUSE_SECONDS
    assert await bench.write(ANA) == CHANNEL + ANA
    assert len(bench.store.openings) == 1


@pytest.mark.parametrize("code", [50007, 50278])
@pytest.mark.parametrize("status", [403, 400])
async def test_unreachable_user_pauses_nothing_and_counts_once(
    bench: Bench, code: int, status: int
) -> None:
    for _ in range(2):
        with pytest.raises(DmRefused) as caught:
            await bench.write(ANA, refused=refusal(status, code))
        assert caught.value.code == code
    assert (bench.discord.opened, len(bench.store.openings)) == ([ANA], 1)
    await bench.write(BO)
    assert bench.counted == {"opened": 2}


@pytest.mark.parametrize(("status", "code"), [(404, 10003), (400, 50033)])
async def test_missing_channel_is_reopened_at_the_next_deal(
    bench: Bench, status: int, code: int
) -> None:
    bench.store.known[ANA] = 5
    with pytest.raises(DmRefused):
        await bench.write(ANA, refused=refusal(status, code))
    assert await bench.write(ANA) == CHANNEL + ANA


async def test_forbidden_known_channel_is_not_retried_during_the_pause(
    bench: Bench,
) -> None:
    bench.store.known[ANA] = CHANNEL + ANA
    with pytest.raises(DmLater):
        await bench.write(ANA, refused=refusal(403, 20026))
    with pytest.raises(DmLater):
        await bench.write(ANA)
    assert bench.discord.opened == []


async def test_new_channels_wait_for_the_previous_rate_limit(bench: Bench) -> None:
    bench.discord.refuses = [refusal(403, 40003)]
    ended = await asyncio.gather(bench.write(ANA), bench.write(BO), return_exceptions=True)
    assert [type(outcome) for outcome in ended] == [DmLater, DmLater]
    assert bench.discord.opened == [ANA]


async def test_channel_of_a_deleted_user_is_forgotten(bench: Bench) -> None:
    await bench.channels.save(ANA, 5)
    del bench.store.known[ANA]
    bench.channels.forget(ANA)
    assert await bench.write(ANA) == CHANNEL + ANA
