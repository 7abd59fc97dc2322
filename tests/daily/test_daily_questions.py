"""Questions about a day's own dominoes: nobody gets help with them, or shows them, too early."""

from __future__ import annotations

import pytest

from bot.tables.errors import HandOfToday, UnplayedHandOfToday
from tests.daily.knowledge import own_tiles
from tests.daily.looks import Program
from tests.daily.stage import ANA, BO, MONDAY, TUESDAY, DailyStage
from tests.store.samples import forget

pytestmark = pytest.mark.slow


async def test_finished_hand_stays_secret_after_its_data_is_deleted(
    stage: DailyStage, program: Program
) -> None:
    await stage.play(ANA)
    own = own_tiles(await stage.day())
    await program.hands.require_not_in_play(ANA, own)
    await stage.store.own_data.begin_deletion(ANA, [], stage.clock.now())
    await forget(stage.store, ANA)
    with pytest.raises(UnplayedHandOfToday):
        await program.hands.require_not_in_play(ANA, own)
    with pytest.raises(HandOfToday):
        await program.hands.require_public(ANA, own)
    stage.go_to(TUESDAY, 3600)
    await stage.turn()
    assert (await stage.day(MONDAY)).is_closed
    await program.hands.require_public(ANA, own)


async def test_person_who_was_told_the_days_dominoes_gets_no_help_with_them(
    stage: DailyStage, program: Program
) -> None:
    await stage.turn()
    own = own_tiles(await stage.day())
    with pytest.raises(UnplayedHandOfToday):
        await program.hands.require_not_in_play(BO, own)
    with pytest.raises(HandOfToday):
        await program.hands.require_public(BO, own)
    await stage.play(BO)
    await program.hands.require_not_in_play(BO, own)
    with pytest.raises(HandOfToday):
        await program.hands.require_public(BO, own)
