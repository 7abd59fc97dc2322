"""An evening at a table that two processes serve: one the server, the other direct messages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support.stage import Stage, press

from .transcript import Transcript

pytestmark = pytest.mark.postgres


async def test_two_processes(
    unlit: Stage, transcript: Transcript, on_postgres: dict[str, Any], tmp_path: Path
) -> None:
    stage, other = unlit.two_processes(tmp_path, on_postgres)
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
