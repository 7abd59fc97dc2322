"""Absent players: pinged, offered a substitute, played for, and given their seat back."""

from __future__ import annotations

from bot.tables.model import Status
from discord_sandbox.client.simulated_user import SimulatedUser
from tests.support.stage import Json, Stage, button, buttons, press, text


def _notices(stage: Stage) -> list[Json]:
    """List the bot's plain messages in the channel."""
    return [m for m in stage.sandbox.state.visible(stage.channel, None, 100) if m["content"]]


async def test_player_in_turn_is_pinged_after_20_seconds_and_not_before(stage: Stage) -> None:
    table = await stage.start_game(*stage.people[1:4])
    person = await stage.in_turn(table)
    await stage.later(15)
    assert _notices(stage) == []
    await stage.later(6)
    (notice,) = _notices(stage)
    assert notice["content"] == f"{person.mention}, it's your turn at Table 1."
    assert [user["id"] for user in notice["mentions"]] == [person.id]
    assert not notice["flags"] & (1 << 12)  # it notifies
    panel = (await press(person, notice, "hand")).message
    await press(person, panel, "call", "pass")
    await stage.wait_until_quiet()
    assert _notices(stage) == []


async def test_deleted_ping_is_still_followed_by_the_offer(stage: Stage) -> None:
    table = await stage.start_game(*stage.people[1:4])
    absent = await stage.in_turn(table)
    await stage.later(21)
    (notice,) = _notices(stage)
    stage.sandbox.delete_message(notice)
    await stage.later(40)
    (offer,) = _notices(stage)
    assert offer["content"] == f"Waiting for {absent.name}. A computer can play this turn."


async def test_failed_removal_of_a_ping_is_retried(stage: Stage) -> None:
    table = await stage.start_game(*stage.people[1:4])
    person = await stage.in_turn(table)
    await stage.later(21)
    (notice,) = _notices(stage)
    stage.sandbox.add_fault(
        f"DELETE /channels/{stage.channel}/messages/{notice['id']}", reset=True, times=2
    )
    assert (await person.command("bid", stage.channel, call="pass")).ok
    await stage.wait_until_quiet()
    assert _notices(stage) == []


async def test_ping_during_play_names_the_lead(stage: Stage) -> None:
    table = await stage.start_game(*stage.people[1:4])
    for call in ("31", "pass", "pass", "pass"):
        person = await stage.in_turn(table)
        assert (await person.command("bid", stage.channel, call=call)).ok
    for verb in ("contract", "play"):
        person = await stage.in_turn(table)
        await press(person, await stage.panel(person), verb)
    await stage.in_turn(table)
    await stage.later(21)
    (notice,) = _notices(stage)
    assert " were led." in notice["content"]


async def test_others_may_have_a_computer_play_after_60_seconds(
    stage: Stage,
) -> None:
    table = await stage.start_game(*stage.people[1:4])
    absent = await stage.in_turn(table)
    await stage.later(21)
    await stage.later(40)
    (offer,) = _notices(stage)
    assert offer["content"] == f"Waiting for {absent.name}. A computer can play this turn."
    other = (await stage.others(table))[0]
    await press(other, offer, "takeover")
    await stage.wait_until_quiet()
    view = await stage.view(table)
    assert view.seq == 2
    assert not view.seats[view.seat_of(int(absent.id)) or 0].away
    assert _notices(stage) == []


async def test_computer_plays_at_once_when_all_others_press_from_the_nudge_on(
    stage: Stage,
) -> None:
    table = await stage.start_game(*stage.people[1:4])
    absent = await stage.in_turn(table)
    await stage.later(21)
    others = await stage.others(table)
    for pressed, other in enumerate(others):
        (nudge,) = _notices(stage)
        said = f"{pressed} of 3 want a computer to play this turn."
        assert (said in nudge["content"]) is (pressed > 0)
        await press(other, nudge, "takeover")
        await stage.wait_until_quiet()
    view = await stage.view(table)
    assert view.seq == 2
    assert not view.seats[view.seat_of(int(absent.id)) or 0].away
    assert _notices(stage) == []


async def test_spectator_cannot_have_a_computer_play(stage: Stage, eve: SimulatedUser) -> None:
    table = await stage.start_game(*stage.people[1:4])
    await stage.in_turn(table)
    await stage.later(61)
    (offer,) = _notices(stage)
    assert (await eve.click(offer, button(offer, "takeover"))).ok
    assert "You're watching Table 1" in stage.ephemeral_texts(eve)[-1]
    assert (await stage.view(table)).seq == 1


