"""Saving and loading tables, with optimistic locking by version."""

from __future__ import annotations

import asyncio
from dataclasses import fields, replace
from functools import partial

import pytest

from bot.stats.views import GameKind
from bot.store import Store
from bot.store.errors import Conflict, StoreFailure
from bot.store.finishing import seat_log
from bot.tables.deals.deals import LESSON
from bot.tables.model import (
    Claim,
    Occupant,
    Place,
    Seat,
    Status,
    Table,
    TableClock,
)
from bot.tables.results import NextGame
from bot.tables.stored import Change, SeatChange, SeatEvent, StoredDraw, StoredTable
from bot.values.turn_asks import TurnAsks

from .samples import GUILD, PLACE, act, game, hand, next_change, seats, shake, table

FULL = Table(
    table_id="zz9zz9",
    place=Place(GUILD, 2**62, 2**62 + 1, 1),
    host_id=2**62 + 2,
    game="moon",
    rules={"preset": "x", "target": 7, "nested": {"list": [1, "2"]}},
    seats=(
        Seat(Occupant.PERSON, 2**62 + 2, "Zoë <@1>", "", True, True, absences=2),
        Seat(
            Occupant.COMPUTER,
            None,
            "Lou",
            "expert",
            False,
            True,
            2**62 + 4,
            "Bo",
            dealt_to=2**62 + 3,
        ),
        Seat(),
    ),
    status=Status.PAUSED,
    paused_from=Status.PLAYING,
    seq=41,
    version=0,
    game_no=3,
    hand_no=17,
    total=(1, 2, 3),
    wins=(4, 5, 6),
    best_of=5,
    score_word="SEX",
    hints=False,
    draws_partners=True,
    changes_partners=True,
    next_game=NextGame({"preset": "y", "trumps": ["5"]}, 3, True, "easy", (1, 0, 2), True),
    shaker=2,
    deals_played=9,
    winner=1,
    created_at=1_780_000_000.123456,
    turn_since=1_780_000_001.654321,
    nudged=True,
    offered=True,
    turn_asks=TurnAsks(12.5, (0, 2)),
    plan="ab12cd34ef/3",
    wake_at=1_780_000_002.5,
    event_id="ev3n7s",
    claim=Claim(1, (0, 2), (2,), refused=True),
    laid_down=(3, 1),
    advised=((4, "30"),),
    clock=TableClock(0.5, 10.0, 30.25, 5.0),
    closed_at=1_780_000_003.25,
    usual_rules={"preset": "straight-marks"},
    deals=LESSON,
    private=True,
    keeps_hands=True,
    code="FHKLM",
)


async def load(store: Store, table_id: str) -> StoredTable:
    stored = await store.tables.load(table_id)
    assert stored is not None
    return stored


def test_sample_differs_from_every_default() -> None:
    plain = Table("", None, 0, "", {}, ())
    same = {f.name for f in fields(Table) if getattr(FULL, f.name) == getattr(plain, f.name)}
    assert same == {"version", "home_guild_id"}


async def test_created_table_round_trips(store: Store) -> None:
    assert await store.tables.create(FULL, shake(17)) == FULL
    assert await store.tables.load("zz9zz9") == StoredTable(FULL, shake(17), ())
    assert list(await store.tables.live_tables()) == [FULL]


async def test_committed_table_round_trips(store: Store) -> None:
    fixed = ("table_id", "place", "event_id", "plan", "created_at")
    created = table(**{name: getattr(FULL, name) for name in fixed}, seats=(Seat(),) * 3)
    await store.tables.create(created, shake(17))
    await store.tables.commit(Change(replace(FULL, version=1), seats=(0, 1)))
    assert (await load(store, "zz9zz9")).table == replace(FULL, version=1)


async def test_draw_of_the_next_game_comes_with_its_table(store: Store) -> None:
    coming = StoredDraw(4, "d" * 64, bytes(range(32)))
    await store.tables.create(FULL, shake(17), draw=coming)
    assert await store.tables.load("zz9zz9") == StoredTable(FULL, shake(17), (), coming)
    assert await store.tables.draw_of("zz9zz9", 4) == coming
    assert await store.tables.draw_of("zz9zz9", 3) is None


async def test_drawn_dominoes_are_never_drawn_again(store: Store) -> None:
    await store.tables.create(table(), shake(), draw=StoredDraw(1, "d" * 64, bytes(32)))
    drawn = StoredDraw(1, "d" * 64, bytes(32), (0, 2, 3), for_partners=True)
    now = (await load(store, "k3f9q2")).table
    await store.tables.commit(replace(next_change(now), draw=drawn))
    assert (await load(store, "k3f9q2")).draw == drawn
    again = replace(next_change((await load(store, "k3f9q2")).table), draw=drawn)
    with pytest.raises(Conflict):
        await store.tables.commit(again)


