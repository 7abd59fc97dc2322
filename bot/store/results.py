"""Finished games and hands, by person and by table."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import groupby, takewhile
from typing import Any

from sqlalchemy import Connection, Integer, Select, Subquery, and_, cast, exists, func, or_, select

from bot.stats.ratings import Rating
from bot.tables.past import PastGame, PastHand
from bot.tables.rated import RatingChange, RatingOutcome, UnratedReason
from bot.tables.results import GameRow, HandRow
from bot.values.game_fact import BidMade, GameFact

from . import schema
from .rows import game_from, guild_key, hand_from
from .stats.schema_totals import rating_changes
from .topic import Topic, reads

SEARCHED = 500  # how many games are searched for a longer run

_game_seats = schema.game_players.c
_hand_seats = schema.hand_players.c


class ResultStore(Topic):
    """Reads finished games and hands: of tables, and of people."""

    @reads
    def game_of_hand(self, connection: Connection, table_id: str, hand_no: int) -> int | None:
        """Return the number of the game that a finished hand belongs to; None if there is none."""
        hands = schema.hands.c
        statement = select(hands.game_no).where(
            hands.table_id == table_id, hands.hand_no == hand_no
        )
        return connection.execute(statement).scalar_one_or_none()

    @reads
    def has_played(self, connection: Connection, table_id: str, user_id: int) -> bool:
        """Return True if a person has finished a hand at a table."""
        played = select(_hand_seats.hand_no).where(
            _hand_seats.table_id == table_id, _hand_seats.user_id == user_id
        )
        return connection.scalars(played.limit(1)).first() is not None

    @reads
    def names(self, connection: Connection, user_ids: Collection[int]) -> Mapping[int, str]:
        """Look up people's newest names; unknown people are left out."""
        people = schema.people.c
        statement = select(people.user_id, people.name).where(people.user_id.in_(user_ids))
        return {row.user_id: row.name for row in connection.execute(statement)}

    @reads
    def hands_of(
        self, connection: Connection, user_id: int, guild_id: int | None, count: int
    ) -> Sequence[PastHand]:
        """Return a person's newest finished hands, in one server or (None) in all."""
        hands = schema.hands.c
        tables = schema.tables.c
        games = schema.games.c
        mine = _newest_hands(user_id, guild_id, count)
        upto = schema.hands.alias()
        number = (
            select(func.count())
            .where(
                upto.c.table_id == hands.table_id,
                upto.c.game_no == hands.game_no,
                upto.c.hand_no <= hands.hand_no,
            )
            .correlate(schema.hands)
            .scalar_subquery()
        )
        statement = (
            select(
                hands.table_id,
                tables.number.label("table_number"),
                tables.guild_id,
                tables.game,
                # the rules of a game that is over: the host may have changed the table's since
                func.coalesce(games.rules, tables.rules, type_=tables.rules.type).label("rules"),
                hands.hand_no,
                hands.game_no,
                hands.bid,
                hands.made,
                hands.ended,
                hands.at,
                number.label("number"),
            )
            .select_from(mine)
            .join(
                schema.hands,
                and_(hands.table_id == mine.c.table_id, hands.hand_no == mine.c.hand_no),
            )
            .join(schema.tables, tables.table_id == mine.c.table_id)
            .outerjoin(
                schema.games,
                and_(games.table_id == hands.table_id, games.game_no == hands.game_no),
            )
            .order_by(hands.at.desc(), hands.hand_no.desc())
        )
        rows = connection.execute(statement).mappings()
        return [PastHand(**{**row, "guild_id": row["guild_id"] or None}) for row in rows]

    @reads
    def games_of(
        self,
        connection: Connection,
        user_id: int,
        guild_id: int | None,
        game: str | None,
        *,
        after: int,
        count: int,
    ) -> Sequence[PastGame]:
        """Return a person's finished games, newest first, starting after `after`."""
        seats = schema.game_players.c
        games = schema.games.c
        mine = _newest_games(user_id, guild_id, game, after, count)
        statement = (
            select(
                games.table_id,
                schema.tables.c.number.label("table_number"),
                games.guild_id,
                games.game,
                games.rules,
                games.game_no,
                games.winner,
                games.total,
                mine.c.seat,
                games.at,
            )
            .select_from(mine)
            .join(
                schema.games,
                and_(games.table_id == mine.c.table_id, games.game_no == mine.c.game_no),
            )
            .join(schema.tables, schema.tables.c.table_id == mine.c.table_id)
            .order_by(games.at.desc(), games.table_id, games.game_no.desc())
        )
        rows = connection.execute(statement).mappings().all()
        if not rows:
            return []
        keys = [(row["table_id"], row["game_no"]) for row in rows]
        these = or_(*(and_(seats.table_id == table, seats.game_no == no) for table, no in keys))
        names: dict[tuple[str, int], list[str]] = {key: [] for key in keys}
        for row in connection.execute(named_seats().where(these)):
            names[row.table_id, row.game_no].append(row.name)
        return [
            PastGame(
                **{**row, "guild_id": row["guild_id"] or None, "total": tuple(row["total"])},
                names=tuple(names[row["table_id"], row["game_no"]]),
            )
            for row in rows
        ]

    @reads
    def hands(self, connection: Connection, table_id: str, game_no: int) -> Sequence[HandRow]:
        """Return the finished hands of one game, in order."""
        seats = schema.hand_players.c
        seated = (
            select(seats.hand_no, seats.seat, seats.user_id, seats.forgotten)
            .where(seats.table_id == table_id, seats.game_no == game_no)
            .order_by(seats.hand_no, seats.seat)
        )
        players: dict[int, list[int | None]] = {}
        forgotten: dict[int, list[int]] = {}
        for hand_no, seat, user_id, is_forgotten in connection.execute(seated):
            players.setdefault(hand_no, []).append(user_id)
            forgotten.setdefault(hand_no, []).extend([seat] * is_forgotten)
        rows = schema.hands.c
        statement = (
            select(schema.hands)
            .where(rows.table_id == table_id, rows.game_no == game_no)
            .order_by(rows.hand_no)
        )
        found = connection.execute(statement).mappings()
        return [
            hand_from(row, tuple(players[row["hand_no"]]), tuple(forgotten[row["hand_no"]]))
            for row in found
        ]

    @reads
    def last_game(
        self, connection: Connection, table_id: str, game_no: int | None = None
    ) -> GameRow | None:
        """Return a table's newest finished game, or the one with this number."""
        games = schema.games.c
        statement = (
            select(schema.games)
            .where(games.table_id == table_id)
            .order_by(games.game_no.desc())
            .limit(1)
        )
        if game_no is not None:
            statement = statement.where(games.game_no == game_no)
        row = connection.execute(statement).mappings().one_or_none()
        if row is None:
            return None
        seats = schema.game_players.c
        seated = named_seats().where(seats.table_id == table_id, seats.game_no == row["game_no"])
        return game_from(row, connection.execute(seated).mappings().all())

    @reads
    def last_game_together(
        self, connection: Connection, user_id: int, guild_id: int | None
    ) -> tuple[str, int] | None:
        """Return the table and number of a person's newest game with others in a server.

        None stands for the games that belong to no server.
        """
        mine = schema.game_players.c
        others = schema.game_players.alias().c
        with_others = exists().where(
            others.table_id == mine.table_id,
            others.game_no == mine.game_no,
            others.user_id != user_id,
        )
        newest = (
            select(mine.table_id, mine.game_no)
            .where(mine.user_id == user_id, mine.guild_id == guild_key(guild_id), with_others)
            .order_by(mine.at.desc(), mine.table_id, mine.game_no.desc())
            .limit(1)
        )
        row = connection.execute(newest).one_or_none()
        return None if row is None else (row.table_id, row.game_no)

    @reads
    def rated(self, connection: Connection, table_id: str, game_no: int) -> RatingOutcome | None:
        """Return the rating changes of a finished game, or why it is unrated."""
        games = schema.games.c
        changes = rating_changes.c
        found = connection.execute(
            select(games.unrated, games.guild_id, games.game).where(
                games.table_id == table_id, games.game_no == game_no
            )
        ).one_or_none()
        if found is None:
            return None
        statement = (
            select(rating_changes, schema.people.c.name)
            .join(schema.people, schema.people.c.user_id == changes.user_id, isouter=True)
            .where(
                changes.table_id == table_id,
                changes.game_no == game_no,
                changes.guild_id == found.guild_id,
                changes.game == found.game,
                changes.place > 0,
            )
            .order_by(changes.seat)
        )
        players = [
            RatingChange(
                row["user_id"],
                row["name"] or "",
                row["before"],
                row["after"],
                Rating(games=row["games"]).provisional,
                row["departed"],
            )
            for row in connection.execute(statement).mappings()
        ]
        return RatingOutcome(
            None if found.unrated is None else UnratedReason(found.unrated), tuple(players)
        )

    @reads
    def game_fact(
        self, connection: Connection, user_id: int, table_id: str, game_no: int
    ) -> GameFact | None:
        """Return a person's games up to a finished one; None if they did not finish it."""
        this = select(_game_seats.at).where(
            _game_seats.table_id == table_id,
            _game_seats.game_no == game_no,
            _game_seats.user_id == user_id,
        )
        at = connection.scalar(this)
        if at is None:
            return None
        upto = (_game_seats.user_id == user_id, _game_seats.at <= at)
        wins = func.coalesce(func.sum(cast(_game_seats.won, Integer)), 0)
        games, won = connection.execute(select(func.count(), wins).where(*upto)).one()
        newest = (
            select(_game_seats.won).where(*upto).order_by(_game_seats.at.desc()).limit(SEARCHED)
        )
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


