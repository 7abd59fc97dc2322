"""Every page of a leaderboard follows from the totals, ranked here in plain Python.

Random people play, leave the leaderboards and delete their data. Then so many totals are added
that lines tie and take several pages.
"""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import pytest
from sqlalchemy import Connection, delete, event, insert, select

from bot.stats.service import LINES_PER_PAGE, Stats
from bot.stats.views import LeaderboardQuery, LeaderboardView, Order, Ranked, Span, Standing
from bot.store import Store, schema
from bot.store.stats.leaderboard import TOTALS, LeaderboardStore
from bot.store.stats.schema_totals import partners, ratings, standings
from tests.store.samples import GUILD, forget

from .season import DAY, PLAYED_AT, Season

SEEDS = range(5)
MORE_SEEDS = range(5, 1000)
CROWD = range(21, 27)
MORE = range(31, 46)
STRANGER = 99
ALONE = (None, None, None)
Rows = list[dict[str, Any]]


async def play(season: Season, store: Store, dice: random.Random) -> None:
    """Play some games; then some people leave the leaderboards, and some delete their data."""
    for _ in range(dice.randint(3, 6)):
        people = dice.choice((dice.sample(CROWD, 4), (dice.choice(CROWD), *ALONE)))
        winner = dice.randrange(2)
        hands = [{"bidder": dice.randrange(4), "made": dice.random() < 0.5} for _ in range(2)]
        levels = tuple("" if user else "expert" for user in people)
        at = PLAYED_AT - dice.choice((0, 0, 8, 100)) * DAY
        marks = (7, 2) if winner == 0 else (0, 7)
        await season.game(people, winner=winner, marks=marks, hands=hands, levels=levels, at=at)
    await store.database.write(lambda connection: add_totals(connection, dice))
    for user in (*CROWD, *MORE):
        if (fate := dice.random()) < 0.1:
            await forget(store, user)
        elif fate < 0.2:
            await store.people.save_choices(user, on_leaderboards=False)


def add_totals(connection: Connection, dice: random.Random) -> None:
    """Add the totals of many people, with figures so small that they tie."""
    met = [{"user_id": u, "name": f"P{u}", "dms": True, "dm_closed": False} for u in MORE]
    connection.execute(insert(schema.people), met)
    most = dice.choice((1, 3, 9))

    def count() -> int:
        return dice.randint(0, most)

    totals: Rows = []
    pairs: Rows = []
    for span in (Span.ALL, Span.WEEK):
        key = {"guild_id": GUILD, "span": span.value, "game": ""}
        for user in MORE:
            since = span.start(PLAYED_AT - dice.choice((0, 0, 0, 30)) * DAY)
            counts = {name: count() for name in TOTALS} | {"games": 4 + count()}
            counts["fastest"] = count() or None
            for board in ("people", "alone"):
                totals.append({**key, "board": board, "user_id": user, "since": since, **counts})
        for pair in combinations(MORE, 2):
            counts = {"since": span.start(PLAYED_AT), "games": 4 + count(), "wins": count()}
            for user, partner in (pair, pair[::-1]) if dice.random() < 0.3 else ():
                pairs.append({**key, "user_id": user, "partner_id": partner, **counts})
    rated: Rows = [
        {"guild_id": GUILD, "game": "", "user_id": user, "rating": 1000 + count(), "games": 9}
        | {"mu": 25.0, "sigma": 8.0}
        for user in MORE
        if dice.random() < 0.8
    ]
    for table, rows in ((standings, totals), (partners, pairs), (ratings, rated)):
        connection.execute(insert(table), rows)


def delete_all(connection: Connection) -> None:
    """Delete all rows, those that name others first."""
    for table in reversed(schema.metadata.sorted_tables):
        connection.execute(delete(table))


