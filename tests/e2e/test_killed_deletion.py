"""kill -9 during a data deletion: the next start finishes it."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

from sqlalchemy import Connection, insert

from bot.store import Store, open_store, schema
from bot.store.rows import table_row
from bot.tables.model import Status
from discord_sandbox.client.simulated_user import SimulatedUser
from tests.store.databases import postgres, url
from tests.store.samples import table
from tests.support.patience import PATIENCE, PatientSandbox
from tests.support.program import Program
from tests.support.stage import button

__all__ = ["postgres", "url"]
ROWS = 20_000  # enough that a deletion takes many steps, and the kill lands between two


def fill(connection: Connection, user_id: int) -> None:
    """Store many records of a person sitting down at a table."""
    rows = [
        {"table_id": "k3f9q2", "number": number, "event": "sat", "seat": 0, "user_id": user_id}
        | {"hand_no": 1, "at": 1.0}
        for number in range(ROWS)
    ]
    ended = table_row(table(status=Status.CLOSED)) | {"closed_at": time.time()}
    connection.execute(insert(schema.tables), ended)
    connection.execute(insert(schema.seat_log), rows)


async def left(store: Store, person: SimulatedUser) -> int:
    return (await store.own_data.counts(int(person.id))).get("seat_log", 0)


async def test_next_start_finishes_a_killed_deletion(tmp_path: Path, url: str) -> None:
    async with PatientSandbox(people=("Ana",)) as sandbox:
        (ana,), channel = sandbox.people, sandbox.channel_id
        program = Program(sandbox, tmp_path, {"DATABASE_URL": url})
        store = await open_store(url)
        try:
            await store.database.write(lambda connection: fill(connection, int(ana.id)))
            await program.start()
            shown = (await ana.command("privacy", channel)).message
            assert shown is not None
            asked = (await ana.click(shown, button(shown, "privacy", "delete"))).message
            assert asked is not None
            yes = asyncio.create_task(ana.click(asked, button(asked, "privacy", "yes")))
            async with asyncio.timeout(PATIENCE):
                while not await store.own_data.unfinished_deletions():  # noqa: ASYNC110 - another process does the work
                    await asyncio.sleep(0)
            await program.kill()
            assert await left(store, ana) > 0
            assert await store.own_data.unfinished_deletions() == [int(ana.id)]
            await program.start()
            async with asyncio.timeout(PATIENCE):
                while await store.own_data.unfinished_deletions():  # noqa: ASYNC110 - another process does the work
                    await asyncio.sleep(0)
            assert await store.own_data.counts(int(ana.id)) == {}
            yes.cancel()
        finally:
            await program.kill()
            await store.close()
        assert program.trouble == []
