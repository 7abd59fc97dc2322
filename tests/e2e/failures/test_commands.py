"""Where Discord offers the commands: in the bot's servers, and some of them in its DM."""

from __future__ import annotations

from typing import Any

import orjson
import pytest

from cogs.invitations import INVITE_TO_MY_TABLE
from discord_sandbox.client.simulated_user import SimulatedUser
from discord_sandbox.client.user_actions import ImpossibleAction
from discord_sandbox.state.installs import IN_BOT_DM, IN_SERVER, TO_SERVER, TO_USER
from tests.support.openapi import objections, openapi_path
from tests.support.stage import Stage

IN_SERVERS_ALONE = {"event", "admin", "leaderboard", INVITE_TO_MY_TABLE}


@pytest.fixture
def installs() -> tuple[int, ...]:
    """Enable User Install too, as Discord's own guide suggests."""
    return (TO_SERVER, TO_USER)


def _registered(stage: Stage) -> list[dict[str, Any]]:
    """List the commands that the bot registered."""
    route = "PUT /applications/{}/commands"
    (request,) = (request for request in stage.sandbox.log if request.route == route)
    if openapi_path() is not None:
        assert objections([request]) == []
    found: list[dict[str, Any]] = orjson.loads(request.raw)
    return found


async def test_every_command_names_its_contexts_and_installations(stage: Stage) -> None:
    definitions = _registered(stage)
    assert len(definitions) > 15
    for definition in definitions:
        alone = definition["name"] in IN_SERVERS_ALONE
        assert definition["contexts"] == ([IN_SERVER] if alone else [IN_SERVER, IN_BOT_DM])
        assert definition["integration_types"] == [TO_SERVER]


async def test_no_command_is_offered_outside_the_bots_servers(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    ana.install()
    names = {definition["name"] for definition in _registered(stage)}
    elsewhere = stage.sandbox.add_guild("Elsewhere", [ana], ["chat"], with_bot=False)
    assert ana.offered_commands(stage.sandbox.state.guilds[elsewhere].channels[0]) == []
    assert ana.offered_commands(stage.sandbox.add_group(ana, bo)) == []
    assert set(ana.offered_commands(stage.channel)) == names
    assert set(ana.offered_commands(ana.open_dm())) == names - IN_SERVERS_ALONE
    with pytest.raises(ImpossibleAction):
        await ana.context(INVITE_TO_MY_TABLE, ana.open_dm(), bo)
