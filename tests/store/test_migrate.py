"""Automatic schema migration: backup first, all or nothing, no downgrade."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
import textwrap
from contextlib import closing
from dataclasses import replace
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, select, text, update

from bot.stats.views import GameKind
from bot.store import NewerSchema, SqlStore, open_store, schema
from bot.store.database import Database, parse_url
from bot.store.migrate import migrate, revisions
from bot.store.schema import metadata
from bot.tables.model import Occupant, Seat
from bot.tables.ports import Conflict, StoreFailure
from texas42.library import load_rules

from .samples import GUILD, act, game, hand, next_change, save_played_table, shake, table

pytestmark = pytest.mark.slow

TABLES = set(metadata.tables)
OLD_TABLES = {"tables", "acts", "shakes"}

OLD_ROWS = (
    f"""INSERT INTO tables VALUES ('k3f9q2', {GUILD}, 1, 500, 500, 11, '42',
        '{{"preset": "straight-marks"}}',
        '[{{"occupant": "open", "user_id": null, "name": "", "level": "", "away": false,
            "absences": 0, "ready": false}}]',
        '', 'playing', NULL, 2, 1, 1, 1, '[0, 0]', '[0, 0]', 0, 0, NULL, 1.5, 2.5, false, false,
        NULL)""",
    "INSERT INTO acts VALUES ('k3f9q2', 1, 1, 1, 'play', '64', 12, 1001.5)",
)


async def old_database(url: str) -> None:
    """Create a database with the first schema, holding one table and one act."""

    def fill(connection: Connection) -> None:
        for statement in OLD_ROWS:
            connection.exec_driver_sql(statement)

    database = Database(parse_url(url))
    await migrate(database, None, target="0001")
    await database.write(fill)
    await database.close()


BEFORE_SEATS = "0005"
OLD_SEATS = json.dumps(
    [
        {"occupant": kind, "user_id": user, "name": name, "level": "", "away": away}
        | {"absences": 1, "ready": False}
        for kind, user, name, away in (
            ("person", 11, "Nancy", False),
            ("computer", None, "Pearl", False),
            ("person", 13, "Steve", True),
            ("open", None, "", False),
        )
    ]
)


async def database_with_seats_in_a_column(url: str) -> None:
    """Create a database where seats are still a JSON column, with a table in each status."""
    stages = (
        ("playing", None),
        ("paused", "playing"),
        ("paused", "between"),
        ("between", None),
        ("lobby", None),
        ("closed", None),
    )
    old = sa.table(
        "tables",
        *(sa.column(name) for name in ("table_id", "guild_id", "number", "channel_id")),
        *(sa.column(name) for name in ("home_channel_id", "host_id", "game", "status")),
        *(sa.column(name) for name in ("paused_from", "seq", "version", "game_no", "hand_no")),
        *(sa.column(name) for name in ("deals_played", "created_at", "turn_since", "people")),
        *(sa.column(name) for name in ("nudged", "offered")),
        *(sa.column(name, sa.JSON()) for name in ("rules", "seats", "total", "wins")),
    )

    def fill(connection: Connection) -> None:
        for number, (status, paused_from) in enumerate(stages, 1):
            connection.execute(
                sa.insert(old).values(
                    table_id=f"old00{number}",
                    guild_id=GUILD,
                    number=number,
                    channel_id=500 + number,
                    home_channel_id=500,
                    host_id=11,
                    game="42",
                    status=status,
                    paused_from=paused_from,
                    seq=1,
                    version=3,
                    game_no=1,
                    hand_no=1,
                    deals_played=0,
                    created_at=float(number),
                    turn_since=70.5,
                    people=" 11 13 ",
                    nudged=False,
                    offered=False,
                    rules={"preset": "straight-marks"},
                    seats=json.loads(OLD_SEATS),
                    total=[0, 0],
                    wins=[0, 0],
                )
            )

    database = Database(parse_url(url))
    await migrate(database, None, target=BEFORE_SEATS)
    await database.write(fill)
    await database.close()


@pytest.mark.parametrize(
    ("status", "preset", "kept"),
    [
        ("playing", "straight-points", True),
        ("between", "celko-points", True),
        ("lobby", "celko-points", None),
        ("playing", "puremco", None),
    ],
)
async def test_migration_keeps_the_scoring_of_tables_that_have_begun(
    url: str, status: str, preset: str, kept: bool | None
) -> None:
    await database_with_seats_in_a_column(url)
    database = Database(parse_url(url))
    await migrate(database, None, target="0033")
    rows = sa.table("tables", sa.column("status"), sa.column("rules", sa.JSON()))
    stored = sa.update(rows).values(status=status, rules={"preset": preset})
    await database.write(lambda connection: connection.execute(stored))
    await database.close()
    store = await open_store(url)
    found = await store.live_tables(guild_id=GUILD)
    assert {each.rules.get("exact_42plus") for each in found} == {kept}
    exact = preset == "puremco" or bool(kept)
    assert {load_rules(each.game, each.rules).exact_42plus for each in found} == {exact}
    await store.close()


async def test_migration_keeps_42_for_whoever_was_taken_to_know_it(url: str) -> None:
    await database_with_seats_in_a_column(url)
    database = Database(parse_url(url))
    await migrate(database, None, target="0034")
    flags = ("dms", "dm_closed", "on_boards", "knows_42")
    people = sa.table("people", *(sa.column(name) for name in ("user_id", "name", *flags)))
    here = {"table_id": "old001", "hand_no": 1, "game_no": 1, "at": 5.0}
    counts = dict.fromkeys(("bids", "bids_made", "bid_points", "sets", "suffered"), 0)
    finished = {"contract": "5", "ended": "made", "bid_marks": 0}

    def fill(connection: Connection) -> None:
        for user_id, knows in ((21, True), (22, False), (23, False)):
            chosen = dict.fromkeys(flags, False) | {"knows_42": knows}
            connection.execute(sa.insert(people).values(user_id=user_id, name="A", **chosen))
        lists = {"points": [0, 0], "score": [0, 0], "record": {}}
        connection.execute(sa.insert(schema.hands).values(**here, **finished, **lists))
        seat = {**here, **counts, "seat": 0, "user_id": 22}
        connection.execute(sa.insert(schema.hand_players).values(**seat))

    await database.write(fill)
    await database.close()
    store = await open_store(url)
    assert [(await store.preferences(each)).knows for each in (21, 22, 23)] == [
        ("42",),
        ("42",),
        (),
    ]
    await store.close()


async def test_migration_turns_the_seats_column_into_rows(url: str) -> None:
    await database_with_seats_in_a_column(url)
    store = await open_store(url)
    found = {table.table_id: table for table in await store.live_tables(guild_id=GUILD)}
    assert sorted(found) == ["old001", "old002", "old003", "old004", "old005"]
    nancy = Seat(Occupant.PERSON, 11, "Nancy", absences=1)
    steve = Seat(Occupant.PERSON, 13, "Steve", absences=1, away=True)
    pearl = Seat(Occupant.COMPUTER, None, "Pearl", absences=1)
    plain = (nancy, pearl, steve, Seat(absences=1))
    dealt = (replace(nancy, dealt_to=11), pearl, replace(steve, dealt_to=13), Seat(absences=1))
    for name, upgraded in found.items():
        assert upgraded.seats == (dealt if name in ("old001", "old002") else plain)
        assert (upgraded.clock, upgraded.closed_at) == (None, None)
    assert {each.table_id for each in await store.tables_of(13)} == set(found)
    closed = await store.load("old006")
    assert closed is not None
    assert (closed.table.seats, closed.table.closed_at) == (plain, 70.5)
    with pytest.raises(Conflict):
        await store.commit(next_change(replace(found["old001"], version=1)))
    left = (Seat(), *found["old001"].seats[1:])
    await store.commit(next_change(found["old001"], seats=left))
    assert "old001" not in {each.table_id for each in await store.tables_of(11)}
    await store.close()


async def test_migration_collects_dm_channels_from_sent_hands(url: str) -> None:
    def fill(connection: Connection) -> None:
        tables = """INSERT INTO tables (table_id, guild_id, number, channel_id, home_channel_id,
            host_id, game, rules, status, seq, version, game_no, hand_no, total, wins,
            deals_played, created_at, turn_since, nudged, offered)
            VALUES (%s, 1, %s, 500, 500, 11, '42', '{}', 'closed', 1, 1, 1, 1, '[]', '[]',
            0, 1, 1, false, false)"""
        surfaces = "INSERT INTO surfaces VALUES (%s, %s, %s, %s, %s, 7, '')"
        rows = [
            ("'a'", "'board'", 0, 1, 500),
            ("'a'", "'hand'", 11, 1, 911),
            ("'b'", "'hand'", 11, 2, 911),
            ("'b'", "'hand'", 12, 1, 912),
            ("'b'", "'ping'", 13, 1, 500),
        ]
        for number, table_id in enumerate(("'a'", "'b'"), 1):
            connection.exec_driver_sql(tables % (table_id, number))
        for row in rows:
            connection.exec_driver_sql(surfaces % row)

    database = Database(parse_url(url))
    await migrate(database, None, target="0017")
    await database.write(fill)
    await database.close()
    store = await open_store(url)
    assert [await store.dm_channel(user_id) for user_id in (0, 11, 12, 13)] == [
        *(None, 911, 912, None)
    ]
    await store.close()


async def table_names(url: str) -> set[str]:
    """List the tables of a database, except Alembic's own."""
    database = Database(parse_url(url))
    found = await database.read(lambda connection: set(inspect(connection).get_table_names()))
    await database.close()
    return found - {"alembic_version"}


