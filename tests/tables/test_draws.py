"""Draws for the shake before a game: shown, committed to, and provable (000:37, 002:11)."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest
from sqlalchemy import text

from bot.runtime.randomness import SeededRandomness
from bot.tables.clocks.deadlines import DRAW_PAUSE, PLAY_PAUSE
from bot.tables.errors import WrongStatus
from bot.tables.model import Status
from bot.tables.views import DrawView
from bot.values.pace import Pace
from tests.support.house import ANA, BO, FOUR, House
from texas42.library import load_rules
from texas42.records.draws import draw_for_shake
from texas42.records.shakefile import ShakeFile, drawn_dominoes, parse_shake_file, verify


async def draw_of(house: House, table: str) -> DrawView | None:
    return (await house.tables.view(table)).draw


async def proofs(house: House, table: str, game_no: int) -> list[ShakeFile]:
    proof = await house.tables.archive.draw_proof(table, game_no)
    return [parse_shake_file(content) for content in proof.contents]


async def rematch(house: House, table: str) -> None:
    for user in FOUR:
        await house.tables.ready(table, user)


async def test_highest_domino_shakes_the_first_game(house: House) -> None:
    view = await house.tables.view(await house.start_game())
    assert view.draw is not None
    assert view.view is not None
    assert view.draw.drawn
    last = dict(view.draw.rounds[-1])
    assert view.view.shaker == max(last, key=lambda seat: last[seat].pips)
    assert set(dict(view.draw.rounds[0])) == {0, 1, 2, 3}


def seed_of_a_tie() -> str:
    """Find a seed with which the first table's first draw is tied."""
    rules = load_rules("42", {})
    for number in count():
        randomness = SeededRandomness(f"tie{number}")
        name = randomness.table_id()
        _ = randomness.secret()
        secret = randomness.secret()
        if len(draw_for_shake(rules, secret, name, 1, range(4)).draws) > 1:
            break
    return f"tie{number}"


async def test_every_draw_of_a_tie_is_shown_and_proven(file: Path) -> None:
    """Only those who tie for the most pips draw again."""
    house = await House.build(file, seed=seed_of_a_tie())
    table = await house.start_game()
    draw = await draw_of(house, table)
    assert draw is not None
    first, second, *_ = (dict(each) for each in draw.rounds)
    most = max(tile.pips for tile in first.values())
    assert set(second) == {seat for seat, tile in first.items() if tile.pips == most}
    (proof,) = await proofs(house, table, 1)
    drawn = drawn_dominoes(proof)
    for number, each in enumerate(draw.rounds):
        assert {seat: f"{tile.high}{tile.low}" for seat, tile in each} == {
            seat: drawn[seat][number] for seat, _ in each
        }
    await house.stop()


async def test_ties_drawn_by_the_older_rule_are_not_shown_again(file: Path) -> None:
    house = await House.build(file, seed=seed_of_a_tie())
    table = await house.start_game()
    await house.store.database.write(
        lambda connection: connection.execute(text("UPDATE draws SET from_one_deal = false"))
    )
    later = await House.build(file, house.clock, seed="other", start=False)
    assert await draw_of(later, table) is None
    with pytest.raises(WrongStatus):
        await proofs(later, table, 1)
    await later.stop()
    await house.stop()


async def test_proof_of_a_draw_shows_its_dominoes_under_the_commitment_made_before(
    house: House,
) -> None:
    table = await house.open()
    before = await draw_of(house, table)
    assert before is not None
    assert (before.drawn, before.rounds) == (False, ())
    with pytest.raises(WrongStatus):
        await house.tables.archive.draw_proof(table, 1)
    for user in FOUR[1:]:
        await house.sit(table, user)
    await house.tables.begin(table, ANA)
    draw = await draw_of(house, table)
    assert draw is not None
    assert draw.commitment == before.commitment
    (file,) = await proofs(house, table, 1)
    assert verify(file) == ()
    assert (file.commitment, file.public) == (before.commitment, f"draw-{table}:1-1:")
    for tiles, drawn in zip(zip(*drawn_dominoes(file), strict=True), draw.rounds, strict=False):
        assert all(tiles[seat] == f"{tile.high}{tile.low}" for seat, tile in drawn)


async def test_secret_of_a_draw_deals_no_hand(house: House) -> None:
    table = await house.start_game(target=1, next_game_shaker="draw")
    await house.play_game(table)
    await rematch(house, table)
    secrets = [file.secret for game in (1, 2) for file in await proofs(house, table, game)]
    hands = [await house.store.tables.shake_of(table, number) for number in range(1, 99)]
    assert not {hand.secret.hex() for hand in hands if hand is not None} & set(secrets)
    assert len(set(secrets)) == 2


async def test_drawn_dominoes_lie_face_up_until_the_first_bid(house: House) -> None:
    table = await house.start_game()
    draw = await draw_of(house, table)
    assert draw is not None
    assert draw.rounds
    await house.step(table)
    later = await draw_of(house, table)
    assert later is not None
    assert (later.rounds, later.drawn, later.commitment) == ((), True, draw.commitment)


