"""What the host changes after a game: rules, computers, seats and partners of the next one."""

from __future__ import annotations

import pytest

from bot.tables.ahead.changes import require_setup
from bot.tables.errors import EventTable, GameGoesOn, NotHost, NotSeated
from bot.tables.loaded import with_table
from bot.tables.model import Occupant, Status
from bot.tables.views import Note
from tests.support.house import ANA, BO, CY, DI, EVE, FOUR, House
from texas42.library import toggles_of


async def finished(house: House, *people: int, **rules: object) -> str:
    """Play a game to its end."""
    table = await house.start_game(*people, **{"target": 1, **rules})
    await house.play_game(table)
    return table


async def test_host_changes_the_rules_after_a_game_at_the_same_table(house: House) -> None:
    table = await finished(house, ANA, BO)
    before = await house.tables.view(table)
    progress = await house.tables.house_rules.set_rule(table, ANA, "renege", "forfeit")
    after = progress.after
    assert (after.status, after.rules) == (Status.FINISHED, before.rules)
    assert after.next_game is not None
    assert after.rules_ahead.renege == "forfeit"
    await house.tables.invalidate()
    assert (await house.tables.view(table)).rules_ahead.renege == "forfeit"
    for user in (ANA, BO):
        await house.tables.ready(table, user)
    begun = await house.tables.view(table)
    assert (begun.status, begun.game_no) == (Status.PLAYING, 2)
    assert (begun.rules.renege, begun.next_game) == ("forfeit", None)
    assert begun.wins == before.wins
    await house.tables.invalidate()
    assert (await house.tables.view(table)).rules.renege == "forfeit"


async def test_finished_game_keeps_its_rules_in_replay_record_and_proof(house: House) -> None:
    table = await finished(house, ANA, BO)
    before = await house.tables.view(table)
    proof = await house.tables.archive.proof(table, before.hand_no)
    record = await house.tables.archive.record(table, 1)
    rules = house.tables.house_rules
    await rules.set_rule(table, ANA, "target", 2)
    await rules.set_rule(table, ANA, "trumps", ("5", "6"))
    for user in (ANA, BO):
        await house.tables.ready(table, user)
    assert await house.tables.archive.proof(table, before.hand_no) == proof
    assert (await house.tables.archive.record(table, 1))[1] == record[1]
    assert (await house.tables.archive.hand(table, before.hand_no)).rules.target == 1
    newest, *_ = await house.tables.archive.hands_of(ANA, None, 5)
    assert newest.rules["target"] == 1


async def test_every_ready_given_before_a_change_is_taken_back(house: House) -> None:
    table = await finished(house, ANA, BO, CY)
    seq = (await house.tables.view(table)).seq
    for user in (BO, CY):
        await house.tables.ready(table, user, seq)
    await house.tables.house_rules.switch(table, ANA, toggles_of("42")["plunge"], on=True)
    assert not any(line.ready for line in (await house.tables.view(table)).seats)
    await house.tables.ready(table, ANA)
    stale = await house.tables.ready(table, BO, seq)
    assert stale.note is Note.CHANGED
    view = await house.tables.view(table)
    assert [line.ready for line in view.people] == [True, False, False]
    fresh = await house.tables.ready(table, BO, view.seq)
    assert fresh.note is None
    assert fresh.after.seats[1].ready


async def test_same_press_twice_changes_nothing_the_second_time(house: House) -> None:
    table = await finished(house, ANA, BO)
    plunge = toggles_of("42")["plunge"]
    await house.tables.house_rules.switch(table, ANA, plunge, on=True)
    await house.tables.ready(table, BO)
    again = await house.tables.house_rules.switch(table, ANA, plunge, on=True)
    assert again.after.rules_ahead.plunge
    assert again.after.seats[1].ready
    back = await house.tables.house_rules.switch(table, ANA, plunge, on=False)
    assert back.after.next_game is None


async def test_after_a_game_only_its_host_changes_the_next_one(house: House) -> None:
    table = await finished(house, ANA, BO)
    tables = house.tables
    for attempt in (
        lambda user: tables.house_rules.set_rule(table, user, "plunge", value=True),
        lambda user: tables.house_rules.set_best_of(table, user, 3),
        lambda user: tables.computers.set_level(table, user, "easy"),
        lambda user: tables.computers.remove(table, user, 0),
        lambda user: tables.game_choice.trade_seats(table, user, 0, 1),
        lambda user: tables.game_choice.draw_partners(table, user, on=True),
        lambda user: tables.game_choice.change_partners(table, user, on=True),
    ):
        with pytest.raises(NotHost):
            await attempt(BO)
        with pytest.raises(NotSeated):
            await attempt(EVE)
    assert (await house.tables.view(table)).next_game is None


async def test_rules_levels_and_seats_do_not_change_during_a_game(house: House) -> None:
    table = await house.start_game(ANA, BO, target=1)
    with pytest.raises(GameGoesOn) as refused:
        await house.tables.house_rules.set_rule(table, ANA, "plunge", value=True)
    assert not refused.value.match
    with pytest.raises(GameGoesOn):
        await house.tables.computers.set_level(table, ANA, "easy")
    with pytest.raises(GameGoesOn):
        await house.tables.game_choice.trade_seats(table, ANA, 0, 1)


