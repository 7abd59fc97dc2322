"""Leaderboards and profiles, from games written through the store."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from sqlalchemy import Connection, delete

from bot.publisher.ports import Preferences
from bot.stats import Stats
from bot.stats.views import Asked, Badge, BadgeKind, BidSize, LeaderboardView, Order, Span, Standing
from bot.store import SqlStore
from bot.store.recount import is_uncounted, recount
from bot.store.schema_totals import partners, standings
from tests.store.samples import FOUR, GUILD, game, hand, played, seats

ELSEWHERE = GUILD + 1
NANCY, ELLA, STEVE, WILL = FOUR
PLAYED_AT = 1_795_305_600.0  # Sunday, November 22, 2026, in the night


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
        at: float = PLAYED_AT,
        **end: object,
    ) -> None:
        """Play a game; each of `hands` is what differs from Ella's 31, made."""
        self._tables += 1
        rows = [
            hand(number, **({"players": tuple(people), "at": at} | fields))
            for number, fields in enumerate(hands, 1)
        ]
        end = game(players=tuple(people), winner=winner, total=marks, marks=marks, at=at, **end)
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


class Now:
    """A clock that stands where a test puts it."""

    def __init__(self) -> None:
        self.time = PLAYED_AT

    def now(self) -> float:
        return self.time


@pytest.fixture
def clock() -> Now:
    return Now()


@pytest.fixture
def stats(store: SqlStore, clock: Now) -> Stats:
    return Stats(store, clock)


def lines(view: LeaderboardView) -> list[tuple[int, int]]:
    """Rank and person of each line."""
    return [(rank, standing.user_id) for rank, standing in view.rows]


async def test_nobody_has_played(stats: Stats) -> None:
    view = await stats.leaderboard(GUILD, Asked(Order.WINS), 1, NANCY)
    assert view == LeaderboardView(Asked(), 1, 1, (), None)
    profile = await stats.profile(GUILD, NANCY, own=True)
    assert profile.here == profile.overall == profile.listed == Standing(NANCY, "")


async def test_game_counts_for_all_four_with_the_marks_of_their_side(
    stats: Stats, season: Season
) -> None:
    await season.game(winner=1, marks=(3, 7))
    standings = {s.user_id: s for _, s in (await stats.leaderboard(GUILD, Asked())).rows}
    assert standings == {
        NANCY: Standing(NANCY, "Nancy", games=1, wins=0, marks=3),
        ELLA: Standing(ELLA, "Ella", games=1, wins=1, marks=7, run=1, best_run=1),
        STEVE: Standing(STEVE, "Steve", games=1, wins=0, marks=3),
        WILL: Standing(WILL, "Will", games=1, wins=1, marks=7, run=1, best_run=1),
    }


async def test_bid_is_the_bidders_and_a_set_is_both_opponents(stats: Stats, season: Season) -> None:
    made = {"bidder": 0, "made": True}
    was_set = {"bidder": 3, "made": False}
    passed = {"bidder": None, "made": None}
    await season.game(hands=[made, was_set, was_set, passed])
    found = {s.user_id: s for _, s in (await stats.leaderboard(GUILD, Asked())).rows}
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
    assert (await stats.leaderboard(GUILD, Asked(), me=NANCY)).rows == ()
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
    assert lines(await stats.leaderboard(GUILD, Asked())) == [(1, WILL), (2, NANCY)]


async def test_three_sides_need_a_person_each(stats: Stats, season: Season) -> None:
    await season.game((NANCY, ELLA, None), winner=0, marks=(21, 4, 5))
    assert (await stats.leaderboard(GUILD, Asked())).rows == ()
    await season.game((NANCY, ELLA, STEVE), winner=2, marks=(3, 4, 21))
    view = await stats.leaderboard(GUILD, Asked(Order.MARKS))
    assert [(s.user_id, s.marks, s.wins) for _, s in view.rows] == [
        (STEVE, 21, 1),
        (ELLA, 4, 0),
        (NANCY, 3, 0),
    ]


