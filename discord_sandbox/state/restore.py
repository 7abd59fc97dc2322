"""Restores what the sandbox saved in its last run."""

from __future__ import annotations

from typing import Any

from discord_sandbox.checks.message_flags import LOADING
from discord_sandbox.state.channel_types import DIRECT
from discord_sandbox.state.discord_state import DiscordState
from discord_sandbox.state.objects import Blob, Guild


def restore(state: DiscordState, bot: str) -> None:
    """Restore the saved state; without one, create the bot's account with this name."""
    if state.loaded("user"):
        _restore_all(state)
        state.bot_id = next(user_id for user_id, user in state.users.items() if user["bot"])
    else:
        state.bot_id = state.add_user(bot, bot=True)["id"]


def _restore_all(state: DiscordState) -> None:
    """Restore everything by age: ids are snowflakes, which sort by time."""

    def load(kind: str) -> list[tuple[str, Any]]:
        return sorted(state.loaded(kind).items(), key=lambda item: int(item[0]))

    for user_id, entry in load("user"):
        state.users[user_id] = entry["user"]
        state.locales[user_id] = entry["locale"]
        if not entry["dms_open"]:
            state.closed_dms.add(user_id)
    state.guilds = {guild_id: Guild(**guild) for guild_id, guild in load("guild")}
    state.thread_members.restore(dict(load("thread members")))
    for channel_id, channel in load("channel"):
        state.channels[channel_id] = channel
        state.messages[channel_id] = {}
        if channel["type"] == DIRECT:
            state.dms[channel["recipients"][0]["id"]] = channel_id
    for message_id, entry in load("message"):
        if entry["message"]["flags"] & LOADING:
            state.save(
                "message", message_id, None
            )  # its token is gone, so it can never be completed
            continue
        state.messages[entry["message"]["channel_id"]][message_id] = entry["message"]
        if entry["owner"] is not None:
            state.owners[message_id] = entry["owner"]
    state.emojis = dict(load("emoji"))
    files = state.loaded("file")
    for file_id, (filename, content_type) in load("file name"):
        state.blobs[file_id] = Blob(filename, content_type, files[file_id])
    newest = [*state.channels, *state.blobs, *state.emojis, *state.users]
    newest += [message_id for kept in state.messages.values() for message_id in kept]
    state.clock.continue_after(max(newest, key=int))
    state.drop_loaded("message", "file")  # frees memory
