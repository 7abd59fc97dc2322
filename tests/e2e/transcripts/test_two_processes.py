"""An evening at a table that two processes serve: one the server, the other direct messages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.store.databases import DELETE_ALL, SERVER, newest_postgres, run_statement
from tests.support.stage import Stage, press

from .transcript import Transcript

__all__ = ["newest_postgres"]
pytestmark = pytest.mark.postgres


@pytest.fixture
def settings(newest_postgres: str) -> dict[str, Any]:
    run_statement(newest_postgres, DELETE_ALL)
    return {"database_url": f"{SERVER}{newest_postgres}"}


def process(stage: Stage, folder: Path, settings: dict[str, Any]) -> Stage:
    """Build one more bot on the sandbox and the clock of a stage, with a folder of its own."""
    folder.mkdir()
    beside = Stage(stage.sandbox, folder, settings)
    beside.clock = stage.clock
    beside.watch = stage.watch
    beside.stores = stage.stores
    return beside


async def test_two_processes(
    unlit: Stage, transcript: Transcript, settings: dict[str, Any], tmp_path: Path
) -> None:
    guild = int(unlit.sandbox.guild_id) >> 22
    count = next(n for n in range(2, 100) if guild % n)  # direct messages belong to shard 0
    settings["shard_count"] = count
    rest = ",".join(str(n) for n in range(count) if n != guild % count)
    stage = process(unlit, tmp_path / "server", settings | {"shard_ids": str(guild % count)})
    other = process(unlit, tmp_path / "dms", settings | {"shard_ids": rest})
    async with stage.running(), other.running():
        table = await stage.start_game(*stage.people[1:4])
        for call, is_by_dm in (("pass", True), ("31", False), ("pass", True)):
            person = await stage.in_turn(table)
            panel = await stage.panel(person, person.dm if is_by_dm else None)
            before = (await stage.view(table)).seq
            await press(person, panel, "call", call)
            await stage.until(table, lambda view, seq=before: view.seq > seq)
            await other.wait_until_quiet()
        await stage.play_hand(table)
        await stage.next_hand(table)
        await stage.panel(person)
        await other.wait_until_quiet()
    transcript.check()
