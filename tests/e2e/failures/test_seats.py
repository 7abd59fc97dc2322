"""Seats and lobbies: users who are too late, already seated, or ask for something missing."""

from __future__ import annotations

import asyncio

from bot.tables.model import Status
from discord_sandbox.client.simulated_user import SimulatedUser
from tests.support.stage import Json, Stage, button, links, press, text


def private(person: SimulatedUser, channel: str) -> list[Json]:
    """Return the messages in a channel that only this person sees, oldest first."""
    return [m for m in person.messages(channel) if m["flags"] & 64]


async def test_seated_player_is_offered_a_link_to_their_table_and_a_leave_button(
    stage: Stage, ana: SimulatedUser
) -> None:
    table = await stage.lobby()
    elsewhere = stage.sandbox.channels["general"]
    outcome = await ana.command("table open", elsewhere)
    assert f"You still sit at Table 1 (<#{stage.channel}>)." in text(outcome.message)
    address = f"https://discord.com/channels/{stage.sandbox.guild_id}/{stage.channel}"
    assert links(outcome.message) == [address]
    await press(ana, outcome.message, "leave")
    assert (await stage.view(table)).status is Status.CLOSED
    assert "is open in" in text(private(ana, elsewhere)[-1])


async def test_seated_player_leaves_the_other_table_and_starts_in_one_press(
    stage: Stage, ana: SimulatedUser
) -> None:
    table = await stage.start_game()
    elsewhere = stage.sandbox.channels["general"]
    assert (await stage.forge(ana, "42:now:-:0", channel=elsewhere)).ok
    refused = private(ana, elsewhere)[-1]
    assert "You still sit at Table 1" in text(refused)
    await press(ana, refused, "leave")
    await stage.wait_for_screens()
    assert (await stage.view(table)).seat_of(int(ana.id)) is None
    (mine,) = await stage.tables.tables_of(int(ana.id))
    assert (mine.known_place.channel_id, mine.status) == (int(elsewhere), Status.PLAYING)


async def test_leaving_a_rated_game_for_another_says_first_what_it_costs(
    stage: Stage, bo: SimulatedUser
) -> None:
    table = await stage.start_game(*stage.people[1:4])
    elsewhere = stage.sandbox.channels["general"]
    assert (await stage.forge(bo, "42:open:-:0", channel=elsewhere)).ok
    await press(bo, private(bo, elsewhere)[-1], "leave")
    asked = private(bo, elsewhere)[-1]
    assert "It's a rated game, and leaving it counts as a loss." in text(asked)
    assert (await stage.view(table)).seat_of(int(bo.id)) is not None
    await press(bo, asked, "leave")
    assert (await stage.view(table)).seat_of(int(bo.id)) is None
    (opened,) = await stage.tables.live_tables(channel_id=int(elsewhere))
    assert opened.host_id == int(bo.id)


async def test_refusal_in_a_direct_message_leads_to_the_games_that_work_there(
    stage: Stage, ana: SimulatedUser
) -> None:
    dm = ana.open_dm()
    shown = (await ana.command("table move", dm)).message
    assert "That works in a server's channel, not by DM." in text(shown)
    assert button(shown, "now") == "42:now:-:0"
    assert button(shown, "daily") == "42:daily:-:0"


async def test_loser_of_a_race_for_a_seat_is_told_who_got_it(
    stage: Stage, bo: SimulatedUser, cy: SimulatedUser
) -> None:
    table = await stage.lobby()
    board = await stage.board(table)
    seat = button(board, "sit", "2")
    outcomes = await asyncio.gather(bo.click(board, seat), cy.click(board, seat))
    assert all(outcome.ok for outcome in outcomes)
    taken = (await stage.view(table)).seats[2]
    winner, loser = (bo, cy) if taken.user_id == int(bo.id) else (cy, bo)
    assert stage.ephemeral_texts(loser) == [
        f"{winner.name} just took that seat. Seat 2 and Seat 4 are open."
    ]
    assert stage.ephemeral_texts(winner) == []


async def test_full_table_refuses_another_player(stage: Stage, eve: SimulatedUser) -> None:
    await stage.lobby(*stage.people[1:4])
    outcome = await eve.command("table join", stage.channel)
    assert "Table 1 is full. Open one of your own." in text(outcome.message)


async def test_nonexistent_seat_is_refused(stage: Stage, bo: SimulatedUser) -> None:
    await stage.lobby()
    outcome = await bo.command("table join", stage.channel, seat=7)
    assert "Pick a seat from 1 to 4." in text(outcome.message)


async def test_only_the_start_button_fills_open_seats_with_computers(
    stage: Stage, ana: SimulatedUser
) -> None:
    table = await stage.lobby(stage.people[1])
    outcome = await ana.command("table start", stage.channel, computers="none")
    assert "2 seats are open. Invite someone, or press Start" in text(outcome.message)
    assert (await stage.view(table)).status is Status.LOBBY
    await stage.forge(ana, f"42:start:{table}:1")
    assert (await stage.view(table)).status is Status.PLAYING


