"""Boards with a user who deleted their data are redrawn: hands, threads, events."""

from __future__ import annotations

import asyncio
import json

import pytest

from bot.publisher.cleaner import GAP_SECONDS, RETRY_SECONDS
from bot.publisher.screens.old_cards import MOST_CARDS
from bot.render import ResultPicture
from discord_sandbox.client.simulated_user import SimulatedUser
from tests.support.screens import files_of
from tests.support.stage import Json, Stage, buttons, press, text

from .onlookers import Draftsman

NAME = "Anastasia"

pytestmark = pytest.mark.usefixtures("draftsman")


@pytest.fixture
def people() -> tuple[str, ...]:
    return (NAME, "Bo", "Cy", "Di")


async def forget(stage: Stage, person: SimulatedUser) -> None:
    """Press Delete my data and confirm."""
    shown = (await person.command("privacy", stage.channel)).message
    asked = (await press(person, shown, "privacy", "delete")).message
    await press(person, asked, "privacy", "yes")


async def wait_cleaned(stage: Stage) -> None:
    """Wait until old messages are deleted or redrawn."""
    while (due := await stage.store.redraws.next_redraw_at()) is not None:
        await stage.later(max(due - stage.clock.now(), 0.0))
        stage.bot.services.own_data._messages.loop.wake()  # it may sleep by the earlier clock
        await asyncio.sleep(0.005)  # another task works
    await stage.wait_for_events()


def shown_now(stage: Stage, message: Json) -> Json:
    return stage.sandbox.state.message(message["channel_id"], message["id"])


async def test_older_hand_cards_lose_the_name_and_keep_their_picture(
    stage: Stage, draftsman: Draftsman
) -> None:
    ana, bo = stage.people[:2]
    table = await stage.start_game(bo)
    await stage.play_hand(table)
    (card,) = [m for m in stage.public(table) if NAME in text(m)]
    for user in (ana, bo):
        await stage.tables.ready(table, int(user.id))
    await stage.wait_until_quiet()
    assert (await stage.view(table)).hand_no == 2
    before = len(draftsman.drawn)
    await forget(stage, ana)
    await wait_cleaned(stage)
    redrawn = shown_now(stage, card)
    assert NAME not in json.dumps(redrawn)
    assert "asked me to forget them" in text(redrawn)
    assert buttons(redrawn, "replay")
    (old,), (new,) = files_of(card), files_of(redrawn)
    assert new.url != old.url
    results = [d for d in list(draftsman.drawn.values())[before:] if isinstance(d, ResultPicture)]
    names = [[seat.name for seat in picture.seats] for picture in results]
    assert any("Former player" in each and "Bo" in each for each in names)  # not the computer's
    assert not any(NAME in each for each in names)


async def test_card_that_became_one_line_loses_the_name_and_stays_one_line(stage: Stage) -> None:
    ana, bo = stage.people[:2]
    table = await stage.start_game(bo)
    await stage.play_hand(table)
    card = (await stage.board(table))["id"]
    for _ in range(MOST_CARDS):
        for user in (ana, bo):
            await stage.tables.ready(table, int(user.id))
        await stage.wait_until_quiet()
        await stage.play_hand(table)
    for user in (ana, bo):
        await stage.tables.ready(table, int(user.id))
    await stage.wait_until_quiet()
    line = stage.sandbox.state.message(stage.channel, card)
    assert len(line["components"]) == 1
    assert text(line).startswith("-# ")
    person, name = (ana, NAME) if NAME in text(line) else (bo, "Bo")  # the bidder's side
    assert name in text(line)
    await forget(stage, person)
    for _ in range(MOST_CARDS + 1):  # the other boards of the channel
        await stage.later(GAP_SECONDS)
    await wait_cleaned(stage)
    redrawn = shown_now(stage, line)
    assert text(redrawn).startswith("-# ")
    assert name not in text(redrawn)
    assert len(redrawn["components"]) == 1
    assert files_of(redrawn) == []


async def test_archived_thread_is_unarchived_for_the_redraw_and_archived_again(
    stage: Stage,
) -> None:
    ana, bo = stage.people[:2]
    assert (await ana.command("table open", stage.channel, where="thread")).ok
    opened = (await stage.tables.live_tables(guild_id=int(stage.sandbox.guild_id)))[-1]
    table = opened.table_id
    thread = str(opened.known_place.channel_id)
    assert (await bo.command("table join", thread)).ok
    assert (await ana.command("table start", thread)).ok
    await stage.wait_until_quiet()
    await stage.play_hand(table)
    board = await stage.board(table)
    await stage.tables.close(table, int(ana.id))
    await stage.wait_until_quiet()
    stage.sandbox.archive(thread)
    await forget(stage, ana)
    await wait_cleaned(stage)
    redrawn = shown_now(stage, board)
    assert NAME not in json.dumps(redrawn)
    assert "asked me to forget them" in text(redrawn)
    assert stage.sandbox.state.channel(thread)["thread_metadata"]["archived"]


async def event_message(stage: Stage) -> Json:
    """Return the message of the event in the channel."""
    await stage.wait_for_events()
    shown = stage.sandbox.state.visible(stage.channel, None, 100)
    return next(m for m in reversed(shown) if m["components"] and "Event" in text(m))


async def test_live_event_board_loses_the_host_and_partner_requests_for_them(stage: Stage) -> None:
    ana, bo, cy = stage.people[:3]
    assert (await ana.command("event open", stage.channel)).ok
    assert (await ana.command("event join", stage.channel, partner=cy.id)).ok
    assert (await bo.command("event join", stage.channel, partner=ana.id)).ok
    assert ana.id in text(await event_message(stage))
    await forget(stage, ana)
    await wait_cleaned(stage)
    said = text(await event_message(stage))
    assert NAME not in said
    assert ana.id not in said
    assert "Host: Bo" in said
    assert "Bo" in said


async def test_redraw_of_an_ended_events_board_is_retried_until_it_succeeds(stage: Stage) -> None:
    ana, bo = stage.people[:2]
    assert (await ana.command("event open", stage.channel)).ok
    assert (await bo.command("event join", stage.channel)).ok
    board = await event_message(stage)
    event_id = await stage.bot.services.events.here(int(stage.channel))
    await stage.bot.services.events.close(event_id, int(ana.id))
    await stage.wait_for_events()
    address = f"/channels/{stage.channel}/messages/{board['id']}"
    fault = stage.sandbox.add_fault(f"PATCH {address}", status=503)
    await forget(stage, ana)
    await stage.wait_for_fault(fault)
    assert await stage.store.redraws.next_redraw_at() is not None
    await stage.later(RETRY_SECONDS)
    await wait_cleaned(stage)
    edits = [r for r in stage.sandbox.log if r.method == "PATCH" and r.path.endswith(address)]
    assert edits[-1].status == 200