async def set_revision(url: str, revision: str) -> None:
    database = Database(parse_url(url))
    change = text("UPDATE alembic_version SET version_num = :revision")
    await database.write(lambda connection: connection.execute(change, {"revision": revision}))
    await database.close()


async def test_migrated_database_matches_the_declared_schema(store: SqlStore) -> None:
    def difference(connection: Connection) -> list[Any]:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return list(compare_metadata(context, metadata))

    assert await store._database.read(difference) == []


async def test_older_database_is_upgraded_with_its_data(url: str, tmp_path: Path) -> None:
    await old_database(url)
    assert await table_names(url) == OLD_TABLES
    store = await open_store(url, backups=tmp_path / "backups")
    stored = await store.load("k3f9q2")
    assert stored is not None
    assert stored.acts == (act(1),)
    change = next_change(stored.table, act(2))
    await store.commit(change)
    await store.commit(type(change)(next_change(change.table).table, hand=hand(), game=game()))
    assert (await store.standing(GUILD, 12, GameKind.PEOPLE)).wins == 1
    await store.close()
    assert await table_names(url) == TABLES


async def test_migration_dates_the_players_of_older_hands(store: SqlStore) -> None:
    await save_played_table(store, "k3f9q2", [hand(at=5.0), hand(2, at=9.0)], game())
    dates = import_module("bot.store.migrations.versions.0026_draws_and_dates").DATE_PLAYERS

    def dated(connection: Connection) -> list[Any]:
        players = schema.hand_players
        connection.execute(update(players).values(at=0.0))
        connection.exec_driver_sql(dates)
        found = select(players.c.hand_no, players.c.at).order_by(players.c.hand_no)
        return [tuple(row) for row in connection.execute(found)]

    assert await store._database.write(dated) == [(1, 5.0)] * 4 + [(2, 9.0)] * 4


