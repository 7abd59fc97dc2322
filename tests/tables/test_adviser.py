"""Hints and reviews from the computer players."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from threading import Event
from unittest.mock import Mock

import pytest

from bot.players.service import ThreadedPlayers
from bot.runtime.worker_threads import WorkerThreads
from bot.tables.errors import HintsOff, NotHost, NotSeated, NotYourTurn, WrongStatus
from bot.tables.model import Status
from tests.support.compiled import SHARED
from tests.support.house import ANA, BO, EVE, FOUR, House
from texas42 import RulesPlayer
from texas42.ai.findings.judgments import Advice, Review
from texas42.ai.players.judges import Judges, acts_of
from texas42.engine import Phase, PlayTile, SeatView, format_action


async def test_hint_uses_only_the_askers_view(house: House) -> None:
    table = await house.start_on_turn_of(ANA)
    house.computers.asked.clear()
    panel = (await house.tables.adviser.hint(table, ANA)).panel
    assert house.computers.asked == [panel.view]
    assert replace(panel, advice=None) == await house.tables.panel(table, ANA)
    assert panel.view is not None
    assert panel.advice is not None
    assert panel.advice.action in panel.view.legal


async def test_hint_does_not_change_what_the_table_shows(house: House) -> None:
    table = await house.start_on_turn_of(ANA, ANA, BO)
    before = await house.tables.view(table)
    await house.tables.adviser.hint(table, ANA)
    assert await house.tables.view(table) == before


async def test_advice_is_kept_with_the_hand_once(house: House) -> None:
    table = await house.start_on_turn_of(ANA, ANA, BO)
    told = len(house.publisher.published_ids)
    for _ in range(2):
        assert (await house.tables.adviser.advise(table, ANA)).advice is not None
    assert len(house.publisher.published_ids) == told + 1


async def test_review_sees_what_the_hint_saw(house: House) -> None:
    table = await house.start_game(ANA, target=2)
    seen: dict[int, list[SeatView]] = {1: [], 2: []}
    for hand in seen:
        while (await house.tables.view(table)).status is Status.PLAYING:
            if await house.in_turn(table) == ANA:
                panel = (await house.tables.adviser.hint(table, ANA)).panel
                assert panel.view is not None
                seen[hand].append(panel.view)
            await house.step(table)
        await house.tables.ready(table, ANA)
    for hand, views in seen.items():
        await house.tables.adviser.review(table, hand)
        text, number = house.computers.reviewed[-1]
        acts = [act.view for act in acts_of(text, number, ()) if act.view.seat == views[0].seat]
        assert acts == views


@pytest.mark.parametrize("restart", [False, True])
async def test_review_knows_what_was_advised(file: Path, *, restart: bool) -> None:
    house = await House.build(file)
    table = await house.start_game()
    turn = await house.in_turn(table)
    assert turn is not None
    panel = (await house.tables.adviser.hint(table, turn)).panel
    assert panel.advice is not None
    assert panel.view is not None
    text = format_action(panel.advice.action, panel.view.rules)
    await house.act(table, turn)
    other = await house.in_turn(table)
    assert other is not None
    advised = (await house.tables.adviser.advise(table, other)).advice
    assert advised is not None
    kept = ((1, text), (2, format_action(advised.action, panel.view.rules)))
    if restart:
        await house.stop()
        house = await House.build(file)
    await house.play_hand(table)
    await house.tables.adviser.review(table, 1)
    assert house.computers.kept == [kept]
    for user in FOUR:
        await house.tables.ready(table, user)
    assert (await house.live(table)).table.advised == ()
    await house.stop()


async def test_host_switches_hints_off_and_on_where_people_play_each_other(house: House) -> None:
    table = await house.start_on_turn_of(BO, ANA, BO)
    rules = house.tables.house_rules
    with pytest.raises(NotHost):
        await rules.set_hints(table, BO, on=False)
    assert (await house.tables.view(table)).offers_hints
    assert not (await rules.set_hints(table, ANA, on=False)).after.offers_hints
    with pytest.raises(HintsOff) as refused:
        await house.tables.adviser.hint(table, BO)
    assert not refused.value.fixed
    await rules.set_hints(table, ANA, on=True)
    assert (await house.tables.adviser.hint(table, BO)).advice is not None


async def _start_with_bo(house: House, seat: int, **rules: object) -> str:
    """Start a game of Ana and Bo, in a seat, with computers; play until it is Ana's turn."""
    table = await house.open(**rules)
    await house.sit(table, BO, seat)
    await house.tables.computers.fill(table, ANA)
    await house.tables.begin(table, ANA)
    await house.until_turn_of(table, ANA)
    return table


async def test_match_has_no_hints_where_people_play_each_other(house: House) -> None:
    table = await _start_with_bo(house, 1, preset="timpson")
    with pytest.raises(HintsOff) as refused:
        await house.tables.adviser.hint(table, ANA)
    assert refused.value.fixed


