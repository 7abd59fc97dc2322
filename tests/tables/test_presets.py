"""Presets of a server: named rules that stand first, and that no record names."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.tables.errors import NameTaken, NoPresetName, NoSuchPreset, PresetsFull, RuleTooHigh
from bot.tables.presets import ServerPresets
from bot.values.server_presets import MOST_PRESETS
from tests.support.house import ANA, GUILD, House
from texas42.engine import Rules
from texas42.library import NO_PRESETS, UnknownRule, load_rules, preset_of, presets, rules_json

MOON = 8
WILD = {"preset": "house", "sevens": False, "target": 5}


@pytest.fixture
def saved(house: House) -> ServerPresets:
    return ServerPresets(house.store.presets, NO_PRESETS, house.randomness, house.clock)


def of_match(rules: Rules, games: int) -> Rules:
    return replace(rules, game=replace(rules.game, best_of=games))


async def test_saved_preset_stands_before_the_shipped_ones_of_its_game(
    saved: ServerPresets,
) -> None:
    preset, is_new = await saved.save(GUILD, "Friday", load_rules("42", WILD))
    assert is_new
    known = await saved.offered(GUILD)
    names = [each.name for each in known.of_game("42")]
    assert names == [preset.key, *(each.name for each in presets("42"))]
    assert known.of_game("moon") == presets("moon")
    assert (await saved.offered(GUILD + 1)).of_server == ()
    assert (await saved.offered(None)).of_server == ()


async def test_chosen_preset_becomes_the_shipped_one_with_what_differs(
    saved: ServerPresets,
) -> None:
    preset, _ = await saved.save(GUILD, "Friday", load_rules("42", WILD))
    asked = (await saved.offered(GUILD)).choose("42", {"preset": preset.key, "renege": "forfeit"})
    assert asked.rules == {**rules_json(load_rules("42", WILD)), "renege": "forfeit"}
    assert asked.rules["preset"] == "house"
    assert "Friday" not in str(asked)
    assert preset.key not in str(asked)


async def test_preset_keeps_the_number_of_games_of_a_match(saved: ServerPresets) -> None:
    plain = load_rules("42", {"preset": "harper"})
    usual, _ = await saved.save(GUILD, "As it is", plain)
    assert usual.best_of is None
    known = await saved.offered(GUILD)
    assert known.choose("42", {"preset": usual.key}).best_of is None
    single, _ = await saved.save(GUILD, "One game", of_match(plain, 1))
    known = await saved.offered(GUILD)
    assert known.choose("42", {"preset": single.key}).best_of == 1
    own = preset_of("42", single.key, single.name, single.rules, single.best_of)
    built = load_rules("42", {"preset": single.key}, {"42": {single.key: own}})
    assert built == of_match(plain, 1)


async def test_name_is_cleaned_and_told_apart_without_its_case(saved: ServerPresets) -> None:
    first, _ = await saved.save(GUILD, "  Friday\n\u202enight " + "x" * 60, load_rules("42", {}))
    assert first.name == ("Friday night " + "x" * 26 + "…")
    assert len(first.name) == 40
    with pytest.raises(NoPresetName):
        await saved.save(GUILD, "\u200b \u2800", load_rules("42", {}))
    short, _ = await saved.save(GUILD, "Friday", load_rules("42", {}))
    again, is_new = await saved.save(GUILD, "FRIDAY", load_rules("moon", {}))
    assert (again.preset_id, again.game, is_new) == (short.preset_id, "moon", False)
    assert (await saved.offered(GUILD)).named("friday") == again


async def test_twenty_presets_fit_and_a_twenty_first_is_refused(saved: ServerPresets) -> None:
    for number in range(MOST_PRESETS):
        await saved.save(GUILD, f"{number}", load_rules("42", {}))
    with pytest.raises(PresetsFull):
        await saved.save(GUILD, "more", load_rules("42", {}))
    _, is_new = await saved.save(GUILD, "7", load_rules("42", WILD))
    assert not is_new


async def test_preset_is_renamed_and_changed_but_not_to_a_taken_name(saved: ServerPresets) -> None:
    preset, _ = await saved.save(GUILD, "Friday", load_rules("42", WILD))
    await saved.save(GUILD, "Saturday", load_rules("42", {}))
    with pytest.raises(NameTaken):
        await saved.rename(GUILD, preset.preset_id, "saturday")
    assert (await saved.rename(GUILD, preset.preset_id, "friday")).name == "friday"
    changed = await saved.change(GUILD, preset.preset_id, {"scoring": "points"})
    rules = load_rules("42", changed.rules)
    assert (rules.scoring, rules.target, rules.sevens) == ("points", 250, False)
    with pytest.raises(RuleTooHigh):
        await saved.change(GUILD, preset.preset_id, {"target": 10**6})
    with pytest.raises(UnknownRule):
        await saved.change(GUILD, preset.preset_id, {"nonsense": True})
    await saved.remove(GUILD, preset.preset_id)
    for refused in (
        saved.rename(GUILD, preset.preset_id, "x"),
        saved.change(GUILD, preset.preset_id, {"sevens": True}),
    ):
        with pytest.raises(NoSuchPreset):
            await refused


async def test_table_keeps_its_rules_when_the_preset_is_changed_or_deleted(
    house: House, saved: ServerPresets
) -> None:
    rules = of_match(load_rules("42", WILD), 5)
    preset, _ = await saved.save(GUILD, "Friday", rules)
    asked = (await saved.offered(GUILD)).choose("42", {"preset": preset.key})
    table = await house.open(ANA)
    await house.tables.house_rules.set_all(table, ANA, asked.rules, asked.best_of)
    await saved.change(GUILD, preset.preset_id, {"sevens": True})
    await saved.remove(GUILD, preset.preset_id)
    view = await house.tables.view(table)
    assert view.rules == rules
    await house.tables.house_rules.set_all(table, ANA, {"preset": "house"})
    assert (await house.tables.view(table)).rules.game.best_of == 1
