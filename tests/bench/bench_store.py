"""Measure commits, alone and at 200 a second, and boards and replays beside 200,000 hands.

Run as a plain script: python tests/bench/bench_store.py [DATABASE_URL of an empty database]
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from statistics import quantiles

sys.path.insert(0, str(Path(__file__).parents[2]))

from sqlalchemy import Connection, insert

from bot.stats.service import Stats
from bot.stats.views import ANY_GAME, GameKind, LeaderboardQuery, Order, Span
from bot.store import Store, database, open_store, schema
from bot.store.stats.schema_totals import EVERYWHERE, partners, ratings, standings
from bot.tables.clocks.deadlines import Timing
from bot.tables.model import Table
from tests.store.samples import GUILD, act, game, hand, next_change, shake, table
from tests.support.house import GUILD as HOUSE_GUILD
from tests.support.house import HandClock, House

ALONE = 1000
TABLES = 100
PER_SECOND = 200
SECONDS = 10
GAMES = 100_000
HANDS = 200_000
ENDINGS = 200
NOW = 1_795_305_600.0
PEOPLE = 5_000
PLAYERS = (9001, 9002, 9003, 9004)  # of the game whose replay is read


def report(name: str, milliseconds: list[float], cpu: float) -> None:
    """Print the median, 99th percentile and maximum, and the processor time per operation."""
    cuts = quantiles(milliseconds, n=100)
    print(
        f"{name:<44} p50 {cuts[49]:6.2f} ms  p99 {cuts[98]:6.2f} ms  "
        f"max {max(milliseconds):6.2f} ms  cpu {cpu / len(milliseconds) * 1000:5.2f} ms each"
    )


async def time_call(work: Callable[[], Awaitable[object]]) -> float:
    """Time a call in milliseconds."""
    start = time.perf_counter()
    await work()
    return (time.perf_counter() - start) * 1000


class Player:
    """Commits one act after another at a table."""

    def __init__(self, store: Store, now: Table) -> None:
        self._store = store
        self._now = now

    async def play(self) -> None:
        """Commit the next act; a hand has 33."""
        change = next_change(self._now, act(self._now.seq, 1 + self._now.seq // 33))
        await self._store.tables.commit(change)
        self._now = change.table


async def players(store: Store, prefix: str) -> list[Player]:
    """Open tables with players."""
    opened = [
        await store.tables.create(table(f"{prefix}{number:04}"), shake())
        for number in range(TABLES)
    ]
    return [Player(store, each) for each in opened]


async def one_after_the_other(store: Store) -> None:
    """Measure commits one after another."""
    seated = await players(store, "a")
    cpu = time.process_time()
    times = [await time_call(seated[number % TABLES].play) for number in range(ALONE)]
    report("commit, one after the other", times, time.process_time() - cpu)


async def at_a_rate(store: Store, prefix: str, name: str) -> None:
    """Measure commits that arrive at a steady rate across many tables."""
    seated = await players(store, prefix)
    cpu = time.process_time()
    start = time.perf_counter()
    running: list[asyncio.Task[float]] = []
    for number in range(PER_SECOND * SECONDS):
        due = start + number / PER_SECOND
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        running.append(asyncio.create_task(time_call(seated[number % TABLES].play)))
    times = await asyncio.gather(*running)
    report(f"commit, {PER_SECOND} a second, {name}", list(times), time.process_time() - cpu)


async def all_at_once(store: Store, prefix: str, name: str) -> None:
    """Measure simultaneous commits of all tables, ten times."""
    seated = await players(store, prefix)
    cpu = time.process_time()
    times: list[float] = []
    for _ in range(10):
        times += await asyncio.gather(*(time_call(each.play) for each in seated))
    report(f"commit, {TABLES} at once, {name}", times, time.process_time() - cpu)


def _games(connection: Connection) -> None:
    """Insert this many games of one server as the store would, including the running totals."""
    connection.execute(
        insert(schema.people),
        [
            {"user_id": user_id, "name": f"P{user_id}", "dms": True, "dm_closed": False}
            for user_id in range(1, PEOPLE + 1)
        ],
    )
    games = []
    seats = []
    totals = {user_id: [0, 0, 0] for user_id in range(1, PEOPLE + 1)}
    for number in range(GAMES):
        winner = number * 7 % 2
        key = {"table_id": "a0000", "game_no": number + 1}
        games.append(
            key
            | {"guild_id": GUILD, "game": "42", "rules": {}, "winner": winner, "total": [7, 3]}
            | {"marks": [7, 3], "contested": True, "at": float(number)}
        )
        for seat in range(4):
            user_id = (number * 13 + seat * seat * 997) % PEOPLE + 1
            won = seat % 2 == winner
            marks = 7 if won else 3
            seats.append(
                key
                | {"seat": seat, "user_id": user_id, "name": "P", "won": won, "marks": marks}
                | {"guild_id": GUILD, "at": float(number), "level": ""}
            )
            for index, more in enumerate((1, int(won), marks)):
                totals[user_id][index] += more
    connection.execute(insert(schema.games), games)
    connection.execute(insert(schema.game_players), seats)
    played = [
        {"user_id": user_id, "games": played, "wins": wins, "marks": marks}
        | {"hands": played * 8, "bids": played * 2, "bids_made": wins, "bid_points": played * 64}
        | {"sets": played, "suffered": wins, "shutouts": 0, "run": 1, "best_run": 3}
        for user_id, (played, wins, marks) in totals.items()
    ]
    for where in (GUILD, EVERYWHERE):
        for board in GameKind:
            key = {"guild_id": where, "board": board.value, "game": ANY_GAME}
            for span in Span:
                since = {"span": span.value, "since": span.start(NOW), "fastest": 9}
                connection.execute(insert(standings), [row | key | since for row in played])
        rated = {"guild_id": where, "game": ANY_GAME, "mu": 25.0, "sigma": 8.0, "games": 12}
        connection.execute(
            insert(ratings),
            [rated | {"user_id": user, "rating": 1000 + user % 500} for user in totals],
        )
        pairs = {"guild_id": where, "span": "all", "game": ANY_GAME, "since": 0, "wins": 5}
        connection.execute(
            insert(partners),
            [
                pairs
                | {"user_id": user, "partner_id": (user + step) % PEOPLE + 1}
                | {"games": 5 + user % 9}
                for user in totals
                for step in (7, 11, 13)
            ],
        )
    _hands(connection)


def _hands(connection: Connection) -> None:
    """Insert this many hands of one table, each with four people."""
    hands = []
    seats = []
    for number in range(1, HANDS + 1):
        key = {"table_id": "a0000", "hand_no": number}
        hands.append(
            key
            | {"game_no": number // 2 + 1, "bidder": 1, "bid": "31", "contract": "5", "made": True}
            | {"ended": "made", "points": [8, 34], "score": [0, 1], "record": {}, "at": 1.0}
            | {"bid_points": 30 + number % 12, "bid_marks": 0}
        )
        for seat in range(4):
            user_id = (number * 13 + seat * seat * 997) % PEOPLE + 1
            bid = int(seat == 1)
            seats.append(
                key
                | {"seat": seat, "user_id": user_id, "game_no": number // 2 + 1, "bids": bid}
                | {"bids_made": bid, "bid_points": bid * 31, "sets": 0, "suffered": 0, "at": 1.0}
            )
    connection.execute(insert(schema.hands), hands)
    connection.execute(insert(schema.hand_players), seats)


class Now:
    """A stopped clock."""

    def now(self) -> float:
        return NOW

    def elapsed(self) -> float:
        return self.now()

    def is_right(self) -> bool:
        return True


async def finished_hands(store: Store) -> None:
    """Measure commits that end a hand and a game."""
    now = await store.tables.create(table("ending"), shake())
    hand_times = []
    game_times = []
    cpu = time.process_time()
    for number in range(1, ENDINGS + 1):
        change = replace(next_change(now), hand=hand(number, number), game=None)
        hand_times.append(await time_call(partial(store.tables.commit, change)))
        over = replace(next_change(change.table), game=game(number))
        game_times.append(await time_call(partial(store.tables.commit, over)))
        now = over.table
    cpu = time.process_time() - cpu
    report("commit in which a hand ends", hand_times, cpu / 2)
    report("commit in which a game ends", game_times, cpu / 2)


async def leaderboards(store: Store) -> None:
    """Measure leaderboards and profiles."""
    await store.database.write(_games)
    stats = Stats(store.leaderboards, store.profiles, store.people, Now())
    for order in Order:
        asked = LeaderboardQuery(order)
        cpu = time.process_time()
        times = [
            await time_call(partial(stats.leaderboard, GUILD, asked, page, 42))
            for page in range(1, 41)
        ]
        report(f"leaderboard, {GAMES} games, {order}", times, time.process_time() - cpu)
    cpu = time.process_time()
    times = [await time_call(partial(stats.profile, GUILD, 42, own=True)) for _ in range(40)]
    report(f"profile, {HANDS} hands", times, time.process_time() - cpu)


async def looking_back(store: Store) -> None:
    """Measure lists of a player's games and hands, and a replay step in a game's last hand."""
    house = House(store, HandClock(NOW), Timing(), "s")
    table_id = await house.start_game(*PLAYERS)
    over = await house.play_game(table_id)
    archive = house.tables.archive
    reads = {
        "games of somebody": partial(archive.games_of, 42, GUILD, "42", after=0, count=5),
        "newest hands of somebody": partial(archive.hands_of, 42, GUILD, 50),
        "hands of a game": partial(archive.hands_in, table_id, 1, PLAYERS[0], HOUSE_GUILD),
        f"replay, hand {over.hand_no}": partial(
            archive.replay, table_id, over.hand_no, PLAYERS[0], HOUSE_GUILD
        ),
    }
    for name, read in reads.items():
        cpu = time.process_time()
        times = [await time_call(read) for _ in range(40)]
        report(f"{name}, beside {HANDS} hands", times, time.process_time() - cpu)
    await house.tables.stop()


async def measure(url: str) -> None:
    """Run everything and print the results."""
    store = await open_store(url)
    together = database._TOGETHER
    await one_after_the_other(store)
    for limit in (together, 1):  # PostgreSQL has its own group commit, so there is no difference
        database._TOGETHER = limit
        name = f"{limit} together"
        await at_a_rate(store, f"r{limit}", name)
        await all_at_once(store, f"o{limit}", name)
    database._TOGETHER = together
    await leaderboards(store)
    await looking_back(store)
    await finished_hands(store)
    await store.close()


if __name__ == "__main__":
    if len(sys.argv) > 1:
        asyncio.run(measure(sys.argv[1]))
    else:
        with tempfile.TemporaryDirectory() as folder:
            asyncio.run(measure(f"sqlite:///{folder}/bench.sqlite3"))