@pytest.mark.parametrize("preset", ["straight-marks", "timpson"])
async def test_partners_against_computers_get_hints_whatever_the_switch(
    house: House, preset: str
) -> None:
    table = await _start_with_bo(house, 2, preset=preset)
    await house.tables.house_rules.set_hints(table, ANA, on=False)
    assert (await house.tables.adviser.hint(table, ANA)).advice is not None


async def test_only_the_player_to_act_gets_a_hint(house: House) -> None:
    table = await house.start_on_turn_of(ANA)
    with pytest.raises(NotYourTurn, match="Ana"):
        await house.tables.adviser.hint(table, BO)
    with pytest.raises(NotSeated):
        await house.tables.adviser.hint(table, EVE)
    lobby = await house.open(EVE, 99)
    with pytest.raises(WrongStatus):
        await house.tables.adviser.hint(lobby, EVE)


async def _some_play(house: House) -> SeatView:
    table = await house.start_game()
    while True:
        turn = await house.in_turn(table)
        assert turn in FOUR
        view = (await house.tables.panel(table, turn)).view
        assert view is not None
        plays = [each for each in view.legal if isinstance(each, PlayTile)]
        if len(plays) > 1 and RulesPlayer().choose(view, 1.0) != plays[-1]:
            return view
        await house.act(table, turn)


async def test_plain_player_advises_without_the_strong_ones(house: House) -> None:
    view = await _some_play(house)
    with WorkerThreads(1) as workers:
        players = ThreadedPlayers({"plain": RulesPlayer()}, workers, 1.0)
        advice = await players.advise(view, asked=True)
    assert advice == Advice(*RulesPlayer().choose_with_reason(view))


async def test_guide_is_plain_rather_than_late_but_a_hint_waits_for_the_judge(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = await _some_play(house)
    plain = Advice(*RulesPlayer().choose_with_reason(view))
    judged = replace(plain, action=view.legal[-1])
    monkeypatch.setattr(Judges, "mine", lambda _: Mock(advise=lambda _: judged))
    with WorkerThreads(1) as workers:
        players = ThreadedPlayers({"plain": RulesPlayer()}, workers, 1.0)
        monkeypatch.setattr(players, "warm_up", Mock(is_solver_ready=True))
        assert await players.advise(view, asked=False) == judged
        over = Event()
        workers.submit(over.wait)
        hint = asyncio.create_task(players.advise(view, asked=True))
        assert await players.advise(view, asked=False) == plain
        assert not hint.done()
        over.set()
        assert await hint == judged
        assert await players.advise(view, asked=False) == judged  # the thread is free at once


async def test_only_a_finished_hand_is_reviewed(house: House) -> None:
    table = await house.start_game()
    with pytest.raises(WrongStatus):
        await house.tables.adviser.review(table, 1)
    assert house.computers.reviewed == []


async def test_finished_hand_can_be_reviewed_during_the_next_one(house: House) -> None:
    table = await house.start_game()
    await house.play_hand(table)
    for user in FOUR:
        await house.tables.ready(table, user)
    view, review = await house.tables.adviser.review(table, 1)
    assert (view.hand_no, review) == (2, None)
    (asked,) = house.computers.reviewed
    _, text = await house.tables.archive.record(table)
    assert asked == (text, 1)


async def played_and_reviewed(house: House) -> tuple[list[PlayTile], Review]:
    """Play a hand and let the solver review it."""
    table = await house.start_game()
    ended = await house.play_hand(table)
    assert ended.view is not None
    _, text = await house.tables.archive.record(table)
    with WorkerThreads(1) as workers:
        players = ThreadedPlayers({"plain": RulesPlayer()}, workers, 1.0, SHARED)
        review = await players.review(text, 1)
    assert review is not None
    return [play for trick in ended.view.tricks for play in trick.plays], review


async def test_review_covers_every_play_of_the_hand(house: House) -> None:
    pytest.importorskip("numba", reason="the solver needs numba")
    played, review = await played_and_reviewed(house)
    assert [cost.play for cost in review.costs] == played
    assert review.bidders is not None
    assert review.others is not None
    assert review.bidders + review.others == 42


async def test_passed_out_hand_can_be_reviewed(house: House) -> None:
    table = await house.start_game(all_pass="reshake")
    while (view := await house.tables.view(table)).status is Status.PLAYING:
        assert view.view is not None
        await house.tables.act(
            table, FOUR[view.view.to_act or 0], "pass", phase=Phase.CALL, seq=view.seq
        )
    await house.tables.adviser.review(table, 1)
    assert [hand for _, hand in house.computers.reviewed] == [1]
    for number in (0, 2):
        with pytest.raises(WrongStatus):
            await house.tables.adviser.review(table, number)


async def test_review_skips_plays_the_search_could_not_judge(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge = pytest.importorskip("texas42.ai.solver.review", reason="the solver needs numba")
    monkeypatch.setattr(judge, "_NODES", 1)
    played, review = await played_and_reviewed(house)
    assert review.unknown > 0
    assert [cost.play for cost in review.costs] == played[review.unknown :]
    assert (review.bidders, review.others, review.made) == (None, None, None)