async def test_hands_of_a_game_that_never_ended_count_in_the_profile_only(
    stats: Stats, season: Season
) -> None:
    await season.game(hands=[{"bidder": 0}, {"bidder": 0}], finished=False)
    assert (await stats.leaderboard(GUILD, Asked())).rows == ()
    profile = await stats.profile(GUILD, NANCY, own=True)
    assert profile.here == Standing(NANCY, "Nancy", hands=2, bids=2, bids_made=2, bid_points=62)
    assert profile.listed.hands == 0


async def test_hand_counts_for_those_who_played_it(stats: Stats, season: Season) -> None:
    await season.game(hands=[{"players": (NANCY, None, STEVE, WILL), "bidder": 1}, {}])
    ella = (await stats.profile(GUILD, ELLA, own=True)).listed
    assert (ella.hands, ella.bids) == (1, 1)
    assert (await stats.profile(GUILD, NANCY, own=True)).listed.hands == 2


async def test_servers_are_counted_apart_and_together(stats: Stats, season: Season) -> None:
    await season.game(winner=0, marks=(7, 2))
    await season.game(winner=0, marks=(7, 3), guild_id=ELSEWHERE)
    await season.game((NANCY, None, None, None), guild_id=None)
    assert [s.wins for _, s in (await stats.leaderboard(GUILD, Asked())).rows] == [1, 1, 0, 0]
    everywhere = await stats.leaderboard(None, Asked(), me=ELLA)
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
    view = await stats.leaderboard(GUILD, Asked(order))
    assert view.asked.order is order
    assert lines(view) == expected


@pytest.mark.parametrize("order", [Order.WIN_RATE, Order.BIDS_MADE])
async def test_rates_need_five_games(stats: Stats, season: Season, order: Order) -> None:
    for _ in range(4):
        await season.game()
    view = await stats.leaderboard(GUILD, Asked(order), me=ELLA)
    assert (view.rows, view.me) == ((), None)
    await season.game((NANCY, ELLA, 15, 16))
    assert {s.user_id for _, s in (await stats.leaderboard(GUILD, Asked(order))).rows} == {
        NANCY,
        ELLA,
    }


async def test_equal_rates_share_a_rank_whatever_they_were_won_from(
    stats: Stats, season: Season
) -> None:
    """One of five and two of ten are the same share."""
    for number in range(10):
        people = (NANCY, ELLA, STEVE, WILL) if number < 5 else (NANCY, 22, STEVE, 24)
        await season.game(people, winner=0 if number in (0, 5) else 1)
    view = await stats.leaderboard(GUILD, Asked(Order.WIN_RATE))
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
    seen = [lines(await stats.leaderboard(GUILD, Asked(), page=page)) for page in (1, 2, 3)]
    assert [len(page) for page in seen] == [10, 10, 4]
    together = [line for page in seen for line in page]
    assert {user for _, user in together} == set(range(100, 124))
    assert [rank for rank, _ in together] == [1] * 12 + [13] * 12
    view = await stats.leaderboard(GUILD, Asked(), page=1, me=122)
    assert (view.page, view.pages, view.my_page) == (1, 3, 3)
    assert view.me == (13, Standing(122, "P122", games=1, marks=3))
    assert lines(view) == seen[0]
    on_the_page = await stats.leaderboard(GUILD, Asked(), page=3, me=122)
    assert lines(on_the_page) == seen[2]


@pytest.mark.parametrize(("asked", "given"), [(0, 1), (-5, 1), (2, 1), (10**6, 1)])
async def test_page_that_does_not_exist_is_the_nearest_that_does(
    stats: Stats, season: Season, asked: int, given: int
) -> None:
    await season.game()
    view = await stats.leaderboard(GUILD, Asked(), page=asked)
    assert (view.page, view.pages, len(view.rows)) == (given, 1, 4)


async def test_person_who_is_deleted_leaves_the_leaderboard_and_the_others_stay(
    stats: Stats, season: Season, store: SqlStore
) -> None:
    await season.game(hands=[{}])
    await store.delete_user(ELLA)
    assert lines(await stats.leaderboard(GUILD, Asked(), me=ELLA)) == [
        (1, WILL),
        (2, NANCY),
        (2, STEVE),
    ]
    assert (await stats.profile(GUILD, ELLA, own=True)).overall == Standing(ELLA, "")