def _newest_hands(user_id: int, guild_id: int | None, count: int) -> Subquery:
    """Select the keys of a person's newest finished hands.

    An index provides the order. A subquery looks up each table by its key, because PostgreSQL may
    scan all tables for a join.
    """
    seats = schema.hand_players.c
    tables = schema.tables.c
    newest = select(seats.table_id, seats.hand_no).where(seats.user_id == user_id)
    if guild_id is not None:
        server = select(tables.guild_id).where(tables.table_id == seats.table_id)
        newest = newest.where(server.scalar_subquery() == guild_key(guild_id))
    return newest.order_by(seats.at.desc(), seats.hand_no.desc()).limit(count).subquery()


def named_seats() -> Select[Any]:
    """Select the seats of finished games with the names of their players.

    Old games keep no names: use the newest ones of people still known.
    """
    seats = schema.game_players.c
    known = schema.people.c
    name = func.coalesce(func.nullif(seats.name, ""), known.name, "").label("name")
    return (
        select(seats.table_id, seats.game_no, seats.user_id, name, seats.level)
        .join_from(schema.game_players, schema.people, seats.user_id == known.user_id, isouter=True)
        .order_by(seats.seat)
    )


def _newest_games(
    user_id: int, guild_id: int | None, game: str | None, after: int, count: int
) -> Subquery:
    """Select the keys and seats of some of a person's finished games, newest first.

    An index provides the order. Each game's kind is looked up in a subquery, because PostgreSQL may
    scan everybody's games for a join.
    """
    seats = schema.game_players.c
    games = schema.games.c
    newest = select(seats.table_id, seats.game_no, seats.seat).where(seats.user_id == user_id)
    if guild_id is not None:
        newest = newest.where(seats.guild_id == guild_key(guild_id))
    if game is not None:
        this = and_(games.table_id == seats.table_id, games.game_no == seats.game_no)
        newest = newest.where(select(games.game).where(this).scalar_subquery() == game)
    ordered = newest.order_by(seats.at.desc(), seats.table_id, seats.game_no.desc())
    return ordered.offset(after).limit(count).subquery()


def _best_bid(
    connection: Connection, user_id: int, table_id: str, game_no: int, at: float
) -> BidMade | None:
    """Return the largest bid made in a game if it beats all earlier ones in games of its kind."""
    hands = schema.hands.c
    tables = schema.tables.c
    kind = select(tables.game).where(tables.table_id == table_id).scalar_subquery()
    is_this = (_hand_seats.table_id == table_id) & (_hand_seats.game_no == game_no)
    made = (
        select(hands.bid_marks, hands.bid_points)
        .join_from(schema.hand_players, schema.hands)
        .join_from(schema.hands, schema.tables)
        .where(
            _hand_seats.user_id == user_id,
            _hand_seats.bids_made == 1,
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
