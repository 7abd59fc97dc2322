"""Where the application can be installed, what Discord offers there, and what interactions contain.

From "Contexts" in Discord's documentation of application commands, and "Interaction Context Types"
and "Authorizing Integration Owners Object" in that of interactions.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import discord
import pytest
from discord import app_commands

from discord_sandbox.client.simulated_user import SimulatedUser
from discord_sandbox.client.user_actions import ImpossibleAction
from discord_sandbox.server import Sandbox
from discord_sandbox.state.installs import TO_SERVER, TO_USER
from tests.sandbox.conftest import ask
from tests.sandbox.demo_bot import DemoBot
from tests.support.discord_at import running
from tests.support.patience import TexasSandbox, unhurried

ATTACH = 1 << 15
EMBED = 1 << 14
MENTION = 1 << 17
EMOJIS = 1 << 18


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    """A sandbox whose application can be installed to servers and to users."""
    async with unhurried(TexasSandbox(installs=(TO_SERVER, TO_USER))) as place:
        yield place


class RecordingBot(DemoBot):
    """Records the context, owners and permissions of each interaction."""

    def __init__(self) -> None:
        super().__init__()
        self.payloads: list[Any] = []

    async def setup_hook(self) -> None:
        everywhere = app_commands.AppCommandContext(
            guild=True, dm_channel=True, private_channel=True
        )
        self.tree.allowed_contexts = everywhere
        self.tree.allowed_installs = app_commands.AppInstallationType(guild=True, user=True)
        await super().setup_hook()

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        owners = {str(k): str(v) for k, v in interaction._integration_owners.items()}
        self.payloads.append((interaction.context.to_array(), owners, interaction.app_permissions))


@pytest.fixture
async def recorder(sandbox: Sandbox) -> AsyncIterator[RecordingBot]:
    client = RecordingBot()
    async with running(client, sandbox):
        yield client


async def put(sandbox: Sandbox, http: aiohttp.ClientSession, **fields: Any) -> tuple[int, Any]:
    """Register only one command, with this definition."""
    path = f"/applications/{sandbox.state.bot_id}/commands"
    definition = {"name": "hand", "description": "x", **fields}
    return await ask(sandbox, http, "PUT", path, [definition])


def places_offered(sandbox: Sandbox, person: SimulatedUser) -> list[bool]:
    """List where a command is offered: the bot's server, another one, the DM, a group DM."""
    other = sandbox.add_guild("Elsewhere", [person], ["chat"], with_bot=False)
    group = sandbox.add_group(person, sandbox.people[3])
    places = [sandbox.channel_id, sandbox.state.guilds[other].channels[0], person.open_dm(), group]
    return [bool(person.offered_commands(place)) for place in places]


@pytest.mark.parametrize(
    ("fields", "installed", "places"),
    [
        # defaults: the supported installations and all contexts
        ({}, False, [True, False, True, False]),
        ({}, True, [True, True, True, True]),
        ({"dm_permission": False}, True, [True, True, False, False]),
        ({"integration_types": [0]}, True, [True, False, True, False]),
        ({"integration_types": [0], "contexts": [0]}, True, [True, False, False, False]),
        ({"integration_types": [0], "contexts": [0, 1, 2]}, True, [True, False, True, False]),
        ({"integration_types": [1]}, False, [False, False, False, False]),
        ({"integration_types": [1], "contexts": [2]}, True, [False, False, False, True]),
    ],
)
async def test_command_is_offered_by_installation_and_context(
    sandbox: Sandbox,
    http: aiohttp.ClientSession,
    ana: SimulatedUser,
    fields: dict[str, Any],
    installed: bool,
    places: list[bool],
) -> None:
    if installed:
        ana.install()
    assert (await put(sandbox, http, **fields))[0] == 200
    assert places_offered(sandbox, ana) == places


async def test_command_list_has_the_stored_contexts_and_installations(
    sandbox: Sandbox, http: aiohttp.ClientSession
) -> None:
    _, (plain,) = await put(sandbox, http)
    assert (plain["integration_types"], plain["contexts"]) == ([0, 1], None)
    _, (named,) = await put(sandbox, http, integration_types=[0], contexts=[0, 1])
    assert (named["integration_types"], named["contexts"]) == ([0], [0, 1])
    path = f"/applications/{sandbox.state.bot_id}/commands"
    assert await ask(sandbox, http, "GET", path) == (200, [named])


async def test_command_with_an_unsupported_installation_is_refused(
    http: aiohttp.ClientSession,
) -> None:
    async with TexasSandbox() as sandbox:
        http.headers["Authorization"] = f"Bot {sandbox.token}"
        status, refused = await put(sandbox, http, integration_types=[0, 1])
        assert (status, refused["code"]) == (400, 50035)
        with pytest.raises(ImpossibleAction):
            sandbox.people[0].install()


@pytest.mark.parametrize("fields", [{"contexts": []}, {"integration_types": []}])
async def test_empty_contexts_and_installations_are_refused(
    sandbox: Sandbox, http: aiohttp.ClientSession, fields: dict[str, Any]
) -> None:
    assert (await put(sandbox, http, **fields))[0] == 400


async def test_interaction_has_its_context_and_authorizing_owners(
    sandbox: Sandbox, recorder: RecordingBot, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    ana.install()
    other = sandbox.add_guild("Elsewhere", [ana], ["chat"], with_bot=False)
    elsewhere = sandbox.state.guilds[other].channels[0]
    group = sandbox.add_group(ana, bo)
    for place in (sandbox.channel_id, elsewhere, ana.open_dm(), group):
        assert (await ana.command("bid", place, call=30)).ok
    assert [(context, owners) for context, owners, _ in recorder.payloads] == [
        ([0], {"0": sandbox.guild_id, "1": ana.id}),
        ([0], {"1": ana.id}),
        ([1], {"0": "0", "1": ana.id}),
        ([2], {"1": ana.id}),
    ]
    private = ATTACH | EMBED | MENTION
    assert [rights.value for *_, rights in recorder.payloads[2:]] == [private | EMOJIS, private]


async def test_bot_receives_no_events_from_places_it_is_not_in(
    sandbox: Sandbox, recorder: RecordingBot, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    other = sandbox.add_guild("Elsewhere", [ana], ["chat"], with_bot=False)
    ana.say(sandbox.state.guilds[other].channels[0], "not for the bot")
    ana.say(sandbox.add_group(ana, bo), "nor this")
    said = asyncio.create_task(recorder.wait_for("message"))
    ana.say(sandbox.channel_id, "but this")
    assert (await said).channel.id == int(sandbox.channel_id)
    assert [guild.id for guild in recorder.guilds] == [int(sandbox.guild_id)]
