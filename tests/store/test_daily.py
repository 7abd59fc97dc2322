"""Stored days and hands: the first writer wins, and a day's end deletes unfinished hands."""

from __future__ import annotations

import math
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
from sqlalchemy import Connection, select

from bot.daily.closing import ClosedDays
from bot.daily.model import DELETED, DayFacts, DayOutcome, StoredDay, StoredHand
from bot.store import Store
from bot.store.daily.schema_daily import daily_marks
from bot.store.errors import Conflict
from bot.values.posted import Posted, PostedKey, PostedKind
from tests.support.clocks import YieldingClock

from .samples import FOUR, GUILD, forget, save_played_table, sweep_days
from .samples import game as sample_game
from .samples import hand as sample_hand

MONDAY = date(2026, 11, 23)
TUESDAY = MONDAY + timedelta(days=1)
DAY = StoredDay(MONDAY, "c0ffee", 1.0, secret=b"s" * 32, key=b"k" * 32)
ANA = 777_000_777
BO = 777_000_778
HAND = StoredHand(MONDAY, ANA, "Ana", "one", 2.0)
OUTCOME = DayOutcome(26, 34, "31", ours=True, made=True, tricks="wwlwwlw", lead="55")


def finished(hand: StoredHand) -> StoredHand:
    return replace(hand, acts=("31",), finished_at=9.0, outcome=OUTCOME)


async def close(store: Store) -> None:
    """Close Monday, and settle it."""
    await store.days.close_day(MONDAY, 10.0)
    await ClosedDays(store.closings, YieldingClock(10.0)).settle_newest()


async def _facts(store: Store) -> DayFacts:
    days = MONDAY, TUESDAY
    return await store.day_scores.day_facts(MONDAY, ANA, "one", days, days)


async def test_first_secret_of_a_day_wins(store: Store) -> None:
    assert await store.days.open_day(DAY) == DAY
    assert await store.days.open_day(replace(DAY, secret=b"t" * 32)) == DAY
    assert await store.days.load_day(MONDAY) == DAY
    assert await store.days.load_day(TUESDAY) is None


async def test_hand_is_begun_once(store: Store) -> None:
    await store.days.open_day(DAY)
    await store.days.begin_hand(HAND)
    with pytest.raises(Conflict):
        await store.days.begin_hand(HAND)
    assert await store.days.load_hand(MONDAY, ANA) == HAND


async def test_act_that_lost_the_race_is_refused(store: Store) -> None:
    await store.days.open_day(DAY)
    await store.days.begin_hand(HAND)
    await store.days.save_acts(replace(HAND, acts=("30",)), 1)
    with pytest.raises(Conflict):
        await store.days.save_acts(replace(HAND, acts=("pass",)), 1)
    assert await store.days.load_hand(MONDAY, ANA) == replace(HAND, acts=("30",))


async def test_void_hand_is_begun_again_and_a_finished_one_is_not(store: Store) -> None:
    await store.days.open_day(DAY)
    await store.days.begin_hand(HAND)
    newer = replace(HAND, version="two")
    await store.days.begin_hand(newer)
    assert await store.days.load_hand(MONDAY, ANA) == newer
    await store.days.save_acts(finished(newer), 1)
    with pytest.raises(Conflict):
        await store.days.begin_hand(replace(HAND, version="three"))


async def test_closed_day_accepts_no_changes_and_keeps_finished_hands(store: Store) -> None:
    await store.days.open_day(DAY)
    await store.days.begin_hand(HAND)
    await store.days.begin_hand(replace(HAND, user_id=BO))
    await store.days.save_acts(finished(HAND), 1)
    assert (await _facts(store)).own == []
    await close(store)
    with pytest.raises(Conflict):
        await store.days.save_acts(replace(HAND, user_id=BO, acts=("30",)), 1)
    with pytest.raises(Conflict):
        await store.days.begin_hand(replace(HAND, user_id=ANA + 9))
    facts = await _facts(store)
    assert [each.outcome for each in facts.own] == [OUTCOME]
    assert facts.field.scores == {"one": {26: 1}}
    assert facts.field.bids == (("31", True, 1, 1),)
    assert facts.field.leads == (("55", 1),)
    assert (facts.lowest, list(facts.still_open)) == ({MONDAY: 26}, [])
    assert await store.days.load_hand(MONDAY, BO) is None
    stored = await store.days.load_day(MONDAY)
    assert stored is not None
    assert stored.key is None
    assert stored.is_closed


