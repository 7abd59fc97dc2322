"""The migration files: they never change, import nothing of the program, and make one schema."""

from __future__ import annotations

import ast
import hashlib
import sys
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from bot.store import Store
from bot.store.database import Database, parse_url
from bot.store.migrate import SCRIPTS, migrate, revisions
from bot.store.schema import metadata

from .upgrades import START, empty, load_old

pytestmark = pytest.mark.slow

FILES = Path(str(SCRIPTS))
LANDED = {
    "0039_schema.py": "a551c6dd633b0f7b0a50ce4ac46c9320473b84c9a8c892cb47e87f324fb42eb6",
    "0039_schema.sql": "4a5838c7638148a31b695be9ea99029990b7b7d2ededd17923d3f3ee6857835d",
    "0040_posted.py": "11c15f3e7cec9b6b4b8e223007262d4ab33c6de8d284745233269e28c5bfa156",
    "0041_deals.py": "bd03fa8e63e6e512b86d807982ce2bb43aa6a3ff1b61a7c7ee0b672bb28c44ef",
    "0042_waking_hands.py": "c6a61f68b4d93ca13cbb2eed77491f93de7d8204d1e85b7f2d00802e3bf84245",
    "0043_due_boards.py": "8fe3f98c5be399c716a0b8f63202329096f0d3a37ded1f89f6e66309d9e703aa",
    "0044_due_votes.py": "08b5162a1272ecff5b71a95a45983eccbc7bec0bdbd1e43a82717ebe377abcac",
    "0045_fields.py": "a68a7a277d140e6991a648ea597b0deff62accee266cd89bf912713bfed96475",
    "0046_refusals.py": "abc40705750cdaf46673cdf2ca2724989b4b1d36479b3d73b850097b20294eb3",
    "0047_session_starts.py": "baeafd1dfac8d259cf219c5bce4667cb0e6dcaad21bc1018e3dd9c4dc9d93cf9",
    "0048_pings.py": "302571e8b87ccf71408e0b13729e6ab7709f683d23f0dbf9b92d7085723bb9e2",
    "0049_plans.py": "d5520bc3e1efed39f705868eafaf10676d243b793e6c583e4e64fcc8feac57ae",
    "0050_server_presets.py": "516b1150954337b24fef93875bdfbd422ce5a1b4fd6046a2145c27b90a377187",
    "0051_person_blocks.py": "6273cf6c1ba73a9c5bebef3f3c50489a0aa65221e1959004c702b4fea755b8ec",
    "0052_turn_asks.py": "4b71ac12c1850106ac3c36456dade9a42d791dbaebba380f3e747565e5ca664f",
    "0053_private_tables.py": "16d29ff284f29a8a6d5fd922b769375556ba0db3798b5f0f8ace286503541db6",
    "0054_invitations.py": "c5ef99ecba611d7eb2815d80563cd3312fd65a4340d6b9540e55bafc18ae92b8",
    "0055_alerts.py": "8439f4aac002e806c23642a2bd478d8ff292b84b226b5aed7ed2540711467975",
    "0056_wrong_codes.py": "336e9efb6f8dc6c4d7bb8e06b19eb4a5495ddb9c6f4d825ecaacd72fc52786cc",
    "0057_time_zones.py": "fa37894166df699124d4bed2d508a1acfdcc1c050d2aa0ad26627c967426e1b9",
}
"""The SHA-256 of each file of a migration that has landed; a new migration adds its own."""
MAY_IMPORT = sys.stdlib_module_names - {"importlib"} | {"alembic", "sqlalchemy"}
SQLITE_SCHEMA = "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name"
POSTGRES_SCHEMA = (
    """SELECT table_name, row_number() OVER (PARTITION BY table_name ORDER BY ordinal_position),
        column_name, data_type, character_maximum_length, is_nullable, column_default, is_identity
        FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, 2""",
    "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1",
    """SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint
        WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2""",
    "SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1",
    """SELECT pg_get_functiondef(oid) FROM pg_proc
        WHERE pronamespace = 'public'::regnamespace ORDER BY 1""",
    """SELECT relname, relkind, reloptions FROM pg_class
        WHERE relnamespace = 'public'::regnamespace ORDER BY 1""",
)


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _imports(path: Path) -> set[str]:
    """Return the top-level names that a file imports; a dot for an import beside it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {each.name.split(".")[0] for each in node.names}
        if isinstance(node, ast.ImportFrom):
            found.add("." if node.level else str(node.module).split(".")[0])
    return found


def test_landed_migrations_never_change() -> None:
    """Databases have gone through them. Change the schema with a new one, and add its digest."""
    files = (FILES / "versions").iterdir()
    assert {path.name: _digest(path) for path in files if path.is_file()} == LANDED


def test_migrations_import_no_living_code() -> None:
    """What they import must mean the same forever, so the program itself is not among it."""
    imported = {path.name: _imports(path) for path in FILES.rglob("*.py")}
    assert imported.keys() >= {"env.py", *(name for name in LANDED if name.endswith(".py"))}
    assert {
        name: found - MAY_IMPORT for name, found in imported.items() if found - MAY_IMPORT
    } == {}


def test_revisions_match_the_migration_scripts_in_order() -> None:
    config = Config()
    config.set_main_option("script_location", str(SCRIPTS))
    scripts = ScriptDirectory.from_config(config)
    assert revisions() == [script.revision for script in scripts.walk_revisions()][::-1]
    assert revisions()[0] == START


async def test_migrated_database_matches_the_declared_schema(store: Store) -> None:
    def difference(connection: Connection) -> list[Any]:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return list(compare_metadata(context, metadata))

    assert await store.database.read(difference) == []


async def test_first_migration_makes_the_schema_of_databases_upgraded_step_by_step(
    url: str,
) -> None:
    load_old(url)
    upgraded = await _schema_of(url)
    empty(url)
    database = Database(parse_url(url))
    await migrate(database, None, target=START)
    await database.close()
    assert "tables_unswept" in str(upgraded)
    assert await _schema_of(url) == upgraded


async def _schema_of(url: str) -> list[tuple[Any, ...]]:
    """Describe all that a database's schema has, to the letter."""
    database = Database(parse_url(url))
    queries = (SQLITE_SCHEMA,) if url.startswith("sqlite") else POSTGRES_SCHEMA

    def read(connection: Connection) -> list[tuple[Any, ...]]:
        return [tuple(row) for query in queries for row in connection.exec_driver_sql(query)]

    try:
        return await database.read(read)
    finally:
        await database.close()
