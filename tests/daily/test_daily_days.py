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
from tests.presenter.tabling import text_of
from tests.store.samples import sweep_days
from tests.support.daily_house import (
    ANA,
    BO,
    CALENDAR,
    CY,
    MONDAY,
    TUESDAY,
    DailyHouse,
    standing_in,
)
from texas42.engine import Deal, Phase
from texas42.records.shakefile import parse_shake_file, verify

pytestmark = pytest.mark.slow


def test_day_begins_at_the_hour() -> None:
    calendar = Calendar(9)
    begins = calendar.begins(MONDAY)
    assert calendar.day_at(begins - 1) == MONDAY - timedelta(days=1)
    assert calendar.day_at(begins) == MONDAY
    assert calendar.closes(MONDAY) == begins + 25 * 3600


async def test_hand_is_not_offered_without_experts(house: DailyHouse) -> None:
    house.experts.state = ExpertState.MISSING
    with pytest.raises(NoDailyHand):
        await house.daily.look(ANA)
    await house.turn()
    assert (await house.store.day_scores.days_played(0)).offered == []


async def test_hand_of_older_experts_is_void_and_may_be_begun_again(house: DailyHouse) -> None:
    await house.begin(ANA)
    await house.step_day(ANA)
    house.experts.version = "two"
    assert (await house.daily.look(ANA)).stage is Stage.VOID
    await house.act_on(ANA, MONDAY, "pass", phase=Phase.CALL)
    again = await house.play_day(ANA)
    assert again.stage is Stage.FINISHED
    stored = await house.store.days.load_hand(MONDAY, ANA)
    assert stored is not None
    assert stored.version == "two"


async def test_finished_hand_of_older_experts_stays_and_is_listed_apart(house: DailyHouse) -> None:
    await house.play_day(ANA)
    house.experts.version = "two"
    await house.play_day(BO)
    house.go_to(TUESDAY, 3600 + 60)
    await house.turn()
    standing = standing_in(await house.daily.look(ANA, MONDAY))
    assert (standing.place, standing.players, standing.others) == (1, 1, 1)


async def test_hand_begun_in_time_is_finished_within_the_hour(house: DailyHouse) -> None:
    await house.begin(ANA)
    house.go_to(TUESDAY, 3500)
    await house.turn()
    assert (await house.daily.look(ANA)).date == MONDAY
    view = await house.play_day(ANA)
    assert view.date == MONDAY or (await house.daily.look(ANA, MONDAY)).stage is Stage.FINISHED


async def test_hand_not_finished_within_the_hour_is_missed(house: DailyHouse) -> None:
    await house.begin(ANA)
    house.go_to(TUESDAY, 3601)
    with pytest.raises(DayOver):
        await house.act_on(ANA, MONDAY, "pass", phase=Phase.CALL)
    await house.turn()
    assert await house.store.days.load_hand(MONDAY, ANA) is None
    assert (await house.daily.look(ANA)).date == TUESDAY


async def test_no_hand_is_begun_after_its_day(house: DailyHouse) -> None:
    await house.turn()
    house.go_to(TUESDAY)
    assert (await house.begin(ANA)).date == TUESDAY
    with pytest.raises(DayOver):
        await house.daily.look(BO, MONDAY)


async def test_hand_that_waited_for_the_experts_past_its_day_is_not_begun(
    house: DailyHouse,
) -> None:
    house.experts.state = ExpertState.WARMING
    await house.daily.begin(ANA, "Ana")
    house.go_to(TUESDAY)
    house.experts.state = ExpertState.READY
    house.experts.warmed.set()
    await house.settle()
    assert await house.store.days.load_hand(MONDAY, ANA) is None
    assert (await house.begin(ANA)).date == TUESDAY


async def test_clock_set_back_does_not_reopen_a_closed_day(house: DailyHouse) -> None:
    await house.turn()
    house.go_to(TUESDAY, 3601)
    await house.turn()
    house.go_to(MONDAY, 120)
    with pytest.raises(BetweenDays):
        await house.daily.begin(ANA, "Ana")


async def test_clock_set_back_before_a_day_leaves_its_begun_hands_in_play(
    house: DailyHouse,
) -> None:
    house.go_to(TUESDAY)
    await house.begin(ANA)
    await house.play_day(BO)
    before = await house.day(TUESDAY)
    house.go_to(TUESDAY, -3600)
    await house.restart()
    await house.turn()
    assert await house.daily.is_in_play(ANA)
    assert [each.is_finished for each in await house.daily.open_hands(BO)] == [False, True]
    assert (await house.daily.look(CY)).date == MONDAY
    assert (await house.step_day(ANA)).date == TUESDAY
    house.go_to(TUESDAY, 3600)
    await house.turn()
    assert await house.day(TUESDAY) == before