async def played(store: Store, people: int, **fields: Any) -> None:
    """Have so many people finish Monday's hand, and as many begin it, each with a message."""
    await store.days.open_day(DAY)
    for number in range(2 * people):
        hand = replace(HAND, user_id=ANA + number, **fields)
        await store.days.begin_hand(hand)
        await store.messages.put_posted(dm_of(hand.user_id))
        if number % 2 == 0:
            outcome = replace(OUTCOME, score=number - 4, bid=("30", "31")[number % 3 == 0])
            await store.days.save_acts(replace(finished(hand), outcome=outcome), 1)


async def test_deletion_after_the_close_leaves_the_counts_of_a_day(store: Store) -> None:
    await played(store, 5)
    counted = await _facts(store)
    await store.days.close_day(MONDAY, 10.0)
    just_closed = await _facts(store)
    await ClosedDays(store.closings, YieldingClock(10.0)).settle_newest()
    settled = await _facts(store)
    assert just_closed == settled
    assert settled.field == counted.field
    assert (settled.lowest, len(settled.own)) == ({MONDAY: -4}, 1)
    await forget(store, ANA)
    after = await _facts(store)
    assert (after.field, after.lowest, after.own) == (settled.field, settled.lowest, [])
    assert await store.day_scores.week_totals(MONDAY, TUESDAY, 1) == [-2, 0, 2, 4]


async def test_killed_close_is_finished_by_the_next_process(store: Store) -> None:
    await played(store, 3)
    await store.reminders.set_daily_reminder(ANA, MONDAY, wanted=True)
    await forget(store, ANA + 1)
    await store.days.close_day(MONDAY, 10.0)
    fields = await store.closings.count_fields(MONDAY)
    await store.closings.save_fields(MONDAY, fields)
    await store.closings.drop_unfinished(MONDAY, 0, 2)
    await forget(store, ANA)
    assert await store.closings.unsettled_days() == [MONDAY]
    await ClosedDays(store.closings, YieldingClock(10.0)).settle_newest()
    assert await store.closings.unsettled_days() == []
    assert (await _facts(store)).field == fields[0].field
    assert await store.database.read(marks_of) == []
    assert [await store.days.load_hand(MONDAY, ANA + n) is None for n in range(6)] == [
        *(True, True, False, True, False, True)
    ]


def marks_of(connection: Connection) -> list[str]:
    return list(connection.scalars(select(daily_marks.c.mark)))


async def test_unfinished_hands_and_their_messages_are_deleted_in_steps(store: Store) -> None:
    await played(store, 5)
    await store.messages.put_posted(dm_of(ANA + 90))  # reminded, and has not begun
    await store.days.close_day(MONDAY, 10.0)
    last: int | None = 0
    left = []
    while last is not None:
        last = await store.closings.drop_unfinished(MONDAY, last, 3)
        left.append(len(await store.messages.posted_about(MONDAY.isoformat(), PostedKind.DAY)))
    assert left == [10, 8, 7, 5]
    there = [await store.days.load_hand(MONDAY, ANA + number) for number in range(10)]
    assert [hand is not None for hand in there] == [True, False] * 5


async def test_old_hands_lose_their_details_in_steps(store: Store) -> None:
    await played(store, 5, guild_id=GUILD)
    await close(store)
    assert await sweep_days(store, 11.0, 2) == 3
    assert await store.messages.posted_about(MONDAY.isoformat(), PostedKind.DAY) == []
    for number in range(0, 10, 2):
        hand = await store.days.load_hand(MONDAY, ANA + number)
        assert hand is not None
        assert (hand.acts, hand.name, hand.guild_id, hand.is_stripped) == ((), "", None, True)
    assert await store.retention.unswept_days(11.0) == []