async def test_next_game_that_has_begun_meanwhile_is_not_changed(house: House) -> None:
    table = await finished(house, ANA, BO)
    for user in (ANA, BO):
        await house.tables.ready(table, user)
    with pytest.raises(GameGoesOn):
        await house.tables.house_rules.set_rule(table, ANA, "plunge", value=True)
    assert (await house.tables.view(table)).next_game is None


async def test_rules_change_after_a_match_but_not_after_a_game_of_it(house: House) -> None:
    table = await house.open(ANA, target=1)
    await house.sit(table, BO)
    await house.tables.house_rules.set_best_of(table, ANA, 3)
    await house.tables.computers.begin(table, ANA)
    over = 0
    while (view := await house.tables.view(table)).status is not Status.FINISHED:
        if view.status is Status.BETWEEN:
            if view.winner is not None:
                over += 1
                with pytest.raises(GameGoesOn) as refused:
                    await house.tables.house_rules.set_best_of(table, ANA, 1)
                assert refused.value.match
            for user in (ANA, BO):
                await house.tables.ready(table, user)
        await house.play_hand(table)
    assert over
    progress = await house.tables.house_rules.set_best_of(table, ANA, 1)
    assert progress.after.rules_ahead.game.best_of == 1
    assert progress.after.rules.game.best_of == 3
    for user in (ANA, BO):
        await house.tables.ready(table, user)
    begun = await house.tables.view(table)
    assert (begun.rules.game.best_of, begun.wins) == (1, (0, 0))


async def test_host_changes_the_level_of_the_computers(house: House) -> None:
    table = await finished(house, ANA, BO)
    house.computers.levels = ("rules", "easy")
    progress = await house.tables.computers.set_level(table, ANA, "easy")
    assert progress.after.next_game is not None
    assert progress.after.next_game.level == "easy"
    levels = {line.level for line in progress.after.seats if line.occupant is Occupant.COMPUTER}
    assert levels == {"easy"}


async def test_traded_seats_make_new_partners_who_all_draw_for_the_shake(house: House) -> None:
    table = await finished(house, *FOUR)
    before = await house.tables.view(table)
    won = before.winner
    progress = await house.tables.game_choice.trade_seats(table, ANA, 1, 2)
    view = progress.after
    assert await house.seats(table) == [ANA, CY, BO, DI]
    assert view.next_sides == ((0, 2), (1, 3))
    assert view.players == before.players
    panel = await house.tables.panel(table, BO)
    assert panel.seat == 2
    assert panel.view is not None
    assert panel.view.seat == 1
    assert view.draw is not None
    for user in FOUR:
        await house.tables.ready(table, user)
    begun = await house.tables.view(table)
    assert begun.status is Status.PLAYING
    assert await house.seats(table) == [ANA, CY, BO, DI]
    assert begun.wins == (0, 0)
    assert won is not None
    assert begun.draw is not None
    assert {seat for each in begun.draw.rounds for seat, _ in each} == {0, 1, 2, 3}


async def test_seats_traded_back_leave_nothing_changed(house: House) -> None:
    table = await finished(house, *FOUR)
    for _ in range(2):
        progress = await house.tables.game_choice.trade_seats(table, ANA, 0, 1)
    assert await house.seats(table) == list(FOUR)
    assert progress.after.next_game is None
    assert progress.after.next_sides == ()


async def test_partners_are_drawn_for_the_next_game_if_the_host_wants(house: House) -> None:
    table = await finished(house, *FOUR)
    progress = await house.tables.game_choice.draw_partners(table, ANA, on=True)
    assert progress.after.next_game is not None
    assert progress.after.next_game.draws_partners
    assert progress.after.draw is not None
    for user in FOUR:
        await house.tables.ready(table, user)
    begun = await house.tables.view(table)
    assert begun.draw is not None
    assert begun.draw.for_partners


async def test_partners_change_with_each_game_from_the_next_one_on(house: House) -> None:
    table = await finished(house, *FOUR)
    progress = await house.tables.game_choice.change_partners(table, ANA, on=True)
    assert progress.after.next_game is not None
    assert progress.after.next_game.changes_partners is True
    assert progress.after.next_sides == ((0, 1), (2, 3))
    for user in FOUR:
        await house.tables.ready(table, user)
    assert (await house.tables.view(table)).wins == (0, 0, 0, 0)
    await house.play_game(table)
    assert sorted((await house.tables.view(table)).wins) == [0, 0, 1, 1]


async def test_computer_takes_the_seat_of_a_player_removed_by_the_host(house: House) -> None:
    table = await finished(house, ANA, BO, CY)
    await house.tables.ready(table, CY)
    progress = await house.tables.computers.remove(table, ANA, 1)
    line = progress.after.seats[1]
    assert (line.occupant, line.ready) == (Occupant.COMPUTER, False)
    assert not progress.after.seats[2].ready
    assert progress.after.next_sides


async def test_closed_table_forgets_what_was_changed(house: House) -> None:
    table = await finished(house, ANA, BO)
    await house.tables.house_rules.set_rule(table, ANA, "plunge", value=True)
    assert (await house.tables.close(table, ANA)).next_game is None


async def test_event_table_has_no_rules_of_its_own_after_a_game(house: House) -> None:
    table = await finished(house, ANA, BO)
    live = await house.live(table)
    with pytest.raises(EventTable):
        require_setup(with_table(live, event_id="ev3n7s"), ANA)
