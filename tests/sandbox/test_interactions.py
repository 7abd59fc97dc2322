"""A user's actions and the bot's answers, through discord.py."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
import pytest

from discord_sandbox.client.simulated_user import ActionResult, SimulatedUser
from discord_sandbox.client.user_actions import ImpossibleAction
from discord_sandbox.server import Sandbox
from tests.sandbox.demo_bot import Board, DemoBot, Row, picture
from tests.support.openapi import objections, require_openapi
from tests.support.patience import PATIENCE


def run_hold(ana: SimulatedUser, sandbox: Sandbox) -> asyncio.Task[ActionResult]:
    return asyncio.create_task(ana.command("hold", sandbox.channel_id))


async def test_slash_command_is_answered_with_a_v2_message(
    sandbox: Sandbox, bot: DemoBot, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    outcome = await ana.command("table open", sandbox.channel_id, game="42")
    assert outcome.ok
    assert outcome.type == 4
    assert bo.messages(sandbox.channel_id) == [outcome.message]
    assert outcome.message["flags"] & 32768
    assert outcome.message["interaction_metadata"]["user"]["id"] == ana.id
    assert not sandbox.refusals


async def test_button_edits_its_message_in_the_same_call(
    sandbox: Sandbox, bot: DemoBot, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    board = (await ana.command("table open", sandbox.channel_id)).message
    outcome = await bo.click(board, "demo:press:0")
    assert outcome.type == 7
    assert outcome.message["id"] == board["id"]
    again = await ana.click(outcome.message, "demo:press:1")
    assert again.ok
    assert len(bo.messages(sandbox.channel_id)) == 1


async def test_only_its_owner_sees_an_ephemeral_message(
    sandbox: Sandbox, bot: DemoBot, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    board = (await ana.command("table open", sandbox.channel_id)).message
    hand = (await ana.click(board, "demo:hand")).message
    assert hand["flags"] & 64
    assert ana.messages(sandbox.channel_id)[-1] == hand
    assert hand not in bo.messages(sandbox.channel_id)
    with pytest.raises(ImpossibleAction):
        await bo.click(hand, "demo:press:0")
    assert str(hand["id"]) not in {str(message.id) for message in bot.seen}


async def test_channel_routes_cannot_reach_an_ephemeral_message(
    sandbox: Sandbox, bot: DemoBot, ana: SimulatedUser
) -> None:
    board = (await ana.command("table open", sandbox.channel_id)).message
    hand = (await ana.click(board, "demo:hand")).message
    partial = bot.get_channel(int(sandbox.channel_id)).get_partial_message(int(hand["id"]))
    for act in (partial.fetch, partial.delete, lambda: partial.edit(content="x")):
        with pytest.raises(discord.NotFound) as refused:
            await act()
        assert refused.value.code == 10008


async def test_ephemeral_message_is_edited_by_click_and_by_token(
    sandbox: Sandbox, bot: DemoBot, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    act = run_hold(ana, sandbox)
    interaction = await bot.held.get()
    await interaction.response.send_message(view=Board("Mine"), ephemeral=True)
    first = (await act).message
    pressed = (await ana.click(first, "demo:press:0")).message
    assert pressed["id"] == first["id"]
    await interaction.edit_original_response(view=Board("By token", presses=5))
    assert "By token" in str(ana.message(first))
    assert bo.messages(sandbox.channel_id) == []
    await interaction.delete_original_response()
    assert ana.message(first) is None


async def test_deferred_answer_becomes_a_v2_message_and_stays_ephemeral(
    sandbox: Sandbox, bot: DemoBot, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    outcome = await ana.command("slow", sandbox.channel_id)
    assert outcome.type == 5
    assert outcome.message["flags"] & 128
    await ana.wait_for(lambda m: m["content"] == "one more, to all", timeout=PATIENCE)
    thought, mine, public = ana.messages(sandbox.channel_id)
    assert thought["flags"] == 64 | 32768
    assert mine["flags"] & 64
    assert bo.messages(sandbox.channel_id) == [public]


async def test_deferred_update_edits_the_buttons_message(
    sandbox: Sandbox, bot: DemoBot, ana: SimulatedUser
) -> None:
    board = (await ana.command("table open", sandbox.channel_id)).message
    outcome = await ana.click(board, "demo:later")
    assert outcome.type == 6
    edited = await ana.wait_for(lambda m: "Pressed 9" in str(m), timeout=PATIENCE)
    assert edited["id"] == board["id"]


async def test_select_sends_its_values(sandbox: Sandbox, bot: DemoBot, ana: SimulatedUser) -> None:
    board = (await ana.command("table open", sandbox.channel_id)).message
    assert (await ana.click(board, "demo:bid", ["31"])).message["content"] == "bid 31"
    for wrong in ([], ["99"], ["31", "32"]):
        with pytest.raises(ImpossibleAction):
            await ana.click(board, "demo:bid", wrong)


async def test_disabled_button_cannot_be_pressed(
    sandbox: Sandbox, bot: DemoBot, ana: SimulatedUser
) -> None:
    board = (await ana.command("table open", sandbox.channel_id)).message
    with pytest.raises(ImpossibleAction, match="The message has changed"):
        await ana.click(board, "demo:off")
    with pytest.raises(ImpossibleAction, match="The message has changed"):
        await ana.click(board, "demo:nothing")


async def test_modal_submits_every_kind_of_input(
    sandbox: Sandbox, bot: DemoBot, ana: SimulatedUser
) -> None:
    board = (await ana.command("table open", sandbox.channel_id)).message
    outcome = await ana.click(board, "demo:options")
    assert outcome.type == 9
    answers = {"marks": "3", "rules": ["forced"], "name": "Ours"}
    told = (await ana.submit(outcome.modal, answers)).message["content"]
    expected = {"marks": "3", "rules": ["forced"], "name": "Ours", "clock": ["none"]}
    assert told == f"options {expected}"


@pytest.mark.parametrize(
    "answers", [{"marks": "5"}, {"name": "x" * 21}, {"clock": []}, {"rules": ["forced", "forced"]}]
)
async def test_modal_refuses_invalid_answers(
    sandbox: Sandbox, bot: DemoBot, ana: SimulatedUser, answers: dict[str, Any]
) -> None:
    board = (await ana.command("table open", sandbox.channel_id)).message
    modal = (await ana.click(board, "demo:options")).modal
    with pytest.raises(ImpossibleAction):
        await ana.submit(modal, answers)


async def test_autocomplete_offers_matching_choices(
    sandbox: Sandbox, bot: DemoBot, ana: SimulatedUser
) -> None:
    choices = await ana.autocomplete("play", sandbox.channel_id, "tile", "6")
    assert [choice["value"] for choice in choices] == ["6-6", "6-5"]


async def test_invalid_command_options_are_refused(
    sandbox: Sandbox, bot: DemoBot, ana: SimulatedUser
) -> None:
    assert (await ana.command("bid", sandbox.channel_id, call=31)).ok
    for options in ({"call": 29}, {"call": "31"}, {}, {"call": 31, "other": 1}):
        with pytest.raises(ImpossibleAction):
            await ana.command("bid", sandbox.channel_id, **options)
    with pytest.raises(ImpossibleAction):
        await ana.command("table", sandbox.channel_id)
    with pytest.raises(ImpossibleAction):
        await ana.command("table open", sandbox.channel_id, game="43")


async def test_chosen_user_is_resolved(
    sandbox: Sandbox, bot: DemoBot, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    outcome = await ana.command("whois", sandbox.channel_id, who=bo)
    assert outcome.message["content"] == f"{bo.mention} is Bo"
    assert [user["id"] for user in outcome.message["mentions"]] == [bo.id]
    assert (await ana.context("Invite to my table", sandbox.channel_id, bo)).ok


async def test_command_is_offered_by_context_and_permission(
    sandbox: Sandbox, bot: DemoBot, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    assert (await ana.command("admin", sandbox.channel_id)).ok
    with pytest.raises(ImpossibleAction, match="not for you"):
        await bo.command("admin", sandbox.channel_id)
    with pytest.raises(ImpossibleAction, match="not offered"):
        await ana.command("table open", ana.open_dm())
    assert (await ana.command("bid", ana.dm, call=30)).ok


async def test_unanswered_interaction_fails_after_three_seconds(
    sandbox: Sandbox, bot: DemoBot, ana: SimulatedUser
) -> None:
    act = run_hold(ana, sandbox)
    interaction = await bot.held.get()
    sandbox.clock.move(2.9)
    assert not act.done()
    sandbox.clock.move(0.2)
    assert not (await act).ok
    with pytest.raises(discord.NotFound) as refused:
        await interaction.response.send_message("late")
    assert refused.value.code == 10062


async def test_second_answer_is_refused(sandbox: Sandbox, bot: DemoBot, ana: SimulatedUser) -> None:
    act = run_hold(ana, sandbox)
    interaction = await bot.held.get()
    await interaction.response.send_message("once")
    interaction.response._response_type = None
    with pytest.raises(discord.HTTPException) as refused:
        await interaction.response.send_message("twice")
    assert refused.value.code == 40060
    assert (await act).ok


async def test_token_expires_after_fifteen_minutes(
    sandbox: Sandbox, bot: DemoBot, ana: SimulatedUser
) -> None:
    act = run_hold(ana, sandbox)
    interaction = await bot.held.get()
    await interaction.response.send_message("first")
    await act
    sandbox.clock.move(14 * 60)
    await interaction.followup.send("still")
    sandbox.clock.move(61)
    with pytest.raises(discord.HTTPException) as refused:
        await interaction.followup.send("too late")
    assert (refused.value.status, refused.value.code) == (401, 50027)


async def test_follow_up_before_the_answer_is_refused(
    sandbox: Sandbox, bot: DemoBot, ana: SimulatedUser
) -> None:
    act = run_hold(ana, sandbox)
    interaction = await bot.held.get()
    with pytest.raises(discord.NotFound) as refused:
        await interaction.followup.send("too soon")
    assert refused.value.code == 10015
    await interaction.response.send_message("first")
    assert (await act).ok


async def test_answer_can_be_retried_after_a_refusal(
    sandbox: Sandbox, bot: DemoBot, ana: SimulatedUser
) -> None:
    act = run_hold(ana, sandbox)
    interaction = await bot.held.get()
    with pytest.raises(discord.HTTPException) as refused:
        await interaction.response.send_message("x" * 2_001)
    assert refused.value.code == 50035
    interaction.response._response_type = None
    await interaction.response.send_message("shorter")
    assert (await act).ok


async def test_token_reaches_only_its_own_messages(
    sandbox: Sandbox, bot: DemoBot, ana: SimulatedUser
) -> None:
    other = (await ana.command("bid", sandbox.channel_id, call=30)).message
    act = run_hold(ana, sandbox)
    interaction = await bot.held.get()
    await interaction.response.send_message("mine")
    await act
    with pytest.raises(discord.NotFound) as refused:
        await interaction.followup.edit_message(int(other["id"]), content="x")
    assert refused.value.code == 10008


async def test_interaction_has_the_bots_and_the_users_permissions(
    sandbox: Sandbox, bot: DemoBot, ana: SimulatedUser
) -> None:
    act = run_hold(ana, sandbox)
    interaction = await bot.held.get()
    assert interaction.app_permissions.send_messages
    assert interaction.permissions.manage_guild
    assert interaction.locale is discord.Locale.american_english
    assert interaction.filesize_limit == 10 * 1024 * 1024
    await interaction.response.send_message("x")
    await act


async def test_answer_and_edit_can_upload_files(
    sandbox: Sandbox, bot: DemoBot, ana: SimulatedUser
) -> None:
    message = (await ana.command("table picture", sandbox.channel_id)).message
    (item,) = message["components"][0]["components"][1]["items"]
    assert (item["description"], item["media"]["width"]) == ("the board", 4)
    assert message["attachments"] == []
    dropped = (await ana.click(message, "demo:press:0")).message
    assert "board.png" not in str(dropped["components"])


async def test_v1_components_work(sandbox: Sandbox, bot: DemoBot, ana: SimulatedUser) -> None:
    channel = bot.get_channel(int(sandbox.channel_id))
    sent = await channel.send("ready?", view=Row("Ready", "Rules"), file=picture())
    message = ana.messages(sandbox.channel_id)[-1]
    outcome = await ana.click(message, "demo:v1:Rules")
    assert outcome.message["content"] == "pressed Rules"
    assert outcome.message["id"] == str(sent.id)
    assert len(outcome.message["attachments"]) == 1


async def test_every_request_of_the_demo_matches_discords_openapi(
    sandbox: Sandbox, bot: DemoBot, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    require_openapi()
    board = (await ana.command("table picture", sandbox.channel_id)).message
    for custom_id in ("demo:sit", "demo:hand", "demo:later"):
        await ana.click(board, custom_id)
    modal = (await ana.click(board, "demo:options")).modal
    await ana.submit(modal, {})
    await ana.command("slow", sandbox.channel_id)
    await ana.wait_for(lambda m: m["content"] == "one more, to all", timeout=PATIENCE)
    await ana.autocomplete("play", sandbox.channel_id, "tile", "6")
    user = await bot.fetch_user(int(bo.id))
    sent = await user.send("hand", view=Row("6-6"), nonce="t:1")
    await sent.edit(content="hand 2", attachments=[picture()])
    assert len(sandbox.log) > 12
    assert objections(sandbox.log) == []
