"""Preferences, and deleting a person."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from sqlalchemy import String, cast, select

from bot.stats.views import GameKind
from bot.store import Store
from bot.store.finishing import seat_log
from bot.store.schema import metadata
from bot.tables.results import LESSON_GAME
from bot.tables.stored import SeatChange, SeatEvent
from bot.values.posted import Posted, PostedKey, PostedKind
from bot.values.preferences import Preferences

from .samples import GUILD, act, forget, game, hand, next_change, save_played_table, shake, table

BOARD = Posted(PostedKey(PostedKind.BOARD, "k3f9q2", 1), 1, GUILD, 2**62, 2**62 + 1, "abc")
HAND = Posted(PostedKey(PostedKind.HAND, "k3f9q2", 1, 777), 1, 0, 2**62, 2**62 + 2)


async def test_preferences_are_the_defaults_until_saved(store: Store) -> None:
    assert await store.people.preferences(11) == Preferences(11)
    chosen = Preferences(11, dms=False, dm_closed=True, locale="es-ES", name="Zoë")
    await store.people.save_choices(11, dms=True, dm_closed=True, locale="es-ES", name="Zoë")
    await store.people.save_choices(11, dms=False)
    assert await store.people.preferences(11) == chosen
    assert await store.people.preferences(12) == Preferences(12)


async def test_results_update_the_name_and_keep_preferences(store: Store) -> None:
    chosen = Preferences(11, dms=False, dm_closed=True, locale="es-ES", name="Old")
    await store.people.save_choices(11, dms=False, dm_closed=True, locale="es-ES", name="Old")
    await save_played_table(store, "k3f9q2", [hand()], None)
    assert await store.people.preferences(11) == replace(chosen, name="Nancy")
    renamed = game(names=("Nan", "Ella", "Steve", "Will"))
    await save_played_table(store, "second", [hand()], renamed)
    assert await store.people.preferences(11) == replace(chosen, name="Nan")


async def test_finishing_a_hand_marks_a_player_as_knowing_42(store: Store) -> None:
    assert not await store.people.knows_game(11, "42")
    passed = replace(hand(), bidder=None, bid=None, contract=None, made=None)
    await save_played_table(store, "thrown", [passed], None)
    assert not await store.people.knows_game(11, "42")
    await save_played_table(store, "k3f9q2", [hand()], None)
    assert await store.people.knows_game(11, "42")


async def test_player_can_say_which_game_they_know(store: Store) -> None:
    await store.people.save_choices(11, knows=("88", "moon"))
    assert (await store.people.preferences(11)).knows == ("88", "moon")
    assert await store.people.knows_game(11, "moon")
    assert not await store.people.knows_game(11, "42")


async def test_who_played_one_game_is_not_taken_to_know_another(store: Store) -> None:
    await save_played_table(store, "k3f9q2", [hand()], None, game="moon")
    assert await store.people.knows_game(11, "moon")
    assert not await store.people.knows_game(11, "42")


async def test_lesson_hand_teaches_42_whatever_its_table_plays_later(store: Store) -> None:
    lesson = replace(hand(), game_no=LESSON_GAME)
    await save_played_table(store, "k3f9q2", [lesson], None, game="moon")
    assert await store.people.knows_game(11, "42")
    assert not await store.people.knows_game(11, "moon")


async def test_hand_counts_for_the_game_that_was_played_then(store: Store) -> None:
    await save_played_table(store, "k3f9q2", [hand()], game(), game="moon")
    assert await store.people.knows_game(11, "42")
    assert not await store.people.knows_game(11, "moon")


async def test_deletion_removes_a_person_from_every_row_and_keeps_others(store: Store) -> None:
    left = SeatChange(SeatEvent.LEFT, 0, 777, 1, 900.5)
    stayed = SeatChange(SeatEvent.SAT, 1, 12, 1, 901.5)
    now = await store.tables.create(
        table(host_id=777, seats=table().seats), shake(), [left, stayed]
    )
    await store.tables.commit(next_change(now, replace(act(1), user_id=777)))
    guests = [777, 12, 13, 14]
    names = ("Secret Name", "Ella", "Steve", "Will")
    seats = tuple(
        replace(seat, user_id=user_id, name=name)
        for seat, user_id, name in zip(table().seats, guests, names, strict=True)
    )
    ended = await save_played_table(
        store,
        "second",
        [hand(players=tuple(guests))],
        game(players=tuple(guests), names=names),
        seats=seats,
        host_id=777,
    )
    await store.messages.put_posted(HAND)
    await store.messages.put_posted(BOARD)
    others = [
        await store.profiles.standing(GUILD, user_id, GameKind.PEOPLE) for user_id in guests[1:]
    ]

    await forget(store, 777)

    for kept in metadata.sorted_tables:
        columns = [cast(column, String) for column in kept.columns if column.name != "host_id"]
        rows = await store.database.read(
            lambda connection, columns=columns: connection.execute(select(*columns)).all()
        )
        assert "Secret Name" not in repr(rows), kept.name
        assert "777" not in repr(rows), kept.name
    after = await store.tables.load("second")
    assert after is not None
    assert after.table.host_id == 0
    assert [seat.user_id for seat in after.table.seats] == [None, 12, 13, 14]
    assert after.table.seats[1:] == ended.seats[1:]
    assert list(await store.database.read(partial(seat_log, table_id="k3f9q2"))) == [
        replace(left, user_id=None),
        stayed,
    ]
    assert (await store.results.hands("second", 1))[0].players == (None, 12, 13, 14)
    last = await store.results.last_game("second")
    assert last is not None
    assert last.players == (None, 12, 13, 14)
    assert last.names == ("", "Ella", "Steve", "Will")
    assert (await store.profiles.standing(None, 777, GameKind.ALL)).hands == 0
    assert [
        await store.profiles.standing(GUILD, user, GameKind.PEOPLE) for user in guests[1:]
    ] == others
    assert await store.messages.posted_about("k3f9q2", *PostedKind) == [BOARD]
