"""Players' words go into the next shake: after its commitment, and before its tiles are dealt."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from bot.records.shake import public_text, shakes_in
from bot.records.shakefile import parse_shake_file, verify
from bot.tables.errors import NoShakeWords, NotSeated, WrongStatus
from bot.tables.hands import new_shake

from .house import ANA, BO, CY, DI, EVE, House


async def _over(house: House) -> str:
    """Return a table whose first hand is over."""
    table = await house.begun(ANA, BO, CY, DI)
    await house.play_hand(table)
    return table


async def _next(house: House, table: str) -> None:
    for person in (ANA, BO, CY, DI):
        await house.tables.ready(table, person)


async def _public(house: House, table: str, hand_no: int) -> str:
    shake = await house.store.shake_of(table, hand_no)
    assert shake is not None
    return shake.public


async def test_words_are_in_the_deal_and_in_its_proof_in_the_order_they_came(
    house: House,
) -> None:
    table = await _over(house)
    before = (await house.tables.view(table)).commitment
    await house.tables.shaking.add(table, CY, "Gig 'em, 1876!", 2)
    progress = await house.tables.shaking.add(table, ANA, "howdy", 2)
    seats = {person: progress.after.seat_of(person) for person in (ANA, CY)}
    assert progress.after.shake_words == (seats[CY], seats[ANA])
    assert progress.after.commitment == before
    await _next(house, table)
    expected = f"{table}:2:s{seats[CY]}=Gigem1876,s{seats[ANA]}=howdy"
    assert await _public(house, table, 2) == expected
    await house.play_hand(table)
    proof = await house.tables.archive.proof(table, 2)
    assert proof.seats == (seats[CY], seats[ANA])
    file = parse_shake_file(proof.content)
    assert (file.public, file.commitment, verify(file)) == (expected, before, ())
    assert verify(replace(file, public=f"{table}:2:")) != ()


async def test_without_words_the_proof_names_no_seat(house: House) -> None:
    table = await _over(house)
    proof = await house.tables.archive.proof(table, 1)
    assert proof.seats == ()
    assert json.loads(proof.content)["public"] == f"{table}:1:"


async def test_a_player_has_one_text_in_a_shake_the_newest(house: House) -> None:
    table = await _over(house)
    await house.tables.shaking.add(table, ANA, "one", 2)
    await house.tables.shaking.add(table, BO, "two", 2)
    await house.tables.shaking.add(table, ANA, "three", 2)
    assert [text for _, text in shakes_in(await _public(house, table, 2))] == ["two", "three"]


@pytest.mark.parametrize("words", ["", "  ", ",=:", "!?", "\u200b\u202e"])
async def test_what_has_no_letter_and_no_digit_is_refused(house: House, words: str) -> None:
    table = await _over(house)
    with pytest.raises(NoShakeWords):
        await house.tables.shaking.add(table, ANA, words, 2)
    assert await _public(house, table, 2) == f"{table}:2:"


async def test_of_a_long_text_forty_letters_count(house: House) -> None:
    table = await _over(house)
    await house.tables.shaking.add(table, ANA, "x" * 4000, 2)
    assert [len(text) for _, text in shakes_in(await _public(house, table, 2))] == [40]


async def test_nobody_but_the_people_at_the_table_adds_words(house: House) -> None:
    table = await _over(house)
    with pytest.raises(NotSeated):
        await house.tables.shaking.add(table, EVE, "evil", 2)


async def test_once_the_tiles_are_dealt_no_words_come_in(house: House) -> None:
    table = await _over(house)
    await _next(house, table)
    for hand_no in (1, 2, 3):
        with pytest.raises(WrongStatus):
            await house.tables.shaking.add(table, ANA, "late", hand_no)
    assert await _public(house, table, 2) == f"{table}:2:"


async def test_words_for_a_hand_that_is_over_do_not_go_into_the_next(house: House) -> None:
    table = await _over(house)
    with pytest.raises(WrongStatus):
        await house.tables.shaking.add(table, ANA, "old", 1)


async def test_words_last_over_a_restart(house: House, file: Path) -> None:
    table = await _over(house)
    await house.tables.shaking.add(table, ANA, "still here", 2)
    await house.tables.stop()
    again = await House.build(file, house.clock, start=False)
    assert len((await again.tables.view(table)).shake_words) == 1
    await _next(again, table)
    assert "stillhere" in await _public(again, table, 2)
    await again.stop()


def test_texts_of_a_public_text_are_read_back() -> None:
    assert shakes_in(new_shake("k3f9q2", 4, bytes(32)).public) == ()
    public = public_text("k3f9q2:4", [("s0", "a1"), ("s3", "é")])
    assert shakes_in(public) == (("s0", "a1"), ("s3", "é"))
