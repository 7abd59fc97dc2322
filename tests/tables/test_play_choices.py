"""Playing choices: auto-play an only legal domino, or ask before each play."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from bot.tables.model import Seat, Status
from bot.tables.views import Note
from tests.support.house import ANA, BO, CY, FOUR, House
from texas42.engine import Phase, format_action


async def _set_auto_play(house: House, user: int, *, wanted: bool) -> None:
    """Turn the auto-play setting on or off."""
    await house.store.people.save_choices(user, plays_forced=wanted)
    await house.tables.play_choices.follow(user)


async def _seat(house: House, table: str, user: int) -> Seat:
    stored = await house.store.tables.load(table)
    assert stored is not None
    return next(seat for seat in stored.table.seats if seat.user_id == user)


async def _until_choice(house: House, table: str, user: int, *, forced: bool) -> None:
    """Play until this person has a turn with one (or several) legal dominoes."""
    while True:
        await house.until_turn_of(table, user)
        view = (await house.tables.panel(table, user)).view
        assert view is not None
        if view.phase is Phase.PLAY and (len(view.legal) == 1) is forced:
            return
        await house.act(table, user)


async def test_only_legal_domino_is_auto_played(house: House) -> None:
    table = await house.start_game(*FOUR)
    await _until_choice(house, table, ANA, forced=True)
    before = await house.tables.view(table)
    await house.later(10.0)
    assert (await house.tables.view(table)).seq == before.seq
    await _set_auto_play(house, ANA, wanted=True)  # takes effect in the middle of a turn
    await house.settle()
    assert (await house.tables.view(table)).seq == before.seq + 1


async def test_auto_play_pauses_like_a_computer(house: House) -> None:
    await _set_auto_play(house, ANA, wanted=True)
    table = await house.start_game(*FOUR)
    pauses = {False: set[float](), True: set[float]()}
    while (before := await house.tables.view(table)).status is Status.PLAYING:
        assert before.view is not None
        panel = (await house.tables.panel(table, ANA)).view
        mine = panel is not None and len(panel.legal) == 1 and panel.phase is Phase.PLAY
        if not mine:
            await house.step(table)
            continue
        while (after := await house.tables.view(table)).seq == before.seq:
            await house.later(0.01)
        pauses[not (before.view.trick and before.view.trick.plays)].add(
            round(after.turn_since - before.turn_since, 2)
        )
    assert pauses[False] == {1.2}
    assert pauses[True] <= {1.8}


async def test_bids_and_real_choices_are_never_auto_played(house: House) -> None:
    await _set_auto_play(house, ANA, wanted=True)
    table = await house.start_on_turn_of(ANA, *FOUR)
    before = await house.tables.view(table)
    assert before.view is not None
    assert before.view.phase is Phase.CALL
    await house.later(10.0)
    assert (await house.tables.view(table)).seq == before.seq
    await _until_choice(house, table, ANA, forced=False)
    before = await house.tables.view(table)
    await house.later(10.0)
    assert (await house.tables.view(table)).seq == before.seq


async def test_auto_played_act_counts_as_the_persons_own(house: House) -> None:
    table = await house.start_game(*FOUR)
    await _until_choice(house, table, BO, forced=True)
    await _set_auto_play(house, BO, wanted=True)
    await house.later(2.0)
    stored = await house.store.tables.load(table)
    assert stored is not None
    assert stored.acts[-1].user_id == BO


async def test_auto_play_setting_follows_a_person_to_their_seat(file: Path) -> None:
    house = await House.build(file)
    await _set_auto_play(house, ANA, wanted=True)
    await _set_auto_play(house, CY, wanted=True)
    table = await house.start_game(ANA, BO)
    assert [(await _seat(house, table, user)).plays_forced for user in (ANA, BO)] == [True, False]
    await house.sit(table, CY)  # joins at the next shake
    await house.play_hand(table)
    for user in (ANA, BO, CY):
        await house.tables.ready(table, user)
    assert (await _seat(house, table, CY)).plays_forced
    await _until_choice(house, table, BO, forced=True)
    await _set_auto_play(house, BO, wanted=True)
    seq = (await house.tables.view(table)).seq
    await house.stop()
    house = await House.build(file, house.clock)
    await house.later(2.0)
    assert (await house.tables.view(table)).seq == seq + 1
    await house.stop()


async def test_turning_the_setting_off_ends_auto_play(house: House) -> None:
    await _set_auto_play(house, ANA, wanted=True)
    table = await house.start_game(*FOUR)
    await _set_auto_play(house, ANA, wanted=False)
    await _until_choice(house, table, ANA, forced=True)
    before = await house.tables.view(table)
    await house.later(10.0)
    assert (await house.tables.view(table)).seq == before.seq


async def test_unconfirmed_play_waits_for_a_second_press(house: House) -> None:
    table = await house.start_game(*FOUR)
    await _until_choice(house, table, ANA, forced=False)
    await house.store.people.save_choices(ANA, asks_first=True)
    await house.tables.play_choices.follow(ANA)
    before = await house.tables.panel(table, ANA)
    assert before.view is not None
    tile = format_action(before.view.legal[0], before.view.rules)
    press = partial(house.tables.act, table, ANA, tile, phase=Phase.PLAY, seq=before.table.seq)
    asked = await press(confirmed=False)
    assert asked.note is Note.UNCONFIRMED
    assert asked.after.seq == before.table.seq
    played = await press()
    assert played.note is None
    assert played.after.seq > before.table.seq


async def test_stale_press_is_not_asked_to_confirm(house: House) -> None:
    table = await house.start_game(*FOUR)
    await _until_choice(house, table, ANA, forced=False)
    await house.store.people.save_choices(ANA, asks_first=True)
    await house.tables.play_choices.follow(ANA)
    progress = await house.tables.act(table, ANA, "64", phase=Phase.PLAY, seq=0, confirmed=False)
    assert progress.note is Note.STALE
