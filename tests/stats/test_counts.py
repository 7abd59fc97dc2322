"""Leaderboards, profiles and ratings follow from the stored hands and games alone.

Random people sit down, play, leave, come back and delete their data; then every figure is
recomputed here from the stored rows in plain Python.
"""

from __future__ import annotations

import random
from collections import defaultdict
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from openskill.models import PlackettLuce
from sqlalchemy import Connection, select

from bot.stats.service import Stats
from bot.stats.views import LeaderboardQuery, Order, Span
from bot.store import schema
from bot.store.stats.schema_totals import EVERYWHERE, rating_changes, ratings
from bot.tables.model import Status
from tests.store.samples import forget
from tests.support.house import CHANNEL, SLEEPLESS, House

KINDS: list[tuple[str, dict[str, object]]] = [
    ("42", {"target": 1}),
    ("moon4", {"target": 1}),
    ("42", {"preset": "straight-points", "target": 40}),
    ("moon", {"target": 1}),
]
PEOPLE = tuple(range(21, 29))
DAY = 86_400.0
Rows = list[dict[str, Any]]


class Club:
    """Random people who play game after game."""

    def __init__(self, house: House, seed: int) -> None:
        self.house = house
        self.dice = random.Random(seed)
        self.people = list(PEOPLE)

    async def evening(self, number: int) -> None:
        """Play one or two games at a table; people may leave, return, or ask for a hint."""
        house = self.house
        dice = self.dice
        game, rules = KINDS[number % len(KINDS)]
        people = dice.sample(self.people, dice.choice((1, 2, 4, 4, 4)))
        seats = 3 if game == "moon" else 4
        people = people[:seats]
        table = await house.open(people[0], CHANNEL + number, game, **rules)
        for user in people[1:]:
            await house.sit(table, user)
        await house.tables.computers.fill(table, people[0])
        await house.tables.begin(table, people[0])
        await house.step(table)
        house.clock.move(1)
        mood = dice.random()
        if mood < 0.25 and len(people) > 1:
            await house.tables.leave(table, people[1])
            house.clock.move(dice.choice((5, 700)))
            if mood < 0.1:
                await house.sit(table, people[1])
        elif mood < 0.35:
            await self._hint(table)
        for _ in range(dice.choice((1, 1, 2))):
            view = await house.play_game(table)
            house.clock.move(60)
            for line in view.people if view.status is Status.FINISHED else ():
                assert line.user_id is not None
                await house.tables.ready(table, line.user_id)
        stays = [line.user_id for line in (await house.tables.view(table)).people]
        if stays:
            await house.tables.close(table, stays[0], manager=True)
        house.clock.move(dice.random() * 2 * DAY)

    async def _hint(self, table: str) -> None:
        person = await self.house.in_turn(table)
        view = await self.house.tables.view(table)
        if person is not None and view.offers_hints:
            await self.house.tables.adviser.hint(table, person)


async def rows_of(house: House, *tables: Any) -> list[Rows]:
    def read(connection: Connection) -> list[Rows]:
        return [
            [dict(row) for row in connection.execute(select(table)).mappings()] for table in tables
        ]

    return await house.store.database.read(read)


