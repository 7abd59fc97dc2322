"""Hands on a disk that fails at random: no message and no log line shows what is hidden."""

from __future__ import annotations

import contextlib
import logging
import re
import sqlite3
from collections.abc import AsyncIterator, Iterator
from random import Random
from typing import Any

import pytest
from sqlalchemy import event

from bot.publisher.keeper import updater
from bot.runtime.loops import Pauses
from bot.store import Store
from bot.store.connections.sqlite import SqliteFile
from bot.store.errors import StoreFailure
from bot.tables.errors import TryAgain
from bot.tables.model import Status
from tests.e2e.failures.watched_table import GAMES, Table, people
from tests.support.stage import Stage

from .onlookers import Draftsman, Onlookers, forms_of

__all__ = ["people"]
pytestmark = pytest.mark.usefixtures("draftsman")
_LOG = logging.getLogger("bot.tables")
FAILING = 0.12  # share of the statements
FAILING_NAMES = 0.5  # of the statements that write names, where values are quoted
NAMES = re.compile("(INSERT INTO|UPDATE) (seats|users|names|hand_players)")
VERBS = re.compile("SELECT|INSERT|UPDATE|DELETE")
FEWEST_FAILURES = 4
LONGEST_PAUSE = 61.0  # between two hands


class Disk:
    """Fails statements of a store at random while it is bad; it may quote their values."""

    def __init__(self, store: Store, randomness: Random, *, quotes: bool = False) -> None:
        self.failed = {"read": 0, "write": 0}
        self._randomness = randomness
        self._quotes = quotes
        self._is_bad = False
        file = store.database._connections
        assert isinstance(file, SqliteFile)
        assert file._writer is not None
        for engine in (file._readers._engine, file._writer._engine):
            for name in ("do_execute", "do_executemany"):
                event.listen(engine, name, self._execute)

    @contextlib.contextmanager
    def bad(self) -> Iterator[None]:
        """Fail until the end of the block."""
        self._is_bad = True
        try:
            yield
        finally:
            self._is_bad = False

    def _execute(self, _cursor: Any, statement: str, parameters: Any, _context: Any) -> None:
        verb = VERBS.match(statement)
        share = FAILING_NAMES if self._quotes and NAMES.search(statement) else FAILING
        if not self._is_bad or verb is None or self._randomness.random() > share:
            return
        self.failed["read" if verb[0] == "SELECT" else "write"] += 1
        raise sqlite3.OperationalError(f"disk I/O error {parameters if self._quotes else ''}")


@pytest.fixture(autouse=True)
def _quick_retries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Retry screens that could not be saved without back-off."""
    monkeypatch.setattr(updater, "PAUSES", Pauses(0.01, 0.05))


class BadTable(Table):
    """A table whose store fails while people press, type and look."""

    def __init__(self, disk: Disk, *of_table: Any) -> None:
        super().__init__(*of_table)
        self._disk = disk

    @contextlib.asynccontextmanager
    async def _trouble(self) -> AsyncIterator[None]:
        with self._disk.bad(), contextlib.suppress(TryAgain, StoreFailure):
            yield
            await self.stage.wait_for_screens()

    async def _look_around(self) -> None:
        async with self._trouble():
            await super()._look_around()
        await self.stage.wait_until_quiet()

    async def next_hand(self) -> None:
        """Press Ready for everyone; if that was not saved, wait for the next hand."""
        await super().next_hand()
        if (await self.live()).table.status is Status.BETWEEN:
            await self.stage.later(LONGEST_PAUSE)


@contextlib.asynccontextmanager
async def on_a_bad_disk(
    stage: Stage, draftsman: Draftsman, game: str, *, quotes: bool = False
) -> AsyncIterator[BadTable]:
    """Yield an observed table of a game, and check afterwards that nothing leaked."""
    table_id = await stage.start_game(*stage.people[1 : GAMES[game] - 1], game=game)
    disk = Disk(stage.store.real, Random(3), quotes=quotes)
    eyes = Onlookers(stage, draftsman)
    try:
        yield BadTable(disk, stage, eyes, table_id, Random(5))
    finally:
        eyes.close()
    assert eyes.leaks == []
    assert disk.failed["read"] > 0
    assert disk.failed["write"] >= FEWEST_FAILURES
    assert eyes.lines >= FEWEST_FAILURES


@pytest.mark.parametrize("game", ["42", "moon"])
async def test_failing_store_shows_nobody_a_hidden_tile_a_secret_or_a_name(
    stage: Stage, draftsman: Draftsman, game: str
) -> None:
    async with on_a_bad_disk(stage, draftsman, game) as table:
        for _ in range(3):
            await table.play_hand()
            await table.next_hand()


async def test_failure_that_quotes_values_is_found(stage: Stage, draftsman: Draftsman) -> None:
    with pytest.raises(AssertionError, match="in log"):
        async with on_a_bad_disk(stage, draftsman, "42", quotes=True) as table:
            await table.play_until_seen()


async def test_secret_in_a_log_line_is_found(stage: Stage, draftsman: Draftsman) -> None:
    eyes = Onlookers(stage, draftsman)
    table = Table(stage, eyes, await stage.start_game(*stage.people[1:4]), Random(5))
    live = await table.live()
    assert live.shake is not None
    for form in forms_of(live.shake.secret):
        _LOG.info("a shake came from %s", form)
        eyes.look(live)
        assert eyes.leaks == ["a reader saw the secret of a shake"]
        eyes.leaks.clear()
    eyes.close()
