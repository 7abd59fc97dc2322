"""Nonces make posting idempotent: a retry finds its message, a new message gets its own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from typing import Any

import discord
import pytest
from bot.values.surfaces import Surface, SurfaceKind
from sqlalchemy import delete

from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import Message, Text
from bot.publisher.calls.discord_errors import DISCORD_ERRORS
from bot.publisher.calls.dm_channels import DmChannels, NewDms
from bot.publisher.events import EventScreen
from bot.publisher.keeper.live_message import KeptMessage
from bot.publisher.keeper.nonces import create, nonce_of
from bot.publisher.screens.pings import TablePing, ping_people
from bot.publisher.screens.reader import PersonalScreens, PingReason
from bot.runtime.clock import SystemClock
from bot.runtime.metrics import Metrics
from bot.store import SqlStore
from bot.store.schema import surfaces
from bot.tables.ports import StoreFailure
from bot.tables.views import TableView
from discord_sandbox.client.simulated_user import SimulatedUser
from discord_sandbox.server import Sandbox
from tests.presenter.tabling import sample, table_of
from tests.screens.states.events import event
from tests.store.databases import newest, sqlite_store
from tests.store.samples import shake, table
from tests.store.test_retention import an_event
from tests.support.discord_at import logged_in
from tests.support.patience import TexasSandbox
from tests.support.screens import Json, text_of

__all__ = ["newest", "sqlite_store"]

HAND = 4
NOW = 1_000_000.0
CONTEXT = RenderContext()
POST = "POST /channels/*/messages"


def says(words: str) -> Message:
    return Message(body=(Text(words),))


@dataclass
class Place:
    """A sandbox server with people, the bot and its store."""

    sandbox: Sandbox
    bot: discord.Client
    store: SqlStore
    dm_channels: DmChannels

    @property
    def ana(self) -> SimulatedUser:
        return self.sandbox.people[0]

    @property
    def said(self) -> list[Json]:
        """The messages in the channel."""
        return self.sandbox.state.visible(self.sandbox.channel_id, None, 100)

    @property
    def posted(self) -> int:
        """The number of messages the bot has tried to post."""
        return sum(request.route.endswith("/messages") for request in self.sandbox.log)

    def person(self) -> PersonalScreens:
        return PersonalScreens("k3f9q2", int(self.ana.id), self.store)

    def table(self, steps: int = 15, **changes: Any) -> TableView:
        """Build a table in the channel that waits for a player."""
        game = sample(steps)
        channel = int(self.sandbox.channel_id)
        view = table_of(game.rules, game)
        return replace(view, channel_id=channel, nudge=True, **changes)

    async def call(self, notice: TablePing, view: TableView, *, pinged: bool = True) -> None:
        """Ping the player to act, or withdraw the ping."""
        await notice.show(view, CONTEXT, {1003: pinged, 1000: pinged} if pinged else {})

    async def board(self, words: str, instead_of: KeptMessage | None = None) -> KeptMessage:
        channel = int(self.sandbox.channel_id)
        surface = Surface("k3f9q2", SurfaceKind.BOARD, 0, HAND, channel, 0)
        return await KeptMessage.post(
            self.bot, self.store, surface, says(words), instead_of=instead_of
        )


@pytest.fixture
async def place(sqlite_store: SqlStore) -> AsyncIterator[Place]:
    await sqlite_store.create(table(), shake())
    async with TexasSandbox(limits=False) as sandbox, logged_in(sandbox) as client:
        clock = SystemClock()
        observer = Metrics()
        channels = DmChannels(client, sqlite_store, NewDms(15, 100), clock, observer)
        yield Place(sandbox, client, sqlite_store, channels)


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
    person = place.person()
    seen = []
    for words in ("your turn", "your turn again"):
        await person.send_direct(place.bot, place.dm_channels, (says(words), {}), HAND, NOW)
        (shown,) = place.ana.messages(place.ana.dm or "")
        assert text_of(shown) == words
        seen.append(shown["id"])
    assert seen[0] != seen[1]
    (kept,) = await place.store.surfaces("k3f9q2")
    assert (str(kept.message_id), kept.occasion) == (seen[1], 2)
    assert not place.sandbox.refusals


async def test_everyone_at_a_table_gets_their_own_hand(place: Place) -> None:
    people = place.sandbox.people[:4]
    for each in people:
        person = PersonalScreens("k3f9q2", int(each.id), place.store)
        await person.send_direct(
            place.bot, place.dm_channels, (says(f"for {each.name}"), {}), HAND, NOW
        )
    for each in people:
        assert [text_of(m) for m in each.messages(each.dm or "")] == [f"for {each.name}"]


async def test_dm_switched_off_and_on_within_a_hand_is_sent_again_at_once(
    place: Place,
) -> None:
    person = place.person()
    await person.send_direct(place.bot, place.dm_channels, (says("hand"), {}), HAND, NOW)
    await person.delete_direct()
    assert place.ana.messages(place.ana.dm or "") == []
    await person.send_direct(place.bot, place.dm_channels, (says("hand"), {}), HAND, NOW)
    assert [text_of(m) for m in place.ana.messages(place.ana.dm or "")] == ["hand"]
    assert place.posted == 2


async def test_unconfirmed_dm_is_found_and_updated(
    place: Place,
) -> None:
    person = place.person()
    place.sandbox.add_fault(POST, reset=True, after=True)
    with pytest.raises(DISCORD_ERRORS):
        await person.send_direct(place.bot, place.dm_channels, (says("bid"), {}), HAND, NOW)
    await person.send_direct(place.bot, place.dm_channels, (says("play"), {}), HAND, NOW)
    assert [text_of(m) for m in place.ana.messages(place.ana.dm or "")] == ["play"]
    assert person.direct is not None
    assert person.direct.shows(says("play"))


# Kept messages -------------------------------------------------------------------------------


async def test_message_posted_just_before_a_kill_is_found_again(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def killed(_: Surface) -> None:
        raise StoreFailure("killed")

    with monkeypatch.context() as dying:
        dying.setattr(place.store, "put_surface", killed)
        with pytest.raises(StoreFailure):
            await place.board("hand 4")
    found = await place.board("hand 4")
    assert [m["id"] for m in place.said] == [str(found.message_id)]
    (kept,) = await place.store.surfaces("k3f9q2")
    assert (kept.message_id, kept.occasion) == (found.message_id, 1)


async def test_replacement_message_is_never_the_replaced_one(place: Place) -> None:
    old = await place.board("above")
    new = await place.board("below", instead_of=old)
    assert [text_of(m) for m in place.said] == ["above", "below"]
    assert new.surface.occasion == 2


async def test_message_known_for_another_occasion_is_reposted_and_kept(
    place: Place,
) -> None:
    old = await place.board("above")
    await place.store._database.write(lambda connection: connection.execute(delete(surfaces)))
    new = await place.board("below", instead_of=old)
    assert [m["id"] for m in place.said] == [str(old.message_id), str(new.message_id)]
    assert new.surface.occasion == 2


async def test_message_whose_nonce_was_used_by_a_deleted_one_gets_a_new_nonce(
    place: Place,
) -> None:
    old = await place.board("first")
    await old.remove()
    await place.store._database.write(lambda connection: connection.execute(delete(surfaces)))
    new = await place.board("second")
    assert [text_of(m) for m in place.said] == ["second"]
    assert [refusal.code for refusal in place.sandbox.refusals] == [10008]
    assert new.surface.occasion == 2


# Calls and pings -----------------------------------------------------------------------------


async def test_call_after_a_withdrawn_one_is_a_new_message(place: Place) -> None:
    notice = TablePing(place.bot, place.store, "k3f9q2")
    called = []
    for seq in (31, 32):
        await place.call(notice, place.table(seq=seq))
        called += [m["id"] for m in place.said]
        await place.call(notice, place.table(seq=seq), pinged=False)
        assert place.said == []
    assert len({*called}) == len(called) == 2
    restarted = TablePing(place.bot, place.store, "k3f9q2")
    await place.call(restarted, place.table(seq=33))
    assert len(place.said) == 1
    assert place.posted == 3  # every request succeeded


async def test_unconfirmed_call_is_renewed_for_the_player_now_in_turn(
    place: Place,
) -> None:
    notice = TablePing(place.bot, place.store, "k3f9q2")
    place.sandbox.add_fault(POST, reset=True, after=True)
    first = place.table(15)
    second = place.table(16, seq=32)
    with pytest.raises(DISCORD_ERRORS):
        await place.call(notice, first)
    before = [m["id"] for m in place.said]
    await place.call(notice, second)
    (call,) = place.said
    assert call["id"] not in before
    assert "<@1003>" in call["content"]


async def test_unconfirmed_call_is_posted_once(place: Place) -> None:
    notice = TablePing(place.bot, place.store, "k3f9q2")
    place.sandbox.add_fault(POST, reset=True, after=True)
    with pytest.raises(DISCORD_ERRORS):
        await place.call(notice, place.table())
    (before,) = place.said
    await place.call(notice, place.table())
    assert [m["id"] for m in place.said] == [before["id"]]


async def test_call_posted_just_before_a_kill_is_updated(
    place: Place,
) -> None:
    place.sandbox.add_fault(POST, reset=True, after=True)
    with pytest.raises(DISCORD_ERRORS):
        await place.call(TablePing(place.bot, place.store, "k3f9q2"), place.table())
    (before,) = place.said
    offered = place.table(offer=True)
    await place.call(TablePing(place.bot, place.store, "k3f9q2"), offered)
    (call,) = place.said
    assert call["id"] == before["id"]
    assert "A computer can play this turn." in call["content"]


async def test_retried_ping_is_one_message_and_the_next_ping_another(
    place: Place,
) -> None:
    person = place.person()

    async def ping(*pinged: PersonalScreens) -> None:
        await ping_people(
            place.bot, place.table(), CONTEXT, pinged, NOW, waiting=False, gone=_nobody
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
    restarted = place.person()
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
    await place.store.create_event(an_event("ev3n7s"))
    screen = EventScreen(place.bot, place.store, "ev3n7s")
    view = replace(event(), event_id="ev3n7s", channel_id=int(place.sandbox.channel_id))
    place.sandbox.add_fault(POST, reset=True, after=True)
    with pytest.raises(DISCORD_ERRORS):
        await screen.show(view, says("one entered"), says("moved"))
    await screen.show(view, says("two entered"), says("moved"))
    assert [text_of(m) for m in place.said] == ["two entered"]
    for _ in range(2):  # deleted twice within a minute
        place.sandbox.delete_message(place.said[0])
        screen.deleted = screen.message_id
        await screen.show(view, says("three entered"), says("moved"))
        assert [text_of(m) for m in place.said] == ["three entered"]
    assert not place.sandbox.refusals
