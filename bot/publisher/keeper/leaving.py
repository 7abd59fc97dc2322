"""Messages whose place a newer one has taken: they are retired or deleted.

Each is marked in the transaction that saves the newer one. So whatever is not done at once, because
Discord failed or the program was killed, is done later.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace

from bot.presenter.words.spec import Message
from bot.publisher.calls.discord_errors import DISCORD_ERRORS, failure_of
from bot.runtime.loops import SENDING_GRACE_SECONDS, Loop
from bot.store.errors import StoreFailure
from bot.values.posted import Posted, PostedState

from .means import Means
from .policies import POLICIES

_LOG = logging.getLogger(__name__)
LOOK_SECONDS = 60.0
"""How often to look for messages that could not be retired or deleted at once."""


async def finish(means: Means, old: Posted, message: Message | None = None) -> Posted | None:
    """Retire or delete a message; return its entry if that lasts.

    `message`: what it becomes; None leaves its content, without buttons. A failure is only logged:
    if it may succeed later, the entry stays as it is.
    """
    try:
        await _send(means, old, message)
    except DISCORD_ERRORS as error:
        failure = failure_of(error)
        _LOG.info("%s a message failed: %s", old.state.value, failure)
        if failure.is_temporary:
            return None
    if old.state is PostedState.RETIRING and POLICIES[old.key.kind].lasts:
        over = replace(old, state=PostedState.OVER)
        await means.messages.put_posted(over)
        return over
    await means.messages.drop_posted(old)
    return None


async def _send(means: Means, old: Posted, message: Message | None) -> None:
    if old.state is PostedState.DELETING:
        await means.channels.delete(old.channel_id, old.message_id)
    elif message is None:
        await means.channels.retire_as_it_is(old.channel_id, old.message_id)
    else:
        files = await means.pictures.of(message)
        await means.channels.edit(old.channel_id, old.message_id, message, files)


class Leftovers:
    """Retires and deletes what was left behind. `serves`: whether this process serves a server."""

    def __init__(self, means: Means, serves: Callable[[int | None], bool]) -> None:
        self._means = means
        self._serves = serves
        self._seen: frozenset[Posted] = frozenset()  # at the last look: others may be under way
        self.loop = Loop(
            "messages left behind",
            self._look,
            means.clock,
            grace=SENDING_GRACE_SECONDS,
            expected=(StoreFailure,),
        )

    def start(self) -> None:
        """Start working in the background, first on what an earlier run left."""
        self.loop.start()

    async def stop(self) -> None:
        """Stop; the next start resumes."""
        await self.loop.stop()

    async def _look(self) -> float:
        found = await self._means.messages.leaving_posted()
        mine = frozenset(
            old
            for old in found
            if self._serves(old.guild_id or None) and not POLICIES[old.key.kind].insists
        )
        for old in sorted(mine & self._seen, key=lambda each: each.message_id):
            await finish(self._means, old)
        self._seen = mine
        return LOOK_SECONDS
