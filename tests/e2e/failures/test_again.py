"""The same people again: the lobby, the message to those whose seats are held, and its limits."""

from __future__ import annotations

import pytest

from bot.tables.model import HELD_SECONDS, Status
from bot.values.pings import MOST_PINGS, PING_SECONDS
from bot.values.preferences import Pings
from discord_sandbox.client.simulated_user import SimulatedUser
from tests.support.stage import Json, Stage, button, buttons, press, text

V2 = 1 << 15


async def finish_game(stage: Stage, *guests: SimulatedUser) -> str:
    """Play a game of Ana with some people to its end, and close the table."""
    table = await stage.start_game(*guests, options="target=1")
    await stage.play_hand(table)
    assert (await stage.view(table)).status is Status.FINISHED
    assert (await stage.people[0].command("table close", stage.channel)).ok
    await stage.wait_until_quiet()
    return table


async def ask_again(stage: Stage, person: SimulatedUser) -> str:
    """Type `/table again`; return the id of the new table, once everything is shown."""
    outcome = await person.command("table again", stage.channel)
    assert "is open in" in text(outcome.message)
    return await opened(stage)


async def opened(stage: Stage) -> str:
    await stage.wait_until_quiet()
    return (await stage.tables.live_tables(channel_id=int(stage.channel)))[-1].table_id


def calls(stage: Stage) -> list[Json]:
    """Return the messages to people for whom seats are held, oldest first."""
    seen = stage.sandbox.state.visible(stage.channel, None, 100)
    return [message for message in seen if "saving you" in message["content"]]


def pinged(stage: Stage) -> set[str]:
    """Return whom the newest such message has pinged."""
    return {user["id"] for user in calls(stage)[-1]["mentions"]}


def ids(*people: SimulatedUser) -> set[str]:
    return {person.id for person in people}


async def test_same_people_are_mentioned_once_and_sit_down_decline_or_stay_away(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser, cy: SimulatedUser, di: SimulatedUser
) -> None:
    eve = stage.people[4]
    await finish_game(stage, bo, cy, di)
    table = await ask_again(stage, cy)
    board = await stage.board(table)
    assert "Held for Ana, Bo and Di until <t:" in text(board)
    (call,) = calls(stage)
    assert call["content"].startswith(f"{ana.mention} {bo.mention} {di.mention}, Cy is saving")
    assert not call["flags"] & V2  # a ping inside Components V2 gives an empty notification
    assert pinged(stage) == ids(ana, bo, di)
    assert int(call["id"]) > int(board["id"])

    refused = await eve.click(board, button(board, "sit", "1"))
    assert "The open seats are held for Ana, Bo and Di until" in text(refused.message)
    await press(bo, call, "sit")
    await press(di, call, "leave")
    await stage.wait_until_quiet()
    view = await stage.view(table)
    assert [line.user_id for line in view.seats] == [None, int(bo.id), int(cy.id), None]
    assert [line.held_for for line in view.seats] == [int(ana.id), None, None, None]
    (call,) = calls(stage)
    assert call["content"].startswith(f"{ana.mention}, Cy is saving you a seat")
    assert "Held for Ana until" in text(await stage.board(table))
    await press(eve, await stage.board(table), "sit", "3")
    await press(ana, calls(stage)[0], "sit")
    await stage.wait_until_quiet()
    assert calls(stage) == []
    assert all(line.user_id for line in (await stage.view(table)).seats)


async def test_no_seat_is_held_for_somebody_blocked_and_who_blocked_the_host_is_not_pinged(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser, cy: SimulatedUser, di: SimulatedUser
) -> None:
    await finish_game(stage, bo, cy, di)
    await stage.tables.blocks.block(int(ana.id), int(bo.id))
    await stage.tables.blocks.block(int(cy.id), int(ana.id))
    table = await ask_again(stage, ana)
    view = await stage.view(table)
    assert [line.held_for for line in view.seats] == [None, None, int(cy.id), int(di.id)]
    assert pinged(stage) == ids(di)


