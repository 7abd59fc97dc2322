"""Hands that cannot be sent privately: the player is told once where to find their hand."""

from __future__ import annotations

from bot.tables.model import Status
from discord_sandbox.client.simulated_user import SimulatedUser
from tests.support.stage import Stage, button, buttons, links, press, text

OPEN_DM = "POST /users/@me/channels"
ACTS = ("play", "contract", "call")
CLOSED = "I can't send you DMs. Press My hand here instead; nothing is lost."


def _dms(stage: Stage, person: SimulatedUser) -> list[str]:
    return [] if person.dm is None else [text(m) for m in person.messages(person.dm)]


async def _pass_out(stage: Stage, table: str) -> None:
    """Pass for everyone and start the next hand."""
    before = (await stage.view(table)).hand_no
    await stage.pass_hand(table)
    for person in stage.people[:4]:
        assert (await stage.forge(person, f"42:ready:{table}:0")).ok
    await stage.wait_until_quiet()
    assert (await stage.view(table)).hand_no == before + 1


async def test_player_with_closed_dms_is_told_once_and_finds_the_hand_at_the_table(
    stage: Stage, bo: SimulatedUser
) -> None:
    bo.dms_open = False
    table = await stage.start_game(*stage.people[1:4])
    told = [words for words in stage.channel_texts() if CLOSED in words]
    assert len(told) == 1
    assert told[0].startswith(bo.mention)
    notice = next(m for m in stage.sandbox.state.visible(stage.channel, None, 100) if m["content"])
    assert [user["id"] for user in notice["mentions"]] == [bo.id]
    outcome = await press(bo, notice, "hand")
    assert "**Your dominoes:**" in text(outcome.message) or "Your bid" in text(outcome.message)
    await _pass_out(stage, table)
    assert len([words for words in stage.channel_texts() if CLOSED in words]) == 1
    tries = [r for r in stage.sandbox.refusals if r.code == 50007]
    assert len(tries) == 1  # no second attempt
    assert (await stage.view(table)).status is Status.PLAYING


