"""Two programs on one PostgreSQL: if one is killed, the other takes over its tables."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.store.databases import SERVER, postgres
from tests.support.health import free_port, readiness
from tests.support.live_stage import RATE, LiveStage
from tests.support.patience import PatientSandbox
from tests.support.play import Player, begin, is_board, play_acts, play_hand
from tests.support.program import Program
from tests.support.screens import is_hand_over

__all__ = ["postgres"]
ACTS_BEFORE = 9  # four calls, a contract, a trick


def _boards(player: Player) -> list[str]:
    return [m["id"] for m in player.person.messages(player.channel) if is_board(m)]


@pytest.mark.postgres
async def test_standby_takes_over_from_a_killed_program(tmp_path: Path, postgres: str) -> None:
    port = free_port()
    settings = {"DATABASE_URL": f"{SERVER}{postgres}", "SHAKE_SEED": "e2e"}
    async with PatientSandbox(clock_rate=RATE) as sandbox:
        first = Program(sandbox, tmp_path / "1", settings)
        second = Program(sandbox, tmp_path / "2", {**settings, "HEALTH_PORT": str(port)})
        try:
            await first.start()
            waits = second.line(lambda line: "standing by" in line)
            starting = asyncio.create_task(second.start())
            await waits
            assert "another process is serving them" in await readiness(port, 503)
            players = await begin(list(sandbox.people), sandbox.channel_id)
            await play_acts(players, ACTS_BEFORE)
            boards = _boards(players[0])
            dms = [await player.only_dm() for player in players]
            assert not starting.done()  # the second is idle while the first lives
            await first.kill()
            await starting
            assert "gateway: ok" in await readiness(port, 200)
            stage = LiveStage(sandbox, second, "e2e")
            stage.refusals_expected |= {10008}
            for player in players:
                await player.my_hand()
            await play_hand(players)
            await players[0].wait(is_hand_over, sandbox.channel_id)
            seqs = sorted(seq for each in players for seq, _, _ in each.acted)
            assert seqs == list(range(seqs[0], seqs[0] + len(seqs)))  # none lost, none doubled
            assert _boards(players[0]) == boards
            assert [await player.only_dm() for player in players] == dms
            assert await second.stop() == 0
            stage.check()
        finally:
            await first.kill()
            await second.kill()
