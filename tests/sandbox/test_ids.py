"""Ids are strings in all that the sandbox sends: JavaScript would round numbers."""

from __future__ import annotations

from typing import Any

import aiohttp
import pytest

from discord_sandbox.checks.stored_form import to_stored_form
from discord_sandbox.client.simulated_user import SimulatedUser
from discord_sandbox.server import Sandbox
from discord_sandbox.state.permissions import Permission

from .conftest import ask
from .demo_bot import DemoBot, png
from .payloads import button, label, row, select
from .sent_ids import numbers_for_ids, watch_ids

Json = dict[str, Any]


def channels_with(channel_id: int) -> Json:
    return {
        "type": 8,
        "custom_id": "c",
        "default_values": [{"id": channel_id, "type": "channel"}],
    }


def test_id_that_is_a_number_is_found_but_not_that_of_a_component() -> None:
    fine = {"id": "1", "components": [{"type": 2, "id": 7}], "value": 2**53 - 1}
    assert list(numbers_for_ids(fine)) == []
    for wrong in ({"id": 5}, {"guild_id": 5}, {"roles": [2**53]}, {"type": 2, "id": 2**53}):
        assert list(numbers_for_ids([fine, wrong]))


async def test_ids_in_components_become_strings(
    sandbox: Sandbox,
    bot: DemoBot,
    http: aiohttp.ClientSession,
    ana: SimulatedUser,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    emoji = (await bot.create_application_emoji(name="six_four", image=png())).id
    sent = watch_ids(monkeypatch)
    shown = {"id": emoji, "name": "six_four"}
    picked = select()
    picked["options"] = [{"label": "x", "value": "x", "emoji": shown}]
    rows = [
        row(button(emoji=shown)),
        row(picked),
        row(channels_with(int(sandbox.channel_id))),
    ]
    status, message = await ask(
        sandbox, http, "POST", f"/channels/{sandbox.channel_id}/messages", {"components": rows}
    )
    assert status == 200
    assert sent.wrong == set()
    assert sent.count
    (chosen,) = message["components"][2]["components"][0]["default_values"]
    assert chosen == {"id": sandbox.channel_id, "type": "channel"}
    assert message["components"][0]["components"][0]["emoji"]["id"] == str(emoji)
    assert ana.message(message) == message


def test_ids_in_a_modal_become_strings() -> None:
    (shown,) = to_stored_form([label(channels_with(2**60))], {})
    assert shown["component"]["default_values"] == [{"id": str(2**60), "type": "channel"}]


async def test_ids_in_permissions_become_strings(
    sandbox: Sandbox, http: aiohttp.ClientSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = watch_ids(monkeypatch)
    guild = sandbox.state.guilds[sandbox.guild_id]
    role = guild.roles[guild.members[sandbox.state.bot_id]["roles"][0]]
    role["permissions"] = str(int(role["permissions"]) | int(Permission.MANAGE_CHANNELS))
    own = int(sandbox.state.bot_id)
    body = {"permission_overwrites": [{"id": own, "type": 1, "allow": "1024", "deny": "0"}]}
    status, channel = await ask(sandbox, http, "PATCH", f"/channels/{sandbox.channel_id}", body)
    assert status == 200
    assert channel["permission_overwrites"][0]["id"] == str(own)
    assert sent.wrong == set()
