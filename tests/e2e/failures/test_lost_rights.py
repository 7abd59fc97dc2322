"""Messages that Discord refuses for good stop nothing else, and are told once."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections import Counter
from itertools import product
from typing import Any

import pytest

import bot.runtime.composition.foundation
from bot.asked.hands import bid_question
from bot.asked.model import Vote
from bot.asked.votes import OPEN_SECONDS
from bot.daily.days import Calendar
from bot.presenter.words.parts import note
from discord_sandbox.client.simulated_user import SimulatedUser
from discord_sandbox.state.channel_types import FORUM
from discord_sandbox.state.permissions import Permission
from tests.asked.asking import SIXES, passing
from tests.e2e.failures.days import (
    finish_today,
    go_to,
    is_told_that_reminders_ended,
    received,
    turn_on,
)
from tests.e2e.failures.server_page import choose, open_posts
from tests.store.samples import every_vote
from tests.support.daily_house import PlainExperts
from tests.support.day_player import DayPlayer
from tests.support.health import free_port, page_at
from tests.support.matrix import mostly_long
from tests.support.patience import PATIENCE
from tests.support.stage import Stage, buttons, press, text
from texas42.ai.findings.bid_chances import BidChances

HOURS = 12
DAILY_HOUR = 9
LOST = (Permission.VIEW_CHANNEL, Permission.SEND_MESSAGES, Permission(0), Permission(0))
CLOSED_DMS = 50007
COULD_NOT = "I couldn't show your vote in"


@pytest.fixture
def settings() -> dict[str, Any]:
    return {"health_port": free_port(), "daily_hour_utc": DAILY_HOUR}


@pytest.fixture(autouse=True)
def answered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the experts, which are not compiled here: they pass, and play by the rules player."""

    async def bid_chances(*_asked: object) -> BidChances:
        return passing(bid_question(SIXES))

    monkeypatch.setattr("bot.asked.hands.HandQuestions.answer", bid_chances)
    plain = PlainExperts()
    monkeypatch.setattr(bot.runtime.composition.foundation, "FixedExperts", lambda *_: plain)


async def open_vote(stage: Stage, person: SimulatedUser, channel: str) -> Vote:
    here = int(stage.sandbox.guild_id)
    return await stage.bot.services.votes.open(int(person.id), here, int(channel), SIXES)


def post(stage: Stage, person: SimulatedUser) -> str:
    """Create a thread of a person's and return its id."""
    return stage.sandbox.add_post(
        stage.sandbox.add_channel("forum", kind=FORUM), person, "A hand", "Look"
    )


async def step(stage: Stage) -> None:
    """Run a step of the votes and of the boards now."""
    for job in (stage.bot.services.votes._step, stage.bot.services.daily_boards._step):
        async with asyncio.timeout(PATIENCE):
            await job()


def told(stage: Stage, person: SimulatedUser) -> list[str]:
    """Return each line that told a person of a refused vote."""
    lines = "\n".join(stage.ephemeral_texts(person)).split("\n")
    return [line for line in lines if COULD_NOT in line]


async def press_something(stage: Stage, person: SimulatedUser) -> None:
    assert (await person.command("help", stage.channel)).ok
    await stage.wait_until_quiet()


async def cast(stage: Stage, vote: Vote, person: SimulatedUser, choice: str) -> None:
    votes = stage.bot.services.votes
    await votes.cast(vote.vote_id, int(person.id), vote.guild_id, choice)


def refusals(stage: Stage) -> Counter[tuple[str, str, int]]:
    """Count refused requests by method, path and reason."""
    return Counter((each.method, each.path, each.code) for each in stage.sandbox.refusals)


async def test_vote_in_a_hidden_channel_ends_and_its_asker_is_told_once(
    stage: Stage, ana: SimulatedUser, settings: dict[str, Any]
) -> None:
    hidden = stage.sandbox.add_channel("hidden")
    await open_vote(stage, ana, hidden)
    stage.sandbox.deny(hidden, Permission.VIEW_CHANNEL)
    await stage.later(OPEN_SECONDS)
    await step(stage)
    assert await every_vote(stage.store) == []
    assert (await page_at(settings["health_port"], "readyz"))[0] == 200
    for _ in range(2):
        await press_something(stage, ana)
    (said,) = told(stage, ana)
    assert "**View Channel**" in said
    assert stage.bot.services.votes.loop.state.error is None


