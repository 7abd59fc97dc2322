"""A person's daily hand: one deal for everybody, one try, surviving restarts, and the end."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

import pytest

from bot.daily.errors import (
    NotComparable,
    NotFinished,
)
from bot.daily.hand import SEAT, after, daily_rules, deal_of, dealt, public_of
from bot.daily.model import StoredHand
from bot.daily.views import Stage
from bot.store.daily.days import DayStore
from bot.store.daily.scores import DayScoreStore
from bot.tables.errors import NoSuchHand, NotYourTurn, WrongStatus
from bot.tables.views import Note
from bot.values.experts import ExpertState
from tests.daily.stage import (
    ANA,
    BO,
    CY,
    MONDAY,
    TUESDAY,
    DailyStage,
    last_tile,
    standing_in,
)
from texas42 import RulesPlayer
from texas42.engine import Action, Phase, SeatView, format_action

pytestmark = pytest.mark.slow


def test_rules_are_straight_points_with_a_forced_last_bid() -> None:
    rules = daily_rules()
    assert (rules.all_pass, rules.by_marks, rules.target) == ("forced30", False, 250)


def test_deal_is_the_shake_of_the_days_name() -> None:
    assert public_of(MONDAY) == "daily:2026-11-23:"


async def test_everybody_gets_the_same_seat_of_the_same_deal(stage: DailyStage) -> None:
    hands = []
    for user_id in (ANA, BO):
        view = await stage.begin(user_id)
        assert view.panel is not None
        assert view.panel.seat == SEAT
        assert view.panel.view is not None
        hands.append(set(view.panel.view.hand))
    day = await stage.store.days.load_day(MONDAY)
    assert day is not None
    own = deal_of(dealt(MONDAY, day.secret)).dealt[SEAT]
    assert hands == [set(own), set(own)]


async def test_same_plays_get_the_same_answers(stage: DailyStage) -> None:
    await stage.play(ANA)
    await stage.play(BO)
    first, second = [await stage.store.days.load_hand(MONDAY, user) for user in (ANA, BO)]
    assert first is not None
    assert second is not None
    assert first.acts == second.acts
    assert first.outcome == second.outcome


async def test_experts_see_only_their_own_view(stage: DailyStage) -> None:
    await stage.play(ANA)
    assert stage.experts.asked
    assert all(view.revealed is None and view.seat is not None for view in stage.experts.asked)


async def test_each_person_has_one_try(stage: DailyStage) -> None:
    ended = await stage.play(ANA)
    assert ended.stage is Stage.FINISHED
    again = await stage.begin(ANA)
    assert again.stage is Stage.FINISHED
    assert again.ended == ended.ended


async def test_restart_loses_nothing(stage: DailyStage) -> None:
    await stage.begin(ANA)
    before = await stage.step(ANA)
    await stage.restart()
    after_it = await stage.daily.look(ANA)
    assert after_it.panel == before.panel


@pytest.mark.parametrize("leads", [True, False])
async def test_experts_go_on_after_a_restart(stage: DailyStage, leads: bool) -> None:
    await stage.begin(ANA)
    view = await stage.daily.look(ANA)
    assert view.panel is not None
    assert view.panel.view is not None
    action = RulesPlayer().choose(view.panel.view, 1.0)
    await stage.act(
        ANA,
        MONDAY,
        format_action(action, daily_rules()),
        phase=view.panel.view.phase,
    )
    stage.leads = leads
    await stage.restart()  # before an expert has answered
    view = await stage.daily.look(ANA)
    assert view.panel is not None
    assert view.panel.view is not None
    assert view.panel.view.to_act == SEAT or view.stage is Stage.FINISHED


async def test_person_sees_what_another_process_has_played(stage: DailyStage) -> None:
    other = DailyStage(stage.store)
    choose = stage.experts.choose

    async def too_late(view: SeatView) -> Action:
        await other.daily.look(ANA)
        await other.settle()
        return await choose(view)

    await stage.begin(ANA)
    stage.experts.choose = too_late  # type: ignore[method-assign]
    stage.screens.shown.clear()
    view = await stage.step(ANA)
    assert view.panel is not None
    assert [each.panel for each in stage.screens.shown][-1:] == [view.panel]


async def test_stale_button_changes_nothing(stage: DailyStage) -> None:
    await stage.begin(ANA)
    await stage.step(ANA)
    stored = await stage.store.days.load_hand(MONDAY, ANA)
    view = await stage.act(ANA, MONDAY, "pass", phase=Phase.CALL, seq=1)
    assert view.panel is not None
    assert view.panel.note is Note.STALE
    assert await stage.store.days.load_hand(MONDAY, ANA) == stored


async def test_two_presses_at_once_count_once(stage: DailyStage) -> None:
    view = await stage.begin(ANA)
    assert view.panel is not None
    assert view.panel.view is not None
    text = format_action(RulesPlayer().choose(view.panel.view, 1.0), daily_rules())
    seq = view.panel.table.seq
    phase = view.panel.view.phase
    press = stage.act
    await asyncio.gather(*(press(ANA, MONDAY, text, phase=phase, seq=seq) for _ in range(2)))
    await stage.settle()
    stored = await stage.store.days.load_hand(MONDAY, ANA)
    assert stored is not None
    game = after(dealt(MONDAY, (await stage.day()).secret), stored.acts)
    assert [made.seat for made in deal_of(game).calls].count(SEAT) <= 1


async def test_nobody_plays_for_the_experts(stage: DailyStage) -> None:
    view = await stage.begin(ANA)
    seat = None if view.panel is None or view.panel.view is None else view.panel.view.to_act
    assert seat == SEAT
    stage.experts.choose_by = lambda _: pytest.fail("hangs")
    while True:
        panel = (await stage.daily.look(ANA)).panel
        assert panel is not None
        assert panel.view is not None
        if panel.view.to_act != SEAT:
            break
        text = format_action(RulesPlayer().choose(panel.view, 1.0), daily_rules())
        await stage.act(ANA, MONDAY, text, phase=panel.view.phase)
    with pytest.raises(NotYourTurn):
        await stage.act(ANA, MONDAY, "pass", phase=Phase.CALL)


async def test_hand_waits_for_the_experts_and_begins_by_itself(stage: DailyStage) -> None:
    stage.experts.state = ExpertState.WARMING
    view = await stage.daily.begin(ANA, "Ana")
    assert view.stage is Stage.WARMING
    assert await stage.store.days.load_hand(MONDAY, ANA) is None
    stage.experts.state = ExpertState.READY
    stage.experts.warmed.set()
    await stage.settle()
    assert stage.screens.shown[0].stage is Stage.PLAYING
    assert (await stage.daily.look(ANA)).stage is Stage.PLAYING


async def test_unfinished_hand_has_no_replay_and_no_review(stage: DailyStage) -> None:
    await stage.begin(ANA)
    await stage.play(BO)
    for look in (stage.replay, stage.review):
        for user_id in (ANA, CY):
            with pytest.raises((NoSuchHand, WrongStatus)):
                await look(user_id, MONDAY)
    assert (await stage.replay(BO, MONDAY)).moments


async def test_end_has_score_par_and_the_experts_score(stage: DailyStage) -> None:
    view = await stage.play(ANA)
    assert view.ended is not None
    stored = await stage.store.days.load_hand(MONDAY, ANA)
    assert stored is not None
    game = after(dealt(MONDAY, (await stage.day()).secret), stored.acts)
    result = deal_of(game).result
    assert result is not None
    assert view.ended.outcome.score == result.score[0] - result.score[1]
    assert deal_of(game).points[0] == view.ended.outcome.taken
    assert view.ended.outcome.par is not None
    assert view.ended.expert is not None
    assert len(view.ended.outcome.tricks) == 7


async def test_others_results_show_only_once_the_day_is_closed(stage: DailyStage) -> None:
    await stage.play(ANA)
    await stage.play(BO, last_tile)
    await stage.play(CY)
    before = (await stage.daily.look(ANA)).ended
    assert before is not None
    assert before.standing is None
    assert before.week is None
    stage.go_to(TUESDAY, 3600)
    await stage.turn()
    ends = [(await stage.daily.look(user, MONDAY)).ended for user in (ANA, BO, CY)]
    scores = [end.outcome.score for end in ends if end is not None]
    for user, own in zip((ANA, BO, CY), scores, strict=True):
        standing = standing_in(await stage.daily.look(user, MONDAY))
        assert standing.place == 1 + sum(score > own for score in scores)
        assert standing.players == 3
        assert sum(bid.count for bid in standing.bids) == 3
        assert standing.shared is (scores.count(own) > 1)


async def test_friends_are_compared_only_once_both_have_finished(stage: DailyStage) -> None:
    with pytest.raises(NotFinished):
        await stage.daily.compare(ANA, BO)
    await stage.play(ANA)
    await stage.begin(BO)
    with pytest.raises(NotComparable):
        await stage.daily.compare(ANA, BO)
    with pytest.raises(NotFinished):
        await stage.daily.compare(BO, ANA)
    await stage.play(BO, last_tile)
    found = await stage.daily.compare(BO, ANA)
    ends = [(await stage.daily.look(user)).ended for user in (BO, ANA)]
    assert [found.own, found.theirs] == [end.outcome for end in ends if end is not None]


async def test_experts_score_is_computed_once_and_not_queried_for_a_hand_in_play(
    stage: DailyStage, monkeypatch: pytest.MonkeyPatch
) -> None:
    await stage.begin(ANA)
    asked = len(stage.experts.asked)
    questions = []
    assert await stage.store.day_scores.expert_scores(MONDAY)

    async def counted(_: object, day: date) -> dict[str, int]:
        questions.append(day)
        return {}

    monkeypatch.setattr(type(stage.store.day_scores), "expert_scores", counted)
    await stage.daily.look(ANA)
    await stage.settle()
    assert len(stage.experts.asked) == asked
    assert not questions


async def test_totals_of_a_finished_week_are_cached(
    stage: DailyStage, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(4):
        stage.go_to(MONDAY + timedelta(days=number))
        await stage.turn()
        await stage.play(ANA)
        await stage.play(BO)
    stage.go_to(MONDAY + timedelta(days=7), 3600)
    await stage.turn()
    counted = []
    real = type(stage.store.day_scores).week_totals

    async def count(scores: DayScoreStore, *args: Any) -> Sequence[int]:
        counted.append(args)
        return await real(scores, *args)

    monkeypatch.setattr(type(stage.store.day_scores), "week_totals", count)
    weeks = [(await stage.daily.look(user, MONDAY)).ended for user in (ANA, BO, ANA)]
    assert [end.week.players for end in weeks if end is not None and end.week is not None] == [
        2
    ] * 3
    assert len(counted) == 1
    stage.clock.time += 300
    await stage.daily.look(BO, MONDAY)
    assert len(counted) == 2


async def test_hand_in_play_is_loaded_once(
    stage: DailyStage, monkeypatch: pytest.MonkeyPatch
) -> None:
    await stage.begin(ANA)
    loaded = []
    real = type(stage.store.days).load_hand

    async def load(days: DayStore, day: date, user_id: int) -> StoredHand | None:
        loaded.append(day)
        return await real(days, day, user_id)

    monkeypatch.setattr(type(stage.store.days), "load_hand", load)
    for look in (stage.daily.look, stage.daily.hand_in_play):
        loaded.clear()
        assert await look(ANA) is not None
        assert loaded.count(MONDAY) == 1