async def test_day_with_a_hand_is_never_withdrawn(store: Store) -> None:
    await store.days.open_day(DAY)
    await store.days.open_day(replace(DAY, date=TUESDAY))
    await store.days.begin_hand(HAND)
    await store.days.withdraw_day(MONDAY)
    await store.days.withdraw_day(TUESDAY)
    assert (await store.day_scores.days_played(0)).offered == [MONDAY]


async def test_mark_of_deleted_data_is_a_keyed_hash_until_the_day_closes(store: Store) -> None:
    await store.days.open_day(DAY)
    await store.days.begin_hand(HAND)
    await store.reminders.set_daily_reminder(ANA, MONDAY, wanted=True)
    await store.messages.put_posted(dm_of())
    assert (5, 101) in [
        (each.channel_id, each.message_id) for each in await store.own_data.screens_naming(ANA, 0.0)
    ]
    await forget(store, ANA)
    assert await store.own_data.about(ANA) == {}
    assert await store.days.is_marked(MONDAY, ANA)
    assert not await store.days.is_marked(MONDAY, BO)
    with pytest.raises(Conflict):
        await store.days.begin_hand(HAND)
    await store.days.close_day(MONDAY, 10.0)
    assert not await store.days.is_marked(MONDAY, ANA)


async def test_finishers_are_those_on_the_leaderboards_of_the_server_where_they_began(
    store: Store,
) -> None:
    await save_played_table(store, "k3f9q2", [sample_hand()], sample_game())
    await store.days.open_day(DAY)
    for person, guild_id in ((FOUR[0], GUILD), (FOUR[1], GUILD + 1), (ANA, GUILD)):
        hand = replace(HAND, user_id=person, guild_id=guild_id)
        await store.days.begin_hand(hand)
        await store.days.save_acts(finished(hand), 1)

    await store.servers.save_server_settings(GUILD, daily_channel=5)

    async def found() -> list[int]:
        listed = (await store.day_boards.server_day(GUILD, MONDAY)).people
        return [each.user_id for each in listed if each.outcome == OUTCOME]

    assert await found() == [FOUR[0]]
    await store.people.save_choices(FOUR[0], on_leaderboards=False)
    assert await found() == []


def dm_of(user_id: int = ANA, occasion: int = 1) -> Posted:
    """Build the direct message with a person's hand of Monday."""
    key = PostedKey(PostedKind.DAY, MONDAY.isoformat(), 0, user_id)
    return Posted(key, occasion, 0, 5, 100 + occasion, "digest", at=3.0)


def board_of(kind: PostedKind, day: date, guild_id: int = GUILD) -> Posted:
    """Build the board of a day, or of the week that ends with it."""
    key = PostedKey(kind, day.isoformat(), guild_id)
    return Posted(key, 1, guild_id, 5, 6, "digest", at=3.0)


async def test_close_of_a_day_forgets_the_messages_with_unfinished_hands(store: Store) -> None:
    await store.days.open_day(DAY)
    for user_id in (ANA, BO):
        await store.days.begin_hand(replace(HAND, user_id=user_id))
        await store.messages.put_posted(dm_of(user_id))
    await store.days.save_acts(finished(HAND), 1)
    await close(store)
    assert await store.messages.posted_about(MONDAY.isoformat(), PostedKind.DAY) == [dm_of(ANA)]


async def test_message_with_a_hand_is_forgotten_with_the_hands_plays(store: Store) -> None:
    await store.days.open_day(DAY)
    await store.days.begin_hand(HAND)
    await store.messages.put_posted(dm_of())
    await store.days.save_acts(finished(HAND), 1)
    await store.days.close_day(MONDAY, 10.0)
    assert await sweep_days(store, 10.0) == 0
    assert (await store.own_data.counts(ANA))["posted"] == 1
    assert await sweep_days(store, 11.0) == 1
    assert "posted" not in await store.own_data.counts(ANA)


