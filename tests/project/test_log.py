"""The log: readable, or JSON, and without secrets."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator

import pytest

from bot.runtime.log_setup import set_up_log, without_secrets


@pytest.fixture(autouse=True)
def _restored() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)


@pytest.mark.parametrize(
    "secret",
    [
        "MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs",
        "https://discord.com/api/v10/webhooks/123456789/aW50ZXJhY3Rpb246MTIz/messages/@original",
        "https://discord.com/api/v10/interactions/123/aW50ZXJhY3Rpb246MTIz/callback",
        "postgresql+asyncpg://me:swordfish@host/db",
    ],
)
def test_tokens_and_passwords_are_struck_out(secret: str) -> None:
    cleaned = without_secrets(f"failed: {secret} twice")
    assert "[secret]" in cleaned
    for part in ("ZnCjm1XVW7vRze4b7Cq4se7kKWs", "aW50ZXJhY3Rpb246MTIz", "swordfish"):
        assert part not in cleaned


def test_json_lines_hold_message_and_trace(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_log("INFO", "json")
    try:
        int("odd")
    except ValueError:
        logging.getLogger("bot.test").exception("it failed at %d", 7)
    line = json.loads(capsys.readouterr().err)
    assert line["message"] == "it failed at 7"
    assert "ValueError: invalid literal" in line["trace"]


def test_libraries_speak_from_warnings_up(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_log("INFO", "text")
    logging.getLogger("discord").info("chatter")
    logging.getLogger("bot").info("news")
    assert "chatter" not in (said := capsys.readouterr().err)
    assert "news" in said
