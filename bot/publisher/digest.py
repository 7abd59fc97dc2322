"""What a message shows, in short, so that the same thing is not sent twice."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import replace

from bot.presenter.words.ids import Verb, parse_id
from bot.presenter.words.spec import Button, Container, Message, Part, Row, Section, Text

LASTING = frozenset(
    {Verb.REVIEW, Verb.PROOF, Verb.MORE}
)  # what a finished hand has to tell stays there
COUNTDOWN = ":R>"  # the end of a time that Discord counts by itself


def digest_of(message: Message) -> str:
    """Return a short text that differs where two messages differ."""
    shown = replace(message, silent=False)  # that is heard once, and never seen
    return hashlib.blake2b(repr(shown).encode(), digest_size=12).hexdigest()


def in_the_past(message: Message) -> Message:
    """Return the message with nothing to do and nothing to wait for; what it tells stays."""
    body: list[Container | Part] = []
    for part in message.body:
        if isinstance(part, Container):
            body.append(replace(part, children=tuple(_to_read(part.children))))
        else:
            body += _to_read((part,))
    return replace(message, body=tuple(body), rows=())


def _to_read(parts: Iterable[Part]) -> Iterator[Part]:
    """Yield what some parts tell, without acts and without the lines that count down."""
    for part in parts:
        if isinstance(part, Section):
            yield Text(part.markdown)
        elif isinstance(part, Text):
            lines = [line for line in part.markdown.split("\n") if COUNTDOWN not in line]
            if lines:
                yield Text("\n".join(lines))
        elif not isinstance(part, Row):
            yield part
        elif lasting := tuple(item for item in part.items if _lasts(item)):
            yield Row(lasting)


def _lasts(item: object) -> bool:
    """Say whether a control tells of a finished hand, whatever has come after it."""
    return isinstance(item, Button) and is_lasting(item.custom_id)


def is_lasting(custom_id: str) -> bool:
    """Return whether a control with this id tells of a finished hand."""
    decoded = parse_id(custom_id)
    return decoded is not None and decoded.verb in LASTING
