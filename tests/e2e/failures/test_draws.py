"""Partners and shaker are drawn before everyone's eyes, and the files prove it (000:37, 002:11)."""

from __future__ import annotations

from discord_sandbox.client.simulated_user import SimulatedUser
from tests.support.screens import Json, files_of
from tests.support.stage import Stage, button, buttons, press, text
from texas42.records.shakefile import drawn_dominoes, parse_shake_file, verify


async def _menu(stage: Stage, host: SimulatedUser, table: str) -> Json:
    outcome = await press(host, await stage.board(table), "menu")
    assert outcome.message is not None
    return outcome.message


async def _proofs(stage: Stage, person: SimulatedUser, table: str) -> dict[str, str]:
    """Press "Fair shake" and "Proof of the draw"; return the files by name."""
    fair = (await stage.forge(person, f"42:proof:{table}:0")).message
    proof = (await person.click(fair, button(fair, "draw-proof"))).message
    assert proof is not None
    blobs = stage.sandbox.state.blobs
    return {file.name: blobs[file.id].data.decode() for file in files_of(proof)}


async def test_host_has_partners_drawn_and_everyone_can_check_it(
    stage: Stage, ana: SimulatedUser, bo: SimulatedUser
) -> None:
    table = await stage.lobby(*stage.people[1:4])
    menu = await _menu(stage, ana, table)
    switched = (await press(ana, menu, "draw-partners", "on")).message
    assert "Draw for partners: yes" in str(switched)
    assert "We'll draw dominoes for partners." in text(await stage.board(table))
    await press(ana, await stage.board(table), "start")
    await stage.wait_until_quiet()
    board = text(await stage.board(table))
    assert "Draw for partners: " in board
    assert "are partners." in board
    files = await _proofs(stage, bo, table)
    view = await stage.view(table)
    assert view.draw is not None
    file = parse_shake_file(files["draw-1-1.json"])
    assert verify(file) == ()
    assert file.commitment == view.draw.commitment
    for number, drawn in enumerate(view.draw.rounds):
        shown = {f"{tile.high}{tile.low}" for _, tile in drawn}
        assert shown <= {dominoes[number] for dominoes in drawn_dominoes(file)}


async def test_partners_change_after_the_game_where_the_host_chose_that(
    stage: Stage, ana: SimulatedUser
) -> None:
    table = await stage.lobby(*stage.people[1:4])
    menu = await _menu(stage, ana, table)
    switched = (await press(ana, menu, "change-partners", "on")).message
    assert "New partners each game: yes" in str(switched)
    assert "Partners change after each game." in text(await stage.board(table))


async def test_draw_is_read_from_the_database_as_it_was_shown(
    stage: Stage, ana: SimulatedUser
) -> None:
    table = await stage.start_game(*stage.people[1:4])
    view = await stage.view(table)
    files = await _proofs(stage, ana, table)
    await stage.bot.services.tables.invalidate()
    assert (await stage.view(table)).draw == view.draw
    assert await _proofs(stage, ana, table) == files


async def test_proof_of_a_draw_leads_back_to_the_fair_shake_and_on_to_the_table(
    stage: Stage, ana: SimulatedUser
) -> None:
    table = await stage.start_game(*stage.people[1:4])
    await _proofs(stage, ana, table)
    proof = next(m for m in reversed(ana.messages(stage.channel)) if files_of(m))
    fair = (await press(ana, proof, "proof")).message
    assert "Fair shake of this hand" in text(ana.message(proof) or {})
    hand = (await press(ana, fair, "hand")).message
    assert buttons(hand, "more")
