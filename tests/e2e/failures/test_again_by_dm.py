"""The same people again by DM: who gets one, what it says until they sit, and what is refused."""

from __future__ import annotations

import asyncio

from bot.tables.model import HELD_SECONDS, Status
from bot.values.pings import MOST_PINGS, PING_SECONDS
from bot.values.preferences import Pings
from discord_sandbox.checks.message_flags import COMPONENTS_V2, EPHEMERAL, SUPPRESS_NOTIFICATIONS
from discord_sandbox.client.simulated_user import SimulatedUser
from tests.support.stage import Json, Stage, buttons, press, text


async def finish_by_dm(stage: Stage, *guests: SimulatedUser) -> str:
    """Play a game of Ana with some people in their DMs to its end."""
    table = await stage.start_by_dm(*guests, options="target=1")
    await stage.play_hand(table)
    assert (await stage.view(table)).status is Status.FINISHED
    return table


async def close(stage: Stage, person: SimulatedUser) -> None:
    assert (await person.command("table close", person.open_dm())).ok
    await stage.wait_until_quiet()


async def ask_again(stage: Stage, person: SimulatedUser) -> str:
    """Type `/table again` in a DM; return the answer, once everything is shown."""
    outcome = await person.command("table again", person.open_dm())
    await stage.wait_until_quiet()
    return text(outcome.message)


async def lobby_of(stage: Stage, person: SimulatedUser) -> str:
    """Return the lobby in which a person sits."""
    mine = await stage.tables.tables_of(int(person.id))
    (table,) = [each for each in mine if each.held_by(int(person.id)) is not None]
    assert (table.status, table.place, table.guild_id) == (Status.LOBBY, None, None)
    return table.table_id


def letters(person: SimulatedUser, table: str) -> list[Json]:
    """Return the plain DMs that bring a person to a table."""
    found = person.messages(person.open_dm())
    plain = [m for m in found if not m["flags"] & (COMPONENTS_V2 | EPHEMERAL)]
    return [m for m in plain if f":{table}:" in str(m["components"])]


def panel_in_dm(person: SimulatedUser, table: str) -> Json:
    """Return a person's one message of a table in their DM."""
    found = person.messages(person.open_dm())
    kept = [m for m in found if m["flags"] & COMPONENTS_V2 and not m["flags"] & EPHEMERAL]
    (shown,) = [m for m in kept if f":{table}:" in str(m["components"])]
    return shown


async def held_for(stage: Stage, table: str) -> list[int | None]:
    return [line.held_for for line in (await stage.view(table)).seats]


async def test_same_people_get_a_dm_each_and_sit_down_or_decline(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser, cy: SimulatedUser, di: SimulatedUser
) -> None:
    old = await finish_by_dm(stage, bo, cy, di)
    assert not buttons(panel_in_dm(bo, old), "again")  # Rematch does it
    await close(stage, ana)
    asked = await press(bo, panel_in_dm(bo, old), "again")
    await stage.wait_until_quiet()
    told = text(asked.message)
    assert told == "Your table is open, in a message from me.\nI've sent Ana, Cy and Di a DM."
    table = await lobby_of(stage, bo)
    assert await held_for(stage, table) == [int(ana.id), None, int(cy.id), int(di.id)]
    view = await stage.view(table)
    assert (view.seats[1].host, view.rules.target) == (True, 1)
    assert "Held for Ana, Cy and Di until <t:" in text(panel_in_dm(bo, table))
    for person in (ana, cy, di):
        (letter,) = letters(person, table)
        assert letter["content"].startswith(
            "Bo wants to play again with you: Texas 42. Your seat is held until <t:"
        )
        assert not letter["flags"] & SUPPRESS_NOTIFICATIONS

    await press(ana, letters(ana, table)[0], "sit")
    await press(cy, letters(cy, table)[0], "leave")
    await stage.wait_until_quiet()
    assert await held_for(stage, table) == [None, None, None, int(di.id)]
    assert letters(ana, table) == []
    assert "Bo's table" in text(panel_in_dm(ana, table))
    (letter,) = letters(cy, table)
    assert "Your seat isn't held any longer, but sit down if one is free." in text(letter)
    assert not buttons(letter, "leave")
    await press(cy, letter, "sit")  # they have thought again
    await stage.wait_until_quiet()
    assert (await stage.view(table)).seats[2].user_id == int(cy.id)


