"""A stop that ends in time: a host kills what does not."""

from __future__ import annotations

import logging
import os
import threading

STOP_SECONDS = 4
_LOG = logging.getLogger(__name__)


def stop_watchdog() -> threading.Timer:
    """Return what ends the program, once started, unless it is canceled in time."""
    watchdog = threading.Timer(STOP_SECONDS, _leave)
    watchdog.daemon = True
    return watchdog


def _leave() -> None:
    """End the program at once: what was accepted is on disk, and the host is waiting."""
    _LOG.warning("not everything could be closed in %d s; leaving it", STOP_SECONDS)
    os._exit(0)
