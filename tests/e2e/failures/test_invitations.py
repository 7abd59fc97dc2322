"""Invitations: mentions and DMs with Sit, whom they reach, and the call for players."""

from __future__ import annotations

import asyncio

import pytest

from bot.presenter.words.ids import Verb
from bot.tables.model import Status
from bot.values.pings import MOST_PINGS, PING_SECONDS
from bot.values.preferences import Pings
from bot.values.seat_alerts import CALL_SECONDS, SeatAlert
from cogs.invitations import INVITE_TO_MY_TABLE
from discord_sandbox.client.simulated_user import SimulatedUser
from tests.support.patience import PATIENCE
from tests.support.stage import Json, Stage, button, buttons, press, text

V2 = 1 << 15


async def menu_of(stage: Stage, person: SimulatedUser, table: str) -> Json | None:
    return (await press(person, await stage.board(table), "menu")).message


async def invite_page(stage: Stage, person: SimulatedUser, table: str) -> Json:
    """Open the page on which a person chooses whom to invite: by the menu, or in a hand by More."""
    if (await stage.view(table)).view is None:
        opener = await menu_of(stage, person, table)
    else:
        opener = (await press(person, await stage.panel(person), "more")).message
    page = (await press(person, opener, "invite")).message
    assert page is not None
    return page


async def invite(stage: Stage, person: SimulatedUser, table: str, *guests: SimulatedUser) -> str:
    """Invite people; return what the inviter reads."""
    page = await invite_page(stage, person, table)
    (select,) = buttons(page, Verb.INVITE_PEOPLE)
    outcome = await person.click(page, select["custom_id"], [guest.id for guest in guests])
    await stage.wait_until_quiet()
    return text(outcome.message)


def mentions(stage: Stage) -> list[Json]:
    """Return the invitations in the channel, oldest first."""
    seen = stage.sandbox.state.visible(stage.channel, None, 100)
    return [message for message in seen if "invites you" in message["content"]]


def letters(person: SimulatedUser, words: str) -> list[Json]:
    """Return the DMs of a person with these words."""
    if person.dm is None:
        return []
    return [each for each in person.messages(person.dm) if words in text(each)]


def pinged(message: Json) -> set[str]:
    return {user["id"] for user in message["mentions"]}


def ids(*people: SimulatedUser) -> set[str]:
    return {person.id for person in people}


async def switch_on(stage: Stage, person: SimulatedUser) -> None:
    await stage.bot.services.publisher.choices.choose(int(person.id), invited_by_dm=True)


async def test_invited_people_are_mentioned_once_and_sit_after_a_restart(
    unlit: Stage, ana: SimulatedUser, bo: SimulatedUser, cy: SimulatedUser
) -> None:
    stage = unlit
    async with stage.running():
        table = await stage.lobby()
        said = await invite(stage, ana, table, bo, cy)
        assert f"I've invited Bo and Cy in <#{stage.channel}>." in said
        (mention,) = mentions(stage)
        assert f"{bo.mention} {cy.mention}, Ana invites you to Table 1: Texas 42." in text(mention)
        assert not mention["flags"] & V2  # a ping inside Components V2 gives an empty notification
        assert pinged(mention) == ids(bo, cy)
        assert await stage.store.invitations.is_invited(table, int(bo.id))
    async with stage.running():
        await stage.wait_until_quiet()
        assert len(mentions(stage)) == 1
        await press(cy, mentions(stage)[0], "sit")
        await press(cy, mentions(stage)[0], "sit")  # twice
        assert (await stage.view(table)).seat_of(int(cy.id)) is not None
        assert (await ana.command("table close", stage.channel)).ok
        await stage.wait_until_quiet()
        assert mentions(stage) == []
        assert not await stage.store.invitations.is_invited(table, int(bo.id))


