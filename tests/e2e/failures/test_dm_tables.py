"""Tables without a channel: their people play by DM alone."""

from __future__ import annotations

import asyncio

from bot.tables.model import Status
from cogs.invitations import INVITE_TO_MY_TABLE
from discord_sandbox.client.simulated_user import SimulatedUser
from tests.support.patience import PATIENCE
from tests.support.stage import Json, Stage, button, buttons, press, text

BROKE = "Something broke"


def _direct(person: SimulatedUser, table: str) -> list[Json]:
    """Return the messages of a table in a person's DM, but not the private answers."""
    found = person.messages(person.dm or "") if person.dm else []
    return [m for m in found if not m["flags"] & 64 and f":{table}:" in str(m["components"])]


async def _table_of(stage: Stage, person: SimulatedUser) -> str:
    (table,) = await stage.tables.tables_of(int(person.id))
    return table.table_id


async def _play_now(stage: Stage, ana: SimulatedUser) -> str:
    """Press Play now under the help in a DM, and return the table."""
    dm = ana.open_dm()
    shown = (await ana.command("help", dm)).message
    await press(ana, shown, "now")
    await stage.wait_until_quiet()
    return await _table_of(stage, ana)


async def test_play_now_in_a_dm_deals_a_hand_there(stage: Stage, ana: SimulatedUser) -> None:
    table = await _play_now(stage, ana)
    row = (await stage.live(table)).table
    assert (row.place, row.guild_id, row.number) == (None, None, None)
    assert (row.status, row.alone) == (Status.PLAYING, True)
    (shown,) = _direct(ana, table)
    assert "dominoes" in str(shown).lower() or buttons(shown, "play") or buttons(shown, "call")
    assert not stage.public(table)


async def test_whole_game_alone_in_a_dm_is_one_message_over_a_restart(unlit: Stage) -> None:
    ana = unlit.people[0]
    async with unlit.running():
        table = await _play_now(unlit, ana)
        (first,) = _direct(ana, table)
        for _ in range(3):
            await unlit.act_by_rule(table, int(ana.id))
            await unlit.later(2.0)
    async with unlit.running():
        await unlit.wait_until_quiet()
        while (await unlit.view(table)).winner is None:
            await unlit.play_hand(table)
            if (await unlit.view(table)).status is Status.BETWEEN:
                (shown,) = _direct(ana, table)
                await press(ana, shown, "ready")
                await unlit.wait_until_quiet()
        (shown,) = _direct(ana, table)
        assert shown["id"] == first["id"]
        assert button(shown, "rematch")
        assert not unlit.public(table)
        (past,) = await unlit.tables.archive.games_of(int(ana.id), None, None, after=0, count=5)
        assert (past.table_id, past.table_number, past.guild_id) == (table, 0, None)
        listed = text((await ana.command("history", ana.open_dm())).message)
        assert "DM table" in listed
        await press(ana, shown, "rematch")
        await unlit.wait_until_quiet()
        assert (await unlit.view(table)).status is Status.PLAYING


async def _join(stage: Stage, person: SimulatedUser, code: str, channel: str = "") -> Json:
    outcome = await person.command("join", channel or person.open_dm(), code=code)
    assert outcome.ok
    assert outcome.message is not None
    await stage.wait_until_quiet()
    return outcome.message


async def test_friends_sit_down_by_code_from_their_own_dms(
    stage: Stage, ana: SimulatedUser
) -> None:
    table, code = await stage.open_by_dm(ana)
    friends = stage.people[1:4]
    for friend in friends:
        await _join(stage, friend, code.lower())
    for person in (ana, *friends):
        (shown,) = _direct(person, table)
        assert f" {code}**" in text(shown)
        assert "Everyone at this table sees your Discord name." in text(shown)
        assert "Everyone is here." in text(shown)
    (lobby,) = _direct(ana, table)
    await press(ana, lobby, "start")
    await stage.wait_until_quiet()
    for person in (ana, *friends):
        (shown,) = _direct(person, table)
        assert "Hand 1" in text(shown)
        assert code not in str(shown)
    await stage.play_hand(table)
    for person in (ana, *friends):
        (shown,) = _direct(person, table)
        assert button(shown, "ready")
    assert not stage.public(table)


