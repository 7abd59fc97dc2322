"""Randomly corrupted request bodies: Discord refuses them, and the sandbox survives."""

from __future__ import annotations

import json
import random
from typing import Any

import aiohttp
import pytest

from tests.sandbox.conftest import ask, call_back
from tests.sandbox.payloads import (
    button,
    command,
    gallery,
    label,
    modal,
    option,
    options,
    row,
    select,
    v2,
    words,
)
from tests.support.patience import TexasSandbox


def mangle(body: Any, randomness: random.Random) -> Any:
    """Copy a body with one random value replaced by a wrong one."""
    copy = json.loads(json.dumps(body))
    places: list[tuple[Any, Any]] = []

    def visit(node: Any) -> None:
        pairs = node.items() if isinstance(node, dict) else enumerate(node)
        for key, value in pairs:
            places.append((node, key))
            if isinstance(value, dict | list):
                visit(value)

    visit(copy)
    node, key = randomness.choice(places)
    node[key] = randomness.choice(
        [None, True, -1, 1.5, "x", "", [], [[]], {}, {"a": 1}, [{"type": 1}]]
    )
    return copy


@pytest.mark.slow
async def test_mangled_bodies_are_refused_without_a_server_error(
    http: aiohttp.ClientSession,
) -> None:
    randomness = random.Random(42)
    rich = v2(
        {"type": 17, "accent_color": 5, "components": [row(button()), row(select("a", "b"))]},
        {"type": 9, "components": [words(1)], "accessory": button(1)},
        gallery("https://x.test"),
    )
    embed = {"title": "x", "footer": {"text": "x"}, "fields": [{"name": "x", "value": "y"}]}
    mentions = {"parse": ["users"], "users": ["1"]}
    plain = {
        "content": "x",
        "embeds": [embed],
        "allowed_mentions": mentions,
        "message_reference": {"message_id": "1", "fail_if_not_exists": False},
        "attachments": [],
        "nonce": "x",
        "enforce_nonce": True,
    }
    edit = {name: plain[name] for name in ("content", "embeds", "allowed_mentions", "attachments")}
    localized = {"name_localizations": {"de": "spiel"}}
    deep = option("s", type=1, options=[option(choices=[{"name": "a", "value": "a"}])])
    commands = [command(options=[deep], contexts=[0, 1], **localized), command(name="two")]
    form = modal(label(), label({"type": 21, "custom_id": "r", "options": options(3)}))
    async with TexasSandbox(limits=False) as sandbox:
        http.headers["Authorization"] = f"Bot {sandbox.token}"
        messages = f"/channels/{sandbox.channel_id}/messages"
        registry = f"/applications/{sandbox.state.bot_id}/commands"
        _, first = await ask(sandbox, http, "POST", messages, {"content": "x"})
        for _ in range(150):
            for body in (rich, plain):
                await ask(sandbox, http, "POST", messages, mangle(body, randomness))
            await ask(sandbox, http, "PATCH", f"{messages}/{first['id']}", mangle(edit, randomness))
            await ask(sandbox, http, "PUT", registry, mangle(commands, randomness))
            await ask(sandbox, http, "POST", registry, mangle(commands[0], randomness))
            await call_back(sandbox, http, "command", mangle(form, randomness))
            thread = {"name": "x", "type": 11, "auto_archive_duration": 60}
            path = f"/channels/{sandbox.channel_id}/threads"
            await ask(sandbox, http, "POST", path, mangle(thread, randomness))
        private = {403}  # a null type means a private thread, which the bot may not start
        assert {r.status for r in sandbox.log} <= {200, 201, 204, 400, 404} | private
