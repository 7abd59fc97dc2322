"""The daily hand when its day ends, the clock is set back, or the experts are replaced."""

from __future__ import annotations

import asyncio
from datetime import date, timedelta
from typing import Any

import pytest

import bot.runtime.composition.foundation
from bot.daily.days import Calendar
from bot.daily.model import StoredDay
from bot.daily.service import CHECK_SECONDS
from bot.presenter.daily.names import BY_DM, PROOF, SHOW
from bot.values.experts import ExpertState
from discord_sandbox.api.rest import Fault
from tests.e2e.failures.days import daily_of, go_to, run_until
from tests.support.daily_house import PlainExperts
from tests.support.day_player import ACTS, DayPlayer
from tests.support.patience import PATIENCE
from tests.support.screens import Json, Press, files_of, presses, text_of
from tests.support.stage import Stage
from texas42.records.shakefile import parse_shake_file, verify

HOUR = 15
CALENDAR = Calendar(HOUR)


@pytest.fixture
def settings() -> dict[str, Any]:
    return {"daily_hour_utc": HOUR}


@pytest.fixture(autouse=True)
def experts(monkeypatch: pytest.MonkeyPatch) -> PlainExperts:
    """Replace the experts, which are not compiled here, by the rules player."""
    plain = PlainExperts()
    monkeypatch.setattr(bot.runtime.composition.foundation, "FixedExperts", lambda *_: plain)
    return plain


@pytest.fixture
def today(unlit: Stage) -> date:
    """The current day; the bot starts ten minutes before it ends."""
    day = CALENDAR.day_at(unlit.clock.now())
    go_to(unlit, CALENDAR.ends(day) - 600)
    return day


async def day_once(stage: Stage, day: date, *, closed: bool) -> StoredDay:
    """Wait until a day is open, or closed; return it."""
    async with asyncio.timeout(PATIENCE):
        while (found := await stage.store.days.load_day(day)) is None or found.is_closed != closed:  # noqa: ASYNC110
            await asyncio.sleep(0.005)
    return found


async def begin(daily: DayPlayer) -> None:
    await daily.open()
    await daily.press("daily", "begin")
    await daily.act()


async def stale_button(daily: DayPlayer) -> Press:
    """Wait for a button that will be stale when it is pressed; return it."""
    await daily.until(lambda message: any(presses(message, *ACTS)))
    return daily.acts()[0]


async def forge(stage: Stage, daily: DayPlayer, day: date, page: str) -> Json:
    """Press a button about a day, whether or not a message offers it."""
    outcome = await stage.forge(daily.person, f"42:daily:daily{day:%Y%m%d}:0:{page}")
    assert outcome.message is not None
    return outcome.message


async def test_hand_begun_on_its_day_can_be_finished_for_an_hour_before_results_show(
    unlit: Stage, today: date
) -> None:
    ana, bo, cy = daily_of(unlit, 0, 1, 2)
    ends = int(CALENDAR.ends(today))
    closes = int(CALENDAR.closes(today))
    async with unlit.running():
        await ana.open()
        how = await forge(unlit, ana, today, "fair")
        assert f"<t:{ends}:t>" in text_of(how)  # in the reader's time zone
        for daily in (ana, bo):
            await begin(daily)
        stale = await stale_button(bo)
        go_to(unlit, ends + 600)
        await day_once(unlit, today + timedelta(days=1), closed=False)
        how = await forge(unlit, cy, today + timedelta(days=1), "fair")
        assert f"<t:{ends + 86400}:t>" in text_of(how)
        await ana.finish()
        assert f"<t:{closes}:R>" in text_of(ana.message)
        assert ana.press_of("daily", PROOF) is None
        assert f"<t:{closes}:R>" in text_of(await forge(unlit, ana, today, PROOF))
        await run_until(unlit, closes)
        go_to(unlit, closes + 1)
        day = await day_once(unlit, today, closed=True)
        late = await bo.person.click(stale.message, stale.custom_id, stale.values)
        assert late.message is not None
        assert "That day is over. Use /daily" in text_of(late.message)
        ana.message = await forge(unlit, ana, today, SHOW)
        assert "#1 of 1" in text_of(ana.message)
        (file,) = files_of(await ana.press("daily", PROOF))
        proof = parse_shake_file(unlit.sandbox.state.blobs[file.id].data.decode())
        assert (proof.commitment, verify(proof)) == (day.commitment, ())


