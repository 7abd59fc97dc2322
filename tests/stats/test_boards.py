"""The leaderboard's orders, pages, time spans, games and partners."""

from __future__ import annotations

import pytest
from sqlalchemy import Connection, delete

from bot.stats.service import Stats
from bot.stats.views import LeaderboardQuery, Order, Span, Standing
from bot.store import Store
from bot.store.stats.recount import is_uncounted, recount
from bot.store.stats.schema_totals import partners, standings
from tests.store.samples import FOUR, GUILD
from tests.support.clocks import SetClock

from .season import DAY, ELLA, NANCY, PLAYED_AT, STEVE, WILL, Season, lines


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        (Order.WINS, [(1, NANCY), (1, STEVE), (3, ELLA), (3, WILL)]),
        (Order.WIN_RATE, [(1, NANCY), (1, STEVE), (3, ELLA), (3, WILL)]),
        (Order.MARKS, [(1, ELLA), (1, WILL), (3, NANCY), (3, STEVE)]),
        (Order.BIDS_MADE, [(1, ELLA), (2, WILL), (3, NANCY), (3, STEVE)]),
        (Order.SETS, [(1, NANCY), (1, STEVE), (3, ELLA), (3, WILL)]),
        (Order.GAMES, [(1, NANCY), (1, ELLA), (1, STEVE), (1, WILL)]),
    ],
)
async def test_each_order_ranks_best_first_and_ties_share_a_rank(
    stats: Stats, season: Season, order: Order, expected: list[tuple[int, int]]
) -> None:
    for _ in range(4):
        await season.game(winner=0, marks=(7, 6))
    will_set = {"bidder": 3, "made": False}
    will_made = {"bidder": 3, "made": True}
    await season.game(winner=1, marks=(0, 7), hands=[{}, will_set, will_made])
    view = await stats.leaderboard(GUILD, LeaderboardQuery(order))
    assert view.asked.order is order
    assert lines(view) == expected


@pytest.mark.parametrize("order", [Order.WIN_RATE, Order.BIDS_MADE])
async def test_rates_require_five_games(stats: Stats, season: Season, order: Order) -> None:
    for _ in range(4):
        await season.game()
    view = await stats.leaderboard(GUILD, LeaderboardQuery(order), me=ELLA)
    assert (view.rows, view.me) == ((), None)
    await season.game((NANCY, ELLA, 15, 16))
    assert {
        s.user_id for _, s in (await stats.leaderboard(GUILD, LeaderboardQuery(order))).rows
    } == {
        NANCY,
        ELLA,
    }


async def test_equal_rates_share_a_rank_regardless_of_games_played(
    stats: Stats, season: Season
) -> None:
    """1 of 5 and 2 of 10 are the same rate."""
    for number in range(10):
        people = (NANCY, ELLA, STEVE, WILL) if number < 5 else (NANCY, 22, STEVE, 24)
        await season.game(people, winner=0 if number in (0, 5) else 1)
    view = await stats.leaderboard(GUILD, LeaderboardQuery(Order.WIN_RATE))
    assert [(rank, s.user_id, s.wins / s.games) for rank, s in view.rows] == [
        (1, ELLA, 0.8),
        (1, WILL, 0.8),
        (1, 22, 0.8),
        (1, 24, 0.8),
        (5, NANCY, 0.2),
        (5, STEVE, 0.2),
    ]


async def test_page_has_six_lines_plus_my_own(stats: Stats, season: Season) -> None:
    for first in range(100, 124, 4):
        await season.game((first, first + 1, first + 2, first + 3))
    seen = [
        lines(await stats.leaderboard(GUILD, LeaderboardQuery(), page=page)) for page in range(1, 5)
    ]
    assert [len(page) for page in seen] == [6, 6, 6, 6]
    together = [line for page in seen for line in page]
    assert {user for _, user in together} == set(range(100, 124))
    assert [rank for rank, _ in together] == [1] * 12 + [13] * 12
    view = await stats.leaderboard(GUILD, LeaderboardQuery(), page=1, me=122)
    assert (view.page, view.pages, view.my_page) == (1, 4, 4)
    assert view.me == (13, Standing(122, "P122", games=1, marks=3))
    assert lines(view) == seen[0]
    on_the_page = await stats.leaderboard(GUILD, LeaderboardQuery(), page=4, me=122)
    assert lines(on_the_page) == seen[3]


@pytest.mark.parametrize(("asked", "given"), [(0, 1), (-5, 1), (2, 1), (10**6, 1)])
async def test_page_out_of_range_is_clamped(
    stats: Stats, season: Season, asked: int, given: int
) -> None:
    await season.game()
    view = await stats.leaderboard(GUILD, LeaderboardQuery(), page=asked)
    assert (view.page, view.pages, len(view.rows)) == (given, 1, 4)


async def test_week_month_and_season_reset(stats: Stats, season: Season, clock: SetClock) -> None:
    await season.game(winner=0, at=PLAYED_AT - 60 * DAY)  # September: the season before
    await season.game(winner=0, at=PLAYED_AT - 30 * DAY)  # October: this season
    await season.game(winner=0, at=PLAYED_AT - 7 * DAY)  # the week before
    await season.game(winner=0)
    wins = {}
    for span in Span:
        found = await stats.leaderboard(GUILD, LeaderboardQuery(span=span), me=NANCY)
        wins[span] = found.me[1].wins if found.me else 0
    assert wins == {Span.ALL: 4, Span.SEASON: 3, Span.MONTH: 2, Span.WEEK: 1}
    clock.time = PLAYED_AT + DAY  # Monday
    assert (await stats.leaderboard(GUILD, LeaderboardQuery(span=Span.WEEK))).rows == ()
    assert len((await stats.leaderboard(GUILD, LeaderboardQuery(span=Span.MONTH))).rows) == 4