async def become_ready(settings: dict[str, Any]) -> None:
    """Wait until the loops have run that a jump of the clock made due; none may fail."""
    status, why = await page_at(settings["health_port"], "readyz")
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE):
            while status != 200 and "overdue" in why:
                await asyncio.sleep(0.02)
                status, why = await page_at(settings["health_port"], "readyz")
    assert status == 200, why


async def test_answer_in_an_archived_thread_is_posted_and_reopens_it(
    stage: Stage, ana: SimulatedUser
) -> None:
    thread = post(stage, ana)
    await open_vote(stage, ana, thread)
    stage.sandbox.archive(thread)
    await stage.later(OPEN_SECONDS)
    await step(stage)
    assert not stage.sandbox.state.channel(thread)["thread_metadata"]["archived"]
    *_, asked, answer = stage.sandbox.state.visible(thread, None, 10)
    assert "Pass" in text(answer)
    assert text(asked) == "The vote is closed. The answer is below."
    assert await every_vote(stage.store) == []


async def test_vote_in_a_locked_thread_ends_and_says_so(stage: Stage, ana: SimulatedUser) -> None:
    thread = post(stage, ana)
    await open_vote(stage, ana, thread)
    stage.sandbox.archive(thread, locked=True)
    await stage.later(OPEN_SECONDS)
    await step(stage)
    await press_something(stage, ana)
    (said,) = told(stage, ana)
    assert "A moderator locked that thread." in said
    assert await every_vote(stage.store) == []


async def test_votes_whose_messages_a_moderator_deletes_are_over(
    stage: Stage, ana: SimulatedUser
) -> None:
    for _ in range(3):
        await open_vote(stage, ana, stage.channel)
    for message in stage.sandbox.state.visible(stage.channel, None, 3):
        stage.sandbox.delete_message(message)
    await open_vote(stage, ana, stage.channel)


async def test_settings_show_a_refused_board_until_it_is_posted(
    stage: Stage, ana: SimulatedUser, eve: SimulatedUser
) -> None:
    channel = stage.sandbox.add_channel("daily")
    await choose(ana, await open_posts(stage, ana), "server-daily", channel)
    stage.sandbox.deny(channel, Permission.SEND_MESSAGES)
    await finish_today(stage, eve, "Eve")
    await step(stage)
    screen = await open_posts(stage, ana)
    assert "I couldn't post the daily hand's results" in text(screen)
    refused = await press(ana, screen, "server-again")
    assert "I can't post in #daily" in text(refused.message)
    stage.sandbox.deny(channel, Permission(0))
    await press(ana, screen, "server-again")  # the loop may have tried again before
    await eve.wait_for(lambda m: "has finished it" in text(m), timeout=30)
    assert "couldn't" not in text(await open_posts(stage, ana))
    assert not [each for each in stage.sandbox.refusals if each.path.endswith("messages")]


async def test_forum_is_refused_for_the_boards(stage: Stage, ana: SimulatedUser) -> None:
    forum = stage.sandbox.add_channel("forum", kind=FORUM)
    (listed,) = buttons(await open_posts(stage, ana), "server-daily")
    assert FORUM not in listed["channel_types"]
    answered = await stage.forge(ana, listed["custom_id"], [forum])
    assert "I can't post in #forum. Choose a text channel." in text(answered.message)


