"""Profiles, badges, and hiding from leaderboards."""

from __future__ import annotations

import pytest
from sqlalchemy import insert

from bot.stats.service import Stats
from bot.stats.views import ANY_GAME, Badge, BadgeKind, BidSize, LeaderboardQuery, Order, Standing
from bot.store import Store
from bot.store.stats.schema_totals import rating_changes
from tests.store.samples import GUILD

from .season import ELLA, ELSEWHERE, NANCY, PLAYED_AT, STEVE, WILL, Season


async def test_hidden_user_is_on_no_board_but_keeps_a_profile(
    stats: Stats, season: Season, store: Store
) -> None:
    for _ in range(5):
        await season.game(winner=1)
    await stats.set_on_leaderboards(ELLA, on_leaderboards=False)
    assert ELLA not in {
        s.user_id for _, s in (await stats.leaderboard(GUILD, LeaderboardQuery())).rows
    }
    pairs = await stats.leaderboard(GUILD, LeaderboardQuery(Order.PARTNERS), me=ELLA)
    assert [s.user_id for _, s in pairs.rows] == [NANCY]
    assert pairs.me is None
    assert (await stats.profile(GUILD, ELLA, own=True)).here.games == 5


async def test_profile_shows_form_partner_rivals_and_bids_in_the_server(
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


def _change(number: int, after: int, **fields: object) -> dict[str, object]:
    """Build the stored rating change of a game of Nancy's."""
    same = {"game_no": 1, "guild_id": GUILD, "game": ANY_GAME, "seat": 0, "user_id": NANCY}
    skill = {"mu_before": 25.0, "sigma_before": 8.0, "before": after - 10, "after": after}
    row = {"table_id": f"t{number:05}", "at": float(number), "place": 1, "departed": False}
    return same | skill | row | {"games": number} | fields


async def test_profile_has_ratings_for_the_last_thirty_games(stats: Stats, store: Store) -> None:
    rows = [_change(number, 1000 + number) for number in range(1, 41)]
    others = [
        _change(41, 1, guild_id=ELSEWHERE),
        _change(42, 2, game="42"),
        _change(43, 3, user_id=ELLA),
        _change(44, 4, place=0),  # others left and lost; Nancy's rating is unchanged
    ]
    await store.database.write(lambda c: c.execute(insert(rating_changes), [*rows, *others]))
    found = (await stats.profile(GUILD, NANCY, own=False)).details.ratings
    assert found == (1001, *range(1011, 1041))
    assert (await stats.profile(GUILD, ELLA, own=False)).details.ratings == (-7, 3)
    assert (await stats.profile(GUILD, STEVE, own=False)).details.ratings == ()


async def test_profile_of_someone_else_shows_only_this_server(stats: Stats, season: Season) -> None:
    await season.game(guild_id=ELSEWHERE, hands=[{}])
    theirs = await stats.profile(GUILD, ELLA, own=False)
    assert (theirs.here.games, theirs.overall, theirs.on_leaderboards) == (0, None, None)
    assert theirs.details.form == theirs.details.bids == ()
    assert (await stats.profile(None, ELLA, own=False)).details.form == ()
    own = await stats.profile(GUILD, ELLA, own=True)
    assert own.overall is not None
    assert own.overall.games == 1


async def test_user_can_hide_and_show_themselves_on_leaderboards(
    stats: Stats, season: Season, store: Store
) -> None:
    await season.game()
    for shown in (False, True):
        await stats.set_on_leaderboards(ELLA, on_leaderboards=shown)
        view = await stats.leaderboard(GUILD, LeaderboardQuery(), me=ELLA)
        assert (view.me is not None) is shown
        assert (await stats.profile(GUILD, ELLA, own=True)).on_leaderboards is shown


async def test_hiding_before_the_first_game_keeps_other_choices(
    stats: Stats, season: Season, store: Store
) -> None:
    await store.people.save_choices(WILL, dms=False, pictures=False)
    for person in (ELLA, WILL):
        await stats.set_on_leaderboards(person, on_leaderboards=False)
    await season.game()
    listed = (await stats.leaderboard(GUILD, LeaderboardQuery())).rows
    assert {standing.user_id for _, standing in listed} == {NANCY, STEVE}
    will_s = await store.people.preferences(WILL)
    assert (will_s.dms, will_s.pictures, will_s.on_leaderboards) == (False, False, False)


async def test_badge_links_its_first_hand(stats: Stats, season: Season) -> None:
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


async def test_thousandth_hand_earns_a_badge(
    stats: Stats, season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.stats.badges.THOUSAND", 3)
    await season.game(hands=[{}, {}])
    assert (await stats.profile(GUILD, NANCY, own=False)).details.badges == ()
    await season.game(hands=[{}, {}], at=PLAYED_AT + 9)
    (badge,) = (await stats.profile(GUILD, NANCY, own=False)).details.badges
    assert badge == Badge(BadgeKind.THOUSANDTH, PLAYED_AT + 9, "t00002", 1)
