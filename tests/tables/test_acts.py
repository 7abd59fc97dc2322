"""People's calls and plays: whose turn it is, and what a refusal leaves unchanged."""

from __future__ import annotations

import asyncio

import pytest

from bot.tables.errors import NotSeated, NotYourTurn, WrongStatus
from bot.tables.views import Note, TableView
from tests.support.house import ANA, DI, EVE, FOUR, House
from texas42.engine import IllegalAction, MakeExchange, NotationError, Phase, format_action


async def _other(house: House, table: str) -> int:
    turn = await house.in_turn(table)
    return next(user for user in FOUR if user != turn)


def _phase(table: TableView) -> Phase | None:
    return None if table.view is None else table.view.phase


async def test_act_advances_the_sequence_and_the_turn(house: House) -> None:
    table = await house.start_game()
    before = await house.tables.view(table)
    user = await house.in_turn(table)
    assert user is not None
    panel = await house.act(table, user)
    assert panel.table.seq == before.seq + 1
    assert panel.note is None
    assert await house.in_turn(table) == FOUR[(FOUR.index(user) + 1) % 4]


async def test_stale_button_changes_nothing_and_says_so(house: House) -> None:
    table = await house.start_game()
    first = await house.in_turn(table)
    assert first is not None
    text, phase, seq = await house.choice(table, first)
    await house.act(table, first)
    before = await house.tables.view(table)
    panel = (await house.tables.act(table, first, text, phase=phase, seq=seq)).panel
    assert panel.note is Note.STALE
    assert panel.table == before
    assert await house.tables.view(table) == before


async def test_button_with_a_future_sequence_number_is_stale(house: House) -> None:
    table = await house.start_game()
    user = await house.in_turn(table)
    assert user is not None
    text, phase, seq = await house.choice(table, user)
    panel = (await house.tables.act(table, user, text, phase=phase, seq=seq + 1)).panel
    assert panel.note is Note.STALE
    assert panel.table.seq == seq


async def test_double_click_counts_once(house: House) -> None:
    table = await house.start_game()
    for _ in range(12):
        user = await house.in_turn(table)
        assert user is not None
        text, phase, seq = await house.choice(table, user)
        panels = await asyncio.gather(
            *(house.tables.act(table, user, text, phase=phase, seq=seq) for _ in range(2))
        )
        assert sorted(panel.note or "" for panel in panels) == ["", Note.STALE]
        assert (await house.tables.view(table)).seq == seq + 1
    assert await house.acts(table) == list(range(1, 13))


async def test_concurrent_command_counts_once(house: House) -> None:
    table = await house.start_game()
    user = await house.in_turn(table)
    assert user is not None
    text, phase, seq = await house.choice(table, user)
    outcomes = await asyncio.gather(
        *(house.tables.act(table, user, text, phase=phase) for _ in range(2)),
        return_exceptions=True,
    )
    assert sum(isinstance(outcome, NotYourTurn) for outcome in outcomes) == 1
    assert (await house.tables.view(table)).seq == seq + 1


async def test_watcher_cannot_act(house: House) -> None:
    table = await house.start_game()
    user = await house.in_turn(table)
    assert user is not None
    text, phase, seq = await house.choice(table, user)
    with pytest.raises(NotSeated):
        await house.tables.act(table, EVE, text, phase=phase, seq=seq)
    assert (await house.tables.view(table)).seq == seq


async def test_refusal_out_of_turn_names_the_player_to_act(house: House) -> None:
    table = await house.start_game()
    turn = await house.in_turn(table)
    assert turn is not None
    text, phase, seq = await house.choice(table, turn)
    with pytest.raises(NotYourTurn) as refused:
        await house.tables.act(table, await _other(house, table), text, phase=phase, seq=seq)
    assert refused.value.name == dict(zip(FOUR, ("Ana", "Bo", "Cy", "Di"), strict=True))[turn]
    assert (await house.tables.view(table)).seq == seq


async def test_turn_is_checked_before_the_typed_text(house: House) -> None:
    table = await house.start_game()
    with pytest.raises(NotYourTurn):
        await house.tables.act(table, await _other(house, table), "nonsense", phase=Phase.PLAY)


