"""The messages that the bot has posted: where each stands, and what is still to be done with it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sqlalchemy import (
    ColumnElement,
    Connection,
    RowMapping,
    and_,
    delete,
    func,
    select,
    text,
    update,
)

from bot.values.posted import NO_MESSAGE, Posted, PostedKey, PostedKind, PostedState

from ..database import upsert
from ..rows import row_of, value_of
from ..topic import Topic, reads, writes
from .schema_posted import LEAVING
from .schema_posted import posted as table

BOARDS_OF_DAYS = (PostedKind.DAY_BOARD, PostedKind.WEEK_BOARD)
OF_TABLES = (
    *(PostedKind.BOARD, PostedKind.HAND, PostedKind.PING),
    *(PostedKind.HELD_SEATS, PostedKind.INVITATION),
)
_APART = frozenset({*BOARDS_OF_DAYS, PostedKind.WELCOME, PostedKind.SHARED, PostedKind.TRIAL})
"""The kinds whose part is a place: a message there is not newer than one elsewhere."""
_posted = table.c
IS_THERE = _posted.message_id != NO_MESSAGE


class MessageStore(Topic):
    """Keeps which messages are posted."""

    @reads
    def posted_about(
        self, connection: Connection, about: str, *kinds: PostedKind
    ) -> Sequence[Posted]:
        """List the messages of these kinds about something, the earliest part first."""
        found = select(table).where(_of(kinds), _posted.about == about, IS_THERE)
        ordered = found.order_by(_posted.part, _posted.kind, _posted.user_id, _posted.occasion)
        return [posted_from(row) for row in connection.execute(ordered).mappings()]

    @reads
    def posted_under(
        self, connection: Connection, key: PostedKey, *, every_part: bool = False
    ) -> Sequence[Posted]:
        """List the messages of a key, the earliest first. `every_part`: whatever their part."""
        same = _of_any_part(key) if every_part else _is(key)
        found = select(table).where(same, IS_THERE).order_by(_posted.part, _posted.occasion)
        return [posted_from(row) for row in connection.execute(found).mappings()]

    @writes
    def put_posted(
        self, connection: Connection, posted: Posted, *, older: PostedState | None = None
    ) -> None:
        """Save a message, replacing the one of the same key and occasion.

        `older`: the new state of the live messages in whose place it stands. These are of the same
        kind, about the same and for the same reader, whatever their part, unless it is a place.
        """
        upsert(connection, table, [posted_row(posted)])
        if older is None:
            return
        key = posted.key
        others = update(table).where(
            _of_any_part(key),
            ~and_(_posted.part == key.part, _posted.occasion == posted.occasion),
            _posted.state == PostedState.LIVE.value,
            IS_THERE,
        )
        if key.kind in _APART:
            others = others.where(_posted.part == key.part)
        connection.execute(others.values(state=older.value))

    @writes
    def drop_posted(self, connection: Connection, posted: Posted) -> None:
        """Forget a message that is gone; the newest of its key goes on counting the occasions."""
        this = and_(_is(posted.key), _posted.occasion == posted.occasion)
        if _last_occasion(connection, posted.key) > posted.occasion:
            connection.execute(delete(table).where(this))
            return
        gone = update(table).where(this)
        connection.execute(
            gone.values(message_id=NO_MESSAGE, digest="", state=PostedState.OVER.value)
        )

    @reads
    def last_occasion(self, connection: Connection, key: PostedKey) -> int:
        """Return the occasion of the last message posted under a key, 0 if there was none."""
        return _last_occasion(connection, key)

    @reads
    def leaving_posted(self, connection: Connection) -> Sequence[Posted]:
        """List the messages that are to lose their buttons or to be deleted, the oldest first."""
        found = select(table).where(text(LEAVING), IS_THERE)
        ordered = found.order_by(_posted.at, _posted.message_id)
        return [posted_from(row) for row in connection.execute(ordered).mappings()]

    @reads
    def newest_posted(
        self, connection: Connection, kind: PostedKind, user_id: int, about: str = ""
    ) -> Posted | None:
        """Load a reader's live message of the highest part, None if there is none."""
        found = select(table).where(
            _posted.kind == kind.value,
            _posted.about == about,
            _posted.user_id == user_id,
            _posted.state == PostedState.LIVE.value,
            IS_THERE,
        )
        newest = found.order_by(_posted.part.desc(), _posted.occasion.desc()).limit(1)
        row = connection.execute(newest).mappings().one_or_none()
        return None if row is None else posted_from(row)

    @reads
    def outdated_posted(self, connection: Connection, *kinds: PostedKind) -> Sequence[Posted]:
        """List the messages of these kinds whose content is unknown."""
        found = select(table).where(_of(kinds), _posted.digest == "", IS_THERE)
        ordered = found.order_by(_posted.kind, _posted.about, _posted.part, _posted.occasion)
        return [posted_from(row) for row in connection.execute(ordered).mappings()]


def forget_all(
    connection: Connection, kinds: Collection[PostedKind], about: Collection[str]
) -> None:
    """Forget the messages of these kinds about any of these."""
    connection.execute(delete(table).where(_of(kinds), _posted.about.in_(about)))


def message_about(connection: Connection, kind: PostedKind, about: str) -> int:
    """Return the id of the newest message of a kind about something, or NO_MESSAGE."""
    found = select(_posted.message_id).where(_of((kind,)), _posted.about == about, IS_THERE)
    newest = found.order_by(_posted.part.desc(), _posted.occasion.desc()).limit(1)
    return connection.scalar(newest) or NO_MESSAGE


def posted_row(posted: Posted) -> dict[str, object]:
    """Build the row of a message."""
    return row_of(table, posted) | row_of(table, posted.key)


def posted_from(row: RowMapping) -> Posted:
    """Read the row of a message."""
    key = value_of(PostedKey, row, kind=PostedKind(row["kind"]))
    return value_of(Posted, row, key=key, state=PostedState(row["state"]))


def _last_occasion(connection: Connection, key: PostedKey) -> int:
    return connection.scalar(select(func.max(_posted.occasion)).where(_is(key))) or 0


def _of(kinds: Collection[PostedKind]) -> ColumnElement[bool]:
    return _posted.kind.in_([kind.value for kind in kinds])


def _of_any_part(key: PostedKey) -> ColumnElement[bool]:
    return and_(
        _posted.kind == key.kind.value,
        _posted.about == key.about,
        _posted.user_id == key.user_id,
    )


def _is(key: PostedKey) -> ColumnElement[bool]:
    """Build the condition that finds the messages of a key, whatever the occasion."""
    return _of_any_part(key) & (_posted.part == key.part)
