"""Votes that are looked at only when they are due end and show what looks at all votes would."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

import pytest

from bot.asked.errors import TooManyVotes
from bot.asked.model import Vote
from bot.asked.votes import LOOK_SECONDS, MOST_OPEN, OPEN_SECONDS, WAIT_SECONDS
from bot.store import Store
from bot.tables.clocks.deadlines import Timing
from bot.tables.errors import ReviewNotReady
from tests.store.databases import newest_postgres, postgres, store, url
from tests.store.samples import every_vote, forget
from tests.support.clocks import HandClock
from tests.support.house import CHANNEL, GUILD, House

from .asking import SIXES, Asking, step

__all__ = ["newest_postgres", "postgres", "store", "url"]

pytestmark = pytest.mark.slow

PEOPLE = range(7001, 7007)
CHOICES = ("pass", "30", "31", "2m")
LONG = (pytest.mark.long, pytest.mark.timeout(7200))
Shown = tuple[tuple[tuple[str, int], ...], bool]
"""What a message says: the votes, and whether that is the end."""


@pytest.fixture
def asking(store: Store) -> Asking:
    """Votes on a table service that plays nothing."""
    return Asking(House(store, HandClock(), Timing(), "votes"))


@dataclass
class Open:
    """A vote as every look would see it. `waits`: since when it waits for the experts."""

    host_id: int | None
    closes_at: float
    picks: dict[int, str] = field(default_factory=dict)
    closed: bool = False
    counts: Counter[str] = field(default_factory=Counter)
    waits: float | None = None

    def close(self) -> None:
        self.counts = self.counted()
        self.closed = True

    def counted(self) -> Counter[str]:
        return self.counts if self.closed else Counter(self.picks.values())


class Room:
    """People who ask and vote, beside a model that looks at all votes at each look."""

    def __init__(self, asking: Asking, seed: int) -> None:
        self.asking = asking
        self.randomness = random.Random(seed)
        self.votes: dict[str, Open] = {}
        self.shown: dict[str, Shown] = {}
        self.ended = 0
        self.acts: list[tuple[int, Callable[[], Coroutine[Any, Any, object]]]] = [
            (6, self.open),
            (12, self.cast),
            (3, self.close),
            (2, self.forget),
            (2, self.delete_message),
            (2, self.let_time_pass),
            (2, self.save_only),
            (1, self.switch_experts),
            (2, self.restart),
        ]

    @property
    def now(self) -> float:
        return self.asking.house.clock.now()

    async def act(self) -> None:
        """Have something happen, look, and compare."""
        weights = [weight for weight, _ in self.acts]
        await self.randomness.choices(self.acts, weights)[0][1]()
        for _ in range(2):
            await step(self.asking)
            self.look()
            self.asking.house.clock.move(LOOK_SECONDS + 1)
        found = {}
        for vote, _ in self.asking.wall.shown:
            found[vote.vote_id] = tuple(sorted(vote.counts.items())), vote.closed
        assert _without_new(found) == _without_new(self.shown)
        left = {vote.vote_id: Counter(vote.counts) for vote in await every_vote(self.store)}
        assert left == {vote_id: vote.counted() for vote_id, vote in self.votes.items()}

    @property
    def store(self) -> Store:
        return self.asking.house.store

    def look(self) -> None:
        """Bring all votes of the model up to date."""
        for vote_id, vote in list(self.votes.items()):
            if vote.closes_at <= self.now and not vote.closed:
                vote.close()
            counts = tuple(sorted(vote.counted().items()))
            if not vote.closed:
                if counts != self.shown.get(vote_id, ((), False))[0]:
                    self.shown[vote_id] = counts, False
                continue
            vote.waits = self.now if vote.waits is None else vote.waits
            if self.asking.oracle.ready or self.now >= vote.waits + WAIT_SECONDS:
                self.end(vote_id)

    def end(self, vote_id: str) -> None:
        """Show the answer of a closed vote, for the last time."""
        vote = self.votes.pop(vote_id)
        self.shown[vote_id] = tuple(sorted(vote.counts.items())), True
        self.ended += 1

    async def open(self) -> None:
        person = self.randomness.choice(PEOPLE)
        try:
            vote = await self.asking.votes.open(person, GUILD, CHANNEL, SIXES)
        except TooManyVotes:
            own = [each for each in self.votes.values() if each.host_id == person]
            assert len([each for each in own if not each.closed]) == MOST_OPEN
            return
        self.votes[vote.vote_id] = Open(person, vote.closes_at)

    async def save_only(self) -> None:
        """Kill the process before it posts a vote."""
        vote_id = f"saved{self.randomness.random()}"
        vote = Vote(vote_id, GUILD, CHANNEL, None, SIXES, self.now + OPEN_SECONDS)
        assert await self.store.votes.add_vote(vote, len(self.votes) + 1)
        self.votes[vote_id] = Open(None, vote.closes_at)

    def some_open(self) -> list[str]:
        return [vote_id for vote_id, vote in self.votes.items() if not vote.closed]

    async def cast(self) -> None:
        """Have people vote; sometimes the process is killed before it shows that."""
        for vote_id in self.randomness.sample(found := self.some_open(), min(2, len(found))):
            choice = self.randomness.choice(CHOICES)
            person = self.randomness.choice(PEOPLE)
            if self.randomness.random() < 0.3:
                await self.store.votes.cast_vote(vote_id, person, choice)
            else:
                await self.asking.votes.cast(vote_id, person, GUILD, choice)
            self.votes[vote_id].picks[person] = choice

    async def close(self) -> None:
        """Have a manager close a vote."""
        for vote_id in self.some_open()[:1]:
            self.votes[vote_id].close()
            try:
                await self.asking.votes.close(vote_id, 1, GUILD, manager=True)
            except ReviewNotReady:
                self.votes[vote_id].waits = self.now
            else:
                self.end(vote_id)

    async def forget(self) -> None:
        """Delete a person's data."""
        person = self.randomness.choice(PEOPLE)
        await forget(self.store, person)
        for vote in self.votes.values():
            vote.picks.pop(person, None)
            if vote.host_id == person:
                vote.host_id = None

    async def delete_message(self) -> None:
        """Have a moderator delete a vote's message, and another one."""
        for vote_id in self.some_open()[-1:]:
            vote = await self.store.votes.vote(vote_id)
            assert vote is not None
            for message_id in (vote.message_id, 10**9):
                self.asking.votes.message_deleted(message_id)
            del self.votes[vote_id]

    async def let_time_pass(self) -> None:
        self.asking.house.clock.move(self.randomness.choice((3_600.0, OPEN_SECONDS / 2)))

    async def switch_experts(self) -> None:
        """Make the experts unready, or ready again; then what waits gets its time."""
        self.asking.oracle.ready = not self.asking.oracle.ready

    async def restart(self) -> None:
        ready = self.asking.oracle.ready
        self.asking = self.asking.restarted()
        self.asking.oracle.ready = ready
        for vote in self.votes.values():
            vote.waits = None


