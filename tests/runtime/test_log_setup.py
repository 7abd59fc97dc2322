"""The log: text or JSON, without secrets."""

from __future__ import annotations

import json
import logging
import sys
from typing import Literal

import pytest

from bot.runtime.log_setup import OnceAMinute, Redaction, set_up_log
from bot.runtime.settings import Settings

TOKEN = "MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs"
INTERACTION = "aW50ZXJhY3Rpb246MTIz"


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        (TOKEN, "ZnCjm1XVW7vRze4b7Cq4se7kKWs"),
        (f"Authorization: Bot {TOKEN}", "ZnCjm1XVW7vRze4b7Cq4se7kKWs"),
        (f"https://discord.com/api/v10/webhooks/1/{INTERACTION}/messages/@original", INTERACTION),
        ("https://discord.com/api/v10/webhooks/123/other-token?wait=1", "other-token"),
        (f"https://discord.com/api/v10/interactions/123/{INTERACTION}/callback", INTERACTION),
        (f"token {INTERACTION} has expired", INTERACTION),
        ("postgresql+asyncpg://me:swordfish@host/db", "swordfish"),
        ("postgresql://me:sword@fish@host/db", "fish"),
        ("postgres://me:sword/fish@host/db", "fish"),
        ("postgresql://:swordfish@host/db", "swordfish"),
        ("postgresql://host/db?user=me&password=swordfish&sslmode=require", "swordfish"),
        ("host=localhost password=swordfish dbname=db", "swordfish"),
        ("host=localhost password='sword fish' dbname=db", "fish"),
        ("connect(host='localhost', password='swordfish')", "swordfish"),
        ('{"user": "me", "password": "swordfish"}', "swordfish"),
        ("DISCORD_TOKEN=swordfish", "swordfish"),
    ],
)
def test_tokens_and_passwords_are_redacted_in_any_form(text: str, hidden: str) -> None:
    cleaned = Redaction()(f"failed: {text} twice")
    assert "[secret]" in cleaned
    assert hidden not in cleaned
    assert cleaned.startswith("failed: ")
    assert cleaned.endswith(" twice")


@pytest.mark.parametrize(
    "text",
    [
        "GET https://discord.com/api/v10/users/@me",
        "GET http://127.0.0.1:4242/api/v10/channels/1/messages/@original",
        "database at sqlite+aiosqlite:///data/var/fortytwo.sqlite3",
        "postgresql://host/db has 3 connections",
        "the token has expired",
    ],
)
def test_other_text_is_not_redacted(text: str) -> None:
    assert Redaction()(text) == text


@pytest.mark.parametrize("form", ["text", "json"])
def test_configured_secrets_are_redacted_in_any_form(
    form: Literal["text", "json"], capsys: pytest.CaptureFixture[str]
) -> None:
    settings = Settings(
        _env_file=None, discord_token="plain", database_url="postgresql://me:a%20%22b@host/db"
    )
    set_up_log("INFO", form, settings.secrets)
    for secret in ("plain", 'a "b', "a%20%22b"):
        logging.getLogger("bot").info("it was %s!", secret)
    said = capsys.readouterr().err
    assert said.count("it was [secret]!") == 3


def test_json_lines_contain_message_and_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_log("INFO", "json")
    try:
        int("odd")
    except ValueError:
        logging.getLogger("bot.test").exception("it failed at %d", 7)
    line = json.loads(capsys.readouterr().err)
    assert line["message"] == "it failed at 7"
    assert "ValueError: invalid literal" in line["trace"]


def test_libraries_log_at_warning_level_and_above(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_log("INFO", "text")
    logging.getLogger("discord").info("chatter")
    logging.getLogger("bot").info("news")
    assert "chatter" not in (said := capsys.readouterr().err)
    assert "news" in said


def test_shard_connection_failure_is_one_line_without_a_traceback(
    capsys: pytest.CaptureFixture[str],
) -> None:
    set_up_log("INFO", "text")
    error = TimeoutError("no answer")
    logging.getLogger("discord.shard").error("Failed for shard_id: %s", 3, exc_info=error)
    (line,) = capsys.readouterr().err.splitlines()
    assert line.endswith("Failed for shard_id: 3: no answer (TimeoutError)")


def test_repeated_error_is_logged_once_a_minute_with_a_count(
    capsys: pytest.CaptureFixture[str],
) -> None:
    time = 0.0
    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(OnceAMinute(lambda: time))
    logger = logging.Logger("flood")
    logger.addHandler(handler)
    for second in range(100):
        time = float(second)
        logger.error("not saved: table %s", second)
        logger.info("table %s", second)
        try:
            raise (KeyError if second % 2 else ValueError)(second)
        except LookupError:
            logger.exception("broke")
        except ValueError:
            logger.exception("broke")
    said = [line for line in capsys.readouterr().err.splitlines() if not line.startswith(" ")]
    assert sum(line.startswith("table") for line in said) == 100
    assert [line for line in said if line.startswith("not saved")] == [
        "not saved: table 0",
        "not saved: table 60 (59 more like it since the last one)",
    ]
    assert sum(line.startswith("ValueError") for line in said) == 2
    assert sum(line.startswith("KeyError") for line in said) == 2
