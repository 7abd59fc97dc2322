"""What a person chooses under /settings works at their table."""

from __future__ import annotations

import pytest

from bot.sandbox import SimulatedUser

from .stage import Stage, buttons, press, text


def states(message: object) -> list[str]:
    return [str(found["custom_id"]).rpartition(":")[2] for found in buttons(message, "settings")]  # type: ignore[arg-type]


async def test_each_setting_is_turned_off_and_on_again(stage: Stage, eve: SimulatedUser) -> None:
    shown = (await eve.command("settings", stage.channel)).message
    assert states(shown) == ["dms/off", "pictures/off", "boards/off"]
    for name in ("dms", "pictures", "boards"):
        shown = (await press(eve, shown, "settings", f"{name}/off")).message
    assert states(shown) == ["dms/on", "pictures/on", "boards/on"]
    kept = await stage.store.preferences(int(eve.id))
    assert (kept.dms, kept.pictures, kept.on_boards) == (False, False, False)
    shown = (await press(eve, shown, "settings", "boards/on")).message
    assert states(shown) == ["dms/on", "pictures/on", "boards/off"]


@pytest.mark.parametrize("wanted", [True, False])
async def test_hands_come_by_dm_unless_that_is_turned_off(stage: Stage, wanted: bool) -> None:
    bo = stage.people[1]
    if not wanted:
        shown = (await bo.command("settings", stage.channel)).message
        shown = (await press(bo, shown, "settings", "dms/off")).message
        assert "Press My hand at the table" in text(shown)
    await stage.begun(bo)
    assert bool(bo.dm and bo.messages(bo.dm)) is wanted


async def test_a_setting_of_another_version_is_explained(stage: Stage, eve: SimulatedUser) -> None:
    await stage.forge(eve, "42:settings:-:0:colors/off")
    assert "older version" in stage.told(eve)[-1]