async def test_late_game_does_not_change_a_newer_week(stats: Stats, season: Season) -> None:
    await season.game(winner=0)
    await season.game(winner=0, at=PLAYED_AT - 7 * DAY)
    found = await stats.leaderboard(GUILD, LeaderboardQuery(span=Span.WEEK), me=NANCY)
    assert found.me is not None
    assert found.me[1].wins == 1


async def test_games_of_the_family_count_separately_and_together(
    stats: Stats, season: Season
) -> None:
    await season.game(winner=0)
    await season.game(winner=1, game="moon4")
    assert {s.user_id for _, s in (await stats.leaderboard(GUILD, LeaderboardQuery())).rows} == set(
        FOUR
    )
    moon = await stats.leaderboard(GUILD, LeaderboardQuery(game="moon4"))
    assert [s.wins for _, s in moon.rows] == [1, 1, 0, 0]
    assert (await stats.leaderboard(GUILD, LeaderboardQuery(game="88"))).rows == ()
    both = await stats.leaderboard(GUILD, LeaderboardQuery(), me=NANCY)
    assert both.me is not None
    assert (both.me[1].games, both.me[1].wins) == (2, 1)


async def test_got_set_least_counts_both_partners_of_the_bid(stats: Stats, season: Season) -> None:
    for number in range(5):
        end = {"bidder": 1, "made": number > 0}
        await season.game(hands=[end, {"bidder": 0, "made": True, "bid_points": 34}])
    least = await stats.leaderboard(GUILD, LeaderboardQuery(Order.SUFFERED))
    found = [(s.user_id, s.suffered, s.hands) for _, s in least.rows]
    assert found == [(NANCY, 0, 10), (STEVE, 0, 10), (ELLA, 1, 10), (WILL, 1, 10)]
    average = await stats.leaderboard(GUILD, LeaderboardQuery(Order.AVERAGE_BID))
    averages = [(s.user_id, s.bid_points / s.bids) for _, s in average.rows[:2]]
    assert averages == [(NANCY, 34), (ELLA, 31)]


async def test_each_pair_is_ranked_once_by_games_won(stats: Stats, season: Season) -> None:
    for number in range(5):
        await season.game(winner=0 if number else 1)
    view = await stats.leaderboard(GUILD, LeaderboardQuery(Order.PARTNERS), me=STEVE)
    assert [(rank, s.user_id, s.partner, s.wins / s.games) for rank, s in view.rows] == [
        (1, NANCY, STEVE, 0.8),
        (2, ELLA, WILL, 0.2),
    ]
    assert view.me == view.rows[0]


async def test_games_against_computers_have_their_own_board(stats: Stats, season: Season) -> None:
    alone = (NANCY, None, None, None)
    experts = ("", "expert", "expert", "expert")
    won = {"winner": 0, "marks": (7, 2)}
    for levels in (experts, experts, ("", "expert", "easy", "expert"), experts):
        await season.game(alone, hands=[{}, {}, {}], levels=levels, **won)
    await season.game(alone, levels=experts)
    await season.game(alone, hands=[{}, {}], levels=experts, winner=0, marks=(7, 0))
    found = {}
    for order in (Order.RUN, Order.FASTEST, Order.SHUTOUTS, Order.ALONE_WINS):
        ((_, found[order]),) = (await stats.leaderboard(GUILD, LeaderboardQuery(order))).rows
    nancy = found[Order.RUN]
    assert all(each == nancy for each in found.values())
    assert (nancy.games, nancy.wins, nancy.shutouts, nancy.fastest) == (6, 5, 1, 2)
    assert (nancy.best_run, nancy.run) == (
        3,
        1,
    )  # a game against easy computers neither breaks nor extends a run
    assert (await stats.leaderboard(GUILD, LeaderboardQuery())).rows == ()
    first = await stats.first_leaderboard(GUILD, NANCY)
    assert first.asked.order is Order.ALONE_WINS


@pytest.mark.slow
async def test_missing_totals_are_recounted(stats: Stats, season: Season, store: Store) -> None:
    """A migration drops the totals; stored hands and games are enough to rebuild them."""
    for number in range(6):
        await season.game(
            winner=number % 2, hands=[{}, {"made": False}], at=PLAYED_AT - (5 - number) * 9 * DAY
        )
        await season.game((NANCY, None, None, None), winner=0, hands=[{}])
    orders = [LeaderboardQuery(order, span) for order in Order for span in Span]
    before = [await stats.leaderboard(GUILD, asked) for asked in orders]
    profile = await stats.profile(GUILD, NANCY, own=True)

    def forget(connection: Connection) -> None:
        for table in (standings, partners):
            connection.execute(delete(table))

    await store.database.write(forget)
    assert await store.database.read(is_uncounted)
    await store.database.write(recount)
    assert not await store.database.read(is_uncounted)
    after = [await stats.leaderboard(GUILD, asked) for asked in orders]
    assert after == before
    assert await stats.profile(GUILD, NANCY, own=True) == profile
