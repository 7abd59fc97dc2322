"""A user over a rate limit is told so, and everyone else plays on."""

from __future__ import annotations

import asyncio

import pytest

from bot.tables.errors import RequestKind
from bot.tables.limits import RATES
from discord_sandbox.client.simulated_user import SimulatedUser
from tests.support.stage import Stage, button, buttons, press, text

HASTE = "That's a lot in a short time. Try again in "


@pytest.fixture
def unlimited() -> bool:
    return False


async def test_thousand_simultaneous_presses_are_answered_and_mostly_refused(
    stage: Stage, eve: SimulatedUser
) -> None:
    table = await stage.start_game(*stage.people[1:4])
    before = await stage.view(table)
    board = await stage.board(table)
    hand = button(board, "hand")
    outcomes = await asyncio.gather(*(eve.click(board, hand) for _ in range(1000)))
    assert all(outcome.ok for outcome in outcomes)
    refused = [o for o in outcomes if HASTE in text(o.message or {"content": "", "components": []})]
    assert len(refused) >= 1000 - RATES[RequestKind.PRESS][0].burst - 5
    assert stage.bot.router.failed == 0
    assert await stage.view(table) == before
    first = await stage.in_turn(table)
    await press(first, await stage.panel(first), "call", "pass")
    assert (await stage.view(table)).seq == before.seq + 1


async def test_command_over_the_limit_is_refused_until_it_recovers(
    stage: Stage, ana: SimulatedUser
) -> None:
    await stage.start_game(*stage.people[1:4])
    commands = {RequestKind.BOARD: "table show", RequestKind.RECORD: "table record"}
    for what, name in commands.items():
        rate = RATES[what][0]
        for _ in range(rate.burst):
            assert HASTE not in text((await ana.command(name, stage.channel)).message)
        assert HASTE in text((await ana.command(name, stage.channel)).message), name
        stage.clock.move(rate.seconds)
        assert HASTE not in text((await ana.command(name, stage.channel)).message), name


async def test_hints_and_claims_are_rate_limited(stage: Stage) -> None:
    table = await stage.start_game(*stage.people[1:4])
    first = await stage.in_turn(table)
    for name, what in (("hint", RequestKind.HINT), ("claim", RequestKind.CLAIM)):
        for _ in range(RATES[what][0].burst):
            assert HASTE not in text((await first.command(name, stage.channel)).message)
        assert HASTE in text((await first.command(name, stage.channel)).message), name


async def test_sharing_hands_is_rate_limited(stage: Stage, eve: SimulatedUser) -> None:
    table = await stage.start_game(*stage.people[1:4])
    await stage.play_hand(table)
    rate = RATES[RequestKind.SHARE][0]
    for shared in range(1, rate.burst + 2):
        outcome = await stage.forge(eve, f"42:share:{table}:1:0:to")
        await stage.wait_for_screens()
        assert (HASTE in text(outcome.message)) is (shared > rate.burst)
    public = [text(message) for message in stage.public(table)]
    assert sum("shares a moment" in words for words in public) == rate.burst
    stage.clock.move(rate.seconds)
    outcome = await stage.forge(eve, f"42:share:{table}:1:0:to")
    assert HASTE not in text(outcome.message)


async def test_opening_tables_is_rate_limited(stage: Stage, ana: SimulatedUser) -> None:
    for _ in range(RATES[RequestKind.OPEN][0].burst):
        assert "is open" in text((await ana.command("table open", stage.channel)).message)
        assert (await ana.command("table close", stage.channel)).ok
    assert HASTE in text((await ana.command("table open", stage.channel)).message)
    assert await stage.tables.live_tables(channel_id=int(stage.channel)) == []


async def test_refused_opening_does_not_count_toward_the_limit(
    stage: Stage, ana: SimulatedUser
) -> None:
    await stage.lobby()
    for _ in range(RATES[RequestKind.OPEN][0].burst + 2):
        outcome = await ana.command("table open", stage.sandbox.channels["general"])
        assert "You still sit at Table 1" in text(outcome.message)


async def test_event_threads_count_toward_the_hosts_thread_limit(
    stage: Stage, eve: SimulatedUser
) -> None:
    refused = 0
    for _ in range(6):
        assert (await eve.command("event open", stage.channel, tables=2)).ok
        for person in stage.people[:3]:
            assert (await person.command("event join", stage.channel)).ok
        started = await eve.command("event start", stage.channel)
        refused += HASTE in text(started.message)
        for _ in range(2):  # confirm if games are still running
            closing = await eve.command("event close", stage.channel)
            if buttons(closing.message, "event-close"):
                await press(eve, closing.message, "event-close")
    await stage.wait_until_quiet()
    await stage.wait_for_events()
    threads = list(stage.sandbox.state.threads_of(stage.channel))
    assert (refused, len(threads)) == (4, 4)


@pytest.mark.parametrize(
    ("name", "read"),
    [("history", "games_of"), ("leaderboard", "ranking"), ("profile", "details")],
)
async def test_each_user_can_have_one_expensive_screen_of_a_kind_pending(
    stage: Stage, ana: SimulatedUser, eve: SimulatedUser, name: str, read: str
) -> None:
    stage.store.delays[read] = 0.3
    mine = [asyncio.create_task(ana.command(name, stage.channel)) for _ in range(5)]
    other = await eve.command(name, stage.channel)
    assert "One at a time" not in text(other.message)
    said = [text((await each).message) for each in mine]
    assert sum("One at a time" in each for each in said) == 4


async def test_choices_while_typing_are_offered_at_a_limited_pace(
    stage: Stage, ana: SimulatedUser
) -> None:
    table = await stage.start_game(*stage.people[1:4])
    await stage.play_hand(table)
    rate = RATES[RequestKind.COMPLETION][0]
    for _ in range(rate.burst):
        assert await ana.autocomplete("replay", stage.channel, "hand", "")
    assert await ana.autocomplete("replay", stage.channel, "hand", "") == []
    assert await ana.autocomplete("history", stage.channel, "game", "") == []
    assert HASTE not in text((await ana.command("replay", stage.channel)).message)
    stage.clock.move(rate.seconds)
    assert await ana.autocomplete("replay", stage.channel, "hand", "")