async def test_table_without_a_server_round_trips(store: Store) -> None:
    await store.tables.create(table(guild_id=None), shake())
    assert (await load(store, "k3f9q2")).table.guild_id is None


@pytest.mark.parametrize("guild_id", [None, GUILD])
async def test_tables_without_a_channel_round_trip(store: Store, guild_id: int | None) -> None:
    own = replace(FULL, place=None, home_guild_id=guild_id, event_id=None)
    other = replace(own, table_id="other1", code="FHKLT")
    assert await store.tables.create(own, shake(17)) == own
    assert await store.tables.create(other, shake(17)) == other
    assert (await load(store, "other1")).table == other


async def test_table_is_found_by_its_code_until_it_closes(store: Store) -> None:
    await store.tables.create(FULL, shake(17))
    assert await store.tables.table_with_code("FHKLM") == FULL.table_id
    await store.tables.commit(Change(replace(FULL, version=1, code=None)))
    assert await store.tables.table_with_code("FHKLM") is None


async def test_code_of_another_table_is_a_conflict(store: Store) -> None:
    await store.tables.create(FULL, shake(17))
    elsewhere = replace(PLACE, channel_id=9)
    with pytest.raises(Conflict):
        await store.tables.create(table("other1", code="FHKLM", place=elsewhere), shake())


async def test_unknown_table_is_none(store: Store) -> None:
    assert await store.tables.load("nobody") is None
    assert await store.tables.shake_of("nobody", 1) is None
    assert await store.results.last_game("nobody") is None
    assert list(await store.results.hands("nobody", 1)) == []


async def test_duplicate_table_id_is_a_conflict_and_changes_nothing(store: Store) -> None:
    first = await store.tables.create(table(), shake())
    with pytest.raises(Conflict):
        await store.tables.create(table(channel_id=9), shake(public="other"))
    assert await store.tables.load("k3f9q2") == StoredTable(first, shake(), ())


async def test_only_acts_of_the_current_hand_are_loaded_in_order(store: Store) -> None:
    now = await store.tables.create(table(), shake())
    first = next_change(now, act(1), act(2))
    await store.tables.commit(first)
    second = next_change(first.table, act(3, 2), act(4, 2), hand_no=2)
    await store.tables.commit(replace(second, shakes=(shake(2),)))
    third = next_change(second.table, replace(act(5, 2), user_id=None))
    await store.tables.commit(third)
    stored = await load(store, "k3f9q2")
    assert stored == StoredTable(
        third.table, shake(2), (act(3, 2), act(4, 2), replace(act(5, 2), user_id=None))
    )


@pytest.mark.parametrize("version", [0, 1, 3, -1])
async def test_commit_of_any_but_the_next_version_is_a_conflict(store: Store, version: int) -> None:
    now = await store.tables.create(table(), shake())
    first = next_change(now, act(1))
    await store.tables.commit(first)
    elsewhere = replace(PLACE, channel_id=9)
    late = Change(replace(first.table, version=version, seq=3, place=elsewhere), (act(2),))
    with pytest.raises(Conflict):
        await store.tables.commit(late)
    assert await load(store, "k3f9q2") == StoredTable(first.table, shake(), (act(1),))


async def test_commit_of_a_table_that_does_not_exist_is_a_conflict(store: Store) -> None:
    with pytest.raises(Conflict):
        await store.tables.commit(next_change(table(), act(1)))


async def test_duplicate_act_number_rolls_back_the_whole_commit(store: Store) -> None:
    now = await store.tables.create(table(), shake())
    other = await store.tables.create(table("other1"), shake())
    first = next_change(now, act(1))
    await store.tables.commit(first)
    await store.tables.commit(next_change(other, act(1)))  # another table's act 1 is another act
    again = next_change(first.table, act(2), act(1, 2), status=Status.CLOSED)
    with pytest.raises(Conflict):
        await store.tables.commit(replace(again, shakes=(shake(2),), hand=hand(), game=game()))
    assert await load(store, "k3f9q2") == StoredTable(first.table, shake(), (act(1),))
    assert await store.tables.shake_of("k3f9q2", 2) is None
    assert list(await store.results.hands("k3f9q2", 1)) == []
    assert await store.results.last_game("k3f9q2") is None


