"""The daily hand in several processes on one PostgreSQL: one day, and one try for each person."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from pathlib import Path

import pytest

from bot.daily.hand import SEAT, after, dealt, seat_in_turn
from bot.store import open_store
from tests.store.databases import postgres, url
from tests.support.day_player import ACTS, DayPlayer
from tests.support.matrix import mostly_long
from tests.support.patience import PatientSandbox
from tests.support.processes import Processes
from tests.support.screens import presses, text_of

__all__ = ["postgres", "url"]
pytestmark = pytest.mark.postgres
ACTS_IN_BOTH = 3  # the experts think in both processes
ANSWER = "an expert answers "
TELL_ANSWERS = f"""
import hashlib
from bot.players.fixed import FixedExperts

choose = FixedExperts.choose

async def choose_and_tell(self, view):
    action = await choose(self, view)
    print("{ANSWER}" + hashlib.sha256(repr(view).encode()).hexdigest() + "=" + repr(action))
    return action

FixedExperts.choose = choose_and_tell
"""


async def act_in_both(both: tuple[DayPlayer, DayPlayer]) -> None:
    """Act in both places at once, with different choices."""
    for each in both:
        await each.open()
        await each.until(lambda message: any(presses(message, *ACTS)))
    chosen = [each.acts()[at] for each, at in zip(both, (0, -1), strict=True)]
    assert len({press.seq for press in chosen}) == 1
    acts = [both[0].person.click(press.message, press.custom_id, press.values) for press in chosen]
    assert all(outcome.ok for outcome in await asyncio.gather(*acts))


@pytest.mark.parametrize("url", ["postgres"], indirect=True)
async def test_presses_in_two_processes_play_one_hand_of_one_day(tmp_path: Path, url: str) -> None:
    async with PatientSandbox(people=("Ana",)) as sandbox:
        processes, (ana,) = Processes(sandbox, tmp_path, url), sandbox.people
        both = DayPlayer(ana, sandbox.channel_id), DayPlayer(ana, ana.open_dm())
        try:
            await processes.start()
            await asyncio.gather(*(each.open() for each in both))
            fair = [text_of(await each.press("daily", "fair")) for each in both]
            assert fair[0] == fair[1]
            await asyncio.gather(*(each.open() for each in both))
            await asyncio.gather(*(each.press("daily", "begin") for each in both))
            for _ in range(ACTS_IN_BOTH):
                await act_in_both(both)
        finally:
            await processes.kill()
        assert processes.trouble == []
    store = await open_store(url)
    (day,) = await store.days.open_days()
    hand = await store.days.load_hand(day.date, int(ana.id))
    await store.close()
    assert hand is not None
    deal = dealt(day.date, day.secret)
    own = 0
    for number in range(len(hand.acts)):
        own += seat_in_turn(after(deal, hand.acts[:number])) == SEAT
    assert own == ACTS_IN_BOTH


@pytest.mark.parametrize("url", ["postgres"], indirect=True)
@pytest.mark.parametrize("killed", mostly_long(["dms", "server"], "dms"))
async def test_hand_continues_after_any_process_that_holds_it_is_killed(
    tmp_path: Path, url: str, killed: str
) -> None:
    """Ana and Bo press where the other process answers, whichever holds their hands."""
    async with PatientSandbox(people=("Ana", "Bo")) as sandbox:
        processes = Processes(sandbox, tmp_path, url)
        in_server = killed == "dms"
        hands = [
            DayPlayer(each, sandbox.channel_id if in_server else each.open_dm())
            for each in sandbox.people
        ]
        try:
            await processes.start()
            for hand in hands:
                await hand.open()
                await hand.press("daily", "begin")
                await hand.act()
            await processes.programs[killed].kill()
            await asyncio.gather(*(hand.finish() for hand in hands))
        finally:
            await processes.kill()
        assert processes.trouble == []


def check_answers(log: str) -> None:
    """Check that experts have been asked more than once about a view, and gave one answer."""
    told = [line.removeprefix(ANSWER) for line in log.split("\n") if line.startswith(ANSWER)]
    answers = defaultdict(set)
    for line in told:
        seen, _, action = line.partition("=")
        answers[seen].add(action)
    assert len(told) > len(answers) > 0
    assert {len(each) for each in answers.values()} == {1}


@pytest.mark.long
@pytest.mark.parametrize("url", ["postgres"], indirect=True)
@pytest.mark.parametrize("killed", ["dms", "server", "other 1", "other 2"])
async def test_no_hand_stands_still_when_one_of_four_processes_is_killed(
    tmp_path: Path, url: str, killed: str
) -> None:
    """People press in DMs and in the server, and those whom nobody answers any more elsewhere."""
    async with PatientSandbox(people=("Ana", "Bo", "Cy", "Dee")) as sandbox:
        processes = Processes(sandbox, tmp_path, url, number=4, before=TELL_ANSWERS)
        in_dms = [DayPlayer(each, each.open_dm()) for each in sandbox.people[:2]]
        in_server = [DayPlayer(each, sandbox.channel_id) for each in sandbox.people[2:]]
        hands = [*in_dms, *in_server]
        try:
            await processes.start()
            for hand in hands:
                await hand.open()
                await hand.press("daily", "begin")
                await hand.act()
            await processes.programs[killed].kill()
            moved = {"dms": in_dms, "server": in_server}.get(killed, [])
            for hand in moved:
                hand.channel = sandbox.channel_id if killed == "dms" else hand.person.open_dm()
                await hand.open()
            await asyncio.gather(*(hand.finish() for hand in hands))
        finally:
            await processes.kill()
        assert processes.trouble == []
    check_answers(processes.log)
    store = await open_store(url)
    (day,) = await store.days.open_days()
    kept = [await store.days.load_hand(day.date, int(hand.person.id)) for hand in hands]
    await store.close()
    # everybody has been dealt the same, and chooses the first act
    assert len({hand and hand.acts for hand in kept}) == 1
