"""What a message shows, in short, so that the same thing is not sent twice."""

from __future__ import annotations

import hashlib
from dataclasses import replace

from bot.presenter import Container, Message, Row, Section, Text


def digest_of(message: Message) -> str:
    """Return a short text that differs where two messages differ."""
    return hashlib.blake2b(repr(message).encode(), digest_size=12).hexdigest()


def without_controls(message: Message) -> Message:
    """Return the message with nothing left to press."""

    def kept(part: object) -> object:
        return Text(part.markdown) if isinstance(part, Section) else part

    body = tuple(
        replace(part, children=tuple(kept(c) for c in part.children if not isinstance(c, Row)))  # type: ignore[arg-type]
        if isinstance(part, Container)
        else kept(part)
        for part in message.body
        if not isinstance(part, Row)
    )
    return replace(message, body=body, rows=())  # type: ignore[arg-type]