async def test_player_who_opens_their_dms_gets_the_hand_at_the_next_table(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    bo.dms_open = False
    await stage.start_game(*stage.people[1:4])
    outcome = await ana.command("table close", stage.channel)
    await press(ana, outcome.message, "close", "yes")
    bo.dms_open = True
    table = await stage.start_game(*stage.people[1:4])
    assert f"Table {(await stage.view(table)).number}" in _dms(stage, bo)[-1]
    assert not (await stage.bot.services.preferences.preferences(int(bo.id))).dm_closed
    assert len([words for words in stage.channel_texts() if CLOSED in words]) == 1


async def test_closed_dms_are_not_mentioned_again_at_another_table(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    bo.dms_open = False
    await stage.start_game(*stage.people[1:4])
    outcome = await ana.command("table close", stage.channel)
    await press(ana, outcome.message, "close", "yes")
    await stage.start_game(*stage.people[1:4])
    assert len([words for words in stage.channel_texts() if CLOSED in words]) == 1
    assert "**Your dominoes:**" in stage.ephemeral_texts(bo)[-1]  # the hand is at the table anyway


async def test_whole_hand_can_be_played_with_closed_dms(stage: Stage, ana: SimulatedUser) -> None:
    ana.dms_open = False
    table = await stage.start_game()
    while (await stage.view(table)).status is Status.PLAYING:
        await stage.in_turn(table)
        panel = await stage.panel(ana)
        await press(ana, panel, next(v for v in ACTS if buttons(panel, v)))
        await stage.wait_until_quiet()
    assert (await stage.view(table)).hand_no == 1
    assert stage.bot.router.failed == 0


async def test_player_who_left_the_server_is_played_for_until_they_return(
    stage: Stage, bo: SimulatedUser
) -> None:
    table = await stage.lobby(*stage.people[1:4])
    stage.sandbox.state.guilds[stage.sandbox.guild_id].members.pop(bo.id)
    assert (await stage.people[0].command("table start", stage.channel)).ok
    await stage.wait_until_quiet()
    view = await stage.view(table)
    assert view.seats[1].away
    assert stage.channel_texts() == ["Bo left the server. A computer plays until Bo comes back."]
    assert view.status is Status.PLAYING
    stage.sandbox.state.add_member(stage.sandbox.guild_id, bo.id)
    panel = await stage.panel(bo)
    await press(bo, panel, "back")
    assert not (await stage.view(table)).seats[1].away


async def test_dms_pause_for_two_hours_after_a_limit_and_players_are_pinged(
    stage: Stage, ana: SimulatedUser
) -> None:
    table = await stage.lobby(*stage.people[1:4])
    await stage.later(15 * 60)  # every click is too old to show a panel unprompted
    stage.sandbox.add_fault(OPEN_DM, status=403, code=40003, times=4)
    assert (await ana.command("table start", stage.channel)).ok
    await stage.wait_until_quiet()
    (told,) = stage.channel_texts()
    assert "your dominoes come here for now: press My hand." in told
    assert {p.mention for p in stage.people[:4]} <= set(told.split())
    notice = next(m for m in stage.sandbox.state.visible(stage.channel, None, 100) if m["content"])
    assert {user["id"] for user in notice["mentions"]} == {p.id for p in stage.people[1:4]}
    before = len(stage.sandbox.log)
    await _pass_out(stage, table)
    tried = [r for r in list(stage.sandbox.log)[before:] if r.route == OPEN_DM]
    assert tried == []  # no DMs for a while
    assert not (await stage.bot.services.preferences.preferences(int(ana.id))).dm_closed
    stage.sandbox.faults.clear()
    stage.clock.move(2 * 3600)
    await stage.wait_until_quiet()
    for person in stage.people[:4]:
        assert (await stage.forge(person, f"42:back:{table}:0")).ok
    await _pass_on(stage, table)
    assert any(_dms(stage, person) for person in stage.people[:4])


async def _pass_on(stage: Stage, table: str) -> None:
    """Play any legal act until the next hand."""
    hand = (await stage.view(table)).hand_no
    while (await stage.view(table)).hand_no == hand:
        view = await stage.view(table)
        if view.status is Status.PLAYING:
            person = await stage.in_turn(table)
            panel = await stage.panel(person)
            await press(person, panel, next(v for v in ACTS if buttons(panel, v)))
        else:
            for person in stage.people[:4]:
                await stage.forge(person, f"42:ready:{table}:0")
        await stage.wait_until_quiet()


async def test_missing_panel_is_not_an_error_and_its_owner_is_pinged(
    stage: Stage, bo: SimulatedUser
) -> None:
    for person in stage.people[:4]:
        person.dms_open = False
    table = await stage.start_game(*stage.people[1:4])
    first = await stage.in_turn(table)
    second = stage.people[(stage.people.index(first) + 1) % 4]
    second.dismiss(await stage.panel(second))
    assert (await first.command("bid", stage.channel, call="pass")).ok
    await stage.wait_until_quiet()
    assert await stage.in_turn(table) is second
    await stage.later(20)
    assert f"{second.mention}, it's your turn at Table 1." in stage.channel_texts()[-1]
    call = [m for m in stage.sandbox.state.visible(stage.channel, None, 100) if m["content"]][-1]
    panel = (await press(second, call, "hand")).message
    await press(second, panel, "call", "pass")
    assert (await stage.view(table)).seq == 3


async def test_dm_keeps_updating_after_a_panels_token_expires(
    stage: Stage,
) -> None:
    table = await stage.start_game(*stage.people[1:4])
    first = await stage.in_turn(table)
    second = stage.people[(stage.people.index(first) + 1) % 4]
    old = await stage.panel(second)
    stage.sandbox.clock.date.move(16 * 60)  # only Discord's clock: the bot does not know yet
    assert (await first.command("bid", stage.channel, call="pass")).ok
    await stage.wait_until_quiet()
    assert second.message(old) is not None
    assert buttons(second.message(old), "call") == []  # the panel could not be edited
    dm = stage.sandbox.state.visible(second.dm or "", None, 10)[-1]
    await press(second, dm, "call", "pass")
    assert (await stage.view(table)).seq == 3
    assert stage.bot.router.failed == 0


async def test_buttons_of_an_old_panel_work_after_its_token_expires(
    stage: Stage,
) -> None:
    table = await stage.start_game(*stage.people[1:4])
    first = await stage.in_turn(table)
    panel = await stage.panel(first)
    stage.sandbox.clock.date.move(16 * 60)
    await press(first, panel, "call", "pass")
    assert (await stage.view(table)).seq == 2


async def test_failed_dm_of_a_hand_is_resent_only_to_its_player(stage: Stage) -> None:
    stage.sandbox.add_fault(OPEN_DM, reset=True)
    await stage.start_game(*stage.people[1:4])
    assert [len(_dms(stage, person)) for person in stage.people[:4]] == [1, 1, 1, 1]
    assert not any("dominoes are ready" in words for words in stage.channel_texts())


async def test_unconfirmed_dm_of_a_hand_is_not_sent_twice(stage: Stage, ana: SimulatedUser) -> None:
    dm = ana.open_dm()
    stage.sandbox.add_fault(f"POST /channels/{dm}/messages", reset=True, after=True)
    await stage.start_game(*stage.people[1:4])
    assert len(_dms(stage, ana)) == 1


async def test_turning_dms_off_and_on_sends_the_hand_in_a_new_message(
    stage: Stage, ana: SimulatedUser
) -> None:
    await stage.start_game(*stage.people[1:4])
    (first,) = ana.messages(ana.dm or "")
    for wanted in (False, True):
        await stage.bot.services.publisher.choices.choose(int(ana.id), dms=wanted)
        await stage.wait_until_quiet()
        assert len(_dms(stage, ana)) == wanted
    (second,) = ana.messages(ana.dm or "")
    assert second["id"] != first["id"]
    assert not stage.sandbox.refusals


async def test_no_dm_is_opened_for_a_player_who_turned_them_off(
    stage: Stage, ana: SimulatedUser
) -> None:
    chosen = stage.bot.services.preferences
    await chosen.save_choices(int(ana.id), dms=False)
    await stage.start_game(*stage.people[1:4])
    assert _dms(stage, ana) == []
    assert button(await stage.panel(ana), "more")


async def test_answer_links_the_table_only_in_a_dm(
    stage: Stage,
) -> None:
    table = await stage.start_game(*stage.people[1:4])
    bidder = await stage.in_turn(table)
    address = f"https://discord.com/channels/{stage.sandbox.guild_id}/{stage.channel}"
    assert links(await stage.panel(bidder)) == []
    assert links((await bidder.command("hand", bidder.dm or "")).message) == [address]
