"""People's and servers' settings are applied, even if a change notice was missed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.publisher.choice_sync import ChoiceSync
from bot.publisher.other_processes import NoOtherProcesses
from bot.publisher.screens.all_screens import ScreensOfTables
from bot.publisher.screens.guide import FirstHandGuide
from bot.store import Store, open_store
from bot.tables.model import Place
from bot.values.preferences import Preferences

ANA = 1
BO = 2
# servers
WORDS = 10
PICTURES = 11
CHANGED = 12


class Shown:
    """The screens of one table, which record their notifications."""

    is_leaving = False
    is_ours = True

    def __init__(self, guild_id: int, *people: int) -> None:
        self.table_id = f"table{guild_id}"
        self.newest = SimpleNamespace(
            after=SimpleNamespace(
                guild_id=guild_id, place=Place(guild_id, 1, 1), table_id=self.table_id
            )
        )
        self._people = people
        self.chosen: dict[int, Preferences] = {}
        self.drawn_again = 0

    def people(self) -> tuple[int, ...]:
        return self._people

    def choose(self, chosen: Preferences) -> None:
        if chosen.user_id in self._people:
            self.chosen[chosen.user_id] = chosen

    def redraw(self) -> None:
        self.drawn_again += 1

    def take(self, progress: object) -> None:
        pass


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    store = await open_store(f"sqlite:///{tmp_path / 'choices.db'}", backups=tmp_path)
    yield store
    await store.close()


async def test_choices_made_elsewhere_are_followed_after_a_reload(
    store: Store,
) -> None:
    tables = {
        WORDS: Shown(WORDS, ANA),
        PICTURES: Shown(PICTURES, ANA, BO),
        CHANGED: Shown(CHANGED),
    }
    screens = ScreensOfTables(
        lambda progress: cast("Any", tables[cast("int", progress.after.guild_id)]),
        cast("Any", None),
    )
    for shown in tables.values():
        screens.update(cast("Any", shown.newest))
    choices = ChoiceSync(
        store.people,
        store.servers,
        screens,
        FirstHandGuide(store.people, cast("Any", None)),
        NoOtherProcesses(),
    )
    choices.show_pictures(WORDS, wanted=False)
    choices.show_pictures(CHANGED, wanted=False)
    before = {guild: shown.drawn_again for guild, shown in tables.items()}
    # as another process would, without a notice
    await store.people.save_choices(BO, pictures=False)
    await store.servers.save_server_settings(WORDS, pictures=False)
    await store.servers.save_server_settings(PICTURES, pictures=False)
    await choices.read_again()
    assert screens.in_words == {WORDS, PICTURES}
    drawn = {guild: shown.drawn_again - before[guild] for guild, shown in tables.items()}
    assert drawn == {WORDS: 0, PICTURES: 1, CHANGED: 1}
    assert tables[PICTURES].chosen == {
        ANA: Preferences(ANA),
        BO: await store.people.preferences(BO),
    }
    assert tables[PICTURES].chosen[BO].pictures is False
