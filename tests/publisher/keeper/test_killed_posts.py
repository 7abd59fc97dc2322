"""A process killed between two steps of a post leaves nothing doubled and nothing behind."""

from __future__ import annotations

import inspect
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any, cast

import pytest

from bot.publisher.keeper.leaving import Leftovers
from bot.publisher.keeper.posted_message import PostedMessage
from bot.publisher.keeper.wanted import Wanted
from bot.store import Store
from bot.values.posted import PostedKey, PostedKind, PostedState
from tests.store.databases import sqlite_store
from tests.support.screens import Json

from .place import Place, opened, wanted

__all__ = ["sqlite_store"]

BOARD = PostedKey(PostedKind.BOARD, "k3f9q2")
EVENT = PostedKey(PostedKind.EVENT, "ev3n7s")
PING = PostedKey(PostedKind.PING, "k3f9q2")
LIVE = PostedState.LIVE
OVER = PostedState.OVER
EVERY_STEP = (
    [("post", 1), ("put_posted", 1)],
    [("put_posted", 1), ("post", 1), ("put_posted", 2)],
    [("retire_as_it_is", 1), ("put_posted", 3)],
    [("retire_as_it_is", 1), ("drop_posted", 1)],
    [("delete", 1), ("drop_posted", 1)],
)
POST_AND_STORE, MARK_AND_POST, RETIRE_AND_SAVE, RETIRE_AND_FORGET, DELETE_AND_FORGET = EVERY_STEP


class Killed(BaseException):
    """Stands for kill -9: no code of the process runs after it."""


class Dying:
    """Passes calls on, until the process is killed before or after one of them.

    `dead`: not empty once it is killed; then nothing passes any more.
    """

    def __init__(
        self, real: object, step: str, count: int, dead: list[str], *, after: bool
    ) -> None:
        self._real = real
        self._dead = dead
        self._step = step
        self._count = count
        self._after = after

    def __getattr__(self, name: str) -> Any:
        real = getattr(self._real, name)

        async def call(*args: Any, **named: Any) -> Any:
            if self._dead:
                raise Killed
            self._count -= name == self._step
            if name != self._step or self._count > 0:
                return await real(*args, **named)
            if self._after:
                await real(*args, **named)
            self._dead.append(name)
            raise Killed

        return call if inspect.iscoroutinefunction(real) else real


@pytest.fixture
async def place(sqlite_store: Store) -> AsyncIterator[Place]:
    async with opened(sqlite_store) as found:
        yield found


def dying(place: Place, key: PostedKey, step: str, count: int, *, after: bool) -> PostedMessage:
    """Return a message of a process that is killed at a step."""
    dead = list[str]()
    channels = cast("Any", Dying(place.means.channels, step, count, dead, after=after))
    messages = cast("Any", Dying(place.store.messages, step, count, dead, after=after))
    return PostedMessage(replace(place.means, channels=channels, messages=messages), key)


async def restarted(place: Place, key: PostedKey, want: Wanted) -> PostedMessage:
    """Let a new process show what is wanted, and finish what is left."""
    message = place.message(key)
    await message.show(want)
    leftovers = Leftovers(place.means, lambda _guild: True)
    await leftovers._look()
    await leftovers._look()
    return message


async def stored(place: Place, key: PostedKey) -> list[tuple[int, PostedState]]:
    """List the messages in the store, each with its state."""
    found = await place.store.messages.posted_about(key.about, key.kind)
    return sorted((each.message_id, each.state) for each in found)


def buttons(message: Json) -> bool:
    """Return True if a message has buttons."""
    return "custom_id" in repr(message["components"])


Case = tuple[str, int, bool]


def cases(*pairs: list[tuple[str, int]]) -> list[Case]:
    """List each step twice: killed before it, and after it."""
    return [
        (step, count, after) for pair in pairs for step, count in pair for after in (False, True)
    ]


