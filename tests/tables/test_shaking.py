"""Players' words are mixed into the next shake after it is committed."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from bot.tables.errors import NoShakeWords, NotSeated, WrongStatus
from bot.tables.hands import new_shake
from tests.support.house import ANA, BO, CY, DI, EVE, House
from texas42.records.shake import public_text, shakes_in
from texas42.records.shakefile import parse_shake_file, verify


async def _play_first_hand(house: House) -> str:
    """Start a game and finish its first hand."""
    table = await house.start_game(ANA, BO, CY, DI)
    await house.play_hand(table)
    return table


async def _start_next_hand(house: House, table: str) -> None:
    for person in (ANA, BO, CY, DI):
        await house.tables.ready(table, person)


async def _public_text(house: House, table: str, hand_no: int) -> str:
    shake = await house.store.tables.shake_of(table, hand_no)
    assert shake is not None
    return shake.public


async def test_words_are_in_the_shake_and_its_proof_in_order(house: House) -> None:
    table = await _play_first_hand(house)
    before = (await house.tables.view(table)).commitment
    await house.tables.shaking.add(table, CY, "Gig 'em, 1876!", 2)
    progress = await house.tables.shaking.add(table, ANA, "howdy", 2)
    seats = {person: progress.after.seat_of(person) for person in (ANA, CY)}
    assert progress.after.shake_words == (seats[CY], seats[ANA])
    assert progress.after.commitment == before
    await _start_next_hand(house, table)
    expected = f"{table}:2:s{seats[CY]}=Gigem1876,s{seats[ANA]}=howdy"
    assert await _public_text(house, table, 2) == expected
    await house.play_hand(table)
    proof = await house.tables.archive.proof(table, 2)
    assert proof.seats == (seats[CY], seats[ANA])
    file = parse_shake_file(proof.content)
    assert (file.public, file.commitment, verify(file)) == (expected, before, ())
    assert verify(replace(file, public=f"{table}:2:")) != ()


async def test_without_words_the_proof_names_no_seat(house: House) -> None:
    table = await _play_first_hand(house)
    proof = await house.tables.archive.proof(table, 1)
    assert proof.seats == ()
    assert json.loads(proof.content)["public"] == f"{table}:1:"


async def test_newest_words_of_a_player_replace_earlier_ones(house: House) -> None:
    table = await _play_first_hand(house)
    await house.tables.shaking.add(table, ANA, "one", 2)
    await house.tables.shaking.add(table, BO, "two", 2)
    await house.tables.shaking.add(table, ANA, "three", 2)
    assert [text for _, text in shakes_in(await _public_text(house, table, 2))] == ["two", "three"]


@pytest.mark.parametrize("words", ["", "  ", ",=:", "!?", "\u200b\u202e"])
async def test_words_without_a_letter_or_digit_are_refused(house: House, words: str) -> None:
    table = await _play_first_hand(house)
    with pytest.raises(NoShakeWords):
        await house.tables.shaking.add(table, ANA, words, 2)
    assert await _public_text(house, table, 2) == f"{table}:2:"


async def test_words_are_cut_to_forty_letters(house: House) -> None:
    table = await _play_first_hand(house)
    await house.tables.shaking.add(table, ANA, "x" * 4000, 2)
    assert [len(text) for _, text in shakes_in(await _public_text(house, table, 2))] == [40]


async def test_only_seated_people_can_add_words(house: House) -> None:
    table = await _play_first_hand(house)
    with pytest.raises(NotSeated):
        await house.tables.shaking.add(table, EVE, "evil", 2)


async def test_words_are_refused_once_the_tiles_are_dealt(house: House) -> None:
    table = await _play_first_hand(house)
    await _start_next_hand(house, table)
    for hand_no in (1, 2, 3):
        with pytest.raises(WrongStatus):
            await house.tables.shaking.add(table, ANA, "late", hand_no)
    assert await _public_text(house, table, 2) == f"{table}:2:"


async def test_words_for_a_finished_hand_are_refused(house: House) -> None:
    table = await _play_first_hand(house)
    with pytest.raises(WrongStatus):
        await house.tables.shaking.add(table, ANA, "old", 1)


async def test_words_survive_a_restart(house: House, file: Path) -> None:
    table = await _play_first_hand(house)
    await house.tables.shaking.add(table, ANA, "still here", 2)
    await house.tables.stop()
    again = await House.build(file, house.clock, start=False)
    assert len((await again.tables.view(table)).shake_words) == 1
    await _start_next_hand(again, table)
    assert "stillhere" in await _public_text(again, table, 2)
    await again.stop()


def test_words_are_parsed_back_from_the_public_text() -> None:
    assert shakes_in(new_shake("k3f9q2", 4, bytes(32)).public) == ()
    public = public_text("k3f9q2:4", [("s0", "a1"), ("s3", "é")])
    assert shakes_in(public) == (("s0", "a1"), ("s3", "é"))