async def test_invitation_in_mid_game_reserves_a_computers_seat(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    table = await stage.start_game()
    await invite(stage, ana, table, bo)
    await press(bo, mentions(stage)[0], "sit")
    view = await stage.view(table)
    assert view.seat_of(int(bo.id)) is None
    assert view.held_by(int(bo.id)) is not None
    assert "Bo already has a seat at this table." in await invite(stage, ana, table, bo)


async def test_command_on_a_person_invites_them_from_any_channel(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    refused = await ana.context(INVITE_TO_MY_TABLE, stage.channel, bo)
    assert "There's no table here." in text(refused.message)
    table = await stage.lobby()
    elsewhere = stage.sandbox.add_channel("lounge")
    outcome = await ana.context(INVITE_TO_MY_TABLE, elsewhere, bo)
    assert "I've invited Bo" in text(outcome.message)
    await stage.wait_until_quiet()
    await press(bo, mentions(stage)[0], "sit")
    assert (await stage.view(table)).seat_of(int(bo.id)) is not None


async def test_invited_people_see_the_thread_of_a_private_table(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser, cy: SimulatedUser
) -> None:
    assert (await ana.command("table open", stage.channel, private=True)).ok
    (table,) = await stage.tables.tables_of(int(ana.id))
    assert table.place is not None
    thread = str(table.place.channel_id)
    said = await ana.context(INVITE_TO_MY_TABLE, stage.channel, bo)
    assert f"I've invited Bo in <#{thread}>." in text(said.message)
    await stage.wait_until_quiet()
    state = stage.sandbox.state
    seen = [stage.sandbox.hub.can_see(state.channel(thread), each.id) for each in (bo, cy)]
    assert seen == [True, False]
    (mention,) = [each for each in bo.messages(thread) if "invites you" in each["content"]]
    assert pinged(mention) == ids(bo)
    assert (await press(bo, mention, "sit")).ok
    assert (await stage.view(table.table_id)).seat_of(int(bo.id)) is not None


async def test_invitation_to_a_table_without_a_channel_seats_in_the_dm(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser, cy: SimulatedUser
) -> None:
    assert (await ana.command("table open", ana.open_dm())).ok
    (table,) = await stage.tables.tables_of(int(ana.id))
    assert table.place is None
    await switch_on(stage, bo)
    unreached = await ana.context(INVITE_TO_MY_TABLE, stage.channel, cy)
    code = (await stage.tables.row(table.table_id)).code
    said = text(unreached.message)
    assert "I couldn't reach Cy.\nThey can sit down with **</join:" in said
    assert f" {code}**." in said
    reached = await ana.context(INVITE_TO_MY_TABLE, stage.channel, bo)
    assert "I've sent Bo a DM." in text(reached.message)
    await stage.wait_until_quiet()
    (letter,) = letters(bo, "Ana invites you to a table")
    assert (await press(bo, letter, "sit")).ok
    await stage.wait_until_quiet()
    assert (await stage.view(table.table_id)).seat_of(int(bo.id)) is not None
    assert bo.dm is not None
    (lobby,) = [each for each in bo.messages(bo.dm) if buttons(each, "start")]
    assert "Side 2: Bo and open seat" in text(lobby)


async def go_on_with_moon(stage: Stage, host: SimulatedUser, table: str) -> None:
    """Play a game of one hand to its end, and go on with another game at a table of its own."""
    await stage.play_hand(table)
    menu = (await stage.forge(host, f"42:menu:{table}:0")).message
    assert (await host.click(menu or {}, button(menu, "game"), ["moon"])).ok
    await stage.wait_until_quiet()
    assert (await stage.view(table)).status is Status.CLOSED


async def test_dm_that_invited_somebody_leads_to_the_next_game_after_a_restart(
    unlit: Stage, ana: SimulatedUser, bo: SimulatedUser, cy: SimulatedUser
) -> None:
    stage = unlit
    async with stage.running():
        await switch_on(stage, bo)
        table, code = await stage.open_by_dm(ana, options="target=1")
        await ana.context(INVITE_TO_MY_TABLE, stage.channel, bo)
        assert (await cy.command("join", cy.open_dm(), code=code)).ok
        assert (await ana.command("table start", ana.open_dm())).ok
        await stage.wait_until_quiet()
        await go_on_with_moon(stage, ana, table)
    async with stage.running():
        (letter,) = letters(bo, "Ana invites you to a table: Moon.")
        await press(bo, letter, "sit")
        await stage.wait_until_quiet()
        (following,) = await stage.tables.tables_of(int(ana.id))
        assert following.game == "moon"
        assert {seat.user_id for seat in following.seats} == {int(p.id) for p in (ana, bo, cy)}


async def test_dm_that_told_of_an_open_seat_leads_nobody_to_the_next_game_of_a_private_table(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser, cy: SimulatedUser, di: SimulatedUser
) -> None:
    asked = SeatAlert(int(di.id), int(stage.channel), int(stage.sandbox.guild_id))
    await stage.bot.services.publisher.alerts.save(asked)
    di.open_dm()
    table = await stage.lobby(bo, cy, options="target=1")
    await stage.wait_until_quiet()
    (letter,) = letters(di, "needs one more")
    await stage.forge(ana, f"42:make-private:{table}:0")
    assert (await stage.view(table)).private
    assert (await stage.forge(ana, f"42:start:{table}:0")).ok
    await stage.wait_until_quiet()
    await go_on_with_moon(stage, ana, table)
    assert letters(di, "needs one more") == [letter]
    assert letters(di, "invites you") == []


async def test_who_sits_elsewhere_leaves_there_and_sits_down_by_the_dm_that_invited_them(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    table, _ = await stage.open_by_dm(ana)
    await switch_on(stage, bo)
    await ana.context(INVITE_TO_MY_TABLE, stage.channel, bo)
    other, _ = await stage.open_by_dm(bo)
    (letter,) = letters(bo, "Ana invites you to a table")
    refused = await press(bo, letter, "sit")
    assert "You still sit at a table that plays by DM." in text(refused.message)
    await press(bo, refused.message, "leave")
    await stage.wait_until_quiet()
    assert (await stage.view(table)).seat_of(int(bo.id)) is not None
    assert (await stage.view(other)).status is Status.CLOSED


async def test_who_cannot_be_invited_and_who_cannot_invite(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser, cy: SimulatedUser, di: SimulatedUser
) -> None:
    table = await stage.lobby()
    assert "you can't invite yourself" in await invite(stage, ana, table, ana)
    page = await invite_page(stage, ana, table)
    (select,) = buttons(page, Verb.INVITE_PEOPLE)
    refused = await ana.click(page, select["custom_id"], [stage.sandbox.state.bot_id])
    assert "you can't invite yourself or an app" in text(refused.message)
    watcher = await stage.forge(bo, f"42:invite:{table}:0")
    assert "only its players can do that" in text(watcher.message)
    for person in (bo, cy, di):
        assert (await person.command("table join", stage.channel)).ok
    refused = await ana.click(page, select["custom_id"], [stage.people[4].id])
    assert "full" in text(refused.message)
    menu = await menu_of(stage, ana, table)
    assert buttons(menu, "invite") == []
    assert mentions(stage) == []


async def test_dm_replaces_the_mention_for_who_switched_that_on(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser, cy: SimulatedUser
) -> None:
    table = await stage.lobby()
    await invite(stage, ana, table, bo)
    outcome = await bo.click(mentions(stage)[0], button(mentions(stage)[0], "invited-by-dm"))
    assert "From now on I send you invitations by DM" in text(outcome.message)
    assert len(letters(bo, "From now on")) == 1
    said = await invite(stage, ana, table, bo, cy)
    assert "I've invited Cy in" in said
    assert "I've sent Bo a DM." in said
    assert pinged(mentions(stage)[-1]) == ids(cy)
    (letter,) = letters(bo, "Ana invites you to Table 1")
    sat = await bo.click(letter, button(letter, "sit"))
    assert "You have a seat at Table 1." in text(sat.message)
    assert (await stage.view(table)).seat_of(int(bo.id)) is not None


async def test_closed_dms_leave_the_setting_off_and_the_mention_in_the_channel(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    stage.refusals_expected = {50007}
    bo.dms_open = False
    table = await stage.lobby()
    await invite(stage, ana, table, bo)
    outcome = await bo.click(mentions(stage)[0], button(mentions(stage)[0], "invited-by-dm"))
    assert "I can't DM you right now" in text(outcome.message)
    assert not (await stage.store.people.preferences(int(bo.id))).invited_by_dm
    await switch_on(stage, bo)
    assert "I've invited Bo in" in await invite(stage, ana, table, bo)
    assert pinged(mentions(stage)[-1]) == ids(bo)


async def test_setting_opens_the_dm(stage: Stage, bo: SimulatedUser) -> None:
    page = (await bo.command("settings", stage.channel)).message
    page = (await press(bo, page, "settings", "notices")).message
    (select,) = [
        each for each in buttons(page, "settings") if "Invitations" in str(each.get("options"))
    ]
    await bo.click(page, select["custom_id"], ["invitations/on"])
    assert len(letters(bo, "From now on")) == 1
    assert (await stage.store.people.preferences(int(bo.id))).invited_by_dm


@pytest.mark.parametrize("way", ["blocked", "never", "quiet", "often"])
async def test_who_may_not_be_pinged_is_named_without_a_ping_and_the_answer_is_the_same(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser, cy: SimulatedUser, way: str
) -> None:
    table = await stage.lobby()
    await switch_on(stage, bo)
    choices = stage.bot.services.publisher.choices
    match way:
        case "blocked":
            await stage.tables.blocks.block(int(bo.id), int(ana.id))
        case "never":
            await choices.choose(int(bo.id), pings=Pings.NEVER)
        case "quiet":
            hour = (await stage.store.people.preferences(int(bo.id))).hour_at(stage.clock.now())
            await choices.choose(int(bo.id), quiet_from=hour, quiet_until=(hour + 1) % 24)
        case _:
            for _ in range(MOST_PINGS):
                assert "I've sent Bo a DM." in await invite(stage, ana, table, bo)
    before = len(letters(bo, "invites you"))
    said = await invite(stage, ana, table, bo, cy)
    assert f"I've invited Bo and Cy in <#{stage.channel}>." in said
    assert len(letters(bo, "invites you")) == before
    assert pinged(mentions(stage)[-1]) == ids(cy)
    if way == "often":
        await stage.later(PING_SECONDS)  # the lobby has closed meanwhile
        table = await stage.lobby()
        assert "I've sent Bo a DM." in await invite(stage, ana, table, bo)


async def test_who_cannot_see_the_channel_is_reached_by_dm_alone(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser, cy: SimulatedUser
) -> None:
    table = await stage.lobby()
    for hidden in (bo, cy):
        stage.sandbox.hide(stage.channel, hidden)
    await stage.wait_until_quiet()
    await switch_on(stage, bo)
    said = await invite(stage, ana, table, bo, cy)
    assert "I've sent Bo a DM." in said
    assert "I couldn't reach Cy." in said
    assert "They may not see" in said
    assert mentions(stage) == []
    (letter,) = letters(bo, "invites you")
    await press(bo, letter, "sit")
    assert (await stage.view(table)).seat_of(int(bo.id)) is not None


async def test_dm_of_a_table_that_has_ended_says_so(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    table = await stage.lobby()
    await switch_on(stage, bo)
    await invite(stage, ana, table, bo)
    assert (await ana.command("table close", stage.channel)).ok
    (letter,) = letters(bo, "invites you")
    refused = await bo.click(letter, button(letter, "sit"))
    assert "has ended" in text(refused.message)


async def test_deleting_ones_data_deletes_the_invitations_that_name_one(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    table = await stage.lobby()
    await invite(stage, ana, table, bo)
    await stage.bot.services.own_data.delete(int(bo.id))
    async with asyncio.timeout(PATIENCE):
        while mentions(stage):  # noqa: ASYNC110 - the loop of redraws has no event
            await asyncio.sleep(0.01)


# The call for players ------------------------------------------------------------------------


async def choose_role(stage: Stage, *, mentionable: bool = True) -> str:
    """Choose a role for players as a manager; return its id."""
    role = stage.sandbox.add_role("players", mentionable=mentionable)
    guild = int(stage.sandbox.guild_id)
    await stage.bot.services.publisher.choices.choose_for_server(guild, players_role=int(role))
    return role


def calls(stage: Stage) -> list[Json]:
    seen = stage.sandbox.state.visible(stage.channel, None, 100)
    return [message for message in seen if "more: Texas 42" in message["content"]]


async def call(stage: Stage, person: SimulatedUser, table: str) -> str:
    menu = await menu_of(stage, person, table)
    outcome = await person.click(menu, button(menu, "call-players"))
    await stage.wait_until_quiet()
    return text(outcome.message)


async def forged(stage: Stage, person: SimulatedUser, table: str) -> str:
    """Press the button of an old message; return what the person reads."""
    return text((await stage.forge(person, f"42:call-players:{table}:0")).message)


async def test_lobby_mentions_the_servers_role_once_in_half_an_hour_over_a_restart(
    unlit: Stage, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    stage = unlit
    async with stage.running():
        table = await stage.lobby()
        menu = await menu_of(stage, ana, table)
        assert buttons(menu, "call-players") == []
        role = await choose_role(stage)
        assert "I've asked" in await call(stage, ana, table)
        (message,) = calls(stage)
        assert f"<@&{role}>, Table 1 needs 3 more: Texas 42." in text(message)
        assert message["mention_roles"] == [role]
        assert not message["flags"] & V2
    async with stage.running():
        assert "You can ask again at <t:" in await call(stage, ana, table)
        assert len(calls(stage)) == 1
        await press(bo, calls(stage)[0], "sit")
        assert (await stage.view(table)).seat_of(int(bo.id)) is not None
        await stage.later(CALL_SECONDS)  # the lobby has closed meanwhile
        assert calls(stage) == []
        table = await stage.lobby(bo)
        assert "I've asked" in await call(stage, bo, table)
        assert "Table 1 needs 2 more" in text(calls(stage)[-1])


async def test_call_that_discord_refuses_can_be_made_again(
    stage: Stage, ana: SimulatedUser
) -> None:
    stage.refusals_expected = {50013, 0}
    table = await stage.lobby()
    await choose_role(stage)
    stage.sandbox.add_fault("POST /channels/*/messages", status=403, times=1)
    await call(stage, ana, table)
    assert calls(stage) == []
    assert "I've asked" in await call(stage, ana, table)
    assert len(calls(stage)) == 1


async def test_call_is_for_people_in_a_lobby_with_open_seats_that_is_not_private(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    table = await stage.lobby()
    assert "no role for players" in await forged(stage, ana, table)
    await choose_role(stage)
    assert "only its players can do that" in await forged(stage, bo, table)
    await press(ana, await stage.board(table), "start")
    await stage.wait_until_quiet()
    assert (await stage.view(table)).status is Status.PLAYING
    assert "in the middle of a hand" in await forged(stage, ana, table)
    assert calls(stage) == []


async def test_admin_settings_say_if_discord_would_notify_nobody(
    stage: Stage, ana: SimulatedUser
) -> None:
    role = stage.sandbox.add_role("quiet ones", mentionable=False)
    page = (await ana.command("admin settings", stage.channel)).message
    page = (await press(ana, page, "server", "posts")).message
    (select,) = buttons(page, "server-players")
    shown = (await ana.click(page, select["custom_id"], [role])).message
    assert f"Discord won't notify <@&{role}>." in text(shown)
    loud = stage.sandbox.add_role("loud ones", mentionable=True)
    shown = (await ana.click(shown, select["custom_id"], [loud])).message
    assert "Discord won't notify" not in text(shown)
    everyone = (await ana.click(shown, select["custom_id"], [stage.sandbox.guild_id])).message
    guild = int(stage.sandbox.guild_id)
    assert (await stage.store.servers.server_settings(guild)).players_role is None
    assert "Discord won't notify" not in text(everyone)