@pytest.mark.parametrize(("step", "count", "after"), cases(POST_AND_STORE))
@pytest.mark.parametrize(("key", "part"), [(BOARD, 1), (EVENT, 1), (PING, None)])
async def test_first_message_is_posted_once(
    place: Place, key: PostedKey, part: int | None, step: str, count: int, after: bool
) -> None:
    want = wanted("hand 1", place.channel, part=part)
    with pytest.raises(Killed):
        await dying(place, key, step, count, after=after).show(want)
    message = await restarted(place, key, want)
    assert place.texts == ["hand 1"]
    assert await stored(place, key) == [(message.message_id, LIVE)]


@pytest.mark.parametrize(("step", "count", "after"), cases(MARK_AND_POST, RETIRE_AND_SAVE))
async def test_board_of_a_new_hand_follows_the_result_of_the_last(
    place: Place, step: str, count: int, after: bool
) -> None:
    await place.message(BOARD).show(wanted("hand 1", place.channel, part=1, button=True))
    want = wanted("hand 2", place.channel, part=2, button=True)
    with pytest.raises(Killed):
        await dying(place, BOARD, step, count, after=after).show(want)
    message = await restarted(place, BOARD, want)
    assert place.texts == ["hand 1", "hand 2\nPress"]
    assert [buttons(each) for each in place.said] == [False, True]
    states = [state for _, state in await stored(place, BOARD)]
    assert states == [OVER, LIVE]
    assert str(message.message_id) == place.said[-1]["id"]


@pytest.mark.parametrize(("step", "count", "after"), cases(MARK_AND_POST, RETIRE_AND_FORGET))
async def test_event_that_moves_leaves_its_old_message_without_buttons(
    place: Place, step: str, count: int, after: bool
) -> None:
    other = place.sandbox.add_channel("elsewhere")
    await place.message(EVENT).show(wanted("here", place.channel, part=1, button=True))
    want = wanted("there", int(other), part=1, button=True)
    with pytest.raises(Killed):
        await dying(place, EVENT, step, count, after=after).show(want)
    message = await restarted(place, EVENT, want)
    (old,) = place.said
    (new,) = place.sandbox.state.visible(str(other), None, 100)
    assert not buttons(old)
    assert buttons(new)
    assert await stored(place, EVENT) == [(message.message_id, LIVE)]


@pytest.mark.parametrize(("step", "count", "after"), cases(MARK_AND_POST, DELETE_AND_FORGET))
@pytest.mark.parametrize(("key", "part"), [(BOARD, 1), (PING, None)])
async def test_message_that_is_posted_below_replaces_the_one_above(
    place: Place, key: PostedKey, part: int | None, step: str, count: int, after: bool
) -> None:
    await place.message(key).show(wanted("above", place.channel, part=part))
    want = wanted("below", place.channel, part=part, again=True)
    with pytest.raises(Killed):
        await dying(place, key, step, count, after=after).show(want)
    message = await restarted(place, key, replace(want, again=False))
    assert place.texts == ["below"]
    assert await stored(place, key) == [(message.message_id, LIVE)]


@pytest.mark.parametrize("after", [False, True])
async def test_removed_message_stays_away(place: Place, after: bool) -> None:
    await place.message(PING).show(wanted("your turn", place.channel))
    with pytest.raises(Killed):
        await dying(place, PING, "drop_posted", 1, after=after).remove()
    await place.message(PING).remove()
    assert place.said == []
    assert await stored(place, PING) == []


async def test_content_that_changed_while_the_process_was_dead_is_shown(place: Place) -> None:
    message = dying(place, BOARD, "put_posted", 1, after=False)
    with pytest.raises(Killed):
        await message.show(wanted("Ana bids", place.channel, part=1, button=True))
    restart = await restarted(place, BOARD, wanted("Bo won", place.channel, part=1))
    assert place.texts == ["Bo won"]
    assert str(restart.message_id) == place.said[0]["id"]