async def test_backup_is_made_only_before_the_schema_changes(tmp_path: Path) -> None:
    url, backups = f"sqlite:///{tmp_path / 'bot.sqlite3'}", tmp_path / "backups"
    await (await open_store(url, backups=backups)).close()
    assert not backups.exists()  # a new file has nothing to lose
    (tmp_path / "bot.sqlite3").unlink()
    await old_database(url)
    await (await open_store(url, backups=backups)).close()
    await (await open_store(url, backups=backups)).close()  # up to date: nothing to back up
    (copy,) = backups.iterdir()
    assert copy.name == f"bot-before-{revisions()[-1]}-from-0001.sqlite3"
    assert await table_names(f"sqlite:///{copy}") == OLD_TABLES
    with closing(sqlite3.connect(copy)) as old:
        assert old.execute("SELECT seq, text FROM acts").fetchall() == [(1, "64")]


async def test_earlier_backup_is_never_overwritten(tmp_path: Path) -> None:
    url, backups = f"sqlite:///{tmp_path / 'bot.sqlite3'}", tmp_path / "backups"
    backups.mkdir()
    (backups / f"bot-before-{revisions()[-1]}-from-0001.sqlite3").write_text("earlier")
    await old_database(url)
    await (await open_store(url, backups=backups)).close()
    assert sorted(path.name for path in backups.iterdir()) == [
        f"bot-before-{revisions()[-1]}-from-0001-2.sqlite3",
        f"bot-before-{revisions()[-1]}-from-0001.sqlite3",
    ]
    assert (backups / f"bot-before-{revisions()[-1]}-from-0001.sqlite3").read_text() == "earlier"


async def test_failed_backup_stops_the_migration(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'bot.sqlite3'}"
    await old_database(url)
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreFailure):
        await open_store(url, backups=tmp_path / "file")
    assert await table_names(url) == OLD_TABLES


async def test_failed_migration_rolls_back(url: str) -> None:
    await old_database(url)
    database = Database(parse_url(url))
    stop = text("CREATE TABLE people (id integer)")  # a later migration creates this table
    await database.write(lambda connection: connection.execute(stop))
    await database.close()
    with pytest.raises(StoreFailure):
        await open_store(url)
    assert await table_names(url) == OLD_TABLES | {"people"}


async def test_newer_schema_is_refused_and_unchanged(url: str, tmp_path: Path) -> None:
    await old_database(url)
    await set_revision(url, "9999")
    with pytest.raises(NewerSchema, match=r"9999.*newer version"):
        await open_store(url, backups=tmp_path / "backups")
    assert await table_names(url) == OLD_TABLES
    assert not (tmp_path / "backups").exists()


async def test_fresh_database_is_ready_for_a_table(store: SqlStore) -> None:
    assert (await store.create(table(), shake())).number == 1


def test_revisions_match_the_migration_scripts_in_order() -> None:
    config = Config()
    config.set_main_option("script_location", str(files("bot.store") / "migrations"))
    config.set_main_option("recursive_version_locations", "true")
    scripts = ScriptDirectory.from_config(config)
    assert revisions() == [script.revision for script in scripts.walk_revisions()][::-1]


def test_opening_the_newest_schema_does_not_load_alembic(tmp_path: Path) -> None:
    """Importing Alembic takes a fifth of the start-up time."""
    program = textwrap.dedent(
        """
        import asyncio, sys
        from bot.store import open_store

        async def opened(url):
            await (await open_store(url)).close()

        asyncio.run(opened(sys.argv[1]))
        print("alembic" in sys.modules)
        """
    )
    command = [sys.executable, "-c", program, f"sqlite:///{tmp_path}/new.sqlite3"]
    loads = [subprocess.run(command, check=True, capture_output=True).stdout for _ in range(2)]
    assert [load.strip() for load in loads] == [b"True", b"False"]
