"""A person's acts and the bot's answers, through discord.py."""

from __future__ import annotations

from bot.sandbox import Person, Sandbox
from tests.sandbox.demo_bot import DemoBot


async def test_slash_command_is_answered_with_a_v2_message(
    sandbox: Sandbox, bot: DemoBot, ana: Person, bo: Person
) -> None:
    outcome = await ana.command("table open", sandbox.channel_id, game="42")
    assert outcome.ok
    assert outcome.type == 4
    assert bo.messages(sandbox.channel_id) == [outcome.message]
    assert outcome.message["flags"] & 32768
    assert not sandbox.refusals


async def test_button_edits_its_message_in_the_same_call(
    sandbox: Sandbox, bot: DemoBot, ana: Person, bo: Person
) -> None:
    board = (await ana.command("table open", sandbox.channel_id)).message
    outcome = await bo.click(board, "demo:press:0")
    assert outcome.type == 7
    assert outcome.message["id"] == board["id"]
    again = await ana.click(outcome.message, "demo:press:1")
    assert again.ok
    assert len(bo.messages(sandbox.channel_id)) == 1
