"""Two processes with one token and two databases: both notice, and tell their host."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.support.health import free_port, readiness
from tests.support.patience import PATIENCE, PatientSandbox
from tests.support.program import Program

WARNING = "another process uses DISCORD_TOKEN with its own database"
UNREADY = "token: another process uses it with its own database; stop one of them"


async def test_two_processes_with_one_token_and_two_databases_both_warn(
    tmp_path: Path,
) -> None:
    ports = free_port(), free_port()
    async with PatientSandbox() as sandbox:
        both = [
            Program(sandbox, tmp_path / str(port), {"HEALTH_PORT": str(port)}) for port in ports
        ]
        for program in both:
            (tmp_path / str(program._environment["HEALTH_PORT"])).mkdir()
        try:
            for program, port in zip(both, ports, strict=True):
                await program.start()
                assert "token: ok" in await readiness(port, 200)
            warned = [program.line(lambda line: WARNING in line) for program in both]
            await sandbox.people[0].command("table open", sandbox.channel_id)
            async with asyncio.timeout(PATIENCE):
                lines = await asyncio.gather(*warned)
            assert all(" WARNING " in line for line in lines)
            for port in ports:
                assert UNREADY in await readiness(port, 503)
        finally:
            for program in both:
                await program.kill()
