"""What each error of a Discord call means."""

from __future__ import annotations

import logging

import aiohttp
import discord
import pytest

from bot.publisher.calls.discord_errors import (
    CANNOT_DM,
    LONGEST_TEXT,
    NEWS_PAUSE_SECONDS,
    NOTES,
    RETRY_SECONDS,
    TOO_LATE,
    Failure,
    Recovery,
    as_table_error,
    discord_failure,
    failure_of,
    is_deleted,
    is_out_of_reach,
    is_place_gone,
    picture_refused,
    quietly,
    retry_rank,
    uploads_refused,
)
from bot.tables.errors import DiscordBusy, DiscordDown, DiscordRefused
from bot.tables.views import Note
from tests.support.refusals import refused


@pytest.mark.parametrize(
    ("error", "recovery"),
    [
        (discord.RateLimited(600.0), Recovery.LATER),
        (refused(429), Recovery.LATER),
        (refused(429, 30046), Recovery.LATER),
        (refused(408), Recovery.OFFLINE),
        (refused(500), Recovery.OFFLINE),
        (refused(503, 50035), Recovery.OFFLINE),
        (aiohttp.ServerDisconnectedError(), Recovery.OFFLINE),
        (ConnectionResetError(104, "reset"), Recovery.OFFLINE),
        (TimeoutError(), Recovery.OFFLINE),
        (refused(404, 10008), Recovery.GONE),
        (refused(404, 10062), Recovery.GONE),
        (refused(401, 50027), Recovery.GONE),
        (refused(403, 50007), Recovery.GONE),
        (refused(403, 50278), Recovery.GONE),
        (refused(400, 50035), Recovery.FINAL),
        (refused(429, 20022), Recovery.LATER),
        (refused(400, 20022), Recovery.LATER),
        (refused(403, 400001), Recovery.FINAL),
        (refused(400, 400001), Recovery.FINAL),
        (refused(403, 40003), Recovery.UNEXPECTED),
        (refused(401), Recovery.UNEXPECTED),
        (refused(400, 987654), Recovery.UNEXPECTED),
        (refused(404), Recovery.UNEXPECTED),
        (discord.InvalidData("unknown type"), Recovery.UNEXPECTED),
    ],
    ids=repr,
)
def test_error_decides_whether_to_retry(error: Exception, recovery: Recovery) -> None:
    failure = failure_of(error)
    assert failure.recovery is recovery
    assert failure.is_temporary is (recovery in (Recovery.OFFLINE, Recovery.LATER))


@pytest.mark.parametrize(
    ("code", "note"),
    [
        (10003, Note.PLACE_GONE),
        (10004, Note.PLACE_GONE),
        (40004, Note.SENDING_OFF),
        (50001, Note.NOT_ALLOWED),
        (50013, Note.NOT_ALLOWED),
        (50024, Note.WRONG_CHANNEL),
        (50035, Note.BAD_REQUEST),
        (50083, Note.LOCKED),
        (160005, Note.LOCKED),
        (160006, Note.TOO_MANY_THREADS),
        (160007, Note.TOO_MANY_NEWS_THREADS),
        (200000, Note.AUTOMOD),
        (400001, Note.NO_UPLOADS),
    ],
)
def test_permanent_code_has_a_note(code: int, note: Note) -> None:
    failure = failure_of(refused(400, code))
    assert (failure.recovery, failure.note) == (Recovery.FINAL, note)
    assert as_table_error(failure) == DiscordRefused(note, code)
    assert NOTES[code] is note


def test_codes_are_unique() -> None:
    assert not NOTES.keys() & (CANNOT_DM | TOO_LATE)


@pytest.mark.parametrize(
    ("error", "seconds"),
    [
        (discord.RateLimited(600.0), 600.0),
        (refused(429, Retry_After="82800"), 82800.0),
        (refused(429), RETRY_SECONDS),
        (refused(429, Retry_After="soon"), RETRY_SECONDS),
        (refused(500), RETRY_SECONDS),
        (refused(400, 20022), NEWS_PAUSE_SECONDS),
        (refused(400, 20022, Retry_After="90"), 90.0),
    ],
)
def test_retry_after_is_discords_own(error: Exception, seconds: float) -> None:
    assert failure_of(error).wait == seconds


