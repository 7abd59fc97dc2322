"""Press buttons on a sandbox at a steady rate, whatever the delays, and record the answer times."""

from __future__ import annotations

import asyncio
import gc
import itertools
import os
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from statistics import quantiles

from discord_sandbox.api.interactions import COMPONENT
from discord_sandbox.checks.refusal import Json
from discord_sandbox.client.simulated_user import SimulatedUser
from discord_sandbox.server import Sandbox

QUIET_SECONDS = 1.5
_nonces = itertools.count(1)


@dataclass(frozen=True, slots=True)
class Click:
    """A person's press of a button id on a message."""

    person: SimulatedUser
    message: Json
    custom_id: str


@dataclass(slots=True)
class Latencies:
    """Answer times in milliseconds from when each click was due, and the unanswered clicks."""

    taken: list[float] = field(default_factory=list)
    failed: int = 0

    @property
    def p99(self) -> float:
        """The 99th percentile."""
        return quantiles(self.taken, n=100, method="inclusive")[-1]

    def line(self) -> str:
        """Format the results."""
        cuts = quantiles(self.taken, n=1000, method="inclusive")
        return (
            f"p50 {cuts[499]:6.1f} ms   p90 {cuts[899]:6.1f} ms   p99 {cuts[989]:6.1f} ms   "
            f"max {max(self.taken):6.1f} ms   {len(self.taken)} answers, {self.failed} failed"
        )


def press(
    sandbox: Sandbox, click: Click, answered: Callable[[], None] = lambda: None
) -> asyncio.Future[bool]:
    """Press a button; the future resolves to True once the answer arrives, or to False.

    The id need not be on the message: the load knows the legal plays without looking. `answered` is
    called as soon as Discord has the answer, before the bot continues.
    """
    done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

    def report(frame: Json) -> None:
        data = frame["d"]
        if frame["t"] == "interaction" and data["state"] != "pending" and not done.done():
            answered()
            done.set_result(data["state"] == "ok")

    message = click.person.message(click.message) or click.message
    sandbox.interactions.start(
        COMPONENT,
        click.person.id,
        sandbox.state.channel(message["channel_id"]),
        {"custom_id": click.custom_id, "component_type": 2, "id": 2},
        nonce=next(_nonces),
        send_frame=report,
        source=message,
    )
    return done


async def at_a_rate(sandbox: Sandbox, clicks: Iterable[Click], per_second: float) -> Latencies:
    """Press buttons at a steady rate, on time even if answers are late."""
    found = Latencies()

    def noted(due: float) -> Callable[[asyncio.Future[bool]], None]:
        def note(done: asyncio.Future[bool]) -> None:
            found.taken.append((time.perf_counter() - due) * 1000)
            found.failed += not done.result()

        return note

    start = time.perf_counter()
    running = []
    for number, click in enumerate(clicks):
        due = start + number / per_second
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        done = press(sandbox, click)
        done.add_done_callback(noted(due))
        running.append(done)
    await asyncio.gather(*running)
    await asyncio.sleep(0)
    return found


async def quiet(sandbox: Sandbox, seconds: float = QUIET_SECONDS) -> None:
    """Wait until the bot has made no request for a while."""
    seen = -1
    while seen != len(sandbox.log):
        seen = len(sandbox.log)
        await asyncio.sleep(seconds)


def counted(sandbox: Sandbox, *, forget: bool = True) -> Counter[str]:
    """Count the requests of each kind since the log was last cleared."""
    private = set(sandbox.state.dms.values())
    found = Counter(_kinds(sandbox, private))
    if forget:
        sandbox.rest.log.clear()
    return found


def _kinds(sandbox: Sandbox, private: set[str]) -> Iterator[str]:
    for request in sandbox.log:
        where = "board"
        if private.intersection(request.path.split("/")):
            where = "DM"
        elif b"flags" not in request.raw and request.method == "POST":
            where = "notice"
        match request.route:
            case "POST /interactions/{}/{}/callback":
                yield "answer"
            case "PATCH /webhooks/{}/{}/messages/@original" | "PATCH /webhooks/{}/{}/messages/{}":
                yield "panel edit"
            case "POST /webhooks/{}/{}":
                yield "panel push"
            case "PATCH /channels/{}/messages/{}":
                yield f"{where} edit"
                if request.uploads:
                    yield "picture"
            case "POST /channels/{}/messages":
                yield f"{where} post"
                if request.uploads:
                    yield "picture"
            case route:
                yield str(route)


@dataclass(slots=True)
class Following:
    """The pictures of answers.

    `shown`: the pictures sent before, which identify placeholders. `at_once`: the number of answers
    with their own picture; `late`: for the others, how many milliseconds later it followed;
    `never`: how many were superseded by a newer answer.
    """

    shown: set[bytes] = field(default_factory=set)
    at_once: int = 0
    never: int = 0
    late: list[float] = field(default_factory=list)

    def read(self, sandbox: Sandbox) -> None:
        """Read the requests since the log was last cleared."""
        answered: dict[str, float] = {}
        for request in sandbox.log:
            if not request.uploads:
                continue
            picture = request.uploads[0].data
            token = request.path.split("/")[3]
            is_own = picture not in self.shown
            self.shown.add(picture)
            if request.path.endswith("/callback"):
                self.at_once += is_own
                if not is_own:
                    answered[token] = request.at
            elif token in answered and is_own:
                self.late.append((request.at - answered.pop(token)) * 1000)
        self.never += len(answered)

    def line(self) -> str:
        """Format the results."""
        if len(self.late) < 2:
            return f"own pictures with {self.at_once} answers; {len(self.late)} followed"
        cuts = quantiles(self.late, n=100, method="inclusive")
        return (
            f"own pictures with {self.at_once} answers; {len(self.late)} followed, p50 "
            f"{cuts[49]:.0f} ms, p99 {cuts[98]:.0f} ms later; {self.never} were overtaken"
        )


def uploaded(sandbox: Sandbox) -> int:
    """Count the bytes of files sent since the log was last cleared."""
    return sum(len(upload.data) for request in sandbox.log for upload in request.uploads)


@contextmanager
def no_collection() -> Iterator[None]:
    """Disable garbage collection pauses of the load itself."""
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.unfreeze()


def machine() -> str:
    """Describe the machine's other load, since results of a busy machine mean little."""
    loads = "/".join(f"{load:.1f}" for load in os.getloadavg())
    return f"load average {loads} on {os.cpu_count()} cores"
