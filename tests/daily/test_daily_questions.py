"""Questions about a day's own dominoes: nobody gets help with them, or shows them, too early."""

from __future__ import annotations

import pytest

from bot.asked.errors import HandOfToday, UnplayedHandOfToday
from bot.asked.hands import HandQuestions
from bot.daily.hand import SEAT, deal_of, dealt
from bot.daily.model import StoredDay
from tests.store.samples import forget
from tests.support.daily_house import ANA, BO, MONDAY, TUESDAY, DailyHouse
from texas42.engine import Tile

pytestmark = pytest.mark.slow


def own_tiles(day: StoredDay) -> tuple[Tile, ...]:
    """Return the tiles that a day deals to the person's seat."""
    return deal_of(dealt(day.date, day.secret)).dealt[SEAT]


async def test_finished_hand_stays_secret_after_its_data_is_deleted(
    house: DailyHouse, questions: HandQuestions
) -> None:
    await house.play_day(ANA)
    own = own_tiles(await house.day())
    await questions.require_not_in_play(ANA, own)
    await house.store.own_data.begin_deletion(ANA, [], house.clock.now())
    await forget(house.store, ANA)
    with pytest.raises(UnplayedHandOfToday):
        await questions.require_not_in_play(ANA, own)
    with pytest.raises(HandOfToday):
        await questions.require_public(ANA, own)
    house.go_to(TUESDAY, 3600)
    await house.turn()
    assert (await house.day(MONDAY)).is_closed
    await questions.require_public(ANA, own)


async def test_person_who_was_told_the_days_dominoes_gets_no_help_with_them(
    house: DailyHouse, questions: HandQuestions
) -> None:
    await house.turn()
    own = own_tiles(await house.day())
    with pytest.raises(UnplayedHandOfToday):
        await questions.require_not_in_play(BO, own)
    with pytest.raises(HandOfToday):
        await questions.require_public(BO, own)
    await house.play_day(BO)
    await questions.require_not_in_play(BO, own)
    with pytest.raises(HandOfToday):
        await questions.require_public(BO, own)
