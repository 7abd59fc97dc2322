"""A sandbox in the test's process, the bot in one of its own, and checks after the run."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from pathlib import Path

from discord_sandbox.api.rest import Request
from discord_sandbox.client.simulated_user import SimulatedUser
from discord_sandbox.server import Sandbox
from tests.support.openapi import objections, openapi_path
from tests.support.patience import KILL_SECONDS, PatientSandbox
from tests.support.processes import TWO, Processes, programs
from tests.support.program import Program

# Speed of the sandbox's clock. The next hand starts after five seconds; even a busy machine must
# show the end of the last one by then.
RATE = 4.0
SEED = "e2e"
SECRETS = 2000
# Expected refusals: processes that share rate limits get 429, and killed ones forget what they
# deleted, or answer too late.
NOT_KNOWN = {404, 429} if TWO and KILL_SECONDS else {429} if TWO else set()


class LiveStage:
    """A sandbox with the bot on it.

    `refusals_expected`: the Discord codes that the test provokes, such as 50007 for closed DMs.
    """

    def __init__(self, sandbox: Sandbox, program: Program | Processes, seed: str) -> None:
        self.sandbox = sandbox
        self.program = program
        self.seed = seed
        self.people: list[SimulatedUser] = list(sandbox.people)
        self.refusals_expected: set[int] = set()
        self.was_killed = False

    @property
    def channel(self) -> str:
        return self.sandbox.channel_id

    def requests(self, since: int = 0) -> list[Request]:
        """Return the bot's requests since the log had this length."""
        return list(self.sandbox.log)[since:]

    async def crash(self) -> None:
        """Kill the bot (`kill -9`) and start it again.

        It may repeat deletions that it had not saved, which Discord refuses, and has forgotten how
        many requests Discord's buckets have left.
        """
        self.refusals_expected |= {10008}
        self.was_killed = True
        await self.program.kill()
        await self.program.start()

    def check(self) -> None:
        """Check the invariants of every run."""
        assert self.program.trouble == [], self.program.log
        _assert_no_secrets(self.program.log, self.sandbox.token, self.seed)
        # discord.py loses count of a bucket when answers take longer than the bucket's window.
        loses_count = self.was_killed or self.sandbox.clock.rate > RATE
        usual = NOT_KNOWN | ({429} if loses_count else set())
        refused = [
            f"{r.method} {r.route}: {r.code} {r.reason} {r.raw[:2000]!r}"
            for r in self.sandbox.refusals
            if r.code not in self.refusals_expected and r.status not in usual
        ]
        assert refused == []
        assert self.sandbox.rest.unserved == []
        if openapi_path() is not None:
            assert objections(self.sandbox.log) == []


def _assert_no_secrets(log: str, token: str, seed: str) -> None:
    assert token not in log
    assert not any(secret in log for secret in _secrets(seed))


def _secrets(seed: str) -> Iterable[str]:
    """Yield the secrets derived from SHAKE_SEED, as hex."""
    for number in range(1, SECRETS):
        yield hashlib.sha256(seed.encode() + number.to_bytes(8, "big")).hexdigest()


@asynccontextmanager
async def run_live_stage(
    folder: Path,
    *,
    seed: str = SEED,
    rate: float = RATE,
    prepare: Callable[[Sandbox], None] = lambda _: None,
    **settings: str,
) -> AsyncIterator[LiveStage]:
    """Run the bot on a prepared sandbox; check the run afterwards."""
    async with PatientSandbox(clock_rate=rate) as sandbox:
        prepare(sandbox)
        async with programs(sandbox, folder, {"SHAKE_SEED": seed, **settings}) as program:
            stage = LiveStage(sandbox, program, seed)
            await program.start()
            try:
                yield stage
            except BaseException:
                await program.kill()
                print(program.log)
                raise
            assert await program.stop() == 0
            stage.check()