async def test_illegal_act_changes_nothing(house: House) -> None:
    table = await house.start_game()
    user = await house.in_turn(table)
    assert user is not None
    before = await house.tables.view(table)
    with pytest.raises(IllegalAction):
        await house.tables.act(table, user, "64", phase=Phase.PLAY, seq=before.seq)
    with pytest.raises(NotationError):
        await house.tables.act(table, user, "nonsense", phase=Phase.CALL, seq=before.seq)
    assert await house.tables.view(table) == before
    assert await house.acts(table) == []


async def test_tile_not_in_the_hand_is_refused(house: House) -> None:
    table = await house.start_game()
    while True:
        user = await house.in_turn(table)
        assert user is not None
        panel = await house.tables.panel(table, user)
        assert panel.view is not None
        if panel.view.phase is Phase.PLAY:
            break
        await house.act(table, user)
    others = await house.tables.panel(table, FOUR[(FOUR.index(user) + 1) % 4])
    assert others.view is not None
    tile = str(others.view.hand[0].high) + str(others.view.hand[0].low)
    with pytest.raises(IllegalAction):
        await house.tables.act(table, user, tile, phase=Phase.PLAY, seq=panel.table.seq)
    assert (await house.tables.view(table)).seq == panel.table.seq


async def test_nobody_can_act_before_or_between_hands(house: House) -> None:
    lobby = await house.open(ANA)
    with pytest.raises(WrongStatus):
        await house.tables.act(lobby, ANA, "30", phase=Phase.CALL)
    await house.tables.close(lobby, ANA)
    table = await house.start_game()
    await house.play_hand(table)
    with pytest.raises(WrongStatus):
        await house.tables.act(table, DI, "30", phase=Phase.CALL)


async def test_acts_are_published_but_refusals_are_not(house: House) -> None:
    table = await house.start_game()
    user = await house.in_turn(table)
    assert user is not None
    before = len(house.publisher.published_ids)
    text, phase, seq = await house.choice(table, user)
    await house.act(table, user)
    assert len(house.publisher.published_ids) == before + 1
    await house.tables.act(table, user, text, phase=phase, seq=seq)
    with pytest.raises(NotYourTurn):
        await house.tables.act(table, user, text, phase=phase)
    assert len(house.publisher.published_ids) == before + 1


async def test_sequence_continues_across_hands(house: House) -> None:
    table = await house.start_game()
    first = await house.play_hand(table)
    for user in FOUR:
        await house.tables.ready(table, user)
    assert (await house.tables.view(table)).seq == first.seq
    await house.step(table)
    assert await house.acts(table) == [first.seq]


async def test_every_offered_action_is_accepted(house: House) -> None:
    table = await house.start_game()
    for _ in range(8):
        user = await house.in_turn(table)
        assert user is not None
        panel = await house.tables.panel(table, user)
        assert panel.view is not None
        text = format_action(panel.view.legal[-1], panel.view.rules)
        await house.tables.act(table, user, text, phase=panel.view.phase, seq=panel.table.seq)
        others = [(await house.tables.panel(table, other)).view for other in FOUR]
        assert sum(bool(view and view.legal) for view in others) <= 1


async def test_bidder_who_swaps_unseen_cannot_find_the_widow_by_guesses(house: House) -> None:
    """Each guess gets the same answer, and changes nothing, also where the widow is guessed."""
    table = await house.start_game(*FOUR[:3], game="moon", moon_widow="blind_swap")
    while _phase(view := await house.tables.view(table)) is not Phase.EXCHANGE:
        await house.step(table)
    user = await house.in_turn(table)
    assert user is not None
    panel = await house.tables.panel(table, user)
    assert panel.view is not None
    given = panel.view.hand[0]
    answers = set()
    for guess in view.rules.game.tiles:
        text = format_action(MakeExchange(0, (guess,), (given,)))
        with pytest.raises(IllegalAction) as refused:
            await house.tables.act(table, user, text, phase=Phase.EXCHANGE)
        answers.add((refused.value.rule, str(refused.value), *refused.value.data.items()))
    assert len(answers) == 1
    assert (await house.tables.view(table)).seq == view.seq
    unseen = format_action(MakeExchange(0, (), (given,), unseen=1))
    await house.tables.act(table, user, unseen, phase=Phase.EXCHANGE)
    assert (await house.tables.view(table)).seq == view.seq + 1
