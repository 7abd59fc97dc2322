"""Exporting and deleting everything the database holds about a person."""

from __future__ import annotations

import json
from dataclasses import replace

import orjson
import pytest
from sqlalchemy import BigInteger, String, cast, select

from bot.events.model import Entry, EventStatus
from bot.plans.model import Answer, Plan, Said
from bot.store import Store
from bot.store.own_data import OF_OTHERS, PERSON, STAYS
from bot.store.schema import metadata
from bot.tables.model import Occupant, Seat
from bot.tables.stored import SeatChange, SeatEvent
from bot.upkeep.views import NewReport
from bot.values.posted import Posted, PostedKey, PostedKind
from bot.values.redraw import Redraw
from bot.values.seat_alerts import SeatAlert
from tests.store.samples import an_event

from .samples import (
    FOUR,
    GUILD,
    act,
    forget,
    game,
    hand,
    next_change,
    save_played_table,
    shake,
    table,
)

pytestmark = pytest.mark.slow

ANA = 777_000_777
NAME = "Secret Name"
GUESTS = (ANA, *FOUR[1:])
NAMES = (NAME, "Ella", "Steve", "Will")
UNTIL_THE_END = {"redraws", "deletions"}
PLAN = Plan(
    plan_id="",
    guild_id=GUILD,
    channel_id=4,
    host_id=None,
    host_name="",
    game="42",
    rules={},
    first="2027-03-05T20:00",
    zone="UTC",
    weekly=False,
    named=True,
    seats=4,
    made_at=900.0,
    at=1900.0,
)
PLACES = {
    "guild_id",
    "channel_id",
    "home_channel_id",
    "minute",
    "message_id",
    "since",
    "host_role",
    "event_role",
    "players_role",
    "daily_channel",
    "welcome_channel",
    "part",
    "channel_of_last",
}


def test_every_id_column_is_classified_as_personal_or_not() -> None:
    wide = {
        column.name
        for each in metadata.sorted_tables
        for column in each.columns
        if isinstance(column.type, BigInteger)
    }
    assert wide == set(PERSON) | set(STAYS) | set(OF_OTHERS) | PLACES
    for each in metadata.sorted_tables:
        for person, name in PERSON.items():
            if person in each.c and each.name in ("seats", "people", "game_players"):
                assert name is None or name in each.c


async def dump(store: Store) -> dict[str, str]:
    """Dump the rows of each database table as text."""
    found = {}
    for each in metadata.sorted_tables:
        columns = [cast(column, String) for column in each.columns]
        rows = await store.database.read(
            lambda c, columns=columns: c.execute(select(*columns)).all()
        )
        found[each.name] = repr(rows)
    return found