def recount(games: Rows, seats: Rows, since: int) -> dict[tuple[int, str], dict[str, int]]:
    """Count each person's games and wins between people, by game and in total."""
    found: dict[tuple[int, str], dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for game in games:
        if game["at"] < since:
            continue
        mine = [s for s in seats if (s["table_id"], s["game_no"]) == key_of(game)]
        sides = len(game["total"])
        people = [s for s in mine if not s["level"]]  # a deleted person still isn't a computer
        if len({s["seat"] % sides for s in people}) < sides or game["unrated"] == "hint":
            continue
        for seat in people:
            for kind in ("", game["game"]):
                line = found[seat["user_id"], kind]
                line["games"] += 1
                line["wins"] += seat["seat"] % sides == game["winner"]
                line["marks"] += game["marks"][seat["seat"] % sides]
        for one, other in permutations(people, 2):
            if one["seat"] % sides == other["seat"] % sides and one["user_id"]:
                found[one["user_id"], ""][f"with {other['user_id']}"] += 1
    return found


def key_of(row: dict[str, Any]) -> tuple[str, int]:
    return row["table_id"], row["game_no"]


def rerate(changes: Rows) -> dict[tuple[int, str, int], tuple[float, float, int]]:
    """Recompute every rating with openskill from lineups and winners alone."""
    model = PlackettLuce()
    found = {}
    games: dict[tuple[Any, ...], Rows] = defaultdict(list)
    for row in sorted(changes, key=lambda row: (row["at"], row["table_id"], row["seat"])):
        games[row["at"], *key_of(row), row["guild_id"], row["game"]].append(row)
    for (*_, guild, kind), lineup in games.items():
        sides = 3 if len(lineup) == 3 else 2
        before = [
            found.get((guild, kind, row["user_id"]), (model.mu, model.sigma, 0))
            if row["user_id"] is not None
            else (row["mu_before"], row["sigma_before"], 0)
            for row in lineup
        ]
        teams = [
            [model.rating(*before[n][:2]) for n in range(s, len(lineup), sides)]
            for s in range(sides)
        ]
        counted = [row for row in lineup if row["place"]]
        for row in counted:
            ranks = [
                (99 if s == row["seat"] % sides else 1)
                if row["departed"]
                else next(r["place"] for r in lineup if r["seat"] % sides == s)
                for s in range(sides)
            ]
            new = model.rate(teams, ranks=ranks)[row["seat"] % sides][row["seat"] // sides]
            if row["user_id"] is not None:
                games_before = before[row["seat"]][2]
                found[guild, kind, row["user_id"]] = (new.mu, new.sigma, games_before + 1)
    return found


async def check(house: House, deleted: set[int]) -> int:
    """Check shown figures against the stored rows; return the number of ratings."""
    games, seats, stored, changes = await rows_of(
        house, schema.games, schema.game_players, ratings, rating_changes
    )
    stats = Stats(house.store.leaderboards, house.store.profiles, house.store.people, house.clock)
    for span in Span:
        counted = recount(games, seats, span.start(house.clock.now()))
        for kind in ("", "42", "moon4", "moon"):
            expected = {
                user: (line["games"], line["wins"], line["marks"])
                for (user, game), line in counted.items()
                if game == kind and user is not None and line["games"]
            }
            asked = LeaderboardQuery(Order.GAMES, span, kind, everywhere=True)
            first = await stats.leaderboard(None, asked)
            pages = [
                await stats.leaderboard(None, asked, page) for page in range(2, first.pages + 1)
            ]
            rows = [row for view in (first, *pages) for row in view.rows]
            shown = {s.user_id: (s.games, s.wins, s.marks) for _, s in rows}
            assert shown == expected, (span, kind)
            assert not deleted & shown.keys()
    for user in set(PEOPLE) - deleted:
        own = recount(games, seats, 0)[user, ""]
        partner = (await stats.profile(None, user, own=True)).details.partner
        if partner is not None:
            assert own[f"with {partner.user_id}"] == partner.games
    rerated = rerate(changes)
    kept = {
        (r["guild_id"], r["game"], r["user_id"]): (r["mu"], r["sigma"], r["games"]) for r in stored
    }
    assert kept.keys() == rerated.keys()
    for key, (mu, sigma, played) in kept.items():
        assert (mu, sigma, played) == pytest.approx(rerated[key]), key
    return sum(guild == EVERYWHERE for guild, _, _ in kept)


@pytest.mark.parametrize(
    "evenings",
    [pytest.param(30, marks=pytest.mark.slow), pytest.param(750, marks=pytest.mark.long)],
)
async def test_every_total_can_be_recomputed_from_stored_games(
    tmp_path: Path, evenings: int
) -> None:
    house = await House.build(tmp_path / "club.sqlite3", timing=SLEEPLESS)
    club = Club(house, evenings)
    deleted = set()
    try:
        for number in range(evenings):
            await club.evening(number)
            if number == evenings // 2:
                await check(house, deleted)
                await forget(house.store, PEOPLE[0])
                deleted.add(PEOPLE[0])
                club.people.remove(PEOPLE[0])
        assert await check(house, deleted) > 5
    finally:
        await house.stop()
