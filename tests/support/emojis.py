"""A sandbox that already has the bot's emojis."""

from __future__ import annotations

from functools import cache

from bot.presenter.words.render_context import Counted
from bot.render import emoji_name
from discord_sandbox.server import Sandbox
from texas42.library import games


@cache
def all_tiles() -> tuple[Counted, ...]:
    """List the tiles of all games, each with its count."""
    return tuple(sorted({(tile, game.tile_count(tile)) for game in games() for tile in game.tiles}))


def with_emojis(sandbox: Sandbox) -> Sandbox:
    """Add the emojis to a sandbox that a bot uploads at its first start."""
    user = sandbox.state.users[sandbox.state.bot_id]
    for number, (tile, count) in enumerate(all_tiles()):
        emoji = {"id": str(1000 + number), "name": emoji_name(tile, count), "animated": False}
        rest = {"user": user, "require_colons": True, "managed": False, "available": True}
        sandbox.state.emojis[emoji["id"]] = {**emoji, **rest, "roles": []}
    return sandbox
