"""What is too old goes in small batches; results stay, and every figure follows from them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, String, cast, delete, func, select

from bot.events.model import Entry, Event, EventGame, EventStatus, Partners
from bot.store import SqlStore, schema
from bot.store.stats.recount import recount
from bot.store.stats.schema_totals import EVERYWHERE, partners, standings
from bot.tables.model import SeatChange, SeatEvent, Status, Table
from bot.values.surfaces import Surface, SurfaceKind

from .samples import FOUR, GUILD, act, game, hand, next_change, played, seats, shake, table

SAT = SeatChange(SeatEvent.SAT, 0, 11, 1, 900.0)


async def ended(store: SqlStore, table_id: str, at: float, **fields: Any) -> Table:
    """Save a table that was left in the middle of its second hand and ended at a time."""
    now = await store.create(table(table_id, **fields), shake(dealt=True), [SAT])
    await store.put_surface(Surface(table_id, SurfaceKind.BOARD, 0, 1, 2, 3))
    await store.put_surface(Surface(table_id, SurfaceKind.HAND, 11, 1, 4, 5))
    first = next_change(now, act(1), hand_no=2)
    await store.commit(replace(first, hand=hand(), game=game(), shakes=(shake(2, dealt=True),)))
    last = next_change(first.table, act(2, 2), status=Status.CLOSED, closed_at=at)
    await store.commit(last)
    return last.table


async def counts(store: SqlStore, table_id: str | None = None) -> dict[str, int]:
    """Return how many rows each table has, those of one table of 42 where it is named."""

    def job(connection: Connection) -> dict[str, int]:
        found = {}
        for each in schema.metadata.sorted_tables:
            counted = select(func.count()).select_from(each)
            if table_id is not None:
                if "table_id" not in each.c:
                    continue
                counted = counted.where(each.c.table_id == table_id)
            found[each.name] = connection.execute(counted).scalar_one()
        return found

    return await store._database.read(job)


async def texts(store: SqlStore, name: str) -> str:
    """Return all that stands in one table of the database."""
    columns = [cast(column, String) for column in schema.metadata.tables[name].columns]
    rows = await store._database.read(lambda c: c.execute(select(*columns)).all())
    return repr(rows)


async def test_details_of_an_ended_table_go_and_its_results_stay(store: SqlStore) -> None:
    await ended(store, "old", 100.0)
    await ended(store, "new", 300.0)
    fresh = await counts(store, "new")
    assert await counts(store, "old") == fresh
    assert await store.sweep_tables(200.0, 5) == 1
    assert await counts(store, "new") == fresh
    left = await counts(store, "old")
    gone = {name for name in left if fresh[name] and not left[name]}
    assert gone == {"acts", "shakes", "surfaces", "seat_log"}
    assert (left["hands"], left["hand_players"], left["games"]) == (1, 4, 1)
    assert await store.sweep_tables(200.0, 5) == 0


async def test_hand_records_stay_with_who_sat_where_and_without_names(store: SqlStore) -> None:
    await ended(store, "old", 100.0)
    before = await store.hands("old", 1)
    await store.sweep_tables(200.0, 5)
    assert await store.hands("old", 1) == before
    assert before[0].players == FOUR
    for name in ("hands", "hand_players", "games", "game_players", "seats", "tables"):
        assert "Nancy" not in await texts(store, name), name
    last = await store.last_game("old")
    assert last is not None
    assert last.names == ("Nancy", "Ella", "Steve", "Will")  # from the people who are known


async def test_names_of_computers_stay(store: SqlStore) -> None:
    await ended(store, "old", 100.0)
    people = (11, None, 13, 14)
    await played(store, "second", [hand(players=people)], game(players=people), closed_at=100.0)
    await store.sweep_tables(2e9, 9)
    last = await store.last_game("second")
    assert last is not None
    assert last.names[1] == "Lou"


async def test_a_live_table_keeps_everything_however_old(store: SqlStore) -> None:
    now = await store.create(table(created_at=1.0, turn_since=1.0), shake())
    await store.commit(next_change(now, act(1)))
    before = await counts(store)
    assert await store.sweep_tables(2e9, 5) == 0
    assert await counts(store) == before


async def test_a_table_without_a_hand_goes_altogether(store: SqlStore) -> None:
    now = await store.create(table(), shake(), [SAT])
    await store.commit(next_change(now, status=Status.CLOSED, closed_at=100.0))
    assert await store.sweep_tables(200.0, 5) == 1
    assert not any((await counts(store)).values())


async def test_old_tables_go_a_few_at_a_time_the_oldest_first(store: SqlStore) -> None:
    for number in (3, 1, 2):
        await ended(store, f"old{number}", float(number))
    assert await store.sweep_tables(9.0, 2) == 2
    left = [name for name in ("old1", "old2", "old3") if (await counts(store, name))["acts"]]
    assert left == ["old3"]
    assert await store.sweep_tables(9.0, 2) == 1


async def totals(store: SqlStore) -> list[str]:
    """Return everything that is counted."""

    def job(connection: Connection) -> list[str]:
        found = [connection.execute(select(each)).all() for each in (standings, partners)]
        return sorted(repr(row) for rows in found for row in rows)

    return await store._database.read(job)


async def test_every_figure_can_be_counted_anew_from_what_stays(store: SqlStore) -> None:
    await ended(store, "one", 100.0)
    alone = (11, None, None, None)
    rows = [hand(players=alone, bidder=0), hand(2, players=alone, bidder=1, made=False)]
    await played(store, "two", rows, game(players=alone, winner=0), guild_id=GUILD + 1)
    await played(store, "three", [hand(made=False)], None)
    before = await totals(store)
    await store.sweep_tables(2e9, 99)

    def forget(connection: Connection) -> None:
        for each in (standings, partners):
            connection.execute(delete(each))

    await store._database.write(forget)
    await store._database.write(recount)
    assert before
    assert await totals(store) == before


def an_event(event_id: str, **fields: Any) -> Event:
    usual: dict[str, Any] = {
        "guild_id": GUILD,
        "channel_id": 500,
        "host_id": 11,
        "game": "42",
        "rules": {},
        "partners": Partners.FIXED,
        "entries": (Entry(0, 11, "Nancy"),),
    }
    return Event(event_id, **(usual | fields))


async def closed_event(store: SqlStore, event_id: str, since: float, table_id: str) -> None:
    event = an_event(event_id, since=since)
    await store.create_event(event)
    games = (EventGame(1, 1, 600, (0, 1, 2, 3), table_id),)
    await store.save_event(
        replace(event, version=1, round_no=1, games=games, status=EventStatus.CLOSED)
    )


async def test_ended_events_go_and_their_games_stay_with_the_tables(store: SqlStore) -> None:
    await ended(store, "table1", 100.0)
    await closed_event(store, "old", 100.0, "table1")
    await closed_event(store, "new", 300.0, "table1")
    await store.create_event(an_event("live", since=1.0))
    assert await store.sweep_events(200.0, 5) == 1
    assert [await store.load_event(name) is None for name in ("old", "new", "live")] == [
        True,
        False,
        False,
    ]
    assert await store.last_game("table1") is not None


async def test_a_server_that_sent_the_bot_away_is_forgotten_in_time(store: SqlStore) -> None:
    await ended(store, "here1", 100.0)
    await ended(store, "here2", 100.0)
    await closed_event(store, "event1", 300.0, "here1")
    await store.save_choices(99, dms=False)  # never played
    people = (12, 21, 22, 23)
    there: dict[str, Any] = {"guild_id": GUILD + 1, "seats": seats(people)}
    await played(store, "there", [hand(players=people)], game(players=people), **there)
    for guild in (GUILD, GUILD + 1):
        await store.server_here(guild)
    await store.server_left(GUILD, 400.0)
    await store.server_left(GUILD, 900.0)  # the first time counts
    assert await store.servers_here() == [GUILD + 1]
    assert await store.forget_servers(400.0, 1) == 0
    done = []
    while count := await store.forget_servers(401.0, 1):
        done.append(count)
    assert done == [1] * 8  # the event, two tables, four people, the rest
    assert str(GUILD) + "," not in repr([await texts(store, n) for n in schema.metadata.tables])
    left = await counts(store)
    assert (left["tables"], left["games"], left["servers"]) == (1, 1, 1)
    assert [(await store.preferences(user)).name for user in (11, 12, 21)] == ["", "Ella", "P21"]
    assert not (await store.preferences(99)).dms


async def totals_of(store: SqlStore, guild_id: int) -> list[tuple[Any, ...]]:
    """Return all totals of a server, or of all together, but for where they stand."""

    def job(connection: Connection) -> list[tuple[Any, ...]]:
        found = []
        for each in (standings, partners):
            columns = [column for column in each.c if column.name != "guild_id"]
            rows = connection.execute(select(*columns).where(each.c.guild_id == guild_id))
            found += [(each.name, *row) for row in rows]
        return sorted(found, key=repr)

    return await store._database.read(job)


async def test_the_totals_of_all_servers_forget_what_a_forgotten_server_added(
    store: SqlStore,
) -> None:
    await ended(store, "here1", 100.0)
    people = (11, 12, 22, 23)  # two of whom played in the other server, too
    there: dict[str, Any] = {"guild_id": GUILD + 1, "seats": seats(people)}
    await played(store, "there", [hand(players=people)], game(players=people), **there)
    await store.server_left(GUILD, 400.0)
    before = await totals_of(store, EVERYWHERE)
    while await store.forget_servers(401.0, 5):
        pass
    assert await totals_of(store, GUILD) == []
    left = await totals_of(store, EVERYWHERE)
    assert left == await totals_of(store, GUILD + 1)
    assert left != before


async def test_a_server_that_comes_back_is_not_forgotten(store: SqlStore) -> None:
    await ended(store, "here", 100.0)
    await store.server_left(GUILD, 100.0)
    await store.server_here(GUILD)
    assert await store.forget_servers(9e9, 5) == 0
    assert await store.last_game("here") is not None


async def test_a_server_with_a_live_table_waits_until_it_has_ended(store: SqlStore) -> None:
    await store.create(table(), shake())
    await store.server_left(GUILD, 100.0)
    assert await store.forget_servers(9e9, 5) == 0
