"""Every request to Discord passes the gate of the budget: nothing sends in another way."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

import pytest

from .modules import MODULES, imports, tree_of, within

ROOTS = ("bot", "cogs")
GATE = "bot.budget.gate"
OTHER_SESSIONS: Mapping[str, str] = {
    "bot.publisher.pictures.avatars": "avatars come from the CDN",
    "bot.cli.doctor": "one request for the token, beside those to the bot's own HEALTH_PORT",
}
"""Modules that open a session of their own, each with its reason."""
OTHER_CLIENTS = ("requests", "httpx", "urllib.request", "urllib3", "http.client")
CLIENTS = ("Client", "AutoShardedClient", "Bot", "AutoShardedBot", "Connection")


def senders() -> list[str]:
    """List the modules that could send a request."""
    return [name for name in MODULES if within(name, ROOTS)]


def called(tree: ast.AST, name: str) -> Iterator[int]:
    """Yield the lines that call something of this name, whatever it belongs to."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            function = node.func
            found = function.attr if isinstance(function, ast.Attribute) else None
            if name in (found, getattr(function, "id", None)):
                yield node.lineno


def unguarded_clients(tree: ast.AST) -> Iterator[str]:
    """Yield discord.py's clients that are built, or derived, without a trace."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            named = [ast.unparse(base) for base in node.bases]
            bases = {name.rpartition(".")[2] for name in named if name != "aiosqlite.Connection"}
            is_base = node.name in CLIENTS  # its own clients are looked at in its place
            if bases & set(CLIENTS) and not is_base and "http_trace=" not in ast.unparse(node):
                yield node.name
        elif isinstance(node, ast.Call):
            function = ast.unparse(node.func)
            if function.startswith(("discord.", "commands.")):
                is_client = function.rpartition(".")[2] in CLIENTS
                if is_client and "http_trace" not in {each.arg for each in node.keywords}:
                    yield function


def test_only_the_gate_makes_traces() -> None:
    made = {name for name in senders() if any(called(tree_of(name), "TraceConfig"))}
    assert made == {GATE}, "build the trace of a client with `guarded`"


def test_every_client_has_a_trace() -> None:
    found = {name: list(unguarded_clients(tree_of(name))) for name in senders()}
    assert {name: clients for name, clients in found.items() if clients} == {}


def test_nothing_else_speaks_to_discord() -> None:
    sessions = {name for name in senders() if any(called(tree_of(name), "ClientSession"))}
    assert sessions == set(OTHER_SESSIONS)
    others = {
        name: found
        for name in senders()
        if (found := [each for each in imports(name) if within(each, OTHER_CLIENTS)])
    }
    assert others == {}


def test_nothing_reaches_around_the_session() -> None:
    """discord.py keeps it in a private attribute; its websockets are no requests."""
    reached = [name for name in senders() if "__session" in ast.unparse(tree_of(name))]
    assert reached == []


@pytest.mark.parametrize(
    "source",
    ["discord.Client(intents=x)", "class Mine(discord.Client):\n    pass", "commands.Bot('!')"],
)
def test_planted_client_is_found(source: str) -> None:
    assert list(unguarded_clients(ast.parse(source)))
