"""What a message is to show, and where."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.presenter.words.spec import Message
from bot.values.posted import Posted

from .live_message import Files

Retire = Callable[[Posted, Message | None], Message | None]


def _as_it_is(_old: Posted, _shown: Message | None) -> Message | None:
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What a message is to show, and where.

    `write` builds it, and builds it again, in words, where Discord refuses its picture; `render`
    makes its files, by default in the background. `channel_id`: None for the reader's DM. `part`:
    the hand or round that it shows, by default that of its key. `again`: it is to stand below newer
    messages; `may_move`: it may do so if it is buried. `silent`: whether posting it makes no sound,
    by default as `write` says. `last`: nothing will come after it. `digest` identifies what it was
    built from, if that is known without building it. `retired` builds what an earlier message
    becomes, from its entry and what it shows, if known; None leaves its content, without buttons.
    `stand_in` takes its place if it is deleted twice.
    """

    write: Callable[[], Message]
    channel_id: int | None
    guild_id: int | None = None
    part: int | None = None
    render: Callable[[Message], Awaitable[Files]] | None = None
    again: bool = False
    may_move: bool = True
    silent: bool | None = None
    last: bool = False
    digest: str | None = None
    retired: Retire = _as_it_is
    stand_in: Callable[[], Message] | None = None