class Model:
    """All totals of a database, and leaderboards made from them."""

    def __init__(self, connection: Connection) -> None:
        def rows(table: Any) -> Rows:
            return [dict(row) for row in connection.execute(select(table)).mappings()]

        self._standings = rows(standings)
        self._partners = rows(partners)
        self._ratings = {(r["guild_id"], r["game"], r["user_id"]): r for r in rows(ratings)}
        people = rows(schema.people)
        self._names = {row["user_id"]: row["name"] for row in people}
        self._shown = {row["user_id"] for row in people if row["on_leaderboards"]}

    def lines(self, asked: LeaderboardQuery) -> list[tuple[int, Standing]]:
        """List the rank and standing of each line, best first."""
        by = asked.order.ranking
        found = self._pairs(asked) if by.ranked is Ranked.PAIRS else self._people(asked)
        listed = [
            line
            for line in found
            if line.games >= by.minimum_games and (by.figure_of(line) or not by.positive_only)
        ]
        sign = 1 if by.lowest_first else -1

        def place(line: Standing) -> tuple[float, ...]:
            return sign * by.figure_of(line), -line.games, line.user_id, line.partner or 0

        listed.sort(key=place)
        values = [place(line)[0] for line in listed]
        return [(values.index(place(line)[0]) + 1, line) for line in listed]

    def _counts(self, row: dict[str, Any], asked: LeaderboardQuery) -> bool:
        key = (row["guild_id"], row["span"], row["game"], row["since"])
        return key == (GUILD, asked.span, asked.game, asked.span.start(PLAYED_AT))

    def _people(self, asked: LeaderboardQuery) -> list[Standing]:
        ranked = asked.order.ranking.ranked
        found = []
        for row in self._standings:
            user = row["user_id"]
            rating = self._ratings.get((GUILD, asked.game, user))
            if row["board"] != ranked.game_kind or user not in self._shown:
                continue
            if not self._counts(row, asked) or (ranked is Ranked.RATED and rating is None):
                continue
            line = {name: row[name] for name in TOTALS}
            if ranked is Ranked.RATED and rating is not None:
                line |= {"rating": rating["rating"], "rated": rating["games"]}
            found.append(Standing(user, self._names[user], **line))
        return found

    def _pairs(self, asked: LeaderboardQuery) -> list[Standing]:
        return [
            Standing(
                row["user_id"],
                self._names[row["user_id"]],
                games=row["games"],
                wins=row["wins"],
                partner=row["partner_id"],
                partner_name=self._names[row["partner_id"]],
            )
            for row in self._partners
            if self._counts(row, asked)
            and row["user_id"] < row["partner_id"]
            and {row["user_id"], row["partner_id"]} <= self._shown
        ]

    def view(self, asked: LeaderboardQuery, page: int, me: int | None) -> LeaderboardView:
        """Build a page of a leaderboard."""
        lines = self.lines(asked)
        pages = max(1, -(-len(lines) // LINES_PER_PAGE))
        page = min(page, pages)
        first = (page - 1) * LINES_PER_PAGE
        on_page = lines[first : first + LINES_PER_PAGE]
        own = [line for line in lines if me and me in (line[1].user_id, line[1].partner)]
        mine = next((line for line in own if line in on_page), own[0] if own else None)
        my_page = None if mine is None else lines.index(mine) // LINES_PER_PAGE + 1
        return LeaderboardView(asked, page, pages, tuple(on_page), mine, my_page)


async def check_pages(stats: Stats, store: Store, seed: int) -> None:
    """Play a history in an empty database, and compare pages of each order with the model's."""
    dice = random.Random(seed)
    await play(Season(store), store, dice)
    model = await store.database.read(Model)
    longest = 0
    for order in Order:
        asked = LeaderboardQuery(order, dice.choice((Span.ALL, Span.ALL, Span.WEEK)))
        longest = max(longest, model.view(asked, 1, None).pages)
        for page in (1, dice.randint(2, 4), 99):
            for me in (dice.choice((None, *CROWD, STRANGER)), dice.choice(MORE)):
                view = await stats.leaderboard(GUILD, asked, page, me)
                assert view == model.view(asked, page, me), (order, page, me)
    assert longest > 1


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
async def test_every_page_follows_from_the_totals(stats: Stats, store: Store, seed: int) -> None:
    await check_pages(stats, store, seed)


@pytest.mark.long
@pytest.mark.timeout(7200)
async def test_every_page_of_many_histories_follows_from_the_totals(
    stats: Stats, store: Store
) -> None:
    for seed in MORE_SEEDS:
        await store.database.write(delete_all)
        await check_pages(stats, store, seed)


@pytest.mark.parametrize("order", [Order.RATING, Order.WINS, Order.PARTNERS])
@pytest.mark.parametrize("after", [0, 600])
async def test_a_page_takes_one_query(
    store: Store, season: Season, order: Order, after: int
) -> None:
    await play(season, store, random.Random(1))
    asked = LeaderboardQuery(order)

    def read(connection: Connection) -> int:
        statements: list[str] = []

        def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
            statements.append(statement)

        event.listen(connection, "before_cursor_execute", note)
        me = CROWD[0]
        assert LeaderboardStore.ranking.__wrapped__(
            None, connection, GUILD, asked, now=PLAYED_AT, after=after, count=6, me=me
        )
        return len(statements)

    assert await store.database.read(read) == 1
