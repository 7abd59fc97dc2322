"""Only the keeper creates, reads, edits or deletes messages on Discord."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

import pytest

from .modules import MODULES, tree_of, within

ROOTS = ("bot.publisher", "bot.link", "bot.app", "bot.runtime", "cogs")
KEEPER = "bot.publisher.keeper"
DISCORDS_OWN = frozenset(
    {
        "bulk_delete",
        "delete_message",
        "delete_messages",
        "delete_original_response",
        "edit_message",
        "edit_original_response",
        "fetch_message",
        "followup",
        "get_partial_message",
        "get_partial_messageable",
        "history",
        "original_response",
        "purge",
        "send_message",
        "send_modal",
    }
)
"""What only discord.py names so."""
SHARED = frozenset({"create", "delete", "edit", "fetch", "respond", "send"})
"""What discord.py and the keeper both name so: the receivers below are the keeper's."""
OF_THE_KEEPER: Mapping[str, frozenset[str]] = {
    "cogs.coach": frozenset({"shown"}),
    "bot.publisher.cleaner": frozenset({"channels", "publisher.means.channels"}),
    "bot.publisher.daily_boards": frozenset({"self._background"}),
    "bot.publisher.events": frozenset({"channels", "self._background"}),
    "bot.publisher.host_messages": frozenset({"message"}),
    "bot.publisher.pictures.rendering": frozenset({"shown"}),
    "bot.publisher.plan_messages": frozenset({"self._background"}),
    "bot.publisher.publisher": frozenset({"answered.older"}),
    "bot.publisher.refusals": frozenset({"older"}),
    "bot.publisher.screens.daily_panels": frozenset({"live", "older", "reader.direct"}),
    "bot.publisher.screens.old_cards": frozenset({"shown"}),
    "bot.publisher.screens.reader": frozenset({"older", "panel", "pushed", "self.direct"}),
    "bot.publisher.screens.readers": frozenset({"reader.panel", "self._directs"}),
    "bot.publisher.vote_messages": frozenset({"self._background"}),
    "bot.publisher.welcomes": frozenset({"self._background"}),
}
"""Receivers that are `Channels`, `LiveMessage`, `PostedMessage`, `Background` or its like."""
EXCEPTIONS: Mapping[str, tuple[frozenset[str], str]] = {
    "bot.publisher.calls.threads": (
        frozenset({"channel.get_partial_message", "thread.delete", "thread.edit"}),
        "a thread is not a message, though it may stand on one",
    ),
    "cogs.privacy": (frozenset({"own_data.delete"}), "a person's data is in the store"),
    "bot.publisher.pictures.emojis": (frozenset({"old.edit"}), "an emoji is not a message"),
}
"""Calls of discord.py outside of the keeper, each with its reason."""


def uses_in(tree: ast.AST) -> Iterator[tuple[int, str, str]]:
    """Yield the line, receiver and name of each use of one of these methods, called or passed."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in DISCORDS_OWN | SHARED:
            yield node.lineno, ast.unparse(node.value), node.attr


def offenses(name: str, tree: ast.AST) -> list[str]:
    """List the uses in a module that are neither the keeper's nor an exception."""
    keepers = OF_THE_KEEPER.get(name, frozenset())
    excepted = EXCEPTIONS.get(name, (frozenset(), ""))[0]
    found = []
    for line, receiver, method in uses_in(tree):
        of_keeper = method in SHARED and receiver in keepers
        if not of_keeper and f"{receiver}.{method}" not in excepted:
            found.append(f"{name}:{line}: {receiver}.{method}")
    return found


def outside() -> list[str]:
    """List the modules that may send only through the keeper."""
    return [name for name in MODULES if within(name, ROOTS) and not within(name, (KEEPER,))]


def test_only_the_keeper_sends_edits_and_deletes_messages() -> None:
    assert [each for name in outside() for each in offenses(name, tree_of(name))] == []


def test_every_listed_receiver_and_exception_is_used() -> None:
    for name, receivers in OF_THE_KEEPER.items():
        used = {receiver for _, receiver, method in uses_in(tree_of(name)) if method in SHARED}
        assert receivers <= used, name
    for name, (calls, _) in EXCEPTIONS.items():
        assert calls <= {f"{to}.{method}" for _, to, method in uses_in(tree_of(name))}, name


def test_discord_is_not_asked_for_messages_by_name_or_nonce_outside_of_the_keeper() -> None:
    for name in outside():
        imported = [
            alias.name
            for node in ast.walk(tree_of(name))
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        ]
        assert "create" not in imported, name
        assert "PartialMessage" not in imported, name


@pytest.mark.parametrize(
    "source",
    [
        "await channel.send('hello')",
        "await interaction.response.send_message('hello')",
        "await interaction.edit_original_response(content='hello')",
        "quietly(found.delete(), 'deleting')",
        "work = partial(message.edit, content='hello')",
        "bot.get_partial_messageable(7).get_partial_message(8)",
        "await (await channel.fetch_message(8)).fetch()",
    ],
)
def test_planted_call_is_found(source: str) -> None:
    assert offenses("cogs.planted", ast.parse(source))
