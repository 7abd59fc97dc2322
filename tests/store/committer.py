"""Commit acts at several tables as fast as possible until killed.

    python -m tests.store.committer DATABASE_URL

Prints "table seq" once an act is committed. Every HAND-th act ends a hand.
"""

from __future__ import annotations

import asyncio
import os
import sys
from dataclasses import replace

from bot.store import Store, open_store
from bot.tables.stored import StoredTable

from .samples import act, hand, next_change, shake, table

TABLES = ("table0", "table1", "table2", "table3")
HAND = 8


async def _play(store: Store, table_id: str) -> None:
    stored = await store.tables.load(table_id)
    if stored is None:
        stored = StoredTable(await store.tables.create(table(table_id), shake()), None, ())
    now = stored.table
    while True:
        change = next_change(now, act(now.seq, now.hand_no))
        if now.seq % HAND == 0:
            following = replace(change.table, hand_no=now.hand_no + 1)
            change = replace(
                change,
                table=following,
                hand=hand(now.hand_no),
                shakes=(shake(now.hand_no, dealt=True), shake(now.hand_no + 1)),
            )
        await store.tables.commit(change)
        os.write(1, f"{table_id} {now.seq}\n".encode())  # unbuffered: a kill must not lose it
        now = change.table


async def _main(url: str) -> None:
    store = await open_store(url)
    await asyncio.gather(*(_play(store, table_id) for table_id in TABLES))


if __name__ == "__main__":
    asyncio.run(_main(sys.argv[1]))
