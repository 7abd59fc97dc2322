"""The nightly backup as configured."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.runtime.composition.backups import nightly_backup
from bot.runtime.errors import StartError
from bot.runtime.settings import Settings
from bot.store import Store, open_store
from bot.upkeep.nightly import DAY
from tests.support.clocks import HandClock
from tests.support.house import until


def settings(folder: Path, **chosen: object) -> Settings:
    return Settings(_env_file=None, data_dir=folder, discord_token=SecretStr("t"), **chosen)


@pytest.fixture
async def store(tmp_path: Path) -> Store:
    return await open_store(f"sqlite:///{tmp_path / 'fortytwo.sqlite3'}")


async def test_newest_copies_are_kept(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "fortytwo.sqlite3"
    clock = HandClock(1_790_000_000.0)  # after the old copies
    backups = tmp_path / "backups"
    backups.mkdir()
    old = [backups / f"fortytwo-2020010{day}-091500.sqlite3" for day in (1, 2)]
    for copy in old:
        copy.touch()
    nightly = nightly_backup(store, file, settings(tmp_path, nightly_backups=2), clock)
    assert nightly is not None
    nightly.start()
    await until(lambda: bool(clock.sleepers))
    clock.move(DAY)
    await until(lambda: not old[0].exists())
    await nightly.stop()
    kept = sorted(backups.iterdir())
    assert kept[0] == old[1]
    assert len(kept) == 2
    assert kept[1].read_bytes().startswith(b"SQLite format 3")
    await store.close()


async def test_no_backup_is_made_unless_configured(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "fortytwo.sqlite3"
    clock = HandClock()
    assert nightly_backup(store, file, settings(tmp_path), clock) is None
    with pytest.raises(StartError, match="pg_dump"):
        nightly_backup(store, None, settings(tmp_path, nightly_backups=2), clock)
    await store.close()
