"""The log: one line an event, in words or as JSON, and never a secret."""

from __future__ import annotations

import json
import logging
import re
import sys
from typing import Literal

# what a bot token and the token of an interaction's address look like
_SECRETS = (
    re.compile(r"[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,}"),
    re.compile(r"(?<=/webhooks/)\d+/[^/\s?]+"),
    re.compile(r"(?<=/interactions/)\d+/[^/\s?]+"),
    re.compile(r"(?<=://)[^/\s:@]+:[^/\s@]+(?=@)"),
)


def without_secrets(text: str) -> str:
    """Return the text with tokens and passwords of addresses struck out."""
    for secret in _SECRETS:
        text = secret.sub("[secret]", text)
    return text


class _Words(logging.Formatter):
    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(name)s: %(message)s", "%Y-%m-%d %H:%M:%S")

    def format(self, record: logging.LogRecord) -> str:
        return without_secrets(super().format(record))


class _Json(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": round(record.created, 3),
            "level": record.levelname,
            "from": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return without_secrets(json.dumps(line))


def set_up_log(level: str, form: Literal["text", "json"]) -> None:
    """Send the log to the standard error output; discord.py's own only from warnings up."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Json() if form == "json" else _Words())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for name in ("discord", "aiohttp", "aiosqlite", "alembic", "sqlalchemy", "PIL", "asyncio"):
        logging.getLogger(name).setLevel(max(logging.WARNING, root.level))
    # discord.py warns at each start that it cannot speak; this bot has nothing to say aloud
    logging.getLogger("discord.client").addFilter(lambda r: "voice" not in r.getMessage())
