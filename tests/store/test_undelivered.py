"""Stored refusals and shared messages: told once, deleted with their person, gone in time."""

from __future__ import annotations

from dataclasses import replace

from bot.store import Store
from bot.values.posted import Posted, PostedKey, PostedKind
from bot.values.redraw import Redraw
from bot.values.undelivered import Undelivered, UndeliveredKind

from .samples import forget

ANA = 11
BO = 12
HERE = 7
VOTE = Undelivered(UndeliveredKind.VOTE, "a", HERE, 70, ANA, "not-allowed", 50013, "8", 1, 5.0)
BOARD = Undelivered(UndeliveredKind.DAILY_BOARD, "7/71", HERE, 71, None, "locked", at=6.0)


async def test_person_is_told_of_a_refused_message_once(store: Store) -> None:
    await store.undelivered.save_undelivered(VOTE)
    assert await store.undelivered.find_undelivered(VOTE.kind, VOTE.key) == VOTE
    assert set(await store.undelivered.people_to_tell()) == {ANA}
    assert await store.undelivered.untold(ANA) == [VOTE]
    assert await store.undelivered.untold(BO) == []
    await store.undelivered.mark_told_undelivered(ANA)
    assert not await store.undelivered.people_to_tell()
    assert await store.undelivered.find_undelivered(VOTE.kind, VOTE.key) == replace(VOTE, told=True)


async def test_managers_read_the_boards_of_their_server_only(store: Store) -> None:
    for found in (VOTE, BOARD):
        await store.undelivered.save_undelivered(found)
    await forget(store, ANA)
    assert await store.undelivered.undelivered_boards(HERE) == [BOARD]
    assert await store.undelivered.undelivered_boards(HERE + 1) == []
    await store.undelivered.drop_undelivered_boards(HERE)
    assert await store.undelivered.undelivered_boards(HERE) == []


async def test_old_refusals_and_shared_messages_are_swept(store: Store) -> None:
    await store.undelivered.save_undelivered(VOTE)
    await store.messages.put_posted(shared(ANA))
    for before, left in ((5.0, 0), (5.5, 1), (5.5, 0)):
        assert await store.retention.sweep_undelivered(before, 5) == left
        assert await store.retention.sweep_shared(before, 5) == left


async def test_deletion_queues_what_a_person_shared(store: Store) -> None:
    await store.messages.put_posted(shared(ANA))
    await store.messages.put_posted(replace(shared(BO), message_id=701))
    assert await store.own_data.screens_naming(ANA, 0.0) == [Redraw(70, 700)]
    await forget(store, ANA)
    assert not await store.own_data.counts(ANA)
    assert await store.own_data.counts(BO) == {"posted": 1}


async def test_what_a_person_shared_in_a_channel_is_found_there_only(store: Store) -> None:
    first = shared(ANA, "daily20261125")
    await store.messages.put_posted(first)
    assert await store.messages.posted_under(first.key) == [first]
    for other in (
        replace(first.key, about="daily20261126"),
        replace(first.key, part=71),
        replace(first.key, user_id=BO),
    ):
        assert await store.messages.posted_under(other) == []
    assert await store.messages.posted_under(replace(first.key, part=71), every_part=True) == [
        first
    ]
    await store.messages.drop_posted(first)
    assert await store.messages.posted_under(first.key) == []


def shared(user_id: int, about: str = "") -> Posted:
    """Build a message that a person shared."""
    return Posted(PostedKey(PostedKind.SHARED, about, 70, user_id), 1, HERE, 70, 700, at=5.0)