async def test_end_of_a_game_offers_them_once_somebody_has_left(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser, cy: SimulatedUser
) -> None:
    old = await finish_by_dm(stage, bo, cy)
    asked = (await cy.command("table leave", cy.open_dm())).message
    await press(cy, asked, "leave")
    await stage.wait_until_quiet()
    assert buttons(panel_in_dm(cy, old), "again")
    await press(bo, panel_in_dm(bo, old), "again")
    await stage.wait_until_quiet()
    table = await lobby_of(stage, bo)
    assert await held_for(stage, table) == [int(ana.id), None, int(cy.id), None]
    assert (await stage.view(old)).seat_of(int(bo.id)) is None
    await press(ana, letters(ana, table)[0], "sit")
    await press(cy, panel_in_dm(cy, old), "again")  # the same as Sit
    await stage.wait_until_quiet()
    assert [line.user_id for line in (await stage.view(table)).seats] == [
        *(int(ana.id), int(bo.id), int(cy.id), None)
    ]
    assert (await stage.view(old)).status is Status.CLOSED


async def test_late_press_sits_down_while_a_seat_is_free_and_else_says_why_not(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser, cy: SimulatedUser, di: SimulatedUser
) -> None:
    await finish_by_dm(stage, bo, cy, di)
    await close(stage, ana)
    await ask_again(stage, ana)
    table = await lobby_of(stage, ana)
    await stage.later(HELD_SECONDS + 1)
    (letter,) = letters(bo, table)
    assert "Your seat isn't held any longer" in text(letter)
    await press(bo, letter, "sit")
    assert (await stage.view(table)).seat_of(int(bo.id)) is not None
    assert (await ana.command("table start", ana.open_dm())).ok
    await stage.wait_until_quiet()
    await press(cy, letters(cy, table)[0], "sit")  # from the next hand
    assert (await stage.view(table)).held_by(int(cy.id)) is not None
    await close_in_game(stage, ana)
    (letter,) = letters(di, table) or [m for m in di.messages(di.open_dm()) if is_over(m)]
    assert text(letter) == "This table is closed."
    assert not letter["components"]


async def close_in_game(stage: Stage, host: SimulatedUser) -> None:
    asked = (await host.command("table close", host.open_dm())).message
    await press(host, asked, "close")
    await stage.wait_until_quiet()


def is_over(message: Json) -> bool:
    return str(message["content"]) == "This table is closed."


async def test_who_cannot_be_reached_is_named_with_the_code_and_never_why(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser, cy: SimulatedUser, di: SimulatedUser
) -> None:
    await finish_by_dm(stage, bo, cy, di)
    await close(stage, ana)
    await stage.bot.services.publisher.choices.choose(int(bo.id), pings=Pings.NEVER)
    await stage.tables.blocks.block(int(cy.id), int(ana.id))
    di.dms_open = False
    told = await ask_again(stage, ana)
    table = await lobby_of(stage, ana)
    code = (await stage.live(table)).table.code
    assert "I've sent" not in told
    assert "I couldn't reach Bo, Cy and Di.\nThey can sit down with **</join:" in told
    assert f" {code}**." in told
    assert [letters(each, table) for each in (bo, cy, di)] == [[], [], []]
    assert await held_for(stage, table) == [None, int(bo.id), int(cy.id), int(di.id)]
    assert (await bo.command("join", bo.open_dm(), code=code)).ok
    assert (await stage.view(table)).seats[1].user_id == int(bo.id)