async def test_message_with_a_void_hand_counts_and_shows_nothing_any_more(store: Store) -> None:
    await store.days.open_day(DAY)
    await store.days.begin_hand(HAND)
    await store.messages.put_posted(dm_of())
    await store.messages.put_posted(dm_of(BO))
    await store.days.begin_hand(replace(HAND, version="two"))
    assert await store.messages.posted_about(MONDAY.isoformat(), PostedKind.DAY) == [dm_of(BO)]
    assert await store.messages.last_occasion(dm_of().key) == 1


OF_DAY = (MONDAY, GUILD, False)
OF_WEEK = (MONDAY + timedelta(days=6), GUILD, True)


async def due(store: Store) -> set[tuple[date, int, bool]]:
    """Return the boards that are due, and have none of them due any more."""
    found = await store.day_boards.due_boards(math.inf, None, 100)
    await store.day_boards.note_looks([(each, None) for each in found])
    return {(each.date, each.guild_id, each.week) for each in found}


async def test_finished_hand_makes_the_board_of_its_server_due_and_only_that_one(
    store: Store,
) -> None:
    await store.days.open_day(DAY)
    for person, guild_id in ((ANA, GUILD), (BO, None)):
        hand = replace(HAND, user_id=person, guild_id=guild_id)
        await store.days.begin_hand(hand)
        await store.days.save_acts(replace(hand, acts=("pass",)), 1)
        assert await due(store) == set()
        await store.days.save_acts(replace(finished(hand), acts=("pass", "31")), 1)
        assert await due(store) == ({OF_DAY} if guild_id else set())


async def test_hand_that_lost_the_race_makes_no_board_due(store: Store) -> None:
    await store.days.open_day(DAY)
    hand = replace(HAND, guild_id=GUILD)
    await store.days.begin_hand(hand)
    with pytest.raises(Conflict):
        await store.days.save_acts(replace(finished(hand), acts=("pass", "31")), 1)
    assert await due(store) == set()


async def test_board_that_was_marked_during_a_look_stays_due(store: Store) -> None:
    await store.days.open_day(DAY)
    for person in (ANA, BO):
        hand = replace(HAND, user_id=person, guild_id=GUILD)
        await store.days.begin_hand(hand)
        await store.days.save_acts(finished(hand), 1)
        if person == ANA:
            (seen,) = await store.day_boards.due_boards(0.0, None, 100)
    for again in (None, 99.0):
        await store.day_boards.note_looks([(seen, again)])
        (left,) = await store.day_boards.due_boards(0.0, None, 100)
        assert left.tries == 0


async def test_people_and_managers_make_the_boards_of_days_and_weeks_due(store: Store) -> None:
    await save_played_table(store, "k3f9q2", [sample_hand()], sample_game())
    await store.days.open_day(DAY)
    hand = replace(HAND, guild_id=GUILD)
    await store.days.begin_hand(hand)
    await store.days.save_acts(finished(hand), 1)
    await due(store)
    await store.people.save_choices(ANA, knows=["42"])
    await store.servers.save_server_settings(GUILD, welcome_channel=5)
    assert await due(store) == set()
    both = {OF_DAY, OF_WEEK}
    await store.people.save_choices(ANA, on_leaderboards=False)
    assert await due(store) == both
    await store.servers.save_server_settings(GUILD, daily_channel=5)
    assert await due(store) == both
    await store.servers.save_server_settings(GUILD, leaderboards=False)
    assert await due(store) == both
    players = (ANA, *FOUR[1:])
    for number, expected in enumerate((both, set())):  # only the first game counts
        ended = sample_game(players=players)
        await save_played_table(store, f"t{number}", [sample_hand(players=players)], ended)
        assert await due(store) == expected
    await forget(store, ANA)
    assert await due(store) == both


