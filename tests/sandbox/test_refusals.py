"""Messages that Discord refuses, with their error codes."""

from __future__ import annotations

from typing import Any

import aiohttp
import pytest

from discord_sandbox.server import Sandbox, UnservedError
from tests.sandbox.conftest import ask
from tests.sandbox.payloads import V2, Json, button, gallery, row, select, v2, words
from tests.support.patience import TexasSandbox

REFUSED: dict[str, Json] = {
    "empty": {},
    "blank": {"content": ""},
    "too long": {"content": "x" * 2_001},
    "content is a number": {"content": 5},
    "misspelt field": {"contents": "x", "content": "y"},
    "misspelt in a button": {"components": [row(button(lable="x"))]},
    "six rows": {"components": [row(button(n)) for n in range(6)]},
    "six buttons": {"components": [row(*(button(n) for n in range(6)))]},
    "empty row": {"components": [row()]},
    "same custom_id twice": {"components": [row(button(1), button(1))]},
    "no custom_id": {"components": [row({"type": 2, "style": 1, "label": "x"})]},
    "long custom_id": {"components": [row(button(custom_id="x" * 101))]},
    "custom_id on a link": {"components": [row(button(style=5, url="https://x.test"))]},
    "link without url": {"components": [row({"type": 2, "style": 5, "label": "x"})]},
    "neither label nor emoji": {"components": [row(button(label=None))]},
    "label over 80": {"components": [row(button(label="x" * 81))]},
    "unknown emoji": {"components": [row(button(emoji={"id": "1", "name": "x"}))]},
    "emoji is a word": {"components": [row(button(emoji={"id": None, "name": "six"}))]},
    "select beside button": {"components": [row(select("a"), button())]},
    "26 options": {"components": [row(select(*map(str, range(26))))]},
    "no options": {"components": [row(select())]},
    "same value twice": {"components": [row(select("a", "a"))]},
    "option label over 100": {"components": [row(select("x" * 101))]},
    "more values than options": {"components": [row(select("a", max_values=2))]},
    "two defaults": {
        "components": [
            row(select(options=[{"label": x, "value": x, "default": True} for x in "ab"]))
        ]
    },
    "text without the flag": {"components": [words(1)]},
    "flag with content": {**v2(words(1)), "content": "x"},
    "flag with embeds": {**v2(words(1)), "embeds": [{"title": "x"}]},
    "flag and nothing": {"flags": V2, "components": []},
    "text over 4,000 in sum": v2(words(2_001), words(2_000)),
    "41 components": v2(*(words(1) for _ in range(41))),
    "41 components, nested": v2({"type": 17, "components": [words(1) for _ in range(40)]}),
    "container in container": v2({"type": 17, "components": [{"type": 17, "components": []}]}),
    "empty container": v2({"type": 17, "components": []}),
    "section without accessory": v2({"type": 9, "components": [words(1)]}),
    "section with four texts": v2({"type": 9, "components": [words(1)] * 4, "accessory": button()}),
    "bare button": v2(button()),
    "missing file": v2(gallery("attachment://board.png")),
    "strange scheme": v2(gallery("file:///etc/passwd")),
    "11 pictures": v2({"type": 12, "items": [{"media": {"url": "https://x.test"}}] * 11}),
    "alt text over 1,024": v2(
        {"type": 12, "items": [{"media": {"url": "https://x.test"}, "description": "x" * 1_025}]}
    ),
    "embeds over 6,000": {"embeds": [{"description": "x" * 3_001}, {"description": "x" * 3_000}]},
    "11 embeds": {"embeds": [{"title": "x"}] * 11},
    "embed field without value": {"embeds": [{"fields": [{"name": "x"}]}]},
    "attachment without file": {"content": "x", "attachments": [{"id": 0, "filename": "x.png"}]},
    "nonce over 25": {"content": "x", "nonce": "x" * 26},
    "ephemeral in a channel": {"content": "x", "flags": 64},
    "modal input": {"components": [row({"type": 4, "custom_id": "x", "style": 1, "label": "x"})]},
    "unknown reply": {"content": "x", "message_reference": {"message_id": "1"}},
}
ACCEPTED: dict[str, Json] = {
    "2,000 characters": {"content": "x" * 2_000},
    "5 rows of 5": {
        "components": [row(*(button(5 * r + c) for c in range(5))) for r in range(5)],
        "content": "x",
    },
    "40 components": v2(*(words(1) for _ in range(40))),
    "4,000 characters": v2(words(2_000), words(2_000)),
    "25 options": {"content": "x", "components": [row(select(*map(str, range(25))))]},
    "emoji for a label": {
        "content": "x",
        "components": [row(button(label=None, emoji={"id": None, "name": "🁫"}))],
    },
    "link": {
        "content": "x",
        "components": [row({"type": 2, "style": 5, "label": "x", "url": "https://x.test"})],
    },
}


