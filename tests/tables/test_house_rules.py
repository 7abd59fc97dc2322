"""Setting a table's house rules before the game starts."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.tables.errors import GameGoesOn, NotHost, NotSeated, RuleTooHigh
from bot.tables.model import Status
from tests.support.house import ANA, BO, EVE, FOUR, GUILD, House
from texas42.library import UnknownRule


async def test_every_seated_person_can_set_rules(house: House) -> None:
    table = await house.open(ANA)
    await house.sit(table, BO)
    told = len(house.publisher.published_ids)
    progress = await house.tables.house_rules.set_rule(table, BO, "renege", "forfeit")
    assert progress.after.rules.renege == "forfeit"
    assert len(house.publisher.published_ids) == told + 1
    with pytest.raises(NotSeated):
        await house.tables.house_rules.set_rule(table, EVE, "renege", "reject")


async def test_game_is_played_and_stored_with_the_chosen_rules(house: House) -> None:
    table = await house.open(ANA)
    for user in FOUR[1:]:
        await house.sit(table, user)
    await house.tables.house_rules.set_rule(table, ANA, "target", 1)
    await house.tables.begin(table, ANA)
    await house.play_game(table)
    view = await house.tables.view(table)
    assert (view.status, max(view.total)) == (Status.FINISHED, 1)
    (stored,) = await house.store.tables.live_tables()
    assert stored.rules == {"preset": "straight-marks", "target": 1}


async def test_changed_domino_set_is_dealt(house: House) -> None:
    table = await house.open(ANA, game="moon")
    await house.tables.house_rules.set_rule(table, ANA, "moon_set", 21)
    assert (await house.live(table)).game.rules.moon_set == 21
    await house.tables.computers.fill(table, ANA)
    begun = (await house.tables.begin(table, ANA)).after
    assert begun.view is not None
    assert (len(begun.rules.game.tiles), begun.view.kitty_size) == (21, 0)


async def test_changing_the_scoring_resets_the_target(house: House) -> None:
    table = await house.open(ANA, target=3)
    set_rule = house.tables.house_rules.set_rule
    progress = await set_rule(table, ANA, "scoring", "points")
    assert progress.after.rules.target == 250
    progress = await set_rule(table, ANA, "scoring", "marks")
    assert progress.after.rules.target == 7


async def test_preset_replaces_all_rules(house: House) -> None:
    table = await house.open(ANA, renege="forfeit")
    progress = await house.tables.house_rules.set_all(table, ANA, {"preset": "house"})
    assert (progress.after.rules.preset, progress.after.rules.renege) == ("house", "reject")


async def test_invalid_rule_changes_nothing(house: House) -> None:
    table = await house.open(ANA)
    before = await house.tables.view(table)
    for option, value in (("renege", "perhaps"), ("nelo", True), ("trumps", [])):
        with pytest.raises(UnknownRule):
            await house.tables.house_rules.set_rule(table, ANA, option, value)
    with pytest.raises(RuleTooHigh):
        await house.tables.house_rules.set_rule(table, ANA, "target", 51)
    assert await house.tables.view(table) == before


async def test_rules_cannot_change_after_the_start(house: House) -> None:
    table = await house.start_game()
    with pytest.raises(GameGoesOn):
        await house.tables.house_rules.set_rule(table, ANA, "renege", "forfeit")
    with pytest.raises(GameGoesOn):
        await house.tables.house_rules.set_all(table, ANA, {"preset": "house"})
    with pytest.raises(GameGoesOn):
        await house.tables.house_rules.set_best_of(table, ANA, 3)


async def test_a_table_sets_how_many_games_a_match_is(house: House, file: Path) -> None:
    table = await house.open(ANA)
    for user in FOUR[1:]:
        await house.sit(table, user)
    rules = house.tables.house_rules
    with pytest.raises(NotSeated):
        await rules.set_best_of(table, EVE, 5)
    assert (await rules.set_best_of(table, BO, 5)).after.rules.game.best_of == 5
    assert (await rules.set_rule(table, BO, "target", 1)).after.rules.game.best_of == 5
    again = await House.build(file, house.clock, start=False)
    assert (await again.tables.view(table)).rules.game.best_of == 5
    await again.stop()
    await house.tables.begin(table, ANA)
    games = 0
    while (view := await house.play_hand(table)).status is not Status.FINISHED:
        games += view.winner is not None
        for user in FOUR:
            await house.tables.ready(table, user)
    assert max(view.wins) == 3
    assert games == sum(view.wins) - 1
    (stored,) = await house.store.tables.live_tables()
    assert stored.rules == {"preset": "straight-marks", "target": 1}


async def test_a_preset_of_a_club_brings_its_match_and_another_takes_it_away(house: House) -> None:
    table = await house.open(ANA)
    rules = house.tables.house_rules
    await rules.set_best_of(table, ANA, 5)
    for preset, games in (("timpson", 3), ("house", 1), ("austin-league", 3)):
        progress = await rules.set_all(table, ANA, {"preset": preset})
        assert progress.after.rules.game.best_of == games
    assert (await rules.set_best_of(table, ANA, 1)).after.rules.game.best_of == 1
    assert (await rules.set_rule(table, ANA, "renege", "forfeit")).after.rules.game.best_of == 1


async def test_a_table_keeps_its_switch_of_hints_and_no_record_has_it(file: Path) -> None:
    house = await House.build(file)
    table = await house.start_game(ANA, BO, target=1)
    await house.tables.house_rules.set_hints(table, ANA, on=False)
    await house.play_game(table)
    _, record = await house.tables.archive.record(table)
    assert "hint" not in record
    await house.stop()
    house = await House.build(file, house.clock)
    assert not (await house.tables.view(table)).hints
    changed = await house.tables.game_choice.change(table, ANA, "moon", {})
    assert not changed.after.hints
    await house.stop()


async def test_the_score_word_is_the_hosts_and_survives_a_rematch_a_restart_and_another_game(
    file: Path,
) -> None:
    house = await House.build(file)
    table = await house.start_game(ANA, BO, target=1)
    rules = house.tables.house_rules
    with pytest.raises(NotHost):
        await rules.set_score_word(table, BO, "SEX")
    told = len(house.publisher.published_ids)
    assert (await rules.set_score_word(table, ANA, "SEX")).after.score_word == "SEX"
    assert len(house.publisher.published_ids) == told + 1
    await rules.set_score_word(table, ANA, "SEX")
    assert len(house.publisher.published_ids) == told + 1
    await house.play_game(table)
    for user in (ANA, BO):
        await house.tables.ready(table, user)
    await house.stop()
    house = await House.build(file, house.clock)
    assert (await house.tables.view(table)).score_word == "SEX"
    replay = await house.tables.archive.replay(table, 1, ANA, GUILD)
    assert replay.table.score_word == "SEX"
    await house.play_game(table)
    changed = await house.tables.game_choice.change(table, ANA, "moon", {})
    assert changed.after.table_id != table
    assert changed.after.score_word == "SEX"
    await house.stop()
