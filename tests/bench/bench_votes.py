"""Measure a look at votes beside thousands of open ones, and beside a model that reads them all.

    python tests/bench/bench_votes.py [--votes N] [--postgres URL of an empty database]

Four people have voted in each. Each figure is the CPU of a look and the longest time for which the
event loop stood still. The model reads all votes with their counts, as the program did each second.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from sqlalchemy import Connection, Table, insert, select

from bot.asked.model import Vote
from bot.asked.votes import OPEN_SECONDS
from bot.store import Store, open_store
from bot.store.asked import votes as stored
from bot.store.asked.schema_votes import vote_picks, votes
from bot.store.rows import Row, row_of
from bot.store.sent.posted import posted_row
from bot.store.sent.schema_posted import posted
from bot.tables.clocks.deadlines import Timing
from bot.values.posted import Posted, PostedKey, PostedKind
from tests.asked.asking import SIXES, Asking, step
from tests.bench.support.standstill import cost_of
from tests.support.clocks import HandClock
from tests.support.house import House

VOTES = 1_000
VOTERS = 4
TOGETHER = 2_000


async def insert_all(store: Store, table: Table, rows: Sequence[Row]) -> None:
    """Insert rows, some thousands in a transaction."""
    for start in range(0, len(rows), TOGETHER):
        some = rows[start : start + TOGETHER]
        await store.database.write(lambda c, some=some: c.execute(insert(table), some))


async def fill(store: Store, count: int, now: float) -> None:
    """Save open votes that are up to date, with their messages and choices."""
    ids = [f"v{number:07}" for number in range(count)]
    opened = [
        Vote(vote_id, 1 + number, 2, number, SIXES, now + OPEN_SECONDS, shown=f"30:{VOTERS}")
        for number, vote_id in enumerate(ids)
    ]
    await insert_all(store, votes, [row_of(votes, each, due_at=each.closes_at) for each in opened])
    messages = [
        Posted(PostedKey(PostedKind.VOTE, vote_id), 1, 1, 2, 1 + number)
        for number, vote_id in enumerate(ids)
    ]
    await insert_all(store, posted, [posted_row(each) for each in messages])
    picks: list[Row] = [
        {"vote_id": vote_id, "user_id": user, "choice": "30"}
        for vote_id in ids
        for user in range(VOTERS)
    ]
    await insert_all(store, vote_picks, picks)


def every_vote(connection: Connection) -> list[Vote]:
    """Load every vote with its counts."""
    rows = connection.execute(select(votes)).mappings().all()
    return [stored._vote(connection, row) for row in rows]


async def run(store: Store, count: int) -> None:
    """Print what looks cost."""
    clock = HandClock()
    asking = Asking(House(store, clock, Timing(), "votes"))
    await fill(store, count, clock.now())
    found = {"nothing due": await cost_of(step(asking))}
    await asking.votes.cast("v0000001", 99, 2, "31")
    found["one vote cast"] = await cost_of(step(asking))
    found["model: every vote"] = await cost_of(store.database.read(every_vote))
    base = found["one vote cast"]
    for name, cost in found.items():
        print(
            f"{name:<20} CPU {cost.cpu * 1000:9.1f} ms ({cost.cpu / base.cpu:8.1f} of one vote)   "
            f"longest standstill {cost.standstill * 1000:8.1f} ms"
        )
    await store.close()


async def main() -> None:
    """Measure SQLite, or the given PostgreSQL."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--votes", type=int, default=VOTES)
    parser.add_argument("--postgres")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        url = given.postgres or f"sqlite:///{folder}/votes.sqlite3"
        print(f"{url.split(':')[0]}, {given.votes} open votes")
        await run(await open_store(url), given.votes)


if __name__ == "__main__":
    asyncio.run(main())
