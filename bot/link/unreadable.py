"""Keep an event that discord.py can't parse from ending the program."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from pathlib import Path
from traceback import walk_tb
from typing import Any

_LOG = logging.getLogger(__name__)
Parser = Callable[[Any], None]


class UnreadableEvents:
    """Counts unreadable events in the metrics and logs each kind once.

    A kind is an event and the line of code that failed; neither contains what people wrote.
    """

    def __init__(self, count: Callable[[str], None]) -> None:
        self._count = count
        self._seen: set[tuple[str, str]] = set()

    def guard(self, parsers: dict[str, Parser]) -> None:
        """Wrap discord.py's event parsers: an exception in one would end the connection."""
        for event, parse in parsers.items():
            parsers[event] = partial(self._parse, event, parse)

    def _parse(self, event: str, parse: Parser, data: Any) -> None:
        try:
            parse(data)
        except Exception as error:  # noqa: BLE001 - whatever it is, the next event may be fine
            self.note(event, error)

    def note(self, event: str, error: Exception) -> None:
        """Count an unreadable event, and log the first of its kind."""
        self._count(event)
        what = _describe(error)
        if (event, what) in self._seen:
            return
        self._seen.add((event, what))
        # no arguments: the log shows lines of one template at most once a minute
        line = f"could not read {event} from Discord: {what}; skipping it and others like it"
        _LOG.error(line)


def _describe(error: Exception) -> str:
    """Describe an error by its type and line; its text may contain what people wrote."""
    *_, (frame, line) = walk_tb(error.__traceback__)
    field = error.args[0] if isinstance(error, KeyError) and error.args else None
    lacks = f" '{field}'" if isinstance(field, str) and field.isidentifier() else ""
    file = Path(frame.f_code.co_filename)
    return f"{type(error).__name__}{lacks} at {file.parent.name}/{file.name}:{line}"
