"""What a finished game means for one person."""

from __future__ import annotations

from itertools import groupby, takewhile

from sqlalchemy import Connection, Integer, cast, func, select

from bot.store import schema
from bot.values.game_fact import BidMade, GameFact

RECENT = 500  # how many games are searched for a longer run

_seats = schema.game_players.c
_played = schema.hand_players.c


def game_fact(connection: Connection, user_id: int, table_id: str, game_no: int) -> GameFact | None:
    """Return a person's games up to a finished one; None if they did not finish it."""
    this = select(_seats.at).where(
        _seats.table_id == table_id, _seats.game_no == game_no, _seats.user_id == user_id
    )
    at = connection.scalar(this)
    if at is None:
        return None
    upto = (_seats.user_id == user_id, _seats.at <= at)
    wins = func.coalesce(func.sum(cast(_seats.won, Integer)), 0)
    games, won = connection.execute(select(func.count(), wins).where(*upto)).one()
    newest = select(_seats.won).where(*upto).order_by(_seats.at.desc()).limit(RECENT)
    results = connection.scalars(newest).all()
    run = len(list(takewhile(bool, results)))
    earlier = (len(list(same)) for is_won, same in groupby(results[run:]) if is_won)
    return GameFact(
        games=games,
        wins=int(won),
        run=run,
        is_longest=run > max(earlier, default=0),
        best_bid=_best_bid(connection, user_id, table_id, game_no, at),
    )


def _best_bid(
    connection: Connection, user_id: int, table_id: str, game_no: int, at: float
) -> BidMade | None:
    """Return the largest bid made in a game if it beats all earlier ones in games of its kind."""
    hands = schema.hands.c
    tables = schema.tables.c
    kind = select(tables.game).where(tables.table_id == table_id).scalar_subquery()
    is_this = (_played.table_id == table_id) & (_played.game_no == game_no)
    made = (
        select(hands.bid_marks, hands.bid_points)
        .join_from(schema.hand_players, schema.hands)
        .join_from(schema.hands, schema.tables)
        .where(
            _played.user_id == user_id,
            _played.bids_made == 1,
            hands.bid_points.is_not(None),
            hands.at <= at,
            tables.game == kind,
        )
        .order_by(hands.bid_marks.desc(), hands.bid_points.desc())
        .limit(1)
    )
    best = connection.execute(made.where(is_this)).one_or_none()
    before = connection.execute(made.where(~is_this)).one_or_none()
    if best is None or before is None or tuple(best) <= tuple(before):
        return None
    return BidMade(best.bid_marks, best.bid_points)
