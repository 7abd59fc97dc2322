"""Leaderboards and profiles, from games written through the store."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bot.stats import Stats
from bot.stats.views import LeaderboardView, Order, Standing
from bot.store import SqlStore
from tests.store.samples import FOUR, GUILD, game, hand, played, seats

ELSEWHERE = GUILD + 1
NANCY, ELLA, STEVE, WILL = FOUR


class Season:
    """Plays games, each at a table of its own."""

    def __init__(self, store: SqlStore) -> None:
        self._store = store
        self._tables = 0

    async def game(
        self,
        people: Sequence[int | None] = FOUR,
        *,
        winner: int = 1,
        marks: tuple[int, ...] = (3, 7),
        hands: Sequence[dict[str, object]] = (),
        guild_id: int | None = GUILD,
        finished: bool = True,
    ) -> None:
        """Play a game; each of `hands` is what differs from Ella's 31, made."""
        self._tables += 1
        rows = [
            hand(number, **({"players": tuple(people)} | fields))
            for number, fields in enumerate(hands, 1)
        ]
        end = game(players=tuple(people), winner=winner, total=marks, marks=marks)
        await played(
            self._store,
            f"t{self._tables:05}",
            rows,
            end if finished else None,
            seats=seats(people),
            guild_id=guild_id,
        )


@pytest.fixture
def season(store: SqlStore) -> Season:
    return Season(store)


@pytest.fixture
def stats(store: SqlStore) -> Stats:
    return Stats(store)


def lines(view: LeaderboardView) -> list[tuple[int, int]]:
    """Rank and person of each line."""
    return [(rank, standing.user_id) for rank, standing in view.rows]


async def test_nobody_has_played(stats: Stats) -> None:
    view = await stats.leaderboard(GUILD, Order.WINS, 1, NANCY)
    assert view == LeaderboardView(Order.WINS, 1, 1, (), None, 1)
    profile = await stats.profile(GUILD, NANCY)
    assert profile.here == profile.overall == profile.listed == Standing(NANCY, "")


async def test_game_counts_for_all_four_with_the_marks_of_their_side(
    stats: Stats, season: Season
) -> None:
    await season.game(winner=1, marks=(3, 7))
    standings = {s.user_id: s for _, s in (await stats.leaderboard(GUILD)).rows}
    assert standings == {
        NANCY: Standing(NANCY, "Nancy", games=1, wins=0, marks=3),
        ELLA: Standing(ELLA, "Ella", games=1, wins=1, marks=7),
        STEVE: Standing(STEVE, "Steve", games=1, wins=0, marks=3),
        WILL: Standing(WILL, "Will", games=1, wins=1, marks=7),
    }


async def test_bid_is_the_bidders_and_a_set_is_both_opponents(stats: Stats, season: Season) -> None:
    made = {"bidder": 0, "made": True}
    was_set = {"bidder": 3, "made": False}
    passed = {"bidder": None, "made": None}
    await season.game(hands=[made, was_set, was_set, passed])
    found = {s.user_id: s for _, s in (await stats.leaderboard(GUILD)).rows}
    counts = {user: (s.hands, s.bids, s.bids_made, s.sets) for user, s in found.items()}
    assert counts == {
        NANCY: (4, 1, 1, 2),
        ELLA: (4, 0, 0, 0),
        STEVE: (4, 0, 0, 2),
        WILL: (4, 2, 0, 0),
    }


async def test_game_without_people_on_both_sides_counts_in_the_profile_only(
    stats: Stats, season: Season
) -> None:
    await season.game((NANCY, None, STEVE, None), winner=0, marks=(7, 0), hands=[{"bidder": 0}])
    assert (await stats.leaderboard(GUILD, me=NANCY)).rows == ()
    profile = await stats.profile(GUILD, NANCY)
    played = Standing(NANCY, "Nancy", games=1, wins=1, marks=7, hands=1, bids=1, bids_made=1)
    assert profile.here == profile.overall == played
    assert profile.listed == Standing(NANCY, "Nancy")


async def test_one_person_on_each_side_is_enough(stats: Stats, season: Season) -> None:
    await season.game((NANCY, None, None, WILL))
    assert lines(await stats.leaderboard(GUILD)) == [(1, WILL), (2, NANCY)]


async def test_three_sides_need_a_person_each(stats: Stats, season: Season) -> None:
    await season.game((NANCY, ELLA, None), winner=0, marks=(21, 4, 5))
    assert (await stats.leaderboard(GUILD)).rows == ()
    await season.game((NANCY, ELLA, STEVE), winner=2, marks=(3, 4, 21))
    view = await stats.leaderboard(GUILD, Order.MARKS)
    assert [(s.user_id, s.marks, s.wins) for _, s in view.rows] == [
        (STEVE, 21, 1),
        (ELLA, 4, 0),
        (NANCY, 3, 0),
    ]


async def test_hands_of_a_game_that_never_ended_count_in_the_profile_only(
    stats: Stats, season: Season
) -> None:
    await season.game(hands=[{"bidder": 0}, {"bidder": 0}], finished=False)
    assert (await stats.leaderboard(GUILD)).rows == ()
    profile = await stats.profile(GUILD, NANCY)
    assert profile.here == Standing(NANCY, "Nancy", hands=2, bids=2, bids_made=2)
    assert profile.listed.hands == 0