def test_rates_of_nothing_are_zero() -> None:
    assert Standing(1, "").win_rate == 0.0
    assert Standing(1, "").bids_made_rate == 0.0
    half = Standing(1, "", games=4, wins=1, bids=8, bids_made=6)
    assert (half.win_rate, half.losses, half.bids_made_rate) == (0.25, 3, 0.75)


DAY = 86_400.0


async def test_week_month_and_season_begin_anew(stats: Stats, season: Season, clock: Now) -> None:
    await season.game(winner=0, at=PLAYED_AT - 60 * DAY)  # September: the season before
    await season.game(winner=0, at=PLAYED_AT - 30 * DAY)  # October: this season
    await season.game(winner=0, at=PLAYED_AT - 7 * DAY)  # the week before
    await season.game(winner=0)
    wins = {}
    for span in Span:
        found = await stats.leaderboard(GUILD, Asked(span=span), me=NANCY)
        wins[span] = found.me[1].wins if found.me else 0
    assert wins == {Span.ALL: 4, Span.SEASON: 3, Span.MONTH: 2, Span.WEEK: 1}
    clock.time = PLAYED_AT + DAY  # Monday
    assert (await stats.leaderboard(GUILD, Asked(span=Span.WEEK))).rows == ()
    assert len((await stats.leaderboard(GUILD, Asked(span=Span.MONTH))).rows) == 4


async def test_game_that_is_saved_late_leaves_the_newer_week_alone(
    stats: Stats, season: Season
) -> None:
    await season.game(winner=0)
    await season.game(winner=0, at=PLAYED_AT - 7 * DAY)
    found = await stats.leaderboard(GUILD, Asked(span=Span.WEEK), me=NANCY)
    assert found.me is not None
    assert found.me[1].wins == 1


async def test_games_of_the_family_are_counted_apart_and_together(
    stats: Stats, season: Season
) -> None:
    await season.game(winner=0)
    await season.game(winner=1, game="moon4")
    assert {s.user_id for _, s in (await stats.leaderboard(GUILD, Asked())).rows} == set(FOUR)
    moon = await stats.leaderboard(GUILD, Asked(game="moon4"))
    assert [s.wins for _, s in moon.rows] == [1, 1, 0, 0]
    assert (await stats.leaderboard(GUILD, Asked(game="88"))).rows == ()
    both = await stats.leaderboard(GUILD, Asked(), me=NANCY)
    assert both.me is not None
    assert (both.me[1].games, both.me[1].wins) == (2, 1)


async def test_got_set_least_counts_both_who_bid_together(stats: Stats, season: Season) -> None:
    for number in range(5):
        end = {"bidder": 1, "made": number > 0}
        await season.game(hands=[end, {"bidder": 0, "made": True, "bid_points": 34}])
    least = await stats.leaderboard(GUILD, Asked(Order.SUFFERED))
    found = [(s.user_id, s.suffered, s.hands) for _, s in least.rows]
    assert found == [(NANCY, 0, 10), (STEVE, 0, 10), (ELLA, 1, 10), (WILL, 1, 10)]
    average = await stats.leaderboard(GUILD, Asked(Order.AVERAGE_BID))
    assert [(s.user_id, s.average_bid) for _, s in average.rows[:2]] == [(NANCY, 34), (ELLA, 31)]


async def test_partners_are_ranked_once_a_pair_by_the_games_they_won(
    stats: Stats, season: Season
) -> None:
    for number in range(5):
        await season.game(winner=0 if number else 1)
    view = await stats.leaderboard(GUILD, Asked(Order.PARTNERS), me=STEVE)
    assert [(rank, s.user_id, s.partner, s.win_rate) for rank, s in view.rows] == [
        (1, NANCY, STEVE, 0.8),
        (2, ELLA, WILL, 0.2),
    ]
    assert view.me == view.rows[0]


