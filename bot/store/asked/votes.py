"""Votes on a hand: one choice per person while they are open, only counts afterwards."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, RowMapping, delete, func, select, text, tuple_, update

from bot.asked.model import AT_ONCE, AskedBidding, DueVote, PlayQuestion, Question, Vote, tally_of
from bot.values.posted import PostedKind

from ..database import upsert
from ..rows import row_of, value_of
from ..sent.posted import forget_all, message_about
from ..sent.schema_posted import IS_VOTE, posted
from ..topic import Topic, reads, writes
from .schema_votes import vote_picks, votes

_votes = votes.c
_picks = vote_picks.c
_posted = posted.c
_ORDER = (_votes.due_at, _votes.vote_id)


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
        connection.execute(votes.insert(), row_of(votes, vote, due_at=AT_ONCE))
        return True

    @reads
    def vote(self, connection: Connection, vote_id: str) -> Vote | None:
        """Load a vote with its counts; None if it is deleted."""
        found = connection.execute(select(votes).where(_votes.vote_id == vote_id)).mappings()
        row = found.one_or_none()
        return None if row is None else _vote(connection, row)

    @reads
    def votes_of(self, connection: Connection, host_id: int) -> Sequence[Vote]:
        """Load a person's open votes with their counts, ordered by closing time."""
        mine = select(votes).where(_votes.host_id == host_id, _votes.closed.is_(False))
        found = mine.order_by(_votes.closes_at, _votes.vote_id)
        return [_vote(connection, row) for row in connection.execute(found).mappings().all()]

    @reads
    def due_votes(
        self, connection: Connection, by: float, after: DueVote | None, limit: int
    ) -> Sequence[DueVote]:
        """List some votes that are due by a time, the earliest first. `after`: the last known."""
        found = select(_votes.vote_id, _votes.guild_id, _votes.due_at).where(_votes.due_at <= by)
        if after is not None:
            found = found.where(tuple_(*_ORDER) > tuple_(after.due_at, after.vote_id))
        rows = connection.execute(found.order_by(*_ORDER).limit(limit)).mappings()
        return [DueVote(**row) for row in rows]

    @reads
    def votes_due_after(self, connection: Connection, at: float, limit: int) -> Sequence[DueVote]:
        """List the next votes to be due after a time."""
        found = select(_votes.vote_id, _votes.guild_id, _votes.due_at).where(_votes.due_at > at)
        rows = connection.execute(found.order_by(*_ORDER).limit(limit)).mappings()
        return [DueVote(**row) for row in rows]

    @reads
    def votes_shown_by(self, connection: Connection, message_ids: Collection[int]) -> Sequence[str]:
        """List the votes that any of these messages shows."""
        found = select(_posted.about).where(text(IS_VOTE), _posted.message_id.in_(message_ids))
        return [*connection.scalars(found)]

    @writes
    def set_vote_shown(self, connection: Connection, vote_id: str, shown: str) -> None:
        """Save which votes the message shows, as in `Vote.tally`.

        The vote is due when it closes, or at once if its votes have changed meanwhile.
        """
        locked = select(_votes.closes_at).where(_votes.vote_id == vote_id).with_for_update()
        closes_at = connection.scalars(locked).one_or_none()
        if closes_at is None:
            return
        same = tally_of(_counted(connection, vote_id)) == shown
        mine = update(votes).where(_votes.vote_id == vote_id, _votes.closed.is_(False))
        due_at = closes_at if same else AT_ONCE
        connection.execute(mine.values(shown=shown, due_at=due_at))

    @writes
    def postpone_vote(self, connection: Connection, vote: DueVote, until: float) -> None:
        """Look at a vote again at another time."""
        same = (_votes.vote_id == vote.vote_id, _votes.due_at == vote.due_at)
        connection.execute(update(votes).where(*same).values(due_at=until))

    @writes
    def cast_vote(self, connection: Connection, vote_id: str, user_id: int, choice: str) -> bool:
        """Save a person's choice, replacing their last one; return False if the vote is closed."""
        locked = select(_votes.closed).where(_votes.vote_id == vote_id).with_for_update()
        if connection.scalars(locked).one_or_none() is not False:
            return False
        row = {"vote_id": vote_id, "user_id": user_id, "choice": choice}
        upsert(connection, vote_picks, [row])
        make_votes_due(connection, [vote_id])
        return True

    @writes
    def close_vote(self, connection: Connection, vote_id: str) -> None:
        """Close a vote: keep the counts, and delete who chose what."""
        locked = select(_votes.closed).where(_votes.vote_id == vote_id).with_for_update()
        if connection.scalars(locked).one_or_none() is not False:
            return
        closing = update(votes).where(_votes.vote_id == vote_id)
        counts = _counted(connection, vote_id)
        connection.execute(closing.values(closed=True, counts=counts, due_at=AT_ONCE))
        connection.execute(delete(vote_picks).where(_picks.vote_id == vote_id))

    @writes
    def drop_vote(self, connection: Connection, vote_id: str) -> None:
        """Delete a vote with its choices, and forget its message."""
        forget_all(connection, (PostedKind.VOTE,), (vote_id,))
        connection.execute(delete(votes).where(_votes.vote_id == vote_id))


def make_votes_due(connection: Connection, vote_ids: Iterable[str]) -> None:
    """Have votes looked at because their choices change; before they do, as with a new choice."""
    for vote_id in sorted(vote_ids):
        mine = update(votes).where(_votes.vote_id == vote_id)
        connection.execute(mine.values(due_at=AT_ONCE))


def _counted(connection: Connection, vote_id: str) -> dict[str, int]:
    counted = select(_picks.choice, func.count().label("votes")).where(_picks.vote_id == vote_id)
    rows = connection.execute(counted.group_by(_picks.choice))
    return {row.choice: row.votes for row in rows}


def _vote(connection: Connection, row: RowMapping) -> Vote:
    counts = row["counts"] if row["closed"] else _counted(connection, row["vote_id"])
    question = _question(row["question"])
    message_id = message_about(connection, PostedKind.VOTE, row["vote_id"])
    return value_of(Vote, row, question=question, counts=counts, message_id=message_id)


def _question(stored: Mapping[str, Any]) -> Question:
    if "table_id" in stored:
        return PlayQuestion(**stored)
    return AskedBidding(
        stored["rules"],
        tuple(stored["hand"]),
        tuple(stored["calls"]),
        (stored["total"][0], stored["total"][1]),
    )
