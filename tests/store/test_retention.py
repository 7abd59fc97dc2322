"""Old data is deleted in small batches; results and totals stay consistent."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import Connection, String, cast, delete, func, select

from bot.events.model import EventGame, EventStatus
from bot.store import Store, retention, schema
from bot.store.retention import DAY, RetentionStore
from bot.store.stats.recount import recount
from bot.store.stats.schema_totals import ANEW, EVERYWHERE, partners, standings
from bot.tables.model import Status, Table
from bot.tables.stored import SeatChange, SeatEvent, StoredDraw
from bot.upkeep.views import NewReport
from bot.values.posted import Posted, PostedKey, PostedKind
from bot.values.seat_alerts import SeatAlert
from bot.values.undelivered import Undelivered, UndeliveredKind
from tests.store.samples import an_event

from .samples import (
    FOUR,
    GUILD,
    act,
    game,
    hand,
    next_change,
    save_played_table,
    seats,
    shake,
    table,
)

NOW = 1_795_766_400.0
IN_1970 = 40.0
IN_2031 = 1_925_000_000.0
SAT = SeatChange(SeatEvent.SAT, 0, 11, 1, 900.0)


async def save_ended_table(store: Store, table_id: str, at: float, **fields: Any) -> Table:
    """Save a table that closed at this time in the middle of its second hand."""
    drawn = StoredDraw(1, "d" * 64, bytes(32), (0, 1, 2, 3))
    now = await store.tables.create(table(table_id, **fields), shake(dealt=True), [SAT], draw=drawn)
    guild_id = fields.get("guild_id", GUILD)
    await store.messages.put_posted(
        Posted(PostedKey(PostedKind.BOARD, table_id, 1), 1, guild_id, 2, 3)
    )
    await store.messages.put_posted(Posted(PostedKey(PostedKind.HAND, table_id, 1, 11), 1, 0, 4, 5))
    first = next_change(now, act(1), hand_no=2)
    await store.tables.commit(
        replace(first, hand=hand(), game=game(), shakes=(shake(2, dealt=True),))
    )
    last = next_change(first.table, act(2, 2), status=Status.CLOSED, closed_at=at)
    await store.tables.commit(last)
    return last.table


async def count_rows(store: Store, table_id: str | None = None) -> dict[str, int]:
    """Count the rows of each database table, optionally for one 42 table."""

    def job(connection: Connection) -> dict[str, int]:
        found = {}
        for each in schema.metadata.sorted_tables:
            counted = select(func.count()).select_from(each)
            if table_id is not None:
                key = each.c.about if each.name == "posted" else each.c.get("table_id")
                if key is None:
                    continue
                counted = counted.where(key == table_id)
            found[each.name] = connection.execute(counted).scalar_one()
        return found

    return await store.database.read(job)


async def dump_table(store: Store, name: str) -> str:
    """Dump the rows of one database table as text."""
    columns = [cast(column, String) for column in schema.metadata.tables[name].columns]
    rows = await store.database.read(lambda c: c.execute(select(*columns)).all())
    return repr(rows)


async def test_sweep_deletes_details_of_an_ended_table_and_keeps_results(store: Store) -> None:
    await save_ended_table(store, "old", 100.0)
    await save_ended_table(store, "new", 300.0)
    fresh = await count_rows(store, "new")
    assert await count_rows(store, "old") == fresh
    assert await store.retention.sweep_tables(200.0, 5) == 1
    assert await count_rows(store, "new") == fresh
    left = await count_rows(store, "old")
    gone = {name for name in left if fresh[name] and not left[name]}
    assert gone == {"acts", "shakes", "draws", "posted", "seat_log"}
    assert (left["hands"], left["hand_players"], left["games"]) == (1, 4, 1)
    assert await store.retention.sweep_tables(200.0, 5) == 0


async def test_swept_hand_records_keep_user_ids_without_names(store: Store) -> None:
    await save_ended_table(store, "old", 100.0)
    before = await store.results.hands("old", 1)
    await store.retention.sweep_tables(200.0, 5)
    assert await store.results.hands("old", 1) == before
    assert before[0].players == FOUR
    for name in ("hands", "hand_players", "games", "game_players", "seats", "tables"):
        assert "Nancy" not in await dump_table(store, name), name
    last = await store.results.last_game("old")
    assert last is not None
    assert last.names == ("Nancy", "Ella", "Steve", "Will")  # looked up in people


async def test_sweep_keeps_the_names_of_computer_players(store: Store) -> None:
    await save_ended_table(store, "old", 100.0)
    people = (11, None, 13, 14)
    await save_played_table(
        store, "second", [hand(players=people)], game(players=people), closed_at=100.0
    )
    await store.retention.sweep_tables(2e9, 9)
    last = await store.results.last_game("second")
    assert last is not None
    assert last.names[1] == "Lou"


async def test_sweep_leaves_an_old_live_table_alone(store: Store) -> None:
    now = await store.tables.create(table(created_at=1.0, turn_since=1.0), shake())
    await store.tables.commit(next_change(now, act(1)))
    before = await count_rows(store)
    assert await store.retention.sweep_tables(2e9, 5) == 0
    assert await count_rows(store) == before


async def test_sweep_deletes_a_table_without_hands_entirely(store: Store) -> None:
    now = await store.tables.create(table(), shake(), [SAT])
    await store.tables.commit(next_change(now, status=Status.CLOSED, closed_at=100.0))
    assert await store.retention.sweep_tables(200.0, 5) == 1
    assert not any((await count_rows(store)).values())


async def test_sweep_takes_the_oldest_tables_in_batches(store: Store) -> None:
    for number in (3, 1, 2):
        await save_ended_table(store, f"old{number}", float(number))
    assert await store.retention.sweep_tables(9.0, 2) == 2
    left = [name for name in ("old1", "old2", "old3") if (await count_rows(store, name))["acts"]]
    assert left == ["old3"]
    assert await store.retention.sweep_tables(9.0, 2) == 1


async def totals(store: Store) -> list[str]:
    """Dump all standings and partner totals."""

    def job(connection: Connection) -> list[str]:
        found = [connection.execute(select(each)).all() for each in (standings, partners)]
        return sorted(repr(row) for rows in found for row in rows)

    return await store.database.read(job)


async def test_totals_can_be_recounted_after_a_sweep(store: Store) -> None:
    await save_ended_table(store, "one", 100.0)
    alone = (11, None, None, None)
    rows = [hand(players=alone, bidder=0), hand(2, players=alone, bidder=1, made=False)]
    await save_played_table(store, "two", rows, game(players=alone, winner=0), guild_id=GUILD + 1)
    await save_played_table(store, "three", [hand(made=False)], None)
    before = await totals(store)
    await store.retention.sweep_tables(2e9, 99)

    def forget(connection: Connection) -> None:
        for each in (standings, partners):
            connection.execute(delete(each))

    await store.database.write(forget)
    await store.database.write(recount)
    assert before
    assert await totals(store) == before


async def save_closed_event(store: Store, event_id: str, since: float, table_id: str) -> None:
    event = an_event(event_id, since=since)
    await store.events.create_event(event)
    await store.messages.put_posted(
        Posted(PostedKey(PostedKind.EVENT, event_id, 1), 1, GUILD, 6, 7)
    )
    games = (EventGame(1, 1, 600, (0, 1, 2, 3), table_id),)
    await store.events.save_event(
        replace(event, version=1, round_no=1, games=games, status=EventStatus.CLOSED)
    )


async def test_sweep_deletes_ended_events_and_keeps_their_games(store: Store) -> None:
    await save_ended_table(store, "table1", 100.0)
    await save_closed_event(store, "old", 100.0, "table1")
    await save_closed_event(store, "new", 300.0, "table1")
    await store.events.create_event(an_event("live", since=1.0))
    assert await store.retention.sweep_events(200.0, 5) == 1
    assert [await store.events.load_event(name) is None for name in ("old", "new", "live")] == [
        True,
        False,
        False,
    ]
    kept = [await store.messages.posted_about(name, PostedKind.EVENT) for name in ("old", "new")]
    assert [len(found) for found in kept] == [0, 1]
    assert await store.results.last_game("table1") is not None


@pytest.mark.parametrize("wrong", [IN_1970, IN_2031])
async def test_what_a_wrong_clock_dated_is_kept_as_long_as_if_it_were_new(
    store: Store, wrong: float
) -> None:
    await save_ended_table(store, "table1", wrong)
    await save_closed_event(store, "over", wrong, "table1")
    await store.servers.server_here(7)
    await store.servers.server_left(7, wrong)
    shared = PostedKey(PostedKind.SHARED, "", 70, 11)
    await store.messages.put_posted(Posted(shared, 1, 8, 70, 700, at=wrong))
    trial = PostedKey(PostedKind.TRIAL, "", 70)
    await store.messages.put_posted(Posted(trial, 1, 8, 70, 701, at=wrong))
    await store.undelivered.save_undelivered(
        Undelivered(UndeliveredKind.VOTE, "a", 8, 70, 11, "locked", at=wrong)
    )
    assert await store.reports.add_report(NewReport(11, "Ana", 8, 70, "Rude", ()), wrong, 3) == 1
    while await store.retention.date_anew(NOW, 2):
        pass
    sweeps = (
        store.retention.sweep_tables,
        store.retention.sweep_events,
        store.retention.forget_servers,
        store.retention.sweep_shared,
        store.retention.sweep_trials,
        store.retention.sweep_undelivered,
        store.retention.sweep_reports,
    )
    assert [await sweep(NOW - 1, 5) for sweep in sweeps] == [0] * len(sweeps)
    assert 0 not in [await sweep(NOW + 1, 5) for sweep in sweeps]


async def test_requests_counted_by_a_clock_in_2031_do_not_limit_for_years(store: Store) -> None:
    report = NewReport(11, "Ana", 7, 70, "Rude", ())
    for number in range(3):
        await store.reports.add_report(report, IN_2031, 3)
        assert await store.dm_channels.take_dm_opening(f"{number}", IN_2031, per_hour=3, per_day=3)
    while await store.retention.date_anew(NOW, 2):
        pass
    assert await store.reports.add_report(report, NOW, 3) is None  # they may be of today
    assert await store.reports.add_report(report, NOW + DAY, 3) is not None
    assert not await store.dm_channels.take_dm_opening("new", NOW, per_hour=3, per_day=3)
    assert await store.dm_channels.take_dm_opening("new", NOW + DAY, per_hour=3, per_day=3)


async def test_server_that_removed_the_bot_is_deleted_after_the_deadline(store: Store) -> None:
    await save_ended_table(store, "here1", 100.0)
    await save_ended_table(store, "here2", 100.0)
    await save_closed_event(store, "event1", 300.0, "here1")
    await store.people.save_choices(99, dms=False)  # never played
    await store.alerts.save_alert(SeatAlert(99, 4, GUILD), 100.0, 9)
    people = (12, 21, 22, 23)
    there: dict[str, Any] = {"guild_id": GUILD + 1, "seats": seats(people)}
    await save_played_table(store, "there", [hand(players=people)], game(players=people), **there)
    for guild in (GUILD, GUILD + 1):
        await store.servers.server_here(guild)
    await store.servers.server_left(GUILD, 400.0)
    await store.servers.server_left(GUILD, 900.0)  # the first time counts
    assert await store.servers.servers_here() == [GUILD + 1]
    assert await store.retention.forget_servers(400.0, 1) == 0
    done = []
    while count := await store.retention.forget_servers(401.0, 1):
        done.append(count)
    assert done == [1] * 8  # the event, two tables, four people, the rest
    assert str(GUILD) + "," not in repr(
        [await dump_table(store, n) for n in schema.metadata.tables]
    )
    left = await count_rows(store)
    assert (left["tables"], left["games"], left["servers"]) == (1, 1, 1)
    assert left["posted"] == 0
    assert [(await store.people.preferences(user)).name for user in (11, 12, 21)] == [
        "",
        "Ella",
        "P21",
    ]
    assert not (await store.people.preferences(99)).dms


async def totals_of(store: Store, guild_id: int) -> list[tuple[Any, ...]]:
    """List the totals of a server (or of EVERYWHERE) without their guild id."""

    def job(connection: Connection) -> list[tuple[Any, ...]]:
        found = []
        for each in (standings, partners):
            columns = [column for column in each.c if column.name != "guild_id"]
            rows = connection.execute(select(*columns).where(each.c.guild_id == guild_id))
            found += [(each.name, *row) for row in rows]
        return sorted(found, key=repr)

    return await store.database.read(job)


async def test_deleting_a_server_subtracts_it_from_the_global_totals(store: Store) -> None:
    await save_ended_table(store, "here1", 100.0)
    people = (11, 12, 22, 23)  # 11 and 12 played on the other server, too
    there: dict[str, Any] = {"guild_id": GUILD + 1, "seats": seats(people)}
    await save_played_table(store, "there", [hand(players=people)], game(players=people), **there)
    await store.servers.server_left(GUILD, 400.0)
    before = await totals_of(store, EVERYWHERE)
    while await store.retention.forget_servers(401.0, 5):
        pass
    assert await totals_of(store, GUILD) == []
    left = await totals_of(store, EVERYWHERE)
    assert left == await totals_of(store, GUILD + 1)
    assert left != before


@pytest.mark.parametrize("at", [9000.0, 1.0], ids=["in order", "by a late clock"])
@pytest.mark.parametrize("restarted", [False, True])
async def test_results_that_end_while_a_person_is_counted_anew_are_counted_too(
    store: Store, monkeypatch: pytest.MonkeyPatch, at: float, *, restarted: bool
) -> None:
    monkeypatch.setattr(retention, "RESULTS", 1)
    await save_ended_table(store, "here1", 100.0)
    elsewhere: dict[str, Any] = {"guild_id": GUILD + 1, "seats": seats(FOUR)}
    await save_played_table(store, "there", [hand(), hand(2)], game(), **elsewhere)
    await store.servers.server_left(GUILD, 400.0)
    for _ in range(3):  # the table, and two results of the first person
        assert await store.retention.forget_servers(401.0, 5) == 1
    everywhere = await totals_of(store, EVERYWHERE)
    assert await totals_of(store, ANEW)
    await save_played_table(store, "there2", [hand(at=at)], game(at=at), **elsewhere)
    assert await totals_of(store, EVERYWHERE) != everywhere
    again = RetentionStore(store.database) if restarted else store.retention
    while await again.forget_servers(401.0, 5):
        pass
    assert await totals_of(store, ANEW) == []
    assert await totals_of(store, EVERYWHERE) == await totals_of(store, GUILD + 1)


async def test_rest_of_a_server_is_deleted_in_steps_and_its_own_row_last(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "ROWS", 4)
    shared = PostedKey(PostedKind.SHARED, "", 70, 11)
    for number in range(10):
        await store.messages.put_posted(Posted(shared, number, GUILD, 70, 700 + number, at=1.0))
    await store.servers.server_left(GUILD, 400.0)
    left = []
    while await store.retention.forget_servers(401.0, 5):
        counts = await count_rows(store)
        left.append((counts["posted"], counts["servers"]))
    assert left == [(6, 1), (2, 1), (0, 0)]


async def test_server_that_invites_the_bot_back_is_kept(store: Store) -> None:
    await save_ended_table(store, "here", 100.0)
    await store.servers.server_left(GUILD, 100.0)
    await store.servers.server_here(GUILD)
    assert await store.retention.forget_servers(9e9, 5) == 0
    assert await store.results.last_game("here") is not None


async def test_server_with_a_live_table_is_not_deleted(store: Store) -> None:
    await store.tables.create(table(), shake())
    await store.servers.server_left(GUILD, 100.0)
    assert await store.retention.forget_servers(9e9, 5) == 0
