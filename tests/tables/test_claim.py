"""A lay-down: proved from the leader's own view, then played out by the program and saved."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.ai.claims import lay_down
from bot.engine import Phase, SeatView
from bot.records.record import parse_record
from bot.records.referee import judge
from bot.tables.errors import NotProven, NotSeated, NotYourTurn
from bot.tables.model import Status
from bot.tables.views import Note

from .house import ANA, EVE, FOUR, SLEEPLESS, House


def _leads(view: SeatView) -> bool:
    return view.phase is Phase.PLAY and view.trick is not None and not view.trick.plays


async def _led(house: House, table: str, *, sure: bool) -> int:
    """Play until somebody is to lead whose hand is proved good, or is not; return him."""
    while True:
        if (await house.tables.view(table)).status is not Status.PLAYING:
            for user in FOUR:
                await house.tables.ready(table, user)
        user = await house.in_turn(table)
        assert user is not None
        view = (await house.tables.panel(table, user)).view
        assert view is not None
        if _leads(view) and (lay_down(view) is not None) is sure and len(view.hand) > 1:
            return user
        await house.act(table, user)


async def test_a_proved_claim_is_played_out_and_every_trick_is_the_leaders(house: House) -> None:
    table = await house.begun()
    user = await _led(house, table, sure=True)
    before = await house.tables.panel(table, user)
    assert before.view is not None
    panel = await house.tables.claim(table, user, before.table.seq)
    view = panel.view
    assert view is not None
    assert panel.table.status in (Status.BETWEEN, Status.FINISHED)
    assert panel.table.claimed == before.seat
    rest = view.tricks[len(before.view.tricks) :]
    assert rest
    assert {trick.winner for trick in rest} == {before.seat}
    assert [ended.claimed for ended in house.board.ended][-1] == before.seat


async def test_what_is_played_out_is_on_disk_and_passes_the_referee(
    house: House, tmp_path: Path
) -> None:
    table = await house.begun()
    user = await _led(house, table, sure=True)
    panel = await house.tables.claim(table, user)
    seqs = await house.acts(table)
    assert seqs[-1] == panel.table.seq - 1
    assert seqs == list(range(seqs[0], seqs[-1] + 1))
    _, text = await house.tables.record(table)
    judge(parse_record(text))
    other = House(house.store, house.clock, SLEEPLESS, "t")
    again = await other.tables.view(table)
    assert again.claimed == panel.table.claimed
    assert again.view == panel.table.view


async def test_a_hand_that_is_played_to_its_end_was_not_claimed(house: House) -> None:
    table = await house.begun()
    await house.play_hand(table)
    other = House(house.store, house.clock, SLEEPLESS, "t")
    assert (await other.tables.view(table)).claimed is None


async def test_a_new_hand_is_not_claimed(house: House) -> None:
    table = await house.begun()
    user = await _led(house, table, sure=True)
    await house.tables.claim(table, user)
    for each in FOUR:
        await house.tables.ready(table, each)
    assert (await house.tables.view(table)).claimed is None


async def test_a_claim_that_cannot_be_proved_changes_nothing(house: House) -> None:
    table = await house.begun()
    user = await _led(house, table, sure=False)
    before = await house.tables.view(table)
    panel = await house.tables.panel(table, user)
    house.computers.asked.clear()
    with pytest.raises(NotProven) as refused:
        await house.tables.claim(table, user)
    assert refused.value.leads
    assert await house.tables.view(table) == before
    assert house.computers.asked == [panel.view]


async def test_only_he_who_is_to_lead_may_claim(house: House) -> None:
    table = await house.begun_with_turn_of(ANA)
    with pytest.raises(NotSeated):
        await house.tables.claim(table, EVE)
    with pytest.raises(NotProven) as refused:
        await house.tables.claim(table, ANA)
    assert not refused.value.leads
    await house.act(table, ANA)
    with pytest.raises(NotYourTurn):
        await house.tables.claim(table, ANA)


async def test_a_button_of_an_earlier_turn_claims_nothing(house: House) -> None:
    table = await house.begun()
    user = await _led(house, table, sure=True)
    before = await house.tables.view(table)
    panel = await house.tables.claim(table, user, before.seq - 1)
    assert panel.note is Note.STALE
    assert await house.tables.view(table) == before
