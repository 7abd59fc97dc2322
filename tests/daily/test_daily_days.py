"""The days of the daily hand: when each begins and closes, and what is stored of it."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.daily.days import Calendar
from bot.daily.errors import (
    BetweenDays,
    DayOver,
    ForgottenToday,
    NoDailyHand,
    NoProofYet,
)
from bot.daily.views import Reminded, Stage
from bot.presenter.daily.screen import daily_screen
from bot.presenter.words.render_context import RenderContext
from bot.values.experts import ExpertState
from tests.daily.stage import (
    ANA,
    BO,
    CALENDAR,
    CY,
    MONDAY,
    TUESDAY,
    DailyStage,
    standing_in,
)
from tests.presenter.tabling import text_of
from tests.store.samples import sweep_days
from texas42.engine import Deal, Phase
from texas42.records.shakefile import parse_shake_file, verify

pytestmark = pytest.mark.slow


def test_day_begins_at_the_hour() -> None:
    calendar = Calendar(9)
    begins = calendar.begins(MONDAY)
    assert calendar.day_at(begins - 1) == MONDAY - timedelta(days=1)
    assert calendar.day_at(begins) == MONDAY
    assert calendar.closes(MONDAY) == begins + 25 * 3600


async def test_hand_is_not_offered_without_experts(stage: DailyStage) -> None:
    stage.experts.state = ExpertState.MISSING
    with pytest.raises(NoDailyHand):
        await stage.daily.look(ANA)
    await stage.turn()
    assert (await stage.store.day_scores.days_played(0)).offered == []


async def test_hand_of_older_experts_is_void_and_may_be_begun_again(stage: DailyStage) -> None:
    await stage.begin(ANA)
    await stage.step(ANA)
    stage.experts.version = "two"
    assert (await stage.daily.look(ANA)).stage is Stage.VOID
    await stage.act(ANA, MONDAY, "pass", phase=Phase.CALL)
    again = await stage.play(ANA)
    assert again.stage is Stage.FINISHED
    stored = await stage.store.days.load_hand(MONDAY, ANA)
    assert stored is not None
    assert stored.version == "two"


async def test_finished_hand_of_older_experts_stays_and_is_listed_apart(stage: DailyStage) -> None:
    await stage.play(ANA)
    stage.experts.version = "two"
    await stage.play(BO)
    stage.go_to(TUESDAY, 3600 + 60)
    await stage.turn()
    standing = standing_in(await stage.daily.look(ANA, MONDAY))
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
        await stage.act(ANA, MONDAY, "pass", phase=Phase.CALL)
    await stage.turn()
    assert await stage.store.days.load_hand(MONDAY, ANA) is None
    assert (await stage.daily.look(ANA)).date == TUESDAY


async def test_no_hand_is_begun_after_its_day(stage: DailyStage) -> None:
    await stage.turn()
    stage.go_to(TUESDAY)
    assert (await stage.begin(ANA)).date == TUESDAY
    with pytest.raises(DayOver):
        await stage.daily.look(BO, MONDAY)


async def test_hand_that_waited_for_the_experts_past_its_day_is_not_begun(
    stage: DailyStage,
) -> None:
    stage.experts.state = ExpertState.WARMING
    await stage.daily.begin(ANA, "Ana")
    stage.go_to(TUESDAY)
    stage.experts.state = ExpertState.READY
    stage.experts.warmed.set()
    await stage.settle()
    assert await stage.store.days.load_hand(MONDAY, ANA) is None
    assert (await stage.begin(ANA)).date == TUESDAY


async def test_clock_set_back_does_not_reopen_a_closed_day(stage: DailyStage) -> None:
    await stage.turn()
    stage.go_to(TUESDAY, 3601)
    await stage.turn()
    stage.go_to(MONDAY, 120)
    with pytest.raises(BetweenDays):
        await stage.daily.begin(ANA, "Ana")


async def test_clock_set_back_before_a_day_leaves_its_begun_hands_in_play(
    stage: DailyStage,
) -> None:
    stage.go_to(TUESDAY)
    await stage.begin(ANA)
    await stage.play(BO)
    before = await stage.day(TUESDAY)
    stage.go_to(TUESDAY, -3600)
    await stage.restart()
    await stage.turn()
    assert await stage.daily.is_in_play(ANA)
    assert [each.is_finished for each in await stage.daily.open_hands(BO)] == [False, True]
    assert (await stage.daily.look(CY)).date == MONDAY
    assert (await stage.step(ANA)).date == TUESDAY
    stage.go_to(TUESDAY, 3600)
    await stage.turn()
    assert await stage.day(TUESDAY) == before


async def test_commitment_is_public_from_the_days_start_and_the_proof_after_its_close(
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


async def test_key_and_marks_are_deleted_when_the_day_closes(stage: DailyStage) -> None:
    await stage.begin(ANA)
    await _forget(stage, ANA)
    assert (await stage.day()).key is not None
    stage.go_to(TUESDAY, 3600)
    await stage.turn()
    assert (await stage.day()).key is None
    assert not await stage.store.days.is_marked(MONDAY, ANA)


async def _forget(stage: DailyStage, user_id: int) -> None:
    await stage.store.own_data.begin_deletion(user_id, [], stage.clock.now())
    while await stage.store.own_data.delete_some(user_id, 10):
        pass


@pytest.mark.parametrize("finished", [False, True])
async def test_person_who_deletes_their_data_cannot_play_the_day_again(
    stage: DailyStage, finished: bool
) -> None:
    await (stage.play(ANA) if finished else stage.begin(ANA))
    await _forget(stage, ANA)
    assert await stage.store.own_data.counts(ANA) == {}
    with pytest.raises(ForgottenToday):
        await stage.daily.begin(ANA, "Ana")
    with pytest.raises(ForgottenToday):  # by an old button
        await stage.act(ANA, MONDAY, "pass", phase=Phase.CALL)
    assert (await stage.begin(BO)).stage is Stage.PLAYING
    stage.go_to(TUESDAY, 3600)
    await stage.turn()
    assert (await stage.begin(ANA)).stage is Stage.PLAYING


async def test_person_who_deletes_their_data_before_beginning_may_play(stage: DailyStage) -> None:
    await stage.turn()
    await _forget(stage, ANA)
    assert (await stage.begin(ANA)).stage is Stage.PLAYING


async def test_old_days_are_stripped_to_their_results(stage: DailyStage) -> None:
    await stage.play(ANA)
    stage.go_to(TUESDAY, 3600)
    await stage.turn()
    assert await sweep_days(stage.store, stage.clock.now() + 1) > 0
    assert await sweep_days(stage.store, stage.clock.now() + 1) == 0
    stored = await stage.store.days.load_hand(MONDAY, ANA)
    assert stored is not None
    assert stored.acts == ()
    assert stored.outcome is not None
    for look in (stage.daily.look, stage.replay, stage.review):
        with pytest.raises(DayOver):
            await look(ANA, MONDAY)


async def test_secret_and_key_are_in_no_text_of_a_day(stage: DailyStage) -> None:
    await stage.turn()
    day = await stage.day()
    assert day.secret.hex() not in repr(day)
    assert "secret" not in repr(day)
    assert day.key is not None
    assert "key=" not in repr(day)
    assert json.dumps(day.commitment)
    assert CALENDAR.closes(MONDAY) > CALENDAR.ends(MONDAY)


async def test_reminder_is_sent_each_morning_unless_the_hand_has_begun(
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
    await stage.store.people.save_choices(ANA, quiet_from=22, quiet_until=11)
    await stage.daily.set_reminder(ANA, wanted=True)
    stage.go_to(TUESDAY, 5 * 3600)
    await stage.turn()
    assert stage.screens.reminded == []
    stage.go_to(TUESDAY, 8 * 3600)  # eleven in the morning in Texas
    await stage.turn()
    assert stage.screens.reminded == [(ANA, TUESDAY)]


@pytest.mark.parametrize("zone", ["Asia/Tokyo", "Pacific/Honolulu", "America/Chicago", "UTC"])
async def test_reminder_comes_in_the_morning_of_each_time_zone(
    stage: DailyStage, zone: str
) -> None:
    await stage.store.people.save_choices(ANA, time_zone=zone)
    await stage.daily.set_reminder(ANA, wanted=True)
    hours: list[int] = []
    for hour in range(24, 72):
        stage.go_to(MONDAY, hour * 3600.0)
        await stage.turn()
        if len(stage.screens.reminded) > len(hours):
            now = datetime.fromtimestamp(stage.clock.now(), ZoneInfo(zone))
            hours.append(now.hour)
            assert stage.screens.reminded[-1] == (ANA, CALENDAR.day_at(stage.clock.now()))
    assert len(hours) == 2
    assert all(8 <= hour < 12 for hour in hours)


async def test_reminder_is_tried_again_the_same_day_until_it_is_sent(stage: DailyStage) -> None:
    await stage.daily.set_reminder(ANA, wanted=True)
    stage.screens.outcomes = [Reminded.LATER, Reminded.LATER]
    stage.go_to(TUESDAY, 5 * 3600.0)
    for _ in range(5):
        await stage.turn()
    assert stage.screens.reminded == [(ANA, TUESDAY)] * 3


async def test_refused_reminder_ends_and_is_noted_until_it_is_told(stage: DailyStage) -> None:
    await stage.daily.set_reminder(ANA, wanted=True)
    stage.screens.outcomes = [Reminded.REFUSED]
    for day in range(1, 4):
        stage.go_to(MONDAY + timedelta(days=day), 5 * 3600.0)
        await stage.turn()
    assert stage.screens.reminded == [(ANA, TUESDAY)]
    view = await stage.daily.look(ANA)
    assert view.reminder_refused
    assert not view.is_reminded
    assert (await stage.daily.look(ANA)).reminder_refused  # a look alone tells nobody
    await stage.daily.set_reminder(ANA, wanted=False)
    assert not (await stage.daily.look(ANA)).reminder_refused


async def test_blocked_people_are_not_reminded(stage: DailyStage) -> None:
    await stage.daily.set_reminder(ANA, wanted=True)
    await stage.store.host.block(ANA, 1.0)
    stage.go_to(TUESDAY, 5 * 3600.0)
    await stage.turn()
    assert stage.screens.reminded == []


async def test_reminder_comes_after_quiet_hours_that_cover_the_morning(stage: DailyStage) -> None:
    await stage.store.people.save_choices(ANA, quiet_from=22, quiet_until=14)
    await stage.daily.set_reminder(ANA, wanted=True)
    stage.go_to(TUESDAY, 10 * 3600.0)  # one in the afternoon in Texas
    await stage.turn()
    assert stage.screens.reminded == []
    stage.go_to(TUESDAY, 11 * 3600.0)
    await stage.turn()
    assert stage.screens.reminded == [(ANA, TUESDAY)]


async def test_hand_is_in_play_from_its_beginning_to_its_end(stage: DailyStage) -> None:
    await stage.turn()
    assert not await stage.daily.is_in_play(ANA)
    await stage.begin(ANA)
    assert await stage.daily.is_in_play(ANA)
    stage.experts.version = "two"  # a void hand can be begun again, with the same dominoes
    assert await stage.daily.is_in_play(ANA)
    await stage.play(ANA)
    assert not await stage.daily.is_in_play(ANA)


async def test_hand_that_missed_the_last_hour_is_not_in_play(stage: DailyStage) -> None:
    await stage.begin(ANA)
    stage.go_to(TUESDAY, 3599)
    assert await stage.daily.is_in_play(ANA)
    stage.go_to(TUESDAY, 3600)
    assert not await stage.daily.is_in_play(ANA)


async def test_par_is_still_computed_for_a_hand_with_older_experts(stage: DailyStage) -> None:
    real = stage.experts.par

    async def none(deal: Deal) -> None:
        return None

    stage.experts.par = none  # type: ignore[method-assign]
    await stage.play(ANA)
    stage.experts.par = real  # type: ignore[method-assign]
    stage.experts.version = "two"
    await stage.daily.look(ANA)
    await stage.settle()
    ended = (await stage.daily.look(ANA)).ended
    assert ended is not None
    assert ended.outcome.par is not None
    assert set(await stage.store.day_scores.expert_scores(MONDAY)) == {"one"}


async def test_end_promises_only_figures_that_will_be_computed(
    stage: DailyStage, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def lost(*_: object) -> None:
        """Save nothing, as if the program were killed first."""

    monkeypatch.setattr(stage.store.days, "save_par", lost)
    monkeypatch.setattr(stage.store.day_scores, "save_expert_score", lost)
    par = "par is still to come"
    expert = "expert is still playing"

    async def promised(version: str, state: ExpertState) -> list[str]:
        stage.experts.version = version
        stage.experts.state = state
        screen = text_of(
            daily_screen(await stage.daily.look(ANA, MONDAY), RenderContext(pictures=False))
        )
        return [words for words in (par, expert) if words in screen.lower()]

    await stage.play(ANA)
    assert await promised("one", ExpertState.READY) == [par, expert]
    assert await promised("two", ExpertState.READY) == [par]
    assert await promised("one", ExpertState.MISSING) == []


async def test_void_hand_of_yesterday_does_not_hide_todays(stage: DailyStage) -> None:
    await stage.begin(ANA)
    stage.experts.version = "two"
    assert (await stage.daily.look(ANA)).stage is Stage.VOID
    stage.go_to(TUESDAY)
    seen = await stage.daily.look(ANA)
    assert (seen.date, seen.stage) == (TUESDAY, Stage.NEW)
