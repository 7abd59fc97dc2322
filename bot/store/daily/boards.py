"""Each server's boards of the daily hand: the people on them."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date, timedelta

from sqlalchemy import Connection, select, update

from bot.values.posted import PostedKind

from ..sent.schema_posted import posted
from .schema_daily import daily_hands

_hands = daily_hands.c
_posted = posted.c


def outdate_boards(connection: Connection, user_id: int, days: Collection[str]) -> None:
    """Have the boards drawn again that show a person's hands of these days, and of their weeks."""
    theirs = select(_hands.guild_id, _hands.day).where(
        _hands.user_id == user_id, _hands.day.in_(days), _hands.guild_id.is_not(None)
    )
    for row in connection.execute(theirs):
        day = date.fromisoformat(row.day)
        sunday = day + timedelta(days=6 - day.weekday())
        for kind, about in ((PostedKind.DAY_BOARD, day), (PostedKind.WEEK_BOARD, sunday)):
            shown = update(posted).where(
                _posted.kind == kind.value,
                _posted.about == about.isoformat(),
                _posted.part == row.guild_id,
            )
            connection.execute(shown.values(digest=""))
