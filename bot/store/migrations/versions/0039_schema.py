"""The whole schema: tables and indexes, and on PostgreSQL notifications of changed tables.

The file beside this one holds the statements as SQLite stores them, so that a new database can't be
told from one that was upgraded step by step.
"""

from __future__ import annotations

from pathlib import Path

from alembic import op

revision = "0039"
down_revision = None

STATEMENTS = Path(__file__).with_suffix(".sql")
IN_POSTGRES = {
    " WITHOUT ROWID": "",
    " BLOB": " BYTEA",
    "BOOLEAN DEFAULT 0": "BOOLEAN DEFAULT false",
    "BOOLEAN DEFAULT 1": "BOOLEAN DEFAULT true",
}
# A trigger notifies within the transaction that changes the table. So a click needs no extra
# request, and a rolled-back change is never announced.
FUNCTION = """
CREATE FUNCTION table_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify(
        'fortytwo', 'table ' || NEW.table_id || ' ' || NEW.version || ' ' || NEW.guild_id
    );
    RETURN NULL;
END $$
"""
OPENED = """
CREATE TRIGGER table_opened AFTER INSERT ON tables
FOR EACH ROW WHEN (NEW.event_id IS NULL) EXECUTE FUNCTION table_changed()
"""
CHANGED = """
CREATE TRIGGER table_changed AFTER UPDATE OF version ON tables
FOR EACH ROW WHEN (NEW.version <> OLD.version) EXECUTE FUNCTION table_changed()
"""


def upgrade() -> None:
    """Create the schema."""
    connection = op.get_bind()
    on_postgres = connection.dialect.name == "postgresql"
    for written in STATEMENTS.read_text(encoding="utf-8").split(";\n")[:-1]:
        connection.exec_driver_sql(_in_postgres(written) if on_postgres else written)
    if on_postgres:
        for statement in (FUNCTION, OPENED, CHANGED):
            connection.exec_driver_sql(statement)


def _in_postgres(statement: str) -> str:
    """Translate a statement of SQLite."""
    for sqlite, postgres in IN_POSTGRES.items():
        statement = statement.replace(sqlite, postgres)
    return statement
