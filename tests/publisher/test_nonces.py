"""Nonces make posting idempotent: a retry finds its message, a new message gets its own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import discord
import pytest
from sqlalchemy import delete

from bot.presenter.words.render_context import RenderContext
from bot.publisher.calls.discord_errors import DISCORD_ERRORS
from bot.publisher.keeper.nonces import create, nonce_of
from bot.publisher.keeper.posted_message import PostedMessage
from bot.publisher.screens.pings import TurnPing, ping_people
from bot.publisher.screens.reader import PingReason, Reader
from bot.store import Store
from bot.store.errors import StoreFailure
from bot.store.sent.schema_posted import posted
from bot.tables.views import TableView
from bot.values.posted import PostedKey, PostedKind
from tests.presenter.tabling import sample, table_of
from tests.store.databases import sqlite_store
from tests.store.samples import an_event
from tests.support.screens import text_of

from .keeper.place import POST, Place, opened, wanted

__all__ = ["sqlite_store"]

HAND = 4
CONTEXT = RenderContext()
BOARD = PostedKey(PostedKind.BOARD, "k3f9q2")
EVENT = PostedKey(PostedKind.EVENT, "ev3n7s")


@pytest.fixture
async def place(sqlite_store: Store) -> AsyncIterator[Place]:
    async with opened(sqlite_store) as found:
        yield found


def reader_of(place: Place) -> Reader:
    return Reader(place.means, "k3f9q2", int(place.ana.id))


async def send_direct(reader: Reader, words: str) -> None:
    await reader.direct.replace(wanted(words, None, part=HAND))


def table_in(place: Place, steps: int = 15, **changes: Any) -> TableView:
    """Build a table in the channel that waits for a player."""
    game = sample(steps)
    view = table_of(game.rules, game)
    there = replace(view.known_place, channel_id=place.channel)
    return replace(view, place=there, nudge=True, **changes)


async def ask(notice: TurnPing, view: TableView, *, pinged: bool = True) -> None:
    """Ping the player to act, or withdraw the ping."""
    await notice.show(view, CONTEXT, {1003: pinged, 1000: pinged} if pinged else {})


async def show_board(board: PostedMessage, place: Place, words: str, **more: Any) -> None:
    await board.show(wanted(words, place.channel, part=HAND, **more))


async def forget_everything(place: Place) -> None:
    """Delete what the store knows, as a restored backup does."""
    await place.store.database.write(lambda connection: connection.execute(delete(posted)))


# Nonces --------------------------------------------------------------------------------------


def test_nonce_encodes_the_messages_purpose_in_25_characters() -> None:
    names: tuple[Any, ...] = ("k3f9q2", HAND, "hand", 2**62, 2**62 + 1, 1)
    others = [(*names[:at], "another", *names[at + 1 :]) for at in range(len(names))]
    found = [nonce_of(*each) for each in (names, *others)]
    assert len({*found}) == len(names) + 1
    assert {len(nonce) for nonce in found} == {24}
    assert nonce_of(*names) == found[0]


async def test_nonce_of_a_deleted_message_is_given_up_after_three_tries(
    place: Place,
) -> None:
    channel = place.bot.get_partial_messageable(int(place.sandbox.channel_id))
    fault = place.sandbox.add_fault(POST, status=404, code=10008, times=9)
    with pytest.raises(discord.NotFound):
        await create(channel, ("board",), 1, lambda: {"content": "x"})
    assert fault.hits == 3


# Direct messages -----------------------------------------------------------------------------


async def test_two_notices_to_one_user_within_a_minute_are_two_messages(place: Place) -> None:
    reader = reader_of(place)
    seen = []
    for words in ("your turn", "your turn again"):
        await send_direct(reader, words)
        (shown,) = place.ana.messages(place.ana.dm or "")
        assert text_of(shown) == words
        seen.append(shown["id"])
    assert seen[0] != seen[1]
    (kept,) = await place.store.messages.posted_about("k3f9q2", PostedKind.HAND)
    assert (str(kept.message_id), kept.occasion) == (seen[1], 2)
    assert not place.sandbox.refusals


async def test_everyone_at_a_table_gets_their_own_hand(place: Place) -> None:
    people = place.sandbox.people[:4]
    for each in people:
        await send_direct(Reader(place.means, "k3f9q2", int(each.id)), f"for {each.name}")
    for each in people:
        assert [text_of(m) for m in each.messages(each.dm or "")] == [f"for {each.name}"]


async def test_dm_switched_off_and_on_within_a_hand_is_sent_again_at_once(
    place: Place,
) -> None:
    reader = reader_of(place)
    await send_direct(reader, "hand")
    await reader.delete_direct()
    assert place.ana.messages(place.ana.dm or "") == []
    await send_direct(reader, "hand")
    assert [text_of(m) for m in place.ana.messages(place.ana.dm or "")] == ["hand"]
    assert place.posted == 2


async def test_unconfirmed_dm_is_found_and_updated(
    place: Place,
) -> None:
    reader = reader_of(place)
    place.sandbox.add_fault(POST, reset=True, after=True)
    with pytest.raises(DISCORD_ERRORS):
        await send_direct(reader, "bid")
    await send_direct(reader, "play")
    assert [text_of(m) for m in place.ana.messages(place.ana.dm or "")] == ["play"]
    assert reader.direct.live is not None
    assert reader.direct.live.shows(wanted("play", None).write())


# Posted messages -----------------------------------------------------------------------------


async def test_message_posted_just_before_a_kill_is_found_again(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def killed(*_: object, **__: object) -> None:
        raise StoreFailure("killed")

    with monkeypatch.context() as dying:
        dying.setattr(place.store.messages, "put_posted", killed)
        with pytest.raises(StoreFailure):
            await show_board(place.message(BOARD), place, "hand 4")
    found = place.message(BOARD)
    await show_board(found, place, "hand 4")
    assert [m["id"] for m in place.said] == [str(found.message_id)]
    (kept,) = await place.store.messages.posted_about("k3f9q2", PostedKind.BOARD)
    assert (kept.message_id, kept.occasion) == (found.message_id, 1)


@pytest.mark.usefixtures("restless")
async def test_replacement_message_is_never_the_replaced_one(place: Place) -> None:
    board = place.message(BOARD)
    await show_board(board, place, "above")
    above = board.message_id
    place.sandbox.add_fault("DELETE /channels/*/messages/*", status=500, code=0, times=9)
    await show_board(board, place, "below", again=True)
    assert place.texts == ["above", "below"]
    assert board.message_id != above
    assert board.posted is not None
    assert board.posted.occasion == 2


@pytest.mark.usefixtures("restless")
async def test_message_known_for_another_occasion_is_reposted_and_kept(
    place: Place,
) -> None:
    board = PostedMessage(place.means, BOARD, is_ours=True)
    await show_board(board, place, "above")
    above = board.message_id
    await forget_everything(place)
    place.sandbox.add_fault("DELETE /channels/*/messages/*", status=500, code=0, times=9)
    await show_board(board, place, "below", again=True)
    assert [m["id"] for m in place.said] == [str(above), str(board.message_id)]
    assert board.posted is not None
    assert board.posted.occasion == 2


async def test_message_whose_nonce_was_used_by_a_deleted_one_gets_a_new_nonce(
    place: Place,
) -> None:
    board = place.message(BOARD)
    await show_board(board, place, "first")
    await board.remove()
    await forget_everything(place)
    new = place.message(BOARD)
    await show_board(new, place, "second")
    assert place.texts == ["second"]
    assert [refusal.code for refusal in place.sandbox.refusals] == [10008]
    assert new.posted is not None
    assert new.posted.occasion == 2


# Calls and pings -----------------------------------------------------------------------------


async def test_call_after_a_withdrawn_one_is_a_new_message(place: Place) -> None:
    notice = TurnPing(place.means, "k3f9q2")
    called = []
    for seq in (31, 32):
        await ask(notice, table_in(place, seq=seq))
        called += [m["id"] for m in place.said]
        await ask(notice, table_in(place, seq=seq), pinged=False)
        assert place.said == []
    assert len({*called}) == len(called) == 2
    restarted = TurnPing(place.means, "k3f9q2")
    await ask(restarted, table_in(place, seq=33))
    assert len(place.said) == 1
    assert place.posted == 3  # every request succeeded


async def test_unconfirmed_call_is_renewed_for_the_player_now_in_turn(
    place: Place,
) -> None:
    notice = TurnPing(place.means, "k3f9q2")
    place.sandbox.add_fault(POST, reset=True, after=True)
    first = table_in(place, 15)
    second = table_in(place, 16, seq=32)
    with pytest.raises(DISCORD_ERRORS):
        await ask(notice, first)
    before = [m["id"] for m in place.said]
    await ask(notice, second)
    (call,) = place.said
    assert call["id"] not in before
    assert "<@1003>" in call["content"]


async def test_unconfirmed_call_is_posted_once(place: Place) -> None:
    notice = TurnPing(place.means, "k3f9q2")
    place.sandbox.add_fault(POST, reset=True, after=True)
    with pytest.raises(DISCORD_ERRORS):
        await ask(notice, table_in(place))
    (before,) = place.said
    await ask(notice, table_in(place))
    assert [m["id"] for m in place.said] == [before["id"]]


async def test_call_posted_just_before_a_kill_is_updated(
    place: Place,
) -> None:
    place.sandbox.add_fault(POST, reset=True, after=True)
    with pytest.raises(DISCORD_ERRORS):
        await ask(TurnPing(place.means, "k3f9q2"), table_in(place))
    (before,) = place.said
    offered = table_in(place, offer=True)
    await ask(TurnPing(place.means, "k3f9q2"), offered)
    (call,) = place.said
    assert call["id"] == before["id"]
    assert "A computer can play this turn." in call["content"]


async def test_retried_ping_is_one_message_and_the_next_ping_another(
    place: Place,
) -> None:
    person = reader_of(place)

    async def ping(*pinged: Reader) -> None:
        await ping_people(
            place.means.channels,
            table_in(place),
            CONTEXT,
            pinged,
            place.clock.now(),
            waiting=False,
            gone=_nobody,
        )

    place.sandbox.add_fault(POST, reset=True, after=True)
    person.ping = PingReason.DEALT
    with pytest.raises(DISCORD_ERRORS):
        await ping(person)
    await ping(person)
    assert len(place.said) == 1
    person.ping = PingReason.DEALT
    await ping(person)
    assert len(place.said) == 2
    for message in place.said:
        place.sandbox.delete_message(message)
    restarted = reader_of(place)
    restarted.ping = PingReason.DEALT
    await ping(restarted)
    assert len(place.said) == 1
    assert [refusal.code for refusal in place.sandbox.refusals] == [10008, 10008]


async def _nobody(_: int) -> None:
    raise AssertionError("everybody can be reached")


# Events --------------------------------------------------------------------------------------


async def test_unconfirmed_event_message_is_found_and_updated(
    place: Place,
) -> None:
    await place.store.events.create_event(an_event("ev3n7s"))
    message = place.message(EVENT)
    place.sandbox.add_fault(POST, reset=True, after=True)
    with pytest.raises(DISCORD_ERRORS):
        await message.show(wanted("one entered", place.channel, part=1))
    await message.show(wanted("two entered", place.channel, part=1))
    assert place.texts == ["two entered"]
    for _ in range(2):  # the second time within a minute: posted with the next change
        place.sandbox.delete_message(place.said[0])
        message.deleted = message.message_id
        await message.show(wanted("three entered", place.channel, part=1))
        await message.show(wanted("three entered", place.channel, part=1))
        assert place.texts == ["three entered"]
    assert not place.sandbox.refusals
