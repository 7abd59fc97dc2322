"""Nonces make posting idempotent: a retry never posts a second message.

A retry may follow a message that Discord has posted: the connection broke, or the program was
killed before it saved the id. For some minutes Discord answers a nonce that it knows with the
existing message. Nonces are shared by all channels of the bot, so a nonce covers the whole key of
a message: its table, hand, kind, place, reader and occasion. A retry or a restart repeats the
occasion; a new message takes the next one.
"""

from __future__ import annotations

import base64
import hashlib
import logging
import secrets
from collections.abc import Callable, Mapping
from typing import Any

import discord

from bot.publisher.calls.discord_errors import DISCORD_ERRORS, UNKNOWN_MESSAGE, failure_of

_LOG = logging.getLogger(__name__)
_BYTES = 18  # as text 24 characters; Discord takes 25
_MOST_DELETED = 3


def nonce_of(*key: object) -> str:
    """Build the nonce of the message with this key."""
    digest = hashlib.blake2b(repr(key).encode(), digest_size=_BYTES).digest()
    return base64.urlsafe_b64encode(digest).decode()


def single_nonce() -> str:
    """Build a random nonce, which covers the retries of discord.py only."""
    return secrets.token_urlsafe(_BYTES)


async def create(
    channel: discord.abc.Messageable,
    key: tuple[object, ...],
    occasion: int,
    arguments: Callable[[], Mapping[str, Any]],
    known: int | None = None,
) -> tuple[discord.Message, int]:
    """Post a message under the nonce of its key and occasion, or find it again.

    `arguments` builds those of `send` for each attempt, since files are read once. `known`: the id
    of an earlier message. If Discord answers with that one, or the message of this nonce was
    deleted, the occasion is taken and the next one is tried. Return the message and its occasion.
    Do not trust its channel: discord.py fills in the one that it sent to.
    """
    deleted = 0
    while True:
        try:
            sent = await channel.send(nonce=nonce_of(*key, occasion), **arguments())
        except DISCORD_ERRORS as error:
            deleted += 1
            if failure_of(error).code != UNKNOWN_MESSAGE or deleted == _MOST_DELETED:
                raise  # on a create, the code can only mean the nonce of a deleted message
        else:
            if sent.id != known:
                return sent, occasion
        _LOG.info("occasion %s of %s is taken by an earlier message", occasion, key)
        occasion += 1