async def test_stale_offer_does_not_play_a_turn(stage: Stage) -> None:
    table = await stage.start_game(*stage.people[1:4])
    absent = await stage.in_turn(table)
    await stage.later(61)
    (offer,) = _notices(stage)
    takeover = button(offer, "takeover")
    assert (await absent.command("bid", stage.channel, call="pass")).ok
    other = (await stage.others(table))[0]
    assert (await stage.forge(other, takeover)).ok
    await stage.wait_until_quiet()
    assert (await stage.view(table)).seq == 2


async def test_computer_plays_after_180_seconds_and_takes_the_seat_after_two_turns(
    stage: Stage, ana: SimulatedUser
) -> None:
    table = await stage.start_game(stage.people[1])
    waited = 0
    while (await stage.view(table)).status is Status.PLAYING:
        await stage.in_turn(table)
        before = (await stage.view(table)).seq
        # A few spare seconds, since real time passes too.
        await stage.later(170)
        assert (await stage.view(table)).seq == before
        await stage.later(11)
        assert (await stage.view(table)).seq > before
        waited += 1
    assert waited == 4
    view = await stage.view(table)
    assert view.seats[0].away
    assert view.status is Status.PAUSED  # no person is left to play
    assert "Paused: nobody is at the table. Nothing is lost." in text(await stage.board(table))
    panel = await stage.panel(ana)
    assert "You have your seat back." in text(panel)
    await stage.wait_until_quiet()
    after = await stage.view(table)
    assert not after.seats[0].away
    assert after.status is Status.PLAYING


async def test_table_of_one_person_and_computers_waits_for_days(
    stage: Stage, ana: SimulatedUser
) -> None:
    table = await stage.start_game()
    assert await stage.in_turn(table) is ana
    before = await stage.view(table)
    for seconds in (21, 40, 120, 180, 3 * 86400):
        await stage.later(seconds)
        assert _notices(stage) == []
    assert await stage.view(table) == before
    assert "Paused" not in text(await stage.board(table))
    await press(ana, await stage.panel(ana), "call", "pass")
    assert (await stage.view(table)).seq > before.seq


async def test_player_takes_back_a_computers_seat_without_a_wait_for_others(stage: Stage) -> None:
    table = await stage.start_game(*stage.people[1:4])
    absent = await stage.in_turn(table)
    seat = (await stage.view(table)).seat_of(int(absent.id)) or 0
    while not (await stage.view(table)).seats[seat].away:
        person = await stage.in_turn(table)
        if person is absent:
            await stage.later(181)
        else:
            panel = await stage.panel(person)
            verb = next(v for v in ("play", "contract", "call") if f"42:{v}:" in str(panel))
            offered = [each.get("custom_id", "") for each in buttons(panel, "call")]
            bids = any(each.endswith(":30") for each in offered)  # or all would pass
            await press(person, panel, verb, "30" if bids else None)
    panel = await stage.panel(absent)
    assert "A computer plays your seat until you take it back." in text(panel)
    outcome = await press(absent, panel, "back")
    assert "You have your seat back." in text(outcome.message)
    assert not (await stage.view(table)).seats[seat].away


async def test_paused_game_is_closed_after_a_day(stage: Stage, ana: SimulatedUser) -> None:
    table = await stage.start_game()
    await stage.in_turn(table)
    await ana.command("table leave", stage.channel)
    await stage.later(23 * 3600)
    assert (await stage.view(table)).status is Status.PAUSED
    await stage.later(3601)
    assert (await stage.view(table)).status is Status.CLOSED
    shown = stage.sandbox.state.visible(stage.channel, None, 100)
    assert "This table is closed." in text([m for m in shown if m["flags"] & (1 << 15)][-1])


async def test_unstarted_lobby_is_closed(stage: Stage) -> None:
    table = await stage.lobby(stage.people[1])
    await stage.later(1801)
    assert (await stage.view(table)).status is Status.CLOSED
    assert (await stage.people[0].command("table open", stage.channel)).ok
    await stage.wait_until_quiet()
    assert await stage.tables.live_tables(channel_id=int(stage.channel))
