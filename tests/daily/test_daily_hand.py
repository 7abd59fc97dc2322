"""A person's daily hand: one deal for everybody, one try, surviving restarts, and the end."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

import pytest

from bot.daily.errors import (
    NotComparable,
    NotFinished,
)
from bot.daily.hand import SEAT, after, daily_rules, deal_of, dealt, public_of
from bot.daily.model import StoredDay, StoredHand
from bot.daily.views import Stage
from bot.store.daily.days import DayStore
from bot.store.daily.scores import DayScoreStore
from bot.tables.errors import NoSuchHand, NotYourTurn, WrongStatus
from bot.tables.views import Note
from bot.values.experts import ExpertState
from tests.support.daily_house import (
    ANA,
    BO,
    CY,
    MONDAY,
    TUESDAY,
    DailyHouse,
    last_tile,
    standing_in,
)
from texas42 import RulesPlayer
from texas42.engine import Action, Phase, SeatView, format_action

from .filled import line_of_play

pytestmark = pytest.mark.slow


def test_rules_are_straight_points_with_a_forced_last_bid() -> None:
    rules = daily_rules()
    assert (rules.all_pass, rules.by_marks, rules.target) == ("forced30", False, 250)


def test_deal_is_the_shake_of_the_days_name() -> None:
    assert public_of(MONDAY) == "daily:2026-11-23:"


async def test_everybody_gets_the_same_seat_of_the_same_deal(house: DailyHouse) -> None:
    hands = []
    for user_id in (ANA, BO):
        view = await house.begin(user_id)
        assert view.panel is not None
        assert view.panel.seat == SEAT
        assert view.panel.view is not None
        hands.append(set(view.panel.view.hand))
    day = await house.store.days.load_day(MONDAY)
    assert day is not None
    own = deal_of(dealt(MONDAY, day.secret)).dealt[SEAT]
    assert hands == [set(own), set(own)]


async def test_same_plays_get_the_same_answers(house: DailyHouse) -> None:
    await house.play_day(ANA)
    await house.play_day(BO)
    first, second = [await house.store.days.load_hand(MONDAY, user) for user in (ANA, BO)]
    assert first is not None
    assert second is not None
    assert first.acts == second.acts
    assert first.outcome == second.outcome


async def test_experts_see_only_their_own_view(house: DailyHouse) -> None:
    await house.play_day(ANA)
    assert house.experts.asked
    assert all(view.revealed is None and view.seat is not None for view in house.experts.asked)


async def test_each_person_has_one_try(house: DailyHouse) -> None:
    ended = await house.play_day(ANA)
    assert ended.stage is Stage.FINISHED
    again = await house.begin(ANA)
    assert again.stage is Stage.FINISHED
    assert again.ended == ended.ended


async def test_restart_loses_nothing(house: DailyHouse) -> None:
    await house.begin(ANA)
    before = await house.step_day(ANA)
    await house.restart()
    after_it = await house.daily.look(ANA)
    assert after_it.panel == before.panel


@pytest.mark.parametrize("leads", [True, False])
async def test_experts_go_on_after_a_restart(house: DailyHouse, leads: bool) -> None:
    await house.begin(ANA)
    view = await house.daily.look(ANA)
    assert view.panel is not None
    assert view.panel.view is not None
    action = RulesPlayer().choose(view.panel.view, 1.0)
    await house.act_on(
        ANA,
        MONDAY,
        format_action(action, daily_rules()),
        phase=view.panel.view.phase,
    )
    house.leads = leads
    await house.restart()  # before an expert has answered
    view = await house.daily.look(ANA)
    assert view.panel is not None
    assert view.panel.view is not None
    assert view.panel.view.to_act == SEAT or view.stage is Stage.FINISHED


async def test_person_sees_what_another_process_has_played(house: DailyHouse) -> None:
    other = DailyHouse(house.store)
    choose = house.experts.choose

    async def too_late(view: SeatView) -> Action:
        await other.daily.look(ANA)
        await other.settle()
        return await choose(view)

    await house.begin(ANA)
    house.experts.choose = too_late  # type: ignore[method-assign]
    house.screens.shown.clear()
    view = await house.step_day(ANA)
    assert view.panel is not None
    assert [each.panel for each in house.screens.shown][-1:] == [view.panel]


async def test_stale_button_changes_nothing(house: DailyHouse) -> None:
    await house.begin(ANA)
    await house.step_day(ANA)
    stored = await house.store.days.load_hand(MONDAY, ANA)
    view = await house.act_on(ANA, MONDAY, "pass", phase=Phase.CALL, seq=1)
    assert view.panel is not None
    assert view.panel.note is Note.STALE
    assert await house.store.days.load_hand(MONDAY, ANA) == stored


async def test_two_presses_at_once_count_once(house: DailyHouse) -> None:
    view = await house.begin(ANA)
    assert view.panel is not None
    assert view.panel.view is not None
    text = format_action(RulesPlayer().choose(view.panel.view, 1.0), daily_rules())
    seq = view.panel.table.seq
    phase = view.panel.view.phase
    press = house.act_on
    await asyncio.gather(*(press(ANA, MONDAY, text, phase=phase, seq=seq) for _ in range(2)))
    await house.settle()
    stored = await house.store.days.load_hand(MONDAY, ANA)
    assert stored is not None
    game = after(dealt(MONDAY, (await house.day()).secret), stored.acts)
    assert [made.seat for made in deal_of(game).calls].count(SEAT) <= 1


async def test_nobody_plays_for_the_experts(house: DailyHouse) -> None:
    view = await house.begin(ANA)
    seat = None if view.panel is None or view.panel.view is None else view.panel.view.to_act
    assert seat == SEAT
    house.experts.choose_by = lambda _: pytest.fail("hangs")
    while True:
        panel = (await house.daily.look(ANA)).panel
        assert panel is not None
        assert panel.view is not None
        if panel.view.to_act != SEAT:
            break
        text = format_action(RulesPlayer().choose(panel.view, 1.0), daily_rules())
        await house.act_on(ANA, MONDAY, text, phase=panel.view.phase)
    with pytest.raises(NotYourTurn):
        await house.act_on(ANA, MONDAY, "pass", phase=Phase.CALL)


async def test_hand_waits_for_the_experts_and_begins_by_itself(house: DailyHouse) -> None:
    house.experts.state = ExpertState.WARMING
    view = await house.daily.begin(ANA, "Ana")
    assert view.stage is Stage.WARMING
    assert await house.store.days.load_hand(MONDAY, ANA) is None
    house.experts.state = ExpertState.READY
    house.experts.warmed.set()
    await house.settle()
    assert house.screens.shown[0].stage is Stage.PLAYING
    assert (await house.daily.look(ANA)).stage is Stage.PLAYING


async def test_unfinished_hand_has_no_replay_and_no_review(house: DailyHouse) -> None:
    await house.begin(ANA)
    await house.play_day(BO)
    for look in (house.replay, house.review):
        for user_id in (ANA, CY):
            with pytest.raises((NoSuchHand, WrongStatus)):
                await look(user_id, MONDAY)
    assert (await house.replay(BO, MONDAY)).moments


async def test_end_has_score_par_and_the_experts_score(house: DailyHouse) -> None:
    view = await house.play_day(ANA)
    assert view.ended is not None
    stored = await house.store.days.load_hand(MONDAY, ANA)
    assert stored is not None
    game = after(dealt(MONDAY, (await house.day()).secret), stored.acts)
    result = deal_of(game).result
    assert result is not None
    assert view.ended.outcome.score == result.score[0] - result.score[1]
    assert deal_of(game).points[0] == view.ended.outcome.taken
    assert view.ended.outcome.par is not None
    assert view.ended.expert is not None
    assert len(view.ended.outcome.tricks) == 7


async def test_others_results_show_only_once_the_day_is_closed(house: DailyHouse) -> None:
    await house.play_day(ANA)
    await house.play_day(BO, last_tile)
    await house.play_day(CY)
    before = (await house.daily.look(ANA)).ended
    assert before is not None
    assert before.standing is None
    assert before.week is None
    house.go_to(TUESDAY, 3600)
    await house.turn()
    ends = [(await house.daily.look(user, MONDAY)).ended for user in (ANA, BO, CY)]
    scores = [end.outcome.score for end in ends if end is not None]
    for user, own in zip((ANA, BO, CY), scores, strict=True):
        standing = standing_in(await house.daily.look(user, MONDAY))
        assert standing.place == 1 + sum(score > own for score in scores)
        assert standing.players == 3
        assert sum(bid.count for bid in standing.bids) == 3
        assert standing.shared is (scores.count(own) > 1)


async def test_friends_are_compared_only_once_both_have_finished(house: DailyHouse) -> None:
    with pytest.raises(NotFinished):
        await house.daily.compare(ANA, BO)
    await house.play_day(ANA)
    await house.begin(BO)
    with pytest.raises(NotComparable):
        await house.daily.compare(ANA, BO)
    with pytest.raises(NotFinished):
        await house.daily.compare(BO, ANA)
    await house.play_day(BO, last_tile)
    found = await house.daily.compare(BO, ANA)
    ends = [(await house.daily.look(user)).ended for user in (BO, ANA)]
    assert [found.own, found.theirs] == [end.outcome for end in ends if end is not None]


async def test_experts_score_is_computed_once_and_not_queried_for_a_hand_in_play(
    house: DailyHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.begin(ANA)
    asked = len(house.experts.asked)
    questions = []
    assert await house.store.day_scores.expert_scores(MONDAY)

    async def counted(_: object, day: date) -> dict[str, int]:
        questions.append(day)
        return {}

    monkeypatch.setattr(type(house.store.day_scores), "expert_scores", counted)
    await house.daily.look(ANA)
    await house.settle()
    assert len(house.experts.asked) == asked
    assert not questions


async def test_totals_of_a_finished_week_are_cached(
    house: DailyHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(4):
        house.go_to(MONDAY + timedelta(days=number))
        await house.turn()
        await house.play_day(ANA)
        await house.play_day(BO)
    house.go_to(MONDAY + timedelta(days=7), 3600)
    await house.turn()
    counted = []
    real = type(house.store.day_scores).week_totals

    async def count(scores: DayScoreStore, *args: Any) -> Sequence[int]:
        counted.append(args)
        return await real(scores, *args)

    monkeypatch.setattr(type(house.store.day_scores), "week_totals", count)
    weeks = [(await house.daily.look(user, MONDAY)).ended for user in (ANA, BO, ANA)]
    assert [end.week.players for end in weeks if end is not None and end.week is not None] == [
        2
    ] * 3
    assert len(counted) == 1
    house.clock.time += 300
    await house.daily.look(BO, MONDAY)
    assert len(counted) == 2


async def test_hand_in_play_is_loaded_once(
    house: DailyHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.begin(ANA)
    loaded = []
    real = type(house.store.days).load_hand

    async def load(days: DayStore, day: date, user_id: int) -> StoredHand | None:
        loaded.append(day)
        return await real(days, day, user_id)

    monkeypatch.setattr(type(house.store.days), "load_hand", load)
    for look in (house.daily.look, house.daily.hand_in_play):
        loaded.clear()
        assert await look(ANA) is not None
        assert loaded.count(MONDAY) == 1


def test_result_has_the_lead_of_a_hand_that_the_person_led_and_of_no_other() -> None:
    day = StoredDay(MONDAY, "c0ffee", 1.0, secret=b"s" * 32, key=b"k" * 32)
    randomness = random.Random("leads")
    seen = set()
    for _ in range(60):
        played = line_of_play(day, randomness)
        assert played.outcome is not None
        acts = iter(played.acts)
        game = dealt(day.date, day.secret)
        while deal_of(game).phase is not Phase.PLAY:
            game = after(game, (next(acts),))
        leads = deal_of(game).to_act == SEAT
        assert played.outcome.lead == (next(acts).split()[-1] if leads else None)
        seen.add(leads)
    assert seen == {True, False}
