"""Every way to answer returns a handle on the private message it created."""

from __future__ import annotations

import asyncio
import gc
import re
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

import discord
import pytest
from discord import app_commands, ui

from bot.presenter.words.spec import Message, Text
from bot.publisher.keeper.answers import Answer, AnswerLost
from bot.publisher.keeper.live_message import LiveMessage
from discord_sandbox.checks.components import walk
from discord_sandbox.client.simulated_user import ActionResult, SimulatedUser
from discord_sandbox.server import Sandbox
from discord_sandbox.state.installs import TO_SERVER, TO_USER
from tests.support.discord_at import running
from tests.support.matrix import mostly_long
from tests.support.patience import TexasSandbox, unhurried

Json = dict[str, Any]
ROOT = Path(__file__).resolve().parents[2]
EPHEMERAL = 64
SOURCES = ("public button", "private button", "DM button", "command", "form")
WAYS = ("at once", "deferred", "after an answer", "lost", "lost on the way back")
CASES = list(product(SOURCES, WAYS, (True, False), ("edit", "delete", "replace")))
PLACES = product(*map(range, (len(SOURCES), len(WAYS), 2, 3)))
SOME = [case for case, at in zip(CASES, PLACES, strict=True) if sum(at) % 3 == 0]
"""A third of the cases, with every two values of different columns together."""
CALLBACK = "POST /interactions/*/*/callback"
LATE = ("PATCH /webhooks/*/*/messages/@original", "POST /webhooks/*/*")


def says(words: str) -> Message:
    return Message(body=(Text(words),))


@dataclass
class Handler:
    """Handle the next interaction by answering in one of several ways."""

    in_place: bool = True
    way: str = "at once"
    handles: list[LiveMessage | None] = field(default_factory=list)
    interaction_id: int = 0
    lost: bool = False
    before: Callable[[], None] = lambda: None

    async def __call__(self, answer: Answer) -> None:
        self.interaction_id = answer.interaction.id
        if self.way == "deferred":
            await answer.defer()
        elif self.way == "after an answer":
            await answer.fill(says("first"), in_place=False)
        self.before()
        try:
            self.handles.append(await answer.fill(says("secret 1"), in_place=self.in_place))
        except AnswerLost:
            self.lost = True


