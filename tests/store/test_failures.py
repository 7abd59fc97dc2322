"""Database errors are logged in one line, without any secret of a hand in play."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import Connection, text

from bot.runtime.log_setup import set_up_log
from bot.store import Store
from bot.store.errors import Conflict, StoreFailure
from bot.tables.model import Occupant, Seat
from bot.tables.stored import Act

from .samples import act, next_change, shake, table

SECRET = bytes.fromhex("5ec4e7") * 10
PERSON = 918_273_645_546
PRIVATE = (SECRET.hex()[:12], repr(SECRET)[2:14], "Nadezhda", str(PERSON), "laid-64")
PEOPLE = (Seat(Occupant.PERSON, PERSON, "Nadezhda"), *table().seats[1:])
TABLE = table(seats=PEOPLE, host_id=PERSON)
SHAKE = shake(secret=SECRET)
NEXT = replace(SHAKE, hand_no=2)


@pytest.fixture(autouse=True)
def _log(capsys: pytest.CaptureFixture[str]) -> None:
    """Log everything at DEBUG to the captured standard error."""
    set_up_log("DEBUG", "text")


def _statements(*statements: str) -> Callable[[Connection], None]:
    def job(connection: Connection) -> None:
        for statement in statements:
            connection.execute(text(statement))

    return job


def _refuse_inserts(connection: Connection) -> None:
    """Make the database refuse every new shake and act."""
    for name in ("shakes", "acts"):
        if connection.dialect.name == "postgresql":
            connection.execute(text(f"ALTER TABLE {name} ADD CHECK (hand_no < 0) NOT VALID"))
        else:
            connection.execute(
                text(
                    f"CREATE TRIGGER no_{name} BEFORE INSERT ON {name} "
                    "BEGIN SELECT RAISE(ABORT, 'refused'); END"
                )
            )


BREAKS: dict[str, Callable[[Connection], None]] = {
    "a constraint": _refuse_inserts,
    "a lost column": _statements(
        "ALTER TABLE shakes DROP COLUMN secret", "ALTER TABLE acts DROP COLUMN at"
    ),
    "a lost table": _statements("DROP TABLE shakes", "DROP TABLE acts"),
}


async def _failure(attempt: Any, caught: type[Exception]) -> Exception:
    with pytest.raises(caught) as raised:
        await attempt
    set_up_log("DEBUG", "text")  # a fresh log doesn't suppress repeated lines
    logging.getLogger("bot.test").error("not saved: %s", raised.value, exc_info=raised.value)
    return raised.value


def _assert_no_secrets(error: Exception, said: str) -> None:
    assert "not saved: " in said
    assert str(error)
    assert len(str(error).splitlines()) == 1
    for private in PRIVATE:
        assert private not in said


@pytest.mark.alters_schema
@pytest.mark.parametrize("broken", BREAKS)
async def test_failed_write_logs_nothing_of_the_hand(
    store: Store, broken: str, capsys: pytest.CaptureFixture[str]
) -> None:
    now = await store.tables.create(TABLE, SHAKE)
    await store.database.write(BREAKS[broken])
    laid = replace(act(1), text="laid-64", user_id=PERSON)
    for change in (next_change(now, laid), replace(next_change(now), shakes=(NEXT,))):
        error = await _failure(store.tables.commit(change), StoreFailure)
        _assert_no_secrets(error, capsys.readouterr().err)


@pytest.mark.parametrize(
    "laid",
    [
        Act(1, 1, 0, "play", "laid-64", PERSON * 10**9, 1.0),
        Act(1, 1, 0, "play", "laid-64", "Nadezhda", 1.0),  # type: ignore[arg-type]
        Act(1, 1, 0, "play", "laid-64", PERSON, "Nadezhda"),  # type: ignore[arg-type]
        Act(1, 1, 0, "play", "laid-64\0", PERSON, 1.0),
        Act(1, 1, 0, "play", "laid-64\udc80", PERSON, 1.0),
        Act(1, 1, None, "play", "laid-64", PERSON, 1.0),  # type: ignore[arg-type]
        Act(1, 1, 0, "play", frozenset({"laid-64"}), PERSON, 1.0),  # type: ignore[arg-type]
    ],
    ids=["a large id", "a name as id", "a name as time", "zero", "surrogate", "no seat", "a set"],
)
async def test_invalid_value_is_not_logged(
    store: Store, laid: Act, capsys: pytest.CaptureFixture[str]
) -> None:
    now = await store.tables.create(TABLE, SHAKE)
    capsys.readouterr()
    try:
        await store.tables.commit(next_change(now, laid))
    except Exception:  # the error depends on the database
        logging.getLogger("bot.test").exception("not saved")
    said = capsys.readouterr().err
    for private in PRIVATE:
        assert private not in said


async def test_duplicate_row_is_reported_without_its_values(
    store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    now = await store.tables.create(TABLE, SHAKE)
    first = next_change(now, act(1))
    await store.tables.commit(first)
    again = next_change(first.table, replace(act(1), text="laid-64", user_id=PERSON))
    _assert_no_secrets(
        await _failure(store.tables.commit(again), Conflict), capsys.readouterr().err
    )
    error = await _failure(store.tables.create(TABLE, SHAKE), Conflict)
    _assert_no_secrets(error, capsys.readouterr().err)


async def test_debug_log_has_no_statement_parameters(
    store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    now = await store.tables.create(TABLE, SHAKE)
    await store.tables.commit(next_change(now, replace(act(1), text="laid-64", user_id=PERSON)))
    await store.tables.load(TABLE.table_id)
    said = capsys.readouterr().err
    for private in PRIVATE:
        assert private not in said