def test_user_message_matches_the_kind_of_error() -> None:
    assert isinstance(as_table_error(failure_of(TimeoutError())), DiscordDown)
    assert as_table_error(failure_of(discord.RateLimited(60.2))) == DiscordBusy(61)
    assert as_table_error(failure_of(refused(400, 987654))) == DiscordRefused(None, 987654)


def test_only_a_broken_connection_leaves_the_outcome_unknown() -> None:
    broke = [failure_of(error).connection_broke for error in (TimeoutError(), refused(500))]
    assert broke == [True, False]
    assert not failure_of(discord.RateLimited(60.0)).connection_broke


def test_generic_error_is_not_mistaken_for_discords() -> None:
    assert discord_failure(OSError(28, "No space left on device")) is None
    assert discord_failure(ValueError()) is None
    assert discord_failure(None) is None
    assert discord_failure(aiohttp.ServerDisconnectedError()) is not None
    assert discord_failure(refused(400, 1)) == Failure(Recovery.UNEXPECTED, 400, 1, "'no'")


def test_identifies_deleted_messages() -> None:
    everywhere = refused(404, 10008)
    private = refused(401, 50027)
    neither = refused(403, 50013)
    assert [is_deleted(e) for e in (everywhere, private, neither)] == [True, False, False]
    assert [is_out_of_reach(e) for e in (everywhere, private, neither)] == [True, True, False]
    for error in (refused(404, 10003), refused(403, 50007), refused(404)):
        assert is_out_of_reach(error)
    for error in (discord.RateLimited(60.0), TimeoutError(), refused(500)):
        assert not is_deleted(error)
        assert not is_out_of_reach(error)
    assert [is_place_gone(e) for e in (refused(404, 10003), everywhere)] == [True, False]
    assert [uploads_refused(e) for e in (refused(400, 400001), neither)] == [True, False]


def test_picture_may_be_what_discord_refuses() -> None:
    refusals = [(400, 0), (400, 50035), (400, 50045), (400, 50046), (413, 40005)]
    assert all(picture_refused(refused(*each)) for each in refusals)
    others = [(403, 400001), (400, 50083), (404, 10008), (403, 50013), (500, 0), (429, 0)]
    assert not any(picture_refused(refused(*each)) for each in others)


def test_transient_error_wins_among_several() -> None:
    errors = [refused(403, 50013), RuntimeError(), refused(400, 987654), discord.RateLimited(60.0)]
    assert [retry_rank(error) for error in errors] == [0, 1, 1, 2]


def test_discords_message_is_logged_in_one_short_line() -> None:
    body = {
        "code": 50035,
        "message": "Invalid Form Body",
        "errors": {"nonce": {"_errors": [{"code": "X", "message": "Too\x1b[31m long"}]}},
    }
    line = str(failure_of(refused(400, body=body)))
    said = r"'Invalid Form Body\nIn nonce: Too\x1b[31m long'"
    assert line == f"Discord says 400, 50035: {said}"
    page = str(failure_of(refused(403, body="<html>\n" * 1000)))
    assert "\n" not in page
    assert len(page) < 2 * LONGEST_TEXT


def test_error_without_a_message_is_logged_by_its_name() -> None:
    assert "TimeoutError" in str(failure_of(TimeoutError()))
    assert str(failure_of(discord.RateLimited(600.0))) == "too many requests, next try in 600 s"


@pytest.mark.parametrize(
    "error",
    [
        refused(400, 1),
        discord.RateLimited(60.0),
        discord.InvalidData("unknown type"),
        aiohttp.ServerDisconnectedError(),
        ConnectionResetError(104, "reset"),
    ],
    ids=repr,
)
async def test_background_discord_failure_is_not_raised(
    error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)

    async def send() -> int:
        raise error

    assert await quietly(send(), "tidying up") is None
    assert "tidying up failed: " in caplog.text


async def test_bug_of_ours_is_always_raised() -> None:
    async def send() -> int:
        raise RuntimeError

    with pytest.raises(RuntimeError):
        await quietly(send(), "tidying up")