async def test_shared_result_is_deleted_with_its_persons_data(
    stage: Stage, ana: SimulatedUser
) -> None:
    services = stage.bot.services
    here = int(stage.sandbox.guild_id)
    user_id = int(ana.id)
    await services.shared.share(user_id, int(stage.channel), here, lambda _: note("Ana made 31"))
    assert len(stage.sandbox.state.visible(stage.channel, None, 5)) == 1
    await services.own_data.delete(user_id)
    async with asyncio.timeout(PATIENCE):
        while stage.sandbox.state.visible(stage.channel, None, 5):  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def test_result_shared_twice_at_once_is_posted_once(stage: Stage, ana: SimulatedUser) -> None:
    shared = stage.bot.services.shared
    user_id = int(ana.id)
    place = int(stage.channel), int(stage.sandbox.guild_id)
    both = [shared.share(user_id, *place, lambda _: note("made 31"), "a day") for _ in range(2)]
    await asyncio.gather(*both)
    assert len(stage.sandbox.state.visible(stage.channel, None, 5)) == 1
    assert await shared.has_shared(user_id, int(stage.channel), "a day")
    assert not await shared.has_shared(user_id, int(stage.channel), "another day")


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "minutes"), mostly_long(product([1, 2], [15, 30]), (1, 30)))
async def test_twelve_hours_of_lost_and_regained_rights(
    stage: Stage, settings: dict[str, Any], seed: int, minutes: int
) -> None:
    """Every 15 or 30 minutes the bot loses rights or regains them."""
    randomness = random.Random(seed)
    people = stage.people
    rooms = [stage.sandbox.add_channel(f"room-{number}") for number in range(3)]
    await choose(people[0], await open_posts(stage, people[0]), "server-daily", rooms[0])
    players = [DayPlayer(person, stage.channel) for person in people[:3]]
    for player in players:
        await turn_on(stage, player)
    calendar = Calendar(DAILY_HOUR)
    go_to(stage, calendar.ends(calendar.day_at(stage.clock.now())))
    for person in people[:3]:
        for room in rooms:
            await open_vote(stage, person, room)
    people[1].dms_open = False
    stage.refusals_expected = {CLOSED_DMS}
    finishers = {30: people[3], 4 * 60: people[4], 450: people[2]}
    for passed in range(0, 60 * HOURS, minutes):
        for room in rooms:
            stage.sandbox.deny(room, randomness.choice(LOST))
        for vote in await every_vote(stage.store):
            await cast(stage, vote, randomness.choice(people), randomness.choice(["30", "31"]))
        if passed in finishers:
            await finish_today(stage, finishers[passed], "Somebody")
        if passed == 9 * 60:
            for vote in await every_vote(stage.store):
                await stage.store.votes.close_vote(vote.vote_id)
        await asyncio.sleep(0.02)  # the gateway's events
        await stage.later(60.0 * minutes)
        await step(stage)
        await become_ready(settings)
        await press_something(stage, randomness.choice(people[:3]))
    assert await every_vote(stage.store) == []
    for person in people[:3]:
        await press_something(stage, person)
    assert await stage.store.undelivered.people_to_tell() == frozenset()
    lines = [line for person in people[:3] for line in told(stage, person)]
    assert 0 < len(lines) <= 9
    assert max(refusals(stage).values(), default=0) <= 3
    reminders = [sum("is here" in text(each) for each in received(player)) for player in players]
    assert reminders == [1, 0, 1]
    assert await is_told_that_reminders_ended(stage, players[1])
    assert not await is_told_that_reminders_ended(stage, players[1])


async def test_host_of_an_event_whose_board_is_refused_is_told_once(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    assert (await ana.command("event open", stage.channel)).ok
    await stage.wait_for_events()
    stage.sandbox.deny(stage.channel, Permission.VIEW_CHANNEL)
    await asyncio.sleep(0.05)  # the gateway's event
    assert (await bo.command("event join", stage.channel)).ok
    await stage.wait_for_events()
    for _ in range(2):
        await press_something(stage, ana)
    lines = "\n".join(stage.ephemeral_texts(ana)).split("\n")
    assert len([line for line in lines if "I couldn't show your event in" in line]) == 1
    assert not stage.sandbox.refusals


@pytest.mark.parametrize("is_over", [False, True])
async def test_refused_board_of_an_event_is_shown_once_the_right_returns(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser, is_over: bool
) -> None:
    assert (await ana.command("event open", stage.channel)).ok
    await stage.wait_for_events()
    stage.sandbox.deny(stage.channel, Permission.VIEW_CHANNEL)
    await asyncio.sleep(0.05)  # the gateway's event
    assert (await bo.command("event join", stage.channel)).ok
    if is_over:
        (event_id,) = await stage.store.events.live_events()
        await stage.bot.services.events.close(event_id, int(ana.id))
    await stage.wait_for_events()
    stage.sandbox.deny(stage.channel, Permission(0))
    await asyncio.sleep(0.05)
    assert await stage.bot.services.event_publisher._retry()
    await stage.wait_for_events()
    shown = text(stage.sandbox.state.visible(stage.channel, None, 5)[0])
    assert ("The event is closed" if is_over else "Bo") in shown
    assert not stage.sandbox.refusals