async def save_traces(store: Store) -> None:
    """Save something about Ana in every table that can hold personal data."""
    seats = tuple(
        Seat(Occupant.PERSON, user, name) for user, name in zip(GUESTS, NAMES, strict=True)
    )
    await store.people.save_choices(ANA, name=NAME, dms=False, locale="es-ES")
    await store.dm_channels.save_dm_channel(ANA, 2)
    rows = [hand(players=GUESTS, bidder=0)]
    end = game(players=GUESTS, names=NAMES, winner=0)
    await save_played_table(store, "ended1", rows, end, seats=seats, host_id=ANA)
    sat = SeatChange(SeatEvent.SAT, 0, ANA, 1, 900.0)
    waiting = Seat(Occupant.COMPUTER, None, "Lou", dealt_to=ANA)
    now = await store.tables.create(
        table("live01", seats=(waiting, *seats[1:]), host_id=ANA), shake(), [sat]
    )
    await store.tables.commit(next_change(now, replace(act(1), user_id=ANA)))
    hand_of_ana = Posted(PostedKey(PostedKind.HAND, "live01", 1, ANA), 1, 0, 2, 3)
    await store.messages.put_posted(hand_of_ana)
    taken_back = Posted(PostedKey(PostedKind.HAND, "live01", 2, ANA), 1, 0, 2, 7)
    await store.messages.put_posted(taken_back)
    await store.messages.drop_posted(taken_back)
    for table_id, message_id in (("ended1", 5), ("live01", 6)):
        board = PostedKey(PostedKind.BOARD, table_id, 1)
        await store.messages.put_posted(Posted(board, 1, GUILD, 4, message_id))
    entries = (Entry(0, ANA, NAME), Entry(1, 12, "Ella", ANA), Entry(2, 13, "Steve"))
    over = an_event("over", entries=entries, host_id=ANA)
    await store.events.create_event(over)
    await store.messages.put_posted(Posted(PostedKey(PostedKind.EVENT, "over", 1), 1, GUILD, 4, 8))
    await store.events.save_event(replace(over, version=1, status=EventStatus.CLOSED))
    await store.reports.add_report(NewReport(ANA, NAME, 7, 70, "Rude."), 900.0, 3)
    await store.reports.add_report(NewReport(12, "Ella", 7, 70, f"<@{ANA}>", (ANA,)), 900.0, 3)
    await store.events.create_event(an_event("soon", entries=entries[1:], host_id=ANA))
    await store.messages.put_posted(Posted(PostedKey(PostedKind.EVENT, "soon", 1), 1, GUILD, 4, 9))
    answers = (Answer(ANA, NAME, Said.IN, 1), Answer(12, "Ella", Said.OUT, 2))
    for plan_id, host_id, host_name in (("mine", ANA, NAME), ("hers", 12, "Ella")):
        planned = replace(PLAN, plan_id=plan_id, host_id=host_id, host_name=host_name)
        await store.plans.add_plan(replace(planned, people=answers))
    await store.invitations.invite("live01", [ANA], 12, 900.0)
    await store.invitations.invite("live01", [12], ANA, 900.0)
    await store.alerts.save_alert(SeatAlert(ANA, 4, GUILD), 900.0, 9)
    await store.alerts.take_alert(ANA, "live01", now=900.0, since=0.0)
    await store.pings.take_pings("live01", ANA, [12], now=900.0, since=0.0, most=3)
    await store.pings.take_pings("live01", 12, [ANA], now=900.0, since=0.0, most=3)
    for user_id in (ANA, 12):
        await store.wrong_codes.take_try(user_id, now=900.0, since=0.0, most=3)


async def test_host_does_not_see_what_was_advised_at_the_table(store: Store) -> None:
    await save_traces(store)
    stored = await store.tables.load("live01")
    assert stored is not None
    advised = ((1, "pass"), (2, "31"))
    await store.tables.commit(next_change(replace(stored.table, advised=advised)))
    stored = await store.tables.load("live01")
    assert stored is not None
    assert stored.table.advised == advised
    found = await store.own_data.about(ANA)
    assert "live01" in {row["table_id"] for row in found["tables"]}
    assert not [row for rows in found.values() for row in rows if "advised" in row]


async def test_finished_hand_keeps_what_was_advised(store: Store) -> None:
    advised = ((1, "31"), (9, "64"))
    await save_played_table(store, "ended1", [hand(advised=advised)], None)
    await forget(store, ANA)
    (row,) = await store.results.hands("ended1", 1)
    assert row.advised == advised


async def test_export_is_complete_and_names_nobody_else(store: Store) -> None:
    await save_traces(store)
    found = await store.own_data.about(ANA)
    assert json.loads(orjson.dumps(found)) == found  # its copy is encoded by orjson
    there = {name for name, rows in (await dump(store)).items() if str(ANA) in rows}
    assert set(found) == there
    assert there == {
        *("tables", "seats", "seat_log", "acts", "hand_players", "game_players", "standings"),
        *("partners", "people", "dm_channels", "posted", "events", "event_players"),
        *("reports", "report_people", "pings", "plans", "plan_people", "invitations"),
        *("seat_alerts", "alerted", "wrong_codes"),
    }
    text = repr(found)
    assert text.count(NAME) == sum(rows.count(NAME) for rows in (await dump(store)).values())
    for name in NAMES[1:]:
        assert name not in text
    for user in FOUR[1:]:
        assert f"'user_id': '{user}'" not in text
    assert {type(row["guild_id"]) for row in found["tables"]} == {str}


