"""A sandbox that already has the bot's emojis."""

from __future__ import annotations

from bot.render import emoji_name
from bot.runtime.composition.foundation import all_tiles
from discord_sandbox.server import Sandbox


def with_emojis(sandbox: Sandbox) -> Sandbox:
    """Add the emojis to a sandbox that a bot uploads at its first start."""
    user = sandbox.state.users[sandbox.state.bot_id]
    for number, (tile, count) in enumerate(all_tiles()):
        emoji = {"id": str(1000 + number), "name": emoji_name(tile, count), "animated": False}
        rest = {"user": user, "require_colons": True, "managed": False, "available": True}
        sandbox.state.emojis[emoji["id"]] = {**emoji, **rest, "roles": []}
    return sandbox
