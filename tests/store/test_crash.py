"""A committed act survives a crash at any moment."""

from __future__ import annotations

import random

from sqlalchemy import select

from bot.stats.views import GameKind
from bot.store import Store, open_store
from bot.store.schema import acts
from tests.store.databases import settle
from tests.support.killed import killed_after

from .committer import HAND, TABLES
from .samples import GUILD

KILLS = 6


async def stored_acts(store: Store, table_id: str) -> list[int]:
    """Read the sequence numbers of a table's acts."""
    statement = select(acts.c.seq).where(acts.c.table_id == table_id).order_by(acts.c.seq)
    return await store.database.read(lambda connection: list(connection.scalars(statement)))


async def test_random_kills_neither_lose_nor_duplicate_reported_acts(url: str) -> None:
    chance = random.Random(42)
    await (await open_store(url)).close()
    for _ in range(KILLS):
        told = killed_after("tests.store.committer", url, chance.randrange(1, 150))
        store = await open_store(url)
        await settle(store)
        hands = 0
        for table_id in TABLES:
            kept = await stored_acts(store, table_id)
            assert kept == list(range(1, len(kept) + 1))
            # The kill may fall between the commit and its report.
            assert told.get(table_id, 0) <= len(kept)
            if table_id in told:
                assert len(kept) <= told[table_id] + 1
            stored = await store.tables.load(table_id)
            if stored is None:
                assert kept == []
                continue
            assert stored.table.seq == len(kept) + 1
            assert stored.table.version == len(kept)
            assert [act.seq for act in stored.acts] == kept[len(kept) // HAND * HAND :]
            hands += len(kept) // HAND
            assert len(await store.results.hands(table_id, 1)) == len(kept) // HAND
        assert (await store.profiles.standing(GUILD, 11, GameKind.ALL)).hands == hands
        await store.close()
