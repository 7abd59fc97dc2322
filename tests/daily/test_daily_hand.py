"""The daily hand: one deal for everybody, one try a day, nothing lost and nothing told early."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.ai import RulesPlayer
from bot.daily.days import Calendar
from bot.daily.errors import (
    BetweenDays,
    DayOver,
    ForgottenToday,
    NoDailyHand,
    NoProofYet,
    NotComparable,
    NotFinished,
)
from bot.daily.hand import SEAT, after, daily_rules, deal_of, dealt, own_view, public_of
from bot.daily.views import Stage
from bot.engine import Phase, format_action
from bot.records.shakefile import parse_shake_file, verify
from bot.tables.errors import NotYourTurn
from bot.tables.views import Note
from bot.values.experts import ExpertState
from tests.daily.stage import ANA, BO, CALENDAR, CY, MONDAY, DailyStage, installed, last_tile

TUESDAY = MONDAY + timedelta(days=1)


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[DailyStage]:
    async with installed(tmp_path) as running:
        yield running


def test_day_turns_at_the_hour() -> None:
    calendar = Calendar(9)
    begins = calendar.begins(MONDAY)
    assert calendar.day_at(begins - 1) == MONDAY - timedelta(days=1)
    assert calendar.day_at(begins) == MONDAY
    assert calendar.closes(MONDAY) == begins + 25 * 3600


def test_last_bidder_is_forced_and_points_are_straight() -> None:
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
    day = await stage.store.load_day(MONDAY)
    assert day is not None
    own = deal_of(dealt(MONDAY, day.secret)).dealt[SEAT]
    assert hands == [set(own), set(own)]


async def test_same_plays_get_the_same_answers(stage: DailyStage) -> None:
    await stage.play(ANA)
    await stage.play(BO)
    first, second = [await stage.store.load_hand(MONDAY, user) for user in (ANA, BO)]
    assert first is not None
    assert second is not None
    assert first.acts == second.acts
    assert first.outcome == second.outcome


async def test_experts_see_their_own_view_alone(stage: DailyStage) -> None:
    await stage.play(ANA)
    assert stage.experts.asked
    assert all(view.revealed is None and view.seat is not None for view in stage.experts.asked)


async def test_one_try_a_person(stage: DailyStage) -> None:
    ended = await stage.play(ANA)
    assert ended.stage is Stage.FINISHED
    again = await stage.begin(ANA)
    assert again.stage is Stage.FINISHED
    assert again.ended == ended.ended


async def test_restart_loses_nothing(stage: DailyStage) -> None:
    await stage.begin(ANA)
    before = await stage.step(ANA)
    stage.restart()
    after_it = await stage.daily.look(ANA)
    assert after_it.panel == before.panel


async def test_experts_go_on_after_a_restart(stage: DailyStage) -> None:
    await stage.begin(ANA)
    view = await stage.daily.look(ANA)
    assert view.panel is not None
    assert view.panel.view is not None
    action = RulesPlayer().choose(view.panel.view, 1.0)
    await stage.daily.act(
        ANA,
        MONDAY,
        format_action(action, daily_rules()),
        phase=view.panel.view.phase,
    )
    await stage.turns.stop()  # killed before an expert has answered
    stage.restart()
    await stage.turn()
    view = await stage.daily.look(ANA)
    assert view.panel is not None
    assert view.panel.view is not None
    assert view.panel.view.to_act == SEAT or view.stage is Stage.FINISHED


async def test_stale_button_changes_nothing(stage: DailyStage) -> None:
    await stage.begin(ANA)
    await stage.step(ANA)
    stored = await stage.store.load_hand(MONDAY, ANA)
    view = await stage.daily.act(ANA, MONDAY, "pass", phase=Phase.CALL, seq=1)
    assert view.panel is not None
    assert view.panel.note is Note.STALE
    assert await stage.store.load_hand(MONDAY, ANA) == stored


async def test_two_presses_at_once_count_once(stage: DailyStage) -> None:
    view = await stage.begin(ANA)
    assert view.panel is not None
    assert view.panel.view is not None
    text = format_action(RulesPlayer().choose(view.panel.view, 1.0), daily_rules())
    seq, phase = view.panel.table.seq, view.panel.view.phase
    press = stage.daily.act
    await asyncio.gather(*(press(ANA, MONDAY, text, phase=phase, seq=seq) for _ in range(2)))
    await stage.turns.idle()
    stored = await stage.store.load_hand(MONDAY, ANA)
    assert stored is not None
    game = after(dealt(MONDAY, (await _day(stage)).secret), stored.acts)
    assert [made.seat for made in deal_of(game).calls].count(SEAT) <= 1


async def _day(stage: DailyStage, day=MONDAY):
    found = await stage.store.load_day(day)
    assert found is not None
    return found


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
        await stage.daily.act(ANA, MONDAY, text, phase=panel.view.phase)
    with pytest.raises(NotYourTurn):
        await stage.daily.act(ANA, MONDAY, "pass", phase=Phase.CALL)


async def test_hand_waits_for_the_experts_and_begins_by_itself(stage: DailyStage) -> None:
    stage.experts.state = ExpertState.WARMING
    view = await stage.daily.begin(ANA, "Ana")
    assert view.stage is Stage.WARMING
    assert await stage.store.load_hand(MONDAY, ANA) is None
    stage.experts.state = ExpertState.READY
    stage.experts.warmed.set()
    await stage.turns.idle()
    assert stage.screens.shown[0].stage is Stage.PLAYING
    assert (await stage.daily.look(ANA)).stage is Stage.PLAYING


async def test_hand_is_not_offered_without_experts(stage: DailyStage) -> None:
    stage.experts.state = ExpertState.MISSING
    with pytest.raises(NoDailyHand):
        await stage.daily.look(ANA)
    await stage.turn()
    assert await stage.store.offered_days() == []


async def test_hand_of_older_experts_is_void_and_may_be_begun_again(stage: DailyStage) -> None:
    await stage.begin(ANA)
    await stage.step(ANA)
    stage.experts.version = "two"
    assert (await stage.daily.look(ANA)).stage is Stage.VOID
    await stage.daily.act(ANA, MONDAY, "pass", phase=Phase.CALL)
    again = await stage.play(ANA)
    assert again.stage is Stage.FINISHED
    stored = await stage.store.load_hand(MONDAY, ANA)
    assert stored is not None
    assert stored.version == "two"


async def test_finished_hand_of_older_experts_stays_and_is_listed_apart(stage: DailyStage) -> None:
    await stage.play(ANA)
    stage.experts.version = "two"
    await stage.play(BO)
    stage.go_to(TUESDAY, 3600 + 60)
    await stage.turn()
    standing = _standing(await stage.daily.look(ANA, MONDAY))
    assert (standing.place, standing.players, standing.others) == (1, 1, 1)


async def test_hand_begun_in_time_is_finished_within_the_hour(stage: DailyStage) -> None:
    await stage.begin(ANA)
    stage.go_to(TUESDAY, 3500)
    await stage.turn()
    assert (await stage.daily.look(ANA)).date == MONDAY
    view = await stage.play(ANA)
    assert view.date == MONDAY or (await stage.daily.look(ANA, MONDAY)).stage is Stage.FINISHED


async def test_hand_not_finished_within_the_hour_is_missed(stage: DailyStage) -> None:
    await stage.begin(ANA)
    stage.go_to(TUESDAY, 3601)
    with pytest.raises(DayOver):
        await stage.daily.act(ANA, MONDAY, "pass", phase=Phase.CALL)
    await stage.turn()
    assert await stage.store.load_hand(MONDAY, ANA) is None
    assert (await stage.daily.look(ANA)).date == TUESDAY


async def test_no_hand_is_begun_after_its_day(stage: DailyStage) -> None:
    await stage.turn()
    stage.go_to(TUESDAY)
    assert (await stage.begin(ANA)).date == TUESDAY
    with pytest.raises(DayOver):
        await stage.daily.look(BO, MONDAY)


async def test_clock_set_back_opens_no_closed_day_again(stage: DailyStage) -> None:
    await stage.turn()
    stage.go_to(TUESDAY, 3601)
    await stage.turn()
    stage.go_to(MONDAY, 120)
    with pytest.raises(BetweenDays):
        await stage.daily.begin(ANA, "Ana")


async def test_commitment_stands_from_the_days_start_and_the_proof_comes_after_it(
    stage: DailyStage,
) -> None:
    await stage.turn()
    promised = (await stage.daily.look(ANA)).commitment
    await stage.play(ANA)
    with pytest.raises(NoProofYet):
        await stage.daily.proof(MONDAY)
    stage.go_to(TUESDAY, 3599)
    await stage.turn()
    with pytest.raises(NoProofYet):
        await stage.daily.proof(MONDAY)
    stage.go_to(TUESDAY, 3600)
    await stage.turn()
    proof = parse_shake_file((await stage.daily.proof(MONDAY)).content)
    assert proof.commitment == promised
    assert verify(proof) == ()


async def test_key_and_marks_go_when_the_day_closes(stage: DailyStage) -> None:
    await stage.begin(ANA)
    await _forget(stage, ANA)
    assert (await _day(stage)).key is not None
    stage.go_to(TUESDAY, 3600)
    await stage.turn()
    assert (await _day(stage)).key is None
    assert not await stage.store.is_marked(MONDAY, ANA)


async def _forget(stage: DailyStage, user_id: int) -> None:
    await stage.store.begin_deletion(user_id, [], stage.clock.now())
    while await stage.store.delete_some(user_id, 10):
        pass


@pytest.mark.parametrize("finished", [False, True])
async def test_who_deletes_their_data_cannot_play_the_day_again(
    stage: DailyStage, finished: bool
) -> None:
    await (stage.play(ANA) if finished else stage.begin(ANA))
    await _forget(stage, ANA)
    assert await stage.store.counts(ANA) == {}
    with pytest.raises(ForgottenToday):
        await stage.daily.begin(ANA, "Ana")
    assert (await stage.begin(BO)).stage is Stage.PLAYING
    stage.go_to(TUESDAY, 3600)
    await stage.turn()
    assert (await stage.begin(ANA)).stage is Stage.PLAYING


async def test_who_deletes_their_data_before_beginning_may_play(stage: DailyStage) -> None:
    await stage.turn()
    await _forget(stage, ANA)
    assert (await stage.begin(ANA)).stage is Stage.PLAYING


async def test_who_has_not_finished_gets_no_replay_and_no_review(stage: DailyStage) -> None:
    await stage.begin(ANA)
    await stage.play(BO)
    for look in (stage.daily.replay, stage.daily.review):
        for user_id in (ANA, CY):
            with pytest.raises(NotFinished):
                await look(user_id, MONDAY)
    assert (await stage.daily.replay(BO, MONDAY)).moments


async def test_end_has_score_par_and_the_experts_score(stage: DailyStage) -> None:
    view = await stage.play(ANA)
    assert view.ended is not None
    stored = await stage.store.load_hand(MONDAY, ANA)
    assert stored is not None
    game = after(dealt(MONDAY, (await _day(stage)).secret), stored.acts)
    result = deal_of(game).result
    assert result is not None
    assert view.ended.outcome.score == result.score[0] - result.score[1]
    assert own_view(game).points[0] == view.ended.outcome.taken
    assert view.ended.outcome.par is not None
    assert view.ended.expert is not None
    assert len(view.ended.outcome.tricks) == 7


async def test_field_is_told_only_once_the_day_is_closed(stage: DailyStage) -> None:
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
        standing = _standing(await stage.daily.look(user, MONDAY))
        assert standing.place == 1 + sum(score > own for score in scores)
        assert standing.players == 3
        assert sum(bid.count for bid in standing.bids) == 3
        assert standing.shared is (scores.count(own) > 1)


def _standing(view):
    assert view.ended is not None
    assert view.ended.standing is not None
    return view.ended.standing


async def test_old_days_are_stripped_to_their_results(stage: DailyStage) -> None:
    await stage.play(ANA)
    stage.go_to(TUESDAY, 3600)
    await stage.turn()
    assert await stage.store.sweep_days(stage.clock.now() + 1, 5) == 1
    assert await stage.store.sweep_days(stage.clock.now() + 1, 5) == 0
    stored = await stage.store.load_hand(MONDAY, ANA)
    assert stored is not None
    assert stored.acts == ()
    assert stored.outcome is not None
    for look in (stage.daily.look, stage.daily.replay, stage.daily.review):
        with pytest.raises(DayOver):
            await look(ANA, MONDAY)


async def test_secret_and_key_are_in_no_text_of_a_day(stage: DailyStage) -> None:
    await stage.turn()
    day = await _day(stage)
    assert day.secret.hex() not in repr(day)
    assert "secret" not in repr(day)
    assert day.key is not None
    assert "key=" not in repr(day)
    assert json.dumps(day.commitment)
    assert CALENDAR.closes(MONDAY) > CALENDAR.ends(MONDAY)


async def test_reminder_comes_once_a_day_in_the_morning_to_who_has_not_begun(
    stage: DailyStage,
) -> None:
    hour = 3600.0
    await stage.daily.set_reminder(ANA, wanted=True)
    await stage.daily.set_reminder(BO, wanted=True)
    stage.go_to(MONDAY, 8 * hour)
    await stage.turn()
    assert stage.screens.reminded == []  # from the next day on
    stage.go_to(TUESDAY, 4 * hour)  # seven in the morning in Texas
    await stage.turn()
    assert stage.screens.reminded == []
    await stage.begin(BO)
    stage.go_to(TUESDAY, 5 * hour)
    await stage.turn()
    await stage.turn()
    assert stage.screens.reminded == [(ANA, TUESDAY)]
    await stage.daily.set_reminder(ANA, wanted=False)
    stage.go_to(TUESDAY + timedelta(days=1), 5 * hour)
    await stage.turn()
    assert stage.screens.reminded == [(ANA, TUESDAY), (BO, TUESDAY + timedelta(days=1))]


async def test_reminder_waits_for_the_end_of_quiet_hours(stage: DailyStage) -> None:
    await stage.store.save_choices(ANA, quiet_from=22, quiet_until=11)
    await stage.daily.set_reminder(ANA, wanted=True)
    stage.go_to(TUESDAY, 5 * 3600)
    await stage.turn()
    assert stage.screens.reminded == []
    stage.go_to(TUESDAY, 8 * 3600)  # eleven in the morning in Texas
    await stage.turn()
    assert stage.screens.reminded == [(ANA, TUESDAY)]


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
