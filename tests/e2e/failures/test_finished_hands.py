"""Finished hands, results and choices are out of reach from other servers and for other users."""

from __future__ import annotations

import asyncio

import pytest

from discord_sandbox.client.simulated_user import SimulatedUser
from discord_sandbox.state.permissions import Permission
from tests.support.stage import Json, Stage, text

REFUSALS = ("can't find that hand", "There's no table here", "older version")
FORGED = (
    ("42:replay:{table}:1:9:po", None),
    ("42:replay:{table}:1", "9:po"),
    ("42:share:{table}:1:9:po", None),
    ("42:share:{table}:1", None),
    ("42:replay-hand:{table}:0", "1"),
    ("42:game-hands:-:0", "{table}/1"),
    ("42:record:{table}:1:1", None),
    ("42:proof:{table}:1:1", None),
)


@pytest.fixture
async def abroad(stage: Stage, eve: SimulatedUser) -> str:
    """A channel of another server that Eve and the bot are in."""
    guild = stage.sandbox.add_guild("Abroad", [eve])
    async with asyncio.timeout(10):
        while stage.bot.get_guild(int(guild)) is None:  # noqa: ASYNC110 - no event to await
            await asyncio.sleep(0.005)
    return stage.sandbox.add_channel("dominoes", guild)


async def press_forged(
    stage: Stage, person: SimulatedUser, custom_id: str, value: str | None, channel: str
) -> Json:
    """Press a forged component and return the ephemeral answer."""
    values = None if value is None else [value]
    outcome = await stage.forge(person, custom_id, values, channel=channel)
    assert outcome.ok
    assert outcome.message is not None
    return person.message(outcome.message) or outcome.message


async def test_finished_hand_is_hidden_in_other_servers_and_in_dms_of_nonplayers(
    stage: Stage, ana: SimulatedUser, eve: SimulatedUser, abroad: str
) -> None:
    table = await stage.start_game(*stage.people[1:4])
    await stage.play_hand(table)
    for channel in (abroad, eve.open_dm()):
        for custom_id, value in FORGED:
            chosen = None if value is None else value.format(table=table)
            said = text(
                await press_forged(stage, eve, custom_id.format(table=table), chosen, channel)
            )
            assert any(words in said for words in REFUSALS), (custom_id, said)
            assert not any(each.name in said for each in stage.people[:4]), custom_id
        assert "No finished games" in text((await eve.command("history", channel)).message)
    assert not [m for m in stage.sandbox.state.visible(abroad, None, 100) if "shares" in text(m)]
    shown = text(await press_forged(stage, eve, f"42:replay:{table}:1:9:po", None, stage.channel))
    assert "Ana" in shown
    for typed in (f"{table}/1", "table 1, hand 1"):
        own = await ana.command("replay", ana.open_dm(), hand=typed)
        assert "**You**" in text(own.message), typed
    other = await ana.command("replay", ana.open_dm(), hand="table 1, hand 2")
    assert "**You**" not in text(other.message)


async def test_profile_of_another_user_covers_this_server_and_is_empty_in_a_dm(
    stage: Stage, ana: SimulatedUser, eve: SimulatedUser, abroad: str
) -> None:
    table = await stage.start_game(*stage.people[1:4])
    await stage.play_hand(table)
    here = await eve.command("profile", stage.channel, player=ana)
    assert "1 hand " in text(here.message)
    assert "Everywhere" not in text(here.message)
    elsewhere = await eve.command("profile", abroad, player=ana)
    assert "No games yet." in text(elsewhere.message)
    in_dm = await eve.command("profile", eve.open_dm(), player=ana)
    assert "only your own profile" in text(in_dm.message)
    assert "1 hand " in text((await ana.command("profile", ana.open_dm())).message)


async def test_settings_profile_and_privacy_buttons_affect_only_the_presser(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser, eve: SimulatedUser
) -> None:
    table = await stage.start_game(bo)
    await stage.play_hand(table)
    kept = await stage.store.people.preferences(int(ana.id))
    for custom_id in (
        "42:settings:-:0:dms/off",
        "42:settings:-:0:boards/off",
        "42:profile:-:0:leave-boards",
        "42:privacy:-:0:yes",
    ):
        await press_forged(stage, eve, custom_id, None, stage.channel)
    assert await stage.store.people.preferences(int(ana.id)) == kept
    assert (await stage.view(table)).held_by(int(ana.id)) is not None
    found = await press_forged(stage, eve, "42:privacy:-:0:export", None, stage.channel)
    attached = await press_forged(
        stage, eve, "42:leaders:-:0:wins/1/all/-/all", None, eve.open_dm()
    )
    assert ana.id not in str(found)
    assert ana.id not in str(attached)


async def test_user_without_write_permission_cannot_share_in_a_channel_or_thread(
    stage: Stage, eve: SimulatedUser
) -> None:
    table = await stage.start_game(*stage.people[1:4])
    await stage.play_hand(table)
    state = stage.sandbox.state
    assert (await eve.command("table open", stage.channel, where="thread")).ok
    (thread,) = state.threads_of(stage.channel)
    for denied, refused in (
        (Permission.SEND_MESSAGES, stage.channel),
        (Permission.SEND_MESSAGES_IN_THREADS, thread["id"]),
    ):
        overwrite = {"id": eve.id, "type": 1, "allow": "0", "deny": str(int(denied))}
        state.change_channel(state.channel(stage.channel), {"permission_overwrites": [overwrite]})
        for channel in (stage.channel, thread["id"]):
            said = await press_forged(stage, eve, f"42:share:{table}:1:0:to", None, channel)
            await stage.wait_for_screens()
            told = text(eve.message(said))
            assert ("You can't send messages" in told) is (channel == refused), (denied.name, told)