async def test_commitment_is_public_from_the_days_start_and_the_proof_after_its_close(
    house: DailyHouse,
) -> None:
    await house.turn()
    promised = (await house.daily.look(ANA)).commitment
    await house.play_day(ANA)
    with pytest.raises(NoProofYet):
        await house.daily.proof(MONDAY)
    house.go_to(TUESDAY, 3599)
    await house.turn()
    with pytest.raises(NoProofYet):
        await house.daily.proof(MONDAY)
    house.go_to(TUESDAY, 3600)
    await house.turn()
    proof = parse_shake_file((await house.daily.proof(MONDAY)).content)
    assert proof.commitment == promised
    assert verify(proof) == ()


async def test_key_and_marks_are_deleted_when_the_day_closes(house: DailyHouse) -> None:
    await house.begin(ANA)
    await _forget(house, ANA)
    assert (await house.day()).key is not None
    house.go_to(TUESDAY, 3600)
    await house.turn()
    assert (await house.day()).key is None
    assert not await house.store.days.is_marked(MONDAY, ANA)


async def _forget(house: DailyHouse, user_id: int) -> None:
    await house.store.own_data.begin_deletion(user_id, [], house.clock.now())
    while await house.store.own_data.delete_some(user_id, 10):
        pass


@pytest.mark.parametrize("finished", [False, True])
async def test_person_who_deletes_their_data_cannot_play_the_day_again(
    house: DailyHouse, finished: bool
) -> None:
    await (house.play_day(ANA) if finished else house.begin(ANA))
    await _forget(house, ANA)
    assert await house.store.own_data.counts(ANA) == {}
    with pytest.raises(ForgottenToday):
        await house.daily.begin(ANA, "Ana")
    with pytest.raises(ForgottenToday):  # by an old button
        await house.act_on(ANA, MONDAY, "pass", phase=Phase.CALL)
    assert (await house.begin(BO)).stage is Stage.PLAYING
    house.go_to(TUESDAY, 3600)
    await house.turn()
    assert (await house.begin(ANA)).stage is Stage.PLAYING


async def test_person_who_deletes_their_data_before_beginning_may_play(house: DailyHouse) -> None:
    await house.turn()
    await _forget(house, ANA)
    assert (await house.begin(ANA)).stage is Stage.PLAYING


async def test_old_days_are_stripped_to_their_results(house: DailyHouse) -> None:
    await house.play_day(ANA)
    house.go_to(TUESDAY, 3600)
    await house.turn()
    assert await sweep_days(house.store, house.clock.now() + 1) > 0
    assert await sweep_days(house.store, house.clock.now() + 1) == 0
    stored = await house.store.days.load_hand(MONDAY, ANA)
    assert stored is not None
    assert stored.acts == ()
    assert stored.outcome is not None
    for look in (house.daily.look, house.replay, house.review):
        with pytest.raises(DayOver):
            await look(ANA, MONDAY)


async def test_secret_and_key_are_in_no_text_of_a_day(house: DailyHouse) -> None:
    await house.turn()
    day = await house.day()
    assert day.secret.hex() not in repr(day)
    assert "secret" not in repr(day)
    assert day.key is not None
    assert "key=" not in repr(day)
    assert json.dumps(day.commitment)
    assert CALENDAR.closes(MONDAY) > CALENDAR.ends(MONDAY)


async def test_reminder_is_sent_each_morning_unless_the_hand_has_begun(
    house: DailyHouse,
) -> None:
    hour = 3600.0
    await house.daily.set_reminder(ANA, wanted=True)
    await house.daily.set_reminder(BO, wanted=True)
    house.go_to(MONDAY, 8 * hour)
    await house.turn()
    assert house.screens.reminded == []  # from the next day on
    house.go_to(TUESDAY, 4 * hour)  # seven in the morning in Texas
    await house.turn()
    assert house.screens.reminded == []
    await house.begin(BO)
    house.go_to(TUESDAY, 5 * hour)
    await house.turn()
    await house.turn()
    assert house.screens.reminded == [(ANA, TUESDAY)]
    await house.daily.set_reminder(ANA, wanted=False)
    house.go_to(TUESDAY + timedelta(days=1), 5 * hour)
    await house.turn()
    assert house.screens.reminded == [(ANA, TUESDAY), (BO, TUESDAY + timedelta(days=1))]


async def test_reminder_waits_for_the_end_of_quiet_hours(house: DailyHouse) -> None:
    await house.store.people.save_choices(ANA, quiet_from=22, quiet_until=11)
    await house.daily.set_reminder(ANA, wanted=True)
    house.go_to(TUESDAY, 5 * 3600)
    await house.turn()
    assert house.screens.reminded == []
    house.go_to(TUESDAY, 8 * 3600)  # eleven in the morning in Texas
    await house.turn()
    assert house.screens.reminded == [(ANA, TUESDAY)]


@pytest.mark.parametrize("zone", ["Asia/Tokyo", "Pacific/Honolulu", "America/Chicago", "UTC"])
async def test_reminder_comes_in_the_morning_of_each_time_zone(
    house: DailyHouse, zone: str
) -> None:
    await house.store.people.save_choices(ANA, time_zone=zone)
    await house.daily.set_reminder(ANA, wanted=True)
    hours: list[int] = []
    for hour in range(24, 72):
        house.go_to(MONDAY, hour * 3600.0)
        await house.turn()
        if len(house.screens.reminded) > len(hours):
            now = datetime.fromtimestamp(house.clock.now(), ZoneInfo(zone))
            hours.append(now.hour)
            assert house.screens.reminded[-1] == (ANA, CALENDAR.day_at(house.clock.now()))
    assert len(hours) == 2
    assert all(8 <= hour < 12 for hour in hours)


