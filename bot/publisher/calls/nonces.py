"""Nonces: the same message is never posted twice, and two messages are never taken for one.

A request may be repeated though Discord has posted the message: the connection broke, or the
program was killed before it could save the message's id. For some minutes Discord answers a nonce
that it knows with the message that it has. It compares nonces over all messages of the bot, in
whatever channel, so a nonce names all that a message is for: its table, hand, kind, place and
reader, and the occasion. A retry or a restart repeats the occasion; whatever is to be a message of
its own is the next one.
"""

from __future__ import annotations

import base64
import hashlib
import logging
import secrets
from collections.abc import Callable, Mapping
from typing import Any

import discord

from .discord_errors import DISCORD_ERRORS, UNKNOWN_MESSAGE, failure_of

_LOG = logging.getLogger(__name__)
_BYTES = 18  # as text 24 characters; Discord takes 25
_MOST_DELETED = 3


def nonce_of(*names: object) -> str:
    """Build the nonce of the message that has these names."""
    digest = hashlib.blake2b(repr(names).encode(), digest_size=_BYTES).digest()
    return base64.urlsafe_b64encode(digest).decode()


def single_nonce() -> str:
    """Build a nonce for a message that only discord.py itself repeats."""
    return secrets.token_urlsafe(_BYTES)


async def create(
    channel: discord.abc.Messageable,
    names: tuple[object, ...],
    occasion: int,
    arguments: Callable[[], Mapping[str, Any]],
    known: int | None = None,
) -> tuple[discord.Message, int]:
    """Post a message under the nonce of these names and an occasion, or find it again.

    `arguments`: of `send`, built anew for each try, since files are read once. `known`: the id of
    the message of an earlier occasion. Where Discord answers with that one, or has deleted the
    message of this nonce, the occasion was not a new one and the next one is taken. Return the
    message and its occasion. Its channel may not be believed: discord.py names the one it sent to.
    """
    deleted = 0
    while True:
        try:
            sent = await channel.send(nonce=nonce_of(*names, occasion), **arguments())
        except DISCORD_ERRORS as error:
            deleted += 1
            if failure_of(error).code != UNKNOWN_MESSAGE or deleted == _MOST_DELETED:
                raise  # on a create, the code can only mean the nonce of a deleted message
        else:
            if sent.id != known:
                return sent, occasion
        _LOG.info("occasion %s of %s had a message before", occasion, names)
        occasion += 1
