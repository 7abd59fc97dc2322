"""How often people have typed a wrong code lately, since that is limited."""

from __future__ import annotations

from sqlalchemy import Connection, delete, select

from ..database import upsert, wait_turn
from ..topic import Topic, reads, writes
from .schema_wrong_codes import wrong_codes

_wrong = wrong_codes.c


class WrongCodeStore(Topic):
    """Counts the codes that people try, as wrong until they turn out to be right."""

    @writes
    def take_try(
        self, connection: Connection, user_id: int, *, now: float, since: float, most: int
    ) -> int | None:
        """Count a try and return its number; None if there were `most` since a time."""
        wait_turn(connection, user_id)  # nobody gets more tries by several at once
        lately = select(_wrong.number).where(_wrong.user_id == user_id, _wrong.at > since)
        tries = set(connection.scalars(lately))
        number = next((n for n in range(most) if n not in tries), None)
        if number is not None:
            upsert(connection, wrong_codes, [{"user_id": user_id, "number": number, "at": now}])
        return number

    @reads
    def oldest_try(self, connection: Connection, user_id: int, since: float) -> float | None:
        """Return when a person's oldest try since a time was counted, or None."""
        lately = select(_wrong.at).where(_wrong.user_id == user_id, _wrong.at > since)
        return min(connection.scalars(lately), default=None)

    @writes
    def forgive(self, connection: Connection, user_id: int, number: int) -> None:
        """Uncount a try whose code was right."""
        mine = (_wrong.user_id == user_id, _wrong.number == number)
        connection.execute(delete(wrong_codes).where(*mine))