async def test_button_of_a_closed_table_says_that_it_has_ended(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    table = await stage.start_game(bo)
    old = button(await stage.board(table), "hand")
    outcome = await ana.command("table close", stage.channel)
    await press(ana, outcome.message, "close", "yes")
    assert (await stage.view(table)).status is Status.CLOSED
    for verb in ("sit", "level:easy", "start", "ready", "takeover", "back", "play:64", "call:31"):
        name, _, arg = verb.partition(":")
        custom_id = f"42:{name}:{table}:1" + (f":{arg}" if arg else "")
        assert (await stage.forge(bo, custom_id)).ok
        assert "Table 1 has ended." in stage.ephemeral_texts(bo)[-1], verb
    last = [m for m in bo.messages(stage.channel) if m["flags"] & 64][-1]
    assert "This table is closed." in text((await press(bo, last, "table")).message)
    assert "This table is closed." in text((await stage.forge(bo, old)).message)
    await press(bo, last, "now")
    assert len(await stage.tables.live_tables(guild_id=int(stage.sandbox.guild_id))) == 1


async def test_command_without_a_table_says_that_there_is_none(
    stage: Stage, ana: SimulatedUser
) -> None:
    commands: list[tuple[str, dict[str, str]]] = [
        ("table join", {}),
        ("table leave", {}),
        ("table start", {}),
        ("table show", {}),
        ("table move", {}),
        ("table close", {}),
        ("table rules", {}),
        ("hand", {}),
        ("last", {}),
        ("bid", {"call": "31"}),
        ("trump", {"suit": "fives"}),
        ("play", {"tile": "6-4"}),
    ]
    for name, options in commands:
        outcome = await ana.command(name, stage.channel, **options)
        assert "There's no table here." in text(outcome.message), name
    dm = ana.open_dm()
    for name, options in commands[7:]:
        outcome = await ana.command(name, dm, **options)
        assert "There's no table here." in text(outcome.message), name
    assert stage.bot.router.failed == 0


async def test_unknown_game_opens_no_table(stage: Stage, ana: SimulatedUser) -> None:
    for game in ("bridge", "42; drop table tables", ""):
        outcome = await ana.command("table open", stage.channel, game=game)
        assert "I don't know that game" in text(outcome.message), game
        outcome = await ana.command("table open", stage.channel, preset=game)
        assert "puremco" in text(outcome.message), game  # the choices
        assert await stage.tables.live_tables(guild_id=int(stage.sandbox.guild_id)) == []


async def test_typed_names_open_a_table_without_a_choice_from_the_list(
    stage: Stage, ana: SimulatedUser
) -> None:
    named = {"game": "Moon for four", "preset": "standard"}
    assert (await ana.command("table open", stage.channel, **named)).ok
    (table,) = await stage.tables.live_tables(guild_id=int(stage.sandbox.guild_id))
    assert table.game == "moon4"


async def test_only_the_host_or_a_manager_can_close_a_table(
    stage: Stage, bo: SimulatedUser, cy: SimulatedUser
) -> None:
    assert (await bo.command("table open", stage.channel)).ok
    assert (await cy.command("table join", stage.channel)).ok
    table = (await stage.tables.live_tables(channel_id=int(stage.channel)))[0].table_id
    outcome = await cy.command("table close", stage.channel)
    assert "Only the host, Bo, can do that." in text(outcome.message)
    assert (await stage.view(table)).status is Status.LOBBY
    assert (await stage.people[0].command("table close", stage.channel)).ok  # owns the server
    assert (await stage.view(table)).status is Status.CLOSED


async def test_leaving_a_game_needs_one_confirmation_and_a_computer_takes_the_seat(
    stage: Stage, bo: SimulatedUser
) -> None:
    table = await stage.start_game(bo)
    outcome = await bo.command("table leave", stage.channel)
    assert "Leave Table 1? A computer player takes your seat." in text(outcome.message)
    view = await stage.view(table)
    assert view.seat_of(int(bo.id)) is not None
    await press(bo, outcome.message, "leave", "yes")
    view = await stage.view(table)
    assert view.seat_of(int(bo.id)) is None
    assert view.status is Status.PLAYING


async def test_game_is_paused_when_the_last_person_leaves(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    table = await stage.start_game()
    await stage.in_turn(table)
    await ana.command("table leave", stage.channel)
    view = await stage.view(table)
    assert view.status is Status.PAUSED
    assert "Paused: nobody is at the table. Nothing is lost." in text(await stage.board(table))
    assert "You're in from the next hand" in text(
        (await bo.command("table join", stage.channel)).message
    )
    await stage.wait_until_quiet()
    after = await stage.view(table)
    assert after.status is not Status.PAUSED
    assert after.seq >= view.seq


async def test_player_who_joins_mid_hand_sees_no_dominoes_of_that_hand(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    table = await stage.start_game()
    await stage.in_turn(table)
    await bo.command("table join", stage.channel)
    shown = await bo.command("hand", stage.channel)
    assert "You're in from the next hand" in text(shown.message)
    for name, option in (("play", "tile"), ("bid", "call"), ("trump", "suit")):
        assert await bo.autocomplete(name, stage.channel, option, "") == []
    hint = await bo.command("hint", stage.channel)
    assert "Until then a computer plays your seat." in text(hint.message)
    seat = (await stage.view(table)).held_by(int(bo.id))
    live = await stage.live(table)
    assert seat is not None
    assert live.game.deal is not None
    words = "\n".join(stage.ephemeral_texts(bo))
    hidden = list(live.game.deal.hands[seat])
    assert not any(f"{tile.high}-{tile.low}" in words for tile in hidden)
    assert (await stage.view(table)).seat_of(int(ana.id)) is not None


async def test_player_who_cancels_leaving_has_one_panel_and_no_confirmation(
    stage: Stage, bo: SimulatedUser
) -> None:
    await stage.start_game(bo)
    panel = (await bo.command("hand", stage.channel)).message
    question = (await bo.command("table leave", stage.channel)).message
    assert panel is not None
    assert question is not None
    await press(bo, question, "hand")
    await stage.wait_until_quiet()
    shown = bo.message(question)
    assert "Your dominoes" in text(shown)
    assert bo.message(panel) is None
    await press(bo, shown, "more")
    again = (await bo.command("hand", stage.channel)).message
    assert again is not None
    await stage.wait_until_quiet()
    assert bo.message(question) is None
    await press(bo, again, "more")
    assert bo.message(again) is not None