async def test_hand_counts_for_those_who_played_it(stats: Stats, season: Season) -> None:
    await season.game(hands=[{"players": (NANCY, None, STEVE, WILL), "bidder": 1}, {}])
    ella = (await stats.profile(GUILD, ELLA)).listed
    assert (ella.hands, ella.bids) == (1, 1)
    assert (await stats.profile(GUILD, NANCY)).listed.hands == 2


async def test_servers_are_counted_apart_and_together(stats: Stats, season: Season) -> None:
    await season.game(winner=0, marks=(7, 2))
    await season.game(winner=0, marks=(7, 3), guild_id=ELSEWHERE)
    await season.game((NANCY, None, None, None), guild_id=None)
    assert [s.wins for _, s in (await stats.leaderboard(GUILD)).rows] == [1, 1, 0, 0]
    everywhere = await stats.leaderboard(None, me=ELLA)
    assert [(r, s.user_id, s.marks) for r, s in everywhere.rows] == [
        (1, NANCY, 14),
        (1, STEVE, 14),
        (3, ELLA, 5),
        (3, WILL, 5),
    ]
    profile = await stats.profile(ELSEWHERE, NANCY)
    assert (profile.here.games, profile.overall.games, profile.listed.games) == (1, 3, 1)
    in_dm = await stats.profile(None, NANCY)
    assert in_dm.here == in_dm.listed == Standing(NANCY, "Nancy")
    assert in_dm.overall.games == 3


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
async def test_each_order_puts_its_best_first_and_equals_share_a_rank(
    stats: Stats, season: Season, order: Order, expected: list[tuple[int, int]]
) -> None:
    for _ in range(4):
        await season.game(winner=0, marks=(7, 6))
    will_set, will_made = {"bidder": 3, "made": False}, {"bidder": 3, "made": True}
    await season.game(winner=1, marks=(0, 7), hands=[{}, will_set, will_made])
    view = await stats.leaderboard(GUILD, order)
    assert view.order is order
    assert lines(view) == expected


@pytest.mark.parametrize("order", [Order.WIN_RATE, Order.BIDS_MADE])
async def test_rates_need_five_games(stats: Stats, season: Season, order: Order) -> None:
    for _ in range(4):
        await season.game()
    view = await stats.leaderboard(GUILD, order, me=ELLA)
    assert (view.rows, view.me, view.minimum_games) == ((), None, 5)
    await season.game((NANCY, ELLA, 15, 16))
    assert {s.user_id for _, s in (await stats.leaderboard(GUILD, order)).rows} == {NANCY, ELLA}


async def test_equal_rates_share_a_rank_whatever_they_were_won_from(
    stats: Stats, season: Season
) -> None:
    """One of five and two of ten are the same share."""
    for number in range(10):
        people = (NANCY, ELLA, STEVE, WILL) if number < 5 else (NANCY, 22, STEVE, 24)
        await season.game(people, winner=0 if number in (0, 5) else 1)
    view = await stats.leaderboard(GUILD, Order.WIN_RATE)
    assert [(rank, s.user_id, s.win_rate) for rank, s in view.rows] == [
        (1, ELLA, 0.8),
        (1, WILL, 0.8),
        (1, 22, 0.8),
        (1, 24, 0.8),
        (5, NANCY, 0.2),
        (5, STEVE, 0.2),
    ]


async def test_pages_of_ten_lines_and_my_own_wherever_it_stands(
    stats: Stats, season: Season
) -> None:
    for first in range(100, 124, 4):
        await season.game((first, first + 1, first + 2, first + 3))
    seen = [lines(await stats.leaderboard(GUILD, page=page)) for page in (1, 2, 3)]
    assert [len(page) for page in seen] == [10, 10, 4]
    together = [line for page in seen for line in page]
    assert {user for _, user in together} == set(range(100, 124))
    assert [rank for rank, _ in together] == [1] * 12 + [13] * 12
    view = await stats.leaderboard(GUILD, page=1, me=122)
    assert (view.page, view.pages, view.my_page) == (1, 3, 3)
    assert view.me == (13, Standing(122, "P122", games=1, marks=3))
    assert lines(view) == seen[0]
    on_the_page = await stats.leaderboard(GUILD, page=3, me=122)
    assert lines(on_the_page) == seen[2]


@pytest.mark.parametrize(("asked", "given"), [(0, 1), (-5, 1), (2, 1), (10**6, 1)])
async def test_page_that_does_not_exist_is_the_nearest_that_does(
    stats: Stats, season: Season, asked: int, given: int
) -> None:
    await season.game()
    view = await stats.leaderboard(GUILD, page=asked)
    assert (view.page, view.pages, len(view.rows)) == (given, 1, 4)


async def test_person_who_is_deleted_leaves_the_leaderboard_and_the_others_stay(
    stats: Stats, season: Season, store: SqlStore
) -> None:
    await season.game(hands=[{}])
    await store.delete_user(ELLA)
    assert lines(await stats.leaderboard(GUILD, me=ELLA)) == [(1, WILL), (2, NANCY), (2, STEVE)]
    assert (await stats.profile(GUILD, ELLA)).overall == Standing(ELLA, "")


def test_rates_of_nothing_are_zero() -> None:
    assert Standing(1, "").win_rate == 0.0
    assert Standing(1, "").bids_made_rate == 0.0
    half = Standing(1, "", games=4, wins=1, bids=8, bids_made=6)
    assert (half.win_rate, half.losses, half.bids_made_rate) == (0.25, 3, 0.75)
