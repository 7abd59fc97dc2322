"""Messages left behind are retired or deleted later, by the process that serves them."""

from __future__ import annotations

from collections.abc import AsyncIterator

import discord
import pytest

from bot.publisher.keeper.leaving import Leftovers
from bot.store import Store
from bot.values.posted import EVERYBODY, Posted, PostedKey, PostedKind, PostedState
from tests.store.databases import sqlite_store

from .place import Place, opened, says, wanted

__all__ = ["sqlite_store"]

DELETE = "DELETE /channels/*/messages/*"


@pytest.fixture
async def place(sqlite_store: Store) -> AsyncIterator[Place]:
    async with opened(sqlite_store) as found:
        yield found


def key_of(kind: PostedKind) -> PostedKey:
    return PostedKey(kind, "k3f9q2")


async def stored(place: Place, kind: PostedKind) -> list[Posted]:
    return list(await place.store.messages.posted_about("k3f9q2", kind))


def buttons(place: Place) -> list[bool]:
    """List for each message in the channel whether it has buttons."""
    return ["custom_id" in repr(message["components"]) for message in place.said]


async def test_old_message_that_must_go_is_kept_until_it_is_deleted(place: Place) -> None:
    welcome = place.message(key_of(PostedKind.WELCOME))
    await welcome.show(wanted("old", place.channel))
    await welcome.replace(wanted("new", place.channel))
    assert place.texts == ["old", "new"]
    (old,) = welcome.leaving
    leftovers = Leftovers(place.means, lambda _guild: True)
    for _ in range(3):
        await leftovers._look()
    assert place.texts == ["old", "new"]
    fault = place.sandbox.add_fault(DELETE, status=403, code=50013, times=1)
    with pytest.raises(discord.Forbidden):
        await welcome.delete_old(old)
    assert fault.hits == 1
    restart = place.message(key_of(PostedKind.WELCOME))
    await restart.restore()
    (again,) = restart.leaving
    assert again.message_id == old.message_id
    await restart.delete_old(again)
    assert place.texts == ["new"]
    assert restart.leaving == []
    assert len(await stored(place, PostedKind.WELCOME)) == 1


async def leave(place: Place, kind: PostedKind, state: PostedState, guild_id: int = 7) -> Posted:
    """Post a message that an earlier run left behind."""
    message_id = await place.means.channels.say(
        place.channel, says(f"{kind.value} of {guild_id}", button=True)
    )
    key = PostedKey(kind, "k3f9q2", guild_id, EVERYBODY)
    left = Posted(key, 1, guild_id, place.channel, message_id, state=state)
    await place.store.messages.put_posted(left)
    return left


async def test_leftovers_are_finished_once_they_were_seen_twice(place: Place) -> None:
    await leave(place, PostedKind.PING, PostedState.DELETING)
    await leave(place, PostedKind.BOARD, PostedState.RETIRING)
    await leave(place, PostedKind.EVENT, PostedState.RETIRING)
    await leave(place, PostedKind.REPORTS, PostedState.LIVE)
    leftovers = Leftovers(place.means, lambda _guild: True)
    await leftovers._look()
    assert buttons(place) == [True, True, True, True]
    late = await leave(place, PostedKind.VOTE, PostedState.DELETING)
    await leftovers._look()
    assert buttons(place) == [False, False, True, True]
    assert await place.store.messages.leaving_posted() == [late]
    (board,) = await stored(place, PostedKind.BOARD)
    assert board.state is PostedState.OVER
    assert await stored(place, PostedKind.EVENT) == []
    await leftovers._look()
    assert buttons(place) == [False, False, True]
    assert await place.store.messages.leaving_posted() == []


async def test_leftovers_of_other_processes_stay(place: Place) -> None:
    own = await leave(place, PostedKind.BOARD, PostedState.DELETING, 7)
    other = await leave(place, PostedKind.BOARD, PostedState.DELETING, 8)
    direct = await leave(place, PostedKind.HAND, PostedState.DELETING, 0)
    asked: list[int | None] = []

    def serves(guild_id: int | None) -> bool:
        asked.append(guild_id)
        return guild_id == own.guild_id

    leftovers = Leftovers(place.means, serves)
    for _ in range(3):
        await leftovers._look()
    assert {each.message_id for each in await place.store.messages.leaving_posted()} == {
        other.message_id,
        direct.message_id,
    }
    assert set(asked) == {7, 8, None}


@pytest.mark.usefixtures("restless")
@pytest.mark.parametrize(
    ("status", "code", "is_left"), [(500, 0, True), (403, 50013, False), (404, 10008, False)]
)
async def test_leftover_is_tried_again_only_if_that_may_succeed(
    place: Place, status: int, code: int, is_left: bool
) -> None:
    left = await leave(place, PostedKind.PING, PostedState.DELETING)
    place.sandbox.add_fault(DELETE, status=status, code=code, times=99)
    leftovers = Leftovers(place.means, lambda _guild: True)
    for _ in range(2):
        await leftovers._look()
    assert await place.store.messages.leaving_posted() == ([left] if is_left else [])