class Bot(discord.Client):
    """A bot that answers every interaction with the test's handler."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=0.0)
        self.tree = app_commands.CommandTree(self)
        self.handler = Handler()
        self.idle = asyncio.Event()

        @self.tree.command(name="panel", description="Show a panel")
        async def panel(interaction: discord.Interaction) -> None:
            await self.handle(interaction)

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def handle(self, interaction: discord.Interaction) -> None:
        await self.handler(Answer(interaction, 0.0))
        self.idle.set()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        custom_id = str((interaction.data or {}).get("custom_id", ""))
        if custom_id == "form":
            form = ui.Modal(title="Form", custom_id="filled")
            form.add_item(ui.TextInput(label="Text", custom_id="text", required=False))
            await interaction.response.send_modal(form)
        elif custom_id:
            await self.handle(interaction)


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    async with unhurried(TexasSandbox(limits=False, installs=(TO_SERVER, TO_USER))) as place:
        yield place


@pytest.fixture
async def bot(sandbox: Sandbox) -> AsyncIterator[Bot]:
    client = Bot()
    async with running(client, sandbox):
        yield client


@pytest.fixture
def ana(sandbox: Sandbox) -> SimulatedUser:
    return sandbox.people[0]


def message_with(sandbox: Sandbox, channel: str, custom_id: str, owner: str | None = None) -> Json:
    """Post a message with a button as the bot."""
    button = {"type": 2, "style": 2, "label": "Press", "custom_id": custom_id}
    return sandbox.message_writer.create(
        sandbox.state.channel(channel),
        sandbox.state.bot_id,
        {
            "flags": (1 << 15) | (EPHEMERAL if owner else 0),
            "components": [
                {"type": 10, "content": "as it was"},
                {"type": 1, "components": [button]},
            ],
        },
        (),
        owner=owner,
    )


def source_message(sandbox: Sandbox, ana: SimulatedUser, source: str) -> Json:
    """Post the message that is clicked, or an unrelated one for a command."""
    if source == "DM button":
        return message_with(sandbox, ana.open_dm(), "press")
    if source == "private button":
        return message_with(sandbox, sandbox.channel_id, "press", owner=ana.id)
    return message_with(sandbox, sandbox.channel_id, "form" if source == "form" else "press")


async def use(sandbox: Sandbox, ana: SimulatedUser, source: str, message: Json) -> ActionResult:
    """Press the button, run the command, or submit the form as a user."""
    if source == "command":
        return await ana.command("panel", sandbox.channel_id)
    if source == "form":
        opened = await ana.click(message, "form")
        assert opened.modal is not None
        return await ana.submit(opened.modal, {"text": ""})
    return await ana.click(message, "press")


def words(message: Json | None) -> str:
    parts = walk((message or {}).get("components") or [])
    return "\n".join(part["content"] for part in parts if part["type"] == 10)


def private(sandbox: Sandbox, ana: SimulatedUser) -> list[str]:
    """List the texts that only this user sees, in the channel and in the DM."""
    found = [m for m in ana.messages(sandbox.channel_id) if m["flags"] & EPHEMERAL]
    return [words(m) for m in found + (ana.messages(ana.dm) if ana.dm else [])]


def public(sandbox: Sandbox) -> list[str]:
    """List the texts that everyone sees."""
    return [words(m) for m in sandbox.people[1].messages(sandbox.channel_id)]


@pytest.mark.parametrize(("source", "way", "in_place", "act"), mostly_long(CASES, *SOME))
async def test_handle_reaches_only_its_own_private_message(
    sandbox: Sandbox, bot: Bot, ana: SimulatedUser, source: str, way: str, in_place: bool, act: str
) -> None:
    message = source_message(sandbox, ana, source)
    is_public = source in ("public button", "form", "command")
    bot.handler = handler = Handler(in_place=in_place, way=way)
    if way.startswith("lost"):
        after = way != "lost"

        def arm() -> None:
            sandbox.add_fault(CALLBACK, reset=True, after=after, times=1 if after else 2)

        handler.before = arm
    using = asyncio.create_task(use(sandbox, ana, source, message))
    async with asyncio.timeout(20):
        await bot.idle.wait()
    if way == "lost":
        sandbox.clock.work.move(3.1)
    await using
    assert handler.lost is (way == "lost")
    if handler.lost:
        assert handler.handles == []  # the outcome is unknown, so nothing is edited later
    else:
        await _act_on(handler, act)
        turned = in_place and not is_public and way != "after an answer"
        shown = private(sandbox, ana)
        assert shown.count("secret 2") == (act != "delete")
        assert not any("secret 1" in found for found in shown)
        assert ("as it was" in shown) is (not is_public and not turned)
    assert public(sandbox) == (["as it was"] if is_public else [])
    assert not sandbox.refusals or way.startswith("lost")


@pytest.mark.parametrize("way", ["at once", "deferred"])
async def test_public_message_never_becomes_a_private_answer(
    sandbox: Sandbox, bot: Bot, ana: SimulatedUser, way: str
) -> None:
    ana.install()
    friend = sandbox.people[1]
    group = sandbox.add_group(ana, friend)
    bot.handler = Handler(in_place=True, way=way)
    assert (await ana.click(message_with(sandbox, group, "press"), "press")).ok
    async with asyncio.timeout(20):
        await bot.idle.wait()
    assert [words(message) for message in friend.messages(group)] == ["as it was"]
    assert [words(message) for message in ana.messages(group)] == ["as it was", "secret 1"]


@pytest.mark.slow
@pytest.mark.parametrize("source", ["public button", "private button", "command"])
async def test_stored_answer_does_not_reference_its_interaction(
    sandbox: Sandbox, bot: Bot, ana: SimulatedUser, source: str
) -> None:
    bot.handler = handler = Handler()
    await use(sandbox, ana, source, source_message(sandbox, ana, source))
    async with asyncio.timeout(20):
        await bot.idle.wait()
    for _ in range(100):  # loop turns in which discord.py drops its references, too
        await asyncio.sleep(0)
    gc.collect()
    held = (kept for kept in gc.get_objects() if isinstance(kept, discord.Interaction))
    assert handler.interaction_id not in {interaction.id for interaction in held}
    (live,) = handler.handles
    assert live is not None
    assert await live.edit(says("secret 2"))


def test_only_one_module_edits_an_interactions_original_response() -> None:
    found = [
        path.relative_to(ROOT).as_posix()
        for top in ("bot", "cogs")
        for path in sorted((ROOT / top).rglob("*.py"))
        if re.search(r"original_response|followup|@original", path.read_text(encoding="utf-8"))
        and not any(room in path.as_posix() for room in ("discord_sandbox", "bot/cli/live"))
    ]
    assert found == ["bot/publisher/keeper/answers.py"]


async def _act_on(handler: Handler, act: str) -> None:
    """Edit, delete or replace an answer, as the publisher does later."""
    (live,) = handler.handles
    assert live is not None
    if act == "edit":
        assert await live.edit(says("secret 2"))
    elif act == "delete":
        await live.delete(0.0)
    else:  # another handle takes over the message, as after a press on it
        newer = LiveMessage(live.message_id, live._edit, live._delete, expires=9.0)
        live.adopt_token(newer)
        assert await live.edit(says("secret 2"))
        assert live.expires == 9.0
