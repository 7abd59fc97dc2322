"""Playing whole hands and games through the service."""

from __future__ import annotations

import json

import pytest

from bot.tables.errors import NoLongerKept, WrongStatus
from bot.tables.model import Status
from tests.support.house import ANA, BO, DI, FOUR, House
from texas42.engine import Phase
from texas42.records.record import parse_record
from texas42.records.referee import judge
from texas42.records.shakefile import parse_shake_file, verify


@pytest.mark.slow
async def test_four_people_play_to_seven_marks(house: House) -> None:
    table = await house.start_game()
    end = await house.play_game(table)
    assert max(end.total) >= 7
    assert end.winner == end.total.index(max(end.total))
    assert end.wins == tuple(int(side == end.winner) for side in range(2))
    stored = await house.store.results.last_game(table)
    assert stored is not None
    assert (stored.winner, stored.total, stored.players) == (end.winner, end.total, FOUR)


async def test_referee_finds_the_same_totals_in_the_record(house: House) -> None:
    table = await house.start_game(target=2)
    end = await house.play_game(table)
    view, text = await house.tables.archive.record(table)
    judged = judge(parse_record(text))
    assert judged["winner"] == end.winner
    assert [hand["total"] for hand in judged["hands"]][-1] == list(end.total)
    assert len(judged["hands"]) == end.hand_no
    assert view.game_no == 1
    assert json.loads(text)["players"] == ["Ana", "Bo", "Cy", "Di"]


async def test_people_and_computers_play_a_game_together(house: House) -> None:
    table = await house.start_game(ANA, BO, target=2)
    end = await house.play_game(table)
    assert end.winner is not None
    stored = await house.store.results.last_game(table)
    assert stored is not None
    assert stored.players == (ANA, BO, None, None)


async def test_every_hand_is_dealt_from_its_committed_shake(house: House) -> None:
    table = await house.start_game()
    for number in range(1, 4):
        committed = (await house.tables.view(table)).commitment
        dealt = await house.play_hand(table)
        proof = await house.tables.archive.proof(table, number)
        file = parse_shake_file(proof.content)
        assert proof.number == number
        assert file.commitment == committed
        assert verify(file) == ()
        assert dealt.view is not None
        hands = await house.store.results.hands(table, 1)
        assert [list(hand) for hand in file.deal] == hands[-1].record["deal"]
        for user in FOUR:
            await house.tables.ready(table, user)


async def test_next_shake_is_committed_when_a_hand_ends(house: House) -> None:
    table = await house.start_game()
    first = (await house.tables.view(table)).commitment
    between = (await house.play_hand(table)).commitment
    for user in FOUR:
        await house.tables.ready(table, user)
    assert between != first
    assert (await house.tables.view(table)).commitment == between


async def test_running_hand_has_no_proof(house: House) -> None:
    table = await house.open()
    with pytest.raises(WrongStatus):
        await house.tables.archive.proof(table, 1)
    for user in FOUR[1:]:
        await house.sit(table, user)
    await house.tables.begin(table, ANA)
    with pytest.raises(WrongStatus):
        await house.tables.archive.proof(table, 1)


async def test_each_finished_hand_keeps_its_own_proof(house: House) -> None:
    table = await house.start_game()
    committed = []
    for _ in range(2):
        committed.append((await house.tables.view(table)).commitment)
        await house.play_hand(table)
        for user in FOUR:
            await house.tables.ready(table, user)
    for number, commitment in enumerate(committed, start=1):
        proof = await house.tables.archive.proof(table, number)
        assert proof.number == number
        assert parse_shake_file(proof.content).commitment == commitment


async def test_only_finished_hands_have_a_proof(house: House) -> None:
    table = await house.start_game()
    await house.play_hand(table)
    for number in (0, 2, 3):
        with pytest.raises(WrongStatus):
            await house.tables.archive.proof(table, number)
    for user in FOUR:
        await house.tables.ready(table, user)
    with pytest.raises(WrongStatus):
        await house.tables.archive.proof(table, 2)


async def test_abandoned_hand_has_no_proof(house: House) -> None:
    table = await house.start_game()
    await house.tables.close(table, ANA)
    with pytest.raises(WrongStatus):
        await house.tables.archive.proof(table, 1)


async def test_proof_stays_available_at_a_paused_or_closed_table(house: House) -> None:
    table = await house.start_game(ANA)
    await house.play_hand(table)
    await house.tables.leave(table, ANA)
    assert (await house.tables.view(table)).status is Status.PAUSED
    assert (await house.tables.archive.proof(table, 1)).number == 1
    await house.tables.close(table, ANA)
    assert (await house.tables.archive.proof(table, 1)).number == 1


async def test_next_hand_starts_when_everyone_is_ready(house: House) -> None:
    table = await house.start_game()
    await house.play_hand(table)
    for user in FOUR[:-1]:
        await house.tables.ready(table, user)
    assert (await house.tables.view(table)).status is Status.BETWEEN
    await house.tables.ready(table, DI)
    after = await house.tables.view(table)
    assert (after.status, after.hand_no) == (Status.PLAYING, 2)


async def test_repeated_ready_counts_once(house: House) -> None:
    table = await house.start_game()
    await house.play_hand(table)
    for _ in range(4):
        await house.tables.ready(table, ANA)
    assert (await house.tables.view(table)).status is Status.BETWEEN


