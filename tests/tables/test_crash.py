"""After kill -9 no accepted act is lost or duplicated."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from sqlalchemy import select

from bot.store.schema import acts
from bot.tables.model import Status
from tests.support.house import House
from tests.support.killed import killed_after

from .player import TABLES

KILLS = 3


async def _all_acts(house: House, table_id: str) -> list[int]:
    statement = select(acts.c.seq).where(acts.c.table_id == table_id).order_by(acts.c.seq)
    return await house.store.database.read(lambda connection: list(connection.scalars(statement)))


@pytest.mark.slow
async def test_random_kills_lose_no_accepted_act(file: Path) -> None:
    randomness = random.Random(42)
    for _ in range(KILLS):
        told = killed_after("tests.tables.player", str(file), randomness.randrange(3, 120))
        house = await House.build(file, start=False)
        tables = await house.tables.live_tables()
        assert len(tables) == TABLES
        for table in tables:
            kept = await _all_acts(house, table.table_id)
            assert kept == list(range(1, len(kept) + 1))
            # The kill may fall between the commit and its report.
            assert told.get(table.table_id, 0) <= len(kept)
            if table.table_id in told:
                assert len(kept) <= told[table.table_id] + 1
            view = await house.tables.view(table.table_id)
            assert view.seq == len(kept) + 1
            if view.status is Status.PLAYING:
                user = await house.in_turn(table.table_id)
                assert user is not None
                assert (await house.act(table.table_id, user)).table.seq == view.seq + 1
        await house.stop()
