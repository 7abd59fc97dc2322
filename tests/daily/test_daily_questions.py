"""Questions about a day's own dominoes: nobody gets help with them, or shows them, too early."""

from __future__ import annotations

import pytest

from bot.asked.errors import HandOfToday, UnplayedHandOfToday
from bot.asked.hands import HandQuestions
from bot.daily.hand import SEAT, deal_of, dealt
from bot.daily.model import StoredDay
from tests.daily.stage import ANA, BO, MONDAY, TUESDAY, DailyStage
from tests.store.samples import forget
from texas42.engine import Tile

pytestmark = pytest.mark.slow


def own_tiles(day: StoredDay) -> tuple[Tile, ...]:
    """Return the tiles that a day deals to the person's seat."""
    return deal_of(dealt(day.date, day.secret)).dealt[SEAT]


async def test_finished_hand_stays_secret_after_its_data_is_deleted(
    stage: DailyStage, questions: HandQuestions
) -> None:
    await stage.play(ANA)
    own = own_tiles(await stage.day())
    await questions.require_not_in_play(ANA, own)
    await stage.store.own_data.begin_deletion(ANA, [], stage.clock.now())
    await forget(stage.store, ANA)
    with pytest.raises(UnplayedHandOfToday):
        await questions.require_not_in_play(ANA, own)
    with pytest.raises(HandOfToday):
        await questions.require_public(ANA, own)
    stage.go_to(TUESDAY, 3600)
    await stage.turn()
    assert (await stage.day(MONDAY)).is_closed
    await questions.require_public(ANA, own)


async def test_person_who_was_told_the_days_dominoes_gets_no_help_with_them(
    stage: DailyStage, questions: HandQuestions
) -> None:
    await stage.turn()
    own = own_tiles(await stage.day())
    with pytest.raises(UnplayedHandOfToday):
        await questions.require_not_in_play(BO, own)
    with pytest.raises(HandOfToday):
        await questions.require_public(BO, own)
    await stage.play(BO)
    await questions.require_not_in_play(BO, own)
    with pytest.raises(HandOfToday):
        await questions.require_public(BO, own)