async def test_seats_are_held_over_a_restart_that_mentions_nobody_again(
    unlit: Stage, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    stage = unlit
    async with stage.running():
        await finish_game(stage, bo)
        table = await ask_again(stage, ana)
        (before,) = calls(stage)
    stage.clock.move(HELD_SECONDS / 2)
    async with stage.running():
        await stage.wait_until_quiet()
        assert [call["id"] for call in calls(stage)] == [before["id"]]
        refused = await stage.people[4].command("table join", stage.channel, seat=2)
        assert refused.ok
        assert (await stage.view(table)).seats[3].user_id == int(stage.people[4].id)
        await press(bo, calls(stage)[0], "sit")
        assert (await stage.view(table)).seats[1].user_id == int(bo.id)


async def test_seats_whose_time_ran_out_during_a_restart_are_open(
    unlit: Stage, ana: SimulatedUser, bo: SimulatedUser, cy: SimulatedUser, di: SimulatedUser
) -> None:
    stage = unlit
    async with stage.running():
        await finish_game(stage, bo, cy, di)
        table = await ask_again(stage, ana)
    stage.clock.move(HELD_SECONDS + 1)
    async with stage.running():
        await stage.wait_until_quiet()
        assert calls(stage) == []
        assert "Held for" not in text(await stage.board(table))
        for person in stage.people[2:5]:
            assert (await person.command("table join", stage.channel)).ok
        assert (await stage.view(table)).seats[1].user_id == int(cy.id)


async def test_message_is_deleted_when_the_seats_are_held_no_longer_or_the_game_begins(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    await finish_game(stage, bo)
    table = await ask_again(stage, ana)
    await stage.later(HELD_SECONDS - 1)
    assert len(calls(stage)) == 1
    await stage.later(2)
    assert calls(stage) == []
    assert (await ana.command("table close", stage.channel)).ok
    table = await ask_again(stage, ana)
    await press(ana, await stage.board(table), "start")
    await stage.wait_until_quiet()
    assert calls(stage) == []
    assert (await stage.view(table)).status is Status.PLAYING


async def test_deleted_message_is_not_posted_again(
    unlit: Stage, ana: SimulatedUser, bo: SimulatedUser, cy: SimulatedUser
) -> None:
    stage = unlit
    async with stage.running():
        await finish_game(stage, bo, cy)
        await ask_again(stage, ana)
        stage.sandbox.delete_message(calls(stage)[0])
        assert (await bo.command("table join", stage.channel)).ok
        await stage.wait_until_quiet()
        assert calls(stage) == []
    stage.refusals_expected = {10008}
    async with stage.running():
        await stage.wait_until_quiet()
        assert calls(stage) == []


@pytest.mark.parametrize("choices", [{"pings": Pings.NEVER}, {"quiet_from": 0, "quiet_until": 23}])
async def test_who_allows_no_ping_now_is_named_but_not_pinged(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser, cy: SimulatedUser, choices: dict
) -> None:
    services = stage.bot.services
    await finish_game(stage, bo, cy)
    if "quiet_from" in choices:
        mine = await services.preferences.preferences(int(bo.id))
        hour = mine.hour_at(stage.clock.now())
        choices = {"quiet_from": hour, "quiet_until": (hour + 1) % 24}
    await services.publisher.choices.choose(int(bo.id), **choices)
    await ask_again(stage, ana)
    assert bo.mention in calls(stage)[-1]["content"]
    assert pinged(stage) == ids(cy)


async def test_one_person_pings_another_three_times_an_hour_over_a_restart(
    unlit: Stage, ana: SimulatedUser, bo: SimulatedUser, cy: SimulatedUser
) -> None:
    stage = unlit
    async with stage.running():
        await finish_game(stage, bo, cy)
        for _ in range(MOST_PINGS - 1):
            await ask_again(stage, ana)
            assert pinged(stage) == ids(bo, cy)
            assert (await ana.command("table close", stage.channel)).ok
    async with stage.running():
        await ask_again(stage, ana)
        assert pinged(stage) == ids(bo, cy)
        assert (await ana.command("table close", stage.channel)).ok
        await ask_again(stage, ana)
        assert pinged(stage) == set()
        assert bo.mention in calls(stage)[-1]["content"]
        assert (await ana.command("table close", stage.channel)).ok
        await ask_again(stage, bo)  # another person has pings of their own
        assert pinged(stage) == ids(ana, cy)
        assert (await bo.command("table close", stage.channel)).ok
        await stage.later(PING_SECONDS)
        await ask_again(stage, ana)
        assert pinged(stage) == ids(bo, cy)


async def test_who_left_the_server_or_deleted_their_data_is_left_out(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser, cy: SimulatedUser, di: SimulatedUser
) -> None:
    await finish_game(stage, bo, cy, di)
    stage.sandbox.state.guilds[stage.sandbox.guild_id].members.pop(bo.id)
    await stage.bot.services.own_data.delete(int(di.id))
    outcome = await ana.command("table again", stage.channel)
    assert "Bo left this server, so that seat is open." in text(outcome.message)
    table = await opened(stage)
    assert [line.held_for for line in (await stage.view(table)).seats] == [
        *(None, None, int(cy.id), None)
    ]
    assert pinged(stage) == ids(cy)


async def test_deleting_ones_data_frees_the_held_seat_and_the_mention(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser, cy: SimulatedUser
) -> None:
    await finish_game(stage, bo, cy)
    table = await ask_again(stage, ana)
    await stage.bot.services.own_data.delete(int(bo.id))
    await stage.wait_until_quiet()
    assert [line.held_for for line in (await stage.view(table)).seats] == [
        *(None, None, int(cy.id), None)
    ]
    assert bo.mention not in calls(stage)[-1]["content"]
    assert await stage.bot.services.own_data.summarize(int(bo.id)) is not None
    assert not (await stage.bot.services.own_data.summarize(int(bo.id))).known


async def test_card_of_a_closed_table_and_history_offer_the_same_people(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    eve = stage.people[4]
    table = await finish_game(stage, bo)
    card = stage.public(table)[-1]
    refused = await eve.click(card, button(card, "again"))
    assert "You didn't play in that game." in text(refused.message)
    await press(bo, card, "again")
    again = await opened(stage)
    assert (await stage.view(again)).seats[1].host
    assert pinged(stage) == ids(ana)
    assert (await bo.command("table close", stage.channel)).ok

    games = (await ana.command("history", stage.channel)).message
    (listed,) = buttons(games, "game-hands")
    value = listed["options"][0]["value"]
    hands = (await ana.click(games or {}, listed["custom_id"], [value])).message
    await press(ana, hands, "again")
    again = await opened(stage)
    assert (await stage.view(again)).seats[0].host
    assert (await stage.view(again)).seats[1].held_for == int(bo.id)


async def test_game_against_computers_offers_nobody(stage: Stage, ana: SimulatedUser) -> None:
    table = await finish_game(stage)
    assert buttons(stage.public(table)[-1], "again") == []
    outcome = await ana.command("table again", stage.channel)
    assert "You haven't finished a game with other people here yet." in text(outcome.message)


async def test_host_brings_back_who_left_the_finished_table_in_its_place(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser, cy: SimulatedUser
) -> None:
    table = await stage.start_game(bo, cy, options="target=1")
    await stage.play_hand(table)
    assert buttons(await stage.board(table), "again") == []  # Rematch does it
    asked = (await cy.command("table leave", stage.channel)).message
    await press(cy, asked, "leave")
    await stage.wait_until_quiet()
    await press(ana, await stage.board(table), "again")
    again = await opened(stage)
    assert (await stage.view(table)).status is Status.CLOSED
    assert [line.held_for for line in (await stage.view(again)).seats] == [
        *(None, int(bo.id), int(cy.id), None)
    ]
    assert pinged(stage) == ids(bo, cy)
