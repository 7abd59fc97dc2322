"""Votes: one choice per person, closed by the asker or after a day, never lost in a restart."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial

import pytest

from bot.asked.errors import HandInPlay, NotYourVote, TooManyVotes, VoteOver
from bot.asked.model import Vote
from bot.asked.votes import MOST_OPEN, OPEN_SECONDS, WAIT_SECONDS
from bot.store.sent.posted import forget_all
from bot.tables.errors import ReviewNotReady
from bot.values.posted import PostedKind
from tests.store.samples import every_vote, forget
from tests.support.house import ANA, BO, CHANNEL, CY, GUILD, House

from .asking import SIXES, Asking, step


@pytest.fixture
def asking(house: House) -> Asking:
    return Asking(house)


async def opened(asking: Asking, user: int = ANA) -> Vote:
    return await asking.votes.open(user, GUILD, CHANNEL, SIXES)


async def saved(asking: Asking) -> Vote:
    """Save a vote as a process does that is killed before it posts the vote."""
    closes_at = asking.house.clock.now() + OPEN_SECONDS
    vote = Vote("saved", GUILD, CHANNEL, ANA, SIXES, closes_at)
    assert await asking.house.store.votes.add_vote(vote, MOST_OPEN)
    return vote


async def stored(asking: Asking, vote: Vote) -> Vote:
    found = await asking.house.store.votes.vote(vote.vote_id)
    assert found is not None
    return found


async def test_one_person_has_one_vote_and_may_change_it(asking: Asking) -> None:
    vote = await opened(asking)
    for user, choice in ((ANA, "30"), (BO, "31"), (BO, "2m"), (CY, "2m")):
        await asking.votes.cast(vote.vote_id, user, GUILD, choice)
    await step(asking)
    (shown, answer), *_ = asking.wall.shown
    assert (dict(shown.counts), answer) == ({"30": 1, "2m": 2}, None)


async def test_every_legal_call_can_be_voted_for(asking: Asking) -> None:
    vote = await opened(asking)
    for user, choice in ((ANA, "35"), (BO, "41")):
        await asking.votes.cast(vote.vote_id, user, GUILD, choice)
    await step(asking)
    assert dict(asking.wall.shown[0][0].counts) == {"35": 1, "41": 1}


async def test_unknown_choice_and_another_servers_press_are_refused(asking: Asking) -> None:
    vote = await opened(asking)
    for guild, choice in ((GUILD, "29"), (GUILD, "66"), (GUILD + 1, "30"), (None, "30")):
        with pytest.raises(VoteOver):
            await asking.votes.cast(vote.vote_id, BO, guild, choice)


async def test_only_the_asker_or_a_manager_can_close_a_vote(asking: Asking) -> None:
    vote = await opened(asking)
    with pytest.raises(NotYourVote):
        await asking.votes.close(vote.vote_id, BO, GUILD, manager=False)
    await asking.votes.cast(vote.vote_id, BO, GUILD, "pass")
    await asking.votes.close(vote.vote_id, BO, GUILD, manager=True)
    shown, answer = asking.wall.shown[-1]
    assert shown.closed
    assert dict(shown.counts) == {"pass": 1}
    assert answer is not None
    with pytest.raises(VoteOver):
        await asking.votes.close(vote.vote_id, ANA, GUILD, manager=False)


async def test_closed_vote_leaves_nothing_in_the_store(asking: Asking) -> None:
    vote = await opened(asking)
    await asking.votes.cast(vote.vote_id, BO, GUILD, "pass")
    assert set(await asking.house.store.own_data.about(BO)) == {"vote_picks"}
    assert set(await asking.house.store.own_data.about(ANA)) == {"votes"}
    await asking.votes.close(vote.vote_id, ANA, GUILD, manager=False)
    assert await every_vote(asking.house.store) == []
    assert not await asking.house.store.own_data.about(BO)


async def test_vote_closes_by_itself_after_a_day(asking: Asking) -> None:
    await opened(asking)
    asking.house.clock.move(OPEN_SECONDS - 1)
    await step(asking)
    assert asking.wall.shown == []
    asking.house.clock.move(1)
    await step(asking)
    ((shown, answer),) = asking.wall.shown
    assert shown.closed
    assert answer is not None


async def test_next_look_comes_when_the_next_vote_is_due(asking: Asking) -> None:
    await opened(asking)
    await step(asking)
    asking.house.clock.move(OPEN_SECONDS - 20)
    assert await step(asking) == pytest.approx(20)


async def test_next_process_posts_and_closes_votes_after_a_kill(asking: Asking) -> None:
    vote = await saved(asking)
    await step(asking.restarted())
    (there,) = await every_vote(asking.house.store)
    assert there.message_id == 1
    assert asking.wall.posted == [vote.vote_id]
    await asking.house.store.votes.close_vote(vote.vote_id)
    await step(asking.restarted())
    assert asking.wall.shown[-1][0].closed
    assert await every_vote(asking.house.store) == []


async def test_vote_waits_for_computer_players_that_are_not_ready(asking: Asking) -> None:
    vote = await opened(asking)
    asking.oracle.ready = False
    with pytest.raises(ReviewNotReady):
        await asking.votes.close(vote.vote_id, ANA, GUILD, manager=False)
    with pytest.raises(VoteOver):
        await asking.votes.cast(vote.vote_id, BO, GUILD, "30")
    asking.oracle.ready = True
    await step(asking)
    assert asking.wall.shown[-1][1] is not None


async def test_failed_post_leaves_no_vote(asking: Asking) -> None:
    asking.wall.broken = True
    with pytest.raises(ConnectionError):
        await opened(asking)
    assert await every_vote(asking.house.store) == []


async def test_open_votes_of_a_person_are_limited(asking: Asking) -> None:
    votes = [await opened(asking) for _ in range(MOST_OPEN)]
    await opened(asking, BO)
    with pytest.raises(TooManyVotes) as refused:
        await opened(asking)
    shown = [await stored(asking, vote) for vote in votes]
    places = {(GUILD, CHANNEL, vote.message_id) for vote in shown}
    assert set(refused.value.messages) == places


async def test_player_in_a_rated_hand_cannot_open_a_vote(asking: Asking) -> None:
    await asking.house.start_game()
    with pytest.raises(HandInPlay):
        await opened(asking)
    assert asking.wall.posted == []


async def test_deleting_a_persons_data_removes_their_votes(asking: Asking) -> None:
    vote = await opened(asking)
    await asking.votes.cast(vote.vote_id, BO, GUILD, "30")
    for user in (ANA, BO):
        await forget(asking.house.store, user)
        assert not await asking.house.store.own_data.counts(user)
    (there,) = await every_vote(asking.house.store)
    assert (there.host_id, dict(there.counts)) == (None, {})


async def test_answer_follows_an_update_under_way_and_is_shown_once(asking: Asking) -> None:
    vote = await opened(asking)
    await asking.votes.cast(vote.vote_id, BO, GUILD, "31")
    asking.wall.answering.clear()
    updating = asyncio.create_task(step(asking))
    while not asking.wall.showing:  # noqa: ASYNC110 - no event to await
        await asyncio.sleep(0)
    closing = asyncio.create_task(asking.votes.close(vote.vote_id, ANA, GUILD, manager=False))
    again = asyncio.create_task(asking.votes._step())
    for _ in range(20):  # each takes as long as a step of the others
        await stored(asking, vote)
    asking.wall.answering.set()
    await asyncio.gather(updating, closing, again)
    assert [shown.closed for shown, _ in asking.wall.shown] == [False, True]
    assert asking.wall.most_at_once == 1


async def test_refused_answer_ends_its_vote_without_failing_the_loop(asking: Asking) -> None:
    vote = await opened(asking)
    other = await opened(asking, BO)
    asking.wall.refused.add(vote.vote_id)
    asking.house.clock.move(OPEN_SECONDS)
    await step(asking)
    assert await every_vote(asking.house.store) == []
    assert [shown.vote_id for shown, _ in asking.wall.shown] == [other.vote_id]


async def test_refused_vote_of_an_earlier_process_is_dropped(asking: Asking) -> None:
    vote = await saved(asking)
    asking.wall.refused.add(vote.vote_id)
    await step(asking.restarted())
    assert await every_vote(asking.house.store) == []


async def test_vote_of_a_deleted_message_no_longer_counts(asking: Asking) -> None:
    votes = [await opened(asking) for _ in range(MOST_OPEN)]
    asking.votes.message_deleted(1)
    await step(asking)
    left = [vote.vote_id for vote in await every_vote(asking.house.store)]
    assert sorted(left) == sorted(vote.vote_id for vote in votes[1:])
    await opened(asking)


async def test_votes_whose_messages_vanished_unnoticed_make_room_for_a_new_one(
    asking: Asking,
) -> None:
    asking.wall.gone = {(await opened(asking)).vote_id for _ in range(MOST_OPEN)}
    assert await opened(asking)
    asking.wall.gone.clear()
    for _ in range(MOST_OPEN - 1):
        await opened(asking)
    with pytest.raises(TooManyVotes):
        await opened(asking)


async def test_vote_that_is_closed_while_room_is_made_stays_closed(asking: Asking) -> None:
    votes = [await opened(asking) for _ in range(MOST_OPEN)]
    first, second, _ = sorted(votes, key=lambda vote: vote.vote_id)  # as they are looked at
    asking.wall.gone.add(first.vote_id)
    asking.wall.answering.clear()
    opening = asyncio.create_task(opened(asking))
    while not asking.wall.showing:  # noqa: ASYNC110 - no event to await
        await asyncio.sleep(0)
    closing = asyncio.create_task(asking.votes.close(second.vote_id, ANA, GUILD, manager=False))
    while asking.wall.showing < 2:  # noqa: ASYNC110 - no event to await
        await asyncio.sleep(0)
    asking.wall.answering.set()
    await asyncio.gather(opening, closing)
    shown = [vote.closed for vote, _ in asking.wall.shown if vote.vote_id == second.vote_id]
    assert shown == [True]


async def test_vote_that_is_being_posted_counts_against_the_limit(asking: Asking) -> None:
    votes = [await opened(asking) for _ in range(MOST_OPEN)]
    await asking.house.store.database.write(
        partial(forget_all, kinds=[PostedKind.VOTE], about=[votes[0].vote_id])
    )
    asking.wall.gone.add(votes[0].vote_id)  # it has no message yet
    with pytest.raises(TooManyVotes):
        await opened(asking)


async def test_wrong_clock_closes_no_vote(asking: Asking) -> None:
    vote = await opened(asking)
    asking.house.clock.right = False
    asking.house.clock.set(asking.house.clock.now() + 5 * 365 * OPEN_SECONDS)
    await step(asking)
    assert not (await stored(asking, vote)).closed
    assert asking.wall.shown == []


async def test_vote_that_a_wrong_clock_would_close_in_years_is_closed(asking: Asking) -> None:
    asking.house.clock.set(asking.house.clock.now() + 5 * 365 * OPEN_SECONDS)
    await opened(asking)
    asking.house.clock.set(asking.house.clock.now() - 5 * 365 * OPEN_SECONDS)
    await step(asking)
    assert [shown.closed for shown, _ in asking.wall.shown] == [True]


async def test_message_no_longer_counts_a_voter_who_deleted_their_data(asking: Asking) -> None:
    vote = await opened(asking)
    for user in (BO, CY):
        await asking.votes.cast(vote.vote_id, user, GUILD, "30")
    await step(asking)
    await step(asking)
    assert len(asking.wall.shown) == 1
    await forget(asking.house.store, BO)
    await step(asking)
    assert [dict(shown.counts) for shown, _ in asking.wall.shown] == [{"30": 2}, {"30": 1}]


async def test_votes_cast_before_a_kill_are_shown_after_it(asking: Asking) -> None:
    vote = await opened(asking)
    await asking.votes.cast(vote.vote_id, BO, GUILD, "30")
    await step(asking.restarted())
    assert [dict(shown.counts) for shown, _ in asking.wall.shown] == [{"30": 1}]


async def test_vote_ends_without_the_answer_if_the_expert_is_not_ready_for_an_hour(
    asking: Asking,
) -> None:
    await opened(asking)
    asking.oracle.ready = False
    asking.house.clock.move(OPEN_SECONDS)
    await step(asking)
    assert asking.wall.shown == []
    asking.house.clock.move(WAIT_SECONDS)
    await step(asking)
    ((shown, answer),) = asking.wall.shown
    assert shown.closed
    assert answer is None


async def test_vote_on_rules_that_no_longer_exist_ends(asking: Asking) -> None:
    vote = await opened(asking)
    gone = replace(vote, vote_id="gone", question=replace(SIXES, rules={"preset": "no more"}))
    await asking.house.store.votes.add_vote(gone, MOST_OPEN)
    asking.house.clock.move(OPEN_SECONDS)
    await step(asking)
    assert await every_vote(asking.house.store) == []