async def test_deletion_leaves_no_trace_of_a_person(store: Store) -> None:
    await save_traces(store)
    assert set(await store.own_data.tables_naming(ANA)) == {"live01"}
    assert set(await store.own_data.events_naming(ANA)) == {"soon"}
    assert set(await store.own_data.screens_naming(ANA, 0.0)) == {
        Redraw(2, 3),
        Redraw(4, 5, "ended1", 1),
        Redraw(4, 8, event_id="over"),
        Redraw(4, 9, event_id="soon"),
    }
    old = await store.own_data.screens_naming(ANA, 1e9)
    assert {screen.message_id for screen in old} == {3, 9}
    before = await dump(store)
    await forget(store, ANA)
    after = await dump(store)
    for name, rows in after.items():
        assert str(ANA) not in rows, name
        assert NAME not in rows, name
    assert await store.own_data.about(ANA) == {}
    for other in ("Ella", "Steve", "Will"):
        assert sum(r.count(other) for r in after.values()) == sum(
            r.count(other) for r in before.values()
        )
    assert (await store.results.hands("ended1", 1))[0].record == hand().record


async def test_deletion_bumps_the_version_of_a_live_table(store: Store) -> None:
    await save_traces(store)
    before = await store.tables.load("live01")
    await forget(store, ANA)
    after = await store.tables.load("live01")
    assert before is not None
    assert after is not None
    assert after.table.version > before.table.version
    assert after.table == replace(
        before.table,
        version=after.table.version,
        host_id=0,
        seats=(replace(before.table.seats[0], dealt_to=None), *before.table.seats[1:]),
    )


async def test_deleting_an_unknown_person_changes_nothing(store: Store) -> None:
    await save_traces(store)
    before = await dump(store)
    await forget(store, 5)
    assert await store.own_data.about(5) == {}
    assert await dump(store) == before


async def test_interrupted_deletion_resumes_in_small_steps(store: Store) -> None:
    await save_traces(store)
    await store.own_data.begin_deletion(ANA, await store.own_data.screens_naming(ANA, 0.0), 5.0)
    assert await store.own_data.delete_some(ANA, 1) == 1  # and then the process dies
    assert await store.own_data.unfinished_deletions() == [ANA]
    assert sum((await store.own_data.counts(ANA)).values()) > 10
    await store.own_data.begin_deletion(ANA, await store.own_data.screens_naming(ANA, 0.0), 6.0)
    while count := await store.own_data.delete_some(ANA, 2):
        assert count <= 2
    assert await store.own_data.unfinished_deletions() == []
    assert await store.own_data.counts(ANA) == {}


async def test_hand_distinguishes_a_deleted_player_from_a_computer(store: Store) -> None:
    await save_played_table(store, "ended1", [hand(players=(ANA, None, *FOUR[2:]))], None)
    await forget(store, ANA)
    (row,) = await store.results.hands("ended1", 1)
    assert row.players == (None, None, *FOUR[2:])
    assert row.forgotten == (0,)


async def test_no_message_is_redrawn_before_the_name_on_it_is_gone(store: Store) -> None:
    await save_traces(store)
    await store.own_data.begin_deletion(ANA, await store.own_data.screens_naming(ANA, 0.0), 5.0)
    taken = 0
    while await store.own_data.delete_some(ANA, 1):
        is_due = await store.redraws.next_redraw_at() is not None
        is_taken = await store.redraws.take_redraw(9.0, 5.0, 60.0) is not None
        taken += is_taken
        assert (not is_due and not is_taken) or set(
            await store.own_data.counts(ANA)
        ) <= UNTIL_THE_END
    assert taken


async def test_counts_match_the_copy(store: Store) -> None:
    await save_traces(store)
    rows = await store.own_data.about(ANA)
    assert await store.own_data.counts(ANA) == {name: len(found) for name, found in rows.items()}
