"""The log: one line per event, as text or JSON, and never a secret."""

from __future__ import annotations

import json
import logging
import math
import re
import sys
import time
from collections.abc import Callable, Iterable
from typing import Literal

REDACTED = "[secret]"
REPEAT_SECONDS = 60.0
MOST_KINDS = 1000
SHORTEST_SECRET = 4  # a shorter one would match in the middle of words
_PATTERNS = (
    re.compile(r"[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,}"),  # a bot token
    re.compile(r"aW50ZXJhY3Rpb246[\w=-]*"),  # an interaction token: base64 of "interaction:"
    re.compile(r"(?<=/webhooks/)\d+/[^/\s?]+"),
    re.compile(r"(?<=/interactions/)\d+/[^/\s?]+"),
    # the user and password of a URL; a database's password may hold any character
    re.compile(r"(?<=://)[^/\s:@]*:[^/\s@]*(?=@)"),
    re.compile(r"(?i)(?:(?<=postgres://)|(?<=postgresql://)|(?<=asyncpg://))\S+(?=@)"),
    # password=…, 'token': '…', in a key-value DSN, a query or a mapping
    re.compile(
        r"""(?ix) ( (?: password | passwd | token | secret ) ["']? \s* [=:] \s* )
        (?: "[^"]*" | '[^']*' | [^\s"'&;,)}]+ )"""
    ),
)


class Redaction:
    """Redacts secrets in text: known values, and anything that looks like a secret."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        known = sorted({s for s in secrets if len(s) >= SHORTEST_SECRET}, key=len, reverse=True)
        exact = [re.compile("|".join(map(re.escape, known)))] if known else []
        self._patterns = (*exact, *_PATTERNS)

    def __call__(self, text: str) -> str:
        """Redact the secrets in a text."""
        for pattern in self._patterns:
            text = pattern.sub(_replacement, text)
        return text


def _replacement(found: re.Match[str]) -> str:
    """Build the replacement of a secret; the name before it stays."""
    return (found[1] if found.lastindex else "") + REDACTED


class _TextFormatter(logging.Formatter):
    def __init__(self, redact: Redaction) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(name)s: %(message)s", "%Y-%m-%d %H:%M:%S")
        self._redact = redact

    def format(self, record: logging.LogRecord) -> str:
        return self._redact(super().format(record))


class _JsonFormatter(logging.Formatter):
    def __init__(self, redact: Redaction) -> None:
        super().__init__()
        self._redact = redact

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": round(record.created, 3),
            "level": record.levelname,
            "from": record.name,
            "message": self._redact(record.getMessage()),
        }
        if record.exc_info:
            line["trace"] = self._redact(self.formatException(record.exc_info))
        return json.dumps(line)


class OnceAMinute(logging.Filter):
    """Passes the same warning or error once a minute, with the count of suppressed ones.

    Two are the same if they come from the same place with the same kind of failure.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = now
        self._seen: dict[tuple[object, ...], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return True if this record is written."""
        if record.levelno < logging.WARNING:
            return True
        now = self._now()
        key = _kind(record)
        since, held_back = self._seen.get(key, (-math.inf, 0))
        if now - since < REPEAT_SECONDS:
            self._seen[key] = since, held_back + 1
            return False
        if held_back:
            record.msg = f"{record.getMessage()} ({held_back} more like it since the last one)"
            record.args = ()
        if len(self._seen) >= MOST_KINDS:
            self._seen.clear()
        self._seen[key] = now, 0
        return True


def _kind(record: logging.LogRecord) -> tuple[object, ...]:
    kind: tuple[object, ...] = record.name, record.levelno, record.pathname, record.lineno
    if record.exc_info is None or record.exc_info[0] is None:
        return *kind, record.msg
    trace = record.exc_info[2]
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = None if trace is None else (trace.tb_frame.f_code.co_filename, trace.tb_lineno)
    return *kind, record.exc_info[0], where


def _without_trace(record: logging.LogRecord) -> bool:
    """Replace the traceback with the failure's name: a Discord outage is not our bug."""
    error = record.exc_info[1] if record.exc_info else None
    if error is not None:
        record.msg, record.args = (
            f"{record.msg}: %s (%s)",
            (
                *(record.args or ()),
                error,
                type(error).__name__,
            ),
        )
        record.exc_info = None
    return True


def set_up_log(level: str, form: Literal["text", "json"], secrets: Iterable[str] = ()) -> None:
    """Log to standard error; from libraries only warnings and errors.

    `secrets`: values that are always redacted.
    """
    redact = Redaction(secrets)
    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(OnceAMinute())
    handler.setFormatter(_JsonFormatter(redact) if form == "json" else _TextFormatter(redact))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for name in ("discord", "aiohttp", "aiosqlite", "alembic", "sqlalchemy", "PIL", "asyncio"):
        logging.getLogger(name).setLevel(max(logging.WARNING, root.level))
    # discord.py warns at each start that voice is not supported; the bot never uses it.
    logging.getLogger("discord.client").addFilter(lambda r: "voice" not in r.getMessage())
    logging.getLogger("discord.shard").addFilter(_without_trace)


def fatal_line(message: str, secrets: Iterable[str] = ()) -> str:
    """Write the line that ends the program as a log line in JSON."""
    record = logging.LogRecord("bot", logging.CRITICAL, "", 0, message, None, None)
    return _JsonFormatter(Redaction(secrets)).format(record)
