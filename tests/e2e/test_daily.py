"""The daily hand end to end: played privately, surviving a kill, shared without dominoes."""

from __future__ import annotations

import asyncio
import re

import pytest

from tests.support.day_player import ACTS, DayPlayer
from tests.support.live_stage import LiveStage
from tests.support.screens import files_of, is_private, presses, text_of


async def test_daily_hand_survives_kill_9_and_is_shared_without_a_domino(stage: LiveStage) -> None:
    daily = DayPlayer(stage.people[0], stage.channel)
    await daily.open()
    assert is_private(daily.message)
    await daily.press("daily", "begin")
    for acts in (1, 3):  # between the bid and the plays, and in the middle of them
        for _ in range(acts):
            await daily.act()
        await stage.crash()
        await daily.open()
    await daily.finish()
    await stage.crash()
    await daily.open()
    assert daily.is_over()
    await daily.press("replay")
    await daily.press("daily", "show")
    shared = asyncio.create_task(
        daily.person.wait_for(lambda m: not is_private(m) and "'s hand" in text_of(m), timeout=60)
    )
    preview = await daily.press("daily", "share")
    assert is_private(preview)
    await daily.press("daily", "post")
    posted = await shared
    assert text_of(posted) in text_of(preview)
    assert not any(f"{high}-{low}" in text_of(posted) for high in range(7) for low in range(7))
    assert [file.name.split("-")[0] for file in files_of(posted)] in (["daily"], [])
    await daily.press("daily", "show")
    again = await daily.press("daily", "share")
    assert "already posted" in text_of(again)
    again = await daily.open()
    assert "your score" in text_of(again)


@pytest.mark.long
async def test_daily_hand_is_played_by_dm(stage: LiveStage) -> None:
    daily = DayPlayer(stage.people[0], stage.channel)
    await daily.open()
    arrives = asyncio.create_task(
        daily.person.wait_for(lambda m: any(presses(m, *ACTS, "hand")), timeout=90)
    )
    await daily.press("daily", "dm")
    daily.message = await arrives
    await daily.finish()


@pytest.mark.long
async def test_commands_play_the_daily_hand_where_there_is_no_table(stage: LiveStage) -> None:
    daily = DayPlayer(stage.people[0], stage.channel)
    await daily.open()
    await daily.press("daily", "begin")
    while not daily.is_over():
        await daily.until(lambda m: any(presses(m, *ACTS)) or "your score" in text_of(m))
        if daily.is_over():
            break
        press = daily.acts()[0]
        name, option = {"call": ("bid", "call"), "contract": ("trump", "suit")}.get(
            press.verb, ("play", "tile")
        )
        outcome = await daily.person.command(name, daily.channel, **{option: press.arg})
        assert outcome.ok
        assert outcome.message is not None
        daily.message = outcome.message
    assert daily.is_over()


async def test_refusal_of_a_daily_hand_says_what_would_work(stage: LiveStage) -> None:
    daily = DayPlayer(stage.people[0], stage.channel)
    await daily.open()
    await daily.press("daily", "begin")
    await daily.until(lambda m: any(presses(m, *ACTS)))
    bid = await daily.person.command("bid", daily.channel, call="29")
    assert bid.message is not None
    assert re.search("3[0-9]|pass", text_of(bid.message))
    play = await daily.person.command("play", daily.channel, tile="6-4")
    assert play.message is not None
    assert "bid" in text_of(play.message).lower()