async def test_second_write_of_a_hand_is_a_conflict(store: Store) -> None:
    now = await store.tables.create(table(), shake())
    first = next_change(now)
    await store.tables.commit(replace(first, hand=hand()))
    with pytest.raises(Conflict):
        await store.tables.commit(replace(next_change(first.table), hand=hand(made=False)))
    assert list(await store.results.hands("k3f9q2", 1)) == [hand()]
    assert (await store.profiles.standing(GUILD, 11, GameKind.ALL)).hands == 1


async def test_only_one_writer_of_a_version_succeeds(store: Store) -> None:
    now = await store.tables.create(table(), shake())
    changes = [next_change(now, replace(act(1), text=text)) for text in ("64", "55", "11")]
    outcomes = await asyncio.gather(*map(store.tables.commit, changes), return_exceptions=True)
    assert sorted(map(type, outcomes), key=str) == sorted([type(None), Conflict, Conflict], key=str)
    winner = changes[outcomes.index(None)]
    assert (await load(store, "k3f9q2")).acts == winner.acts


async def test_failed_change_does_not_fail_others_in_its_batch(store: Store) -> None:
    now = [await store.tables.create(table(f"table{n}"), shake()) for n in range(9)]
    changes = [next_change(each, act(1)) for each in now]
    changes[2] = replace(changes[2], table=replace(changes[2].table, version=7))
    changes[5] = replace(changes[5], acts=(act(1), act(1)))
    changes[7] = replace(changes[7], acts=(replace(act(1), text=None),))  # type: ignore[arg-type]
    outcomes = await asyncio.gather(*map(store.tables.commit, changes), return_exceptions=True)
    failed = {n: type(outcome) for n, outcome in enumerate(outcomes) if outcome is not None}
    assert failed == {2: Conflict, 5: Conflict, 7: StoreFailure}
    for n, before in enumerate(now):
        stored = await load(store, f"table{n}")
        assert stored.table == (before if n in failed else changes[n].table)
        assert stored.acts == (() if n in failed else (act(1),))


async def test_cancelled_commit_does_not_stop_others_in_its_batch(store: Store) -> None:
    now = [await store.tables.create(table(f"table{n}"), shake()) for n in range(4)]
    changes = [next_change(each, act(1)) for each in now]
    tasks = [asyncio.ensure_future(store.tables.commit(change)) for change in changes]
    await asyncio.sleep(0)
    tasks[0].cancel()
    await asyncio.gather(*tasks[1:])
    assert (await store.tables.load("table3")) == StoredTable(changes[3].table, shake(), (act(1),))
    following = next_change(changes[3].table, act(2))
    await store.tables.commit(following)
    assert (await load(store, "table3")).acts == (act(1), act(2))


async def test_shake_is_replaced_until_it_is_dealt(store: Store) -> None:
    now = await store.tables.create(table(), shake())
    more = next_change(now)
    await store.tables.commit(replace(more, shakes=(shake(public="more"),)))
    assert await store.tables.shake_of("k3f9q2", 1) == shake(public="more")
    dealt = next_change(more.table)
    await store.tables.commit(replace(dealt, shakes=(shake(public="more", dealt=True), shake(2))))
    assert await store.tables.shake_of("k3f9q2", 1) == shake(public="more", dealt=True)
    assert await store.tables.shake_of("k3f9q2", 2) == shake(2)
    late = next_change(dealt.table, act(1))
    with pytest.raises(Conflict):
        await store.tables.commit(replace(late, shakes=(shake(public="too late", dealt=True),)))
    assert await store.tables.shake_of("k3f9q2", 1) == shake(public="more", dealt=True)
    assert (await load(store, "k3f9q2")).table == dealt.table


async def test_secret_of_a_shake_round_trips(store: Store) -> None:
    secret = bytes(range(224, 256))
    await store.tables.create(table(), shake(secret=secret))
    kept = await store.tables.shake_of("k3f9q2", 1)
    assert kept is not None
    assert kept.secret == secret


async def test_new_table_gets_the_lowest_free_number_of_its_server(store: Store) -> None:
    made = [await store.tables.create(table(f"table{n}"), shake()) for n in range(3)]
    assert [each.number for each in made] == [1, 2, 3]
    assert (await store.tables.create(table("other1", guild_id=GUILD + 1), shake())).number == 1
    await store.tables.commit(next_change(made[1], status=Status.CLOSED))
    assert [(await store.tables.create(table(f"again{n}"), shake())).number for n in range(2)] == [
        2,
        4,
    ]


async def test_tables_opened_at_once_get_different_numbers(store: Store) -> None:
    opened = await asyncio.gather(
        *(store.tables.create(table(f"table{n}"), shake()) for n in range(8))
    )
    assert sorted(each.number for each in opened) == list(range(1, 9))