async def test_no_seat_is_held_for_who_is_blocked_by_the_caller_or_deleted_their_data(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser, cy: SimulatedUser, di: SimulatedUser
) -> None:
    await finish_by_dm(stage, bo, cy, di)
    await close(stage, ana)
    await stage.tables.blocks.block(int(ana.id), int(bo.id))
    await stage.bot.services.own_data.delete(int(cy.id))
    await stage.wait_until_quiet()
    told = await ask_again(stage, ana)
    assert told.endswith("I've sent Di a DM.")
    table = await lobby_of(stage, ana)
    assert await held_for(stage, table) == [None, None, None, int(di.id)]
    assert letters(bo, table) == []
    await stage.bot.services.own_data.delete(int(di.id))
    await stage.wait_until_quiet()
    assert await held_for(stage, table) == [None] * 4


async def test_who_sits_elsewhere_can_leave_there_and_sit_down(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    await finish_by_dm(stage, bo)
    await close(stage, ana)
    elsewhere, _ = await stage.open_by_dm(bo)
    await ask_again(stage, ana)
    table = await lobby_of(stage, ana)
    refused = await press(bo, letters(bo, table)[0], "sit")
    assert "You still sit at a table that plays by DM." in text(refused.message)
    await press(bo, refused.message, "leave")
    await stage.wait_until_quiet()
    assert await lobby_of(stage, bo) == table
    assert (await stage.view(elsewhere)).status is Status.CLOSED


async def test_two_who_ask_one_after_the_other_meet_at_one_table(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    old = await finish_by_dm(stage, bo)
    await close(stage, ana)
    await press(ana, panel_in_dm(ana, old), "again")
    await stage.wait_until_quiet()
    await press(bo, panel_in_dm(bo, old), "again")
    await stage.wait_until_quiet()
    table = await lobby_of(stage, ana)
    assert await lobby_of(stage, bo) == table
    assert letters(ana, table) == letters(bo, table) == []


async def test_two_who_ask_at_once_can_still_meet(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    await finish_by_dm(stage, bo)
    await close(stage, ana)
    await asyncio.gather(
        ana.command("table again", ana.open_dm()), bo.command("table again", bo.open_dm())
    )
    await stage.wait_until_quiet()
    ours = await lobby_of(stage, ana)
    theirs = await lobby_of(stage, bo)
    # whose table was opened later holds no seat at the other one any more, perhaps before its DM
    guest, table = (bo, ours) if letters(bo, ours) else (ana, theirs)
    if ours != theirs:
        refused = await press(guest, letters(guest, table)[0], "sit")
        assert "You still sit at a table that plays by DM." in text(refused.message)
        await press(guest, refused.message, "leave")
        await stage.wait_until_quiet()
    assert await lobby_of(stage, ana) == await lobby_of(stage, bo) == table
    assert letters(guest, table) == []


async def test_double_press_opens_one_table_and_sends_one_dm(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    old = await finish_by_dm(stage, bo)
    await close(stage, ana)
    shown = panel_in_dm(ana, old)
    pressed = await asyncio.gather(*(press(ana, shown, "again") for _ in range(2)))
    await stage.wait_until_quiet()
    assert all("Your table is open, in a message from me." in text(p.message) for p in pressed)
    table = await lobby_of(stage, ana)
    assert len(letters(bo, table)) == 1
    await press(ana, shown, "again")
    await stage.wait_until_quiet()
    assert await lobby_of(stage, ana) == table
    assert len(letters(bo, table)) == 1


async def test_history_offers_games_of_dms_in_the_dm_and_those_of_servers_in_theirs(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    await finish_by_dm(stage, bo)
    await close(stage, ana)
    await press(ana, await _listed(stage, ana, ana.open_dm()), "again")
    await stage.wait_until_quiet()
    table = await lobby_of(stage, ana)
    assert len(letters(bo, table)) == 1
    await close(stage, ana)

    played = await stage.start_game(bo, options="target=1")
    await stage.play_hand(played)
    assert (await ana.command("table close", stage.channel)).ok
    await stage.wait_until_quiet()
    assert not buttons(await _listed(stage, ana, ana.open_dm()), "again")
    assert buttons(await _listed(stage, ana, stage.channel), "again")
    forged = await stage.forge(ana, f"42:again:{played}:1", channel=ana.open_dm())
    assert "You didn't play in that game." in text(forged.message)
    assert await ask_again(stage, ana)
    assert (await stage.view(await lobby_of(stage, ana))).rules.target == 1


async def _listed(stage: Stage, person: SimulatedUser, channel: str) -> Json:
    """Open the newest game in the history of a person."""
    games = (await person.command("history", channel)).message
    (listed,) = buttons(games, "game-hands")
    value = listed["options"][0]["value"]
    hands = (await person.click(games or {}, listed["custom_id"], [value])).message
    assert hands is not None
    return hands


async def test_who_never_played_by_dm_is_told_where_the_command_works(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    played = await stage.start_game(bo, options="target=1")
    await stage.play_hand(played)
    told = await ask_again(stage, ana)
    assert "You haven't finished a game with other people by DM yet." in told
    assert "For a game in a server, use </table again:" in told


async def test_dms_are_sent_once_over_a_restart_and_still_seat_people(
    unlit: Stage, ana: SimulatedUser, bo: SimulatedUser, cy: SimulatedUser
) -> None:
    stage = unlit
    async with stage.running():
        await finish_by_dm(stage, bo, cy)
        await close(stage, ana)
        await ask_again(stage, ana)
        table = await lobby_of(stage, ana)
        before = letters(bo, table) + letters(cy, table)
    stage.clock.move(HELD_SECONDS / 2)
    async with stage.running():
        await stage.wait_until_quiet()
        assert letters(bo, table) + letters(cy, table) == before
        await press(bo, before[0], "sit")
        await stage.wait_until_quiet()
        assert (await stage.view(table)).seats[1].user_id == int(bo.id)
    stage.clock.move(HELD_SECONDS)
    async with stage.running():
        await stage.wait_until_quiet()
        (letter,) = letters(cy, table)
        assert "Your seat isn't held any longer" in text(letter)
        await press(cy, letter, "sit")
        assert (await stage.view(table)).seats[2].user_id == int(cy.id)


async def test_another_game_is_named_in_the_dm_and_a_deleted_one_is_not_sent_again(
    unlit: Stage, ana: SimulatedUser, bo: SimulatedUser, cy: SimulatedUser
) -> None:
    stage = unlit
    stage.refusals_expected = {10008}
    async with stage.running():
        await finish_by_dm(stage, bo, cy)
        await close(stage, ana)
        await ask_again(stage, ana)
        table = await lobby_of(stage, ana)
        stage.sandbox.delete_message(letters(bo, table)[0])
        await stage.tables.game_choice.change(table, int(ana.id), "80", {})
        await stage.wait_until_quiet()  # Discord has said that it is gone
        assert "again with you: 80." in text(letters(cy, table)[0])
        await stage.tables.game_choice.change(table, int(ana.id), "79", {})
        await stage.wait_until_quiet()
        assert letters(bo, table) == []
    async with stage.running():
        await stage.tables.game_choice.change(table, int(ana.id), "80", {})
        await stage.wait_until_quiet()
        assert await held_for(stage, table) == [None, int(bo.id), int(cy.id), None]
        assert letters(bo, table) == []


async def test_one_person_sends_another_three_dms_an_hour(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    await finish_by_dm(stage, bo)
    await close(stage, ana)
    for _ in range(MOST_PINGS):
        assert "I've sent Bo a DM." in await ask_again(stage, ana)
        await close(stage, ana)
    assert "I couldn't reach Bo." in await ask_again(stage, ana)
    await close(stage, ana)
    await stage.later(PING_SECONDS)
    assert "I've sent Bo a DM." in await ask_again(stage, ana)
