"""Votes on a hand: one choice per person while they are open, only counts afterwards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, RowMapping, delete, func, select, update

from bot.asked.model import AskedBidding, PlayQuestion, Question, Vote
from bot.values.posted import PostedKind

from ..database import upsert
from ..rows import row_of
from ..sent.posted import forget_all, message_about
from ..topic import Topic, reads, writes
from .schema_votes import vote_picks, votes

_votes = votes.c
_picks = vote_picks.c


class VoteStore(Topic):
    """Keeps votes on a hand."""

    @writes
    def add_vote(self, connection: Connection, vote: Vote, most: int) -> bool:
        """Save a new vote; return False if the asker already has `most` open votes."""
        open_ones = select(func.count()).where(
            _votes.host_id == vote.host_id, _votes.closed.is_(False)
        )
        if connection.scalars(open_ones).one() >= most:
            return False
        connection.execute(votes.insert(), row_of(votes, vote))
        return True

    @reads
    def vote(self, connection: Connection, vote_id: str) -> Vote | None:
        """Load a vote with its counts; None if it is deleted."""
        found = connection.execute(select(votes).where(_votes.vote_id == vote_id)).mappings()
        row = found.one_or_none()
        return None if row is None else _vote(connection, row)

    @reads
    def all_votes(self, connection: Connection) -> Sequence[Vote]:
        """Load every vote with its counts, ordered by closing time."""
        found = select(votes).order_by(_votes.closes_at, _votes.vote_id)
        return [_vote(connection, row) for row in connection.execute(found).mappings().all()]

    @writes
    def set_vote_shown(self, connection: Connection, vote_id: str, shown: str) -> None:
        """Save which votes the message shows, as in `Vote.tally`."""
        mine = update(votes).where(_votes.vote_id == vote_id)
        connection.execute(mine.values(shown=shown))

    @writes
    def cast_vote(self, connection: Connection, vote_id: str, user_id: int, choice: str) -> bool:
        """Save a person's choice, replacing their last one; return False if the vote is closed."""
        locked = select(_votes.closed).where(_votes.vote_id == vote_id).with_for_update()
        if connection.scalars(locked).one_or_none() is not False:
            return False
        row = {"vote_id": vote_id, "user_id": user_id, "choice": choice}
        upsert(connection, vote_picks, [row])
        return True

    @writes
    def close_vote(self, connection: Connection, vote_id: str) -> None:
        """Close a vote: keep the counts, and delete who chose what."""
        locked = select(_votes.closed).where(_votes.vote_id == vote_id).with_for_update()
        if connection.scalars(locked).one_or_none() is not False:
            return
        closing = update(votes).where(_votes.vote_id == vote_id)
        connection.execute(closing.values(closed=True, counts=_counted(connection, vote_id)))
        connection.execute(delete(vote_picks).where(_picks.vote_id == vote_id))

    @writes
    def drop_vote(self, connection: Connection, vote_id: str) -> None:
        """Delete a vote with its choices, and forget its message."""
        forget_all(connection, (PostedKind.VOTE,), (vote_id,))
        connection.execute(delete(votes).where(_votes.vote_id == vote_id))


def _counted(connection: Connection, vote_id: str) -> dict[str, int]:
    counted = select(_picks.choice, func.count().label("votes")).where(_picks.vote_id == vote_id)
    rows = connection.execute(counted.group_by(_picks.choice))
    return {row.choice: row.votes for row in rows}


def _vote(connection: Connection, row: RowMapping) -> Vote:
    counts = row["counts"] if row["closed"] else _counted(connection, row["vote_id"])
    question = _question(row["question"])
    message_id = message_about(connection, PostedKind.VOTE, row["vote_id"])
    return Vote(**{**row, "question": question, "counts": counts}, message_id=message_id)


def _question(stored: Mapping[str, Any]) -> Question:
    if "table_id" in stored:
        return PlayQuestion(**stored)
    return AskedBidding(
        stored["rules"],
        tuple(stored["hand"]),
        tuple(stored["calls"]),
        (stored["total"][0], stored["total"][1]),
    )
