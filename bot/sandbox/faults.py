"""Trouble on demand: refusals, broken connections and slow answers."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(slots=True)
class Fault:
    """What is to happen to the next `times` requests that match `pattern`.

    `pattern` is a method and a path as in `POST /channels/*/messages`; a star is one id.
    `status` is answered (with `code` and `retry_after` in its body), `reset` cuts the
    connection, `delay` waits so many seconds first. With `after` the request is carried out and
    only its answer is lost. `via` false makes a 429 look like Cloudflare's.
    """

    pattern: str
    status: int | None = None
    code: int = 0
    message: str = "injected"
    retry_after: float = 0.5
    global_: bool = False
    via: bool = True
    reset: bool = False
    delay: float = 0.0
    after: bool = False
    times: int = 1
    met: int = 0


class Faults:
    """The faults that are armed, first come first served."""

    def __init__(self) -> None:
        self.armed: list[Fault] = []

    def add(self, fault: Fault) -> Fault:
        """Arm a fault; its `met` counts the requests that met it."""
        self.armed.append(fault)
        return fault

    def clear(self) -> None:
        """Disarm everything."""
        self.armed.clear()

    def meet(self, method: str, path: str) -> Fault | None:
        """Find the fault that this request meets."""
        for fault in self.armed:
            wanted = re.escape(fault.pattern).replace(r"\*", "[^/]+")
            if re.fullmatch(wanted, f"{method} {path}"):
                fault.met += 1
                if fault.met >= fault.times:
                    self.armed.remove(fault)
                return fault
        return None
