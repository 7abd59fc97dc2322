"""Commands, callbacks and modals that Discord refuses."""

from __future__ import annotations

import aiohttp
import pytest

from discord_sandbox.server import Sandbox
from tests.sandbox.conftest import ask, call_back
from tests.sandbox.payloads import V2, Json, button, command, label, modal, option, options

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
async def test_invalid_command_is_refused(
    sandbox: Sandbox, http: aiohttp.ClientSession, name: str
) -> None:
    path = f"/applications/{sandbox.state.bot_id}/commands"
    status, body = await ask(sandbox, http, "PUT", path, BAD_COMMANDS[name])
    assert (status, body["code"]) == (400, 50035)


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
async def test_invalid_callback_is_refused(
    sandbox: Sandbox, http: aiohttp.ClientSession, name: str
) -> None:
    act, body = BAD_ANSWERS[name]
    status, told = await call_back(sandbox, http, act, body)
    assert (status, told["code"]) == (400, 50035)


async def test_valid_modal_is_accepted(sandbox: Sandbox, http: aiohttp.ClientSession) -> None:
    good = modal(label(), label({"type": 21, "custom_id": "r", "options": options(10)}))
    assert (await call_back(sandbox, http, "command", good))[0] == 204
