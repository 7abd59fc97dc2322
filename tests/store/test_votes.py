"""Stored votes on a hand: one choice per person, only counts after the end, nothing left behind."""

from __future__ import annotations

import math
from dataclasses import replace

from bot.asked.model import AskedBidding, PlayQuestion, Question, Vote
from bot.store import Store
from bot.values.posted import Posted, PostedKey, PostedKind

from .samples import every_vote, forget

ANA = 11
BO = 12
HAND = AskedBidding(
    {"preset": "house"}, ("66", "65", "64", "63", "62", "61", "60"), ("31",), (3, 2)
)


def a_vote(vote_id: str = "a", question: Question = HAND, closes_at: float = 100.0) -> Vote:
    return Vote(vote_id, 7, 70, ANA, question, closes_at)


def message_of(vote_id: str) -> Posted:
    """Build the message of a vote."""
    return Posted(PostedKey(PostedKind.VOTE, vote_id), 1, 7, 70, 700)


async def test_vote_is_loaded_as_it_was_saved(store: Store) -> None:
    for vote in (a_vote(), a_vote("b", PlayQuestion("k3f9q2", 4, 17))):
        assert await store.votes.add_vote(vote, 3)
        assert await store.votes.vote(vote.vote_id) == vote
    assert await store.votes.vote("c") is None


async def test_vote_has_the_id_of_its_message(store: Store) -> None:
    for vote_id in ("a", "b"):
        await store.votes.add_vote(a_vote(vote_id), 3)
    await store.messages.put_posted(message_of("a"))
    assert await store.votes.vote("a") == replace(a_vote("a"), message_id=700)
    assert [vote.message_id for vote in await every_vote(store)] == [700, 0]
    await store.messages.put_posted(replace(message_of("a"), occasion=2, message_id=701))
    assert await store.votes.vote("a") == replace(a_vote("a"), message_id=701)
    await store.messages.drop_posted(replace(message_of("a"), occasion=2))
    await store.messages.drop_posted(message_of("a"))
    assert await store.votes.vote("a") == a_vote("a")


async def test_votes_that_close_first_come_first(store: Store) -> None:
    for vote_id, closes_at in (("a", 30.0), ("b", 10.0), ("c", 20.0)):  # of one person
        await store.votes.add_vote(a_vote(vote_id, closes_at=closes_at), 3)
    assert [vote.vote_id for vote in await store.votes.votes_of(ANA)] == ["b", "c", "a"]


async def test_vote_is_due_when_it_closes_or_changes(store: Store) -> None:
    async def due_at() -> float:
        (due,) = await store.votes.due_votes(math.inf, None, 100)
        return due.due_at

    await store.votes.add_vote(a_vote(), 3)
    assert await due_at() == 0.0  # it is still to be posted
    await store.votes.set_vote_shown("a", "")
    assert await due_at() == 100.0
    await store.votes.cast_vote("a", BO, "32")
    assert await due_at() == 0.0
    await store.votes.set_vote_shown("a", "")  # what was shown is no longer so
    assert await due_at() == 0.0
    await store.votes.set_vote_shown("a", "32:1")
    assert await due_at() == 100.0
    await forget(store, BO)
    assert await due_at() == 0.0
    await store.votes.set_vote_shown("a", "")
    await forget(store, ANA)  # the asker has not voted
    assert await due_at() == 100.0
    await store.votes.close_vote("a")
    assert await due_at() == 0.0


async def test_votes_are_listed_page_by_page_when_they_are_due(store: Store) -> None:
    for vote_id, closes_at in (("a", 30.0), ("b", 10.0), ("c", 10.0), ("d", 40.0)):
        await store.votes.add_vote(replace(a_vote(vote_id, closes_at=closes_at), host_id=None), 3)
        await store.votes.set_vote_shown(vote_id, "")
    last = None
    listed = []
    while found := await store.votes.due_votes(30.0, last, 2):
        last = found[-1]
        listed.append([each.vote_id for each in found])
    assert listed == [["b", "c"], ["a"]]
    assert [each.vote_id for each in await store.votes.votes_due_after(10.0, 1)] == ["a"]


async def test_vote_that_was_cast_on_meanwhile_is_not_postponed(store: Store) -> None:
    await store.votes.add_vote(a_vote(), 3)
    await store.votes.set_vote_shown("a", "")
    (due,) = await store.votes.due_votes(100.0, None, 100)
    await store.votes.cast_vote("a", BO, "32")
    await store.votes.postpone_vote(due, 200.0)
    (due,) = await store.votes.due_votes(0.0, None, 100)
    await store.votes.postpone_vote(due, 200.0)
    assert await store.votes.due_votes(100.0, None, 100) == []


async def test_deleted_message_names_its_vote(store: Store) -> None:
    await store.messages.put_posted(message_of("a"))
    report = PostedKey(PostedKind.REPORTS, "", 1, ANA)
    await store.messages.put_posted(Posted(report, 1, 0, 70, 701))
    assert await store.votes.votes_shown_by([699, 700, 701]) == ["a"]


async def test_closed_vote_keeps_counts_and_no_people(store: Store) -> None:
    await store.votes.add_vote(a_vote(), 3)
    for user, choice in ((ANA, "32"), (BO, "32"), (BO, "pass")):
        assert await store.votes.cast_vote("a", user, choice)
    for _ in range(2):
        await store.votes.close_vote("a")
    assert not await store.votes.cast_vote("a", BO, "32")
    vote = await store.votes.vote("a")
    assert vote is not None
    assert (vote.closed, dict(vote.counts)) == (True, {"32": 1, "pass": 1})
    assert not await store.own_data.about(BO)


async def test_closed_votes_do_not_count_against_the_limit(store: Store) -> None:
    assert await store.votes.add_vote(a_vote("a"), 1)
    assert not await store.votes.add_vote(a_vote("b"), 1)
    await store.votes.close_vote("a")
    assert await store.votes.add_vote(a_vote("b"), 1)


async def test_dropping_a_vote_deletes_its_choices(store: Store) -> None:
    await store.votes.add_vote(a_vote(), 3)
    await store.votes.cast_vote("a", BO, "32")
    await store.messages.put_posted(message_of("a"))
    await store.votes.drop_vote("a")
    assert await every_vote(store) == []
    assert not await store.own_data.about(BO)
    assert await store.messages.last_occasion(message_of("a").key) == 0


async def test_leaving_a_server_deletes_its_votes(store: Store) -> None:
    await store.votes.add_vote(a_vote(), 3)
    await store.votes.cast_vote("a", BO, "32")
    await store.messages.put_posted(message_of("a"))
    await store.servers.server_here(7)
    await store.servers.server_left(7, 50.0)
    while await store.retention.forget_servers(60.0, 5):
        pass
    assert await every_vote(store) == []
    assert await store.messages.posted_about("a", PostedKind.VOTE) == []
    assert not await store.own_data.about(BO)