async def test_hand_begun_before_an_outage_over_the_grace_hour_is_finished_after_it(
    unlit: Stage, today: date
) -> None:
    ana, bo = daily_of(unlit, 0, 1)
    async with unlit.running():
        await begin(ana)
        await begin(bo)
        await bo.finish()
    go_to(unlit, CALENDAR.closes(today) + 600)
    async with unlit.running():
        await day_once(unlit, today + timedelta(days=1), closed=False)
        assert not (await day_once(unlit, today, closed=False)).is_closed
        later = int(CALENDAR.closes(today + timedelta(days=1)))
        assert f"<t:{later}:R>" in text_of(await forge(unlit, bo, today, PROOF))
        await ana.open()
        await ana.finish()
        unlit.clock.move(CHECK_SECONDS)
        await day_once(unlit, today, closed=True)


async def test_clock_set_back_deals_nothing_twice_and_reveals_nothing_early(
    unlit: Stage, today: date
) -> None:
    ana, bo, cy = daily_of(unlit, 0, 1, 2)
    tomorrow = today + timedelta(days=1)
    async with unlit.running():
        await begin(ana)
        await ana.finish()
        go_to(unlit, CALENDAR.closes(today) + 600)
        before = [await day_once(unlit, each, closed=each == today) for each in (today, tomorrow)]
        await begin(bo)
    unlit.clock.move(-3 * 3600)
    async with unlit.running():
        assert "This day is over already. The next hand" in text_of(await cy.open())
        await bo.open()
        await bo.act()
        assert "The proof comes when" in text_of(await forge(unlit, bo, tomorrow, PROOF))
        ana.message = await forge(unlit, ana, today, SHOW)
        assert "#1 of 1" in text_of(ana.message)
        await bo.finish()
        assert [await unlit.store.days.load_day(each) for each in (today, tomorrow)] == before


async def test_hand_of_replaced_experts_is_void_and_versions_are_ranked_apart(
    unlit: Stage, today: date, experts: PlainExperts
) -> None:
    ana, bo, cy = daily_of(unlit, 0, 1, 2)
    async with unlit.running():
        await begin(ana)
        await begin(bo)
        await bo.finish()
    stale = await stale_button(ana)
    experts.version = "two"
    async with unlit.running():
        outcome = await ana.person.click(stale.message, stale.custom_id, stale.values)
        assert outcome.message is not None
        ana.message = outcome.message
        assert "I'm sorry: I was updated" in text_of(ana.shown())
        await ana.press("daily", "begin")
        await ana.finish()
        await begin(cy)
        await cy.finish()
        go_to(unlit, CALENDAR.closes(today) + 1)
        await day_once(unlit, today, closed=True)
        for daily, people, others in ((bo, 1, "2 more people"), (cy, 2, "1 more person")):
            said = text_of(await forge(unlit, daily, today, SHOW))
            assert f" of {people}" in said
            assert f"{others} played with an older version" in said


async def test_hand_arrives_by_itself_and_works_without_dms_or_the_first_message(
    unlit: Stage, today: date, experts: PlainExperts
) -> None:
    (ana,) = daily_of(unlit, 0)
    ana.person.dms_open = False
    experts.state = ExpertState.WARMING
    async with unlit.running():
        await ana.open()
        assert "warming up" in text_of(await ana.press("daily", "dm"))
        experts.state = ExpertState.READY
        experts.warmed.set()
        await ana.act()
        ana.person.dismiss(ana.message)
        await ana.open()
        assert "I can't DM you right now" in text_of(await forge(unlit, ana, today, BY_DM))
        await ana.finish()


async def test_hand_opened_anew_while_the_old_panel_is_edited_goes_on(
    unlit: Stage, today: date, experts: PlainExperts
) -> None:
    (ana,) = daily_of(unlit, 0)
    async with unlit.running():
        await ana.open()
        await ana.press("daily", "begin")
        await stale_button(ana)
        with experts.held():
            await ana.act()
            edited = asyncio.Event()
            edit = unlit.sandbox.faults.add(Fault("PATCH /webhooks/*/*/messages/*", until=edited))
            experts.let_one()
            async with asyncio.timeout(PATIENCE):
                while not edit.hits:  # noqa: ASYNC110 - no event to await
                    await asyncio.sleep(0.005)
            ana.person.dismiss(ana.message)
            await ana.open()
            edited.set()
        await ana.finish()


async def test_two_devices_that_ask_for_the_hand_by_dm_at_once_get_one(
    unlit: Stage, today: date
) -> None:
    (ana,) = daily_of(unlit, 0)
    async with unlit.running():
        await ana.open()
        said = await asyncio.gather(*(forge(unlit, ana, today, BY_DM) for _ in range(2)))
        assert all("Your hand is in our DM" in text_of(each) for each in said)
        await unlit.wait_until_quiet()
        private = set(unlit.sandbox.state.dms.values())
        sent = [each for each in unlit.sandbox.log if each.route == "POST /channels/{}/messages"]
        assert len([each for each in sent if private & {*each.path.split("/")}]) == 1
