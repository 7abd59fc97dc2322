"""Where the application is installed, and so where Discord offers its commands.

From "Contexts" in Discord's documentation of application commands, and "Interaction Context Types"
and "Authorizing Integration Owners Object" in that of interactions.
"""

from __future__ import annotations

from discord_sandbox.checks.refusal import Json
from discord_sandbox.state.channel_types import DIRECT
from discord_sandbox.state.discord_state import DiscordState

TO_SERVER = 0
TO_USER = 1
IN_SERVER = 0
IN_BOT_DM = 1
IN_PRIVATE_CHANNEL = 2


def context_of(channel: Json) -> int:
    """Return the interaction context type of a channel."""
    if "guild_id" in channel:
        return IN_SERVER
    return IN_BOT_DM if channel["type"] == DIRECT else IN_PRIVATE_CHANNEL


def authorizing_owners(
    state: DiscordState, channel: Json, user_id: str, command: Json | None = None
) -> dict[str, str]:
    """Return the `authorizing_integration_owners` of an interaction in a channel.

    Empty if no installation allows it. `command` is the one used, if any.
    """
    found = {}
    context = context_of(channel)
    if context == IN_SERVER and state.bot_id in state.guilds[channel["guild_id"]].members:
        found[str(TO_SERVER)] = channel["guild_id"]
    elif context == IN_BOT_DM and any(user_id in g.members for g in state.bot_guilds()):
        found[str(TO_SERVER)] = "0"
    if user_id in state.user_installs:
        found[str(TO_USER)] = user_id
    if command is None:
        return found
    if "guild_id" in command:  # a server's own command has no contexts and no installations
        return found if command["guild_id"] == channel.get("guild_id") else {}
    if context not in _contexts(command):
        return {}
    return {kind: who for kind, who in found.items() if int(kind) in command["integration_types"]}


def _contexts(command: Json) -> list[int]:
    """Return the contexts of a command; all of them if it names none."""
    contexts: list[int] | None = command["contexts"]
    if contexts is not None:
        return contexts
    everywhere = [IN_SERVER, IN_BOT_DM, IN_PRIVATE_CHANNEL]
    return everywhere if command["dm_permission"] else [IN_SERVER]
