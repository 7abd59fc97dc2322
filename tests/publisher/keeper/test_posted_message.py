"""What is wanted is posted, edited, moved or left alone, as the policy of its kind says."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import discord
import pytest

from bot.publisher.calls.discord_errors import DISCORD_ERRORS
from bot.publisher.keeper.policies import POLICIES, Parts
from bot.publisher.keeper.posted_message import PostedMessage
from bot.store import Store
from bot.store.errors import StoreFailure
from bot.values.posted import Posted, PostedKey, PostedKind, PostedState
from tests.store.databases import sqlite_store
from tests.support.screens import text_of

from .place import POST, Place, opened, says, wanted

__all__ = ["sqlite_store"]

MINUTE = 60.0
ARCHIVED = 50083


@pytest.fixture
async def place(sqlite_store: Store) -> AsyncIterator[Place]:
    async with opened(sqlite_store) as found:
        yield found


def key_of(kind: PostedKind, part: int = 0) -> PostedKey:
    return PostedKey(kind, "k3f9q2", part)


def kept(place: Place, kind: PostedKind) -> PostedMessage:
    """Return a message that only this process writes, as at a table."""
    return PostedMessage(place.means, key_of(kind), is_ours=True)


def part_of(kind: PostedKind, part: int) -> int | None:
    """Return the part to want: a kind whose parts are apart has it in its key."""
    return part if POLICIES[kind].parts is Parts.NEW else None


async def stored(place: Place, kind: PostedKind) -> list[Posted]:
    return list(await place.store.messages.posted_about("k3f9q2", kind))


def buttons(place: Place) -> list[bool]:
    """List for each message in the channel whether it has buttons."""
    return ["custom_id" in repr(message["components"]) for message in place.said]


# Content -------------------------------------------------------------------------------------


async def test_same_content_is_sent_once_even_after_a_restart(place: Place) -> None:
    want = wanted("hand 1", place.channel, part=1)
    for _ in range(2):
        board = place.message(key_of(PostedKind.BOARD))
        await board.show(want)
        await board.show(want)
    assert place.texts == ["hand 1"]
    sent = [each.method for each in place.sandbox.log if "messages" in each.path]
    assert sent == ["POST"]


async def test_content_known_by_its_digest_is_not_built(place: Place) -> None:
    board = place.message(key_of(PostedKind.DAY_BOARD))
    first = wanted("one finished", place.channel, digest="one")
    await board.show(first)
    assert [each.digest for each in await stored(place, PostedKind.DAY_BOARD)] == [""]
    await board.show(first)
    assert [each.digest for each in await stored(place, PostedKind.DAY_BOARD)] == ["one"]

    def build() -> Any:
        raise AssertionError("it is shown already")

    again = place.message(key_of(PostedKind.DAY_BOARD))
    assert await again.show(type(first)(write=build, channel_id=place.channel, digest="one"))


EDITED = set(PostedKind) - {PostedKind.HAND, PostedKind.DAY, PostedKind.TRIAL}


@pytest.mark.parametrize("kind", sorted(EDITED))
async def test_the_digest_of_an_edit_is_saved_where_others_need_it(
    place: Place, kind: PostedKind
) -> None:
    message = place.message(key_of(kind))
    await message.show(wanted("one", place.channel, part=part_of(kind, 1)))
    (posted,) = await stored(place, kind)
    await message.show(wanted("two", place.channel, part=part_of(kind, 1)))
    (edited,) = await stored(place, kind)
    assert place.texts == ["two"]
    assert (edited.digest != posted.digest) is POLICIES[kind].recorded


async def test_passing_message_is_saved_as_one_to_delete(place: Place) -> None:
    trial = kept(place, PostedKind.TRIAL)
    await trial.show(wanted("one", place.channel))
    (posted,) = await stored(place, PostedKind.TRIAL)
    assert posted.state is PostedState.DELETING  # also if the program is killed now
    await trial.remove()
    assert place.said == []
    assert await stored(place, PostedKind.TRIAL) == []


async def test_edit_of_a_message_that_is_not_there_posts_nothing(place: Place) -> None:
    message = place.message(key_of(PostedKind.REPORTS))
    assert not await message.edit(wanted("reports", place.channel))
    await message.show(wanted("reports", place.channel))
    place.sandbox.delete_message(place.said[0])
    assert not await message.edit(wanted("fewer", place.channel))
    assert place.said == []
    assert await stored(place, PostedKind.REPORTS) == []


async def test_message_sent_in_another_way_takes_the_place_of_the_one_before(place: Place) -> None:
    message = place.message(key_of(PostedKind.REPORTS))
    await message.show(wanted("old", place.channel))
    other = await place.means.channels.say(place.channel, says("new"))
    await message.adopt(place.means.channels.handle(place.channel, other), place.channel)
    await message.show(wanted("newer", place.channel))
    assert place.texts == ["old", "newer"]
    states = [each.state for each in await stored(place, PostedKind.REPORTS)]
    assert states == [PostedState.OVER, PostedState.LIVE]


# Deleted messages ----------------------------------------------------------------------------


@pytest.mark.parametrize("reported", [True, False])
@pytest.mark.parametrize(
    ("kind", "seconds", "is_there"),
    [
        (PostedKind.PING, (0.0, 1.0), (True, True)),
        (PostedKind.REPORTS, (0.0, 1.0), (True, True)),
        (PostedKind.BOARD, (0.0, MINUTE - 1, MINUTE), (True, False, True)),
        (PostedKind.EVENT, (0.0, MINUTE - 1, MINUTE), (True, False, True)),
        (PostedKind.DAY_BOARD, (0.0,), (False,)),
        (PostedKind.WEEK_BOARD, (0.0,), (False,)),
        (PostedKind.VOTE, (0.0,), (False,)),
        (PostedKind.WELCOME, (0.0,), (False,)),
        (PostedKind.SHARED, (0.0,), (False,)),
    ],
)
async def test_deleted_message_is_reposted_as_often_as_its_kind_allows(
    place: Place,
    kind: PostedKind,
    seconds: tuple[float, ...],
    is_there: tuple[bool, ...],
    reported: bool,
) -> None:
    message = kept(place, kind)
    part = part_of(kind, 1)
    await message.show(wanted("0", place.channel, part=part))
    for number, (later, there) in enumerate(zip(seconds, is_there, strict=True), start=1):
        if not place.said:
            await message.show(wanted("meanwhile", place.channel, part=part))
        place.sandbox.delete_message(place.said[0])
        message.deleted = message.message_id if reported else None
        place.clock.time += later
        shown = await message.show(wanted(str(number), place.channel, part=part))
        assert shown is there
        assert place.texts == ([str(number)] if there else [])


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"part": 1}, "gone?"),
        ({"part": 1, "again": True}, "hand"),
        ({"part": 1, "last": True}, "hand"),
        ({"part": 2}, "hand"),
    ],
)
async def test_board_deleted_twice_is_replaced_by_a_note_until_it_is_wanted(
    place: Place, change: dict[str, Any], expected: str
) -> None:
    def note() -> Any:
        return says("gone?")

    board = kept(place, PostedKind.BOARD)
    want = wanted("hand", place.channel, part=1, stand_in=note)
    await board.show(want)
    for _ in range(2):
        place.sandbox.delete_message(place.said[0])
        board.deleted = board.message_id
        await board.show(want)
    assert place.texts == ["gone?"]
    assert not board.is_awaited(1)
    restart = PostedMessage(place.means, key_of(PostedKind.BOARD), is_ours=True)
    (posted,) = await stored(place, PostedKind.BOARD)
    restart.remember(posted)
    await restart.show(wanted("hand", place.channel, stand_in=note, **change))
    assert place.texts == [expected]


# Where it stands -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "below", "seconds", "may_move", "moves"),
    [
        (PostedKind.BOARD, 6, 30.0, True, True),
        (PostedKind.BOARD, 5, 30.0, True, False),
        (PostedKind.BOARD, 6, 29.0, True, False),
        (PostedKind.BOARD, 6, 30.0, False, False),
        (PostedKind.WELCOME, 10, 60 * MINUTE, True, True),
        (PostedKind.WELCOME, 9, 60 * MINUTE, True, False),
        (PostedKind.EVENT, 999, 999 * MINUTE, True, False),
        (PostedKind.PING, 999, 999 * MINUTE, True, False),
    ],
)
async def test_buried_message_is_posted_anew_where_its_kind_moves(
    place: Place, kind: PostedKind, below: int, seconds: float, may_move: bool, moves: bool
) -> None:
    message = kept(place, kind)
    part = part_of(kind, 1)
    await message.show(wanted("above", place.channel, part=part))
    first = message.message_id
    message.below = below
    place.clock.time += seconds
    await message.show(wanted("now", place.channel, part=part, may_move=may_move))
    assert (message.message_id != first) is moves
    assert message.below == (0 if moves else below)
    assert place.texts[-1] == "now"


@pytest.mark.parametrize(("minutes", "moves"), [(54, False), (56, True)])
async def test_dm_too_old_to_be_edited_is_sent_anew(
    place: Place, minutes: int, moves: bool
) -> None:
    key = PostedKey(PostedKind.HAND, "k3f9q2", user_id=int(place.ana.id))
    hand = PostedMessage(place.means, key, is_ours=True)
    await hand.show(wanted("bid", None, part=1))
    first = hand.message_id
    assert first is not None
    sent_at = discord.utils.snowflake_time(first).timestamp()
    place.clock.time = sent_at + minutes * MINUTE
    await hand.show(wanted("play", None, part=1))
    assert (hand.message_id != first) is moves
    assert [text_of(each) for each in place.ana.messages(place.ana.dm or "")] == ["play"]


# Parts ---------------------------------------------------------------------------------------


async def test_each_part_has_its_own_message_where_parts_are_apart(place: Place) -> None:
    for part in (7, 8):
        board = place.message(key_of(PostedKind.DAY_BOARD, part))
        await board.show(wanted(f"server {part}", place.channel))
    await place.message(key_of(PostedKind.DAY_BOARD, 7)).show(wanted("changed", place.channel))
    assert place.texts == ["changed", "server 8"]


@pytest.mark.parametrize(
    ("kind", "states"),
    [
        (PostedKind.BOARD, [PostedState.OVER, PostedState.LIVE]),
        (PostedKind.EVENT, [PostedState.LIVE]),
    ],
)
async def test_new_part_gets_a_new_message_and_the_old_one_loses_its_buttons(
    place: Place, kind: PostedKind, states: list[PostedState]
) -> None:
    message = place.message(key_of(kind))
    for part in (1, 2):
        await message.show(wanted(f"part {part}", place.channel, part=part, button=True))
    assert buttons(place) == [False, True]
    assert [each.state for each in await stored(place, kind)] == states


async def test_old_message_becomes_what_is_wanted_of_it(place: Place) -> None:
    board = place.message(key_of(PostedKind.BOARD))
    await board.show(wanted("hand 1", place.channel, part=1))
    seen: list[tuple[int, object]] = []

    def result(old: Posted, shown: object) -> Any:
        seen.append((old.key.part, shown))
        return says("result 1")

    await board.show(wanted("hand 2", place.channel, part=2, retired=result))
    assert place.texts == ["result 1", "hand 2"]
    assert seen == [(1, says("hand 1"))]


async def test_dm_goes_on_into_the_next_hand(place: Place) -> None:
    key = PostedKey(PostedKind.HAND, "k3f9q2", user_id=int(place.ana.id))
    hand = PostedMessage(place.means, key, is_ours=True)
    await hand.show(wanted("hand 1", None, part=1))
    await hand.show(wanted("hand 2", None, part=2))
    assert [text_of(each) for each in place.ana.messages(place.ana.dm or "")] == ["hand 2"]
    assert place.posted == 1


@pytest.mark.parametrize(
    ("kind", "old"), [(PostedKind.BOARD, []), (PostedKind.EVENT, [False]), (PostedKind.PING, [])]
)
async def test_message_in_the_channel_before_a_move_is_retired_or_deleted(
    place: Place, kind: PostedKind, old: list[bool]
) -> None:
    other = place.sandbox.add_channel("elsewhere")
    message = place.message(key_of(kind))
    part = part_of(kind, 1)
    await message.show(wanted("here", place.channel, part=part, button=True))
    await message.show(wanted("there", int(other), part=part, button=True))
    assert buttons(place) == old
    (there,) = place.sandbox.state.visible(other, None, 100)
    assert there["id"] == str(message.message_id)
    assert len(await stored(place, kind)) == 1


# Archived threads ----------------------------------------------------------------------------


def thread_in(place: Place) -> int:
    channel = place.sandbox.state.channel(place.sandbox.channel_id)
    options = {"name": "Table 1", "type": 11, "auto_archive_duration": 1440}
    thread = place.sandbox.state.add_thread(
        channel, options, "987654321987654321", place.sandbox.state.bot_id
    )
    return int(thread["id"])


@pytest.mark.parametrize(
    ("kind", "last", "texts", "is_archived"),
    [
        (PostedKind.BOARD, False, ["new"], False),
        (PostedKind.VOTE, False, ["new"], True),
        (PostedKind.VOTE, True, ["below", "new"], False),
    ],
)
async def test_message_in_an_archived_thread_is_posted_anew_or_edited_there(
    place: Place, kind: PostedKind, last: bool, texts: list[str], is_archived: bool
) -> None:
    thread = thread_in(place)
    message = place.message(key_of(kind))
    await message.show(wanted("old", thread, part=part_of(kind, 1)))
    place.sandbox.archive(str(thread))
    part = part_of(kind, 1)
    want = wanted("new", thread, part=part, last=last, retired=lambda *_: says("below"))
    await message.show(want)
    found = place.sandbox.state.visible(str(thread), None, 100)
    assert [text_of(each) for each in found] == texts
    data = place.sandbox.state.channel(str(thread))["thread_metadata"]
    assert data["archived"] is is_archived


@pytest.mark.parametrize("kind", [PostedKind.PING, PostedKind.DAY_BOARD, PostedKind.WELCOME])
async def test_other_messages_in_an_archived_thread_stay_and_the_error_is_raised(
    place: Place, kind: PostedKind
) -> None:
    thread = thread_in(place)
    message = place.message(key_of(kind))
    await message.show(wanted("old", thread))
    place.sandbox.archive(str(thread))
    with pytest.raises(discord.HTTPException) as refused:
        await message.show(wanted("new", thread))
    assert refused.value.code == ARCHIVED
    (found,) = place.sandbox.state.visible(str(thread), None, 100)
    assert text_of(found) == "old"


# Failures ------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [PostedKind.SHARED, PostedKind.BOARD])
async def test_message_that_cannot_be_saved_is_deleted_if_nobody_would_find_it_again(
    place: Place, kind: PostedKind, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object, **__: object) -> None:
        raise StoreFailure("down")

    monkeypatch.setattr(place.store.messages, "put_posted", fail)
    with pytest.raises(StoreFailure):
        await place.message(key_of(kind)).show(wanted("shared", place.channel))
    assert place.texts == ([] if POLICIES[kind].once else ["shared"])


@pytest.mark.parametrize("kind", [PostedKind.PING, PostedKind.BOARD, PostedKind.EVENT])
async def test_post_found_after_a_failure_is_posted_anew_only_if_its_sound_matters(
    place: Place, kind: PostedKind
) -> None:
    message = place.message(key_of(kind))
    part = part_of(kind, 1)
    place.sandbox.add_fault(POST, reset=True, after=True)
    with pytest.raises(DISCORD_ERRORS):
        await message.show(wanted("Ana", place.channel, part=part, button=True))
    (before,) = place.said
    await message.show(wanted("Bo", place.channel, part=part))
    assert place.texts == ["Bo"]
    assert (place.said[0]["id"] != before["id"]) is POLICIES[kind].calls
