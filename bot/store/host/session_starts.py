"""How often the bot may still connect, and the turns of its processes."""

from __future__ import annotations

from dataclasses import asdict

from sqlalchemy import Connection, select, text

from bot.values.session_starts import StartLimit

from ..database import upsert
from ..topic import Topic, reads, writes
from . import schema_host as schema

THE_ROW = 1
_TAKE_TURN = text(
    """
    INSERT INTO gateway_turns AS turns (bucket, free_at)
    VALUES (:bucket, extract(epoch FROM clock_timestamp()) + :seconds)
    ON CONFLICT (bucket) DO UPDATE SET free_at =
        greatest(turns.free_at, extract(epoch FROM clock_timestamp())) + :seconds
    RETURNING free_at - :seconds - extract(epoch FROM clock_timestamp())
    """
)


class SessionStartStore(Topic):
    """Keeps what Discord said of its limit, and hands out turns to identify."""

    @writes
    def note_limit(self, connection: Connection, limit: StartLimit) -> None:
        """Keep the newest limit."""
        row = {"row": THE_ROW, **asdict(limit)}
        upsert(connection, schema.session_starts, [row], [*asdict(limit)])

    @reads
    def load_limit(self, connection: Connection) -> StartLimit | None:
        """Return the newest limit; None before the first start."""
        columns = [each for each in schema.session_starts.c if each.name != "row"]
        found = connection.execute(select(*columns)).mappings().one_or_none()
        return None if found is None else StartLimit(**found)

    @writes
    def take_turn(self, connection: Connection, bucket: int, seconds: float) -> float:
        """Reserve a bucket's next turn to identify; return how many seconds away it is.

        It comes so many seconds after the turn before, whichever process took that. Only on
        PostgreSQL, by its clock.
        """
        values = {"bucket": bucket, "seconds": seconds}
        return max(0.0, float(connection.execute(_TAKE_TURN, values).scalar_one()))