async def test_alone_with_computers_has_a_board_of_its_own(stats: Stats, season: Season) -> None:
    alone, experts = (NANCY, None, None, None), ("", "expert", "expert", "expert")
    won = {"winner": 0, "marks": (7, 2)}
    for levels in (experts, experts, ("", "expert", "easy", "expert"), experts):
        await season.game(alone, hands=[{}, {}, {}], levels=levels, **won)
    await season.game(alone, levels=experts)
    await season.game(alone, hands=[{}, {}], levels=experts, winner=0, marks=(7, 0))
    found = {}
    for order in (Order.RUN, Order.FASTEST, Order.SHUTOUTS, Order.ALONE_WINS):
        ((_, found[order]),) = (await stats.leaderboard(GUILD, Asked(order))).rows
    nancy = found[Order.RUN]
    assert all(each == nancy for each in found.values())
    assert (nancy.games, nancy.wins, nancy.shutouts, nancy.fastest) == (6, 5, 1, 2)
    assert (nancy.best_run, nancy.run) == (3, 1)  # the easy one breaks no run and adds to none
    assert (await stats.leaderboard(GUILD, Asked())).rows == ()
    first = await stats.first_leaderboard(GUILD, NANCY)
    assert first.asked.order is Order.ALONE_WINS


async def test_who_leaves_the_boards_is_on_none_and_keeps_a_profile(
    stats: Stats, season: Season, store: SqlStore
) -> None:
    for _ in range(5):
        await season.game(winner=1)
    await stats.set_on_boards(ELLA, on_boards=False)
    assert ELLA not in {s.user_id for _, s in (await stats.leaderboard(GUILD, Asked())).rows}
    pairs = await stats.leaderboard(GUILD, Asked(Order.PARTNERS), me=ELLA)
    assert [s.user_id for _, s in pairs.rows] == [NANCY]
    assert pairs.me is None
    assert (await stats.profile(GUILD, ELLA, own=True)).here.games == 5


async def test_totals_are_counted_anew_where_there_are_none(
    stats: Stats, season: Season, store: SqlStore
) -> None:
    """As after a migration: what is stored of hands and games says it all."""
    for number in range(6):
        await season.game(
            winner=number % 2, hands=[{}, {"made": False}], at=PLAYED_AT - (5 - number) * 9 * DAY
        )
        await season.game((NANCY, None, None, None), winner=0, hands=[{}])
    orders = [Asked(order, span) for order in Order for span in Span]
    before = [await stats.leaderboard(GUILD, asked) for asked in orders]
    profile = await stats.profile(GUILD, NANCY, own=True)

    def forget(connection: Connection) -> None:
        for table in (standings, partners):
            connection.execute(delete(table))

    await store._database.write(forget)
    assert await store._database.read(is_uncounted)
    await store._database.write(recount)
    assert not await store._database.read(is_uncounted)
    after = [await stats.leaderboard(GUILD, asked) for asked in orders]
    assert after == before
    assert await stats.profile(GUILD, NANCY, own=True) == profile


async def test_profile_tells_form_partner_rivals_and_bids_of_the_server(
    stats: Stats, season: Season
) -> None:
    mine = {"bidder": 0}
    for number in range(6):
        sizes = [
            mine | {"bid_points": 31, "made": number > 0},
            mine | {"bid_points": 42, "bid_marks": 2, "made": True},
        ]
        await season.game(winner=number % 3 and 1, hands=sizes, at=PLAYED_AT + number)
    await season.game((NANCY, None, 77, 78), winner=0, guild_id=ELSEWHERE, hands=[mine])
    found = (await stats.profile(GUILD, NANCY, own=False)).details
    assert found.form == (False, False, True, False, False, True)
    assert found.partner == Standing(STEVE, "Steve", games=6, wins=2)
    assert found.rivals == (
        Standing(ELLA, "Ella", games=6, wins=2),
        Standing(WILL, "Will", games=6, wins=2),
    )
    assert found.bids == (BidSize(31, 0, 6, 5), BidSize(42, 2, 6, 6))
    everywhere = (await stats.profile(None, NANCY, own=True)).details
    assert len(everywhere.form) == 7
    assert everywhere.bids[0] == BidSize(31, 0, 7, 6)
    assert Standing(78, "P78", games=1, wins=1) in everywhere.rivals