async def _until_turn_of(stage: Stage, table: str, person: SimulatedUser) -> None:
    while True:
        view = await stage.view(table)
        assert view.view is not None
        assert view.view.to_act is not None
        user_id = view.seats[view.view.to_act].user_id
        if user_id == int(person.id):
            return
        if user_id is None:
            await stage.later(2.0)
        else:
            await stage.act_by_rule(table, user_id)
        await stage.wait_until_quiet()


async def test_nudge_is_a_new_dm_in_place_of_the_old_one(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    table = await stage.start_by_dm(bo)
    await _until_turn_of(stage, table, bo)
    (before,) = _direct(bo, table)
    (untouched,) = _direct(ana, table)
    await stage.later(25.0)
    (after,) = _direct(bo, table)
    assert after["id"] != before["id"]
    assert not after["flags"] & 1 << 12
    assert [m["id"] for m in _direct(ana, table)] == [untouched["id"]]
    await stage.later(5.0)
    assert [m["id"] for m in _direct(bo, table)] == [after["id"]]


async def test_nudge_after_a_restart_sends_no_second_dm(unlit: Stage) -> None:
    _, bo = unlit.people[:2]
    async with unlit.running():
        table = await unlit.start_by_dm(bo)
        await _until_turn_of(unlit, table, bo)
        await unlit.later(25.0)
        (nudged,) = _direct(bo, table)
    async with unlit.running():
        await unlit.wait_until_quiet()
        assert [m["id"] for m in _direct(bo, table)] == [nudged["id"]]


async def test_others_at_a_dm_table_have_a_computer_play_an_absent_players_turn(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    table = await stage.start_by_dm(bo)
    await _until_turn_of(stage, table, bo)
    seq = (await stage.view(table)).seq
    await stage.later(25.0)
    (shown,) = _direct(ana, table)
    await press(ana, shown, "takeover")
    await stage.wait_until_quiet()
    assert (await stage.view(table)).seq > seq


async def test_hand_in_a_dm_brings_the_one_message_down(stage: Stage, ana: SimulatedUser) -> None:
    table = await _play_now(stage, ana)
    (before,) = _direct(ana, table)
    outcome = await ana.command("hand", ana.open_dm())
    assert "in the next message" in text(outcome.message)
    await stage.wait_until_quiet()
    (after,) = _direct(ana, table)
    assert after["id"] != before["id"]
    await stage.play_hand(table)
    assert [m["id"] for m in _direct(ana, table)] == [after["id"]]


async def test_hint_by_command_in_a_dm_is_on_the_message_below(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    table = await stage.start_by_dm()
    await _until_turn_of(stage, table, ana)
    assert (await ana.command("hint", ana.open_dm())).ok
    await stage.wait_until_quiet()
    (shown,) = _direct(ana, table)
    assert any(each.get("style") == 3 for each in buttons(shown, "call"))


async def test_member_who_joins_in_a_channel_has_a_private_panel_there_and_a_dm(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    table, code = await stage.open_by_dm(ana)
    shown = await _join(stage, bo, code, stage.channel)
    assert shown["flags"] & 64
    assert "Ana's table" in text(shown)
    (lobby,) = _direct(ana, table)
    await press(ana, lobby, "start")
    await stage.wait_until_quiet()
    assert len(_direct(bo, table)) == 1
    await _until_turn_of(stage, table, bo)
    panel = await stage.panel(bo)
    await press(bo, panel, "call", "pass")
    assert not stage.public(table)


async def test_joining_in_mid_game_seats_from_the_next_hand(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    table = await stage.start_by_dm()
    code = (await stage.live(table)).table.code or ""
    await _join(stage, bo, code)
    (shown,) = _direct(bo, table)
    assert "You're in from the next hand" in text(shown)
    await stage.play_hand(table)
    await stage.next_hand(table)
    await stage.later(30.0)
    (shown,) = _direct(bo, table)
    assert "You're in from the next hand" not in text(shown)
    assert (await stage.view(table)).seat_of(int(bo.id)) is not None


async def test_whoever_leaves_a_dm_table_reads_how_to_come_back(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    table, code = await stage.open_by_dm(ana)
    await _join(stage, bo, code)
    (lobby,) = _direct(bo, table)
    menu = (await press(bo, lobby, "menu")).message
    await press(bo, menu, "leave")
    await stage.wait_until_quiet()
    left = bo.message(lobby)
    assert "You're not at this table" in text(left)
    assert code not in str(left)
    await _join(stage, bo, code)
    (again,) = _direct(bo, table)
    assert "Ana's table" in text(again)


async def test_removed_friend_reads_that_they_are_not_at_the_table(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    table, code = await stage.open_by_dm(ana)
    await _join(stage, bo, code)
    (lobby,) = _direct(bo, table)
    seat = (await stage.view(table)).seat_of(int(bo.id))
    assert seat is not None
    await stage.tables.computers.remove(table, int(ana.id), seat)
    await stage.wait_until_quiet()
    assert "You're not at this table" in text(bo.message(lobby))


async def test_stranger_can_do_nothing_at_a_dm_table(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    table, code = await stage.open_by_dm(ana)
    for verb in ("sit", "hand", "menu", "start", "more", "rules", "table", "new-code"):
        for channel in (stage.channel, bo.open_dm()):
            outcome = await stage.forge(bo, f"42:{verb}:{table}:1", channel=channel)
            assert "There's no table here." in text(outcome.message)
            assert code not in str(outcome.message)
    assert (await stage.view(table)).held_by(int(bo.id)) is None


async def test_new_code_takes_the_place_of_the_old_one(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    table, code = await stage.open_by_dm(ana)
    (lobby,) = _direct(ana, table)
    menu = (await press(ana, lobby, "menu")).message
    assert f" {code}**" in text(menu)
    await press(ana, menu, "new-code")
    await stage.wait_until_quiet()
    newer = (await stage.live(table)).table.code
    assert newer != code
    (lobby,) = _direct(ana, table)
    assert f" {newer}**" in text(lobby)
    assert "No open table has that code." in text(await _join(stage, bo, code))
    await _join(stage, bo, newer or "")
    assert (await stage.view(table)).seat_of(int(bo.id)) is not None
    (his,) = _direct(bo, table)
    menu = (await press(bo, his, "menu")).message
    assert f" {newer}**" in text(menu)
    assert not buttons(menu, "new-code")
    forged = await stage.forge(bo, f"42:new-code:{table}:1")
    assert "Only the host, Ana, can do that." in text(forged.message)
    assert (await stage.live(table)).table.code == newer


async def test_eleventh_code_in_an_hour_is_refused_also_after_a_restart(unlit: Stage) -> None:
    ana, bo = unlit.people[:2]
    async with unlit.running():
        table, code = await unlit.open_by_dm(ana)
        wrong = "FFFFF" if code != "FFFFF" else "HHHHH"
        for _ in range(6):
            assert "No open table has that code." in text(await _join(unlit, bo, wrong))
        assert "A code is five letters" in text(await _join(unlit, bo, "hello"))
    async with unlit.running():
        for _ in range(4):
            assert "No open table has that code." in text(await _join(unlit, bo, wrong))
        refused = text(await _join(unlit, bo, code))
        assert "That's a lot of wrong codes. You can try again <t:" in refused
        assert (await unlit.view(table)).seat_of(int(bo.id)) is None
        await _join(unlit, unlit.people[2], code)  # others are not concerned
        assert (await unlit.view(table)).seat_of(int(unlit.people[2].id)) is not None
        await unlit.later(3_601.0)
        table, code = await unlit.open_by_dm(unlit.people[3])
        await _join(unlit, bo, code)
        assert (await unlit.view(table)).seat_of(int(bo.id)) is not None


async def test_right_codes_are_not_counted(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    table, code = await stage.open_by_dm(ana)
    for _ in range(12):
        assert "in the next message" in text(await _join(stage, bo, code))
    assert (await stage.view(table)).seat_of(int(bo.id)) is not None
    assert len(_direct(bo, table)) == 1


async def test_blocked_person_is_refused_even_with_the_code(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    table, code = await stage.open_by_dm(ana)
    await stage.tables.blocks.block(int(ana.id), int(bo.id))
    refused = text(await _join(stage, bo, code))
    assert refused == "You can't sit here without an invitation."
    assert (await stage.view(table)).seat_of(int(bo.id)) is None


async def test_whoever_sits_elsewhere_leaves_and_sits_down_by_code(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    table, code = await stage.open_by_dm(ana)
    other, _ = await stage.open_by_dm(bo)
    outcome = await bo.command("join", bo.open_dm(), code=code)
    assert "You still sit at a table that plays by DM." in text(outcome.message)
    await press(bo, outcome.message, "leave")
    await stage.wait_until_quiet()
    assert (await stage.view(table)).seat_of(int(bo.id)) is not None
    assert (await stage.view(other)).status is Status.CLOSED


async def test_player_with_closed_dms_is_told_and_plays_where_they_press(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    table, code = await stage.open_by_dm(ana)
    bo.dms_open = False
    await _join(stage, bo, code, stage.channel)
    (lobby,) = _direct(ana, table)
    await press(ana, lobby, "start")
    await stage.wait_until_quiet()
    assert not _direct(bo, table)
    assert any("I can't send you DMs" in each for each in stage.ephemeral_texts(bo))
    await _until_turn_of(stage, table, bo)
    panel = await stage.panel(bo)
    await press(bo, panel, "call", "pass")
    line = (await stage.view(table)).seats[(await stage.view(table)).seat_of(int(bo.id)) or 0]
    assert not line.away


async def test_commands_of_servers_say_so_in_a_dm(stage: Stage, ana: SimulatedUser) -> None:
    dm = ana.open_dm()
    for name, options in (
        ("table move", {}),
        ("table plan", {"when": "fri 8"}),
    ):
        outcome = await ana.command(name, dm, **options)
        assert "That works in a server's channel, not by DM." in text(outcome.message), name


async def test_game_in_a_dm_table_is_over_when_the_program_closes_it(
    stage: Stage, ana: SimulatedUser
) -> None:
    table, code = await stage.open_by_dm(ana)
    (lobby,) = _direct(ana, table)
    outcome = await ana.command("table close", ana.open_dm())
    assert outcome.ok
    await stage.wait_until_quiet()
    assert (await stage.view(table)).status is Status.CLOSED
    assert "This table is closed." in text(ana.message(lobby))
    assert (await stage.live(table)).table.code is None
    assert "No open table has that code." in text(await _join(stage, stage.people[1], code))


async def test_somebody_who_shares_no_server_with_the_others_plays_with_them(
    stage: Stage, ana: SimulatedUser
) -> None:
    eve = stage.people[4]
    abroad = stage.sandbox.add_guild("Abroad", [eve])
    stage.sandbox.state.guilds[stage.sandbox.guild_id].members.pop(eve.id)
    async with asyncio.timeout(PATIENCE):
        while stage.bot.get_guild(int(abroad)) is None:  # noqa: ASYNC110 - no event to await
            await asyncio.sleep(0.005)
    table, code = await stage.open_by_dm(ana)
    await _join(stage, eve, code)
    (lobby,) = _direct(ana, table)
    assert "Eve" in text(lobby)
    await press(ana, lobby, "start")
    await stage.wait_until_quiet()
    await _until_turn_of(stage, table, eve)
    (shown,) = _direct(eve, table)
    await press(eve, shown, "call", "pass")


async def test_games_of_a_dm_table_are_on_the_overall_leaderboard_and_on_no_servers(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    table = await stage.start_by_dm(*stage.people[1:4], options="target=1")
    while (await stage.view(table)).winner is None:
        await stage.play_hand(table)
        if (await stage.view(table)).status is Status.BETWEEN:
            await stage.next_hand(table)
    here = (await bo.command("leaderboard", stage.channel)).message
    assert "of 1 won" not in text(here)
    (everywhere,) = [b for b in buttons(here, "leaders") if b.get("label") == "All servers"]
    overall = (await bo.click(here or {}, everywhere["custom_id"])).message
    assert text(overall).count("of 1 won") == 4
    profile = text((await ana.command("profile", ana.open_dm())).message)
    assert "1 game played" in profile


async def test_table_of_a_server_without_a_channel_is_paused_as_the_bot_leaves(
    stage: Stage, ana: SimulatedUser
) -> None:
    view = await stage.tables.open(
        place=None,
        home_guild_id=int(stage.sandbox.guild_id),
        user_id=int(ana.id),
        name=ana.name,
        game="42",
        rules={},
    )
    table = view.table_id
    await stage.tables.computers.begin(table, int(ana.id))
    await stage.wait_until_quiet()
    assert len(_direct(ana, table)) == 1
    assert "No tables here yet." in text((await ana.command("table status", stage.channel)).message)
    await stage.tables.lose_place(int(stage.sandbox.guild_id), int(stage.channel))
    assert (await stage.view(table)).status is Status.PLAYING
    await stage.tables.lose_place(int(stage.sandbox.guild_id))
    assert (await stage.view(table)).status is Status.PAUSED
    panel = await stage.panel(ana)
    assert (await stage.view(table)).status is Status.PLAYING
    assert buttons(panel, "more")
    table_row = (await stage.live(table)).table
    assert (table_row.place, table_row.guild_id) == (None, int(stage.sandbox.guild_id))


async def test_deleted_message_of_a_dm_table_comes_back_with_hand(
    stage: Stage, ana: SimulatedUser
) -> None:
    table = await _play_now(stage, ana)
    (shown,) = _direct(ana, table)
    stage.sandbox.delete_message(shown)
    assert not _direct(ana, table)
    await ana.command("hand", ana.open_dm())
    await stage.wait_until_quiet()
    assert len(_direct(ana, table)) == 1


async def test_stale_button_of_a_dm_table_changes_nothing(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    table = await stage.start_by_dm(bo)
    await _until_turn_of(stage, table, bo)
    (before,) = _direct(bo, table)
    first, second = await asyncio.gather(
        bo.click(before, button(before, "call", "pass")),
        bo.click(before, button(before, "call", "pass")),
    )
    assert first.ok
    assert second.ok
    await stage.wait_for_screens()
    calls = (await stage.live(table)).view(None).calls
    own = (await stage.view(table)).seat_of(int(bo.id))
    assert [each.seat for each in calls].count(own or 0) == 1


IN_DMS = {
    "admin": None,
    "event": None,
    "leaderboard": None,
    "bid": {"call": "31"},
    "bid-this": {},
    "block": {},
    "claim": {},
    "daily": {},
    "exchange": {"take": "none", "give": "none"},
    "hand": {},
    "help": {},
    "hint": {},
    "history": {},
    "join": {"code": "hello"},
    "last": {},
    "play": {"tile": "6-4"},
    "privacy": {},
    "profile": {},
    "replay": {},
    "report": {"text": "The bot hung"},
    "settings": {},
    "table again": {},
    "table close": {},
    "table join": {},
    "table leave": {},
    "table move": {},
    "table open": {},
    "table pace": {"pace": "fast"},
    "table plan": {"when": "fri 8"},
    "table record": {},
    "table rules": {},
    "table show": {},
    "table start": {},
    "table status": {},
    "trump": {"suit": "fives"},
}
"""Every command with its options in the bot's DM; None for those that Discord doesn't offer there.

Those of a group stand for it where Discord doesn't offer it.
"""


async def test_every_command_works_in_a_dm_or_says_where_it_does(
    stage: Stage, ana: SimulatedUser
) -> None:
    dm = ana.open_dm()
    offered = set(ana.offered_commands(dm))
    assert offered == {name.split()[0] for name, options in IN_DMS.items() if options is not None}
    everywhere = set(ana.offered_commands(stage.channel))
    assert everywhere - offered - {INVITE_TO_MY_TABLE} <= {
        name for name, options in IN_DMS.items() if options is None
    }
    for played in (False, True):
        if played:
            await _play_now(stage, ana)
        for name, options in IN_DMS.items():
            if options is None or name == "table close":
                continue
            outcome = await ana.command(name, dm, **options)
            assert outcome.ok, name
            await stage.wait_until_quiet()
            said = text(outcome.message) if outcome.message is not None else ""
            assert "Something broke" not in said, (name, said)
            if name == "table open" and not played:
                assert (await ana.command("table close", dm)).ok


async def test_player_alone_whose_dms_are_closed_plays_where_they_press(
    stage: Stage, ana: SimulatedUser
) -> None:
    dm = ana.open_dm()
    shown = (await ana.command("help", dm)).message
    ana.dms_open = False
    await press(ana, shown, "now")
    await stage.wait_until_quiet()
    told = [m for m in ana.messages(dm) if "I can't send you DMs" in text(m)]
    assert told
    panel = (await press(ana, told[-1], "hand")).message
    assert "Lesson hand" in text(panel)


async def test_table_in_dms_is_shown_there_whatever_the_setting_of_hands_says(
    stage: Stage, ana: SimulatedUser
) -> None:
    await stage.bot.services.publisher.choices.choose(int(ana.id), dms=False)
    table = await _play_now(stage, ana)
    assert len(_direct(ana, table)) == 1
