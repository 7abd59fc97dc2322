"""Posted messages: one row each, by what they are about, their part, reader and occasion."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest
from sqlalchemy import select

from bot.store import Store
from bot.store.sent.posted import forget_all, posted_from
from bot.store.sent.schema_posted import posted
from bot.values.posted import NO_MESSAGE, Posted, PostedKey, PostedKind, PostedState

from .samples import GUILD, forget

TABLE = "k3f9q2"
ANA = 11
BO = 12
BIG = 2**62
BOARD = Posted(PostedKey(PostedKind.BOARD, TABLE, 1), 1, GUILD, BIG, BIG + 1, "abc", at=2.5)
HAND = Posted(PostedKey(PostedKind.HAND, TABLE, 1, ANA), 1, 0, 8, 9, "def", at=3.5)
PING = Posted(PostedKey(PostedKind.PING, TABLE), 1, GUILD, BIG, 10, "")


def part(posted: Posted, number: int) -> Posted:
    """Return a message of another part, with its own id."""
    key = replace(posted.key, part=number)
    return replace(posted, key=key, message_id=posted.message_id + number)


def again(posted: Posted, occasion: int) -> Posted:
    """Return a message of another occasion, with its own id."""
    return replace(posted, occasion=occasion, message_id=posted.message_id + occasion)


async def save(store: Store, *messages: Posted) -> None:
    for each in messages:
        await store.messages.put_posted(each)


async def states(store: Store, about: str = TABLE) -> dict[int, PostedState]:
    """Return the states of the messages about something, by their ids."""
    found = await store.messages.posted_about(about, *PostedKind)
    return {each.message_id: each.state for each in found}


async def test_messages_are_listed_by_part_kind_reader_and_occasion(store: Store) -> None:
    of_bo = replace(HAND, key=replace(HAND.key, user_id=BO), state=PostedState.DELETING)
    ordered = [PING, BOARD, HAND, again(HAND, 2), of_bo, part(BOARD, 2), part(HAND, 2)]
    elsewhere = replace(BOARD, key=replace(BOARD.key, about="other1"))
    await save(store, *reversed(ordered), elsewhere)
    assert await store.messages.posted_about(TABLE, *PostedKind) == ordered
    boards = [BOARD, part(BOARD, 2)]
    assert await store.messages.posted_about(TABLE, PostedKind.BOARD) == boards
    assert await store.messages.posted_about(TABLE, PostedKind.EVENT) == []


async def test_message_of_the_same_key_and_occasion_is_replaced(store: Store) -> None:
    changed = replace(
        BOARD, channel_id=5, message_id=6, digest="new", state=PostedState.RETIRING, at=9.5
    )
    await save(store, BOARD, changed)
    assert await store.messages.posted_about(TABLE, *PostedKind) == [changed]


async def test_newer_message_retires_the_live_ones_in_whose_place_it_stands(
    store: Store,
) -> None:
    of_bo = replace(HAND, key=replace(HAND.key, user_id=BO), message_id=20)
    over = replace(part(HAND, 40), state=PostedState.OVER)
    await save(store, BOARD, HAND, of_bo, over, part(HAND, 2), again(part(HAND, 3), 1))
    newest = again(part(HAND, 3), 2)
    await store.messages.put_posted(newest, older=PostedState.DELETING)
    assert await states(store) == {
        BOARD.message_id: PostedState.LIVE,
        of_bo.message_id: PostedState.LIVE,
        over.message_id: PostedState.OVER,
        HAND.message_id: PostedState.DELETING,
        part(HAND, 2).message_id: PostedState.DELETING,
        again(part(HAND, 3), 1).message_id: PostedState.DELETING,
        newest.message_id: PostedState.LIVE,
    }


async def test_message_that_is_gone_is_not_retired(store: Store) -> None:
    await save(store, HAND)
    await store.messages.drop_posted(HAND)
    await store.messages.put_posted(part(HAND, 2), older=PostedState.DELETING)
    assert await store.messages.leaving_posted() == []


@pytest.mark.parametrize(
    "kind", [PostedKind.WELCOME, PostedKind.DAY_BOARD, PostedKind.WEEK_BOARD, PostedKind.SHARED]
)
async def test_newer_message_of_a_place_leaves_those_of_other_places(
    store: Store, kind: PostedKind
) -> None:
    here = Posted(PostedKey(kind, "", GUILD), 1, GUILD, 5, 50)
    there = Posted(PostedKey(kind, "", GUILD + 1), 1, GUILD + 1, 6, 60)
    await save(store, here, there)
    await store.messages.put_posted(again(here, 2), older=PostedState.DELETING)
    assert await states(store, "") == {
        50: PostedState.DELETING,
        52: PostedState.LIVE,
        60: PostedState.LIVE,
    }


async def test_messages_to_retire_or_delete_are_listed_until_they_are_gone(
    store: Store,
) -> None:
    retiring = replace(BOARD, state=PostedState.RETIRING)
    deleting = replace(HAND, state=PostedState.DELETING)
    await save(store, deleting, retiring, PING, replace(part(BOARD, 2), state=PostedState.OVER))
    assert await store.messages.leaving_posted() == [retiring, deleting]
    await store.messages.drop_posted(deleting)
    await store.messages.put_posted(replace(retiring, state=PostedState.OVER))
    assert await store.messages.leaving_posted() == []


async def test_occasions_are_counted_beyond_the_messages_that_are_gone(store: Store) -> None:
    assert await store.messages.last_occasion(BOARD.key) == 0
    await save(store, BOARD, again(BOARD, 3))
    assert await store.messages.last_occasion(BOARD.key) == 3
    await store.messages.drop_posted(again(BOARD, 3))
    assert await store.messages.last_occasion(BOARD.key) == 3
    assert await store.messages.posted_about(TABLE, *PostedKind) == [BOARD]
    assert await store.messages.last_occasion(part(BOARD, 2).key) == 0
    assert await store.messages.last_occasion(HAND.key) == 0


async def test_only_the_last_occasion_keeps_a_row_when_its_message_is_gone(
    store: Store,
) -> None:
    key = PostedKey(PostedKind.DAY_BOARD, "2026-11-23", GUILD)
    board = Posted(key, 1, GUILD, 5, 50, "abc")
    await save(store, board, again(board, 2))
    await store.messages.drop_posted(board)
    await store.messages.drop_posted(again(board, 2))
    gone = replace(board, occasion=2, message_id=NO_MESSAGE, digest="", state=PostedState.OVER)
    rows = await store.database.read(lambda each: each.execute(select(posted)).mappings().all())
    assert [posted_from(row) for row in rows] == [gone]


async def test_newest_live_message_of_a_reader_is_found(store: Store) -> None:
    reports = Posted(PostedKey(PostedKind.REPORTS, "", 1, ANA), 1, 0, 5, 50, "shown")
    of_bo = replace(reports, key=replace(reports.key, part=9, user_id=BO), message_id=90)
    await save(store, reports, part(reports, 4), of_bo)
    assert await store.messages.newest_posted(PostedKind.REPORTS, ANA) == part(reports, 4)
    assert await store.messages.newest_posted(PostedKind.REPORTS, 99) is None
    assert await store.messages.newest_posted(PostedKind.REPORTS, ANA, "else") is None
    await store.messages.put_posted(replace(part(reports, 4), state=PostedState.OVER))
    assert await store.messages.newest_posted(PostedKind.REPORTS, ANA) == reports
    await store.messages.drop_posted(reports)
    assert await store.messages.newest_posted(PostedKind.REPORTS, ANA) is None


async def test_outdated_messages_of_some_kinds_are_listed(store: Store) -> None:
    outdated = replace(BOARD, digest="")
    gone = replace(part(BOARD, 3), digest="")
    await save(store, outdated, part(BOARD, 2), gone, PING)
    await store.messages.drop_posted(gone)
    assert await store.messages.outdated_posted(PostedKind.BOARD, PostedKind.HAND) == [outdated]


async def test_forgetting_what_is_over_leaves_other_messages(store: Store) -> None:
    vote = Posted(PostedKey(PostedKind.VOTE, TABLE), 1, GUILD, 5, 50)
    other = replace(vote, key=replace(vote.key, about="b"))
    await save(store, vote, again(vote, 2), other, BOARD)
    await store.database.write(partial(forget_all, kinds=[PostedKind.VOTE], about=[TABLE]))
    assert await store.messages.posted_about(TABLE, *PostedKind) == [BOARD]
    assert await store.messages.last_occasion(vote.key) == 0
    assert await store.messages.posted_about("b", *PostedKind) == [other]


async def test_deletion_takes_a_persons_own_messages_and_leaves_the_others(
    store: Store,
) -> None:
    await save(store, BOARD, HAND, PING)
    await forget(store, ANA)
    assert await store.messages.posted_about(TABLE, *PostedKind) == [PING, BOARD]


async def test_leaving_a_server_forgets_its_messages(store: Store) -> None:
    here = Posted(PostedKey(PostedKind.WELCOME, "", GUILD), 1, GUILD, 5, 50)
    there = Posted(PostedKey(PostedKind.WELCOME, "", GUILD + 1), 1, GUILD + 1, 6, 60)
    await save(store, here, there)
    await store.servers.server_left(GUILD, 1.0)
    while await store.retention.forget_servers(2.0, 5):
        pass
    assert await store.messages.posted_about("", PostedKind.WELCOME) == [there]
