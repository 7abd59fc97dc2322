"""Which games and hands count for whom."""

from __future__ import annotations

import pytest

from bot.stats.service import Stats
from bot.stats.views import LeaderboardQuery, LeaderboardView, Order, Standing
from bot.store import Store
from tests.store.samples import GUILD, forget

from .season import ELLA, ELSEWHERE, NANCY, STEVE, WILL, Season, lines


async def test_no_games_give_empty_stats(stats: Stats) -> None:
    view = await stats.leaderboard(GUILD, LeaderboardQuery(Order.WINS), 1, NANCY)
    assert view == LeaderboardView(LeaderboardQuery(), 1, 1, (), None)
    profile = await stats.profile(GUILD, NANCY, own=True)
    assert profile.here == profile.overall == profile.listed == Standing(NANCY, "")


async def test_game_counts_for_all_four_with_their_sides_marks(
    stats: Stats, season: Season
) -> None:
    await season.game(winner=1, marks=(3, 7))
    standings = {s.user_id: s for _, s in (await stats.leaderboard(GUILD, LeaderboardQuery())).rows}
    assert standings == {
        NANCY: Standing(NANCY, "Nancy", games=1, wins=0, marks=3),
        ELLA: Standing(ELLA, "Ella", games=1, wins=1, marks=7, run=1, best_run=1),
        STEVE: Standing(STEVE, "Steve", games=1, wins=0, marks=3),
        WILL: Standing(WILL, "Will", games=1, wins=1, marks=7, run=1, best_run=1),
    }


async def test_bid_counts_for_the_bidder_and_a_set_for_both_opponents(
    stats: Stats, season: Season
) -> None:
    made = {"bidder": 0, "made": True}
    was_set = {"bidder": 3, "made": False}
    passed = {"bidder": None, "made": None}
    await season.game(hands=[made, was_set, was_set, passed])
    found = {s.user_id: s for _, s in (await stats.leaderboard(GUILD, LeaderboardQuery())).rows}
    counts = {user: (s.hands, s.bids, s.bids_made, s.sets) for user, s in found.items()}
    assert counts == {
        NANCY: (4, 1, 1, 2),
        ELLA: (4, 0, 0, 0),
        STEVE: (4, 0, 0, 2),
        WILL: (4, 2, 0, 0),
    }


async def test_game_without_people_on_both_sides_counts_only_in_the_profile(
    stats: Stats, season: Season
) -> None:
    await season.game((NANCY, None, STEVE, None), winner=0, marks=(7, 0), hands=[{"bidder": 0}])
    assert (await stats.leaderboard(GUILD, LeaderboardQuery(), me=NANCY)).rows == ()
    profile = await stats.profile(GUILD, NANCY, own=True)
    played = Standing(
        NANCY,
        "Nancy",
        games=1,
        wins=1,
        marks=7,
        hands=1,
        bids=1,
        bids_made=1,
        bid_points=31,
        shutouts=1,
    )
    assert profile.here == profile.overall == played
    assert profile.listed == Standing(NANCY, "Nancy")


async def test_one_person_on_each_side_is_enough(stats: Stats, season: Season) -> None:
    await season.game((NANCY, None, None, WILL))
    assert lines(await stats.leaderboard(GUILD, LeaderboardQuery())) == [(1, WILL), (2, NANCY)]


async def test_three_sides_need_a_person_each(stats: Stats, season: Season) -> None:
    await season.game((NANCY, ELLA, None), winner=0, marks=(21, 4, 5))
    assert (await stats.leaderboard(GUILD, LeaderboardQuery())).rows == ()
    await season.game((NANCY, ELLA, STEVE), winner=2, marks=(3, 4, 21))
    view = await stats.leaderboard(GUILD, LeaderboardQuery(Order.MARKS))
    assert [(s.user_id, s.marks, s.wins) for _, s in view.rows] == [
        (STEVE, 21, 1),
        (ELLA, 4, 0),
        (NANCY, 3, 0),
    ]


async def test_hands_of_an_unfinished_game_count_only_in_the_profile(
    stats: Stats, season: Season
) -> None:
    await season.game(hands=[{"bidder": 0}, {"bidder": 0}], finished=False)
    assert (await stats.leaderboard(GUILD, LeaderboardQuery())).rows == ()
    profile = await stats.profile(GUILD, NANCY, own=True)
    assert profile.here == Standing(NANCY, "Nancy", hands=2, bids=2, bids_made=2, bid_points=62)
    assert profile.listed.hands == 0


async def test_hand_counts_for_those_who_played_it(stats: Stats, season: Season) -> None:
    await season.game(hands=[{"players": (NANCY, None, STEVE, WILL), "bidder": 1}, {}])
    ella = (await stats.profile(GUILD, ELLA, own=True)).listed
    assert (ella.hands, ella.bids) == (1, 1)
    assert (await stats.profile(GUILD, NANCY, own=True)).listed.hands == 2


async def test_servers_count_separately_and_together(stats: Stats, season: Season) -> None:
    await season.game(winner=0, marks=(7, 2))
    await season.game(winner=0, marks=(7, 3), guild_id=ELSEWHERE)
    await season.game((NANCY, None, None, None), guild_id=None)
    assert [s.wins for _, s in (await stats.leaderboard(GUILD, LeaderboardQuery())).rows] == [
        1,
        1,
        0,
        0,
    ]
    everywhere = await stats.leaderboard(None, LeaderboardQuery(), me=ELLA)
    assert [(r, s.user_id, s.marks) for r, s in everywhere.rows] == [
        (1, NANCY, 14),
        (1, STEVE, 14),
        (3, ELLA, 5),
        (3, WILL, 5),
    ]
    profile = await stats.profile(ELSEWHERE, NANCY, own=True)
    assert (profile.here.games, profile.listed.games) == (1, 1)
    in_dm = await stats.profile(None, NANCY, own=True)
    assert in_dm.here == in_dm.listed == Standing(NANCY, "Nancy")
    assert in_dm.overall is not None
    assert in_dm.overall.games == 3


async def test_deleted_user_leaves_the_leaderboard_without_changing_others(
    stats: Stats, season: Season, store: Store
) -> None:
    await season.game(hands=[{}])
    await forget(store, ELLA)
    assert lines(await stats.leaderboard(GUILD, LeaderboardQuery(), me=ELLA)) == [
        (1, WILL),
        (2, NANCY),
        (2, STEVE),
    ]
    assert (await stats.profile(GUILD, ELLA, own=True)).overall == Standing(ELLA, "")


@pytest.mark.parametrize(
    ("order", "figure"),
    [
        (Order.WINS, 1),
        (Order.WIN_RATE, 0.25),
        (Order.BIDS_MADE, 0.75),
        (Order.AVERAGE_BID, 32),
        (Order.SUFFERED, 0.125),
        (Order.FASTEST, 9),
    ],
)
def test_figure_of_an_order_is_a_count_a_share_or_an_average(order: Order, figure: float) -> None:
    counts = {"games": 4, "wins": 1, "hands": 16, "bids": 8, "bids_made": 6}
    played = Standing(1, "", **counts, bid_points=256, suffered=2, fastest=9)
    assert order.ranking.figure_of(played) == figure


@pytest.mark.parametrize("order", Order)
def test_figure_without_any_game_is_zero(order: Order) -> None:
    assert order.ranking.figure_of(Standing(1, "")) == 0