async def test_computers_are_always_ready(house: House) -> None:
    table = await house.start_game(ANA)
    await house.play_hand(table)
    await house.tables.ready(table, ANA)
    assert (await house.tables.view(table)).status is Status.PLAYING


async def test_next_hand_starts_after_20_seconds(house: House) -> None:
    table = await house.start_game()
    await house.play_hand(table)
    await house.later(19.9)
    assert (await house.tables.view(table)).status is Status.BETWEEN
    await house.later(0.1)
    assert (await house.tables.view(table)).hand_no == 2


async def test_ready_during_a_hand_changes_nothing(house: House) -> None:
    table = await house.start_game()
    await house.play_hand(table)
    await house.later(20)
    before = await house.tables.view(table)
    await house.tables.ready(table, ANA)
    assert await house.tables.view(table) == before


async def test_rematch_starts_from_zero_and_keeps_the_games_won(house: House) -> None:
    table = await house.start_game(ANA, target=1)
    first = await house.play_game(table)
    await house.tables.ready(table, ANA)
    again = await house.tables.view(table)
    assert again.status is Status.PLAYING
    assert (again.total, again.winner, again.game_no) == ((0, 0), None, 2)
    assert again.hand_no == first.hand_no + 1
    assert again.wins == first.wins
    second = await house.play_game(table)
    assert sum(second.wins) == 2
    _, text = await house.tables.archive.record(table)
    assert judge(parse_record(text))["winner"] == second.winner


async def test_rematch_needs_everyone_to_be_ready(house: House) -> None:
    table = await house.start_game(ANA, BO, target=1)
    await house.play_game(table)
    await house.tables.ready(table, ANA)
    assert (await house.tables.view(table)).status is Status.FINISHED
    await house.tables.ready(table, BO)
    assert (await house.tables.view(table)).status is Status.PLAYING


async def test_finished_table_closes_after_half_an_hour(house: House) -> None:
    table = await house.start_game(ANA, target=1)
    over = await house.play_game(table)
    await house.later(over.turn_since + 1799 - house.clock.now())
    assert (await house.tables.view(table)).status is Status.FINISHED
    await house.later(1)
    assert (await house.tables.view(table)).status is Status.CLOSED


async def test_leaving_after_the_game_does_not_stop_the_rematch(house: House) -> None:
    table = await house.start_game(ANA, BO, target=1)
    await house.play_game(table)
    await house.tables.ready(table, ANA)
    await house.tables.leave(table, BO)
    after = await house.tables.view(table)
    assert after.status is Status.PLAYING
    assert await house.seats(table) == [ANA, "computer", "computer", "computer"]


async def test_record_names_the_players_not_who_sits_there_now(house: House) -> None:
    table = await house.start_game(ANA, BO, target=1)
    await house.play_game(table)
    await house.tables.leave(table, BO)
    _, text = await house.tables.archive.record(table)
    assert json.loads(text)["players"][:2] == ["Ana", "Bo"]


async def test_next_hand_does_not_wait_for_a_person_who_left(house: House) -> None:
    table = await house.start_game(ANA, BO)
    await house.play_hand(table)
    await house.tables.ready(table, ANA)
    await house.tables.leave(table, BO)
    assert (await house.tables.view(table)).hand_no == 2


async def test_table_closes_when_the_last_person_leaves_after_a_game(house: House) -> None:
    table = await house.start_game(ANA, target=1)
    await house.play_game(table)
    await house.tables.leave(table, ANA)
    assert (await house.tables.view(table)).status is Status.CLOSED


async def test_newcomer_can_take_a_free_seat_for_the_rematch(house: House) -> None:
    table = await house.start_game(ANA, BO, target=1)
    await house.play_game(table)
    await house.tables.leave(table, BO)
    await house.sit(table, DI, 1)
    await house.tables.ready(table, ANA)
    await house.tables.ready(table, DI)
    assert (await house.tables.view(table)).status is Status.PLAYING
    assert await house.seats(table) == [ANA, DI, "computer", "computer"]


async def test_points_game_is_played_to_its_target(house: House) -> None:
    table = await house.start_game(ANA, preset="straight-points", target=80)
    end = await house.play_game(table)
    assert max(end.total) >= 80
    stored = await house.store.results.last_game(table)
    assert stored is not None
    assert stored.marks == tuple(int(side == end.winner) for side in range(2))


async def test_hand_goes_through_call_contract_and_play(house: House) -> None:
    table = await house.start_game()
    phases = []
    while (view := await house.tables.view(table)).status is Status.PLAYING:
        assert view.view is not None
        if view.view.phase not in phases:
            phases.append(view.view.phase)
        await house.step(table)
    assert phases == [Phase.CALL, Phase.CONTRACT, Phase.PLAY]


async def test_swept_table_has_its_record_but_no_proofs(house: House) -> None:
    table = await house.start_game()
    await house.play_hand(table)
    record = (await house.tables.archive.record(table))[1]
    await house.tables.close(table, ANA)
    assert await house.store.retention.sweep_tables(house.clock.now() + 1.0, 5) == 1
    with pytest.raises(NoLongerKept):
        await house.tables.archive.proof(table, 1)
    kept = (await house.tables.archive.record(table))[1]
    assert json.loads(kept)["hands"] == json.loads(record)["hands"]
    assert json.loads(kept)["players"] == [f"Former player #{seat}" for seat in range(1, 5)]
