"""What Discord refuses, and with which code."""

from __future__ import annotations

import json
import random
from typing import Any

import aiohttp
import pytest

from bot.sandbox.server import Sandbox, UnservedError
from tests.sandbox.conftest import ask

V2 = 1 << 15
Json = dict[str, Any]


def row(*components: Json) -> Json:
    return {"type": 1, "components": list(components)}


def button(n: int = 0, **fields: Any) -> Json:
    return {"type": 2, "style": 1, "label": "x", "custom_id": f"b{n}", **fields}


def select(*values: str, **fields: Any) -> Json:
    options = [{"label": v, "value": v} for v in values]
    return {"type": 3, "custom_id": "s", "options": options, **fields}


def words(n: int) -> Json:
    return {"type": 10, "content": "x" * n}


def v2(*components: Json) -> Json:
    return {"flags": V2, "components": list(components)}


def gallery(url: str) -> Json:
    return {"type": 12, "items": [{"media": {"url": url}}]}


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
async def test_bad_message_is_refused(
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


async def test_version_2_cannot_be_left_nor_entered_with_old_content(
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
        ("POST", "/channels/{channel}/threads", {"name": "x", "type": 12}, (403, 50013)),
        ("POST", "/channels/{channel}/threads", {"name": "x" * 101, "type": 11}, (400, 50035)),
        ("POST", "/channels/{channel}/messages", "text", (400, 50109)),
    ],
)
async def test_unknown_things_have_their_codes(
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


async def test_others_messages_cannot_be_edited_or_deleted(
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


def command(**fields: Any) -> Json:
    return {"name": "play", "description": "Play", "type": 1, **fields}


def option(name: str = "tile", **fields: Any) -> Json:
    return {"type": 3, "name": name, "description": "x", **fields}


BAD_COMMANDS: dict[str, list[Json]] = {
    "capitals": [command(name="Play")],
    "space": [command(name="play it")],
    "no description": [{"name": "play", "type": 1}],
    "description over 100": [command(description="x" * 101)],
    "same name twice": [command(), command()],
    "26 options": [command(options=[option(f"o{n}") for n in range(26)])],
    "26 choices": [
        command(options=[option(choices=[{"name": str(n), "value": str(n)} for n in range(26)])])
    ],
    "required after optional": [command(options=[option("a"), option("b", required=True)])],
    "same option twice": [command(options=[option(), option()])],
    "autocomplete and choices": [
        command(options=[option(autocomplete=True, choices=[{"name": "a", "value": "a"}])])
    ],
    "subcommand beside option": [command(options=[option(), option("s", type=1)])],
    "too deep": [command(options=[option("a", type=2, options=[option("b", type=2, options=[])])])],
    "misspelt field": [command(autocompletes=True)],
    "unknown locale": [command(name_localizations={"tx": "spiel"})],
    "101 commands": [command(name=f"c{n}") for n in range(101)],
    "over 8,000 characters": [
        command(
            options=[
                option(
                    f"o{n}",
                    description="x" * 100,
                    choices=[{"name": f"{m}" * 25, "value": "y" * 20} for m in range(10)],
                )
                for n in range(20)
            ]
        )
    ],
}


@pytest.mark.parametrize("name", BAD_COMMANDS)
async def test_bad_command_is_refused(
    sandbox: Sandbox, http: aiohttp.ClientSession, name: str
) -> None:
    path = f"/applications/{sandbox.state.bot_id}/commands"
    status, body = await ask(sandbox, http, "PUT", path, BAD_COMMANDS[name])
    assert (status, body["code"]) == (400, 50035)


async def answer(sandbox: Sandbox, http: aiohttp.ClientSession, act: str, body: Json) -> Any:
    """Start an interaction without a bot and answer it by hand."""
    commands = f"/applications/{sandbox.state.bot_id}/commands"
    await ask(sandbox, http, "PUT", commands, [command(options=[option(autocomplete=True)])])
    made = sandbox.commands.all()[0]
    ana = sandbox.people[0]
    request = {"op": act, "channel": sandbox.channel_id, "command": made["id"], "options": []}
    sandbox.actions.handle(ana.id, {**request, "nonce": 1}, lambda _frame: None)
    interaction = list(sandbox.interactions.by_id.values())[-1]
    path = f"/interactions/{interaction.id}/{interaction.token}/callback"
    return await ask(sandbox, http, "POST", path, body)


def modal(*components: Json, **fields: Any) -> Json:
    data = {"title": "x", "custom_id": "m", "components": list(components), **fields}
    return {"type": 9, "data": data}


def label(component: Json | None = None, **fields: Any) -> Json:
    component = component or {"type": 4, "custom_id": "i", "style": 1}
    return {"type": 18, "label": "x", "component": component, **fields}


def options(n: int) -> list[Json]:
    return [{"label": str(i), "value": str(i)} for i in range(n)]


BAD_ANSWERS: dict[str, tuple[str, Json]] = {
    "26 choices": (
        "autocomplete",
        {"type": 8, "data": {"choices": [{"name": f"{n}", "value": f"{n}"} for n in range(26)]}},
    ),
    "choice over 100": (
        "autocomplete",
        {"type": 8, "data": {"choices": [{"name": "x" * 101, "value": "x"}]}},
    ),
    "message for an autocomplete": ("autocomplete", {"type": 4, "data": {"content": "x"}}),
    "choices for a command": ("command", {"type": 8, "data": {"choices": []}}),
    "update without a message": ("command", {"type": 7, "data": {"content": "x"}}),
    "deferred with version 2": ("command", {"type": 5, "data": {"flags": V2}}),
    "title over 45": ("command", modal(label(), title="x" * 46)),
    "six inputs": (
        "command",
        modal(*(label({"type": 4, "custom_id": f"{n}", "style": 1}) for n in range(6))),
    ),
    "label over 45": ("command", modal(label(label="x" * 46))),
    "input without label": ("command", modal({"type": 4, "custom_id": "x", "style": 1})),
    "one radio button": (
        "command",
        modal(label({"type": 21, "custom_id": "r", "options": options(1)})),
    ),
    "11 radio buttons": (
        "command",
        modal(label({"type": 21, "custom_id": "r", "options": options(11)})),
    ),
    "11 boxes": ("command", modal(label({"type": 22, "custom_id": "r", "options": options(11)}))),
    "button in a modal": ("command", modal(label(button()))),
    "same custom_id twice": ("command", modal(label(), label())),
}


@pytest.mark.parametrize("name", BAD_ANSWERS)
async def test_bad_answer_is_refused(
    sandbox: Sandbox, http: aiohttp.ClientSession, name: str
) -> None:
    act, body = BAD_ANSWERS[name]
    status, told = await answer(sandbox, http, act, body)
    assert (status, told["code"]) == (400, 50035)


async def test_good_modal_is_accepted(sandbox: Sandbox, http: aiohttp.ClientSession) -> None:
    good = modal(label(), label({"type": 21, "custom_id": "r", "options": options(10)}))
    assert (await answer(sandbox, http, "command", good))[0] == 204


async def test_unknown_route_fails_loudly() -> None:
    sandbox = await Sandbox().__aenter__()
    async with aiohttp.ClientSession() as session:
        status, _ = await ask(sandbox, session, "PUT", "/channels/1/pins")
    assert status == 501
    with pytest.raises(UnservedError, match="PUT /channels/1/pins"):
        await sandbox.__aexit__(None, None, None)


def mangled(body: Any, chance: random.Random) -> Any:
    """A copy with one value somewhere replaced by something that does not belong there."""
    copy = json.loads(json.dumps(body))
    places: list[tuple[Any, Any]] = []

    def visit(node: Any) -> None:
        pairs = node.items() if isinstance(node, dict) else enumerate(node)
        for key, value in pairs:
            places.append((node, key))
            if isinstance(value, dict | list):
                visit(value)

    visit(copy)
    node, key = chance.choice(places)
    node[key] = chance.choice([None, True, -1, 1.5, "x", "", [], [[]], {}, {"a": 1}, [{"type": 1}]])
    return copy


async def test_mangled_bodies_are_refused_and_break_nothing(http: aiohttp.ClientSession) -> None:
    chance = random.Random(42)
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
    async with Sandbox(limits=False) as sandbox:
        http.headers["Authorization"] = f"Bot {sandbox.token}"
        messages = f"/channels/{sandbox.channel_id}/messages"
        registry = f"/applications/{sandbox.state.bot_id}/commands"
        _, first = await ask(sandbox, http, "POST", messages, {"content": "x"})
        for _ in range(150):
            for body in (rich, plain):
                await ask(sandbox, http, "POST", messages, mangled(body, chance))
            await ask(sandbox, http, "PATCH", f"{messages}/{first['id']}", mangled(edit, chance))
            await ask(sandbox, http, "PUT", registry, mangled(commands, chance))
            await ask(sandbox, http, "POST", registry, mangled(commands[0], chance))
            await answer(sandbox, http, "command", mangled(form, chance))
            thread = {"name": "x", "type": 11, "auto_archive_duration": 60}
            path = f"/channels/{sandbox.channel_id}/threads"
            await ask(sandbox, http, "POST", path, mangled(thread, chance))
        private = {403}  # a thread whose type is null: the bot may not start one
        assert {r.status for r in sandbox.log} <= {200, 201, 204, 400, 404} | private