async def test_live_tables_are_filtered_and_sorted_oldest_first(store: Store) -> None:
    young = await store.tables.create(table("young1", created_at=30.0), shake())
    old = await store.tables.create(table("old001", created_at=10.0, channel_id=7), shake())
    other = await store.tables.create(table("other1", created_at=20.0, guild_id=GUILD + 1), shake())
    ended = await store.tables.create(table("ended1", created_at=5.0, channel_id=7), shake())
    await store.tables.commit(next_change(ended, status=Status.CLOSED))
    assert list(await store.tables.live_tables()) == [old, other, young]
    assert list(await store.tables.live_tables(guild_id=GUILD)) == [old, young]
    assert list(await store.tables.live_tables(channel_id=7)) == [old]
    assert list(await store.tables.live_tables(guild_id=GUILD + 1, channel_id=7)) == []


async def test_tables_of_a_person_are_the_live_ones_with_their_seat(store: Store) -> None:
    sits = await store.tables.create(table("sits01", seats=seats([112, 11, None, 1])), shake())
    await store.tables.create(
        table("others", seats=seats([111, 112, 1111, None]), host_id=11), shake()
    )
    left = await store.tables.create(table("left01"), shake())
    await store.tables.commit(next_change(left, seats=seats([None, 12, 13, 14])))
    ended = await store.tables.create(table("ended1"), shake())
    await store.tables.commit(next_change(ended, status=Status.CLOSED))
    assert list(await store.tables.tables_of(11)) == [sits]
    assert list(await store.tables.tables_of(2)) == []


async def test_wakes_lists_tables_with_a_wake_time_soonest_first(store: Store) -> None:
    late = await store.tables.create(table("late01", wake_at=90.5), shake())
    await store.tables.create(table("soon01", wake_at=10.25), shake())
    await store.tables.create(table("never1"), shake())
    assert list(await store.tables.wakes()) == [("soon01", 10.25, GUILD), ("late01", 90.5, GUILD)]
    await store.tables.commit(next_change(late, wake_at=None))
    assert list(await store.tables.wakes()) == [("soon01", 10.25, GUILD)]


async def test_seat_log_is_written_in_order_with_its_change(store: Store) -> None:
    sat = SeatChange(SeatEvent.SAT, 0, 11, 1, 5.25)
    away = replace(sat, event=SeatEvent.AWAY)
    back = replace(sat, event=SeatEvent.BACK)
    now = await store.tables.create(table(), shake(), [sat])
    change = replace(next_change(now, act(1)), seat_log=(away, back))
    await store.tables.commit(change)
    with pytest.raises(Conflict):
        await store.tables.commit(replace(change, seat_log=(sat,)))
    following = next_change(change.table, act(2))
    broken = replace(act(2), text=None)  # type: ignore[arg-type]
    with pytest.raises(StoreFailure):
        await store.tables.commit(replace(following, acts=(broken,), seat_log=(sat,)))
    await store.tables.commit(replace(following, seat_log=(sat,)))
    assert list(await store.database.read(partial(seat_log, table_id="k3f9q2"))) == [
        sat,
        away,
        back,
        sat,
    ]


async def test_tables_of_a_person_include_a_reserved_seat(store: Store) -> None:
    now = await store.tables.create(table(seats=seats([11, None, 13, 14])), shake())
    waiting = replace(now.seats[1], reserved_by=99, reserved_name="Zoe")
    change = next_change(now, seats=(now.seats[0], waiting, *now.seats[2:]))
    await store.tables.commit(change)
    assert list(await store.tables.tables_of(99)) == [change.table]


async def test_hands_of_a_game_are_loaded_in_order_with_their_players(store: Store) -> None:
    passed = hand(3, bidder=None, bid=None, contract=None, made=None, players=(11, None, 13, None))
    now = await store.tables.create(table(), shake())
    for row in (hand(1), hand(2, made=False), passed, hand(4, 2)):
        change = next_change(now)
        await store.tables.commit(replace(change, hand=row))
        now = change.table
    assert list(await store.results.hands("k3f9q2", 1)) == [hand(1), hand(2, made=False), passed]
    assert list(await store.results.hands("k3f9q2", 2)) == [hand(4, 2)]


async def test_last_game_is_the_newest_one(store: Store) -> None:
    now = await store.tables.create(table(), shake())
    newest = game(2, winner=0, total=(250, 190), marks=(1, 0), players=(11, None, 13, None))
    for row in (game(1), newest):
        change = next_change(now)
        await store.tables.commit(replace(change, game=row))
        now = change.table
    assert await store.results.last_game("k3f9q2") == newest