def _without_new(shown: dict[str, Shown]) -> dict[str, Shown]:
    """Leave out what says no more than a new vote: some of these are drawn again."""
    return {vote_id: each for vote_id, each in shown.items() if each != ((), False)}


@pytest.mark.parametrize(
    ("seed", "acts"), [(1, 80), *(pytest.param(n, 1500, marks=LONG) for n in range(2, 6))]
)
async def test_votes_show_what_a_look_at_all_votes_shows(
    asking: Asking, seed: int, acts: int
) -> None:
    room = Room(asking, seed)
    for _ in range(acts):
        await room.act()
    assert room.ended > acts / 10


async def test_vote_belongs_to_the_process_of_its_server(asking: Asking) -> None:
    await asking.votes.open(PEOPLE[0], GUILD, CHANNEL, SIXES)
    asking.house.clock.move(OPEN_SECONDS)
    other = asking.restarted()
    other.votes._is_ours = lambda guild_id: guild_id != GUILD
    await other.votes._step()
    assert asking.wall.shown == []
    await asking.votes._step()
    assert [vote.closed for vote, _ in asking.wall.shown] == [True]


async def test_vote_that_is_not_due_is_not_read(
    asking: Asking, monkeypatch: pytest.MonkeyPatch
) -> None:
    for person in PEOPLE:
        await asking.votes.open(person, GUILD, CHANNEL, SIXES)
    read = []
    real = type(asking.house.store.votes).vote

    async def vote(votes: Any, vote_id: str) -> Vote | None:
        read.append(vote_id)
        return await real(votes, vote_id)

    monkeypatch.setattr(type(asking.house.store.votes), "vote", vote)
    await asking.votes._step()
    assert read == []
    cast = asking.wall.posted[2]
    await asking.house.store.votes.cast_vote(cast, 1, "30")
    await asking.votes._step()
    assert read == [cast]
