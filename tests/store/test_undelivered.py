"""Stored refusals and shared messages: told once, deleted with their person, gone in time."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.store import SqlStore
from bot.tables.ports import Conflict
from bot.values.surfaces import Redraw, SharedMessage
from bot.values.undelivered import Undelivered, UndeliveredKind

from .samples import forget

ANA = 11
BO = 12
HERE = 7
VOTE = Undelivered(UndeliveredKind.VOTE, "a", HERE, 70, ANA, "not-allowed", 50013, "8", 1, 5.0)
BOARD = Undelivered(UndeliveredKind.DAILY_BOARD, "7/71", HERE, 71, None, "locked", at=6.0)


async def test_person_is_told_of_a_refused_message_once(store: SqlStore) -> None:
    await store.save_undelivered(VOTE)
    assert await store.undelivered(VOTE.kind, VOTE.key) == VOTE
    assert set(await store.people_to_tell()) == {ANA}
    assert await store.untold(ANA) == [VOTE]
    assert await store.untold(BO) == []
    await store.mark_told_undelivered(ANA)
    assert not await store.people_to_tell()
    assert await store.undelivered(VOTE.kind, VOTE.key) == replace(VOTE, told=True)


async def test_managers_read_the_boards_of_their_server_only(store: SqlStore) -> None:
    for found in (VOTE, BOARD):
        await store.save_undelivered(found)
    await forget(store, ANA)
    assert await store.undelivered_boards(HERE) == [BOARD]
    assert await store.undelivered_boards(HERE + 1) == []
    await store.drop_undelivered_boards(HERE)
    assert await store.undelivered_boards(HERE) == []


async def test_old_refusals_and_shared_messages_are_swept(store: SqlStore) -> None:
    await store.save_undelivered(VOTE)
    await store.add_shared(SharedMessage(ANA, 70, 700, HERE, 5.0))
    for before, left in ((5.0, 0), (5.5, 1), (5.5, 0)):
        assert await store.sweep_undelivered(before, 5) == left
        assert await store.sweep_shared(before, 5) == left


async def test_deletion_queues_what_a_person_shared(store: SqlStore) -> None:
    await store.add_shared(SharedMessage(ANA, 70, 700, HERE, 5.0))
    await store.add_shared(SharedMessage(BO, 70, 701, HERE, 5.0))
    assert await store.screens_naming(ANA, 0.0) == [Redraw(70, 700)]
    await forget(store, ANA)
    assert not await store.counts(ANA)
    assert await store.counts(BO) == {"shared_messages": 1}


async def test_what_may_be_shared_once_in_a_channel_is_found_there_and_saved_once(
    store: SqlStore,
) -> None:
    first = SharedMessage(ANA, 70, 700, HERE, 5.0, "daily20261125")
    await store.add_shared(first)
    await store.add_shared(first)  # the same message, found again by its nonce
    assert await store.has_shared(ANA, 70, "daily20261125")
    for user_id, channel_id, about in ((BO, 70, first.about), (ANA, 71, first.about)):
        assert not await store.has_shared(user_id, channel_id, str(about))
    assert not await store.has_shared(ANA, 70, "daily20261126")
    with pytest.raises(Conflict):
        await store.add_shared(replace(first, message_id=701))
    for message_id in (702, 703):  # what is about nothing may be shared again and again
        await store.add_shared(SharedMessage(ANA, 70, message_id, HERE, 5.0))
