"""An unproved lay-down is shown to everyone and accepted or refused by the opponents."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from bot.tables.claims import rules as claim_rules
from bot.tables.claims.rules import winning_line
from bot.tables.clocks.deadlines import Timing
from bot.tables.describe import panel_view
from bot.tables.errors import NotAsked, NotProven, NotSeated
from bot.tables.model import Claim, Status, TableClock
from bot.tables.views import ExposedHand, Note
from tests.support.house import ANA, BO, EVE, FOUR, NAMES, SLEEPLESS, House
from texas42.ai.solver.claims import lay_down
from texas42.engine import SeatView, view_for
from texas42.records.record import parse_record
from texas42.records.referee import judge

from .claiming import is_led, lay_down_unproved


async def test_unproved_lay_down_shows_the_hand_and_asks_the_opponents(house: House) -> None:
    table, user, (left, right) = await lay_down_unproved(house, line=True)
    view = await house.tables.view(table)
    held = (await house.tables.panel(table, user)).view
    assert held is not None
    assert view.laid_down == (ExposedHand(FOUR.index(user), held.hand),)
    for reader in (*FOUR, EVE):
        panel = await house.tables.panel(table, reader)
        assert panel.view is not None
        assert panel.view.exposed[FOUR.index(user)] == held.hand
        assert panel.view.exposed.count(()) == 3
    assert view.claim is not None
    assert view.claim.seat == FOUR.index(user)
    assert set(view.claim.waiting) == {FOUR.index(left), FOUR.index(right)}
    assert (await house.tables.claim(table, user)).panel.table.claim == view.claim


async def test_granted_claim_is_played_out_by_the_rules(house: House) -> None:
    table, user, (left, right) = await lay_down_unproved(house, line=True)
    before = await house.tables.panel(table, user)
    assert before.view is not None
    panel = (await house.tables.claims.answer(table, left, before.table.seq, grants=True)).panel
    assert panel.table.claim is not None
    assert panel.table.claim.waiting == (FOUR.index(right),)
    assert (await house.tables.claims.answer(table, left, grants=True)).panel.table == panel.table
    panel = (await house.tables.claims.answer(table, right, before.table.seq, grants=True)).panel
    assert panel.view is not None
    assert panel.table.claimed == before.seat
    assert panel.table.claim is None
    rest = panel.view.tricks[len(before.view.tricks) :]
    assert {trick.winner for trick in rest} == {before.seat}
    _, text = await house.tables.archive.record(table)
    judge(parse_record(text))


async def test_concurrent_grants_grant_the_claim(house: House) -> None:
    table, user, both = await lay_down_unproved(house, line=True)
    answers = (house.tables.claims.answer(table, one, grants=True) for one in both)
    await asyncio.gather(*answers)
    assert (await house.tables.view(table)).claimed == FOUR.index(user)


async def test_one_refusal_ends_the_claim_without_a_penalty(house: House) -> None:
    table, user, (left, right) = await lay_down_unproved(house, line=True)
    before = await house.tables.panel(table, user)
    await house.tables.claims.answer(table, left, grants=True)
    await house.tables.claims.answer(table, right, grants=False)
    after = await house.tables.panel(table, user)
    assert after.view == before.view
    assert after.table.laid_down == before.table.laid_down
    assert after.table.claim is not None
    assert after.table.claim.refused
    with pytest.raises(NotAsked):
        await house.tables.claims.answer(table, left, grants=True)
    for anyway in (False, True):
        with pytest.raises(NotProven) as again:
            await house.tables.claim(table, user, anyway=anyway)
        assert again.value.leads
    await house.act(table, user)
    assert (await house.tables.view(table)).claim is None


async def test_laid_down_tiles_stay_face_up_until_the_hand_ends(house: House) -> None:
    table, user, (left, _) = await lay_down_unproved(house, line=True)
    seat = FOUR.index(user)
    await house.tables.claims.answer(table, left, grants=False)
    while (view := await house.tables.view(table)).status is Status.PLAYING:
        held = (await house.tables.panel(table, user)).view
        assert held is not None
        assert view.laid_down == ((ExposedHand(seat, held.hand),) if held.hand else ())
        await house.act(table, await house.in_turn(table) or 0)
    assert view.laid_down == ()
    for each in FOUR:
        await house.tables.ready(table, each)
    view = await house.tables.view(table)
    assert view.laid_down == ()
    assert view.view is not None
    assert view.view.exposed == ((),) * 4


async def test_tiles_stay_face_up_if_the_player_leaves_or_the_bot_restarts(house: House) -> None:
    table, user, (left, _) = await lay_down_unproved(house, line=True)
    await house.tables.claims.answer(table, left, grants=False)
    before = (await house.tables.view(table)).laid_down
    await house.tables.leave(table, user)
    other = House(house.store, house.clock, SLEEPLESS, "t")
    assert (await other.tables.view(table)).laid_down == before
    assert (await other.tables.panel(table, left)).table.laid_down == before


async def test_hints_and_computers_use_face_up_tiles(house: House) -> None:
    table, _ = await _play_until_unproved_lead(house, line=True)
    house.computers.believe_by = lambda view: False
    await house.tables.claim(table, ANA, anyway=True)
    await house.tables.adviser.hint(table, ANA)
    house.computers.asked.clear()
    await house.act(table, ANA)
    await house.step(table)
    hand = (await house.tables.panel(table, ANA)).view
    assert hand is not None
    assert [view.exposed for view in house.computers.asked][:1] == [(hand.hand, (), (), ())]


async def test_proof_uses_face_up_tiles(house: House) -> None:
    table, user, (left, _) = await lay_down_unproved(house, line=True)
    await house.tables.claims.answer(table, left, grants=False)
    house.computers.asked.clear()
    await house.act(table, user)
    while True:
        live = await house.live(table)
        assert live.to_act is not None
        if claim_rules.leads(live.game, live.to_act):
            break
        await house.step(table)
    await house.tables.claim(table, FOUR[live.to_act])
    assert house.computers.asked[0].exposed == live.view(None).exposed
    assert any(house.computers.asked[0].exposed)


async def test_claimer_can_claim_again_at_their_next_lead(house: House) -> None:
    table, user, (left, _) = await lay_down_unproved(house, line=True)
    await house.tables.claims.answer(table, left, grants=False)
    await house.act(table, user)
    seat = FOUR.index(user)
    while True:
        live = await house.live(table)
        if claim_rules.leads(live.game, seat):
            break
        await house.step(table)
        for each in FOUR:
            await house.tables.ready(table, each)
    assert (await house.tables.view(table)).claim is None
    assert live.table.claim is None


async def test_impossible_claim_looks_like_a_refused_one(house: House) -> None:
    """The answer must not reveal other hands to the claimer."""
    table, user, (left, right) = await lay_down_unproved(house, line=False)
    live = await house.live(table)
    await house.tables.claims.answer(table, left, grants=True)
    await house.tables.claims.answer(table, right, grants=True)
    granted = await house.live(table)
    before = claim_rules.accept(live, live.table.claim, FOUR.index(left)).live
    refused = claim_rules.refuse(before, house.clock.now())
    assert refused is not None
    timing = house.timing
    assert panel_view(granted, timing, user) == panel_view(refused.live, timing, user)


async def test_playing_a_tile_withdraws_the_claim(house: House) -> None:
    table, user, (left, _) = await lay_down_unproved(house, line=True)
    seq = (await house.tables.view(table)).seq
    await house.act(table, user)
    assert (await house.tables.view(table)).claim is None
    with pytest.raises(NotAsked) as nobody:
        await house.tables.claims.answer(table, left, grants=True)
    assert nobody.value.claimer is None
    panel = (await house.tables.claims.answer(table, left, seq, grants=True)).panel
    assert panel.note is Note.STALE


async def test_only_the_opponents_are_asked(house: House) -> None:
    table, user, _ = await lay_down_unproved(house, line=True)
    partner = FOUR[(FOUR.index(user) + 2) % 4]
    for other in (user, partner):
        with pytest.raises(NotAsked) as refused:
            await house.tables.claims.answer(table, other, grants=True)
        assert refused.value.claimer == NAMES[user]
    with pytest.raises(NotSeated):
        await house.tables.claims.answer(table, EVE, grants=False)


async def test_unanswered_claim_times_out_as_refused(file: Path) -> None:
    house = await House.build(file, timing=Timing(TableClock(between=1e9)))
    table, user, _ = await lay_down_unproved(house, line=True)
    await house.later(59)
    view = await house.tables.view(table)
    assert view.claim is not None
    assert not view.claim.refused
    assert not view.nudge
    await house.later(2)
    view = await house.tables.view(table)
    assert view.claim is not None
    assert view.claim.refused
    assert view.turn_since == house.clock.now() - 1
    await house.later(19)
    assert (await house.tables.view(table)).nudge
    assert await house.in_turn(table) == user
    await house.stop()


async def test_pending_claim_survives_a_restart(house: House) -> None:
    table, user, (left, right) = await lay_down_unproved(house, line=True)
    await house.tables.claims.answer(table, left, grants=True)
    view = await house.tables.view(table)
    other = House(house.store, house.clock, SLEEPLESS, "t")
    assert (await other.tables.view(table)).claim == view.claim
    panel = (await other.tables.claims.answer(table, right, grants=True)).panel
    assert panel.table.claimed == FOUR.index(user)


async def test_leaving_voids_the_claim(house: House) -> None:
    table, user, (left, _) = await lay_down_unproved(house, line=True)
    await house.tables.leave(table, user)
    assert (await house.tables.view(table)).claim is None
    with pytest.raises(NotAsked):
        await house.tables.claims.answer(table, left, grants=True)


async def _play_until_unproved_lead(house: House, *, line: bool) -> tuple[str, list[SeatView]]:
    """Play until Ana, against computer players, leads with an unproved hand.

    Also return what her two opponents see once she has laid down.
    """
    table = await house.start_game(ANA)
    while True:
        if (await house.tables.view(table)).status is not Status.PLAYING:
            await house.tables.ready(table, ANA)
        live = await house.live(table)
        view = (await house.tables.panel(table, ANA)).view
        assert view is not None
        unproved = live.to_act == 0 and is_led(view) and lay_down(view) is None
        if unproved and (winning_line(live.game, 0) is not None) is line:
            return table, [view_for(live.game, seat, {0}) for seat in (1, 3)]
        await house.step(table)


async def test_computers_answer_right_away_from_their_own_view(house: House) -> None:
    table, views = await _play_until_unproved_lead(house, line=True)
    house.computers.asked.clear()
    panel = (await house.tables.claim(table, ANA, anyway=True)).panel
    assert house.computers.asked[1:] == views
    assert panel.table.claimed == 0


async def test_claimer_refused_by_a_computer_plays_on_face_up(house: House) -> None:
    table, views = await _play_until_unproved_lead(house, line=True)
    before = await house.tables.panel(table, ANA)
    house.computers.believe_by = lambda view: view != views[1]
    panel = (await house.tables.claim(table, ANA, anyway=True)).panel
    assert before.view is not None
    assert panel.table.claim == Claim(0, (), refused=True)
    assert panel.table.laid_down == (ExposedHand(0, before.view.hand),)
    assert panel.view == replace(before.view, exposed=(before.view.hand, (), (), ()))
    with pytest.raises(NotProven):
        await house.tables.claim(table, ANA, anyway=True)


async def test_computers_cannot_grant_an_impossible_claim(house: House) -> None:
    table, _ = await _play_until_unproved_lead(house, line=False)
    panel = (await house.tables.claim(table, ANA, anyway=True)).panel
    assert panel.table.claim == Claim(0, (), refused=True)
    assert panel.table.claimed is None


async def test_people_are_not_asked_if_a_computer_refuses(house: House) -> None:
    table, _, _ = await _play_until_unproved_lead_with_bo(house)
    house.computers.believe_by = lambda view: False
    panel = (await house.tables.claim(table, ANA, anyway=True)).panel
    assert panel.table.claim is not None
    assert panel.table.claim.refused
    with pytest.raises(NotAsked):
        await house.tables.claims.answer(table, BO, grants=True)


async def _play_until_unproved_lead_with_bo(house: House) -> tuple[str, int, int]:
    """Play until Ana leads with an unproved hand against Bo and a computer player."""
    table = await house.start_game(ANA, BO)
    while True:
        if (await house.tables.view(table)).status is not Status.PLAYING:
            for user in (ANA, BO):
                await house.tables.ready(table, user)
        view = (await house.tables.panel(table, ANA)).view
        assert view is not None
        if view.to_act == 0 and is_led(view) and lay_down(view) is None:
            return table, 1, 3
        await house.step(table)
