"""Stop on a signal: from the first moment on, and before the host's timeout.

The first process of a container ignores SIGTERM unless it has a handler of its own.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

STOP_SECONDS = 4
SIGNALS = (signal.SIGINT, signal.SIGTERM)
_LOG = logging.getLogger(__name__)


class Terminated(KeyboardInterrupt):
    """The program was asked to stop by SIGTERM; everything is cleaned up as after Ctrl+C."""


def end_on_signal() -> None:
    """End the program at once on a signal, while it has not begun anything."""
    for name in SIGNALS:
        signal.signal(name, lambda *_: os._exit(0))


@contextmanager
def interruptible() -> Iterator[None]:
    """Raise Terminated on SIGTERM, as Python raises KeyboardInterrupt on Ctrl+C.

    Only the main thread receives signals; in another one this does nothing.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    terminated = False

    def interrupt(_: int, frame: FrameType | None) -> None:
        nonlocal terminated
        terminated = True
        handler = signal.getsignal(signal.SIGINT)
        if not callable(handler):
            raise Terminated
        handler(signal.SIGINT, frame)  # asyncio's cancels the task, so that it cleans up

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    except KeyboardInterrupt as error:
        if terminated:
            raise Terminated from error
        raise
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def stop_signals() -> Iterator[asyncio.Event]:
    """Yield an event that is set when the program is asked to stop.

    STOP_SECONDS later the program ends, whatever hangs while closing. Only for the main thread.
    """
    loop = asyncio.get_running_loop()
    asked = asyncio.Event()
    watchdog = threading.Timer(STOP_SECONDS, _leave)
    watchdog.daemon = True

    def ask(*_: object) -> None:
        if watchdog.ident is None:
            watchdog.start()
        loop.call_soon_threadsafe(asked.set)

    before = {name: signal.signal(name, ask) for name in SIGNALS}
    try:
        yield asked
    finally:
        for name, handler in before.items():
            signal.signal(name, handler)


def _leave() -> None:
    """End the program at once: accepted changes are on disk, and the host is waiting."""
    _LOG.warning("shutdown did not finish within %d s; exiting anyway", STOP_SECONDS)
    os._exit(0)
