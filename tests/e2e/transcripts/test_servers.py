"""Evenings beside the tables: events, votes, the daily hand, reports and deletions."""

from __future__ import annotations

import pytest

from bot.asked.hands import bid_question
from bot.daily.days import Calendar
from discord_sandbox.client.simulated_user import SimulatedUser
from tests.asked.asking import SIXES, passing
from tests.e2e.failures.days import daily_of, go_to, run_until
from tests.e2e.failures.ended_event import ended_event
from tests.e2e.failures.privacy_page import delivered, dms, page, wait_cleaned
from tests.e2e.failures.server_page import choose, open_posts
from tests.support.patience import PATIENCE
from tests.support.screens import presses, text_of
from tests.support.stage import Stage, press
from texas42.ai.findings.bid_chances import BidChances

from .conftest import DAILY_HOUR
from .transcript import Transcript


async def test_event(stage: Stage, bo: SimulatedUser, transcript: Transcript) -> None:
    await ended_event(stage, bo)
    transcript.check()


async def test_vote(
    stage: Stage,
    ana: SimulatedUser,
    bo: SimulatedUser,
    cy: SimulatedUser,
    transcript: Transcript,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def bid_chances(*_asked: object) -> BidChances:
        return passing(bid_question(SIXES))

    monkeypatch.setattr("bot.asked.hands.HandQuestions.answer", bid_chances)
    answered = (await ana.command("bid-this", stage.channel, hand=" ".join(SIXES.hand))).message
    await press(ana, answered, "ask-table")
    vote = await bo.wait_for(lambda m: any(presses(m, "close-vote")), timeout=PATIENCE)
    for person, call in ((bo, "35"), (cy, "2m"), (bo, "2m")):
        await choose(person, vote, "vote", call)
    await press(ana, bo.message(vote), "close-vote")
    await bo.wait_for(
        lambda m: m["id"] == vote["id"] and not any(presses(m, "vote")), timeout=PATIENCE
    )
    transcript.check()


async def test_report(
    stage: Stage, bo: SimulatedUser, cy: SimulatedUser, eve: SimulatedUser, transcript: Transcript
) -> None:
    object.__setattr__(stage.bot.services.host, "contact", bo.id)
    assert (await eve.command("report", stage.channel, text="Rude.")).ok
    await delivered(stage, lambda: "Rude." in dms(bo))
    assert (await cy.command("report", stage.channel, text=f"{eve.mention} too.")).ok
    await delivered(stage, lambda: "too." in dms(bo))
    asked = (await press(eve, await page(eve, stage), "privacy", "delete")).message
    await press(eve, asked, "privacy", "yes")
    await delivered(stage, lambda: "Rude." not in dms(bo))
    transcript.check()


async def test_deleted_person(stage: Stage, ana: SimulatedUser, transcript: Transcript) -> None:
    table = await stage.start_game(*stage.people[1:4])
    await stage.play_hand(table)
    for person in stage.people[:4]:
        await stage.tables.ready(table, int(person.id))
        await stage.wait_until_quiet()
    asked = (await press(ana, await page(ana, stage), "privacy", "delete")).message
    await press(ana, asked, "privacy", "yes")
    await stage.wait_until_quiet()
    await wait_cleaned(stage)
    await stage.play_hand(table)
    transcript.check()


async def test_daily_hand(
    stage: Stage, ana: SimulatedUser, eve: SimulatedUser, transcript: Transcript
) -> None:
    channel = stage.sandbox.add_channel("daily")
    await choose(ana, await open_posts(stage, ana), "server-daily", channel)
    table = await stage.start_game(stage.people[1], options="target=1")  # both are listed then
    await stage.play_hand(table)
    await stage.tables.close(table, int(ana.id))
    await stage.wait_until_quiet()
    both = daily_of(stage, 0, 1)
    for daily in both:
        await daily.open()
        await daily.press("daily", "begin")
        await daily.finish()
        name = daily.person.name
        await eve.wait_for(lambda m, n=name: n in text_of(m), channel, timeout=PATIENCE)
    calendar = Calendar(DAILY_HOUR)
    day = calendar.day_at(stage.clock.now())
    await run_until(stage, calendar.closes(day))
    go_to(stage, calendar.closes(day) + 1)
    await eve.wait_for(lambda m: "made" in text_of(m), channel, timeout=PATIENCE)
    for daily in both:
        await daily.open()
    transcript.check()