async def test_close_of_a_day_makes_its_boards_in_all_servers_due_step_by_step(
    store: Store,
) -> None:
    await store.days.open_day(DAY)
    for guild_id in range(GUILD, GUILD + 5):
        await store.messages.put_posted(board_of(PostedKind.DAY_BOARD, MONDAY, guild_id))
    await store.messages.put_posted(board_of(PostedKind.DAY_BOARD, TUESDAY))
    await store.days.close_day(MONDAY, 10.0)
    everywhere = await store.day_boards.due_everywhere(0.0)
    assert [(each.date, each.week) for each in everywhere] == [
        (MONDAY, False),
        (MONDAY + timedelta(days=6), True),
    ]
    last: int | None = 0
    steps = 0
    while last is not None:
        last = await store.day_boards.mark_boards_of_day(MONDAY, last, 2)
        steps += 1
    assert steps == 3
    assert await due(store) == {(MONDAY, GUILD + n, False) for n in range(5)}


async def test_week_is_due_in_servers_with_a_channel_where_people_have_played(
    store: Store,
) -> None:
    await store.days.open_day(DAY)
    sunday = MONDAY + timedelta(days=6)
    for number, (channel_id, leaderboards) in enumerate(
        ((5, True), (5, False), (None, True), (5, True), (5, True))
    ):
        guild_id = GUILD + number
        await store.servers.save_server_settings(
            guild_id, daily_channel=channel_id, leaderboards=leaderboards
        )
        hand = replace(HAND, user_id=ANA + number, guild_id=guild_id)
        await store.days.begin_hand(hand)
        if number != 3:
            await store.days.save_acts(finished(hand), 1)
    await due(store)
    assert await store.day_boards.mark_boards_of_week(sunday, 0, 100) is None
    assert await due(store) == {(sunday, GUILD, True), (sunday, GUILD + 4, True)}
    assert await store.day_boards.mark_boards_of_week(sunday, GUILD, 1) == GUILD + 3


async def test_old_boards_are_forgotten_in_steps(store: Store) -> None:
    days = [MONDAY + timedelta(days=number) for number in range(3)]
    for day in days:
        for kind in (PostedKind.DAY_BOARD, PostedKind.WEEK_BOARD):
            for guild_id in (GUILD, GUILD + 1):
                await store.messages.put_posted(board_of(kind, day, guild_id))
    await store.messages.put_posted(dm_of())
    steps = []
    while gone := await store.day_boards.forget_boards_before(days[2], 3):
        steps.append(gone)
    assert steps == [3, 1, 3, 1]
    for kind in (PostedKind.DAY_BOARD, PostedKind.WEEK_BOARD):
        assert [len(await store.messages.posted_about(day.isoformat(), kind)) for day in days] == [
            0,
            0,
            2,
        ]
    assert await store.messages.posted_about(MONDAY.isoformat(), PostedKind.DAY) == [dm_of()]


async def test_board_that_somebody_deleted_is_known(store: Store) -> None:
    board = board_of(PostedKind.DAY_BOARD, MONDAY)
    await store.messages.put_posted(board)
    await store.messages.drop_posted(board)
    found = await store.day_boards.server_day(GUILD, MONDAY)
    assert found.board is not None
    assert found.board.shown == DELETED


async def test_only_servers_with_leaderboards_and_a_channel_want_boards(store: Store) -> None:
    await store.servers.save_server_settings(GUILD, daily_channel=5)
    await store.servers.save_server_settings(GUILD + 1, daily_channel=6, leaderboards=False)
    await store.servers.save_server_settings(GUILD + 2, threads=True)
    found = [await store.day_boards.server_day(GUILD + number, MONDAY) for number in range(4)]
    assert [each.channel_id for each in found] == [5, None, None, None]


async def test_deleting_a_server_keeps_its_players_daily_hands(store: Store) -> None:
    await save_played_table(store, "k3f9q2", [sample_hand()], sample_game())
    await store.days.open_day(DAY)
    hand = replace(HAND, user_id=FOUR[0], guild_id=GUILD)
    await store.days.begin_hand(hand)
    await store.days.save_acts(finished(hand), 1)
    await store.servers.server_here(GUILD)
    await store.servers.server_left(GUILD, 1.0)
    while await store.retention.forget_servers(2.0, 100):
        pass
    assert await store.days.load_hand(MONDAY, FOUR[0]) == finished(hand)
    await store.servers.save_server_settings(GUILD, daily_channel=5)
    assert (await store.day_boards.server_day(GUILD, MONDAY)).people == []
