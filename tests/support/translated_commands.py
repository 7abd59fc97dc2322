"""Slash commands in all languages, translated once per process and not at each bot's start."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from discord.app_commands import Command, CommandTree, ContextMenu, Group, Translator

Json = dict[str, Any]
Translate = Callable[[Any, CommandTree[Any], Translator], Awaitable[Json]]
_TRANSLATED: dict[str, Json] = {}


def share_translated_commands(patch: pytest.MonkeyPatch) -> None:
    """Have bots share what equal commands are in other languages."""
    for kind in (Command, ContextMenu, Group):
        patch.setattr(kind, "get_translated_payload", _once(kind.get_translated_payload))


def _once(translate: Translate) -> Translate:
    async def translated(command: Any, tree: CommandTree[Any], translator: Translator) -> Json:
        in_english = json.dumps(command.to_dict(tree))
        if in_english not in _TRANSLATED:
            _TRANSLATED[in_english] = await translate(command, tree, translator)
        return _TRANSLATED[in_english]

    return translated