async def test_reminder_is_tried_again_the_same_day_until_it_is_sent(house: DailyHouse) -> None:
    await house.daily.set_reminder(ANA, wanted=True)
    house.screens.outcomes = [Reminded.LATER, Reminded.LATER]
    house.go_to(TUESDAY, 5 * 3600.0)
    for _ in range(5):
        await house.turn()
    assert house.screens.reminded == [(ANA, TUESDAY)] * 3


async def test_refused_reminder_ends_and_is_noted_until_it_is_told(house: DailyHouse) -> None:
    await house.daily.set_reminder(ANA, wanted=True)
    house.screens.outcomes = [Reminded.REFUSED]
    for day in range(1, 4):
        house.go_to(MONDAY + timedelta(days=day), 5 * 3600.0)
        await house.turn()
    assert house.screens.reminded == [(ANA, TUESDAY)]
    view = await house.daily.look(ANA)
    assert view.reminder_refused
    assert not view.is_reminded
    assert (await house.daily.look(ANA)).reminder_refused  # a look alone tells nobody
    await house.daily.set_reminder(ANA, wanted=False)
    assert not (await house.daily.look(ANA)).reminder_refused


async def test_blocked_people_are_not_reminded(house: DailyHouse) -> None:
    await house.daily.set_reminder(ANA, wanted=True)
    await house.store.host.block(ANA, 1.0)
    house.go_to(TUESDAY, 5 * 3600.0)
    await house.turn()
    assert house.screens.reminded == []


async def test_reminder_comes_after_quiet_hours_that_cover_the_morning(house: DailyHouse) -> None:
    await house.store.people.save_choices(ANA, quiet_from=22, quiet_until=14)
    await house.daily.set_reminder(ANA, wanted=True)
    house.go_to(TUESDAY, 10 * 3600.0)  # one in the afternoon in Texas
    await house.turn()
    assert house.screens.reminded == []
    house.go_to(TUESDAY, 11 * 3600.0)
    await house.turn()
    assert house.screens.reminded == [(ANA, TUESDAY)]


async def test_hand_is_in_play_from_its_beginning_to_its_end(house: DailyHouse) -> None:
    await house.turn()
    assert not await house.daily.is_in_play(ANA)
    await house.begin(ANA)
    assert await house.daily.is_in_play(ANA)
    house.experts.version = "two"  # a void hand can be begun again, with the same dominoes
    assert await house.daily.is_in_play(ANA)
    await house.play_day(ANA)
    assert not await house.daily.is_in_play(ANA)


async def test_hand_that_missed_the_last_hour_is_not_in_play(house: DailyHouse) -> None:
    await house.begin(ANA)
    house.go_to(TUESDAY, 3599)
    assert await house.daily.is_in_play(ANA)
    house.go_to(TUESDAY, 3600)
    assert not await house.daily.is_in_play(ANA)


async def test_par_is_still_computed_for_a_hand_with_older_experts(house: DailyHouse) -> None:
    real = house.experts.par

    async def none(deal: Deal) -> None:
        return None

    house.experts.par = none  # type: ignore[method-assign]
    await house.play_day(ANA)
    house.experts.par = real  # type: ignore[method-assign]
    house.experts.version = "two"
    await house.daily.look(ANA)
    await house.settle()
    ended = (await house.daily.look(ANA)).ended
    assert ended is not None
    assert ended.outcome.par is not None
    assert set(await house.store.day_scores.expert_scores(MONDAY)) == {"one"}


async def test_end_promises_only_figures_that_will_be_computed(
    house: DailyHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def lost(*_: object) -> None:
        """Save nothing, as if the program were killed first."""

    monkeypatch.setattr(house.store.days, "save_par", lost)
    monkeypatch.setattr(house.store.day_scores, "save_expert_score", lost)
    par = "par is still to come"
    expert = "expert is still playing"

    async def promised(version: str, state: ExpertState) -> list[str]:
        house.experts.version = version
        house.experts.state = state
        screen = text_of(
            daily_screen(await house.daily.look(ANA, MONDAY), RenderContext(pictures=False))
        )
        return [words for words in (par, expert) if words in screen.lower()]

    await house.play_day(ANA)
    assert await promised("one", ExpertState.READY) == [par, expert]
    assert await promised("two", ExpertState.READY) == [par]
    assert await promised("one", ExpertState.MISSING) == []


async def test_void_hand_of_yesterday_does_not_hide_todays(house: DailyHouse) -> None:
    await house.begin(ANA)
    house.experts.version = "two"
    assert (await house.daily.look(ANA)).stage is Stage.VOID
    house.go_to(TUESDAY)
    seen = await house.daily.look(ANA)
    assert (seen.date, seen.stage) == (TUESDAY, Stage.NEW)
