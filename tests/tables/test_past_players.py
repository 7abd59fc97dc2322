"""A finished hand names who played it, whoever has the seat since."""

from __future__ import annotations

import json
from pathlib import Path

from bot.presenter.table.board import table_screen
from bot.presenter.words.render_context import RenderContext
from bot.tables.model import Occupant, Status
from bot.tables.views import TableView
from tests.presenter.tabling import text_of
from tests.store.samples import forget
from tests.support.house import ANA, BO, EVE, GUILD, House

IN_WORDS = RenderContext(pictures=False)


def screen(table: TableView) -> str:
    return text_of(table_screen(table, IN_WORDS))


async def names_in_record(house: House, table: str) -> list[str]:
    _, text = await house.tables.archive.record(table)
    return list(json.loads(text)["players"])


async def test_result_names_who_played_after_they_left_and_others_came(house: House) -> None:
    table = await house.start_game(ANA, BO)
    before = await house.play_hand(table)
    assert before.status is Status.BETWEEN
    record = await names_in_record(house, table)
    await house.tables.leave(table, BO)
    after = await house.tables.view(table)
    assert after.seats[1].occupant is Occupant.COMPUTER
    assert after.players == before.names
    assert after.names != before.names
    assert "Bo" in screen(after)
    computer = before.names[2]
    await house.sit(table, EVE, 1)
    await house.sit(table, BO, 2)
    after = await house.tables.view(table)
    assert (after.players, after.players[2]) == (before.names, computer)
    assert await names_in_record(house, table) == record
    for user in (ANA, BO, EVE):
        await house.tables.ready(table, user)
    during = await house.tables.view(table)
    assert during.status is Status.PLAYING
    assert during.players == during.names
    assert await names_in_record(house, table) != list(during.names)
    past = await house.tables.archive.hand(table, 1)
    assert past.names[1] == "Bo"
    replay = await house.tables.archive.replay(table, 1, ANA, GUILD)
    assert replay.table.names[1] == "Bo"


async def test_result_keeps_its_players_over_a_restart(file: Path) -> None:
    house = await House.build(file)
    table = await house.start_game(ANA, BO)
    before = await house.play_hand(table)
    await house.tables.leave(table, BO)
    await house.stop()
    house = await House.build(file, house.clock)
    assert (await house.tables.view(table)).players == before.names
    await house.stop()


async def test_deleted_player_who_has_left_is_a_former_player_of_the_hand(file: Path) -> None:
    house = await House.build(file)
    table = await house.start_game(ANA, BO)
    await house.play_hand(table)
    await house.tables.leave(table, BO)
    await forget(house.store, BO)
    await house.stop()
    house = await House.build(file, house.clock)
    after = await house.tables.view(table)
    assert after.seats[1].played is Occupant.PERSON
    assert (after.seats[1].played_by, after.seats[1].played_name) == (None, "")
    assert "Bo" not in screen(after)
    await house.stop()
