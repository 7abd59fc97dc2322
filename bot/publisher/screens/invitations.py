"""The messages that bring people to one table."""

from __future__ import annotations

from bot.publisher.keeper.means import Means
from bot.publisher.keeper.posted_message import PostedMessage
from bot.values.posted import EVERYBODY, PostedKind


async def remove_invitations(means: Means, table_id: str) -> None:
    """Delete the invitations in the channel of a table that has closed.

    Raises discord.py's errors if a retry may succeed.
    """
    for posted in await means.messages.posted_about(table_id, PostedKind.INVITATION):
        if posted.key.user_id == EVERYBODY:
            await PostedMessage(means, posted.key).remove()