async def test_computer_waits_with_its_bid_until_the_draw_was_seen(house: House) -> None:
    """The wait depends on the table's pace."""
    table = await house.start_game(ANA, BO)
    while await house.in_turn(table) is not None:  # until a computer bids first
        await house.tables.close(table, ANA)
        table = await house.start_game(ANA, BO)
    assert DRAW_PAUSE[Pace.NORMAL] > PLAY_PAUSE[Pace.NORMAL]
    assert all(DRAW_PAUSE[pace] > PLAY_PAUSE[pace] for pace in Pace)
    await house.later(house.timing.clock.pace * DRAW_PAUSE[Pace.NORMAL] - 0.1)
    assert await house.acts(table) == []
    await house.later(0.2)
    assert await house.acts(table) == [1]


async def test_person_alone_can_skip_the_draw(house: House) -> None:
    table = await house.start_game(ANA)
    while await house.in_turn(table) is not None:
        await house.tables.close(table, ANA)
        table = await house.start_game(ANA)
    assert (await house.tables.panel(table, ANA)).can_skip
    await house.tables.skip(table, ANA)
    await house.settle()
    assert await house.acts(table)


async def test_restart_after_the_draw_loses_nothing(house: House, file: Path) -> None:
    table = await house.start_game()
    before = await house.tables.view(table)
    again = await House.build(file, house.clock, seed="other", start=False)
    after = await again.tables.view(table)
    assert (after.draw, after.view) == (before.draw, before.view)
    assert await proofs(again, table, 1) == await proofs(house, table, 1)
    await again.stop()


async def test_restart_before_the_draw_keeps_its_commitment(house: House, file: Path) -> None:
    table = await house.open()
    for user in FOUR[1:]:
        await house.sit(table, user)
    committed = await draw_of(house, table)
    assert committed is not None
    again = await House.build(file, house.clock, seed="other", start=False)
    await again.tables.begin(table, ANA)
    drawn = await draw_of(again, table)
    assert drawn is not None
    assert drawn.commitment == committed.commitment
    await again.stop()


async def test_table_of_before_there_were_draws_draws_as_it_begins(
    house: House, file: Path
) -> None:
    table = await house.open()
    for user in FOUR[1:]:
        await house.sit(table, user)
    await house.store.database.write(
        lambda connection: connection.execute(text("DELETE FROM draws"))
    )
    old = await House.build(file, house.clock, seed="other", start=False)
    assert await draw_of(old, table) is None
    await old.tables.begin(table, ANA)
    drawn = await draw_of(old, table)
    assert drawn is not None
    assert drawn.rounds
    assert all(verify(each) == () for each in await proofs(old, table, 1))
    await old.stop()


async def test_only_the_losers_draw_where_the_losers_draw(house: House) -> None:
    table = await house.start_game(target=1, next_game_shaker="loser-draw")
    over = await house.play_game(table)
    assert over.draw is not None
    assert (over.draw.drawn, over.draw.game_no) == (False, 2)
    await rematch(house, table)
    view = await house.tables.view(table)
    assert view.draw is not None
    assert view.draw.commitment == over.draw.commitment
    losers = {line.seat for line in over.seats if line.side != over.winner}
    assert set(dict(view.draw.rounds[0])) == losers
    assert view.view is not None
    assert view.view.shaker == view.draw.shaker


@pytest.mark.parametrize("way", ["rotate", "winner"])
async def test_nobody_draws_again_where_the_rules_name_the_shaker(house: House, way: str) -> None:
    table = await house.start_game(target=1, next_game_shaker=way)
    over = await house.play_game(table)
    await rematch(house, table)
    assert over.draw is None
    assert await draw_of(house, table) is None
    assert await house.store.tables.draw_of(table, 2) is None


async def test_nobody_draws_where_the_holder_of_the_1_0_bids_first(house: House) -> None:
    table = await house.start_game(target=1, first_bidder="holder10", next_game_shaker="draw")
    assert await draw_of(house, table) is None
    await house.play_game(table)
    await rematch(house, table)
    assert await draw_of(house, table) is None


async def test_nobody_draws_for_the_lesson_hand_but_for_the_game_after_it(house: House) -> None:
    table = await house.open()
    await house.tables.computers.fill(table, ANA)
    committed = await draw_of(house, table)
    await house.tables.begin(table, ANA, newcomer=True)
    lesson = await house.tables.view(table)
    assert lesson.deals.explained
    assert lesson.draw == committed
    await house.tables.leave_lesson(table, ANA)
    view = await house.tables.view(table)
    assert (view.status, view.game_no) == (Status.PLAYING, 1)
    assert view.draw is not None
    assert committed is not None
    assert (view.draw.commitment, bool(view.draw.rounds)) == (committed.commitment, True)


async def test_first_hand_of_a_game_comes_with_the_proof_of_its_draw(house: House) -> None:
    table = await house.start_game()
    for number in (1, 2):
        await house.play_hand(table)
        await rematch(house, table)
        proof = await house.tables.archive.proof(table, number)
        assert (proof.draw is not None) is (number == 1)