@pytest.mark.parametrize("name", REFUSED)
async def test_invalid_message_is_refused(
    sandbox: Sandbox, http: aiohttp.ClientSession, name: str
) -> None:
    path = f"/channels/{sandbox.channel_id}/messages"
    status, body = await ask(sandbox, http, "POST", path, REFUSED[name])
    empty = name in ("empty", "blank", "flag and nothing")
    assert (status, body["code"]) == (400, 50006 if empty else 50035)
    assert empty or body["errors"]
    assert sandbox.people[0].messages(sandbox.channel_id) == []
    assert [r.code for r in sandbox.refusals] == [body["code"]]


@pytest.mark.parametrize("name", ACCEPTED)
async def test_message_at_the_limit_is_accepted(
    sandbox: Sandbox, http: aiohttp.ClientSession, name: str
) -> None:
    path = f"/channels/{sandbox.channel_id}/messages"
    status, body = await ask(sandbox, http, "POST", path, ACCEPTED[name])
    assert (status, body.get("errors")) == (200, None)


async def test_components_v2_flag_cannot_be_removed_or_combined_with_content(
    sandbox: Sandbox, http: aiohttp.ClientSession
) -> None:
    path = f"/channels/{sandbox.channel_id}/messages"
    _, plain = await ask(sandbox, http, "POST", path, {"content": "x"})
    one = f"{path}/{plain['id']}"
    status, _ = await ask(sandbox, http, "PATCH", one, v2(words(1)))
    assert status == 400
    status, turned = await ask(sandbox, http, "PATCH", one, {**v2(words(1)), "content": None})
    assert (status, turned["content"]) == (200, "")
    status, _ = await ask(sandbox, http, "PATCH", one, {"content": "back", "flags": 0})
    assert status == 400
    status, kept = await ask(sandbox, http, "PATCH", one, {"components": [words(2)]})
    assert (status, kept["flags"]) == (200, V2)


@pytest.mark.parametrize(
    ("method", "path", "body", "expected"),
    [
        ("GET", "/channels/1", None, (404, 10003)),
        ("POST", "/channels/1/messages", {"content": "x"}, (404, 10003)),
        ("GET", "/channels/{channel}/messages/1", None, (404, 10008)),
        ("PATCH", "/channels/{channel}/messages/1", {"content": "x"}, (404, 10008)),
        ("DELETE", "/channels/{channel}/messages/1", None, (404, 10008)),
        ("GET", "/users/1", None, (404, 10013)),
        ("GET", "/guilds/1", None, (404, 10004)),
        ("GET", "/guilds/{guild}/members/1", None, (404, 10007)),
        ("POST", "/users/@me/channels", {"recipient_id": "1"}, (400, 50033)),
        ("POST", "/interactions/1/x/callback", {"type": 4}, (404, 10062)),
        ("POST", "/webhooks/1/x", {"content": "x"}, (401, 50027)),
        ("PUT", "/applications/1/commands", [], (404, 10002)),
        ("PATCH", "/channels/{channel}", {"name": "x"}, (403, 50013)),
        ("POST", "/channels/{channel}/threads", {"name": "x" * 101, "type": 11}, (400, 50035)),
        ("POST", "/channels/{channel}/messages", "text", (400, 50109)),
    ],
)
async def test_unknown_objects_and_missing_permissions_have_their_codes(
    sandbox: Sandbox,
    http: aiohttp.ClientSession,
    method: str,
    path: str,
    body: Any,
    expected: tuple[int, int],
) -> None:
    path = path.format(channel=sandbox.channel_id, guild=sandbox.guild_id)
    status, answer = await ask(sandbox, http, method, path, body)
    assert (status, answer["code"]) == expected


async def test_bot_cannot_edit_or_delete_messages_of_others(
    sandbox: Sandbox, http: aiohttp.ClientSession
) -> None:
    ana = sandbox.people[0]
    ana.say(sandbox.channel_id, "hello")
    message = ana.messages(sandbox.channel_id)[0]
    path = f"/channels/{sandbox.channel_id}/messages/{message['id']}"
    assert (await ask(sandbox, http, "PATCH", path, {"content": "x"}))[1]["code"] == 50005
    assert (await ask(sandbox, http, "DELETE", path))[1]["code"] == 50013


async def test_wrong_token_is_refused(sandbox: Sandbox) -> None:
    async with aiohttp.ClientSession(headers={"Authorization": "Bot x"}) as session:
        status, body = await ask(sandbox, session, "GET", "/users/@me")
    assert (status, body["code"]) == (401, 0)


async def test_unserved_route_raises_on_exit() -> None:
    sandbox = await TexasSandbox().__aenter__()
    async with aiohttp.ClientSession() as session:
        status, _ = await ask(sandbox, session, "PUT", "/channels/1/pins")
    assert status == 501
    with pytest.raises(UnservedError, match="PUT /channels/1/pins"):
        await sandbox.__aexit__(None, None, None)