async def test_profile_of_somebody_else_shows_this_server_alone(
    stats: Stats, season: Season
) -> None:
    await season.game(guild_id=ELSEWHERE, hands=[{}])
    theirs = await stats.profile(GUILD, ELLA, own=False)
    assert (theirs.here.games, theirs.overall, theirs.on_boards) == (0, None, None)
    assert theirs.details.form == theirs.details.bids == ()
    assert (await stats.profile(None, ELLA, own=False)).details.form == ()
    own = await stats.profile(GUILD, ELLA, own=True)
    assert own.overall is not None
    assert own.overall.games == 1


async def test_person_leaves_the_boards_and_comes_back(
    stats: Stats, season: Season, store: SqlStore
) -> None:
    await season.game()
    for shown in (False, True):
        await stats.set_on_boards(ELLA, on_boards=shown)
        view = await stats.leaderboard(GUILD, Asked(), me=ELLA)
        assert (view.me is not None) is shown
        assert (await stats.profile(GUILD, ELLA, own=True)).on_boards is shown


async def test_person_leaves_the_boards_before_the_first_game_and_keeps_other_choices(
    stats: Stats, season: Season, store: SqlStore
) -> None:
    await store.save_preferences(Preferences(WILL, dms=False, pictures=False))
    for person in (ELLA, WILL):
        await stats.set_on_boards(person, on_boards=False)
    await season.game()
    listed = (await stats.leaderboard(GUILD, Asked())).rows
    assert {standing.user_id for _, standing in listed} == {NANCY, STEVE}
    will_s = await store.preferences(WILL)
    assert (will_s.dms, will_s.pictures, will_s.on_boards) == (False, False, False)


async def test_badges_are_the_first_of_their_kind_with_the_hand(
    stats: Stats, season: Season
) -> None:
    ella = {"bidder": 1, "made": True}
    hands = [
        ella | {"bid_points": 42, "bid_marks": 4},
        ella | {"bid_points": 42, "bid_marks": 5},
        ella | {"contract": "nello", "bid_points": 42, "bid_marks": 1},
        {"bidder": 0, "made": False, "bid_points": 42, "bid_marks": 2},
        ella | {"swept_by": 1},
        ella | {"swept_by": 3},
        {"bidder": 1, "made": False, "bid_points": 42, "bid_marks": 4, "contract": "nello"},
    ]
    await season.game(winner=1, marks=(0, 7), hands=hands)
    await season.game(winner=1, marks=(0, 7), hands=hands, at=PLAYED_AT + 9)
    ella_s = (await stats.profile(GUILD, ELLA, own=False)).details.badges
    assert {(badge.kind, badge.hand_no) for badge in ella_s} == {
        (BadgeKind.FOUR_MARKS, 1),
        (BadgeKind.NELLO, 3),
        (BadgeKind.SET_84, 4),
        (BadgeKind.PERFECT, 5),
        (BadgeKind.SHUTOUT, 7),
    }
    assert {(badge.table_id, badge.at) for badge in ella_s} == {("t00001", PLAYED_AT)}
    will_s = (await stats.profile(GUILD, WILL, own=False)).details.badges
    assert {badge.kind for badge in will_s} == {BadgeKind.SET_84, BadgeKind.SHUTOUT}
    assert (await stats.profile(GUILD, NANCY, own=False)).details.badges == ()
    assert (await stats.profile(ELSEWHERE, ELLA, own=False)).details.badges == ()


async def test_thousandth_hand_is_a_badge(
    stats: Stats, season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.badges.THOUSAND", 3)
    await season.game(hands=[{}, {}])
    assert (await stats.profile(GUILD, NANCY, own=False)).details.badges == ()
    await season.game(hands=[{}, {}], at=PLAYED_AT + 9)
    (badge,) = (await stats.profile(GUILD, NANCY, own=False)).details.badges
    assert badge == Badge(BadgeKind.THOUSANDTH, PLAYED_AT + 9, "t00002", 1)
